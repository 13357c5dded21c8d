"""How a round of UNO goes on: `advance` carries out an accepted action, in place.

Hides: turn order, penalties, windows of the call, the end of a round. Must not know: what is
allowed; `check` has judged that. `sink` takes the events, or is None in playouts. Every function
here changes the state it is given, so callers hand in a private copy.
"""

from __future__ import annotations

from typing import assert_never

from engine.game import Chance, Seat, Sink
from engine.uno.actions import (
    Action,
    Call,
    Catch,
    Challenge,
    Colour,
    Draw,
    Jump,
    Pass,
    Play,
)
from engine.uno.cards import Card, in_order, named
from engine.uno.check import is_misplay, refusal
from engine.uno.drawing import bind_colour, draw_cards, punish, take
from engine.uno.events import (
    Called,
    Caught,
    Challenged,
    ColourNamed,
    Drew,
    FalseCall,
    Left,
    Misplayed,
    Owed,
    Passed,
    PassedOn,
    Played,
    Reversed,
    RoundOver,
    Skipped,
    Swapped,
    TakenBack,
)
from engine.uno.fitting import (
    acts,
    closes_window,
    drawn_may_be_played,
    hands_move,
    lawful_wild4,
    price,
    stackable,
    usable,
)
from engine.uno.score import lowest_hands, points
from engine.uno.state import Accusation, UnoState
from engine.uno.view import view_of

TURNS_PER_PLAYER = 200
"""A round that lasts longer is blocked (docs/RULES.md, blocked round)."""


def advance(state: UnoState, seat: Seat, action: Action, chance: Chance, sink: Sink) -> None:
    """Carry out an action that `check` has accepted."""
    match action:
        case Play():
            if price(state.rules, "misplay") and _misplay(state, seat, action, chance, sink):
                return
            _note_act(state, seat)
            _lay(state, seat, action, chance, sink)
        case Draw():
            _note_act(state, seat)
            _draw(state, seat, chance, sink)
        case Pass():
            if sink is not None:
                sink.append(Passed(seat))
            _end_turn(state, state.step(seat), sink)
        case Jump():
            _note_act(state, seat)
            _lay(state, seat, action, chance, sink)
        case Call():
            _call(state, seat, chance, sink)
        case Catch():
            _catch(state, seat, action.seat, chance, sink)
        case Challenge():
            _note_act(state, seat)
            _challenge(state, seat, chance, sink)
        case Colour():
            _name_colour(state, seat, action.colour, sink)
        case _:
            assert_never(action)


# ---------------------------------------------------------------- drawing


def _draw(state: UnoState, seat: Seat, chance: Chance, sink: Sink) -> None:
    if state.pending:
        _take_penalty(state, seat, "penalty", 0, chance, sink)
        return
    drawn = _draw_for_turn(state, seat, chance, sink)
    if sink is not None:
        sink.append(Drew(seat, tuple(in_order(drawn)), len(drawn), "turn"))
    if not drawn:
        state.dry += 1
        if state.dry >= state.players():
            _end_round(state, lowest_hands(state), "blocked", sink)
            return
    else:
        state.dry = 0
        # a decision follows or not by the rules alone, whatever was drawn
        if drawn_may_be_played(state.rules, None):
            state.phase = "drawn"
            state.drawn = drawn[-1]
            return
    _end_turn(state, state.step(seat), sink)


def _draw_for_turn(state: UnoState, seat: Seat, chance: Chance, sink: Sink) -> list[Card]:
    drawn = draw_cards(state, seat, 1, chance, sink)
    if state.rules.draw_until_playable:
        hand = state.hands[seat]
        while drawn and not usable(state, hand, drawn[-1]):
            more = draw_cards(state, seat, 1, chance, sink)
            if not more:
                break
            drawn += more
    return drawn


def _take_penalty(
    state: UnoState, seat: Seat, why: str, extra: int, chance: Chance, sink: Sink
) -> None:
    """Draw what is owed (and `extra`), lose the turn."""
    count = state.pending + extra
    _settle_debt(state)
    take(state, seat, count, why, chance, sink)
    bind_colour(state)
    state.chain4 = False
    _end_turn(state, state.step(seat), sink)


def _settle_debt(state: UnoState) -> None:
    state.pending = 0
    state.accused = None


# ---------------------------------------------------------------- laying cards


def _misplay(state: UnoState, seat: Seat, play: Play, chance: Chance, sink: Sink) -> bool:
    """Punish a card that cannot be played: it goes back, the turn stays. It is not an act."""
    code = refusal(view_of(state, seat), play)
    if code is None or not is_misplay(view_of(state, seat), code):
        return False
    if sink is not None:
        sink.append(Misplayed(seat, play.cards))
    punish(state, seat, "misplay", chance, sink)
    return True


