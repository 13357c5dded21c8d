"""How argparse says what it has to say: help and errors, in the reader's language.

Hides: argparse's insides. Must not know: which commands there are.
"""

from __future__ import annotations

import argparse
import re
from typing import Any, Final, NoReturn

from tui import i18n
from tui.commands import words
from tui.i18n import n, perhaps, t

vars(argparse).update(_=perhaps, ngettext=n)  # its own door to texts, which it asks by these names
EXIT_USAGE: Final = 2
LIMITS: Final = "limits"
"""As an epilog it stands for the list of limits."""
_SHORT: Final = 2
"""Lines of usage that still leave an error to be seen."""


class Help(argparse.HelpFormatter):
    """Help broken into lines by cells: argparse counts letters, and Chinese ones are two wide."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._wider = 0 if i18n.language() == "en" else len(t("usage: "))
        self._width -= self._wider  # it stands before the first line, twice as wide

    def _format_usage(self, *args: Any) -> str:
        """Put the further lines below the first one's words."""
        return re.sub(r"\n(?=[ ])", "\n" + " " * self._wider, super()._format_usage(*args))

    def format_help(self) -> str:
        """Put a Chinese colon behind Chinese headings."""
        return re.sub("(?m)(?<=[\u4e00-\u9fff]):$", "：", super().format_help())

    def _split_lines(self, text: str, width: int) -> list[str]:
        return words.lines(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join([indent + line for line in words.lines(text, width - len(indent))])


class Parser(argparse.ArgumentParser):
    """A parser whose commands have the same help."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"formatter_class": Help, **options})

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        """Let each command refuse what it does not know, and name its own help."""
        found, unknown = super().parse_known_args(*args, **options)
        if unknown:
            self.error(perhaps("unrecognized arguments: %s") % " ".join(unknown))
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and not every option before it."""
        usage = self.format_usage()
        if usage.count("\n") > _SHORT:
            usage = f"{t('usage: ')}{self.prog} ...\n"
        said = perhaps("%(prog)s: error: %(message)s\n") % {"prog": self.prog, "message": message}
        try_ = t("Try: {line}", line=f"{self.prog} --help")
        self.exit(EXIT_USAGE, f"{usage}{said}{try_}\n")


class HelpWithLimits(Help):
    """Help that ends with the list of limits; they are loaded when it is shown."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text == LIMITS:
            return words.limit_lines(width)
        return super()._fill_text(text, width, indent)
