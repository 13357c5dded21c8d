"""Playing a record: every way in which one may not hold, and what is said about it."""

import pytest

from engine.record import RecordError, load
from engine.replay import Mismatch, WrittenChance, replay, verify
from engine.uno.cards import parse_card

HANDS = "r1 r3 r2 g2 r5 y9"  # hand_size 2, dealer p2: p1 r1 r2, p2 r3 g2; r5 is turned


def record(*deals: str, options: str = "hand_size = 2", players: str = '"Ann", "Bo"'):
    """Read a record of official UNO with these deals, each the TOML of one."""
    head = f'cardtui = 1\ngame = "uno"\nrules = "official"\noptions = {{ {options} }}\n'
    return load(head + f"players = [{players}]\n" + "".join("[[deal]]\n" + d for d in deals))


def deal(*lines: str, deck: str = HANDS + " *", dealer: str = "p2", end: str = "") -> str:
    quoted = ", ".join(f'"{line}"' for line in lines)
    dealer = dealer and f'dealer = "{dealer}"\n'
    return f'deck = "{deck}"\n{dealer}actions = [{quoted}]\n{end}\n'


def start(*lines: str, keys: str = "", hands: str = '"r1 r2", "g1 g2 g3"') -> str:
    quoted = ", ".join(f'"{line}"' for line in lines)
    piles = "" if "discard" in keys or "turned" in keys else 'start.discard = "* r5"\n'
    return f"start.hands = [{hands}]\n{piles}{keys}\nactions = [{quoted}]\n"


ROUND = ("p1 play r1 call", "p2 play r3 call", "p1 play r2")


def fails(played, place: str) -> str:
    """Return what does not hold; it must be at this place."""
    report = verify(played)
    assert report.mismatch is not None, "it holds"
    where, _, what = str(report.mismatch).partition(": ")
    assert where == place
    return what


# ---------------------------------------------------------------- lines that do not hold


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("= turn p2", "turn is p1, not p2"),
        ("= called p1", "called is nothing, not p1"),
        ("= hand p1 r1", "hand p1 is r1 r2, not r1"),
        ("= hand p1", "hand p1 is r1 r2, not nothing"),
        ("= scores 0 1", "scores is 0 0, not 0 1"),
        ("= scores 0", "scores is 0 0, not 0"),
        ("p2 play r3", "p2 play r3: refused with not-your-turn"),
        ("! p1 play r1", "p1 play r1: allowed, but should be refused"),
        ("! p1 pass -> over", "p1 pass: refused with must-draw, not over"),
        ("! p1 sing -> over", "p1 sing: refused with bad-action, not over"),
        ("d shuffle *", "a shuffle is written that nothing needs"),
    ],
)
def test_a_line_that_does_not_hold(line, what):
    assert fails(record(deal("= turn p1", line)), "deal 1, line 2") == what


def test_the_end_that_does_not_hold():
    played = record(deal(*ROUND), deal(dealer="p1", end='end.turn = "p1"'))
    assert fails(played, "deal 2, end") == "turn is p2, not p1"
    played = record(deal(end='end.hands = ["r1 r2", "r3"]'))
    assert fails(played, "deal 1, end") == "hand p2 is r3 g2, not r3"


def test_the_first_mismatch_is_the_one_reported():
    played = record(deal("= turn p1", "= turn p2", "= phase over"))
    assert fails(played, "deal 1, line 2") == "turn is p1, not p2"


