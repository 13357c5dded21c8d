"""Every moment of every set of rules with real keys: keymap, screen, cells painted, action sent.

One app lives through all moments of a set of rules. In each the terminal changes its size once,
while the first prompt stands, so it is met at two sizes; which two differs between the sets of
rules. With EVERY_SIZE=1 in the environment every moment begins at every size.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from engine.rulefile import Ruleset
from netcore.wire import messages as m
from tests.tui.moments import NAMES, RULESETS, At, Never, NoLuck, Press, Says, Step, key_of
from tests.tui.moments_casino import MOMENTS as CASINO_MOMENTS
from tests.tui.moments_uno import MOMENTS as UNO_MOMENTS
from tests.tui.settled import rows, settled
from tests.tui.tuitable import FakeTable
from tui.app import CardApp
from tui.boards.kit import kit
from tui.keymap import for_place, pressed
from tui.screens.table import TableScreen

SIZES: Final = [(60, 20), (80, 24), (120, 40)]
MOMENTS: Final = {"uno": UNO_MOMENTS, "casino": CASINO_MOMENTS}
UNSHOWN: Final = {"left", "right", "home", "end", "cancel", "undo", "hint"}
"""What works at any time: it stands in the help, not in the footer."""


class Still(FakeTable):
    """A table at which nothing happens but what a test shows; actions are accepted, not done."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset.game.name, ruleset.base, options=dict(ruleset.options), seats=2)
        self.rules = ruleset.rules
        self.match = replace(self.match, rules=ruleset.rules, deals=1)

    def act(self, action: Any) -> bytes:
        self.acted.append(str(action))
        assert self.me is not None
        self.match.apply(self.me, self.game.parse(str(action)), NoLuck())
        self.say(m.Ack(b"a" * 12, self.n))
        return b"a" * 12

    def sit(self, at: At) -> None:
        names = NAMES[: len(at.states[0].hands)]
        if (self.me, self.names) != (at.me, names):
            self.me, self.names = at.me, names
            self.say(m.Seated("t", self.me, "token", NAMES[self.me or 0], self.host))
            self.tell_lobby()
        for state, events in zip(at.states, at.events, strict=True):
            scores = (0,) * len(names)
            self.match = replace(self.match, seats=len(names), state=state, scores=scores)
            self.show(events)


class Pressed:
    """The app at a table, to which a moment's steps are done."""

    def __init__(self, pilot: Pilot[int], table: Still, sizes: Iterator[tuple[int, int]]) -> None:
        self.pilot, self.app, self.table, self.sizes = pilot, pilot.app, table, sizes
        self.size = next(sizes)
        self.resizes = False
        self.time = 0.0
        pilot.app.ctx.now = lambda: self.time  # type: ignore[attr-defined]

    @property
    def screen(self) -> TableScreen:
        screen = self.app.screen
        assert isinstance(screen, TableScreen)
        return screen

    async def do(self, step: Step) -> None:
        match step:
            case At():
                self.screen.kit = kit(self.screen.game, self.screen.ctx.room)
                self.screen.board = self.screen.kit.board
                self.table.sit(step)
                await settled(self.app)
            case Press(keys, sends, wise):
                self.table.acted.clear()
                for key in keys.split():
                    assert not self.table.acted
                    await self.press(key_of(self.screen.board, key), wise)
                assert self.table.acted == [sends][: bool(sends)]
            case Says(texts):
                self.reads(*texts)
                if self.resizes:
                    self.resizes = False
                    self.size = next(self.sizes)
                    await self.pilot.resize_terminal(*self.size)
                    self.reads(*texts)
            case Never(said):
                assert said not in self.reads()

    async def press(self, key: str, wise: bool) -> None:
        """Press a key; the footer has offered it if it did something, and not if it is refused."""
        board, shown = self.screen.board, self.footer()
        asked, (_, better) = board.question, board.footer()
        self.time += 1  # no key is held down
        await self.pilot.press(key)
        await settled(self.app)
        entry = pressed(self.screen.places, key, None)
        if asked is not None and asked.find(key) is not None:
            assert f" {key} " in shown
        elif entry is not None and entry.id not in UNSHOWN and wise:
            does = better.get(entry.id) or entry.text()
            by_enter = entry.id != "do" and better.get("do") == does
            offered = by_enter or f" {entry.shown} {does} " in shown
            refused = board.notice or (entry.id in ("build", "value") and board.advice)
            assert offered != bool(refused), (self.size, key, shown, refused)

    def reads(self, *texts: str) -> str:
        """Return what the prompt says: painted is all of it, or what matters most."""
        painted = " ".join(" ".join([row[4:] for row in rows(self.app, "prompt")]).split())
        said = self.screen.said() or self.screen.board.prompt()
        first, whole = " ".join(said.text.split()), " ".join(f"{said.text} {said.more}".split())
        for one in texts:
            assert " ".join(one.split()) in whole, (one, whole)
        if painted != whole:
            assert self.size in SIZES[: 2 if said.tone == "hint" else 1], (self.size, whole)
            assert painted.startswith(first), (self.size, painted, whole)
            assert whole.startswith(painted.removesuffix("...")), (painted, whole)
            keys = {entry.shown for entry in for_place(*self.screen.places)} - {"Esc"}
            for sign in keys.intersection(whole[len(painted) - 3 :].split()):
                assert f" {sign} " in self.footer(), (sign, whole, self.footer())
        return whole

    def footer(self) -> str:
        return rows(self.app, "keys")[0]


CASES: Final = [
    pytest.param(game, ruleset, start, id=f"{ruleset.name}-{start}")
    for game, rulesets in RULESETS.items()
    for number, ruleset in enumerate(rulesets)
    for start in (range(len(SIZES)) if os.environ.get("EVERY_SIZE") else [number % len(SIZES)])
]


@pytest.mark.parametrize(("game", "ruleset", "start"), CASES)
async def test_every_moment(game: str, ruleset: Ruleset, start: int) -> None:
    met = {
        name: list(moment.steps(ruleset.rules))
        for name, moment in MOMENTS[game].items()
        if moment.where(ruleset.rules)
    }
    table = Still(ruleset)
    table.sit(next(iter(met.values()))[0])  # type: ignore[arg-type]
    app = CardApp(table.connect)
    async with app.run_test(size=SIZES[start]) as pilot:
        await settled(app)
        there = Pressed(pilot, table, cycle(SIZES[start:] + SIZES[:start]))
        for name, steps in met.items():
            print(name)  # the last one is the one that fails
            there.resizes = True
            for step in steps:
                await there.do(step)
