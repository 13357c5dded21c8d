"""Every client proves every deal, and a table that cheats is found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import fair
from engine.fair import Seed
from engine.match import Match
from engine.uno.cards import parse_card
from netcore.client.audit import Auditor
from netcore.client.verdict import KEPT, MAX_LOG, Audited, Case, Doubt, judge
from netcore.table import desk as desk_module
from netcore.table.fairdeal import Dealing, FairDeal
from netcore.wire.messages import (
    ByeCode,
    DealOpen,
    End,
    Join,
    Leave,
    Lobby,
    Pledge,
    Pledges,
    Ready,
    Resume,
    Reveal,
    ServerMessage,
    Share,
    Shares,
    Start,
    Update,
)
from tests.netcore.tablepair import Guest, TablePair

TABLES: list[dict[str, Any]] = [
    {"preset": "official", "seats": 3, "changes": (("target", 60),)},
    {"preset": "kano", "seats": 3},
    {"preset": "crystal", "seats": 2, "bots": ("easy",)},
    {"game": "casino", "preset": "seed", "seats": 2},
]


def play(pair: TablePair, guests: list[Guest], rng: Random, acts: int) -> None:
    """Let those on turn do anything; deals follow each other."""
    for _ in range(acts):
        if pair.phase == "between":
            for guest in guests:
                if not guest.closed:
                    guest.send(Ready(True))
        if pair.phase != "deal":
            return
        (seat,) = pair.match.waiting_on()
        guest = next((one for one in guests if one.seat == seat and not one.closed), None)
        if guest is None:
            pair.wait(5.0)
            continue
        game = pair.match.game
        guest.act(rng.choice(list(game.legal(game.view(pair.match.state, seat)))))


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_an_honest_table_is_verified_by_players_and_watchers(
    options: dict[str, Any], seed: int
) -> None:
    pair = TablePair(seed, **options)
    guests = [pair.join(name) for name in ("Ann", "Bo", "Cy")[: options["seats"]]]
    if "bots" in options:
        guests = guests[:1]
    watcher = pair.join("Wil", watch=True)
    guests[0].send(Start())
    play(pair, guests, Random(seed), 400)
    if pair.phase != "won":
        guests[0].send(End())
    deals = len(pair.finished[0].record.deals)
    for guest in (*guests, watcher):
        assert [one.deal for one in guest.audited] == list(range(1, deals + 1))
        assert {one.verdict for one in guest.audited} == {"verified"}
        assert {one.shared for one in guest.audited} == {guest is not watcher}


def test_who_comes_late_goes_away_and_comes_back_verifies_what_was_seen() -> None:
    long = (("target", 1000), ("hand_size", 30))  # whatever the cards are, nobody goes out
    pair = TablePair(5, seats=3, bots=("easy",), changes=long)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    play(pair, [ann, bo], Random(1), 10)
    late = pair.join("Cy")  # for the bot
    assert late.seat == 2
    play(pair, [ann, bo, late], Random(2), 10)
    for program in (ann.auditor, Auditor()):  # the same program comes back, then another
        pair.drop(ann)
        resume = Resume("", ann.token, ann.n)
        ann = pair.connect()
        ann.auditor = program
        pair.enter(ann, resume)
        play(pair, [ann, bo, late], Random(3), 10)
    bo.send(Leave())
    play(pair, [ann, late], Random(4), 5)
    ann.send(End())
    for guest, earlier in ((ann, True), (late, False)):
        assert guest.audited[-1] == Audited(1, "verified", earlier=earlier)


def test_who_was_away_when_the_deal_ended_verifies_it_when_back() -> None:
    pair = TablePair(6, seats=2, changes=(("target", 1000),), grace=300, timer=5)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    token, n = bo.token, bo.n
    pair.drop(bo)
    while pair.phase == "deal":
        pair.wait(5.0)
    back = pair.connect()
    back.auditor = bo.auditor
    pair.enter(back, Resume("", token, n))
    assert back.audited == [Audited(1, "verified", shared=True)]


# --- tables that cheat ---

Bend = Callable[["Crooked", Guest, ServerMessage], ServerMessage | None]


class Crooked(TablePair):
    """A table whose every message goes through somebody's hands first."""

    def __init__(self, bend: Bend, **options: Any) -> None:
        super().__init__(3, **{"seats": 2, "changes": (("target", 1000),), **options})
        self.bend = bend

    def _receive(self, guest: Guest, message: ServerMessage) -> None:
        bent = self.bend(self, guest, message)
        if bent is not None:
            super()._receive(guest, bent)


