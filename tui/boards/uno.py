"""UNO at the keyboard: from cursor, marks and an armed call to actions of the engine.

Hides: how a selection becomes an action. Every rule is asked of the engine's `check`: the ways to
finish a selection (colour, whom to swap with, the call) are tried, one left is the action, several
are a question. So no option needs code of its own here. Must not know: how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, TypeAlias

from engine.bots import choose
from engine.game import Code, Illegal, Seat
from engine.uno.actions import (
    CALL,
    CHALLENGE,
    DRAW,
    PASS,
    Action,
    Catch,
    Colour,
    Jump,
    Play,
)
from engine.uno.cards import COLOURS, Card, named
from engine.uno.check import check, refusal
from engine.uno.state import UnoView
from tui.boards import uno_hint, uno_prompt
from tui.boards.base import Choice, Prompt, Question, digit, held, moved
from tui.i18n import n, t
from tui.text import words
from tui.text.choices import is_bluff
from tui.text.refusals import refusal as refusal_text

Mark: TypeAlias = Literal["", "^", "!", "*", "j"]
_FACE_ORDER: Final = {face: i for i, face in enumerate((*"0123456789", "s", "r", "+2", "w", "w+4"))}


@dataclass(frozen=True, slots=True)
class Intent:
    """What Enter does now.

    Attributes:
        actions: The ways to finish it; empty when Enter does nothing, several ask first.
        code: Why the selection cannot be played.
    """

    actions: tuple[Action, ...] = ()
    code: Code | None = None


class UnoBoard:
    """The player's side of the table.

    Attributes:
        view: The newest view.
        hand: The own cards as sorted on screen.
        cursor: Which of them the cursor is on.
        marked: Which of them are marked, in the order of marking.
        armed: The next play that leaves one card calls UNO.
    """

    def __init__(self, name_of: Callable[[Seat], str]) -> None:
        self.name_of = name_of
        self.view: UnoView | None = None
        self.hand: list[Card] = []
        self.cursor = 0
        self.marked: list[int] = []
        self.armed = False
        self.by_face = False
        self.question: Question | None = None
        self.notice = ""
        self.advice = ""
        self._marks: dict[int, Mark] | None = None
        self._own: tuple[Card, ...] = ()

    # --- what is the case -----------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.phase == "over"

    @property
    def mine(self) -> bool:
        view = self.view
        return view is not None and view.seat is not None and view.turn == view.seat

    @property
    def secret(self) -> bool:
        """Wrong cards are punished here, so nothing tells which ones are right."""
        return self.view is not None and self.view.rules.misplay_penalty > 0

    def see(self, view: UnoView) -> None:
        """Take a new view; keep of the selection what still holds."""
        before, old = self.hand, self.view
        if old is None or old.hand != view.hand:
            self._own = ()
        self.view = view
        self.notice = self.advice = ""
        self._sort(before)
        if old is None or len(old.hand) != len(view.hand):
            self.armed = self.armed and len(view.hand) == 2
        if self.question and not self.question.alive():
            self.question = None
        if self.mine and view.phase == "colour" and self.question is None:
            self._ask_first_colour()
        if view.drawn is not None and (old is None or old.drawn is None):
            self.cursor = self.hand.index(view.drawn)
        elif self.mine and (old is None or _asked(old) != _asked(view)):
            self._to_playable()

    def meant(self) -> tuple[object, object]:
        asked = self.question.parts() if self.question else False
        if self.view is None or not self.mine:
            return self.over, asked
        return (self.intent(), self.view.phase, self.view.pending), asked

    def prepared(self) -> bool:
        """Not where wrong cards are punished: there the card before it decides."""
        if self.secret or self._own != self.selected():
            return False
        return any(isinstance(action, Play) for action in self.intent().actions)

    def choose(self, index: int) -> None:
        """Put the cursor where the player wants it."""
        self.cursor = index
        self._own = self.selected()

    def _sort(self, before: Sequence[Card]) -> None:
        assert self.view is not None
        key = self._by_face if self.by_face else self._by_colour
        self.hand = sorted(self.view.hand, key=key)
        if self.hand != before:
            self.cursor = moved(before, self.cursor, self.hand)
            self.marked = []
        self._marks = None

    def sort_by(self, face: bool) -> None:
        """Sort the hand by faces, or by colours."""
        self.by_face = face
        if self.view is not None:
            self._sort(self.hand)

    def formality(self) -> Action | None:
        """Return PASS after a draw that cannot be played: nothing else is left."""
        drawn = self.view is not None and self.view.phase == "drawn" and not self.secret
        return PASS if drawn and self.intent().actions == (PASS,) else None

    @staticmethod
    def _by_colour(card: Card) -> tuple[int, int]:
        return card.place, 0

    @staticmethod
    def _by_face(card: Card) -> tuple[int, int]:
        return _FACE_ORDER[card.face], card.place

    def _to_playable(self) -> None:
        """Begin on a card that can be laid; what the player has marked already stays chosen."""
        if self.secret or not self.hand or self.marked or self.mark(self.cursor):
            return
        for i in range(len(self.hand)):
            if self.mark(i):
                self.cursor = i
                return

    # --- from a selection to actions --------------------------------------------------

    def selected(self) -> tuple[Card, ...]:
        """Return the marked cards, or the one under the cursor."""
        if self.marked:
            return tuple([self.hand[i] for i in self.marked])
        return (self.hand[self.cursor],) if self.hand else ()

    def finish(self, cards: Sequence[Card], make: type[Play] | type[Jump]) -> Intent:
        """Return the ways to lay these cards, or the first reason against it."""
        code: Code | None = None
        good: list[Action] = []
        for laid in _tops(cards):
            call = self.armed and len(self.hand) - len(cards) == 1
            for swap in self._swaps(make(laid, call)):
                action = make(laid, call, swap)
                why = self._refused(action)
                if why is None:
                    good.append(action)
                code = code or why
        return Intent(tuple(good), None if good else code)

    def _swaps(self, play: Play | Jump) -> Iterator[Seat | None]:
        """Yield whom a play could swap with: nobody, unless the rules ask for it."""
        assert self.view is not None
        if refusal(self.view, play) is not Code.NEEDS_SEAT:
            yield None
            return
        for seat in range(len(self.view.counts)):
            if seat != self.view.seat and seat not in self.view.gone:
                yield seat

    def _refused(self, action: Action) -> Code | None:
        assert self.view is not None
        try:
            check(self.view, action)
        except Illegal as illegal:
            return illegal.code
        return None

    def can(self, action: Action) -> bool:
        """Tell whether the engine accepts an action now."""
        return self.view is not None and self._refused(action) is None

    def offers(self, action: Action) -> bool:
        """Tell whether to name an action; where wrong cards are punished no hand is looked at."""
        assert self.view is not None
        code = self._refused(action)
        return code is None or (self.secret and code is Code.MUST_PLAY)

    def intent(self) -> Intent:
        """Return what Enter does now: the one place that prompt and key share."""
        view = self.view
        if view is None or not self.mine or view.phase in ("over", "colour"):
            return Intent()
        chosen = self.finish(self.selected(), Play) if self.hand else Intent()
        if chosen.actions:
            return chosen
        if view.phase == "drawn" and not self._drawn_fits() and self.can(PASS):
            return Intent((PASS,), chosen.code)
        if view.phase == "play" and not self.anything_fits() and self.can(DRAW):
            return Intent((DRAW,), chosen.code)
        return chosen

    def _drawn_fits(self) -> bool:
        assert self.view is not None and self.view.drawn is not None
        return bool(self.finish((self.view.drawn,), Play).actions)

    def anything_fits(self) -> bool:
        """Tell whether any single card of the hand could be laid."""
        return any(self.finish((card,), Play).actions for card in set(self.hand))

    def jump(self) -> Intent:
        """Return the ways to jump in now."""
        if self.view is None or self.view.top not in self.view.hand:
            return Intent()
        return self.finish((self.view.top,), Jump)

    def may_call(self) -> bool:
        """Tell whether it is time to call UNO, or to take an armed call back."""
        assert self.view is not None
        left = len(self.hand) - max(1, len(self.marked))
        draws = self.intent().actions == (DRAW,)
        return self.view.seat in self.view.late or self.armed or (left == 1 and not draws)

    def may_mark(self) -> bool:
        """Tell whether there is something in the hand that could go together."""
        assert self.view is not None
        match self.view.rules.multi:
            case "one":
                alike = len(self.hand)
            case "pair":
                alike = len(set(self.hand))
            case "same_face":
                alike = len({card.face for card in self.hand})
        return alike < len(self.hand) or bool(self.marked)

    def catches(self) -> list[Catch]:
        """Return whom the player may catch now."""
        assert self.view is not None
        return [Catch(seat) for seat in self.view.catchable if self.can(Catch(seat))]

    def bluff(self, cards: Sequence[Card]) -> bool:
        """Tell whether a +4 could be challenged with success."""
        return self.view is not None and is_bluff(self.view, cards)

    def mark(self, index: int) -> Mark:
        """Return the sign under a card: playable, challengeable, marked, may jump in."""
        if self._marks is None:
            self._marks = {}
        if index not in self._marks:
            self._marks[index] = self._mark(index)
        return self._marks[index]

    def _mark(self, index: int) -> Mark:
        card = self.hand[index]
        if index in self.marked:
            return "*"
        if not self.mine:
            return "j" if card is (self.view and self.view.top) and self.jump().actions else ""
        if self.secret:
            return ""
        cards = (*[self.hand[i] for i in self.marked], card)
        if not self.finish(cards, Play).actions:
            return ""
        return "!" if self.bluff(cards) else "^"

    # --- keys ---------------------------------------------------------------------------

    def press(self, name: str) -> Action | None:
        """Do the keymap's `name`; return the action to send, if that makes one."""
        self.notice = self.advice = ""
        self._marks = None
        match name:
            case "do":
                return self._settle(self.intent())
            case "left" | "right" | "home" | "end":
                self._move(name)
            case "mark":
                self._toggle()
            case "cancel":
                self._cancel()
            case "undo":
                self._undo()
            case "sort":
                self.by_face = not self.by_face
                self._sort(self.hand)
            case "draw":
                return self._or_notice(DRAW)
            case "pass":
                return self._or_notice(PASS)
            case "challenge":
                return self._or_notice(CHALLENGE)
            case "jump":
                return self._jump()
            case "hint":
                self._hint()
            case "call":
                return self._call()
            case "catch":
                return self._catch()
        return None

    def letter(self, key: str) -> Action | None:
        """Move to a card by its digit."""
        self.notice = self.advice = ""
        if key.isascii() and key.isdecimal():
            index = int(key) - 1 if key != "0" else 9
            if index < len(self.hand):
                self.choose(index)
            else:
                self.notice, self._own = held(len(self.hand)), ()
        return None

    def _move(self, where: str) -> None:
        last = max(0, len(self.hand) - 1)
        step = {"left": self.cursor - 1, "right": self.cursor + 1, "home": 0, "end": last}[where]
        self.choose(min(max(step, 0), last))

    def _toggle(self) -> None:
        if not self.hand or self.view is None:
            return
        if self.cursor in self.marked:
            self.marked.remove(self.cursor)
        elif self.view.rules.multi == "one":
            self.notice = refusal_text(Code.ONE_CARD_ONLY)
        else:
            self.marked.append(self.cursor)
        self._own = self.selected()

    def _cancel(self) -> None:
        if self.question is not None:
            if not self.question.firm:
                self.question = None
        elif self.marked:
            self.marked = []
        else:
            self.armed = False

    def _undo(self) -> None:
        """Take the last step of a selection back."""
        if self.marked:
            self.cursor = self.marked.pop()
        else:
            self._cancel()

    def _hint(self) -> None:
        """Say what a bot would do; where it would play, the cursor goes to its card."""
        if self.view is None or not self.mine or self.secret:
            self.advice = uno_prompt.no_advice(self)
            return
        action = choose("uno", self.view, Random(0), "normal")
        why = uno_hint.reason(self.view, action, self.name_of)
        self.advice = words.together([uno_prompt.advice(self, action), why])
        if not isinstance(action, Play) or self.question is not None:
            return
        places: list[int] = []
        for card in action.cards:
            places.append(
                next(i for i, c in enumerate(self.hand) if c is card.bare and i not in places)
            )
        self.cursor = places[-1]
        self.marked = places if len(places) > 1 else []
        if not self.finish(self.selected(), Play).actions:
            self.marked = []

    def _or_notice(self, action: Action) -> Action | None:
        code = Code.NOT_YOUR_TURN if self.view is None else self._refused(action)
        if code is None:
            return action
        self.notice = refusal_text(code)
        return None

    def _jump(self) -> Action | None:
        """Jump in, or say why not."""
        found = self.jump()
        if found.actions:
            return self._settle(found)
        self.notice = uno_prompt.no_jump(self, found.code)
        return None

    def _call(self) -> Action | None:
        """Call after the play, arm the call for the coming one, or ask about a punished one."""
        view = self.view
        if view is None or view.seat is None:
            return None
        if view.seat in view.late:
            return CALL
        left = len(self.hand) - max(1, len(self.marked))
        if self.armed or left == 1:
            self.armed = not self.armed
            return None
        if not self.can(CALL):
            self.notice = refusal_text(Code.WRONG_CALL)
            return None
        price, held = words.cards(view.rules.false_call_penalty), len(self.hand)
        self.question = Question(
            n(
                "Call UNO with {count} card? It costs {price}.",
                "Call UNO with {count} cards? It costs {price}.",
                held,
                price=price,
            ),
            (Choice(("u",), t("call"), lambda: CALL),),
            lambda: len(self.hand) == held and self.can(CALL),
        )
        return None

    def _catch(self) -> Action | None:
        if self.view is None:
            return None
        found = self.catches()
        if len(found) == 1:
            return found[0]
        if not found:
            early = bool(self.view.early)
            self.notice = refusal_text(Code.TOO_EARLY if early else Code.NOT_CATCHABLE)
            return None
        self.question = Question(
            t("Catch whom?"), tuple(map(self._catch_choice, found)), self._alive(found)
        )
        return None

    def _catch_choice(self, action: Catch) -> Choice:
        return Choice((digit(action.seat + 1),), self.name_of(action.seat), lambda: action)

    # --- questions ------------------------------------------------------------------------

    def _settle(self, intent: Intent) -> Action | None:
        """Return the one action, or ask for what tells the several apart."""
        actions = intent.actions
        if not actions:
            if not self.mine:
                self.notice = refusal_text(intent.code or Code.NOT_YOUR_TURN)
            elif self.question is None:
                self.notice = self.prompt().text  # why not, now as an alarm
            return None
        if len(actions) == 1:
            return actions[0]
        plays = [a for a in actions if isinstance(a, Play | Jump)]
        colours = list(dict.fromkeys(play.cards[-1].colour for play in plays))
        if len(colours) > 1:
            self.question = self._ask_colour(plays, colours)
        else:
            self.question = self._ask_seat(plays)
        return None

    def _ask_colour(self, plays: list[Play | Jump], colours: list[str]) -> Question:
        def choice(colour: str) -> Choice:
            rest = tuple([play for play in plays if play.cards[-1].colour == colour])
            keys = (colour, str(COLOURS.index(colour) + 1))
            return Choice(keys, words.colour(colour), lambda: self._settle(Intent(rest)))

        black = plays[0].cards[-1].black
        text = t("Which colour?") if black else t("Which colour on top?")
        return Question(text, tuple(map(choice, colours)), self._alive(plays))

    def _ask_seat(self, plays: list[Play | Jump]) -> Question:
        def choice(play: Play | Jump) -> Choice:
            assert play.swap is not None and self.view is not None
            label = f"{self.name_of(play.swap)} ({self.view.counts[play.swap]})"
            return Choice((digit(play.swap + 1),), label, lambda: play)

        return Question(t("Swap hands with whom?"), tuple(map(choice, plays)), self._alive(plays))

    def _ask_first_colour(self) -> None:
        def choice(colour: str) -> Choice:
            keys = (colour, str(COLOURS.index(colour) + 1))
            return Choice(keys, words.colour(colour), lambda: Colour(colour))

        text = t("The first card is a Wild. Which colour?")
        self.question = Question(
            text, tuple(map(choice, COLOURS)), lambda: self.can(Colour("r")), firm=True
        )

    def _alive(self, actions: Sequence[Action]) -> Callable[[], bool]:
        return lambda: all(map(self.can, actions))

    # --- what is said -------------------------------------------------------------------

    def prompt(self) -> Prompt:
        """Say what is expected and what Enter does."""
        return uno_prompt.prompt(self)

    def footer(self) -> tuple[list[str], dict[str, str]]:
        """Return the ids of the keys that matter now, and better words for some of them."""
        return uno_prompt.footer(self)


def _asked(view: UnoView) -> tuple[object, ...]:
    """Return what the player on turn answers; while that is the same nobody moves the cursor."""
    return view.turn, view.phase, view.top, view.pending


def _tops(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield the cards in each order that matters: which lies on top, and with which colour."""
    for top in dict.fromkeys(cards):
        under = list(cards)
        under.remove(top)
        under.sort(key=lambda card: card.place)
        tops = [named(top, colour) for colour in COLOURS] if not top.colour else [top]
        for card in tops:
            yield (*under, card)
