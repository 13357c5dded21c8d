"""The start of a deal on the wire: everybody is bound before anybody shows anything."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import fair
from netcore.client.verdict import Audited
from netcore.table.fairdeal import PATIENCE, SLOW, revealed
from netcore.wire.messages import (
    AddBot,
    DealOpen,
    End,
    Join,
    Kick,
    Leave,
    Lobby,
    Note,
    NoteCode,
    Pledge,
    Pledges,
    Ready,
    Refused,
    Resume,
    Reveal,
    Setup,
    Share,
    Shares,
    Start,
    Update,
)
from tests.netcore.journalpair import JournalPair, ResumedPair
from tests.netcore.tablepair import Guest, TablePair

ONE, TWO = b"1" * 32, b"2" * 32


def by_hand(*names: str, **options: Any) -> tuple[TablePair, list[Guest]]:
    """Return a table whose people wait for the test to answer; the match is started."""
    pair = TablePair(1, **{"seats": max(2, len(names)), **options})
    guests = [pair.join(name) for name in names]
    for guest in guests:
        guest.fair = False
    guests[0].send(Start())
    return pair, guests


def opened(guest: Guest) -> DealOpen:
    return guest.last(DealOpen)


def pledge(guest: Guest, share: bytes) -> None:
    deal_id, seat = opened(guest).deal_id, guest.seat
    assert seat is not None
    guest.send(Pledge(deal_id, fair.share_commitment(share, deal_id, seat)))


def show(guest: Guest, share: bytes) -> str | None:
    return guest.refusal(Share(opened(guest).deal_id, share))


def notes(guest: Guest, code: NoteCode) -> list[Any]:
    return [note.detail for note in guest.all(Note) if note.code is code]


def begun(pair: TablePair) -> bool:
    return pair.phase == "deal"


def test_nothing_is_shown_before_everybody_is_bound() -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo")
    assert opened(ann) == opened(bo) and opened(ann).seats == (0, 1)
    assert show(ann, ONE) == "not-now"  # nobody is bound yet
    pledge(ann, ONE)
    assert ann.all(Pledges) == [] and bo.all(Pledges) == []
    pledge(bo, TWO)
    deal_id = opened(ann).deal_id
    pledges = (fair.share_commitment(ONE, deal_id, 0), fair.share_commitment(TWO, deal_id, 1))
    assert [guest.all(Pledges) for guest in (ann, bo)] == [[Pledges(deal_id, pledges)]] * 2
    assert show(bo, TWO) is None
    assert ann.all(Shares) == [] and not begun(pair)
    assert show(ann, ONE) is None
    assert bo.all(Shares) == [Shares(deal_id, (ONE, TWO))] and begun(pair)
    assert ann.got.index(ann.last(Shares)) < ann.got.index(ann.last(Update))


def test_the_deck_follows_from_every_share() -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo")
    pledge(ann, ONE)
    pledge(bo, TWO)
    show(ann, ONE)
    show(bo, TWO)
    ann.send(End())
    secret = ann.last(Reveal).secret
    assert fair.commitment(secret, opened(ann).deal_id) == opened(ann).commit
    (deal,) = pair.finished[0].record.deals
    assert deal.fair is not None and deal.fair.shares == (ONE, TWO)
    order = fair.Seed(opened(ann).deal_id, secret, (ONE, TWO)).chance()
    assert tuple(map(str, order.shuffle(pair.table.desk.playing.deck(pair.table.desk.rules)))) == (
        deal.deck
    )


def test_a_pledge_may_change_until_the_list_is_told_and_not_after() -> None:
    _, (ann, bo) = by_hand("Ann", "Bo")
    pledge(ann, TWO)
    pledge(ann, ONE)  # as after coming back with another program
    pledge(bo, TWO)
    assert ann.last(Pledges).pledges[0] == fair.share_commitment(ONE, opened(ann).deal_id, 0)
    pledge(ann, ONE)  # said twice is said once
    assert ann.all(Refused) == []
    pledge(ann, TWO)
    assert ann.last(Refused).code == "not-now"


def test_who_shows_another_share_is_named_and_all_begin_anew() -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo")
    before = opened(ann)
    pledge(ann, ONE)
    pledge(bo, TWO)
    assert show(bo, ONE) == "bad-share"
    assert notes(ann, NoteCode.NO_SHARE) == [{"who": "Bo", "seat": 1}]
    assert not begun(pair) and ann.last(Lobby).cancelled == 1
    assert opened(ann).deal_id != before.deal_id and opened(ann).commit != before.commit
    assert opened(ann).seats == (0, 1)  # asked once more


def test_a_second_share_changes_nothing() -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo")
    pledge(ann, ONE)
    pledge(bo, TWO)
    assert show(bo, TWO) is None
    assert show(bo, TWO) is None
    assert show(bo, ONE) == "bad-share"
    assert notes(ann, NoteCode.NO_SHARE) == []
    show(ann, ONE)
    assert ann.last(Shares).shares == (ONE, TWO) and begun(pair)
    assert show(bo, TWO) == "not-now"


@pytest.mark.parametrize("stage", ["pledge", "share"])
def test_who_never_answers_is_asked_twice_and_then_left_out(stage: str) -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo")

    def all_but_bo() -> None:
        pledge(ann, ONE)
        if stage == "share":
            pledge(bo, TWO)
            show(ann, ONE)

    all_but_bo()
    pair.wait(SLOW)
    shuffling = ann.last(Lobby).shuffling
    assert shuffling is not None and (shuffling.stage, shuffling.waiting) == (stage, (1,))
    pair.wait(PATIENCE - SLOW - 1)
    assert notes(ann, NoteCode.NO_SHARE) == []
    pair.wait(1)
    assert notes(ann, NoteCode.NO_SHARE) == [{"who": "Bo", "seat": 1}]
    assert ann.last(Lobby).cancelled == 1 and ann.last(Lobby).silent == ()
    all_but_bo()
    pair.wait(PATIENCE)
    assert notes(ann, NoteCode.SILENT) == [{"who": "Bo", "seat": 1}]
    assert ann.last(Lobby).cancelled == 2 and ann.last(Lobby).silent == (1,)
    assert opened(ann).seats == (0,) and not begun(pair)
    pledge(ann, ONE)
    show(ann, ONE)
    assert begun(pair) and ann.last(Lobby).shuffling is None
    assert bo.last(Update).view.game.seat == 1  # who gives nothing plays all the same
    ann.send(End())
    ann.send(Start())
    assert opened(ann).seats == (0, 1)  # in the next match everybody is asked again
    assert ann.last(Lobby).cancelled == 2  # which stays told


def test_a_seat_that_is_not_asked_has_nothing_to_say() -> None:
    pair, (ann,) = by_hand("Ann", seats=2, bots=("easy",))
    watcher = pair.join("Wil", watch=True)
    watcher.fair = False
    assert opened(ann).seats == (0,)
    assert watcher.last(DealOpen) == opened(ann)
    assert watcher.refusal(Pledge(opened(ann).deal_id, ONE)) == "not-now"
    assert ann.refusal(Pledge("another", ONE)) == "not-now"
    pledge(ann, ONE)
    show(ann, ONE)
    assert begun(pair) and watcher.last(Shares).shares == (ONE,)


def test_with_nobody_to_ask_the_deal_begins_at_once() -> None:
    pair = TablePair(1, seats=2, bots=("easy", "easy"), host_token="h")
    host = pair.join("Hal", watch=True, host="h")
    host.fair = False
    host.send(Start())
    assert begun(pair)
    assert host.last(DealOpen).seats == () and host.last(Shares).shares == ()


def test_what_the_deal_is_opened_for_cannot_change_meanwhile() -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo")
    assert ann.refusal(Start()) == "not-now"
    assert ann.refusal(AddBot("easy")) == "not-now"
    assert ann.refusal(Setup("uno", "party", {}, 2)) == "not-now"
    assert bo.refusal(Ready(True)) == "not-now"
    late = pair.connect()
    pair.enter(late, Join("", "Cy", False, False, ""))
    assert late.last(Refused).code == "game-running"


def test_who_leaves_meanwhile_is_dealt_out() -> None:
    pair, (ann, bo, cy) = by_hand("Ann", "Bo", "Cy")
    pledge(ann, ONE)
    bo.send(Leave())
    assert opened(ann).seats == (0, 1) and len(opened(ann).scores) == 2
    assert cy.seat == 1 and ann.last(Lobby).cancelled == 0  # nobody had seen anything
    for guest, share in ((ann, ONE), (cy, TWO)):
        pledge(guest, share)
    show(ann, ONE)
    ann.send(Kick(1))
    assert not begun(pair) and not pair.table.desk.dealing.running  # one alone cannot play
    assert ann.last(Lobby).cancelled == 1  # a share had been seen
    assert ann.last(Lobby).phase == "lobby"


def test_the_host_may_end_it() -> None:
    pair, (ann, _) = by_hand("Ann", "Bo")
    assert ann.refusal(End()) is None
    assert ann.last(Lobby).phase == "lobby" and not pair.table.desk.dealing.running
    pair.wait(2 * PATIENCE)
    assert notes(ann, NoteCode.NO_SHARE) == []


def test_who_is_lost_before_the_pledges_is_not_waited_for() -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo")
    pledge(ann, ONE)
    pair.drop(bo)
    assert opened(ann).seats == (0,)
    pledge(ann, ONE)
    show(ann, ONE)
    assert begun(pair) and ann.last(Lobby).cancelled == 0


def test_who_is_lost_after_them_may_come_back_and_show() -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo")
    pledge(ann, ONE)
    pledge(bo, TWO)
    show(ann, ONE)
    pair.drop(bo)
    assert not begun(pair)
    pair.wait(PATIENCE - 1)
    again = pair.connect()
    again.fair = False
    pair.enter(again, Resume("", bo.token, 0))
    assert opened(again) == replace(opened(ann), begun=True)  # too late to pledge anything
    assert again.last(Pledges) == ann.last(Pledges)
    assert show(again, TWO) is None
    assert begun(pair) and ann.last(Lobby).cancelled == 0


def test_who_does_not_come_back_is_named() -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo", grace=300)
    pledge(ann, ONE)
    pledge(bo, TWO)
    show(ann, ONE)
    pair.drop(bo)
    pair.wait(PATIENCE)
    assert notes(ann, NoteCode.NO_SHARE) == [{"who": "Bo", "seat": 1}]
    assert opened(ann).seats == (0,)


def test_what_has_begun_is_told_to_who_comes_later_and_asks_for_nothing() -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo")
    for guest, share in ((ann, ONE), (bo, TWO)):
        pledge(guest, share)
    for guest, share in ((ann, ONE), (bo, TWO)):
        show(guest, share)
    watcher = pair.join("Wil", watch=True)
    assert watcher.last(DealOpen).begun
    assert watcher.last(Pledges) == ann.last(Pledges)
    assert watcher.last(Shares) == ann.last(Shares)


def test_heads_are_the_same_for_everybody_and_rise_with_each_action() -> None:
    pair = TablePair(1, seats=2)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    watcher = pair.join("Wil", watch=True)
    ann.send(Start())
    for _ in range(6):
        if not begun(pair):
            break
        (seat,) = pair.match.waiting_on()
        (ann, bo)[seat].act(pair.table.desk.default(seat))
    heads = [update.head for update in ann.all(Update)]
    assert heads == [update.head for update in bo.all(Update)]
    assert heads == [update.head for update in watcher.all(Update)]
    assert len(set(heads)) == len(heads) > 3 and all(len(head) == 32 for head in heads)


def test_a_long_log_is_revealed_in_parts() -> None:
    seed = fair.Seed("deal", ONE)
    log = [f"p1 draw {number}" for number in range(150)]
    parts = list(revealed(seed, log))
    assert [(part.start, part.more) for part in parts] == [(0, True), (64, True), (128, False)]
    assert [line for part in parts for line in part.log] == log
    assert [(part.log, part.more) for part in revealed(seed, [])] == [((), False)]


# --- when the host's program crashes ---


def resumed(after: ResumedPair, old: Guest) -> Guest:
    """Let the same program come back."""
    new = after.connect()
    new.fair, new.auditor = old.fair, old.auditor
    after.enter(new, Resume("", old.token, old.n if old.all(Update) else 0))
    return new


def test_a_crash_before_the_deal_begins_it_anew() -> None:
    before = JournalPair(1, seats=2)
    ann, bo = before.join("Ann"), before.join("Bo")
    ann.fair = bo.fair = False
    ann.send(Start())
    pledge(ann, ONE)
    after = ResumedPair(before)
    again, other = resumed(after, ann), resumed(after, bo)
    assert after.phase == "lobby" and again.all(DealOpen) == []
    again.send(Start())
    assert opened(again).deal_id != opened(ann).deal_id
    for guest, share in ((again, ONE), (other, TWO)):
        pledge(guest, share)
    for guest, share in ((again, ONE), (other, TWO)):
        show(guest, share)
    assert begun(after)


def test_a_table_that_was_resumed_still_shows_its_secret() -> None:
    before = JournalPair(2, seats=3, bots=("easy",))
    guests = [before.join("Ann"), before.join("Bo")]
    guests[0].send(Start())
    after = ResumedPair(before)
    again = [resumed(after, guest) for guest in guests]
    late = after.join("Wil", watch=True)
    again[0].send(End())
    assert [guest.audited for guest in again] == [[Audited(1, "verified", shared=True)]] * 2
    assert late.audited == [Audited(1, "verified")]


def test_a_program_started_since_the_pledge_suspects_nobody() -> None:
    """It has no share to show: that is not the table's doing."""
    pair, (ann, bo) = by_hand("Ann", "Bo")
    pledge(ann, ONE)
    pledge(bo, TWO)
    pair.drop(bo)
    again = pair.resume(bo.token)
    assert again.audited == []
    show(ann, ONE)
    assert show(again, TWO) is None  # as the program that has gone would have
    assert begun(pair) and again.audited == [] and not pair.suspected