@pytest.mark.parametrize(
    ("deals", "reason"),
    [
        ((deal("= mood fine"),), "deal 1: mood: no such key"),
        ((deal(end='end.mood = "fine"'),), "deal 1: mood: no such key"),
        ((deal(end='end.hand = ["r1 r2", "r3 g2"]'),), "deal 1: hand: no such key"),
        ((deal(end='end.hands = ["r1 r2"]'),), "deal 1: end.hands: one entry for each seat"),
        ((deal(end='end."hand p3" = "r1"'),), "deal 1: hand p3: not a seat"),
        ((deal("= top x9"),), "deal 1: top: not an UNO card: 'x9'"),
        ((deal("= called ann"),), "deal 1: called: not a seat: 'ann'"),
        ((deal(*ROUND), deal("= mood", dealer="p1")), "deal 2: mood: no such key"),
    ],
)
def test_a_key_or_value_that_is_none_is_unreadable(deals, reason):
    with pytest.raises(RecordError, match=reason):
        verify(record(*deals))


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ('start.mood = "fine"', "start.mood: no such key"),
        ('start.discard = "* r5"\nstart.turned = "r6"', "exclude each other"),
        ('start.discard = ""\nstart.stock = "*"', "neither discard nor turned"),
        ('start.discard = "r5"', "not the whole deck; missing r0 r1"),
        ('start.discard = "* r5"\nstart.stock = "*"', r"'\*' may stand only once"),
        ('start.discard = "* r1 r1"', "more of r1 than the deck has"),
        ('start.discard = "* rw"', "more of rw than the deck has"),
        ('start.discard = "* x9"', "not an UNO card: 'x9'"),
        ('start.discard = "* ?"', "one seat's view"),
        ('start.discard = "* w"', "the top card w names no colour"),
        ('start.discard = "* r5"\nstart.stock = "w:r"', "only a played card carries a colour"),
        ('start.discard = ["* r5"]', "start.discard: one text"),
        ('start.turned = "r5"\nstart.stock = "*"', "start.turned needs start.dealer"),
        ('start.turned = "r5 r6 *"\nstart.dealer = "p1"', "start.turned: exactly one card"),
        ('start.turned = "w+4"\nstart.dealer = "p1"\nstart.stock = "*"', "first_card_back"),
        ('start.turned = "w:r"\nstart.dealer = "p1"\nstart.stock = "*"', "no chosen colour"),
        ('start.turn = "p3"', "not a seat: 'p3'"),
        ('start.dealer = "-"', "not a seat: '-'"),
        ('start.direction = "up"', "start.direction: 'up' is not one of left, right"),
        ('start.phase = "drawn"', "start.phase: 'drawn' is not one of colour, play, over"),
        ('start.phase = "colour"', "colour needs a Wild without a colour"),
        ('start.pending = "many"', "start.pending: not a number"),
        ('start.pending = "-2"', "start.pending: not a number"),
        ('start.called = "p1"', "start.called: p1 does not hold one card"),
        ('start.scores = "1"', "start.scores: one whole number for each seat"),
        ('start.scores = "1 x"', "start.scores: one whole number for each seat"),
        ('start.scores = ["1", "2", "3"]', "start.scores: one whole number for each seat"),
    ],
)
def test_a_position_that_is_none_is_unreadable(keys, reason):
    with pytest.raises(RecordError, match=f"deal 1: .*{reason}"):
        verify(record(start(keys=keys)))


@pytest.mark.parametrize("hands", ['"r1"', '"r1", "r2", "r3"', ""])
def test_a_position_has_a_hand_for_each_seat(hands):
    with pytest.raises(RecordError, match="one entry for each of the 2 seats"):
        verify(record(start(hands=hands)))


def test_a_start_takes_nothing_from_the_deal_before():
    played = record(
        deal(*ROUND, "= scores 2 0", "p2 leave"),
        start("= scores 0 0", "= turn p1", "p2 draw"),
    )
    assert fails(played, "deal 2, line 3") == "p2 draw: refused with not-your-turn"


def test_a_start_needs_no_finished_deal_before():
    assert verify(record(deal("= turn p1"), start("= turn p1"))).mismatch is None


# ---------------------------------------------------------------- shuffles


def test_a_shuffle_that_is_missing():
    keys = 'start.stock = ""\nstart.turn = "p1"\nstart.discard = "y1 r5"'
    played = record(start("p1 draw", keys=keys, hands='"g1", "*"'))
    assert "a shuffle is needed here" in fails(played, "deal 1, line 1")
    played = record(deal(deck="r1 r3 r2 g2 w+4 *"))
    assert "a shuffle is needed here" in fails(played, "deal 1, start")


