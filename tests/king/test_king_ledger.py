from dataclasses import replace

import pytest

from engine.king import (
    Drawn,
    Due,
    KingCode,
    Ledger,
    MildOnly,
    Refused,
    Settled,
    builtin,
    with_own,
)

DECK = builtin()
MILD = tuple(card for card in DECK if not card.hot)


class Told:
    """A chance that picks what it is told to, and keeps from how many it picked."""

    def __init__(self, *picks):
        self.picks = list(picks)
        self.asked = []

    def shuffle(self, cards):
        raise AssertionError("punishments are picked")

    def pick(self, n):
        self.asked.append(n)
        return self.picks.pop(0) % n


def owing(*picks, setting="all", mild=(), seats=(1,), winners=(0,)):
    """A ledger after round 1, in which these seats drew these cards."""
    due = Due(1, seats, winners)
    return Ledger.new(setting, mild).draw(due, Told(*picks)).state


def test_each_card_is_as_likely():
    due = Due(1, (1,), (0,))
    for setting, mild, cards in (("all", (), DECK), ("all", (1,), MILD), ("mild", (), MILD)):
        ledger = Ledger.new(setting, mild)
        n = len(cards)
        drawn = [ledger.draw(due, Told(i)).state.of(1).card for i in range(n)]
        assert tuple(drawn) == cards


def test_everybody_draws_from_a_whole_deck_by_rising_seats():
    chance = Told(5, 5, 7)
    step = Ledger.new("all", mild=(2,)).draw(Due(1, (3, 0, 2), (1,)), chance)
    assert chance.asked == [100, 76, 100]
    assert step.events == (
        Drawn(0, DECK[5], "due"),
        Drawn(2, MILD[5], "due"),
        Drawn(3, DECK[7], "due"),
    )
    assert [owed.seat for owed in step.state.owed] == [0, 2, 3]


def test_a_table_without_punishments_draws_none():
    ledger = Ledger.new("off")
    step = ledger.draw(Due(1, (1, 2), (0,)), Told())
    assert step.state == ledger
    assert step.events == ()
    assert ledger.allowed(1) == ()


def test_a_round_is_drawn_for_once():
    ledger = owing(3)
    assert ledger.draw(Due(1, (1, 2), (0,)), Told()).state == ledger
    # but where nobody was due, the end of the match may still come
    ledger = Ledger.new("all").draw(Due(1), Told()).state
    assert ledger.draw(Due(1, (1,), (0,)), Told(3)).state.of(1).card == DECK[3]


def test_the_one_before_lapses():
    step = owing(3, 4, seats=(1, 2)).draw(Due(2, (1,), (2,)), Told(9))
    assert step.events == (Settled(1, DECK[3], "lapsed"), Drawn(1, DECK[9], "due"))
    assert [(owed.seat, owed.card) for owed in step.state.owed] == [(1, DECK[9]), (2, DECK[4])]
    assert step.state.of(1).judges == (2,)


def test_one_swap_a_match_and_never_the_same_card():
    ledger = owing(3)
    step = ledger.swap(1, chance := Told(3))
    assert chance.asked == [99]
    assert step.events == (Drawn(1, DECK[4], "swap"),)
    with pytest.raises(Refused) as refused:
        step.state.swap(1, Told())
    assert refused.value.code is KingCode.ALREADY_SWAPPED
    later = step.state.draw(Due(2, (1, 2), (0,)), Told(8, 8)).state
    with pytest.raises(Refused, match="already-swapped"):
        later.swap(1, Told())
    assert later.swap(2, Told(0)).state.swapped == {1, 2}
    swapped = {owing(3).swap(1, Told(i)).state.of(1).card for i in range(99)}
    assert swapped == set(DECK) - {DECK[3]}


def test_a_swap_is_mild_where_a_draw_is():
    for ledger in (owing(3, mild=(1,)), owing(3, setting="mild")):
        swapped = {ledger.swap(1, Told(i)).state.of(1).card for i in range(75)}
        assert swapped == set(MILD) - {MILD[3]}


def test_mild_only_is_honoured_at_once_and_is_no_swap():
    hot = next(i for i, card in enumerate(DECK) if card.hot)
    step = owing(hot).choose(1, True, Told(2))
    assert step.events == (MildOnly(1, True), Drawn(1, MILD[2], "mild"))
    assert step.state.swapped == frozenset()
    assert step.state.choose(1, True, Told()).events == ()
    back = step.state.choose(1, False, Told())
    assert back.events == (MildOnly(1, False),)
    assert back.state.of(1).card == MILD[2]
    assert back.state.allowed(1) == DECK
    assert owing(0).choose(1, True, Told()).events == (MildOnly(1, True),)
    assert owing(0).choose(2, True, Told()).state.allowed(2) == MILD


@pytest.mark.parametrize(("act", "how"), [(Ledger.done, "done"), (Ledger.waive, "waived")])
def test_a_winner_settles_it(act, how):
    ledger = owing(3, 4, seats=(1, 3), winners=(0, 2))
    for by in (1, 3):
        with pytest.raises(Refused) as refused:
            act(ledger, by, 1)
        assert refused.value.code is KingCode.NOT_THE_WINNER
    for by in (0, 2):
        step = act(ledger, by, 1)
        assert step.events == (Settled(1, DECK[3], how, by),)
        assert [owed.seat for owed in step.state.owed] == [3]
        with pytest.raises(Refused, match="nothing-owed"):
            act(step.state, by, 1)


def test_nothing_owed_nothing_to_swap():
    with pytest.raises(Refused) as refused:
        Ledger.new("all").swap(0, Told())
    assert refused.value.code is KingCode.NOTHING_OWED


def test_where_no_winner_is_left_anybody_settles_it():
    ledger = owing(3, 4, seats=(1, 2), winners=(0,)).leave(0).state
    for by in (1, 2):
        assert ledger.done(by, 1).state.of(1) is None
    with pytest.raises(Refused, match="not-the-winner"):
        ledger.done(0, 1)
    assert owing(3, winners=()).waive(1, 1).state.owed == ()


def test_who_leaves_owes_and_draws_nothing():
    step = owing(3, 4, seats=(1, 2)).leave(1)
    assert step.events == (Settled(1, DECK[3], "left"),)
    assert [owed.seat for owed in step.state.owed] == [2]
    assert step.state.leave(0).events == ()
    later = step.state.draw(Due(2, (1, 2), (0, 1)), Told(8)).state
    assert later.of(1) is None
    assert later.of(2).judges == (0,)


def test_a_refusal_changes_nothing_and_a_step_never_the_ledger():
    ledger = owing(3)
    kept = replace(ledger)
    ledger.swap(1, Told(9))
    ledger.done(0, 1)
    ledger.leave(0)
    with pytest.raises(Refused):
        ledger.done(2, 1)
    assert ledger == kept


def test_own_cards_are_drawn_like_the_others():
    deck = with_own("x1 = 'Bow.'\nx2 = { en = 'Roar.', hot = true }")
    ledger = Ledger.new("all", mild=(2,), cards=deck)
    step = ledger.draw(Due(1, (1, 2), (0,)), chance := Told(101, 76))
    assert chance.asked == [102, 77]
    assert [str(event.card) for event in step.events] == ["x2", "x1"]


def test_everybody_sees_who_got_what():
    for event in (Drawn(1, DECK[0], "due"), Settled(1, DECK[0], "done", 0), MildOnly(1, True)):
        assert {event.seen_by(viewer) for viewer in (None, 0, 1)} == {event}