@pytest.mark.parametrize("pledged", [False, True])
def test_nothing_is_dealt_where_nobody_is(pledged: bool) -> None:
    pair, (ann, bo) = by_hand("Ann", "Bo")
    if pledged:
        pledge(ann, ONE)
        pledge(bo, TWO)
    pair.drop(ann)
    pair.drop(bo)
    pair.wait(PATIENCE)
    assert pair.phase == "lobby" and not pair.table.desk.dealing.running
    again = pair.resume(ann.token)
    assert again.refusal(Start()) is None
    assert pair.phase == "deal"


# --- what a crash does not wipe out ---


def by_hand_kept() -> tuple[JournalPair, list[Guest]]:
    pair = JournalPair(1, seats=2)
    guests = [pair.join(name) for name in ("Ann", "Bo")]
    for guest in guests:
        guest.fair = False
    guests[0].send(Start())
    return pair, guests


def lie(guests: list[Guest], liar: Guest) -> None:
    """Let everybody pledge, and one show something else: that cancels the start at once."""
    for guest in guests:
        pledge(guest, ONE)
    assert show(liar, TWO) == "bad-share"


def back(pair: JournalPair, guests: list[Guest]) -> tuple[ResumedPair, list[Guest]]:
    after = ResumedPair(pair)
    again = [after.resume(guest.token) for guest in guests]
    for guest in again:
        guest.fair = False
    return after, again


