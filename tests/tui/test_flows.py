"""Every prompt that no board makes, with real keys: questions, banners, menu, finder, punishments.

A flow is a table and steps: what the server says, keys, what is then painted in the prompt line,
what is sent. Each text is read at two sizes, with a resize between. What these screens may say is
read from their sources, so a text that no flow meets is found.
"""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any, Final, TypeAlias

import pytest

from engine.king import KingView, Owed, builtin
from netcore.client.shell import Reconnected, Reconnecting
from netcore.wire import messages as m
from netcore.wire.codes import EmoteCode
from tests.tui.catalogues import ROOT, Listening, tool
from tests.tui.driving import press
from tests.tui.livetable import LiveTable
from tests.tui.settled import rows, settled, text
from tests.tui.tuitable import UNO
from tui import i18n
from tui.app import CardApp
from tui.tables.knock import Ask

SIZES: Final = [(60, 20), (80, 24), (120, 40)]


class People(LiveTable):
    """Ann, a bot, Carol who is a person, a bot; `change` is what else its lobby says."""

    invites: tuple[str, ...] = ()
    change: dict[str, Any] = {}  # noqa: RUF012

    def seat_infos(self) -> tuple[m.SeatInfo, ...]:
        kinds: tuple[Any, ...] = ("human", "bot", "human", "bot")
        return tuple(m.SeatInfo(name, kind) for name, kind in zip(self.names, kinds, strict=False))

    def lobby(self, **change: Any) -> m.Lobby:
        """Return what it says of itself."""
        host = self.me if self.host else None
        told = m.Lobby("t", self.phase, self.paused, self.name, self.preset, self.options,  # type: ignore[arg-type]
                       self.seat_infos(), (), host, 0, 60)  # fmt: skip
        return replace(told, **{**self.change, **change})

    def tell_lobby(self) -> None:
        self.say(self.lobby())


@dataclass(frozen=True)
class Keys:
    """Press these; `sends`: the request that follows."""

    keys: str
    sends: Any = None


@dataclass(frozen=True)
class Prompt:
    """These are painted in the prompt line."""

    texts: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """This is on the screen, at some size."""

    text: str


Flow: TypeAlias = Callable[[], Generator[Any, Any, None]]
FLOWS: Final[dict[str, list[Flow]]] = {
    "table": [], "typed": [], "menu": [], "king": [],
}  # fmt: skip


def says(*texts: str) -> Prompt:
    return Prompt(texts)


def flow(group: str) -> Callable[[Flow], Flow]:
    def keep(steps: Flow) -> Flow:
        FLOWS[group].append(steps)
        return steps

    return keep


def seated(me: int | None = 0, *, host: bool = True, preset: str = "", **change: Any) -> People:
    """Return a running table."""
    table = People("uno", preset, me=me, host=host)
    table.quiet, table.change = True, change
    if me is None:
        table.say(m.Seated("t", None, "token", "Wat", host))
    table.place(**UNO)
    return table


# --- the table --------------------------------------------------------------------------------


def nothing_can_be_written(table: People) -> Generator[Any, Any, None]:
    """The server says that its table is paused, which nobody has asked for."""
    yield m.Note(m.NoteCode.STORAGE)
    yield table.lobby(paused=True)
    yield says("Nothing can be written where the table is kept (a full disk?); it waits.")
    yield Keys("l")
    yield says("Nothing can be written")
    yield Keys("l")
    yield m.Note(m.NoteCode.STORED)
    yield table.lobby()
    yield says("d draws a card.")


