"""Small helpers: positions and actions written as in records."""

from engine.casino import CASINO, PRESETS, CasinoState, CasinoView
from engine.casino.check import refusal
from engine.casino.rules import CasinoRules


def place(hand, table="", *, other="", rules: CasinoRules = PRESETS["seed"], **keys) -> CasinoState:
    """Two players, the first to play; every card not named has been taken by the second."""
    position = {"hands": (hand, other), "table": table, "taken": ("", "*"), "turn": "p1", **keys}
    return CASINO.place(rules, 2, position)


def look(state: CasinoState) -> CasinoView:
    return CASINO.view(state, state.turn)


def refused(state: CasinoState, text: str) -> str:
    """The code of the refusal, empty when allowed; a refused action has changed nothing."""
    before = everything(state)
    code = refusal(look(state), CASINO.parse(text))
    assert everything(state) == before
    return "" if code is None else code.value


def act(state: CasinoState, *texts: str) -> CasinoState:
    """The position after actions, each by whoever is on turn."""
    for text in texts:
        state = CASINO.apply(state, state.turn, CASINO.parse(text), NO_CHANCE).state
    return state


def listed(state: CasinoState) -> list[str]:
    return [str(action) for action in CASINO.legal(look(state))]


def everything(state: CasinoState) -> tuple:
    keys = ("hands", "table", "stock", "taken", "sweeps", "last", "turn", "dealer", "phase")
    return (*[CASINO.read(state, key) for key in keys], state.last_capture, state.round, state.gone)


class NoChance:
    """Nothing may be asked of it: after the deal Casino needs no luck."""

    def shuffle(self, cards):
        raise AssertionError("no shuffle after the deal")

    def pick(self, n):
        raise AssertionError("no lot after the deal")


NO_CHANCE = NoChance()
