"""Flows: a table, or whatever the app begins with, and what is done and read there, with real keys.

A flow is a generator: first what the app is opened with, of which it is then told, then steps: keys
and what they send, what is painted in the prompt line, messages of the server. Each text is read at
two sizes, with a resize between. What screens may say is read from their sources, so a text that no
flow meets is found; so is a key of a footer that none presses.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol, TypeAlias

from textual.pilot import Pilot
from textual.widgets import Input

from netcore.wire import messages as m
from tests.tui.catalogues import ROOT, tool
from tests.tui.driving import press
from tests.tui.livetable import LiveTable
from tests.tui.settled import rows, settled, shows, text
from tui.app import CardApp
from tui.drawing.layout import LEAST
from tui.keymap import for_place, pressed
from tui.screens.table import TableScreen

SIZES: Final = [(60, 20), (80, 24), (120, 40)]


class Scene(Protocol):
    """What the app begins with.

    Attributes:
        sent: What was asked of others.
    """

    sent: list[Any]

    def app(self) -> CardApp: ...

    def say(self, message: Any) -> None: ...


class People(LiveTable):
    """Ann, a bot, Carol who is a person, a bot; `change` is what else its lobby says."""

    invites: tuple[str, ...] = ()
    change: dict[str, Any] = {}  # noqa: RUF012

    def app(self) -> CardApp:
        """Return the app at this table."""
        app = CardApp(self.connect)
        app.ctx.owner, app.ctx.invites = self.host, self.invites
        return app

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
    """Press these; `sends`: the request that follows, or its kind."""

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


@dataclass(frozen=True)
class Comes:
    """This is on the screen in a while: it comes from a thread, or in time."""

    text: str


Flow: TypeAlias = Callable[[], Generator[Any, Any, None]]


def says(*texts: str) -> Prompt:
    return Prompt(texts)


_EDGES: Final = ("up", "down", "left", "right", "previous", "next", "step", "unstep", "faster",
                 "slower")  # fmt: skip
"""What leads nowhere at the end of a list, and is shown there all the same."""
_TELLS: Final = ("watchers",)
"""What is answered where others refuse."""


@dataclass
class Footers:
    """What was done with the keys of footers, by screen.

    Attributes:
        offered: What some footer has shown.
        worked: What did something.
        tried: What was pressed.
    """

    offered: set[tuple[str, str]] = field(default_factory=set)
    worked: set[tuple[str, str]] = field(default_factory=set)
    tried: set[tuple[str, str]] = field(default_factory=set)
    places: dict[str, tuple[str, ...]] = field(default_factory=dict)

    async def press(self, pilot: Pilot[int], key: str, sent: list[Any]) -> None:
        """Press a key; where it belongs to the keymap it does something if the footer shows it."""
        app = pilot.app
        assert isinstance(app, CardApp)
        screen = app.top
        typing = screen.finder is not None or (
            isinstance(app.focused, Input) and (screen.places != ("find",) or len(key) == 1)
        )
        if typing and screen.finder is None and screen.query_one("#keys").display:
            letters = [one.word for one in screen._shown if len(one.key) == 1]
            assert not letters, f"they are typed here: {letters}"
        asked = screen.asked is not None or screen.board_question() is not None
        if typing or asked or type(screen) is TableScreen:  # that one's keys: test_pressed
            await press(pilot, key)
            return
        name = type(screen).__name__
        entry = pressed(screen.places, key, None)
        offers = {shown.id for shown in screen._shown if shown.id}
        self.offered |= {(name, one) for one in offers}
        self.places[name] = screen.places
        screen.notice = ""
        screen.paint()
        before = self._picture(app), len(sent)
        await press(pilot, key)
        if entry is None:
            return
        does = app._exit or (self._picture(app), len(sent)) != before
        refused = app._exception is None and app.top is screen and bool(screen.notice)
        refused = refused and entry.id not in _TELLS and len(sent) == before[1]
        self.tried.add((name, entry.id))
        if does and not refused:
            self.worked.add((name, entry.id))
        if entry.id in offers:
            assert entry.id in _EDGES or (does and not refused), (name, key, screen.notice)
        elif does and not refused:
            assert entry.id not in screen.useless(), f"{name}: neither footer nor help has {key}"

    @staticmethod
    def _picture(app: CardApp) -> tuple[object, list[Any]]:
        return app.screen, app.screen._compositor.render_strips()

    def unmet(self, screens: Collection[str]) -> list[tuple[str, str]]:
        """Return what was never pressed there: offers that did nothing, keys of the keymap."""
        keys = {
            (name, key.id) for name, places in self.places.items() for key in for_place(*places)
        }
        unmet = (self.offered - self.worked) | (keys - self.tried)
        return sorted([one for one in unmet if one[0] in screens])


async def lived(flow: Flow, sizes: Iterator[tuple[int, int]], footers: Footers) -> None:
    """Do the steps of a flow: the first is its scene, of which the flow is then told."""
    steps = flow()
    scene: Scene = next(steps)
    app = scene.app()
    app.ctx.now = lambda: 100.0
    async with app.run_test(size=next(sizes)) as pilot:
        await settled(app)
        for step in told(steps, scene):
            match step:
                case Keys(keys, sends):
                    before = len(scene.sent)
                    for key in keys.split():
                        await footers.press(pilot, key, scene.sent)
                    sent = scene.sent[before:]
                    if isinstance(sends, type):
                        sent = [type(one) for one in sent]
                    assert sent == ([] if sends is None else [sends]), (keys, sent)
                case Prompt(texts):
                    await reads(app, texts)
                    await pilot.resize_terminal(*next(sizes))
                    await reads(app, texts)
                case Shown(said):
                    for size in (*[next(sizes) for _ in SIZES], LEAST):
                        if said in " ".join(text(app).split()):
                            break
                        await pilot.resize_terminal(*size)
                    assert said in " ".join(text(app).split()), text(app)
                case Comes(said):
                    await shows(pilot, said)
                case message:
                    scene.say(message)
                    await settled(app)


def told(steps: Generator[Any, Any, None], scene: Scene) -> Iterator[Any]:
    """Yield the steps that follow once the flow knows its scene."""
    with suppress(StopIteration):
        yield steps.send(scene)
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


def written(names: Iterable[str]) -> set[str]:
    """Return every text that these files of the client have."""
    return {
        message.id
        for name in names
        for message in tool().written_in(
            ast.parse((ROOT / "tui" / f"{name}.py").read_text(encoding="utf-8"))
        )
    }