@pytest.mark.parametrize(
    ("order", "what"),
    [
        ("y1 y1", "the order names y1, which is not (any more) among its cards"),
        ("r5 y1", "the order names r5, which is not (any more) among its cards"),
        ("x9", "the order names x9, which is not (any more) among its cards"),
        ("", "the order leaves out y1 y2"),
        ("y2", "the order leaves out y1"),
    ],
)
def test_a_shuffle_of_other_cards(order, what):
    keys = 'start.stock = ""\nstart.turn = "p1"\nstart.discard = "y1 y2 r5"'
    played = record(start("p1 draw", f"d shuffle {order}", keys=keys, hands='"g1", "*"'))
    assert fails(played, "deal 1, line 1") == what


def test_a_deck_of_other_cards():
    what = fails(record(deal(deck="r0 r0 *")), "deal 1, start")
    assert what == "the order names r0, which is not (any more) among its cards"
    assert fails(record(deal(deck="r0")), "deal 1, start").startswith("the order leaves out r1 r1")


def test_a_shuffle_that_nothing_needs():
    what = "a shuffle is written that nothing needs"
    assert fails(record(deal("d shuffle *")), "deal 1, line 1") == what
    assert fails(record(start("d shuffle *")), "deal 1, line 1") == what
    played = record(deal("p1 play r1", "d shuffle *"))
    assert fails(played, "deal 1, line 2") == what
    keys = 'start.stock = ""\nstart.turn = "p1"\nstart.discard = "y1 y2 r5"'
    played = record(start("p1 draw", "= turn p1", "d shuffle y1 y2", keys=keys, hands='"g1", "*"'))
    assert "is needed here" in fails(played, "deal 1, line 1")  # it must follow at once


# ---------------------------------------------------------------- from deal to deal


def test_the_dealer_of_the_next_deal():
    assert verify(record(deal(*ROUND), deal(dealer="p1"))).mismatch is None
    assert verify(record(deal(*ROUND), deal("= dealer p1", dealer=""))).mismatch is None
    what = fails(record(deal(*ROUND), deal(dealer="p2")), "deal 2, start")
    assert what == "dealer is p1, not p2"


def test_the_first_deal_names_its_dealer():
    what = fails(record(deal(dealer="")), "deal 1, start")
    assert what == "the first deal of a match names its dealer (deal.dealer)"


def test_no_deal_while_one_runs():
    what = fails(record(deal("p1 play r1"), deal(dealer="p1")), "deal 2, start")
    assert what == "the deal before is not finished"
    played = record(start(), deal(dealer="p1"))
    assert fails(played, "deal 2, start") == "the deal before is not finished"


def test_no_deal_after_the_match_is_won():
    played = record(deal(*ROUND), deal(dealer="p1"), options="hand_size = 2, target = 2")
    assert fails(played, "deal 2, start") == "the match was already won by p1"
    played = record(deal(*ROUND), deal(dealer="p1"), options="hand_size = 2, rounds = 1")
    assert fails(played, "deal 2, start") == "the match was already won by p1"
    keys = 'start.scores = "498 7"\nstart.turn = "p1"\nstart.called = "p1"'
    won = start("p1 play r1", keys=keys, hands='"r1", "g2 *"')
    won = won.replace('start.discard = "* r5"', 'start.discard = "r5"')
    assert fails(record(won, deal(dealer="p1")), "deal 2, start").startswith("the match was")


def test_totals_go_on_and_a_start_sets_them():
    played = record(
        deal(*ROUND, "= scores 2 0"),
        deal("= scores 2 0", "p2 play r1 call", "p1 play r3 call", "p2 play r2", dealer="p1"),
        deal("= scores 2 2", dealer="p2"),
        start("= scores 30 40", keys='start.scores = "30 40"'),
        start("= scores 5 6", keys="start.scores = [5, 6]"),
    )
    assert verify(played).mismatch is None