def found(bend: Bend, acts: int = 30, **options: Any) -> list[Audited]:
    """Return what two players and a watcher find out in a deal at such a table."""
    pair = Crooked(bend, **options)
    guests = [pair.join("Ann"), pair.join("Bo")]
    guests.append(pair.join("Wil", watch=True))
    guests[0].send(Start())
    if pair.table.desk.course is not None:
        play(pair, guests[:2], Random(1), acts)
        if pair.phase != "lobby":
            guests[0].send(End())
    return [one for guest in guests for one in guest.audited]


def doubts(results: list[Audited]) -> set[tuple[str, Doubt | None]]:
    return {(one.verdict, one.doubt) for one in results}


def test_hands_that_nobody_bends_are_clean() -> None:
    assert doubts(found(lambda _p, _g, message: message)) == {("verified", None)}


def test_a_deck_that_was_changed_shows_in_the_views() -> None:
    def another_hand(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage:
        if isinstance(message, Update) and message.view.game.hand:
            game = message.view.game
            other = parse_card("r0") if str(game.hand[0]) != "r0" else parse_card("b9")
            hand = (other, *game.hand[1:])
            return replace(message, view=replace(message.view, game=replace(game, hand=hand)))
        return message

    class Unchecked(Crooked):
        def _receive(self, guest: Guest, message: ServerMessage) -> None:
            for one in guest.auditor.see(another_hand(self, guest, message)):
                if isinstance(one, Case):
                    guest.audited.append(judge(one))
                elif isinstance(one, Audited):
                    guest.audited.append(one)
                else:
                    guest.replies.append(one)
            guest.hear(message)

    pair = Unchecked(lambda _p, _g, message: message)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    play(pair, [ann, bo], Random(1), 5)
    ann.send(End())
    assert doubts(ann.audited) == {("mismatch", Doubt.VIEW)}
    assert ann.audited[0].n == 1


def test_an_event_that_did_not_happen_is_found() -> None:
    def silent(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage:
        return replace(message, events=()) if isinstance(message, Update) else message

    assert doubts(found(silent)) == {("mismatch", Doubt.EVENTS)}


def test_events_may_only_be_missing_where_that_is_said() -> None:
    def missed(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage:
        if isinstance(message, Update):
            return replace(message, events=(), missed=True)
        return message

    assert doubts(found(missed)) == {("verified", None)}


@pytest.mark.parametrize("part", ["rules", "deck"])
def test_other_rules_or_cards_than_the_table_says_are_found_at_once(part: str) -> None:
    def other(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage:
        return replace(message, **{part: bytes(32)}) if isinstance(message, DealOpen) else message

    assert ("mismatch", Doubt(part)) in doubts(found(other))


def test_a_secret_that_was_chosen_later_is_found() -> None:
    def other(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage:
        return replace(message, secret=bytes(32)) if isinstance(message, Reveal) else message

    assert doubts(found(other)) == {("mismatch", Doubt.SECRET)}


def test_another_commitment_for_one_of_them_is_found_by_that_one() -> None:
    def split(_p: Crooked, guest: Guest, message: ServerMessage) -> ServerMessage:
        if isinstance(message, DealOpen) and guest.conn == 2:
            return replace(message, commit=bytes(32))
        return message

    results = found(split)
    assert ("mismatch", Doubt.SECRET) in doubts(results)


def test_a_pledge_that_was_exchanged_keeps_the_share_hidden() -> None:
    shown: list[Share] = []

    class Watched(Crooked):
        def send(self, guest: Guest, message: Any) -> None:
            if isinstance(message, Share):
                shown.append(message)
            super().send(guest, message)

    def other(_p: Crooked, guest: Guest, message: ServerMessage) -> ServerMessage:
        if isinstance(message, Pledges) and guest.seat is not None:
            pledges = list(message.pledges)
            pledges[guest.seat] = bytes(32)
            return replace(message, pledges=tuple(pledges))
        return message

    pair = Watched(other)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    assert not shown and pair.phase == "lobby"
    for guest in (ann, bo):
        assert doubts(guest.audited) == {("mismatch", Doubt.PLEDGE)}


def test_a_share_that_was_exchanged_is_found_by_all() -> None:
    def other(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage:
        if isinstance(message, Shares):
            return replace(message, shares=(message.shares[0], bytes(32)))
        return message

    results = found(other)
    assert len(results) == 3 and doubts(results) == {("mismatch", Doubt.SHARE)}


@pytest.mark.parametrize(
    ("bend", "doubt"),
    [
        (lambda log: log[:-1], Doubt.HEAD),
        (lambda log: (log[0], *log), Doubt.LOG),
        (lambda log: ("p1 play nothing", *log[1:]), Doubt.LOG),
        (lambda log: ("= turn p1", *log), Doubt.LOG),
        (lambda log: ("p9 draw", *log[1:]), Doubt.LOG),
        (lambda log: ("p1 leave", "p1 leave"), Doubt.LOG),
        (lambda log: tuple(f" {line}" for line in log), Doubt.LOG),
        (lambda log: ("p1 leave", *log), None),
    ],
)
def test_a_log_that_was_rewritten_is_found(
    bend: Callable[[tuple[str, ...]], tuple[str, ...]], doubt: Doubt | None
) -> None:
    def other(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage:
        return replace(message, log=bend(message.log)) if isinstance(message, Reveal) else message

    results = found(other)
    assert {one.verdict for one in results} == {"mismatch"}
    if doubt is not None:
        assert {one.doubt for one in results} == {doubt}


def test_a_table_that_shows_nothing_is_called_that() -> None:
    def withhold(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage | None:
        return None if isinstance(message, Reveal) else message

    results = found(withhold)
    assert len(results) == 3 and doubts(results) == {("unverifiable", Doubt.WITHHELD)}


def test_a_start_that_nobody_was_told_of_proves_nothing() -> None:
    def shares(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage | None:
        return None if isinstance(message, Shares) else message

    assert doubts(found(shares)) == {("unverifiable", Doubt.UNSEEN)}


@pytest.mark.parametrize(
    "change",
    [
        {"scores": (5, 0)},
        {"scores": (0, 0, 0)},
        {"deal": 2},
        {"dealer": 1},
        {"gone": (0, 1)},
        {"gone": (7,)},
        {"seats": (0, 7)},
        {"seats": (1, 0)},
    ],
    ids=str,
)
def test_a_start_that_cannot_be_is_found(change: dict[str, Any]) -> None:
    def other(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage:
        return replace(message, **change) if isinstance(message, DealOpen) else message

    results = found(other)
    assert results and all(one.verdict == "mismatch" for one in results)


@pytest.mark.parametrize("change", [{"scores": (0, 0)}, {"dealer": 0}, {"dealer": 1}])
def test_the_next_deal_goes_on_with_what_was_proved(change: dict[str, Any]) -> None:
    def other(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage:
        if isinstance(message, DealOpen) and message.deal == 2:
            return replace(message, **change)
        return message

    pair = Crooked(other, timer=5)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    while pair.phase == "deal":
        play(pair, [ann, bo], Random(2), 1)
    due = pair.match.game.next_dealer(pair.match.state)
    for guest in (ann, bo):
        guest.send(Ready(True))
    seconds = [one for one in ann.audited if one.deal == 2]
    right = change.get("dealer") == due or change.get("scores") == pair.match.scores
    assert [one.doubt for one in seconds] == ([] if right else [Doubt.START])


# --- tables that cheat with all their heart: what they tell is consistent ---


def rerolling(monkeypatch: pytest.MonkeyPatch, times: int, *, owning_up: bool) -> TablePair:
    """Return a table that breaks its starts off, knowing the deck, until it likes it."""
    left = [times]

    class Choosy(Dealing):
        def _go_on(self, deal: FairDeal, now: float) -> None:
            if left[0] and deal.stage == "share" and not deal.missing:
                left[0] -= 1
                self.cancelled += owning_up
                assert self._match is not None
                self.open(self._match, now)
            else:
                super()._go_on(deal, now)

    monkeypatch.setattr(desk_module, "Dealing", Choosy)
    return TablePair(1, seats=2, changes=(("target", 1000),))


@pytest.mark.parametrize("owning_up", [True, False])
def test_a_table_that_deals_until_it_likes_the_deck_is_found_out(
    monkeypatch: pytest.MonkeyPatch, owning_up: bool
) -> None:
    pair = rerolling(monkeypatch, 3, owning_up=owning_up)
    ann, bo, watcher = pair.join("Ann"), pair.join("Bo"), pair.join("Wil", watch=True)
    ann.send(Start())
    play(pair, [ann, bo], Random(1), 5)
    ann.send(End())
    for guest in (ann, bo, watcher):
        (found_,) = guest.audited
        assert found_.broken == 3
        assert found_.doubt is (None if owning_up else Doubt.UNCOUNTED)


def test_starts_that_are_broken_off_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = rerolling(monkeypatch, 2, owning_up=True)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    for _ in range(2):
        ann.send(Start())
        play(pair, [ann, bo], Random(1), 5)
        ann.send(End())
    assert [(one.verdict, one.broken) for one in bo.audited] == [("verified", 2), ("verified", 0)]


@pytest.mark.parametrize("deal", [1, 2])
def test_a_table_that_skips_a_deal_to_choose_totals_and_dealer_is_found_out(deal: int) -> None:
    pair = TablePair(3, seats=2, changes=(("target", 1000),), timer=5)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    if deal == 1:
        before = Match.new(pair.table.desk.playing, pair.table.desk.rules, 2)
        begun = before.begin(Seed("x", bytes(32)).chance()).state
        pair.table.desk.dealing.open(replace(begun, scores=(400, 0)), pair.now)
        pair.take(pair.table.tick(pair.now))
    else:
        ann.send(Start())
        while pair.phase == "deal":
            play(pair, [ann, bo], Random(2), 1)
        assert pair.table.desk.course is not None
        moments = pair.table.desk.course.moments
        match = replace(moments[-1].match, deals=2, scores=(400, 0))
        moments[-1] = replace(moments[-1], match=match)
        for guest in (ann, bo):
            guest.send(Ready(True))
    for guest in (ann, bo):
        assert guest.audited[-1].doubt is Doubt.START


def test_a_deal_that_is_opened_before_the_last_was_judged_is_held_to_it_all_the_same() -> None:
    def other(_p: Crooked, _g: Guest, message: ServerMessage) -> ServerMessage:
        if isinstance(message, DealOpen) and message.deal == 2:
            return replace(message, scores=(400, 0))
        return message

    pair = Crooked(other, timer=5)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    for guest in (ann, bo):
        guest.slow = True
    ann.send(Start())
    while pair.phase == "deal":
        play(pair, [ann, bo], Random(2), 1)
    for guest in (ann, bo):
        guest.send(Ready(True))
    play(pair, [ann, bo], Random(2), 3)
    ann.send(End())
    assert [judge(case).doubt for case in ann.cases] == [None, Doubt.START]


def test_the_end_of_a_deal_cannot_be_kept_from_us() -> None:
    """Or it could have any end, and the next deal any totals."""
    auditor = Auditor(lambda size: bytes(size))
    messages = honest()
    last = max(i for i, one in enumerate(messages) if isinstance(one, Update))
    for message in (*messages[:last], *messages[last + 1 :]):
        for one in auditor.see(message):
            if isinstance(one, Case):
                assert judge(one).doubt is Doubt.HEAD
                return
    raise AssertionError("there was nothing to judge")


def test_a_deal_of_which_nothing_came_is_not_verified() -> None:
    auditor = Auditor(lambda size: bytes(size))
    cases = [one for one in lines(auditor, [m for m in honest() if not isinstance(m, Update)])
             if isinstance(one, Case)]  # fmt: skip
    assert [judge(case).doubt for case in cases] == [Doubt.UNSEEN]


def test_a_table_that_ends_proves_its_deal_unless_it_goes_on_later() -> None:
    for resume in (0, 1):
        pair = TablePair(3, seats=2)
        ann = pair.join("Ann")
        pair.join("Bo")
        ann.send(Start())
        pair.take(pair.table.close(ByeCode.SHUTDOWN, resume=resume))
        assert [one.verdict for one in ann.audited] == ([] if resume else ["verified"])
        assert len(pair.finished) == 1 - resume  # a record holds every hand
        assert len(ann.all(Reveal)) == 1 - resume
        left_over = ann.auditor.end()
        assert [one.doubt for one in left_over] == [Doubt.WITHHELD] * resume


def test_a_program_begun_anew_amid_a_start_suspects_nobody() -> None:
    pair = TablePair(3, seats=2, grace=300)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.fair = False
    ann.send(Start())
    deal_id = ann.last(DealOpen).deal_id
    ann.send(Pledge(deal_id, fair.share_commitment(bytes(32), deal_id, 0)))
    again = pair.resume(bo.token)
    assert again.audited == [] and again.last(Pledges) == ann.last(Pledges)


def test_the_same_program_shows_its_share_over_another_connection() -> None:
    pair = TablePair(3, seats=2, grace=300)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.fair = bo.fair = False
    ann.send(Start())
    deal_id = ann.last(DealOpen).deal_id
    for guest, share in ((ann, bytes(32)), (bo, bytes(32))):
        assert guest.seat is not None
        guest.send(Pledge(deal_id, fair.share_commitment(share, deal_id, guest.seat)))
    bo.auditor = Auditor(lambda size: bytes(size))
    for message in bo.got:
        bo.auditor.see(message)
    again = pair.connect()
    again.auditor = bo.auditor
    pair.enter(again, Resume("", bo.token, 0))
    ann.send(Share(deal_id, bytes(32)))
    assert pair.phase == "deal"
    ann.send(End())
    assert again.audited == [Audited(1, "verified", shared=True)]


# --- what an auditor keeps ---


def lines(auditor: Auditor, messages: list[ServerMessage]) -> list[Any]:
    return [one for message in messages for one in auditor.see(message)]


def honest() -> list[ServerMessage]:
    """Return all that one player was sent in a deal."""
    pair = TablePair(3, seats=2, changes=(("target", 1000),))
    ann, bo = pair.connect(), pair.connect()
    ann.auditor = Auditor(lambda size: bytes(size))
    for guest, name in ((ann, "Ann"), (bo, "Bo")):
        pair.enter(guest, Join("", name, False, False, ""))
    ann.send(Start())
    for _ in range(10):
        (seat,) = pair.match.waiting_on()
        (ann, bo)[seat].act(pair.table.desk.default(seat))
    ann.send(End())
    assert ann.audited[-1].verdict == "verified"
    return ann.got


def test_shares_come_from_where_they_are_drawn() -> None:
    auditor = Auditor(lambda size: bytes(size))
    answers = lines(auditor, honest())
    opened = next(one for one in honest() if isinstance(one, DealOpen))
    assert [type(one) for one in answers] == [Pledge, Share, Case]
    assert answers[1].share == bytes(32) and len(opened.deal_id) == 32


def test_what_is_told_again_is_not_judged_again() -> None:
    messages = honest()
    auditor = Auditor(lambda size: bytes(size))
    start = next(i for i, one in enumerate(messages) if isinstance(one, DealOpen))
    end = next(i for i, one in enumerate(messages) if isinstance(one, Reveal))
    told = [one for one in messages[start : end + 1] if not isinstance(one, Lobby)]
    lines(auditor, messages[: end + 1])
    assert lines(auditor, [replace_begun(one) for one in told]) == []


def replace_begun(message: ServerMessage) -> ServerMessage:
    return replace(message, begun=True) if isinstance(message, DealOpen) else message


def test_a_table_cannot_fill_the_memory() -> None:
    messages = honest()
    auditor = Auditor(lambda size: bytes(size))
    end = next(i for i, one in enumerate(messages) if isinstance(one, Reveal))
    lines(auditor, messages[:end])
    update = next(one for one in messages if isinstance(one, Update))
    reveal = messages[end]
    assert isinstance(reveal, Reveal)
    for _ in range(KEPT + 10):
        auditor.see(update)
    found: list[Any] = []
    start = 0
    while not found:
        part = ("p1 draw",) * 64
        found = auditor.see(replace(reveal, start=start, log=part, more=True))
        start += 64
    (case,) = found
    assert len(case.seen) == KEPT and len(case.log) <= MAX_LOG + 64
    assert judge(case) == Audited(1, "unverifiable", Doubt.TOO_LONG, shared=True)


def test_a_viewer_who_is_not_there_is_no_crash() -> None:
    messages = honest()
    for seat in (9, -1):
        auditor = Auditor(lambda size: bytes(size))
        bent = [
            replace(one, view=replace(one.view, game=replace(one.view.game, seat=seat)))
            if isinstance(one, Update)
            else one
            for one in messages
        ]
        (case,) = [one for one in lines(auditor, bent) if isinstance(one, Case)]
        assert judge(case).doubt is Doubt.VIEW


@pytest.mark.parametrize("change", [{"scores": (5, 0)}, {"gone": (1,)}], ids=str)
def test_a_match_begins_with_nothing(change: dict[str, Any]) -> None:
    messages = honest()
    at = next(i for i, one in enumerate(messages) if isinstance(one, DealOpen))
    auditor = Auditor(lambda size: bytes(size))
    lines(auditor, messages[:at])
    opened = messages[at]
    assert isinstance(opened, DealOpen)
    (found_,) = auditor.see(replace(opened, **change))
    assert isinstance(found_, Audited) and found_.doubt is Doubt.START
