"""The rules of a table as a book that a person can read, made from the options alone.

Hides: which module knows a game's sentences. Must not know: preset names, screens, how wide a line
is. Every sentence goes through the texts of `i18n` and is chosen by option values, so that the book
of any ruleset, also of one that nobody has played before, says what the program does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.casino.rules import CasinoRules
from engine.uno.rules import UnoRules
from tui.rules import rulebook_casino, rulebook_uno


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the book.

    Attributes:
        title: What it is about.
        sentences: What it says; each may be one or more sentences that belong together.
    """

    title: str
    sentences: tuple[str, ...]


def rulebook(game: str, rules: Any) -> tuple[Section, ...]:
    """Return the rulebook of `game` (`uno` or `casino`) under `rules`.

    What the options switch off is left out, unless a player would wonder.
    """
    chapters: Iterable[tuple[str, Iterable[str]]]
    match rules:
        case UnoRules():
            chapters = rulebook_uno.chapters(rules)
        case CasinoRules():
            chapters = rulebook_casino.chapters(rules)
        case _:
            raise ValueError(f"no rulebook for {game}")
    sections = (Section(title, tuple(sentences)) for title, sentences in chapters)
    return tuple(section for section in sections if section.sentences)
