"""The words of --plain: what a line asks of the table, and what is said instead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.games import GAMES
from netcore import messages as m
from tests.e2e.playing import end, line, start, write
from tui.plain.commands import WORDS, BadWord, meant, request
from tui.plain.teller import Teller
from tui.text.choices import beside, choices
from tui.text.words import Voice

SEATS = (
    m.SeatInfo("Ann", "human"),
    m.SeatInfo("Bo B", "human"),
    m.SeatInfo("Ada", "bot", "normal"),
    m.SeatInfo("", "open"),
)
LOBBY = m.Lobby("t", "lobby", False, "uno", "official", {}, SEATS, (), 0, 0, 60)


@pytest.mark.parametrize(
    ("typed", "word"),
    [("?", "help"), (" q ", "quit"), ("/q", "/quit"), ("", ""), ("play r5", "play r5")],
)
def test_the_keys_of_the_screen_are_words_too(typed: str, word: str) -> None:
    assert meant(typed) == word


@dataclass
class Asking:
    lobby: m.Lobby | None = LOBBY
    host: bool = True
    seat: int | None = 0
    view: Any = None


@pytest.mark.parametrize(
    ("line_", "message"),
    [
        ("pause", m.Pause(True)),
        ("go", m.Pause(False)),
        ("end yes", m.End()),
        ("kick 3", m.Kick(2)),
        ("kick bo b", m.Kick(1)),
        ("take 2", m.TakeSeat(1)),
        ("take Ada", m.TakeSeat(2)),
        ("remove 10", m.RemoveBot(9)),
        ("bot", m.AddBot("normal")),
        ("bot hard", m.AddBot("hard")),
        ("lock", m.Lock(True)),
        ("unlock", m.Lock(False)),
        ("give 2 Wil", m.Give("Wil", 1)),
        ("start", m.Start()),
        ("ready", m.Ready(True)),
        ("quit", m.Leave()),
        ("rules stack=up", m.Setup("uno", "official", {"stack": "up"}, 4)),
        ("rules stack=same deflect=yes", m.Setup("uno", "official",
                                                 {"stack": "same", "deflect": True}, 4)),
        ("rules first_card_back=w,w+4", m.Setup("uno", "official",
                                                {"first_card_back": ("w", "w+4")}, 4)),
        ("rules street", m.Setup("uno", "street", {}, 4)),
        ("rules seed", m.Setup("casino", "seed", {}, 4)),
        ("good luck", None),
        ("", None),
        ("3", None),
    ],
)  # fmt: skip
def test_lines_that_ask(line_: str, message: Any) -> None:
    assert request(Asking(), line_) == message


@pytest.mark.parametrize(
    ("line_", "said"),
    [
        ("pause now", "Nothing follows that word: 'now' is not understood."),
        ("kick", "Which seat? A number from 1, or a name."),
        ("kick 11", "Which seat?"),
        ("take Zoe", "Which seat?"),
        ("give", "Which seat, and whose? /give 2 Ann"),
        ("give Wil 2", "Which seat, and whose?"),
        ("give 2", "Which seat, and whose?"),
        ("end", "That ends the match for everybody. Type: /end yes"),
        ("end of story", "/end yes"),
        ("bot clever", "A bot is easy, normal or hard."),
        ("rules gravity=on", "gravity: there is no such option"),
        ("rules deck=7", "deck: '7' is not one of 108, 112"),
        ("rules deflect=yes", "deflect with stack = none: there is never a penalty to deflect"),
        ("rules knao", "Did you mean kano?"),
        ("rules", "UNO, official rules.\nJust as they are written."),
        ("rules all", "\n  stack=none: answers that pass a penalty on"),
        ("help", "\nkick SEAT: remove a player"),
    ],
)
def test_lines_that_are_answered_here(line_: str, said: str) -> None:
    with pytest.raises(BadWord) as answer:
        request(Asking(), line_)
    assert said in str(answer.value)


def test_the_differences_are_shown() -> None:
    changed = Asking(replace(LOBBY, options={"stack": "up"}))
    with pytest.raises(BadWord, match="Differs from official rules in: stack: up"):
        request(changed, "rules")
    with pytest.raises(BadWord, match=r"stack=up \(not as in official rules\): answers"):
        request(changed, "rules all")
    with pytest.raises(BadWord, match="There is no table yet"):
        request(Asking(None), "rules")


def test_a_guest_may_look_and_not_change() -> None:
    with pytest.raises(BadWord, match="Only the host may do that"):
        request(Asking(host=False), "rules stack=up")
    with pytest.raises(BadWord, match="UNO, official rules"):
        request(Asking(host=False), "rules")


def test_the_help_names_every_word() -> None:
    with pytest.raises(BadWord) as answer:
        request(Asking(), "help")
    for name, word in WORDS.items():
        assert f"\n{name}" in str(answer.value) and word.about() in str(answer.value)


async def test_two_people_at_a_plain_table(tmp_path: Path) -> None:
    host = await start(
        tmp_path,
        *("host", "--plain", "--bind", "127.0.0.1", "--port", "0", "--name", "Ann"),
        *("--rules", "party", "--set", "hand_size=5", "--timer", "0", "--pace", "0"),
    )
    port = (await line(host, "Others join with")).rpartition(":")[2]
    await line(host, "UNO, party with 1 change.")
    await write(host, "/bot")
    guest = await start(tmp_path, "join", f"127.0.0.1:{port}", "--plain", "--name", "Bo")
    await line(guest, "UNO, party with 1 change.")
    await line(guest, "Differs from official rules in:")
    await write(host, "/rules stack=same")
    await line(guest, "Rules changed. stack: same instead of up.")
    await write(host, "/rules deflect=yes stack=none")
    await line(host, "deflect with stack = none")
    await write(guest, "/rules stack=up")
    await line(guest, "Only the host may do that.")
    await write(guest, "/pause")
    await line(guest, "Only the host may do that.")
    await write(host, "/start")
    await line(guest, "deal")
    await write(host, "/rules stack=up")
    await line(host, "Not now.")
    await write(host, "/pause")
    await line(guest, "The table is paused.")
    await write(host, "/go")
    await line(guest, "The table goes on.")
    await write(guest, "/ end of story")
    await line(host, "<Bo> end of story")
    await write(host, "/end yes")
    await line(guest, "The host has ended the match.")
    await write(host, "/kick Bo")
    await line(guest, "The host has removed you")
    await guest.communicate()
    assert guest.returncode == 5
    assert await end(host) == 0


def dealt(game: str, **position: Any) -> Asking:
    """Return a client in the middle of a deal, its own turn."""
    played = GAMES[game]
    preset = next(iter(played.presets))
    state = played.place(played.presets[preset], 2, position)
    lobby = replace(LOBBY, game=game, preset=preset, phase="deal", seats=SEATS[:2])
    return Asking(lobby, True, 0, SimpleNamespace(game=played.view(state, 0)))


@pytest.mark.parametrize(
    ("word", "said"),
    [
        (
            "hand",
            "Order of play: you, Bo B.\nIn the stock: 1.\n"
            "On top: green 7.\nCards: you 3, Bo B 2.\nYour hand: red 5, green 2 and +4.",
        ),
        ("/hint", "A bot would choose this: green 2."),
    ],
)
def test_the_hand_and_a_hint_can_be_asked_for(word: str, said: str) -> None:
    uno = dealt("uno", hands=("r5 g2 w+4", "r1 r2"), discard="* g7", stock="r6", turn="p1")
    assert told(uno, word.removeprefix("/")) == said
    assert told(Asking(), "hand") == "Nothing is dealt."
    assert told(Asking(), "hint") == "It is not your turn."


def test_the_order_of_play_and_the_piles_can_be_asked_for() -> None:
    uno = dealt("uno", hands=("r5 r6", "r1 r2"), discard="* g7", stock="r6", turn="p2")
    assert told(uno, "hand").startswith("Order of play: Bo B, you.\n")
    turned = GAMES["uno"].place(
        GAMES["uno"].presets["official"], 3,
        {"hands": ("r5 r6", "r1 r2", "g1 g2"), "discard": "* g7", "stock": "r6", "turn": "p1",
         "direction": "right"},
    )  # fmt: skip
    voice = Voice(("Ann", "Bo", "Cy"), 0)
    assert beside(GAMES["uno"].view(turned, 0), voice)[0] == "Order of play: you, Cy, Bo."
    casino = dealt("casino", hands=("8c 9s", "7c 9c"), table="Kd", taken=("*", ""),
                   stock="", turn="p1", last="p1", dealer="p2")  # fmt: skip
    assert "Captured: you 47, Bo B 0.\nIn the stock: 0.\n" in told(casino, "hand")


def test_what_is_expected_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    client: Any = SimpleNamespace(host=True, seat=0, lobby=None, name="Ann", view=None)
    teller = Teller(client, False)
    between = replace(LOBBY, phase="between")
    ready = replace(between, seats=(replace(SEATS[0], ready=True), *SEATS[1:]))
    for lobby, said in [
        (LOBBY, "Seats: Ann, Bo B, Ada, free."),
        (replace(LOBBY, watchers=("Wil",)), ""),
        (replace(LOBBY, seats=SEATS[:1]), "Seats: Ann."),
        (LOBBY, "Seats: Ann, Bo B, Ada, free."),
        (between, "Type ready for the next round."),
        (replace(between, watchers=("Wil",)), ""),
        (ready, "You are ready."),
        (replace(ready, watchers=("Wil",)), ""),
        (between, "Type ready for the next round."),
        (LOBBY, "Seats: Ann, Bo B, Ada, free."),
    ]:
        client.lobby = lobby
        teller.tell(lobby)
        assert said in (out := capsys.readouterr().out) and (said or not out), lobby


def test_what_is_owed_is_taken_and_a_drawn_card_is_kept() -> None:
    uno = dealt("uno", hands=("r5 r6", "r1 r2"), discard="* g+2", stock="r7", turn="p1",
                pending="2")  # fmt: skip
    voice = Voice(("Ann", "Bo"), 0)
    assert [one.text for one in choices("uno", uno.view.game, voice)] == ["take 2 cards"]
    free = dealt("uno", hands=("r5 r6", "r1 r2"), discard="* g7", stock="r7", turn="p1")
    assert [one.text for one in choices("uno", free.view.game, voice)] == ["draw"]


def test_a_bluff_and_the_name_of_a_build_are_explained() -> None:
    uno = dealt("uno", hands=("r5 g2 w+4", "r1 r2"), discard="* g7", stock="r6", turn="p1")
    listed = [choice.text for choice in choices("uno", uno.view.game, Voice(("Ann", "Bo"), 0))]
    assert "+4, red (a bluff: it may be challenged)" in listed
    casino = dealt("casino", hands=("8c 9s", "7c 9c"), table="#9/p2(6c+3d)", taken=("*", ""),
                   stock="", turn="p1", last="p1", dealer="p2")  # fmt: skip
    assert "Of Bo B: the build of 9 (3♦+6♣) (type #3d)." in told(casino, "hand")
    assert "#3c the build" in told(Asking(), "help") and "log" in told(Asking(), "help")


def told(client: Any, line_: str) -> str:
    with pytest.raises(BadWord) as bad:
        request(client, line_)
    return str(bad.value)
