"""The table of actions of the rules page, tried out on every selection there is.

Written straight from the rules; of the engine it knows cards and views only. Slow and plain.
"""

from itertools import chain, combinations

from engine.casino import BuildPile, CasinoView
from engine.casino.actions import sort_items


def legal(view: CasinoView) -> set[str]:
    """Every allowed action, in notation."""
    return set(chain.from_iterable(_with(view, card) for card in view.hand))


def _with(view, card):
    rest = [other for other in view.hand if other is not card]
    held = {high(view, other) for other in rest}
    own = [pile for pile in view.builds if pile.owner == view.seat]
    rules = view.rules

    def hold(chosen, value=None):
        return all(
            pile in chosen or pile.value in held or (rules.merge_same_value and pile.value == value)
            for pile in own
        )

    could = []
    for items in subsets([*view.loose, *view.builds]):
        if captures(view, card, items) and may_capture(view, card, own):
            could.append(items)
            equal = [other for other in view.loose if other.rank == card.rank]
            whole = rules.must_capture != "equal_card" or not high(view, card)
            if hold(items) and (whole or set(equal) <= set(items)):
                yield text("capture", card, items)
        for value in range(1 if rules.face_values == "plain" else 2, cap(view) + 1):
            if value in held and hold(items, value) and builds(view, card, value, items, held):
                yield text(f"build {card.text} {value}", None, items)
    if (not own or rules.obliged_trail) and hold([]):
        equal = any(card.rank == item.rank for items in could for item in items if loose(item))
        if not (
            (rules.must_capture == "any" and any(hold(items) for items in could))
            or (rules.must_capture == "equal_card" and equal)
        ):
            yield f"trail {card.text}"


def may_capture(view, card, own):
    if not own or view.rules.obliged_capture == "any":
        return True
    return high(view, card) in [pile.value for pile in own]


def captures(view, card, items):
    value = high(view, card)
    if not value:
        return len(items) == 1 and loose(items[0]) and items[0].rank == card.rank
    return coverable(view, items, value, view.rules.build_in_sum)


def builds(view, card, value, items, held):
    """By equal value, by adding, by raising; and each with groups of equal value."""
    number = low(view, card)
    if not number:
        return False
    if high(view, card) == value and coverable(view, items, value, False):
        return True
    for base in subsets(items):
        rest = [item for item in items if item not in base]
        piles = [item for item in base if not loose(item)]
        numbers = [number, *[pile.value if not loose(pile) else low(view, pile) for pile in base]]
        if not all(numbers) or sum(numbers) != value or not coverable(view, rest, value, False):
            continue
        if not piles or (len(piles) == 1 and raises(view, piles[0], base, held)):
            return True
    return False


def raises(view, pile, base, held):
    rules = view.rules
    if len(pile.parts) > 1 or (len(base) > 1 and not rules.raise_with_loose):
        return False
    if pile.owner == view.seat:
        if rules.raise_own == "no":
            return False
        if rules.raise_own == "both_numbers" and pile.value not in held:
            return False
    return True


def coverable(view, items, value, build_in_sum):
    if not items:
        return True
    first, rest = items[0], items[1:]
    return any(
        group(view, [first, *more], value, build_in_sum)
        and coverable(view, [item for item in rest if item not in more], value, build_in_sum)
        for more in [(), *subsets(rest)]
    )


def group(view, items, value, build_in_sum):
    if len(items) == 1:
        (item,) = items
        return value in ({low(view, item), high(view, item)} if loose(item) else {item.value})
    numbers = []
    for item in items:
        if not loose(item) and (not build_in_sum or len(item.parts) > 1):
            return False
        numbers.append(low(view, item) if loose(item) else item.value)
    return all(numbers) and sum(numbers) == value


def subsets(items):
    return chain.from_iterable(combinations(items, size) for size in range(1, len(items) + 1))


def loose(item):
    return not isinstance(item, BuildPile)


def low(view, card):
    return 0 if view.rules.face_values == "plain" and card.rank > 10 else card.rank


def high(view, card):
    return 14 if view.rules.face_values == "royal" and card.rank == 1 else low(view, card)


def cap(view):
    return 10 if view.rules.face_values == "plain" else 14


def text(verb, card, items):
    names = sort_items(item if loose(item) else item.handle for item in items)
    return " ".join([verb, *([card.text] if card else []), *map(str, names)])