@flow("table")
def the_hosts_table() -> Generator[Any, Any, None]:
    table = yield seated()
    yield says("Enter plays green 2.")
    yield Reconnecting(1, 3.0, 290.0)
    yield says("The connection is lost. Trying again in 3 s.", "Your seat is kept. 4:50 left.")
    yield Keys("d")
    yield Reconnected()
    yield says("Enter plays green 2.")
    yield Keys("你")
    yield says("That was Chinese text: switch the input method to type keys.")
    yield Keys("q")
    yield says("Leave?", "y leave (the match is kept)", "n stay")
    yield Keys("n m p", m.Pause(True))
    yield says("The table is paused.", "m, then p: go on.")
    yield Keys("m p", m.Pause(False))
    yield table.lobby(shuffling=m.Shuffling("share", (2,)), cancelled=2)
    yield says("Shuffling together. Waiting for Carol.", "2 starts of a deal were cancelled")
    yield table.lobby()
    yield m.Refused("start", m.TableCode.HOST_ONLY)
    yield says("Only the host may do that.")
    yield Keys("escape")
    yield m.Note(m.NoteCode.STOOD_IN, {"turns": 2, "timed": 1})
    yield says("While you were away a bot played 2 turns for you.", "Your turn.")
    yield Keys("left")
    yield from nothing_can_be_written(table)


@flow("typed")
def what_is_typed() -> Generator[Any, Any, None]:
    yield seated()
    yield Shown("Nobody has said")
    yield Keys("slash")
    yield Shown("Enter says it, Tab: words, Esc: back")
    yield Keys("h i enter", m.Chat("hi"))
    yield Keys("slash tab")
    yield says("Say:", "1 well played!")
    yield Keys("3", m.Emote(EmoteCode.HURRY_UP))
    yield Keys("colon d r")
    yield says("Do: dr_ draw (d)", "1 of ")
    yield Shown("Enter do it")
    yield Keys("x x x")
    yield says("Do: drxxx_", "Nothing like that here.")
    yield Keys("escape")


@flow("table")
def a_guests_table() -> Generator[Any, Any, None]:
    table = yield seated(host=False)
    yield table.lobby(paused=True)
    yield says("The table is paused.", "The host lets it go on.")
    yield table.lobby()
    yield from nothing_can_be_written(table)
    yield Keys("q")
    yield says("Leave?", "y leave (your seat is kept)", "g for good", "n stay")
    yield Keys("g", m.Leave())


@flow("table")
def an_open_table() -> Generator[Any, Any, None]:
    table = seated()
    table.invites = ("cardtui join there",)
    yield table
    yield Keys("q")
    yield says("Leave?", "y leave (the table closes)", "k keep it open", "n stay")


@flow("table")
def somebody_is_away() -> Generator[Any, Any, None]:
    table = yield seated()
    table.place(**{**UNO, "turn": "p3"})
    away = [replace(one, away=i == 2, grace=45) for i, one in enumerate(table.seat_infos())]
    yield table.lobby(seats=tuple(away))
    yield says("Carol is to play.", "A bot plays in 0:45, unless Carol is back.")


@flow("table")
def a_watcher() -> Generator[Any, Any, None]:
    yield seated(None, host=False)
    yield Shown("Bob has done nothing yet.")
    yield Keys("d")
    yield says("You are watching.")
    yield Keys("5")
    yield says("You are watching.")
    yield Keys("q")
    yield says("Leave?", "y leave", "n stay")


@flow("table")
def the_match_is_won() -> Generator[Any, Any, None]:
    table = yield seated()
    table.match = replace(table.match, scores=(499, 0, 0, 0))
    table.place(hands=("g5", "r1", "r2", "r3"), discard="* g7", stock="", turn="p1")
    yield Keys("enter")
    yield says("You win the match!", "Enter shows the points.")


# --- the menu ---------------------------------------------------------------------------------


@flow("menu")
def what_the_host_may_do() -> Generator[Any, Any, None]:
    table = yield seated(watchers=("Wil", "Zoe"), locked=True)
    yield Keys("m")
    yield says("Table:", "p pause", "l let people in", "g give a seat", "k remove a player",
               "e end the match", "n nothing")  # fmt: skip
    yield Keys("g")
    yield says("A seat for whom?", "1 Wil", "2 Zoe")
    yield Keys("2")
    yield says("Which seat for Zoe?", "2 Bob's (bot)", "4 Dave's (bot)")
    yield Keys("4", m.Give("Zoe", 3))
    yield Keys("m k")
    yield says("Remove whom? A bot plays on.", "3 Carol")
    yield Keys("3", m.Kick(2))
    yield Keys("m e")
    yield says("End the match for everybody?", "y end it, all go to the lobby", "n play on")
    yield Keys("n m p", m.Pause(True))
    yield says("The table is paused.", "The table is locked: m, then l, lets people in.")
    yield Keys("m")
    yield says("p go on")
    yield Keys("l", m.Lock(False))
    table.phase = "won"
    yield table.lobby(locked=False, phase="won")
    yield Keys("m")
    yield says("d rematch", "l lock", "e to the lobby")
    yield Keys("e", m.End())


