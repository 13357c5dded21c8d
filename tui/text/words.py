"""The words for seats, cards and rulesets, as they stand in a sentence.

Hides: how a thing is named. Must not know: events, screens, who asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import localtime, strftime, time
from typing import TYPE_CHECKING, Any, Final, Protocol

from engine.game import Seat
from tui import i18n
from tui.i18n import c, later, n, t

if TYPE_CHECKING:
    from engine.uno.cards import Card as UnoCard


class Suited(Protocol):
    """A card of Casino, as far as it is named and drawn."""

    @property
    def rank(self) -> int: ...
    @property
    def suit(self) -> str: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Voice:
    """Speaks to `me` (None: a spectator) about the seats of a table, which has these rules."""

    names: Sequence[str]
    me: Seat | None
    rules: Any = None

    def name(self, seat: Seat) -> str:
        """Return the name of a seat, `you` for the reader's own."""
        return t("you") if seat == self.me else self.plain(seat)

    def plain(self, seat: Seat) -> str:
        """Return the name of a seat, also for the reader's own."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"p{seat + 1}"

    def say(self, seat: Seat, yours: str, theirs: str, /, **values: object) -> str:
        """Return the sentence about `seat`: `yours` to the reader, `theirs` with `{who}`."""
        if seat == self.me:
            return t(yours, **values)
        return t(theirs, who=self.plain(seat), **values)

    def names_of(self, seats: Iterable[Seat]) -> str:
        """Return `Bo, Cy and you`."""
        return listed([self.name(seat) for seat in seats])


def listed(parts: Sequence[str]) -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return t("{most} and {last}", most=t(", ").join(parts[:-1]), last=parts[-1])


def either(parts: Sequence[str]) -> str:
    """Return `+2`, `+2 or +4`, `+2, +4 or green Skip`."""
    if len(parts) < 2:
        return "".join(parts)
    return t("{first} or {last}", first=t(", ").join(parts[:-1]), last=parts[-1])


def together(sentences: Iterable[str]) -> str:
    """Return sentences one after the other; what is empty is left out."""
    text = ""
    for one in filter(None, sentences):
        text = t("{first} {second}", first=text, second=one) if text else one
    return text


def unended(text: str) -> str:
    """Return a sentence without its full stop, to stand inside another one."""
    return text.rstrip(".。")


def sentence(text: str) -> str:
    """Return the text with a capital at its start."""
    return text[:1].upper() + text[1:]


def opening(text: str) -> str:
    """Return a text that begins with a name: `You`, but everybody's name as it was chosen."""
    own = t("you")
    return sentence(text) if text == own or text.startswith((f"{own} ", f"{own},")) else text


