"""The games there are. To add one, add its line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.casino import CASINO
from engine.game import AnyGame
from engine.uno.game import UNO

GAMES: Final[Mapping[str, AnyGame]] = {"uno": UNO, "casino": CASINO}
