"""The tool that keeps the catalogues, for tests; and English that knows which texts there are."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tests import tooling

ROOT = Path(__file__).resolve().parents[2]


def tool() -> ModuleType:
    """Return tools/messages.py."""
    return tooling.tool("messages")


@cache
def templates() -> dict[str, Any]:
    """Return every text of the program, by key."""
    found: dict[str, Any] = tool().templates()
    return found


class English:
    """A catalogue that has no translations, and does not let pass what the tool did not find."""

    def gettext(self, message: str) -> str:
        asked_by = {sys._getframe(1).f_code.co_name, sys._getframe(2).f_code.co_name}
        assert message in templates() or "perhaps" in asked_by, f"no catalogue has {message!r}"
        return message

    def ngettext(self, one: str, many: str, count: int) -> str:
        assert templates()[one].many == many, f"no catalogue has {one!r}"
        return one if count == 1 else many

    def pgettext(self, context: str, message: str) -> str:
        assert f"{context}\x04{message}" in templates(), f"no catalogue has {context} {message!r}"
        return message


class Listening(English):
    """Keeps which texts were asked for."""

    def __init__(self) -> None:
        self.said: set[str] = set()

    def gettext(self, message: str) -> str:
        self.said.add(message)
        return super().gettext(message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        self.said.add(one)
        return super().ngettext(one, many, count)

    def pgettext(self, context: str, message: str) -> str:
        self.said.add(message)
        return super().pgettext(context, message)
