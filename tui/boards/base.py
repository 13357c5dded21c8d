"""What both boards share: prompts, questions in one line, and the face a board shows the screen.

Hides: nothing of a game. A board is pure: it holds what the player has selected and turns it into
actions of the engine; it sends nothing and draws nothing. Must not know: Textual, the network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from engine.game import Seat
from tui.i18n import n, t
from tui.keymap import Shown
from tui.text.words import together

Tone: TypeAlias = Literal["wait", "mine", "ask", "warn", "hint"]
"""Somebody else is to act · the player is · a question is open · something went wrong · advice."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is expected, what Enter does, and why not. `more`: what else could be done now."""

    text: str
    tone: Tone
    more: str = ""

    def after(self, notice: str, tone: Tone = "warn") -> Prompt:
        """Return it with a notice before it; what Enter does is still said, nothing said twice."""
        if notice and notice in self.text:
            return Prompt(self.text, tone, self.more)
        return Prompt(notice, tone, together([self.text, self.more])) if notice else self


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer. `then` returns what is to be sent, or None when a further question is open."""

    keys: tuple[str, ...]
    label: str
    then: Callable[[], Any | None]


@dataclass(frozen=True, slots=True)
class Question:
    """A question asked in the prompt line.

    Attributes:
        alive: Whether it still makes sense after something has happened.
        firm: Esc does not close it.
    """

    text: str
    choices: tuple[Choice, ...]
    alive: Callable[[], bool]
    firm: bool = False

    def footer(self) -> list[Shown]:
        """Return its keys, for the footer: what each means stands in the question."""
        answers = " ".join([choice.keys[0] for choice in self.choices])
        back = [] if self.firm else [Shown("Esc", t("back"))]
        return [Shown(answers, t("answer")), *back]

    def parts(self) -> list[str]:
        """Return the question and its answers, as the prompt shows them one after the other."""
        return [self.text, *[f"{choice.keys[0]} {choice.label}" for choice in self.choices]]

    def line(self) -> str:
        """Return the question with its answers, as the prompt shows it."""
        return "  ".join(self.parts())

    def find(self, key: str) -> Choice | None:
        """Return the choice that a key makes."""
        for choice in self.choices:
            if key in choice.keys:
                return choice
        return None


def digit(number: int) -> str:
    """Return the key for the `number`-th of up to ten things, counted from 1."""
    return "0" if number == 10 else str(number) if number < 10 else ""


def held(count: int) -> str:
    """Return what to say of a digit that is no card of the hand."""
    return n("You hold {count} card.", "You hold {count} cards.", count)


def moved(old: Sequence[Any], index: int, new: Sequence[Any]) -> int:
    """Return where the thing at `index` is now, or the nearest place when it has gone."""
    if not new:
        return 0
    if index < len(old):
        thing = old[index]
        twin = sum(1 for other in old[:index] if other is thing)
        places = [i for i, other in enumerate(new) if other is thing]
        if places:
            return places[min(twin, len(places) - 1)]
    return min(index, len(new) - 1)


class Board(Protocol):
    """What the table screen asks of a board.

    Attributes:
        question: The question that is open, if any.
        notice: What to tell the player until the next key or update; empty for nothing.
        advice: A hint that was asked for, likewise.
    """

    question: Question | None
    notice: str
    advice: str

    @property
    def over(self) -> bool:
        """The deal is over."""
        ...

    @property
    def mine(self) -> bool:
        """The table waits for this player."""
        ...

    def see(self, view: Any) -> None:
        """Take a new view; keep of the selection what still holds."""
        ...

    def meant(self) -> tuple[object, object]:
        """Return what the keys that play do now, and what answers do: to be compared, no more.

        False where they do nothing.
        """
        ...

    def prepared(self) -> bool:
        """Tell whether Enter plays just what the player has chosen, be it while others played."""
        ...

    def press(self, name: str) -> Any | None:
        """Do the keymap's `name`; return the action to send, if that makes one."""
        ...

    def letter(self, key: str) -> Any | None:
        """Take a digit or letter that is in no keymap; return the action to send, if any."""
        ...

    def prompt(self) -> Prompt:
        """Say what is expected and what Enter does."""
        ...

    def footer(self) -> tuple[list[str], dict[str, str]]:
        """Return the ids of the keys that matter now, and better words for some of them."""
        ...


def answer(board: Board, key: str) -> Any | None:
    """Give a key to the open question; return the action to send, if that makes one."""
    question = board.question
    choice = question.find(key) if question else None
    if choice is None:
        return None
    board.question = None
    return choice.then()


NameOf: TypeAlias = Callable[[Seat], str]
