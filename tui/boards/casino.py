"""Casino at the keyboard: from a hand card and marked things on the table to actions of the engine.

Hides: how a selection becomes an action. What it can mean (`readings`), why it means nothing
(`why_not`) and what would be good (`suggest`) are asked of the engine; so no rule is here.
Must not know: how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

from engine.bots import choose
from engine.casino.actions import Action, Build, Item, Trail, trail
from engine.casino.cards import Card
from engine.casino.check import refusal
from engine.casino.state import BuildPile, CasinoView
from engine.casino.suggest import Reason, readings, suggest, why_not
from engine.game import Seat
from tui.boards import casino_prompt
from tui.boards.base import Choice, Prompt, Question, digit, held
from tui.i18n import t
from tui.keymap import letters, narrow
from tui.text.refusals import refusal as refusal_text

Pane: TypeAlias = Literal["hand", "table"]
Point: TypeAlias = tuple[int, int]
"""Where a thing is drawn: its row, and the column of its middle."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table that can be chosen.

    Attributes:
        item: As the engine names it.
        card: A loose card, or the build's lowest.
        pile: The build, if it is one.
        letter: The key that marks it; a capital past the small ones, empty past all.
    """

    item: Item
    card: Card
    pile: BuildPile | None
    letter: str


class CasinoBoard:
    """The player's side of the table.

    Attributes:
        things: What lies on the table, in a lasting order: what stays keeps its place where it can.
        spots: Where each of them was drawn last; empty where nobody draws: then they are one row.
        card: Which hand card is chosen.
        pane: Where the cursor is; `at` is the thing it is on.
        marked: The marked things, by card, in the order of marking.
        taken: Who captured last, and what: the card played first. It stays until the next capture.
        shown: The reading that Enter does, when it was chosen (`b`, `v`, `o`) among several.
    """

    def __init__(self, name_of: Callable[[Seat], str]) -> None:
        self.name_of = name_of
        self.view: CasinoView | None = None
        self.hand: tuple[Card, ...] = ()
        self.things: list[Thing] = []
        self.spots: Sequence[Point] = ()
        self.card = 0
        self.pane: Pane = "hand"
        self.at = 0
        self.marked: list[Card] = []
        self.taken: tuple[Seat, tuple[Card, ...]] | None = None
        self.shown: Action | None = None
        self.by_suit = False
        self.question: Question | None = None
        self.notice = ""
        self.advice = ""
        self._ideas: list[Action] | None = None
        self._idea = -1
        self._read: tuple[Action, ...] | None = None
        self._own: tuple[object, ...] = ()

    # --- what is the case -----------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.phase == "over"

    @property
    def mine(self) -> bool:
        view = self.view
        return view is not None and view.seat is not None and view.turn == view.seat

    def see(self, view: CasinoView) -> None:
        """Take a new view; keep of the selection what still holds."""
        chosen = self.hand[self.card] if self.card < len(self.hand) else None
        was, self.view = self.view, view
        self.notice = self.advice = ""
        self._ideas, self._idea, self._read, self.shown = None, -1, None, None
        self._sort(chosen)
        if was is not None and len(was.hand) > len(view.hand):
            self.marked = []  # that was played
        under = self.things[self.at].card if self.at < len(self.things) else None
        self._lay()
        self.spots = ()
        there = [thing.card for thing in self.things]
        self.marked = [card for card in self.marked if card in there]
        self._remember(view, was)
        self.at = there.index(under) if under in there else min(self.at, max(0, len(there) - 1))
        if not self.things:
            self.pane = "hand"
        if self.mine and (was is None or (was.turn, was.hand) != (view.turn, view.hand)):
            self._to_useful()
        if self.question is not None and not self.question.alive():
            self.question = None

    def meant(self) -> tuple[object, object]:
        asked = self.question.parts() if self.question else False
        return ((self.intents(),) if self.mine else self.over), asked

    def prepared(self) -> bool:
        """Only with marks: what a card does by itself, others decide by what they leave there."""
        own = bool(self.marked) and self._own == (self.chosen, *self.items())
        return own and bool(self.intents())

    def look_at(self, card: Card) -> None:
        """Let that part of the table be shown where a card is, unless the arrows are there."""
        there = [thing.card for thing in self.things]
        if self.pane == "hand" and card in there:
            self.at = there.index(card)

    def _remember(self, view: CasinoView, was: CasinoView | None) -> None:
        """Keep the last capture in mind, which a view tells only until the next action."""
        if view.last_capture and view.last is not None:
            self.taken = view.last, view.last_capture
        elif was is None or view.taken != was.taken:
            self.taken = None  # another deal, or a capture that nobody here saw

    def _to_useful(self) -> None:
        """Begin on a card that can do something; who has marked things keeps the card for them."""
        can = [i for i, card in enumerate(self.hand) if self.useful(card)]
        if can and self.card not in can and not self.marked:
            self.card = can[0]

    def _sort(self, chosen: Card | None) -> None:
        assert self.view is not None
        key = (lambda c: (c.suit, c.rank)) if self.by_suit else (lambda c: (c.rank, c.suit))
        self.hand = tuple(sorted(self.view.hand, key=key))
        if chosen in self.hand:
            self.card = self.hand.index(chosen)
        else:
            self.card = min(self.card, max(0, len(self.hand) - 1))

    def sort_by(self, suit: bool) -> None:
        """Sort the hand by suits, or by numbers."""
        self.by_suit = suit
        if self.view is not None:
            self._sort(self.hand[self.card] if self.card < len(self.hand) else None)

    def _lay(self) -> None:
        """Bring the things up to date.

        A letter belongs to a place, so the letters read in order, and what stays where it is keeps
        its own. Who has marked something already is choosing by the letters that are seen: until
        that is over nothing moves up into a free place, and no letter changes hands.
        """
        assert self.view is not None
        piles = {pile.handle.card: pile for pile in self.view.builds}
        present: dict[Card, BuildPile | None] = {**dict.fromkeys(self.view.loose), **piles}
        free = letters("casino")
        known = {thing.card: thing.letter for thing in self.things if thing.card in present}
        new = [card for card in present if card not in known]
        if known.keys() & set(self.marked):
            last = max(
                [free.index(letter) if letter in free else len(free) for letter in known.values()]
            )
            free = free[last + 1 :]
            order = [*known, *new]
        else:
            places = [thing.card if thing.card in known else None for thing in self.things]
            order, known = _filled(places, new), {}
        self.things = []
        for card in order:
            pile = present[card]
            letter = known[card] if card in known else free.pop(0) if free else ""
            self.things.append(Thing(pile.handle if pile else card, card, pile, letter))

    # --- from a selection to actions --------------------------------------------------

    @property
    def chosen(self) -> Card | None:
        """The hand card that is played."""
        return self.hand[self.card] if self.card < len(self.hand) else None

    def items(self) -> tuple[Item, ...]:
        """Return the marked things as the engine names them."""
        return tuple([thing.item for thing in self.things if thing.card in self.marked])

    def read(self) -> tuple[Action, ...]:
        """Return what the selection can mean, best first."""
        if self._read is None:
            view, card = self.view, self.chosen
            if view is None or card is None or not self.mine:
                self._read = ()
            else:
                self._read = tuple(readings(view, card, self.items()))
        return self._read

    def against(self) -> Reason | None:
        """Return the first reason against the selection."""
        if self.view is None or self.chosen is None or not self.mine:
            return None
        return why_not(self.view, self.chosen, self.items())

    def intents(self) -> tuple[Action, ...]:
        """Return what Enter does now: nothing, one action, or a question among several.

        A card alone is only trailed with Enter where it could do nothing else.
        """
        if self.shown is not None:
            return (self.shown,)
        found = self.read()
        if found and isinstance(found[0], Trail) and self.useful():
            return ()
        return found

    def useful(self, card: Card | None = None) -> bool:
        """Tell whether a card (the chosen one) could take or build something."""
        card = card or self.chosen
        return any(idea.card is card for idea in self.ideas() if not isinstance(idea, Trail))

    def ideas(self) -> list[Action]:
        """Return what might be done, best first."""
        if self._ideas is None:
            self._ideas = suggest(self.view) if self.view is not None and self.mine else []
        return self._ideas

    def can_trail(self) -> bool:
        """Tell whether the chosen card may be trailed."""
        return (
            self.view is not None
            and self.chosen is not None
            and refusal(self.view, trail(self.chosen)) is None
        )

    # --- keys ---------------------------------------------------------------------------

    def press(self, name: str) -> Action | None:
        """Do the keymap's `name`; return the action to send, if that makes one."""
        self.notice = self.advice = ""
        match name:
            case "do":
                return self._settle(self.intents())
            case "left" | "right" | "home" | "end" | "up" | "down":
                self._move(name)
            case "pane":
                self.pane = "table" if self.pane == "hand" and self.things else "hand"
            case "mark":
                self._mark_here()
            case "cancel":
                self._cancel()
            case "sort":
                self.by_suit = not self.by_suit
                self._sort(self.chosen)
            case "build":
                return self._build()
            case "value":
                self._next_value()
            case "trail":
                return self._trail()
            case "best":
                self._next_idea()
            case "hint":
                self._hint()
            case "undo":
                self._undo()
        return None

    def letter(self, key: str) -> Action | None:
        """Choose a hand card by its digit, mark a thing by its letter."""
        self.notice = self.advice = ""
        if key.isascii() and key.isdecimal():
            index = int(key) - 1
            if 0 <= index < len(self.hand):
                self.choose_card(index)
            else:
                self.notice, self._own = held(len(self.hand)), ()
            return None
        named = [thing.letter for thing in self.things]
        name = key if key in named else narrow(key)
        if name in named:
            self.at = named.index(name)
            self.toggle(self.things[self.at])
        elif len(name) == 1 and name.isalpha():
            self.notice = t("Nothing on the table is called {letter}.", letter=name)
            self._own = ()
        return None

    def choose_card(self, index: int) -> None:
        """Choose a hand card; the marks stay."""
        self.card, self.pane = index, "hand"
        self._changed()

    def toggle(self, thing: Thing) -> None:
        """Mark a thing, or take its mark away."""
        if thing.card in self.marked:
            self.marked.remove(thing.card)
        else:
            self.marked.append(thing.card)
        self._changed()

    def _changed(self) -> None:
        self.shown, self._read, self._idea = None, None, -1
        self._own = (self.chosen, *self.items())

    def _move(self, where: str) -> None:
        """Go where an arrow leads: along the hand, within a row of the table, or between rows."""
        row = self._row(self.at)
        if self.pane == "hand":
            if where == "up" and self.things:
                self.pane = "table"
                self._to_row(max([line for line, _ in self.spots], default=0))
            elif where != "down":
                self.choose_card(_step(where, self.card, len(self.hand)))
        elif where in ("home", "end"):
            self.at = _step(where, self.at, len(self.things))
        elif where in ("left", "right"):
            self.at = row[_step(where, row.index(self.at), len(row))]
        elif where == "up" and row[0] > 0:
            self._to_row(self._line(row[0] - 1))
        elif where == "down" and row[-1] + 1 < len(self.things):
            self._to_row(self._line(row[-1] + 1))
        elif where == "down":
            self.pane = "hand"

    def _line(self, index: int) -> int:
        """Return the row on the screen in which a thing lies."""
        return self.spots[index][0] if index < len(self.spots) else 0

    def _row(self, index: int) -> list[int]:
        """Return the things of a row: all that lie beside that one."""
        line = self._line(index)
        return [i for i in range(len(self.things)) if self._line(i) == line]

    def _to_row(self, line: int) -> None:
        """Go to that row: to the thing that is nearest to the column of the cursor."""
        if self.at >= len(self.spots) or self._line(self.at) == line:
            return
        column = self.spots[self.at][1]
        row = [i for i in range(len(self.spots)) if self._line(i) == line]
        self.at = min(row, key=lambda i: abs(self.spots[i][1] - column))

    def _mark_here(self) -> None:
        if self.pane == "table" and self.at < len(self.things):
            self.toggle(self.things[self.at])
        elif self.things:
            self.pane = "table"

    def _cancel(self) -> None:
        if self.question is not None:
            self.question = None
        elif self.marked or self.shown:
            self.marked = []
            self._changed()
        else:
            self.pane = "hand"

    def _trail(self) -> Action | None:
        card = self.chosen
        if self.view is None or card is None:
            return None
        action = trail(card)
        code = refusal(self.view, action)
        if code is None:
            return action
        if self.useful():
            said = casino_prompt.why(self, why_not(self.view, card, ()))
            self.notice = said or refusal_text(code)
        else:
            self.notice = casino_prompt.idle(self)
        return None

    def _build(self) -> Action | None:
        """Build with what is marked, or say why not."""
        builds = tuple([action for action in self.read() if isinstance(action, Build)])
        if not builds and self.mine and self.chosen is not None:
            self.advice = casino_prompt.no_build(self)
            return None
        return self._settle(builds)

    def _next_value(self) -> None:
        """Choose among the values that the build could have."""
        builds = [action for action in self.read() if isinstance(action, Build)]
        if not builds:
            able = self.mine and self.chosen is not None
            self.advice = casino_prompt.no_build(self) if able else ""
        elif self.shown in builds:
            self.shown = builds[(builds.index(self.shown) + 1) % len(builds)]
        else:
            self.shown = builds[0]

    def _next_idea(self) -> None:
        """Show the next good play, ready for Enter."""
        ideas = self.ideas()
        if not ideas:
            return
        index = (self._idea + 1) % len(ideas)
        idea = ideas[index]
        self._select(idea)
        self._idea = index

    def _select(self, idea: Action) -> None:
        """Choose and mark what an action is made of, ready for Enter."""
        chosen = set() if isinstance(idea, Trail) else set(idea.items)
        self.marked = [thing.card for thing in self.things if thing.item in chosen]
        self.choose_card(self.hand.index(idea.card))
        self.shown = idea

    def _hint(self) -> None:
        """Say what a bot would do and why, and make it ready for Enter."""
        if self.view is None or not self.mine or not self.hand:
            self.advice = casino_prompt.no_advice()
            return
        action: Action = choose("casino", self.view, Random(0), "normal")
        self._select(action)
        self.advice = casino_prompt.advice(self, action)

    def _undo(self) -> None:
        """Take the last step of a selection back."""
        if self.marked and self.question is None:
            card = self.marked.pop()
            self.at = next(i for i, thing in enumerate(self.things) if thing.card is card)
            self._changed()
        else:
            self._cancel()

    @property
    def idea(self) -> tuple[int, int] | None:
        """Which suggestion is shown, of how many."""
        return None if self._idea < 0 else (self._idea + 1, len(self.ideas()))

    def _settle(self, actions: tuple[Action, ...]) -> Action | None:
        """Return the one action, or ask which is meant."""
        if len(actions) == 1:
            return actions[0]
        if actions:
            choices = [self._choice(i, action) for i, action in enumerate(actions[:10], start=1)]
            self.question = Question(t("Which?"), tuple(choices), lambda: self._allowed(actions))
        elif self.mine and self.chosen is not None:
            self.notice = self.prompt().text  # why not, now as an alarm
        elif not self.over:
            self.notice = refusal_text("not-your-turn")
        return None

    def _choice(self, number: int, action: Action) -> Choice:
        return Choice((digit(number),), casino_prompt.short(self, action), lambda: action)

    def _allowed(self, actions: tuple[Action, ...]) -> bool:
        view = self.view
        return view is not None and all(refusal(view, action) is None for action in actions)

    # --- what is said -------------------------------------------------------------------

    def prompt(self) -> Prompt:
        """Say what is expected and what Enter does."""
        return casino_prompt.prompt(self)

    def footer(self) -> tuple[list[str], dict[str, str]]:
        """Return the ids of the keys that matter now, and better words for some of them."""
        return casino_prompt.footer(self)


def _filled(places: list[Card | None], new: list[Card]) -> list[Card]:
    """Return the cards with free places filled: by new cards, then by those that lie last.

    So as little as can be moves on the table, for the eye and for a slow line alike.
    """
    filled = list(places)
    for card in new:
        if None in filled:
            filled[filled.index(None)] = card
        else:
            filled.append(card)
    while None in filled:
        last = filled.pop()
        if last is not None:
            filled[filled.index(None)] = last
    return [card for card in filled if card is not None]


def _step(where: str, now: int, count: int) -> int:
    """Return where an arrow leads in a row."""
    last = max(0, count - 1)
    to = {"left": now - 1, "right": now + 1, "home": 0, "end": last}.get(where, now)
    return min(max(to, 0), last)
