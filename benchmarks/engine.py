"""How fast the engines play, side by side with RLCard and OpenSpiel, in one process and one run.

    pip install 'cardtui[bench]' && python benchmarks/engine.py

UNO is measured on the FORCED subset: official deck, seven cards each, uniform random play among
the cards that can be played, drawing only when there is none, a drawn card that fits is played, +4
only without the colour, nothing called, caught or challenged. Rounds alternate between the
contestants, so that a machine whose speed drifts slows them all; what counts is the median of the
ratios round by round. A decision is one choice of one player; a forced pass after a draw is none.

Neither peer plays our rules. RLCard plays a drawn Wild by itself, lets a two-player Reverse only
turn the direction and reshuffles the top card; OpenSpiel's crazy_eights is another game. They are
measured for their speed, not as oracles.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any, TypeAlias

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine.casino import CASINO
from engine.casino.listing import ways
from engine.casino.play import advance as casino_advance
from engine.casino.play import view_of as casino_view
from engine.uno.actions import DRAW, PASS, Action, Colour, single
from engine.uno.cards import COLOURS, Card, named
from engine.uno.fitting import lawful_wild4, playable, usable
from engine.uno.game import UNO
from engine.uno.play import advance
from engine.uno.rules import OFFICIAL
from engine.uno.state import UnoState
from engine.uno.view import view_of

Play: TypeAlias = Callable[[int, int], int]
"""Plays one hand of so many seats from a seed; returns its decisions."""

FORCED = replace(OFFICIAL, voluntary_draw=False, force_play=True, w4_bluff=False, challenge=False)


class Luck:
    """A Chance for playouts; speed is measured here, not fairness."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def shuffle(self, cards: Sequence[Any]) -> list[Any]:
        order = list(cards)
        self.rng.shuffle(order)
        return order

    def pick(self, n: int) -> int:
        return self.rng.randrange(n)


# ---------------------------------------------------------------- ours


def forced_choice(state: UnoState, hand: list[Card], rnd: Callable[[], float]) -> Action:
    """Choose as the FORCED subset does."""
    drawn = state.drawn
    if drawn is not None:
        cards = [drawn] if usable(state, hand, drawn) else []
    elif state.phase == "colour":
        return Colour(COLOURS[int(rnd() * 4)])
    else:
        cards = playable(state, hand)
        wild4 = [card for card in cards if card.face == "w+4"]
        if wild4 and not lawful_wild4(state, hand):
            cards = [card for card in cards if card.face != "w+4"]
    if not cards:
        return DRAW if drawn is None else PASS
    card = cards[int(rnd() * len(cards))]
    return single(named(card, COLOURS[int(rnd() * 4)]) if card.black else card)


def ours(seats: int, seed: int, *, events: bool = False, views: bool = False) -> int:
    """Play one hand; return its decisions."""
    luck = Luck(seed)
    rnd = luck.rng.random
    state = UNO.deal(FORCED, seats, 0, luck, frozenset()).state
    decisions = 0
    while state.phase != "over":
        seat = state.turn
        action = forced_choice(state, state.hands[seat], rnd)
        advance(state, seat, action, luck, [] if events else None)
        if views:
            for viewer in range(seats):
                view_of(state, viewer)
        decisions += action is not PASS
    return decisions


def casino_deal(seats: int, seed: int) -> int:
    """Play one random deal of Casino, choosing evenly from the full list; return its decisions."""
    luck = Luck(seed)
    rnd = luck.rng.random
    state = CASINO.deal(CASINO.presets["seed"], seats, 0, luck, frozenset()).state
    decisions = 0
    while state.turn is not None:
        seat = state.turn
        actions = ways(casino_view(state, seat))
        casino_advance(state, seat, actions[int(rnd() * len(actions))], luck, None)
        decisions += 1
    return decisions


# ---------------------------------------------------------------- peers


def rlcard_game(seats: int, seed: int) -> int:
    """Play one hand in RLCard's bare game."""
    from rlcard.games.uno import Game  # type: ignore[import-not-found]

    rng = random.Random(seed)
    game = Game()
    game.configure({"game_num_players": seats})
    game.np_random = _numpy_rng(seed)
    game.init_game()
    steps = 0
    while not game.is_over():
        legal = game.get_legal_actions()
        game.step(legal[int(rng.random() * len(legal))])
        steps += 1
    return steps


def _numpy_rng(seed: int) -> Any:
    import numpy  # type: ignore[import-not-found]

    return numpy.random.RandomState(seed)