def _lay(state: UnoState, seat: Seat, play: Play | Jump, chance: Chance, sink: Sink) -> None:
    """Lay cards: the pile, the call, the effects, the end of the round or of the turn."""
    cards = play.cards
    top = cards[-1]
    hand = state.hands[seat]
    for card in cards:
        hand.remove(card.bare)
    if top.face == "w+4":
        _accuse(state, seat, cards)
    state.discards += [*in_order(cards[:-1]), top] if len(cards) > 1 else cards
    state.colour_only = False
    state.dry = 0
    if sink is not None:
        sink.append(Played(seat, cards, play.call, isinstance(play, Jump)))
    _note_call(state, seat, play.call, chance, sink)
    following = _effect(state, seat, cards, sink)
    if not hand:
        _go_out(state, seat, following, chance, sink)
        return
    if top.face in ("7", "0"):
        _move_hands(state, seat, play, sink)
    _end_turn(state, following, sink)
    if state.pending:
        _collect_at_once(state, chance, sink)


def _accuse(state: UnoState, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Note whether this +4 was lawful, for a challenge. Called while the table is as it was."""
    rules = state.rules
    if not rules.challenge:
        return
    if state.chain4:  # a +4 on a +4 is lawful; only the first of the chain may still be doubted
        if rules.challenge_target == "last":
            state.accused = None
        return
    rest = state.hands[seat]
    state.accused = Accusation(
        seat,
        lawful_wild4(state, rest),
        tuple(in_order(rest)),
        len(cards) if rules.challenge_guilty == "take_back" else 0,
        state.colour_only,
    )


def _effect(state: UnoState, seat: Seat, cards: tuple[Card, ...], sink: Sink) -> Seat:
    """Let the cards act once or each; return who is on turn next."""
    face = cards[-1].face
    count = acts(state.rules, len(cards))
    if face == "s":
        return _skip(state, seat, count, sink)
    if face == "r":
        return _reverse(state, seat, count, sink)
    following = state.step(seat)
    if face in ("+2", "w+4"):
        state.pending += count * (2 if face == "+2" else 4)
        state.chain4 = face == "w+4"
        if sink is not None:
            sink.append(Owed(following, state.pending, False))
    return following


def _skip(state: UnoState, seat: Seat, skips: int, sink: Sink) -> Seat:
    following = state.step(seat, skips + 1)
    if state.pending:
        return _deflect(state, seat, following, sink)
    if sink is not None:
        sink.append(Skipped(tuple(state.step(seat, n) for n in range(1, skips + 1))))
    return following


def _deflect(state: UnoState, seat: Seat, following: Seat, sink: Sink) -> Seat:
    """Pass the debt on; it never lands on the one who deflects."""
    if following == seat:
        following = state.step(seat)
    if sink is not None:
        sink.append(Owed(following, state.pending, True))
    return following


def _reverse(state: UnoState, seat: Seat, turns: int, sink: Sink) -> Seat:
    if turns % 2:
        state.direction = -state.direction
    if sink is not None:
        sink.append(Reversed("left" if state.direction > 0 else "right"))
    if reverse_skips(state):
        return _skip(state, seat, turns, sink)
    following = state.step(seat)
    return _deflect(state, seat, following, sink) if state.pending else following


def reverse_skips(state: UnoState) -> bool:
    """Tell whether a Reverse counts as a Skip: with two players, if the rules say so."""
    return state.players() == 2 and state.rules.two_player_reverse == "skip"


def _move_hands(state: UnoState, seat: Seat, play: Play | Jump, sink: Sink) -> None:
    """Let a 7 swap two hands, a 0 pass all on. Moved hands are neither called nor catchable."""
    match hands_move(state.rules, play.cards[-1].face):
        case "swap":
            assert play.swap is not None, "check demands whom a 7 swaps with"
            hands = state.hands
            hands[seat], hands[play.swap] = hands[play.swap], hands[seat]
            moved = [seat, play.swap]
            if sink is not None:
                sink.append(Swapped(seat, play.swap))
        case "pass":
            moved = [s for s in range(len(state.hands)) if s not in state.gone]
            times = acts(state.rules, len(play.cards))
            held = {state.step(s, times): state.hands[s] for s in moved}
            for s, hand in held.items():
                state.hands[s] = hand
            if sink is not None:
                sink.append(PassedOn(seat))
        case "":
            return
    for s in moved:
        state.called.discard(s)
        state.windows.pop(s, None)


def _collect_at_once(state: UnoState, chance: Chance, sink: Sink) -> None:
    """Let the victim take a penalty at once where the rules offer it no decision.

    Whether they do never depends on the hand, else the pause would betray it.
    """
    if state.accused is None and not stackable(state.rules, state.chain4):
        _take_penalty(state, state.turn, "penalty", 0, chance, sink)


def _go_out(state: UnoState, seat: Seat, victim: Seat, chance: Chance, sink: Sink) -> None:
    """End the round; a penalty still owed is drawn first, with no chance to answer."""
    if state.pending:
        count = state.pending
        _settle_debt(state)
        take(state, victim, count, "penalty", chance, sink)
    _end_round(state, (seat,), "out", sink)


# ---------------------------------------------------------------- turns and rounds


def _end_turn(state: UnoState, following: Seat, sink: Sink) -> None:
    state.turn = following
    state.phase = "play"
    state.drawn = None
    state.turns += 1
    if state.turns >= 2 * TURNS_PER_PLAYER and state.turns >= TURNS_PER_PLAYER * state.players():
        _end_round(state, lowest_hands(state), "blocked", sink)


def _end_round(state: UnoState, winners: tuple[Seat, ...], why: str, sink: Sink) -> None:
    state.phase = "over"
    _settle_debt(state)
    state.chain4 = False
    state.drawn = None
    state.winners = winners
    state.windows.clear()
    for seat in winners:
        if not state.hands[seat]:
            state.called.discard(seat)
    if sink is not None:
        hands = tuple(tuple(in_order(hand)) for hand in state.hands)
        sink.append(RoundOver(winners, why, hands, points(state)))


def leave(state: UnoState, seat: Seat, sink: Sink) -> None:
    """Give a seat up for good: its cards go under the discards, the turn moves on exactly once.

    What it owed is void, its open decision is closed, its +4 can no longer be challenged.
    """
    state.gone |= {seat}
    if state.phase == "over":
        if sink is not None:
            sink.append(Left(seat, 0))
        return
    cards = state.hands[seat]
    state.hands[seat] = []
    state.discards[:0] = cards
    state.called.discard(seat)
    state.windows.pop(seat, None)
    if state.accused is not None and state.accused.seat == seat:
        state.accused = None
    if sink is not None:
        sink.append(Left(seat, len(cards)))
    if state.players() == 1:
        last = next(s for s in range(len(state.hands)) if s not in state.gone)
        _end_round(state, (last,), "alone", sink)
    elif state.turn == seat:
        _settle_debt(state)
        state.chain4 = False
        names_colour = state.phase == "colour"
        _end_turn(state, state.step(seat), sink)
        if names_colour and state.phase == "play":
            state.phase = "colour"


def _name_colour(state: UnoState, seat: Seat, colour: str, sink: Sink) -> None:
    state.discards[-1] = named(state.discards[-1], colour)
    state.phase = "play"
    if sink is not None:
        sink.append(ColourNamed(seat, colour))


# ---------------------------------------------------------------- challenge


def _challenge(state: UnoState, seat: Seat, chance: Chance, sink: Sink) -> None:
    accused = state.accused
    assert accused is not None, "check demands an open challenge"
    if sink is not None:
        sink.append(Challenged(seat, accused.seat, not accused.lawful, accused.hand))
    if accused.lawful:
        extra = state.rules.challenge_extra
        _take_penalty(state, seat, "wrong_challenge", extra, chance, sink)
        return
    count = state.pending
    _settle_debt(state)
    state.chain4 = False
    if accused.returns:
        _take_back(state, accused, sink)
    take(state, accused.seat, count, "guilty", chance, sink)


def _take_back(state: UnoState, accused: Accusation, sink: Sink) -> None:
    """Return the +4s to the hand; the card below and its colour are live again."""
    cards = tuple(card.bare for card in state.discards[-accused.returns :])
    del state.discards[-accused.returns :]
    state.hands[accused.seat] += cards
    state.colour_only = accused.colour_only
    state.called.discard(accused.seat)
    state.windows.pop(accused.seat, None)
    if sink is not None:
        sink.append(TakenBack(accused.seat, cards))


# ---------------------------------------------------------------- UNO


def _note_act(state: UnoState, seat: Seat) -> None:
    """Move the windows on: the player who is next to act acts, or a jumper."""
    for other in list(state.windows):
        if closes_window(state.rules, other == seat):
            del state.windows[other]
        else:
            state.windows[other] = True


def _note_call(state: UnoState, seat: Seat, call: bool, chance: Chance, sink: Sink) -> None:
    """Judge the call of a play by the cards it leaves; a wrong one costs before the effects."""
    left = len(state.hands[seat])
    state.called.discard(seat)
    state.windows.pop(seat, None)
    if left == 1:
        if call:
            state.called.add(seat)
        else:
            state.windows[seat] = False
    elif call:
        _false_call(state, seat, chance, sink)


def _false_call(state: UnoState, seat: Seat, chance: Chance, sink: Sink) -> None:
    if sink is not None:
        sink.append(FalseCall(seat))
    punish(state, seat, "false_call", chance, sink)


def _call(state: UnoState, seat: Seat, chance: Chance, sink: Sink) -> None:
    if seat not in state.windows:
        _false_call(state, seat, chance, sink)
        return
    del state.windows[seat]
    state.called.add(seat)
    if sink is not None:
        sink.append(Called(seat))


def _catch(state: UnoState, by: Seat, seat: Seat, chance: Chance, sink: Sink) -> None:
    del state.windows[seat]  # one offence, one penalty, even when nothing can be drawn
    if sink is not None:
        sink.append(Caught(seat, by))
    punish(state, seat, "caught", chance, sink)