def test_nobody_leaves_twice():
    deck = "r1 r3 r4 r2 g2 g3 r5 *"
    played = record(deal("p1 leave", "p1 leave", deck=deck), players='"Ann", "Bo", "Cy"')
    assert fails(played, "deal 1, line 2") == "p1 has already left"


# ---------------------------------------------------------------- warnings


def warnings_of(report):
    return tuple(map(str, report.warnings))


def test_a_warning_where_a_card_was_drawn_that_is_not_named():
    lines = ("p1 draw", "p1 pass", "p2 draw", "p2 pass")
    deck = "r1 r3 r2 g2 r5 y9 *"
    report = verify(record(deal(*lines, deck=deck)))
    assert report.mismatch is None
    assert warnings_of(report) == ("deal 1, line 3: a card was drawn that is not named (*)",)
    named = verify(record(deal(*lines, deck="r1 r3 r2 g2 r5 y9 y8 *")))
    assert named.warnings == ()


@pytest.mark.parametrize(("stock", "warned"), [("y9 y8 *", ()), ("y9 *", (3,)), ("*", (1, 3))])
def test_a_warning_for_a_star_in_a_position(stock, warned):
    keys = f'start.stock = "{stock}"\nstart.discard = "r5"\nstart.turn = "p1"'
    report = verify(record(start("p1 draw", "p1 pass", "p2 draw", keys=keys)))
    assert report.mismatch is None
    assert [warning.split(":")[0] for warning in warnings_of(report)] == [
        f"deal 1, line {line}" for line in warned
    ]


def test_a_warning_for_a_star_under_a_turned_plus_2():
    keys = 'start.stock = "{}"\nstart.turned = "r+2"\nstart.dealer = "p2"'
    lines = ("p2 draw", "p2 pass", "p1 draw")
    report = verify(record(start(*lines, keys=keys.format("y9 y8 y7 *"))))
    assert warnings_of(report) == ("deal 1, line 3: a card was drawn that is not named (*)",)
    report = verify(record(start("p2 draw", keys=keys.format("y9 *"))))
    assert warnings_of(report) == ("deal 1, line 1: a card was drawn that is not named (*)",)


def test_a_warning_for_a_star_in_a_shuffle():
    keys = 'start.stock = ""\nstart.turn = "p1"\nstart.discard = "y1 y2 y3 r5"'
    lines = ("p1 draw", "d shuffle y2 *", "p1 pass", "p2 draw", "p2 pass")
    report = verify(record(start(*lines, keys=keys, hands='"g1", "*"')))
    assert warnings_of(report) == ("deal 1, line 4: a card was drawn that is not named (*)",)


# ---------------------------------------------------------------- moments, chance


def test_a_replay_yields_the_match_and_its_events_at_each_line():
    moments = list(replay(record(deal("p1 play r1 call", "= turn p2"))))
    assert [(m.deal, m.number, str(m.line)) for m in moments] == [
        (1, 0, "None"),
        (1, 1, "p1 play r1 call"),
        (1, 2, "= turn p2"),
    ]
    assert [type(event).__name__ for event in moments[0].events] == ["Dealt", "Turned"]
    assert [type(event).__name__ for event in moments[1].events] == ["Played"]
    assert moments[2].match is moments[1].match


def test_a_replay_stops_where_a_line_does_not_hold():
    moments = replay(record(deal("p1 play r1", "= turn p1")))
    assert next(moments).number == 0
    assert next(moments).number == 1
    with pytest.raises(Mismatch) as caught:
        next(moments)
    assert (caught.value.deal, caught.value.line) == (1, 2)


def test_written_chance_gives_the_order_and_keeps_the_star_in_deck_order():
    cards = [parse_card(text) for text in ("r1", "r1", "y2", "w")]
    chance = WrittenChance([("w", "r1", "*")])
    assert [card.text for card in chance.shuffle(cards)] == ["w", "r1", "r1", "y2"]
    assert chance.starred == 2
    with pytest.raises(Mismatch):
        chance.shuffle(cards)
    with pytest.raises(Mismatch):
        chance.pick(2)