class RlcardEnv:
    """RLCard's environment, made once for each number of players."""

    def __init__(self, seats: int) -> None:
        import rlcard  # type: ignore[import-not-found]
        from rlcard.agents import RandomAgent  # type: ignore[import-not-found]

        self.env = rlcard.make("uno", config={"seed": 1, "game_num_players": seats})
        self.env.set_agents([RandomAgent(self.env.num_actions) for _ in range(seats)])

    def __call__(self, seats: int, seed: int) -> int:
        trajectories, _ = self.env.run(is_training=False)
        # each trajectory alternates states and actions
        return sum(len(trajectory) // 2 for trajectory in trajectories)


class OpenSpiel:
    """OpenSpiel's crazy_eights, driven from Python."""

    def __init__(self, seats: int) -> None:
        import pyspiel  # type: ignore[import-not-found]

        self.game = pyspiel.load_game(f"crazy_eights(players={seats})")

    def __call__(self, seats: int, seed: int) -> int:
        rnd = random.Random(seed).random
        state = self.game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(legal[int(rnd() * len(legal))])
        return decisions


# ---------------------------------------------------------------- measuring


def rate(play: Play, seats: int, seconds: float, seed: int) -> tuple[float, float]:
    """Return decisions a second of processor time and decisions a hand, over about `seconds`."""
    decisions = hands = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += play(seats, seed + hands)
        hands += 1
    return decisions / spent, decisions / hands


def contestants(seats: int) -> Iterator[tuple[str, Play]]:
    """Yield whoever can be measured here, ours first."""
    yield "cardtui core", ours
    yield "cardtui events", lambda n, seed: ours(n, seed, events=True)
    yield "cardtui events+views", lambda n, seed: ours(n, seed, events=True, views=True)
    makers: list[tuple[str, Callable[[], Play]]] = [
        ("RLCard Game", lambda: rlcard_game),
        ("RLCard Env", lambda: RlcardEnv(seats)),
        ("OpenSpiel (Python)", lambda: OpenSpiel(seats)),
    ]
    for name, make in makers:
        try:
            play = make()
            play(seats, 0)
        except ImportError as missing:
            print(f"{name}: not measured, {missing}", file=sys.stderr)
        else:
            yield name, play


def compare(seats: int, rounds: int, seconds: float) -> dict[str, Any]:
    """Measure all contestants in turn, round by round."""
    players = list(contestants(seats))
    rates: dict[str, list[float]] = {name: [] for name, _ in players}
    lengths: dict[str, float] = {}
    for number in range(rounds):
        for name, play in players:
            speed, lengths[name] = rate(play, seats, seconds, 10_000 * number)
            rates[name].append(speed)
    report: dict[str, Any] = {}
    for name in rates:
        row = {"per_second": statistics.median(rates[name]), "per_hand": lengths[name]}
        for peer in ("RLCard Game", "RLCard Env", "OpenSpiel (Python)"):
            if peer in rates:
                ratios = [a / b for a, b in zip(rates[name], rates[peer], strict=True)]
                row[f"x {peer}"] = (statistics.median(ratios), min(ratios), max(ratios))
        report[name] = row
    return report


def show(title: str, report: dict[str, Any]) -> None:
    """Print one table."""
    print(f"\n{title}")
    for name, row in report.items():
        ratios = "   ".join(
            f"{key[2:]} x{value[0]:.2f} ({value[1]:.2f}-{value[2]:.2f})"
            for key, value in row.items()
            if key.startswith("x ")
        )
        print(f"  {name:22} {row['per_second']:10,.0f}/s  {row['per_hand']:5.1f} a hand   {ratios}")


def versions() -> str:
    """Name what was measured."""
    names = [f"Python {platform.python_version()}"]
    for package in ("cardtui", "rlcard", "open_spiel", "numpy"):
        try:
            names.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(names)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each contestant's turn")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    reports = {
        f"UNO, {seats} players": compare(seats, args.rounds, args.seconds) for seats in (2, 4)
    }
    deals = [
        rate(casino_deal, seats, args.seconds, 10_000 * number)
        for number in range(args.rounds)
        for seats in (2,)
    ]
    casino = {"deals_per_second": statistics.median(speed / length for speed, length in deals)}
    if args.json:
        print(json.dumps({"versions": versions(), **reports, "Casino": casino}, indent=1))
        return
    print(versions())
    for title, report in reports.items():
        show(title, report)
    print(f"\nCasino, 2 players: {casino['deals_per_second']:,.0f} random deals/s")


if __name__ == "__main__":
    main()