def clause(text: str) -> str:
    """Return a sentence as it stands after a colon: without its capital, but `UNO` and `+4`."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def cards(count: int) -> str:
    """Return `1 card`, `2 cards`."""
    return n("{count} card", "{count} cards", count)


def points(count: int) -> str:
    """Return `1 point`, `2 points`."""
    return n("{count} point", "{count} points", count)


# --- UNO -------------------------------------------------------------------------

_COLOURS: Final[Mapping[str, Callable[[], str]]] = {
    "r": lambda: t("red"),
    "y": lambda: t("yellow"),
    "g": lambda: t("green"),
    "b": lambda: t("blue"),
}
_CARDS: Final[Mapping[str, Callable[[str], str]]] = {
    "r": lambda face: t("red {face}", face=face),
    "y": lambda face: t("yellow {face}", face=face),
    "g": lambda face: t("green {face}", face=face),
    "b": lambda face: t("blue {face}", face=face),
}
_FACES: Final[Mapping[str, Callable[[], str]]] = {
    "s": lambda: t("Skip"),
    "r": lambda: t("Reverse"),
    "w": lambda: t("Wild"),
    "w+4": lambda: "+4",
}


def colour(letter: str) -> str:
    """Return `green` for `g`."""
    return _COLOURS[letter]() if letter in _COLOURS else t("no colour")


def face(name: str) -> str:
    """Return `7`, `Skip`, `+2`, `Wild`."""
    return _FACES[name]() if name in _FACES else name


def uno_card(card: UnoCard) -> str:
    """Return `green 7`, `red Skip`, `Wild`, `+4`; a chosen colour is left out."""
    if card.black:
        return face(card.face)
    return _CARDS[card.colour](face(card.face))


def uno_cards(laid: Sequence[UnoCard]) -> str:
    """Return the cards of one play, equal ones counted: `2 × green 7 and red 7`."""
    counted: dict[str, int] = {}
    for card in laid:
        name = uno_card(card)
        counted[name] = counted.get(name, 0) + 1
    return listed(
        [
            name if k == 1 else t("{count} x {card}", count=k, card=name)
            for name, k in counted.items()
        ]
    )


# --- Casino ----------------------------------------------------------------------

_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_suits: dict[str, str] = dict(_SUITS)
SUITS: Final = "".join(_SUITS.values())
"""The signs of the suits."""


def use_letters(on: bool) -> None:
    """Write suits as letters (8H) where the terminal has no sure place for the signs (8♥)."""
    _suits.update({suit: suit.upper() for suit in _SUITS} if on else _SUITS)


def letters_used() -> bool:
    """Tell whether suits are letters now."""
    return _suits != _SUITS


def casino_card(card: Suited) -> str:
    """Return `8♥`, `10♦`."""
    return casino_rank(card) + _suits[card.suit]


def casino_rank(card: Suited) -> str:
    """Return `8`, `10`, `K`."""
    return "10" if card.rank == 10 else card.text[0]


def casino_cards(several: Iterable[Suited]) -> str:
    """Return `8♥ 10♦`."""
    return " ".join([casino_card(card) for card in several])


# --- games and rulesets ------------------------------------------------------------

_GAMES: Final[Mapping[str, Callable[[], str]]] = {
    "uno": lambda: t("UNO"),
    "casino": lambda: t("Casino"),
}
_PRESETS: Final[Mapping[str, Callable[[], str]]] = {
    "official": lambda: t("official rules"),
    "minus": lambda: t("minus points"),
    "kano": lambda: t("Kano & King"),
    "street": lambda: t("street rules"),
    "crystal": lambda: t("Crystal UNO"),
    "seed": lambda: t("house rules"),
    "royal": lambda: t("royal Casino"),
    "plain": lambda: t("plain values"),
    "pagat": lambda: t("classic Cassino"),
    "spade": lambda: t("Spade Casino"),
    "draw": lambda: t("Draw Casino"),
    "partners": lambda: t("partners"),
    "kano-reflip": lambda: t("kano-reflip"),
    "party": lambda: t("party"),
    "street-strict": lambda: t("street-strict"),
}


_OF_THE_GAME: Final = frozenset(
    later(("UNO", "Play UNO", "UNO or Casino", "Crystal UNO", "Dealing UNO ..."))
)
"""Where `UNO` is the game, and not what is called with one card left."""


def use_call(preset: str) -> None:
    """Name what is called with one card left as the rules do that a table starts from."""
    i18n.instead("UNO", c("call", "UNO") if preset == "kano" else "", _OF_THE_GAME)


def game(name: str) -> str:
    """Return the name of a game as shown."""
    return _GAMES[name]() if name in _GAMES else name


def deal(name: str) -> str:
    """Return what is played for points in this game: a `round`, a `deal`."""
    return t("round") if name == "uno" else t("deal")


def one_deal(name: str, number: int) -> str:
    """Return what the deal with that number of this game is called: `round 3`, `deal 3`."""
    if name == "uno":
        return t("round {number}", number=number)
    return t("deal {number}", number=number)


def next_deal(name: str) -> str:
    """Return what comes after a deal of this game: `next round`."""
    return t("next round") if name == "uno" else t("next deal")


def preset(name: str) -> str:
    """Return the name of a ruleset as shown."""
    return _PRESETS[name]() if name in _PRESETS else name


def when(at: float, now: float | None = None) -> str:
    """Return a moment of the past as people speak of it: `today 14:05`, `2026-03-01`."""
    then, today = localtime(at), localtime(now)
    clock = strftime("%H:%M", then)
    if then[:3] == today[:3]:
        return t("today {time}", time=clock)
    yesterday = localtime((time() if now is None else now) - 86_400)
    if then[:3] == yesterday[:3]:
        return t("yesterday {time}", time=clock)
    return strftime("%Y-%m-%d", then)