@flow("menu")
def what_a_watcher_may_do() -> Generator[Any, Any, None]:
    yield seated(None, host=False)
    yield Keys("m")
    yield says("Table:", "t take a seat", "n nothing")
    yield Keys("t")
    yield says("Which seat?", "2 Bob's (bot)", "4 Dave's (bot)")
    yield Keys("4", m.TakeSeat(3))


@flow("menu")
def a_watcher_in_the_lobby() -> Generator[Any, Any, None]:
    table = People("uno", me=None, host=False)
    table.say(m.Seated("t", None, "token", "Wat", False))
    yield table
    seats = table.seat_infos()
    yield table.lobby(seats=(*seats[:3], m.SeatInfo("", "open")))
    yield Keys("t")
    yield says("Which seat?", "2 Bob's (bot)", "4 free")
    yield Keys("4", m.TakeSeat(3))
    yield table.lobby(seats=tuple([replace(one, kind="human") for one in seats]))
    yield Keys("t")
    yield says("No seat is free: there is no bot to make room.")


@flow("menu")
def the_host_in_the_lobby() -> Generator[Any, Any, None]:
    table = yield People("uno")
    yield Keys("x")
    yield says("Remove whom?", "2 Bob", "3 Carol", "4 Dave")
    yield Keys("2", m.RemoveBot(1))
    ann, bob, _, dave = table.seat_infos()
    yield table.lobby(seats=(ann, bob, dave))
    yield Keys("m")
    yield says("There is nothing to choose now.")
    yield table.lobby(seats=(ann, *[m.SeatInfo("", "open")] * 3))
    yield Keys("x")
    yield says("There is nobody to remove.")


# --- the King game ----------------------------------------------------------------------------


def king(*owed: tuple[int, tuple[int, ...]]) -> KingView:
    return KingView(tuple(Owed(seat, builtin()[seat], by) for seat, by in owed), ())


def punished(me: int, *owed: tuple[int, tuple[int, ...]], bots: bool = True) -> People:
    """Return a table at which the first seat has just won a round."""
    table = seated(me, host=me == 0, preset="kano")
    table.king = king(*owed)
    table.place(hands=("r5", "b9 b8", "w+4 y1", "g3"), discard="* r7", stock="g1", turn="p1")
    table.play(0, "play r5")
    return table


@flow("king")
def the_winner() -> Generator[Any, Any, None]:
    table = yield punished(0, (1, (0,)), (2, (0,)))
    yield Keys("enter y")
    yield says("Done: whose?", "2 Bob", "3 Carol")
    yield Keys("3", m.Settle(2, "done"))
    yield Keys("v")
    yield says("Let off whom?", "2 Bob", "3 Carol")
    yield Keys("2", m.Settle(1, "waived"))
    yield Keys("k")
    yield Shown("The King game")
    yield says("Punishments: y says it is done, v lets off.", "2 punishments are owed.")
    yield table.lobby(seats=tuple([replace(one, mild=True) for one in table.seat_infos()]))
    yield Shown("mild only")
    yield Shown("i hot too")
    yield Keys("k")


@flow("king")
def a_loser() -> Generator[Any, Any, None]:
    table = yield punished(1, (1, (0,)))
    yield Keys("enter w")
    yield says("Draw another? Once a match.", "y yes", "n no")
    yield Keys("y", m.Swap())
    yield Keys("k")
    yield says("w draws another punishment.", "1 punishment is owed.")
    table.king = king()
    table.show()
    yield says("Nobody owes a punishment. Bots never do.")
    table.king = None
    table.show()
    yield says("This table plays without punishments.")


