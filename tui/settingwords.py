"""Settings in words: what each is called, what its values are called, what says so.

Must not know: screens, where settings are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tui import settings
from tui.i18n import c, t
from tui.settings import CHOSEN, USUAL, Settings

_LABELS: Final[Mapping[str, Callable[[], str]]] = {
    "name": lambda: c("setting", "name"),
    "lang": lambda: t("language"),
    "theme": lambda: t("theme"),
    "colors": lambda: t("colours"),
    "symbols": lambda: t("symbols"),
    "sort": lambda: t("your hand"),
    "speed": lambda: t("bots"),
    "bell": lambda: t("bell"),
    "motion": lambda: t("motion"),
    "auto_pass": lambda: t("keep by itself"),
    "mouse": lambda: t("mouse"),
    "plain": lambda: t("plain"),
    "log_file": lambda: t("log file"),
    "keys": lambda: t("keys"),
}
_VALUES: Final[Mapping[str, Callable[[], str]]] = {
    "on": lambda: t("on"),
    "off": lambda: t("off"),
    "auto": lambda: t("automatic"),
    "lang.en": lambda: "English",
    "lang.zh-Hant": lambda: "繁體中文",
    "lang.zh-Hans": lambda: "简体中文",
    "theme.dark": lambda: t("dark"),
    "theme.light": lambda: t("light"),
    "theme.high-contrast": lambda: t("high contrast"),
    "theme.ansi": lambda: t("the terminal's own"),
    "colors.never": lambda: t("none"),
    "colors.16": lambda: "16",
    "colors.256": lambda: "256",
    "symbols.unicode": lambda: c("setting", "full"),
    "symbols.ascii": lambda: t("plain ASCII"),
    "symbols.emoji": lambda: t("with emoji"),
    "sort.auto": lambda: t("automatic: colour in UNO, number in Casino"),
    "sort.color": lambda: t("by colour or suit"),
    "sort.number": lambda: t("by number"),
    "speed.slow": lambda: t("slow"),
    "speed.normal": lambda: t("as usual"),
    "speed.fast": lambda: t("fast"),
}


def label(name: str) -> str:
    """Return what a setting is called on a screen."""
    return _LABELS[name]()


def value(name: str, one: Any, chosen: str = "") -> str:
    """Return what a value is called on a screen; `chosen`: what `auto` has come to."""
    written = settings.word(name, one)
    if written == "auto" and chosen:
        return t("automatic: {value}", value=value(name, chosen))
    said = _VALUES.get(f"{name}.{written}") or _VALUES.get(written)
    return said() if said else written or "-"


def origin(name: str, chosen: Settings) -> str:
    """Say what a setting comes from, in a word."""
    match chosen.origins.get(name, USUAL):
        case settings.USUAL:
            return t("usual")
        case settings.CHOSEN:
            return t("settings screen")
        case where:
            return where


def overruled(name: str, chosen: Settings) -> str:
    """Say what goes before a choice on the settings screen; empty where nothing does."""
    where = chosen.origins.get(name, USUAL)
    if where in (USUAL, CHOSEN):
        return ""
    return t("{where} says so; a change here lasts until you leave.", where=where)
