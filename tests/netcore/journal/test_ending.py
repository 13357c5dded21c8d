"""A table that nobody goes on with is ended without a server, as one would have ended it."""

from __future__ import annotations

from unittest.mock import patch

from netcore.journal import entries as journal
from netcore.journal.outcome import Outcome
from netcore.journal.store import Append, MemoryStore, Opening, append
from netcore.server.ending import break_off
from netcore.table.diary import Diary
from netcore.table.standing import Standing
from netcore.wire.messages import ByeCode, Start
from tests.netcore.journalpair import JournalPair, play_default


def store_with(records: list[bytes]) -> MemoryStore:
    store = MemoryStore()
    opening = Opening("play", "house", "casino", "royal", 1, 0)
    append(store, Append("t", 1, 0, tuple(records), 0, "deal", (), opening))
    return store


def in_the_second_deal() -> JournalPair:
    pair = JournalPair(3, seats=2, game="casino", preset="royal")
    ann, bob = pair.join("Ann"), pair.join("Bob")
    ann.send(Start())
    while pair.phase == "deal":
        for guest in (ann, bob):
            play_default(pair, guest)
    ann.send(Start())
    assert pair.phase == "deal" and pair.match.deals == 2
    return pair


def test_what_is_ended_reads_as_if_its_host_had_ended_it() -> None:
    pair = in_the_second_deal()
    store = store_with(pair.records)
    break_off(store, "t", 77)
    assert [row.state for row in store.tables()] == ["closed"]
    (result,) = store.results()
    assert (result.at, result.winners, result.deals) == (77, (), 1)

    told: list[Outcome] = []
    take = Diary.take

    def heard(diary: Diary) -> tuple[list[journal.Entry], list[Outcome]]:
        entries, outcomes = take(diary)
        told.extend(outcomes)
        return entries, outcomes

    with patch.object(Diary, "take", heard):
        pair.table.close(ByeCode.SHUTDOWN)
        pair.table.desk.diary.take()
    (by_host,) = told
    assert (result.players, result.scores, result.rules, result.match, result.bots) == (
        by_host.players, by_host.scores, by_host.rules, by_host.match, by_host.bots,
    )  # fmt: skip
    standing = Standing.of(store.load("t"))
    assert standing.course is None
    record = standing.matches[0].finished()
    assert record is not None and len(record.deals) == 1


def test_of_a_first_deal_no_result_is_kept() -> None:
    pair = in_the_second_deal()
    first = next(
        at for at, one in enumerate(pair.entries())
        if isinstance(one, journal.Dealt)
    )  # fmt: skip
    store = store_with(pair.records[: first + 3])
    break_off(store, "t", 77)
    assert store.results() == [] and store.tables()[0].state == "closed"


def test_a_table_whose_journal_does_not_hold_is_ended_too() -> None:
    store = store_with([b"nonsense"])
    break_off(store, "t", 77)
    assert store.results() == [] and store.tables()[0].state == "closed"
