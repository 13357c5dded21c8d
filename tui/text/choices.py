"""What a seat may do now, as numbered lines of text for `--plain`.

Hides: the wording of an action that has not been done yet, and which come first. Must not know:
terminals, the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from engine.casino import actions as casino
from engine.casino.cards import Card as CasinoCard
from engine.casino.state import BuildPile, CasinoView
from engine.games import GAMES
from engine.uno import actions as uno
from engine.uno.cards import Card as UnoCard
from engine.uno.fitting import lawful_wild4, without
from engine.uno.listing import tries
from engine.uno.state import UnoView
from tui.i18n import n, t
from tui.text import words
from tui.text.words import Voice, sentence

SHOWN: Final = 12
"""More choices than this are not listed; any of them can be typed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action and what it says. `str(action)` is its notation."""

    action: Any
    text: str


def choices(game: str, view: UnoView | CasinoView, voice: Voice) -> list[Choice]:
    """Return what the viewer may do, the likeliest first; empty when there is nothing.

    Where wrong cards are punished they are listed like the right ones.
    """
    if view.seat is None:
        return []
    if isinstance(view, CasinoView):
        legal = list(GAMES[game].legal(view))
        legal.sort(key=_casino_worth, reverse=True)
        return [Choice(action, _casino_text(action, view)) for action in legal]
    legal = list(tries(view))
    plays = [action for action in legal if isinstance(action, uno.Play | uno.Jump)]
    others = [action for action in legal if not isinstance(action, uno.Play | uno.Jump)]
    if len(legal) > SHOWN:  # what is no card is listed in any case
        room = max(0, SHOWN - len(others))
        legal = [*plays[:room], *others, *plays[room:]]
    return [Choice(action, _uno_text(action, view, voice)) for action in legal]


def situation(view: UnoView | CasinoView, voice: Voice, *, typed: bool = True) -> list[str]:
    """Return what lies on the table and in the hand, in sentences; the hand comes last.

    With `typed` each build is named as it is typed in an action.
    """
    if isinstance(view, CasinoView):
        return _casino_situation(view, voice, typed)
    return _uno_situation(view, voice)


def beside(view: UnoView | CasinoView, voice: Voice) -> list[str]:
    """Return what else can be seen at the table, for who asks: the order of play, the piles."""
    seats = [seat for seat in _order(view) if seat not in view.gone]
    lines = [t("Order of play: {list}.", list=t(", ").join(map(voice.name, seats)))]
    if isinstance(view, CasinoView):
        taken = [
            t("{who} {count}", who=voice.name(seat), count=count)
            for seat, count in enumerate(view.taken)
        ]
        lines.append(t("Captured: {list}.", list=t(", ").join(taken)))
    return [sentence(line) for line in [*lines, t("In the stock: {count}.", count=view.stock)]]


def _order(view: UnoView | CasinoView) -> list[int]:
    """Return the seats in the order of play, from the one on turn on."""
    step = view.direction if isinstance(view, UnoView) else 1
    return [((view.turn or 0) + step * i) % len(view.counts) for i in range(len(view.counts))]


# --- UNO ------------------------------------------------------------------------------------------


def _uno_text(action: uno.Action, view: UnoView, voice: Voice) -> str:
    match action:
        case uno.Play() | uno.Jump():
            text = _lay(action, voice)
            if is_bluff(view, action.cards):
                text = t("{play} (a bluff: it may be challenged)", play=text)
            return text
        case uno.Colour(colour=letter):
            return t("choose {colour}", colour=words.colour(letter))
        case uno.Draw():
            owed = view.pending
            return t("take {cards}", cards=words.cards(owed)) if owed else t("draw")
        case uno.Pass():
            return t("keep the card")
        case uno.Call():
            return t("call UNO")
        case uno.Catch(seat=seat):
            return t("catch {who}", who=voice.plain(seat))
        case uno.Challenge():
            return t("challenge the +4")
        case _:
            assert_never(action)


def is_bluff(view: UnoView, cards: Sequence[UnoCard]) -> bool:
    """Tell whether a +4 could be challenged with success; not where wrong cards are punished."""
    if not view.rules.challenge or view.rules.misplay_penalty or cards[-1].face != "w+4":
        return False
    return not lawful_wild4(view, without(view.hand, cards))


def _lay(action: uno.Play | uno.Jump, voice: Voice) -> str:
    top = action.cards[-1]
    text = words.uno_cards(action.cards)
    if isinstance(action, uno.Jump):
        text = t("jump in with {cards}", cards=text)
    if top.black:
        text = t("{play}, {colour}", play=text, colour=words.colour(top.colour))
    if action.call:
        text = t("{play}, and call UNO", play=text)
    if action.swap is not None:
        text = t("{play}, swap with {who}", play=text, who=voice.plain(action.swap))
    return text


def _uno_situation(view: UnoView, voice: Voice) -> list[str]:
    top = words.uno_card(view.top)
    lines = [t("On top: {card}.", card=top)]
    if view.top.black and view.colour:
        lines = [t("On top: {card}, {colour}.", card=top, colour=words.colour(view.colour))]
    if view.pending:
        lines.append(t("Owed: {cards}.", cards=words.cards(view.pending)))
    lines.append(_counts(view.counts, view.gone, voice))
    if view.hand:
        lines.append(t("Your hand: {cards}.", cards=words.uno_cards(view.hand)))
    return lines


# --- Casino ---------------------------------------------------------------------------------------


def _casino_worth(action: casino.Action) -> tuple[int, int]:
    match action:
        case casino.Capture(items=items):
            return 2, len(items)
        case casino.Build(items=items):
            return 1, len(items)
        case casino.Trail(card=card):
            return 0, -card.rank
        case _:
            assert_never(action)


def _casino_text(action: casino.Action, view: CasinoView) -> str:
    card = words.casino_card(action.card)
    match action:
        case casino.Capture(items=items):
            return t("take {items} with {card}", items=_items(items, view), card=card)
        case casino.Build(value=value, items=items):
            return t(
                "build {value} with {card} on {items}",
                value=value,
                card=card,
                items=_items(items, view),
            )
        case casino.Trail():
            return t("trail {card}", card=card)
        case _:
            assert_never(action)


def _items(items: Sequence[casino.Item], view: CasinoView) -> str:
    parts: list[str] = []
    for item in items:
        if isinstance(item, CasinoCard):
            parts.append(words.casino_card(item))
        else:
            parts += [_build(pile) for pile in view.builds if item.card in pile.cards]
    return words.listed(parts)


def _build(pile: BuildPile) -> str:
    groups = t(", ").join("+".join(map(words.casino_card, part)) for part in pile.parts)
    return t("the build of {value} ({groups})", value=pile.value, groups=groups)


def _casino_situation(view: CasinoView, voice: Voice, typed: bool) -> list[str]:
    loose = words.casino_cards(view.loose) or t("no loose cards")
    lines = [t("On the table: {cards}.", cards=loose)]
    for pile in view.builds:
        lines.append(_owned(pile, voice, typed))
    lines.append(_counts(view.counts, view.gone, voice))
    if view.hand:
        lines.append(t("Your hand: {cards}.", cards=words.casino_cards(view.hand)))
    return lines


def _owned(pile: BuildPile, voice: Voice, typed: bool) -> str:
    """Return whose build it is and, if `typed`, how it is named in an action."""
    text = voice.say(pile.owner, "Yours: {build}", "Of {who}: {build}", build=_build(pile))
    if typed:
        return t("{text} (type {name}).", text=text, name=pile.handle)
    return t("{text}.", text=text)


def _counts(counts: Sequence[int], gone: Sequence[int], voice: Voice) -> str:
    parts = [
        t("{who} {count}", who=voice.name(seat), count=count)
        for seat, count in enumerate(counts)
        if seat not in gone
    ]
    return sentence(n("Cards: {list}.", "Cards: {list}.", len(parts), list=t(", ").join(parts)))