# --- all of them ------------------------------------------------------------------------------

SOURCES: Final = {
    "table": ["screens/base", "screens/table"],
    "typed": ["screens/chatting", "finder"],
    "menu": ["tablemenu"],
    "king": ["screens/punished", "screens/king"],
}
UNMET: Final = {
    "This came just now. Press again.",  # test_unseen
}


async def lived(flow: Flow, sizes: Iterator[tuple[int, int]]) -> None:
    """Do the steps of a flow: the first is its table, of which the flow is then told."""
    steps = flow()
    table: People = next(steps)
    app = CardApp(table.connect)
    app.ctx.owner, app.ctx.invites = table.host, table.invites
    app.ctx.now = lambda: 100.0
    async with app.run_test(size=next(sizes)) as pilot:
        await settled(app)
        for step in told(steps, table):
            match step:
                case Keys(keys, sends):
                    before = len(table.sent)
                    await press(pilot, keys)
                    assert table.sent[before:] == ([] if sends is None else [sends]), keys
                case Prompt(texts):
                    await reads(app, texts)
                    await pilot.resize_terminal(*next(sizes))
                    await reads(app, texts)
                case Shown(said):
                    for _ in SIZES:
                        if said in " ".join(text(app).split()):
                            break
                        await pilot.resize_terminal(*next(sizes))
                    else:
                        raise AssertionError(f"{said!r} is shown at no size")
                case message:
                    table.say(message)
                    await settled(app)


def told(steps: Generator[Any, Any, None], table: People) -> Iterator[Any]:
    """Yield the steps that follow once the flow knows its table."""
    with suppress(StopIteration):
        yield steps.send(table)
        yield from steps


async def reads(app: Any, texts: tuple[str, ...]) -> None:
    """Read the prompt line; on the smallest screen the last text may be cut with dots."""
    await settled(app)
    painted = " ".join(" ".join([row[4:] for row in rows(app, "prompt")]).split())
    for said in texts:
        cut = [said[:size] for size in range(len(said) // 2, len(said))]
        small = app.size == SIZES[0] and said != texts[0]
        dotted = small and painted.endswith(tuple([f"{part}..." for part in cut]))
        assert said in painted or dotted, (said, painted, app.size)


@pytest.mark.parametrize("group", FLOWS)
async def test_every_prompt_beside_the_boards(monkeypatch: pytest.MonkeyPatch, group: str) -> None:
    listening = Listening()
    monkeypatch.setattr(i18n, "_catalogue", listening)
    sizes = cycle(SIZES)
    for steps in FLOWS[group]:
        print(steps.__name__)  # the last one is the one that fails
        await lived(steps, sizes)
    written = {
        message.id
        for name in SOURCES[group]
        for message in tool().written_in(
            ast.parse((ROOT / "tui" / f"{name}.py").read_text(encoding="utf-8"))
        )
    }
    unmet = sorted(written - listening.said - UNMET)
    assert not unmet, f"give these a flow, or name in UNMET where they are met: {unmet}"


@pytest.mark.parametrize(
    ("ask", "more", "keys", "answer"),
    [
        (Ask("seat", (), "Take it back? Y/n"), "y or Enter: yes. n: no.", "enter", "y"),
        (Ask("trust", ("A stranger.",), "Is it this table? y/N"), "y: yes. n: no.", "enter", None),
        (Ask("code", ("Not that one.",), "Join code:"), "ab", "enter", "ab"),
    ],
)
async def test_questions_at_the_door(ask: Ask, more: str, keys: str, answer: str | None) -> None:
    app = CardApp(seated().connect)
    async with app.run_test(size=SIZES[-1]) as pilot:
        asked = asyncio.create_task(app.ask(ask))
        await pilot.pause()
        await press(pilot, "a b")  # no key but those named does anything, unless a code is typed
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await reads(app, (ask.wants, more))
            assert all(said in text(app) for said in ask.says)
        await press(pilot, keys)
        assert await asked == answer
