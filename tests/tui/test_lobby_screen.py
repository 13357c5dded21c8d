"""The lobby: who watches, who wants mild punishments, a locked table, the log looked through."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netcore.wire import messages as m
from tests.tui.driving import SIZES, press
from tests.tui.livetable import LiveTable
from tests.tui.settled import shows, text, until
from tests.tui.tuitable import FakeTable
from tui.app import CardApp
from tui.drawing import lobby_picture
from tui.drawing.cards import Pen
from tui.drawing.symbols import UNICODE


class Lobby(FakeTable):
    """Tells a lobby with more in it."""

    def __init__(self, preset: str = "official", *, host: bool = True, **more: Any) -> None:
        self.more: dict[str, Any] = {}
        super().__init__("uno", preset, **more)
        if not host:
            self.host = False
            self.say(m.Seated("t", self.me, "token", "Ann", False))
            self.tell_lobby()

    def tell(self, **more: Any) -> None:
        self.more |= more
        self.tell_lobby()

    def tell_lobby(self) -> None:
        host = self.me if self.host else None
        seats = self.more.get("seats") or self.seat_infos()
        rest = {name: value for name, value in self.more.items() if name != "seats"}
        rules = (self.name, self.preset, self.options)
        lobby: dict[str, Any] = {"watchers": (), "host": host, "timer": 0, "grace": 60} | rest
        self.say(m.Lobby("t", self.phase, False, *rules, seats, **lobby))  # type: ignore[arg-type]


# --- watchers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [*SIZES, (120, 40)])
@pytest.mark.parametrize("seats", [4, 10])
async def test_who_watches_is_counted_and_named(size: tuple[int, int], seats: int) -> None:
    table = Lobby(seats=seats)
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await shows(pilot, "Lobby")
        assert "watch" not in text(app)
        await press(pilot, "w")
        await shows(pilot, "Nobody watches.")
        table.tell(watchers=("Zoe",))
        await shows(pilot, "1 watches")
        table.tell(watchers=("Zoe", "Yan"))
        await shows(pilot, "2 watch")
        await press(pilot, "w")
        await shows(pilot, "2 watch: Zoe and Yan. m, then g: a seat for one of them.")


@pytest.mark.parametrize("size", SIZES)
async def test_watchers_are_asked_for_by_mouse(size: tuple[int, int]) -> None:
    table = Lobby(seats=4, host=False)
    table.tell(watchers=("Zoe", "Yan"))
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await shows(pilot, "2 watch")
        lines = text(app).splitlines()
        y = next(i for i, line in enumerate(lines) if "watch" in line)
        await pilot.click("#seats", offset=(3, y - 1))
        await shows(pilot, "! 2 watch: Zoe and Yan.")
        assert not table.sent


@pytest.mark.parametrize("size", SIZES)
async def test_every_seat_of_ten_is_seen(size: tuple[int, int]) -> None:
    table = Lobby(seats=10)
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        seen = await shows(pilot, "Ann")
        for number, name in enumerate(table.names, 1):
            assert f"{number} {name}" in seen, name
        if size[1] < 20:
            y = next(i for i, line in enumerate(text(app).splitlines()) if "6 Finn" in line)
            assert "1 Ann" in text(app).splitlines()[y]
            table.tell(seats=(*table.seat_infos()[:-1], m.SeatInfo("", "open")))
            await shows(pilot, "10 open")
            y = next(i for i, line in enumerate(text(app).splitlines()) if "10 open" in line)
            await pilot.click("#seats", offset=(15, y - 1))
            assert m.AddBot("normal") in table.sent


@pytest.mark.parametrize("size", [*SIZES, (120, 40)])
async def test_the_code_is_seen_at_every_size(size: tuple[int, int]) -> None:
    line = "cardtui join 192.168.178.250:7777/7KQ2-M9XW"
    app = CardApp(Lobby(seats=4).connect)
    app.ctx.invites = (line,)
    async with app.run_test(size=size) as pilot:
        seen = await shows(pilot, "Lobby")
        assert "192.168.178.250:7777/7KQ2-M9XW" in seen
        assert (line in seen) is (size[0] > 40) and ("Others join" in seen) is (size[0] > 60)


async def test_a_name_has_the_room_that_what_is_said_of_it_leaves() -> None:
    table = Lobby(seats=2)
    table.tell(seats=(m.SeatInfo("Annabella", "human"), m.SeatInfo("Bo", "open")))
    app = CardApp(table.connect)
    async with app.run_test(size=(40, 12)) as pilot:
        await shows(pilot, "Annabella (you)")


# --- mild punishments ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "punishments", "matters"),
    [("kano", "all", True), ("kano", "mild", False), ("kano", "off", False),
     ("official", "all", False)],
)  # fmt: skip
async def test_mild_is_shown_only_where_hot_ones_are_drawn(
    preset: str, punishments: str, matters: bool
) -> None:
    table = Lobby(preset, seats=4)
    seats = (m.SeatInfo("Ann", "human", mild=True), *table.seat_infos()[1:])
    table.tell(seats=seats, punishments=punishments)
    app = CardApp(table.connect)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "Ann (you)")
        assert ("host, mild" in text(app)) is matters
        assert ("i: mild for me" in text(app)) is matters
        assert app.base is not None
        assert any(one.id == "mild" for one in app.base._shown) is matters


# --- a locked table -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_host_reads_how_a_locked_table_is_opened(size: tuple[int, int]) -> None:
    table = Lobby(seats=4)
    table.tell(locked=True)
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await shows(pilot, "The table is locked: m, then l")
        await press(pilot, "m l")
        assert m.Lock(False) in table.sent
        table.tell(locked=False)
        await until(pilot, lambda: "locked" not in text(app))


async def test_guests_are_not_told_what_they_cannot_do() -> None:
    table = Lobby(seats=4, host=False)
    table.tell(locked=True)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "locked")
        assert "lets people in" not in text(app)


async def test_who_is_ready_is_offered_to_be_so_no_more() -> None:
    table = Lobby(seats=2, host=False)
    seats = table.seat_infos()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        for ready, offers in ((False, "Space ready"), (True, "Space not ready")):
            table.tell(seats=(replace(seats[0], ready=ready), *seats[1:]))
            await shows(pilot, offers)


async def test_a_host_who_comes_to_a_running_locked_game_reads_it_too() -> None:
    table = Lobby(seats=4)
    table.quiet = True
    table.tell(locked=True)
    table.start()
    table._queue = type(table._queue)()  # what was told before he came
    table.say(m.Seated("t", 0, "token", "Ann", True))
    table.tell(locked=True)
    table.place(
        hands=("g2 r5", "r1 y2", "y9 r2", "b4 b5"), discard="* b7 g7", turn="p1", stock="r6 y3"
    )
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "Your hand")
        await shows(pilot, "The table is locked: m, then l")


# --- the log ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [*SIZES, (120, 40)])
async def test_the_log_is_looked_through(size: tuple[int, int]) -> None:
    table = Lobby(seats=4)
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await shows(pilot, "Lobby")
        for number in range(60):
            app.ctx.room.tell(f"line {number}.", "table")
        app.ctx.room.tell("Zoe: hello", "chat")
        await press(pilot, "l")
        seen = await shows(pilot, "Zoe: hello")
        assert "seats" not in seen and "Everything that happened." in seen
        await press(pilot, "home")
        await shows(pilot, "line 0.")
        await press(pilot, "up up up down")
        assert "line 0." not in text(app), "nobody scrolls beyond the first"
        await press(pilot, "end")
        await shows(pilot, "line 59.")
        await press(pilot, "pageup")
        assert "line 59." not in text(app)
        await press(pilot, "pagedown right right")
        seen = await shows(pilot, "What was said.")
        assert "line" not in seen and "Zoe: hello" in seen
        await press(pilot, "escape")
        await shows(pilot, "seats")


# --- room ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_name_that_is_cut_ends_with_dots(size: tuple[int, int]) -> None:
    table = Lobby(seats=10 if size == (40, 12) else 4)
    name = "王小明李大華陳美"
    seats = (m.SeatInfo("Ann", "human"), m.SeatInfo(name, "human"), *table.seat_infos()[2:])
    table.tell(seats=seats)
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await shows(pilot, "王小")
        line = next(one for one in text(app).splitlines() if "王小" in one)
        assert name in line or "…" in line, line


@pytest.mark.parametrize(("seats", "preset"), [(2, "official"), (4, "street"), (10, "official")])
async def test_what_the_boxes_do_not_need_is_the_logs(seats: int, preset: str) -> None:
    table = Lobby(preset, seats=seats)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        for number in range(12):
            table.say(m.Said("Bob", 1, f"line {number}"))
        await shows(pilot, "line 11")
        assert text(app).count("Bob: line") >= (4 if preset == "street" else 5)
        await pilot.resize_terminal(120, 40)
        await shows(pilot, "line 0")
        if preset == "street":
            assert "e shows every rule." not in text(app), "and the rules are whole in more room"


def test_rules_that_have_no_room_end_with_a_whole_word_and_how_to_see_them() -> None:
    seats = FakeTable("uno", seats=4).seat_infos()
    options = {"jump_in": True, "target": 60}
    lobby = m.Lobby("t", "lobby", False, "uno", "street", options, seats, (), 0, 0, 60)
    box = lobby_picture.rules(30, 14, lobby, seated=True, pen=Pen(UNICODE, True)).text()
    lines = [line[2:-2].strip() for line in box.splitlines()]
    assert lines[-3].endswith(" always;") and lines[-2] == "e shows every rule."
    assert "Changed: jump in: yes;" in " ".join(lines), "what is changed comes first"
    timed = replace(lobby, timer=60)
    box = lobby_picture.rules(30, 14, timed, seated=True, pen=Pen(UNICODE, True)).text()
    lines = [line[2:-2].strip() for line in box.splitlines()]
    assert lines[-3:-1] == ["e shows every rule.", "60 s to act"], "the list leaves it its row"


async def test_the_boxes_grow_with_the_rules() -> None:
    table = Lobby(seats=4)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "As printed: nothing is stacked")
        before = app.screen.query_one("#seats").size.height
        table.preset = "street"
        table.tell_lobby()
        await shows(pilot, "Differs from official rules")
        await until(pilot, lambda: app.screen.query_one("#seats").size.height > before)


# --- the rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_a_line_says_what_kind_of_rules_they_are(size: tuple[int, int]) -> None:
    app = CardApp(Lobby("minus").connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        box = [line[size[0] // 2 + 2 : -1].strip() for line in text(app).splitlines()]
        assert "Official, but losers note minus points" in " ".join(box)


async def test_changes_are_not_dropped_without_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_RULES_FOLDER", str(tmp_path))
    table = LiveTable("uno", options={"target": 30})
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("r", "g"):
            await press(pilot, key)
            assert "That drops the changes to official rules." in text(app)
            await press(pilot, "n")
        assert table.setups == []
        await press(pilot, "r y")
        assert [asked.preset for asked in table.setups] == ["minus"]
        await press(pilot, "r")
        assert len(table.setups) == 2, "where nothing is lost nothing is asked"


async def test_the_newest_line_is_seen_on_the_smallest_screen() -> None:
    table = Lobby(seats=4, host=False)
    app = CardApp(table.connect)
    async with app.run_test(size=(40, 12)) as pilot:
        table.say(m.Said("Bob", 1, "shall we?"))
        await shows(pilot, "Bob: shall we?")
        table.tell(watchers=("Zoe",))
        await shows(pilot, "1 watches: Zoe.")
        assert "Bob: shall we?" in text(app)
