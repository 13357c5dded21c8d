"""What is said of the deck: shown with the result, and loud where a table cheats."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from netcore.client.verdict import Audited, Doubt
from netcore.wire import messages as m
from tests.tui.driving import press
from tests.tui.settled import text
from tests.tui.tuitable import FakeTable, finished
from tui.app import CardApp
from tui.room import Room
from tui.text import say_audit

CHEATED = Audited(1, "mismatch", Doubt.VIEW, 17)


@pytest.mark.parametrize("doubt", Doubt)
def test_every_doubt_has_words_of_its_own(doubt: Doubt) -> None:
    said = {say_audit.say_audit(Audited(1, "mismatch", one), "casino") for one in Doubt}
    assert len(said) == len(Doubt)
    assert "Deal 1" in say_audit.say_audit(Audited(1, "mismatch", doubt), "casino")


def test_a_watcher_has_no_share_and_need_not_be_told_so() -> None:
    room = Room()
    for me in (None, 0):
        room.me = me
        room.take(Audited(1, "verified"), 0.0)
    watched, played = (line.text for line in room.log)
    assert "share" not in watched and "no share of the shuffle was yours" in played


def test_nobody_says_more_than_is_proved() -> None:
    for verdict in ("verified", "unverifiable", "mismatch"):
        for shared in (True, False):
            found = Audited(2, verdict, None if verdict == "verified" else Doubt.LOG, None, shared)
            for text_ in (say_audit.say_audit(found, "casino"), say_audit.in_short(found)):
                assert "proof" not in text_ and "fair" not in text_
    assert (
        say_audit.say_audit(Audited(2, "verified", shared=True), "casino")
        == "Deck verified: deal 2."
    )
    assert (
        say_audit.say_audit(Audited(2, "verified", shared=True), "uno") == "Deck verified: round 2."
    )
    assert "no share" in say_audit.say_audit(Audited(2, "verified"), "uno")
    earlier = say_audit.say_audit(Audited(2, "verified", earlier=True), "uno")
    assert "no share" not in earlier and "but for the share of your own seat" in earlier


def test_starts_that_were_broken_off_are_said_with_the_deal() -> None:
    found = Audited(2, "verified", shared=True, broken=3)
    assert say_audit.say_audit(found, "casino").endswith(
        "deal 2. 3 starts before it were broken off."
    )
    assert say_audit.in_short(found) == "deck verified, 3 starts broken off"


def test_what_is_found_first_stays() -> None:
    room = Room()
    room.take(Audited(1, "verified"), 0.0)
    assert room.warning == ""
    room.take(CHEATED, 0.0)
    room.take(Audited(2, "verified"), 0.0)
    assert "DO NOT TRUST" in room.warning and "17" in room.warning
    assert [line.text for line in room.log][-1].startswith("Deck verified")


def lobby(**changes: Any) -> m.Lobby:
    seats = (m.SeatInfo("Ann", "human"), m.SeatInfo("Bo", "human"))
    base = m.Lobby("t", "lobby", False, "uno", "official", {}, seats, (), 0, 60, 60)
    return replace(base, **changes)


def test_who_holds_the_deal_up_is_named() -> None:
    held = lobby(shuffling=m.Shuffling("share", (0, 1)), cancelled=1)
    assert say_audit.shuffling(held, ("you", "Bo").__getitem__).endswith("for you, Bo.")
    assert say_audit.cancelled(held).startswith("1 start")
    assert say_audit.shuffling(lobby(), str) == say_audit.cancelled(lobby()) == ""


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_result_says_what_was_proved(size: tuple[int, int]) -> None:
    table = finished("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if "Enter shows" in text(app):
            await press(pilot, "enter")
        assert "deck verified" not in text(app)
        await tell(pilot, table, Audited(1, "verified", shared=True))
        assert "deck verified" in text(app)


@pytest.mark.parametrize("result", [True, False])
async def test_a_table_that_cheats_is_named_on_every_screen(result: bool) -> None:
    table = finished("uno") if result else FakeTable("uno")
    if not result:
        table.start()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await tell(pilot, table, CHEATED)
        assert "DO NOT TRUST THIS TABLE" in text(app)
        await press(pilot, "l")
        assert "DO NOT TRUST THIS TABLE" in text(app).splitlines()[0]


async def tell(pilot: Any, table: FakeTable, found: Audited) -> None:
    table.say(found)
    await pilot.pause()
