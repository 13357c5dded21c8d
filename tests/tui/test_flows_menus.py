"""Every prompt and every key of the screens around the table, with real keys: see `flows`."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest

from engine.king import KingView, Owed, builtin
from netcore.client.shell import Closed
from netcore.wire import messages as m
from tests.tui.catalogues import Listening
from tests.tui.flows import SIZES, Flow, Footers, Keys, People, Shown, lived, says, written
from tui import i18n
from tui.rules import rulesets

FLOWS: Final[dict[str, list[Flow]]] = {"lobby": [], "rules": [], "result": []}
SOURCES: Final = {
    "lobby": ["screens/lobby"],
    "rules": ["screens/rules_editor", "faces", "drawing/rules_picture"],
    "result": ["screens/result", "drawing/logview"],
}
SCREENS: Final = {
    "lobby": ["LobbyScreen"],
    "rules": ["RulesScreen"],
    "result": ["ResultScreen"],
}
UNMET: Final[set[str]] = set()
WAYS: Final = "question_mark escape comma escape colon escape"
"""To what is reached from every screen, and back."""


def flow(group: str) -> Callable[[Flow], Flow]:
    def keep(steps: Flow) -> Flow:
        FLOWS[group].append(steps)
        return steps

    return keep


class Idle(People):
    """It begins nothing; from the fifth seat on bots sit."""

    def seat_infos(self) -> tuple[m.SeatInfo, ...]:
        more = [m.SeatInfo(name, "bot") for name in self.names[4:]]
        return (*super().seat_infos(), *more)

    def start(self) -> None:
        pass


def lobby(me: int | None = 0, *, host: bool = True, preset: str = "", **change: Any) -> Idle:
    table = Idle("uno", preset, me=me, host=host)
    table.change = change
    if me is None:
        table.say(m.Seated("t", None, "token", "Wat", False))
    table.tell_lobby()
    return table


# --- the lobby --------------------------------------------------------------------------------


@flow("lobby")
def the_hosts_lobby() -> Generator[Any, Any, None]:
    table = yield lobby()
    ann, bob, carol, dave = table.seat_infos()
    ready = replace(carol, ready=True)
    yield says("Carol is not ready; Enter starts UNO, official rules anyway.")
    yield table.lobby(seats=(ann, bob, ready, dave), locked=True)
    yield Shown("locked")
    yield says("Enter starts UNO, official rules.", "m, then l, lets people in.")
    yield Keys("enter", m.Start())
    yield Keys("w")
    yield says("Nobody watches.")
    yield table.lobby(seats=(ann, bob, ready, dave), watchers=("Zoe",))
    yield Keys("w")
    yield says("1 watches: Zoe.", "m, then g: a seat for one of them.")
    yield Keys("x escape m escape e escape slash escape q escape")
    yield Keys(WAYS)
    yield Keys("n", m.Setup("uno", "official", {}, 5))
    table.change = {"seats": (ann, *[m.SeatInfo("", "open")] * 3)}
    yield table.lobby()
    yield says("1 player is missing.", "b adds a bot.")
    yield Keys("b", m.AddBot("normal"))
    table.change = {}
    yield table.lobby(options={"stack": "up"})
    yield Keys("r")
    yield says("That drops the changes to official rules.", "y drop them", "n keep them")
    yield Keys("n")
    yield table.lobby()
    yield Keys("g", m.Setup("casino", "seed", {}, 4))
    table.setup(m.Setup("uno", "kano", {}, 4))
    yield Keys("p", m.Setup("uno", "kano", {}, 4, "mild"))
    yield table.lobby()
    yield Keys("i", m.Mild(True))


@flow("lobby")
def a_ruleset_after_the_other() -> Generator[Any, Any, None]:
    yield lobby()
    yield Keys("r", m.Setup)
    yield Shown("minus points")
    yield Keys("g", m.Setup)
    yield Shown("Enter starts Casino, house rules")


@flow("lobby")
def a_guests_lobby() -> Generator[Any, Any, None]:
    table = yield lobby(host=False)
    ann, *others = table.seat_infos()
    yield says("Space: I am ready. The host starts the game.")
    yield Keys("space", m.Ready(True))
    yield table.lobby(seats=(replace(ann, ready=True), *others))
    yield says("The host starts the game.")
    yield Shown("Space not ready")
    yield Keys("space", m.Ready(False))
    yield Keys("l")
    yield Keys("left right up down home end pageup pagedown escape")
    yield Keys("escape")


@flow("lobby")
def a_watchers_lobby() -> Generator[Any, Any, None]:
    yield lobby(None, host=False)
    yield says("The host starts the game.", "t: take a seat.")
    yield Keys("t")
    yield says("Which seat?")


# --- the rules --------------------------------------------------------------------------------


@flow("rules")
def the_hosts_rules() -> Generator[Any, Any, None]:
    table = yield lobby()
    yield Keys("e")
    yield says("Enter makes deck 112.")
    yield Keys("question_mark escape colon escape")
    yield Keys("q escape r")
    yield says("These are official rules just as written. n: the next ones.")
    yield Keys("u")
    yield says("There is nothing to take back.")
    yield Keys("enter", m.Setup)
    yield Keys("r", m.Setup)
    yield says("Back to official rules. u takes it back.")
    yield Keys("u", m.Setup)
    yield Keys("left", m.Setup)
    yield Keys("right", m.Setup)
    yield Keys("down")
    yield says("hand size: arrows, or a number and Enter.")
    yield Shown("A whole number from 2 to ")
    yield Keys("enter")
    yield says("hand size: which number? Enter takes it.")
    yield Keys("9 enter", m.Setup)
    yield Keys("9 9 enter")
    yield says("hand_size: '99' is not a whole number from 2 to 50")
    yield Keys("down enter")
    yield Shown("Some of:")
    yield says("first card back: >0<", "Space, Enter: done, Esc: back")
    yield Keys("space right escape enter right space enter", m.Setup)
    yield Shown("usually ")
    yield Keys("home end up up up")
    yield Shown("A whole number, at least 0.")
    yield Keys("pageup pagedown n", m.Setup)
    yield says("Now minus points.")
    yield Keys("slash n o t h i n g")
    yield says("Show options with this text. Enter keeps it, Esc shows all.")
    yield Keys("enter")
    yield Shown("No option has that in it. Esc shows all.")
    yield says("Esc shows all options.")
    yield Keys("escape")
    yield table.lobby()
    yield Keys("slash d e f l e c t enter space")
    yield says("deflect with stack = none: there is never a penalty to deflect")
    yield Shown("The table plays on as before; u takes it back.")
    yield Shown("a contradiction")


@flow("rules")
def rules_are_written_down() -> Generator[Any, Any, None]:
    yield lobby()
    yield Keys("e w")
    yield says("Under which name are these rules to be written?")
    yield Keys("o u r s enter", m.Setup)
    yield Shown("Written: ")
    yield Keys("down w o u r s enter")
    yield says("ours.toml is there already.", "y write over it", "n leave it")
    yield Keys("n")
    (rulesets.folder() / "mine.toml").mkdir()
    yield Keys("w m i n e enter y")
    yield Shown("cannot be written")
    (rulesets.folder() / "mine.toml").rmdir()


@flow("rules")
def a_guests_rules() -> Generator[Any, Any, None]:
    yield lobby(host=False)
    yield Keys("e")
    yield says("The host chooses the rules. Esc goes back.")
    yield Keys("enter")
    yield says("Only the host may do that.")
    yield Keys("down 1")
    yield says("Only the host may do that.")
    yield Keys("escape")
    yield says("Space: I am ready. The host starts the game.")


# --- the result -------------------------------------------------------------------------------


def over(me: int | None = 0, *, host: bool = True, won: bool = False, **change: Any) -> Idle:
    """Return a table at which the first seat has just won a round, or the match."""
    table = lobby(me, host=host, preset="official" if won else "kano", **change)
    table.quiet = True
    table.king = None if won else KingView((Owed(1, builtin()[1], (0,)),), ())
    table.match = replace(table.match, scores=(499, 0, 0, 0) if won else (0, 0, 0, 0))
    table.place(hands=("r5", "b9 b8", "w+4 y1", "g3"), discard="* r7", stock="g1", turn="p1")
    table.play(0, "play r5")
    return table


@flow("result")
def the_hosts_result() -> Generator[Any, Any, None]:
    table = yield over(watchers=("Zoe",))
    yield Keys("enter")
    yield says("Enter begins the next round.", "Punishments: y says it is done, v lets off.")
    yield Shown("Not ready yet: Carol.")
    yield Keys("enter", m.Start())
    yield Keys(WAYS)
    yield Keys("i", m.Mild(True))
    mild = [replace(one, mild=True) for one in table.seat_infos()]
    yield table.lobby(seats=tuple(mild))
    yield Shown("mild only")
    yield Shown("i hot too")
    yield Keys("l")
    yield says("Everything that happened.", "Up and Down scroll")
    yield Keys("right")
    yield says("What was played.")
    yield Keys("right")
    yield says("What was said.")
    yield Keys("left right right home end pageup pagedown up down escape")
    yield Keys("m escape slash escape q escape k escape")
    yield Keys("w")
    yield says("No such punishment is owed.")
    yield Keys("y", m.Settle(1, "done"))
    yield Keys("v", m.Settle(1, "waived"))


@flow("result")
def more_rows_than_there_is_room_for() -> Generator[Any, Any, None]:
    table = Idle("uno", "kano", seats=10)
    table.match = replace(table.match, seats=10)
    hands = ("r5", *[f"b{face}" for face in range(1, 10)])
    table.place(hands=hands, discard="* r7", stock="g1", turn="p1")
    table.play(0, "play r5")
    yield table
    yield Keys("enter")
    yield Shown("Up and Down show the other rows.")
    yield Keys("down")
    yield Keys("up")


@flow("result")
def a_rematch() -> Generator[Any, Any, None]:
    yield over(won=True)
    yield Keys("enter")
    yield says("Enter starts a rematch.")
    yield Shown("Enter rematch")
    yield Keys("t")
    yield Keys("escape")


@flow("result")
def a_guests_result() -> Generator[Any, Any, None]:
    table = yield over(1, host=False)
    yield Keys("enter")
    yield says("Enter: I am ready for the next round.")
    yield Shown("Enter ready")
    yield Keys("w")
    yield says("Draw another? Once a match.", "y yes", "n no")
    yield Keys("n")
    yield Keys("enter", m.Ready(True))
    ready = [replace(one, ready=True) for one in table.seat_infos()]
    yield table.lobby(seats=tuple(ready))
    yield says("You are ready. Enter takes it back.")
    yield Shown("Enter not ready")
    yield Keys("enter", m.Ready(False))
    table.match = replace(table.match, winners=(0,))
    table.show()
    yield says("The host can start a new game.")
    yield Closed("host-gone")
    yield says("The table has closed.", "Enter leaves.")
    yield Shown("Enter leave")


@flow("result")
def a_watchers_result() -> Generator[Any, Any, None]:
    yield over(None, host=False)
    yield Keys("enter")
    yield says("You are watching. The next round is about to begin.")
    yield Keys("enter")
    yield says("You are watching.")


# --- all of them ------------------------------------------------------------------------------


@pytest.mark.parametrize("group", FLOWS)
async def test_every_prompt_and_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, group: str
) -> None:
    listening = Listening()
    monkeypatch.setattr(i18n, "_catalogue", listening)
    monkeypatch.chdir(tmp_path)
    sizes, footers = cycle(SIZES), Footers()
    for steps in FLOWS[group]:
        print(steps.__name__)  # the last one is the one that fails
        await lived(steps, sizes, footers)
    unmet = sorted(written(SOURCES[group]) - listening.said - UNMET)
    assert not unmet, f"give these a flow, or name in UNMET where they are met: {unmet}"
    unpressed = footers.unmet(SCREENS[group])
    assert not unpressed, f"no flow has pressed these with success: {unpressed}"
