"""Whether a seat may do something, decided from its own view: one code, the first that applies.

Hides: the order of the reasons and what each option forbids. Must not know: other hands, the
stock, how an action changes the table (`play`), how actions are listed (`listing`).
Source: rules page, sections 1 (table of actions), 3 and 4; HOLD and OBLIGED are its words.

HOLD: every build the player owns that is on the table afterwards has a card of its value in the
hand that remains. OBLIGED: the player owns a build at the start of the turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from engine.casino.actions import Action, Build, BuildRef, Capture, Item, Trail
from engine.casino.cards import Card
from engine.casino.cover import adds_up
from engine.casino.rules import CasinoRules
from engine.casino.shape import build_fits, capture_fits
from engine.casino.state import BuildPile, CasinoView
from engine.game import Code, Illegal


@dataclass(frozen=True, slots=True)
class Chosen:
    """The items of an action as they lie on the table.

    Attributes:
        loose: The loose cards among them.
        builds: The builds among them.
        missing: An item is not on the table (any more): also a bare card that lies in a build,
            or `#` on a loose card.
        twice: An item was named twice, a build perhaps by two of its cards.
    """

    loose: list[Card]
    builds: list[BuildPile]
    missing: bool
    twice: bool


def choose(view: CasinoView, items: Iterable[Item]) -> Chosen:
    """Find the items on the table."""
    loose: list[Card] = []
    builds: list[BuildPile] = []
    unknown: list[Item] = []
    twice = False
    for item in items:
        if isinstance(item, Card):
            twice |= item in loose or item in unknown
            (loose if item in view.loose else unknown).append(item)
            continue
        pile = build_of(view.builds, item)
        if pile is None:
            twice |= item in unknown
            unknown.append(item)
        else:
            twice |= pile in builds
            builds.append(pile)
    return Chosen(loose, builds, bool(unknown), twice)


def build_of(builds: Iterable[BuildPile], ref: BuildRef) -> BuildPile | None:
    """Return the build that holds the card `ref` names; None when there is none."""
    for pile in builds:
        if any(ref.card in part for part in pile.parts):
            return pile
    return None


def own_builds(view: CasinoView) -> list[BuildPile]:
    """Return the builds the viewer owns."""
    return [pile for pile in view.builds if pile.owner == view.seat]


def held_without(view: CasinoView, card: Card) -> set[int]:
    """Return the values the viewer holds a card of once `card` is played (0: a picture's)."""
    high = view.rules.values.high
    return {high[other.rank] for other in view.hand if other is not card}


def check(view: CasinoView, action: Action) -> None:
    """Raise Illegal when the viewer may not do `action`."""
    code = refusal(view, action)
    if code is not None:
        raise Illegal(code)


def refusal(view: CasinoView, action: Action) -> Code | None:
    """Return why the viewer may not do `action`; None when it is allowed."""
    chosen = choose(view, () if isinstance(action, Trail) else action.items)
    if chosen.twice:
        return Code.BAD_ACTION
    if isinstance(action, Build) and action.value < view.rules.values.least:
        return Code.BAD_ACTION
    if view.phase == "over":
        return Code.OVER
    if view.turn != view.seat:
        return Code.NOT_YOUR_TURN
    if action.card not in view.hand:
        return Code.NOT_IN_HAND
    if chosen.missing:
        return Code.ITEM_GONE
    match action:
        case Trail():
            return _refuse_trail(view, action.card)
        case Capture():
            return _refuse_capture(view, action.card, chosen)
        case Build():
            return _refuse_build(view, action, chosen)


def _refuse_trail(view: CasinoView, card: Card) -> Code | None:
    own = own_builds(view)
    if own and not may_trail_obliged(view.rules):
        return Code.MUST_NOT_TRAIL
    if uncovered(own, (), held_without(view, card)):
        return Code.UNCOVERED
    return Code.MUST_CAPTURE if must_capture_with(view, card, own) else None


def _refuse_capture(view: CasinoView, card: Card, chosen: Chosen) -> Code | None:
    if not chosen.loose and not chosen.builds:
        return Code.NOTHING_CHOSEN
    own = own_builds(view)
    if not may_capture_with(view, card, own):
        return Code.MUST_USE_BUILD
    values = view.rules.values
    value = values.high[card.rank]
    in_sum = builds_stand_in_sums(view.rules)
    if not capture_fits(values, card, chosen.loose, chosen.builds, in_sum):
        if not in_sum and capture_fits(values, card, chosen.loose, chosen.builds, True):
            return Code.BUILD_IN_SUM
        return _no_shape(value, chosen.builds)
    if uncovered(own, chosen.builds, held_without(view, card)):
        return Code.UNCOVERED
    if any(equal not in chosen.loose for equal in due_equals(view, card)):
        return Code.MUST_CAPTURE
    return None


def _refuse_build(view: CasinoView, action: Build, chosen: Chosen) -> Code | None:
    if not chosen.loose and not chosen.builds:
        return Code.NOTHING_CHOSEN
    rules, value = view.rules, action.value
    if value > rules.values.cap:
        return Code.OVER_14
    held = held_without(view, action.card)
    for pile in chosen.builds:
        if pile.value != value and refuse_raise(view, pile, held) is Code.LOCKED_BUILD:
            return Code.LOCKED_BUILD
    with_loose = loose_helps_to_raise(rules)
    laid = build_fits(rules.values, action.card, value, chosen.loose, chosen.builds, with_loose)
    if laid is None:
        if not with_loose and build_fits(
            rules.values, action.card, value, chosen.loose, chosen.builds, True
        ):
            return Code.RAISE_WITH_LOOSE
        return _no_shape(value, chosen.builds)
    if value not in held or (laid.raised and refuse_raise(view, laid.raised, held)):
        return Code.NOT_HELD
    return Code.UNCOVERED if uncovered(own_builds(view), chosen.builds, held | {value}) else None


def _no_shape(value: int, builds: Iterable[BuildPile]) -> Code:
    return Code.BUILD_VALUE if any(pile.value != value for pile in builds) else Code.NO_SPLIT


def uncovered(
    own: Iterable[BuildPile], chosen: Collection[BuildPile], held: Collection[int]
) -> bool:
    """Say whether an own build that is not chosen would lie there without a card of its value."""
    return any(pile.value not in held and pile not in chosen for pile in own)


# --- what the options permit: each is read here and nowhere else -------------------


def may_trail_obliged(rules: CasinoRules) -> bool:
    """Say whether an owner may trail at all."""
    return rules.obliged_trail


def may_capture_with(view: CasinoView, card: Card, own: Collection[BuildPile]) -> bool:
    """Say whether the number of `card` may capture: an OBLIGED player's choice is narrowed."""
    if not own or view.rules.obliged_capture == "any":
        return True
    value = view.rules.values.high[card.rank]
    return any(pile.value == value for pile in own)


def refuse_raise(view: CasinoView, pile: BuildPile, held: Collection[int]) -> Code | None:
    """Return what speaks against giving a build another value, the new one aside.

    A multiple build never changes; an own one perhaps not, or only with its old value `held`.
    """
    if not pile.single:
        return Code.LOCKED_BUILD
    if pile.owner != view.seat:
        return None
    match view.rules.raise_own:
        case "yes":
            return None
        case "no":
            return Code.LOCKED_BUILD
        case "both_numbers":
            return None if pile.value in held else Code.NOT_HELD


def loose_helps_to_raise(rules: CasinoRules) -> bool:
    """Say whether loose cards may add up with a raised build."""
    return rules.raise_with_loose


def builds_stand_in_sums(rules: CasinoRules) -> bool:
    """Say whether single builds may stand in the sums of a capture."""
    return rules.build_in_sum


def must_take(rules: CasinoRules, play: Literal["capture", "trail"]) -> Literal["", "equal", "any"]:
    """Return what a capture, or a trail, may not leave lying though the card could take it.

    Nothing, loose cards of the same rank, or anything at all (must_capture).
    """
    match rules.must_capture:
        case "no":
            return ""
        case "equal_card":
            return "equal"
        case "any":
            return "any" if play == "trail" else ""


def due_equals(view: CasinoView, card: Card) -> tuple[Card, ...]:
    """Return the loose cards that a capture with `card` may not leave.

    A picture under plain values takes one card only, so it leaves the others.
    """
    if not must_take(view.rules, "capture") or not view.rules.values.high[card.rank]:
        return ()
    return tuple([other for other in view.loose if other.rank == card.rank])


def must_capture_with(view: CasinoView, card: Card, own: Collection[BuildPile]) -> bool:
    """Say whether `card` may not be trailed because it could capture.

    Only a capture that is allowed counts. (HOLD is as good after it as after the trail.)
    """
    rules = view.rules
    due = must_take(rules, "trail")
    if not due or not may_capture_with(view, card, own):
        return False
    if any(other.rank == card.rank for other in view.loose):
        return True
    value = rules.values.high[card.rank]
    if due == "equal" or not value:
        return False
    numbers = [rules.values.low[other.rank] for other in view.loose]
    if builds_stand_in_sums(rules):
        numbers += [pile.value for pile in view.builds if pile.single]
    return adds_up(numbers, value) or any(pile.value == value for pile in view.builds)