def test_who_was_silent_twice_is_not_asked_after_a_crash_either() -> None:
    pair, (ann, bo) = by_hand_kept()
    for _ in range(2):
        lie([ann, bo], bo)
    pledge(ann, ONE)
    show(ann, ONE)
    assert begun(pair)
    assert (bo.last(Lobby).cancelled, bo.last(Lobby).silent) == (2, (1,))
    after, (ann, bo) = back(pair, [ann, bo])
    assert (bo.last(Lobby).cancelled, bo.last(Lobby).silent) == (2, (1,))
    ann.send(End())
    assert bo.last(Lobby).silent == ()  # another match, another chance
    ann.send(Start())
    assert opened(ann).seats == (0, 1)
    assert ann.last(Lobby).cancelled == 2
    assert not begun(after)


def test_a_crash_before_the_first_deal_gives_nobody_another_chance() -> None:
    pair, guests = by_hand_kept()
    lie(guests, guests[1])
    after, guests = back(pair, guests)
    guests[0].send(Start())
    lie(guests, guests[1])
    assert opened(guests[0]).seats == (0,)
    assert guests[0].last(Lobby).cancelled == 2 and guests[0].last(Lobby).silent == (1,)
    assert not begun(after)
    guests[0].send(End())
    guests[0].send(Start())
    assert opened(guests[0]).seats == (0, 1)


@pytest.mark.parametrize(("seen", "count"), [(False, 0), (True, 1)])
def test_a_start_that_a_crash_breaks_off_counts_once_a_share_may_have_been_seen(
    seen: bool, count: int
) -> None:
    pair, (ann, bo) = by_hand_kept()
    pledge(ann, ONE)
    if seen:
        pledge(bo, TWO)
        show(ann, ONE)
    after, (ann, bo) = back(pair, [ann, bo])
    assert ann.last(Lobby).cancelled == count
    ann.send(Start())
    for guest in (ann, bo):
        pledge(guest, ONE)
    for guest in (ann, bo):
        show(guest, ONE)
    assert begun(after) and ann.last(Lobby).cancelled == count


def test_a_start_that_goes_well_counts_for_nothing() -> None:
    pair, (ann, bo) = by_hand_kept()
    for guest in (ann, bo):
        pledge(guest, ONE)
    assert pair.table.desk.dealing.counts() == (1, ())
    for guest in (ann, bo):
        show(guest, ONE)
    assert begun(pair)
    _, (ann, bo) = back(pair, [ann, bo])
    assert bo.last(Lobby).cancelled == 0
