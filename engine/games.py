"""The games there are. To add one, add its line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.casino import CASINO
from engine.game import AnyGame
from engine.uno.game import UNO

RULES_VERSION: Final = 1
"""Rises whenever what was played before would be played otherwise now: a journal of another version
is not resumed. The records in tests/records notice."""

GAMES: Final[Mapping[str, AnyGame]] = {"uno": UNO, "casino": CASINO}
