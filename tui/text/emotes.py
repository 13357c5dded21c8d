"""The few things that are said with one key, in the reader's language.

Hides: the wording, and how long a player is seen saying it. What goes over the wire is a code.
Must not know: screens, keys beyond digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from netcore.wire.codes import EmoteCode
from tui.i18n import t

SECONDS: Final = 6.0
"""So long it stands beside who said it; the log keeps it."""

_TEXTS: Final[Mapping[EmoteCode, Callable[[], str]]] = {
    EmoteCode.WELL_PLAYED: lambda: t("well played!"),
    EmoteCode.OOPS: lambda: t("oops!"),
    EmoteCode.HURRY_UP: lambda: t("hurry up!"),
    EmoteCode.THANKS: lambda: t("thanks!"),
    EmoteCode.WOW: lambda: t("wow!"),
}


def text(code: EmoteCode) -> str:
    """Return what it says."""
    return _TEXTS[code]()


def by_digit() -> dict[str, EmoteCode]:
    """Return what each digit says."""
    return {str(number): code for number, code in enumerate(_TEXTS, start=1)}
