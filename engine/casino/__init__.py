"""Casino (Cassino): the fishing game with builds. The rules are in docs/RULES.md.

>>> from engine.casino import CASINO, PRESETS, parse_action
>>> state = CASINO.place(
...     PRESETS["seed"],
...     2,
...     {"hands": ("8c 8h 2d", "2s Td"), "table": "3c 5d 6s", "taken": ("", "*"), "turn": "p1"},
... )
>>> view = CASINO.view(state, 0)
>>> [str(action) for action in CASINO.legal(view)][:3]
['build 2d 8 6s', 'build 2d 8 3c 5d 6s', 'trail 2d']
>>> CASINO.check(view, parse_action("build 8c 9 3c"))
Traceback (most recent call last):
engine.game.Illegal: no-split
"""

from engine.casino.actions import Action, Build, BuildRef, Capture, Item, Trail, parse_action
from engine.casino.cards import Card, parse_card
from engine.casino.events import CasinoEvent
from engine.casino.game import CASINO
from engine.casino.rules import PRESETS, CasinoRules
from engine.casino.state import BuildPile, CasinoState, CasinoView, ScoreRow

__all__ = [
    "CASINO",
    "PRESETS",
    "Action",
    "Build",
    "BuildPile",
    "BuildRef",
    "Capture",
    "Card",
    "CasinoEvent",
    "CasinoRules",
    "CasinoState",
    "CasinoView",
    "Item",
    "ScoreRow",
    "Trail",
    "parse_action",
    "parse_card",
]
