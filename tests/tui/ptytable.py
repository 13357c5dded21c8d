"""A program for the pty tests: the app at a fake table.

    python ptytable.py GAME SEATS [ascii] [still] [clock] [last]

F11 lets the seat on turn play its first proper card; F12 is a fence. `still`: without motion;
`clock`: with a turn timer; `last`: the player is about to play the last card.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import ClassVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from textual.binding import Binding

from tests.tui.fence import FencedApp
from tests.tui.tuitable import FakeTable
from tui import settings, unseen
from tui.drawing import symbols
from tui.launch import run_app

UNO = {
    "hands": ("r5 r+2 g2 g7 gs y0 b9 w w+4", "g1 r1 y2", "y9 r2", "r3 r4 y5 y6 g8 b1"),
    "discard": "* b7 g5",
    "stock": "r6 y3 b4 g1",
    "turn": "p2",
}
LAST = {"hands": ("r5", *UNO["hands"][1:]), "turn": "p1"}
CASINO = {
    "hands": ("8c As 2d Td", "9h 7s Kc 4d"),
    "table": "5s 3h 2c Kd Jh #9/p2(6c+3d)",
    "taken": ("4c 4h 7d 7h", "Qs Qd 6d 6s Ac Ad"),
    "stock": "*",
    "last": "p2",
    "turn": "p1",
    "dealer": "p2",
}


def main() -> int:
    game, seats = sys.argv[1], int(sys.argv[2])
    table = FakeTable(game, seats=seats, seed=4, timer=60 if "clock" in sys.argv else 0)
    table.quiet = True
    if game == "uno":
        table.place(**(UNO | LAST if "last" in sys.argv else UNO))
    else:
        table.place(**CASINO)

    class App(FencedApp):
        BINDINGS: ClassVar = [Binding("f11", "next_plays", show=False, priority=True)]

        def action_next_plays(self) -> None:
            seat = min(table.match.waiting_on())
            legal = table.game.legal(table.game.view(table.match.state, seat))
            actions = [str(one) for one in legal]
            cards = [one for one in actions if one not in ("draw", "pass")]
            table.play(seat, (cards or actions)[0])

    unseen.LOOK = 0.0  # a test presses a key as soon as it is told what that does
    chosen = settings.with_value(settings.DEFAULTS, "motion", "still" not in sys.argv)
    symbol_set = symbols.SETS["ascii" if "ascii" in sys.argv else "unicode"]
    app = App(table.connect, symbol_set=symbol_set, settings=chosen)
    return run_app(app)


if __name__ == "__main__":
    sys.exit(main())
