"""A table in this process that looks like a client (`netcore.client`): the real engine, no network.

The other seats are played at once: by the first sensible action, or at random.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from engine.game import Illegal
from engine.games import GAMES
from engine.king import KingView
from engine.match import Match
from netcore.wire import messages as m
from netcore.wire.ruleset import rules_for
from tests.luck import Luck

NAMES = ("Ann", "Bob", "Carol", "Dave", "Erin", "Finn", "Gus", "Hana", "Ivo", "Joy")


class FakeTable:
    """One human seat, the others bots.

    Attributes:
        sent: Every request that came.
        acted: Every action that came, in notation.
        refused: Those of them that the engine refused.
        quiet: The bots do not play.
        king: The punishments that are open, as each update shows them.
        certificate: Of its server; noughts: all is in clear.
        elsewhere: Whose seat is kept at its address under another certificate.
    """

    def __init__(
        self,
        game: str = "uno",
        preset: str = "",
        *,
        seats: int = 4,
        seed: int = 1,
        options: dict[str, Any] | None = None,
        me: int | None = 0,
        timer: int = 0,
    ) -> None:
        self.game = GAMES[game]
        self.name = game
        self.preset = preset or next(iter(self.game.presets))
        self.options = options or {}
        self.rules = rules_for(game, self.preset, self.options)
        self.me = me
        self.names = NAMES[:seats]
        self.timer = timer
        self.match = Match.new(self.game, self.rules, seats)
        self.phase = "lobby"
        self.n = 0
        self.sent: list[Any] = []
        self.connected = True
        self.acted: list[str] = []
        self.refused: list[str] = []
        self.quiet = False
        self.king: KingView | None = None
        self.host = True
        self.certificate = bytes(32)
        self.elsewhere = ""
        self.unkept = False
        self._luck = Luck(seed)
        self._random = random.Random(seed)
        self._queue: asyncio.Queue[Any] = asyncio.Queue()
        self.say(m.Seated("t", me, "token", NAMES[me or 0], self.host))
        self.tell_lobby()

    # --- what the client sees ---------------------------------------------------------

    def say(self, message: Any) -> None:
        """Send a message to the client."""
        self._queue.put_nowait(message)

    async def __aiter__(self) -> AsyncIterator[Any]:
        while True:
            yield await self._queue.get()

    def send(self, message: Any) -> bool:
        if not self.connected:
            return False
        self.sent.append(message)
        match message:
            case m.Start():
                self.start()
            case m.Chat(text=text):
                self.say(m.Said(NAMES[self.me or 0], self.me, text))
            case _:
                pass
        return True

    def act(self, action: Any) -> bytes:
        aid = self._random.randbytes(12)
        self.acted.append(str(action))
        assert self.me is not None
        try:
            step = self.match.apply(self.me, self.game.parse(str(action)), self._luck)
        except Illegal as illegal:
            self.refused.append(f"{action}: {illegal.code}")
            self.say(m.Nak(aid, illegal.code, self.n))
            return aid
        self._take(step)
        self.say(m.Ack(aid, self.n))
        self.play_bots()
        return aid

    async def close(self) -> None:
        """Nothing to close."""

    async def connect(self) -> FakeTable:
        """Stand in for the way to a server."""
        return self

    # --- the table ----------------------------------------------------------------------

    def seat_infos(self) -> tuple[m.SeatInfo, ...]:
        return tuple(
            m.SeatInfo(name, "human") if seat == self.me else m.SeatInfo(name, "bot", "normal")
            for seat, name in enumerate(self.names)
        )

    def tell_lobby(self) -> None:
        host = self.me if self.host else None
        infos = self.seat_infos()
        rules = (self.name, self.preset, self.options)
        self.say(m.Lobby("t", self.phase, False, *rules, infos, (), host, self.timer, 60))

    def start(self) -> None:
        """Begin what comes next: the match, the next deal, a rematch."""
        if self.match.winners:
            self.match = Match.new(self.game, self.rules, len(self.names))
        self._take(self.match.begin(self._luck))
        self.play_bots()

    def place(self, **position: Any) -> None:
        """Set up a position, in the notation of records, and show it."""
        state = self.game.place(self.rules, len(self.names), position)
        self.match = replace(self.match, state=state, deals=max(1, self.match.deals))
        self.show()

    def show(self, events: tuple[Any, ...] = ()) -> None:
        """Send the whole view."""
        self.n += 1
        phase = "won" if self.match.winners else "between" if self.match.over else "deal"
        if phase != self.phase:
            self.phase = phase
            self.tell_lobby()
        clock = self.timer * 1000 if self.timer else None
        seen = tuple(event.seen_by(self.me) for event in events)
        self.say(m.Update(self.n, self.match.view(self.me), seen, False, clock, self.king))

    def play(self, seat: int, action: str) -> None:
        """Let a seat play."""
        self._take(self.match.apply(seat, self.game.parse(action), self._luck))

    def _take(self, step: Any) -> None:
        self.match = step.state
        self.show(step.events)

    def play_bots(self) -> None:
        """Let the bots play until it is the human's turn."""
        while not self.quiet and not self.match.over and self.me not in self.match.waiting_on():
            seat = min(self.match.waiting_on())
            actions = list(self.game.legal(self.game.view(self.match.state, seat)))
            self._take(self.match.apply(seat, self._random.choice(actions), self._luck))


# --- tables that many tests look at ---

UNO = {
    "hands": ("r5 r+2 g2 g7 gs y0 b9 w w+4", "r1 y2 g3", "y9", "r3 r4 y5"),
    "discard": "* b7 g7",
    "stock": "r6 y3 b4 g1",
    "turn": "p1",
}
CASINO = {
    "hands": ("8c 8d 2d Td", "9h 7s Kc 4d"),
    "table": "5s 3h Kd Jh #9/p2(6c+3d)",
    "taken": ("*", "Qs Qd"),
    "stock": "",
    "last": "p2",
    "turn": "p1",
    "dealer": "p2",
}


def uno(**options: Any) -> FakeTable:
    table = FakeTable("uno", **options)
    table.quiet = True
    table.place(**UNO)
    return table


def casino() -> FakeTable:
    table = FakeTable("casino", seats=2)
    table.quiet = True
    table.place(**CASINO)
    return table


def finished(game: str, preset: str = "", seats: int = 2, **more: Any) -> FakeTable:
    """Play a deal to its end."""
    table = FakeTable(game, preset, seats=seats, seed=4, **more)
    table.quiet = True
    table.start()
    while not table.match.over:
        seat = min(table.match.waiting_on())
        view: Any = table.game.view(table.match.state, seat)
        legal = list(table.game.legal(view))
        table.play(seat, str(legal[0] if game == "casino" else table.game.default(view)))
        if game == "uno" and table.n > 60:
            hands = ("r1", *["r2 y7 gs"] * (seats - 1))
            table.place(hands=hands, discard="* r3", stock="", turn="p1")
            table.play(0, "play r1")
    return table
