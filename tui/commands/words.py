"""What single words of the command line may be: numbers with bounds, names, languages.

Each function is an argparse `type`: it returns the value or says what was typed and what may be.
"""

from __future__ import annotations

import math
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Final

from tui.i18n import LANGUAGES, t
from tui.i18n import language as language_now

MOST: Final = 1000
LONGEST_WAIT: Final = 86_400
"""Seconds: a day."""
LONGEST_REACTION: Final = 10
"""Seconds: whoever is next waits twice as long."""


def port(text: str) -> int:
    """Read a port to listen on; 0 is any that is free."""
    return _whole(text, 0, 65535, t("a port is 1 to 65535 (0: any free one)"))


def count(text: str) -> int:
    """Read how many there are to be."""
    return _whole(text, 1, MOST, t("a whole number from 1 to {most}", most=MOST))


def seconds(text: str) -> int:
    """Read a time to wait."""
    about = t("seconds are a whole number from 0 to {most}", most=LONGEST_WAIT)
    return _whole(text, 0, LONGEST_WAIT, about)


def positive(text: str) -> float:
    """Read a number that is not negative."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= LONGEST_WAIT:
        about = t("it is a number from 0 to {most}", most=LONGEST_WAIT)
        raise _refused(text, about)
    return value


def reaction(text: str) -> float:
    """Read the time that a forgotten call leaves."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= LONGEST_REACTION:
        raise _refused(text, t("it is a number from 0 to {most}", most=LONGEST_REACTION))
    return value


def name(text: str) -> str:
    """Read a player's name."""
    from tui.settings import why_no_name

    if why := why_no_name(text):
        raise ArgumentTypeError(why)
    return text


def code(text: str) -> str:
    """Read a join code, or `-` for one that is asked for."""
    from netcore.transport.joincode import LEAST, MOST, BadCode, folded

    if text == "-":
        return text
    try:
        folded(text)
    except BadCode:
        about = t("a code has {least} to {most} letters and digits", least=LEAST, most=MOST)
        raise _refused(text, about) from None
    return text.strip()


def language(text: str) -> str:
    """Read a language, as `zh-Hant`, `zh_TW.UTF-8` or `en`."""
    if text.replace("-", "_").lower().partition("_")[0] in ("", "en", "zh"):
        return text
    raise _refused(text, t("choose from {known}", known=", ".join(LANGUAGES).replace("_", "-")))


def one_of(*known: str) -> Callable[[str], str]:
    """Return how to read one of a few words."""

    def read(text: str) -> str:
        if text in known:
            return text
        raise _refused(text, t("choose from {known}", known=", ".join(known)))

    return read


def limit(text: str) -> str:
    """Read one of a server's limits, as `chat-length=200`."""
    from netcore.wire.limits import DEFAULT, BadLimit

    try:
        DEFAULT.read(text)
    except BadLimit as bad:
        if bad.known:
            about = t("{name} is written {wanted}", name=bad.name, wanted=bad.wanted)
        else:
            about = t("there is no limit {name!r}; cardtui serve --help lists them", name=bad.name)
        raise _refused(text, about) from None
    return text


def lines(text: str, width: int) -> list[str]:
    """Return a text of the help in lines of at most so many cells."""
    if language_now() == "en":
        import textwrap

        return textwrap.wrap(" ".join(text.split()), width)
    from tui.drawing.canvas import wrap  # knows how wide letters are, and takes its time to load

    return wrap(" ".join(text.split()), width)


def limit_lines(width: int) -> str:
    """Return the list of limits for the help."""
    from dataclasses import fields

    from netcore.wire.limits import DEFAULT, shown

    head = t("limits (COUNT/SECONDS:BURST is a speed, and how much may come at once):")
    shown_lines = lines(head, width)
    for one in fields(DEFAULT):
        head = f"  {shown(one.name)}={getattr(DEFAULT, one.name)}".ljust(30)
        about = lines(t(one.metadata["about"]), max(20, width - 31))
        shown_lines.append(f"{head} {about[0]}")
        shown_lines += [" " * 31 + more for more in about[1:]]
    return "\n".join(shown_lines)


def _whole(text: str, least: int, most: int, about: str) -> int:
    digits = text.isascii() and text.isdecimal() and len(text) < 10
    if not digits or not least <= int(text) <= most:
        raise _refused(text, about)
    return int(text)


def _refused(text: str, about: str) -> ArgumentTypeError:
    shown = text if text.strip() and text.isprintable() else ascii(text)
    return ArgumentTypeError(t("{text}: {about}", text=shown[:60], about=about))
