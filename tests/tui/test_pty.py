"""The real program on a pty: bytes sent, signals, a closed window, a whole game with a server."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import pytest

from netcore.client.shell import Client
from netcore.wire.messages import Lobby, Start
from tests.tui.terminal import (
    ESCAPE,
    LIMIT,
    PICTURE_ENDS,
    QUICK,
    ROOT,
    WAITING,
    Terminal,
    at_home,
    program,
)
from tui.tables.child import ServerChild

LEFT = "\x1b[D"
RIGHT = "\x1b[C"
PLAYS = "\x1b[23~"
"""F11: the seat on turn plays a card (see `ptytable`)."""
FIRST = 12_000
"""Bytes from the start to a table that rests, with the screen before it where that is slow."""
RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1003l")


def at_table(game: str, seats: int, *more: str, env: dict[str, str] | None = None) -> Terminal:
    terminal = Terminal(program("ptytable.py", game, str(seats), *more), env=env)
    try:
        terminal.shows("Your hand", "q leave")
        terminal.cost()
    except BaseException:
        terminal.close()
        raise
    return terminal


def test_bytes_at_the_uno_table() -> None:
    with at_table("uno", 4, "still") as terminal:
        assert len(terminal.raw) <= FIRST, "from the start on"
        for key in [RIGHT, RIGHT, "\x1b[F", LEFT, LEFT]:
            assert 0 < terminal.cost(key) <= 1000, "the cursor moves"
        for _ in range(4):
            assert 0 < terminal.cost(PLAYS) <= 2000, "a card is played, or several drawn"
        assert len(terminal.quiet(calm=WAITING)) == 0, "waiting"
        assert 0 < terminal.cost("q") <= 500, "a question"


def test_bytes_at_the_casino_table() -> None:
    with at_table("casino", 2, "still") as terminal:
        assert len(terminal.raw) <= FIRST, "from the start on"
        for key in [RIGHT, RIGHT, "a", "e", "\x1b[A", RIGHT, " ", "\x7f"]:
            assert 0 < terminal.cost(key) <= 1000, key
        assert 0 < terminal.cost("o") <= 2000, "an idea: another card, other marks"
        terminal.cost(ESCAPE)
        for _ in range(4):
            assert 0 < terminal.cost(PLAYS) <= 2000, "a card is played, or takes others"
        assert len(terminal.quiet(calm=WAITING)) == 0, "waiting"


@pytest.mark.parametrize(("game", "seats"), [("uno", 4), ("casino", 2)])
def test_each_screen_is_sent_once(game: str, seats: int) -> None:
    """None of them blank at first, or a second time when it has been placed."""
    with at_table(game, seats, "still") as terminal:
        for what, key, most in [
            ("help", "?", 4000), ("table", ESCAPE, 6500),
            ("log", "l", 3000), ("table", "l", 6000),
            ("chat", "/", 500), ("table", ESCAPE, 1000),
        ]:  # fmt: skip
            assert 0 < terminal.cost(key) <= most, what


def test_the_result_is_sent_once() -> None:
    with at_table("uno", 4, "still", "last") as terminal:
        assert 0 < terminal.cost(PLAYS) <= 2000, "the last card"
        terminal.shows("Enter shows the points.")
        assert 0 < terminal.cost("\r") <= 5000, "the result"
        terminal.shows("Round 1")


@pytest.mark.parametrize(("game", "seats"), [("uno", 4), ("casino", 2)])
def test_motion_costs_little_and_ends(game: str, seats: int) -> None:
    with at_table(game, seats, "still") as still, at_table(game, seats) as moving:
        for _ in range(4):
            without, with_motion = still.cost(PLAYS), moving.cost(PLAYS)
            assert with_motion - without <= 800, "cards on their way"
            assert moving.text() == still.text()
        assert len(moving.quiet(calm=WAITING)) == 0, "waiting"


@pytest.mark.parametrize(("game", "seats"), [("uno", 4), ("casino", 2)])
def test_a_tick_of_the_clock_costs_next_to_nothing(game: str, seats: int) -> None:
    with at_table(game, seats, "clock") as terminal:
        before = len(terminal.raw)
        shown = terminal.expect(r"\d:\d\d")[0]
        terminal.until(lambda text: shown not in text)
        ticks = terminal.raw[before:].count(PICTURE_ENDS)
        assert ticks > 0 and len(terminal.raw) - before <= 100 * ticks


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_restores_the_terminal(number: signal.Signals, code: int) -> None:
    with at_table("uno", 4) as terminal:
        os.kill(terminal.process.pid, number)
        assert terminal.wait() == code
        for sequence in RESTORED:
            assert sequence in terminal.raw[-400:]


def test_all_is_sent_again_to_a_terminal_that_was_away() -> None:
    with at_table("uno", 4) as terminal:
        whole = len(terminal.text())
        os.kill(terminal.process.pid, signal.SIGTSTP)
        while b"\x1b[?1049l" not in terminal.raw:
            terminal.quiet()
        terminal.screen.reset()
        os.kill(terminal.process.pid, signal.SIGCONT)
        terminal.shows("Your hand (9)", "Bob is to play", "q leave")
        terminal.cost()
        assert len(terminal.text()) == whole


def test_a_closed_window_ends_the_program() -> None:
    with at_table("uno", 4) as terminal:
        terminal.hang_up()
        assert terminal.process.wait(timeout=LIMIT) == 129


def test_resizing_shows_the_whole_table_again() -> None:
    with at_table("uno", 4) as terminal:
        for columns, rows in [(60, 20), (120, 40), (40, 12), (80, 24)]:
            before = len(terminal.raw)
            terminal.resize(columns, rows)
            terminal.shows("Your hand (9)", "Bob is to play")
            terminal.cost()
            assert len(terminal.raw) - before <= 1500 + 3 * columns * rows

            text = terminal.shows("Your hand (9)", "Bob is to play")
            assert max(map(len, text.splitlines())) <= columns


def test_a_table_that_was_covered_while_the_window_changed_is_sent_once() -> None:
    with at_table("uno", 4, "still") as terminal:
        terminal.cost("?")
        terminal.resize(60, 20)
        terminal.until(lambda text: "1-17 of" in text)
        terminal.cost()
        assert 0 < terminal.cost(ESCAPE) <= 5000
        terminal.shows("Your hand (9)", "Bob is to play")


def test_the_table_is_reached_without_colour() -> None:
    with at_table("uno", 4, "ascii", env={"NO_COLOR": "1"}) as terminal:
        terminal.shows("Bob is to play.")
        terminal.expect(r"[>|]R")


def test_sixteen_colours_are_sent_by_their_own_names() -> None:
    with at_table("uno", 4, env={"TERM": "xterm", "COLORTERM": ""}) as terminal:
        codes = set(re.findall(rb"\x1b\[([0-9;]+)m", terminal.raw))
        grounds = {part for code in codes for part in code.split(b";")}
        assert {b"41", b"103", b"102", b"104"} <= grounds, "red, yellow, green and blue cards"
        assert not any(code.startswith(b"38;") or b";38;" in code for code in codes)


CODE = "7KQ2-M9XW"


def cardtui(home: Path, *args: str) -> Terminal:
    return at_home(home, [*QUICK, *args])


@pytest.mark.parametrize("game", ["uno", "casino"])
def test_bytes_until_the_player_may_act(tmp_path: Path, game: str) -> None:
    """The real program: from its start over all that the bots do first."""
    with cardtui(tmp_path, "play", "--game", game, "--pace", "0") as terminal:
        terminal.expect(r"^ > +Your turn")
        assert len(terminal.raw) <= 30_000


async def test_a_game_of_casino_against_a_real_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest plays a whole game with the keys; the host watches and starts it."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    arguments = ["--game", "casino", "--bots", "1", "--pace", "0", "--port", "0", "--timer", "0"]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    server = ServerChild([*arguments, "--bind", "127.0.0.1"], linger=0.0, code=CODE)
    port = server.ready.port
    host = await Client.connect(
        "127.0.0.1", port, name="Hana", watch=True, host_token=server.host_token,
        tls=True, code=CODE,
    )  # fmt: skip
    listening = asyncio.create_task(_start_when_ann_is_there(host))
    try:
        await asyncio.to_thread(play_casino, tmp_path, f"127.0.0.1:{port}/{CODE}")
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await host.close()
        await asyncio.to_thread(server.stop)


async def _start_when_ann_is_there(host: Client) -> None:
    async for message in host:
        if not isinstance(message, Lobby) or message.phase != "lobby":
            continue
        if any(seat.name == "Ann" for seat in message.seats):
            host.send(Start())


_OVER = r"Enter shows the points\.|most cards"


def play_casino(home: Path, address: str) -> None:
    """Play with Enter and ideas until the points are shown."""
    with cardtui(home, "join", address, "--name", "Ann") as terminal:
        terminal.shows("CASINO")
        while not re.search(_OVER, text := terminal.until(_on_turn)):
            idea = re.search(r"^ > .*(Idea \d+ of|The only idea|takes nothing)", text, re.M)
            terminal.send("\r" if idea else "o")
            terminal.until(lambda after, text=text: after != text)
        if "most cards" not in text:  # else an Enter too many has shown them already
            terminal.send("\r")
        terminal.shows("most cards", "this deal")
        terminal.expect("The match goes to|You win")
        terminal.send("q")
        terminal.shows("Leave?")
        terminal.send("y")
        assert terminal.wait() == 0
        for sequence in RESTORED:
            assert sequence in terminal.raw[-400:]


def _on_turn(text: str) -> bool:
    """Whether a card is to be played (! after an Enter too many), or the deal is over."""
    return re.search(rf"{_OVER}|^ [>!] ", text, re.M) is not None


def test_nobody_there_is_said_after_the_screen_is_gone(tmp_path: Path) -> None:
    with cardtui(tmp_path, "join", "127.0.0.1:1", "--name", "Ann") as terminal:
        assert terminal.wait() == 3
        assert "Nobody answers there." in terminal.text()


def test_a_fault_of_the_program_is_written_down_and_the_terminal_restored(tmp_path: Path) -> None:
    script = (
        "from tui import launch, settings\n"
        "async def connect():\n"
        "    raise RuntimeError('a fault')\n"
        f"chosen = settings.Settings(log_file={str(tmp_path / 'log')!r})\n"
        "raise SystemExit(launch.run(connect, chosen))"
    )
    with Terminal([sys.executable, "-c", script]) as terminal:
        assert terminal.wait() == 1
        assert b"The program broke." in terminal.raw and b"Traceback" not in terminal.raw
        for sequence in RESTORED:
            assert sequence in terminal.raw
    assert "RuntimeError: a fault" in (tmp_path / "log").read_text()
