"""The words of --plain: what a line asks of the table, and what is said instead."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.fair import FairChance
from engine.game import Code, Illegal
from engine.games import GAMES
from netcore.wire import messages as m
from netcore.wire.ruleset import rules_for
from tests.e2e.playing import end, line, start, write
from tui.plain.commands import WORDS, BadWord, meant, request
from tui.plain.numbers import InDoubt, Numbers
from tui.plain.table import PlainTable
from tui.plain.teller import Teller
from tui.text.choices import Choice, beside, choices
from tui.text.say_result import why
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
    await write(guest, "hello there")
    await line(guest, "That is no action. Type help; /text is chat.")
    await write(guest, "/ end of story")
    await line(host, "<Bo> end of story")
    await write(host, "/end yes")
    await line(guest, "The host has ended the match.")
    await line(host, "You have ended the match.")
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
        (replace(LOBBY, timer=60), "60 s to act.\nSeats: Ann, Bo B, Ada, free."),
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


def test_how_a_match_that_is_ended_stands(capsys: pytest.CaptureFixture[str]) -> None:
    seat: Any = SimpleNamespace(seat=0, lobby=LOBBY, name="Ann")
    for scores, said in (((12, 30, 7), "\nTotals: you 12, Bo B 30, Ada 7.\n"), ((0, 0, 0), "\n")):
        seat.view = SimpleNamespace(scores=scores)
        Teller(seat, False).tell(m.Note(m.NoteCode.ENDED, {"who": "Ann", "seat": 0}))
        assert capsys.readouterr().out == f"You have ended the match.{said}"


def test_a_table_that_starts_by_itself_asks_nobody_to_start(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sent: list[m.ClientMessage] = []
    client: Any = SimpleNamespace(host=True, seat=0, lobby=None, name="Ann", view=None)
    client.send = sent.append
    teller = Teller(client, True)
    for phase in ("lobby", "lobby", "deal"):
        client.lobby = replace(LOBBY, phase=phase)
        teller._tell_lobby(client.lobby)
    assert sent == [m.Start()]
    assert "start" not in (out := capsys.readouterr().out) and "Seats" not in out
    teller._tell_lobby(LOBBY)
    assert "Type start to begin" in capsys.readouterr().out


def listing(*texts: str) -> list[Choice]:
    return [Choice(text, text) for text in texts]


@dataclass
class Clock:
    """A time that is set by hand."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_number_that_came_late_counts_when_it_is_typed_again() -> None:
    clock = Clock()
    numbers = Numbers(clock, late=1)
    numbers.give(listing("catch Bo", "draw"))
    numbers.give(listing("red 5", "draw"))
    assert numbers.meant(2) == Choice("draw", "draw")  # as before
    numbers.give(listing("catch Bo"))
    clock.now = 10
    numbers.give(())
    clock.now = 10.2
    numbers.give(listing("red 5", "draw"))
    clock.now = 10.4
    with pytest.raises(InDoubt, match="red 5"):
        numbers.meant(1)
    assert numbers.meant(1) == Choice("red 5", "red 5")


def test_a_number_counts_at_once_when_nobody_can_have_meant_another() -> None:
    clock = Clock()
    numbers = Numbers(clock, late=1)
    numbers.give(listing("catch Bo", "draw"))
    numbers.give(listing("red 5"))
    assert numbers.meant(2) is None
    clock.now = 1
    assert numbers.meant(1)  # after a while
    numbers.give(listing("blue 5", "keep the card"))
    assert numbers.meant(1)  # what came of the own choice
    numbers.give(())
    numbers.give(listing("catch Bo"))
    assert numbers.meant(1)  # a race, and nothing was listed before
    script = Numbers(clock, late=0)
    script.give(listing("catch Bo"))
    script.give(listing("red 5"))
    assert script.meant(1)


async def test_what_can_be_chosen_is_listed_again_and_only_a_clear_number_is_sent(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asking = dealt("uno", hands=("r5 g2", "r1 r2"), discard="* g7", stock="r6", turn="p1")
    acted: list[str] = []
    client: Any = SimpleNamespace(
        host=False, seat=0, lobby=asking.lobby, name="Ann", view=asking.view, n=1,
        wait=lambda kind: 0, act=lambda action: acted.append(str(action)),
    )  # fmt: skip
    table = PlainTable(client, False, people=True, now=Clock(7))
    table.teller.numbers.give(listing("catch Bo B"))
    table.teller._offer()
    listed = capsys.readouterr().out
    assert "Your turn.\n1) green 2" in listed
    await table._obey("1")
    assert not acted
    assert "1 is now: green 2" in capsys.readouterr().out
    await table._obey("")
    assert (again := capsys.readouterr().out).startswith("1) green 2") and listed.endswith(again)
    await table._obey("1")
    assert acted == ["play g2"]


async def test_who_is_about_to_run_out_of_time_is_warned_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: asyncio.Queue[str] = asyncio.Queue()
    monkeypatch.setattr("tui.plain.table.say", said.put_nowait)
    seat: Any = dealt("uno", hands=("g2", "r1 r2"), discard="* g7", stock="r6", turn="p1")
    table = PlainTable(seat, False)
    for left in (None, 9_000, 10_000):
        table._follow_clock(left)
        assert table._hurry is None
    table._follow_clock(60_000)
    table._follow_clock(None)  # a pause
    assert table._hurry is None
    table._follow_clock(60_000)
    table._follow_clock(10_001)
    async with asyncio.timeout(60):
        assert await said.get() == "You have 10 s left."
    seat.seat = 1
    table._follow_clock(60_000)
    assert table._hurry is None and said.empty()


def test_a_race_that_comes_again_is_listed_again(capsys: pytest.CaptureFixture[str]) -> None:
    uno = GAMES["uno"]

    def view(mine: str) -> Any:
        position = {"hands": (mine, "r1 r2"), "discard": "* g7", "stock": "r6", "turn": "p2"}
        return SimpleNamespace(game=uno.view(uno.place(uno.presets["street"], 2, position), 0))

    race, lobby = view("r5"), replace(LOBBY, preset="street", phase="deal")
    seat: Any = SimpleNamespace(seat=0, lobby=lobby, view=race, n=1)
    teller = Teller(seat, False)
    said: list[str] = []
    for seat.view in (race, race, view("r5 g2"), race):
        seat.n += 1
        teller._offer()
        said.append(capsys.readouterr().out)
    assert said[0] and said == [said[0], "", "", said[0]]


def test_what_is_owed_is_taken_and_a_drawn_card_is_kept() -> None:
    uno = dealt("uno", hands=("r5 r6", "r1 r2"), discard="* g+2", stock="r7", turn="p1",
                pending="2")  # fmt: skip
    voice = Voice(("Ann", "Bo"), 0)
    assert [one.text for one in choices("uno", uno.view.game, voice)] == ["take 2 cards"]
    free = dealt("uno", hands=("r5 r6", "r1 r2"), discard="* g7", stock="r7", turn="p1")
    assert [one.text for one in choices("uno", free.view.game, voice)] == ["draw"]


def test_drawing_is_listed_however_many_cards_fit() -> None:
    hands = ("r1 r2 r3 r4 r5 r6 r8 r9 w w+4", "b1")
    uno = dealt("uno", hands=hands, discard="* r7", stock="g1", turn="p1")
    listed = [choice.text for choice in choices("uno", uno.view.game, Voice(("Ann", "Bo"), 0))]
    assert len(listed) == 17 and listed.index("draw") == 11 and len(set(listed)) == 17


def strict(top: str, drawn: str = "", preset: str = "crystal") -> list[Choice]:
    """Return the choices where wrong cards cost two; each of them is taken by the engine."""
    uno: Any = GAMES["uno"]
    must = "force_play" if drawn else "voluntary_draw"
    rules = rules_for("uno", preset, {"misplay_penalty": 2, must: bool(drawn)})
    hands = ("r5 b5 g2 w+4 ys", "r1 r2 r3")
    start = {"hands": hands, "discard": f"* {top}", "turn": "p1", "stock": f"{drawn} g4"}
    state = uno.place(rules, 2, start)
    if drawn:
        state = uno.apply(state, 0, uno.parse("draw"), FairChance(bytes(32), "d")).state
    view = uno.view(state, 0)
    found = choices("uno", view, Voice(("Ann", "Bo"), 0))
    assert {refusal_of(uno, view, one.action) for one in found} <= {None, Code.MUST_PLAY}
    return found


@pytest.mark.parametrize("drawn", ["", "g1", "b9", "ys"])
def test_where_wrong_cards_are_punished_the_list_is_the_same_whatever_fits(drawn: str) -> None:
    lists = [[one.text for one in strict(top, drawn)] for top in ("g7", "b2", "rs", "y+2")]
    assert all(listed == lists[0] for listed in lists)
    assert not any("bluff" in text for text in lists[0])
    assert ("keep the card" if drawn else "draw") in lists[0]


def test_each_card_may_be_tried_where_wrong_ones_are_punished() -> None:
    listed = [one.text for one in strict("g7")]
    for card in ("red 5", "green 2", "yellow Skip", "blue 5", "+4, red", "draw"):
        assert card in listed
    assert [one.text for one in strict("g7", "b9")] == ["blue 9", "keep the card"]


def refusal_of(uno: Any, view: Any, action: Any) -> Code | None:
    try:
        uno.check(view, action)
    except Illegal as illegal:
        return illegal.code
    return None


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


def test_why_the_points_are_what_they_are() -> None:
    voice = Voice(("Ann", "Bo", "Cy"), 0)
    uno: Any = GAMES["uno"]
    position = {"hands": ("r5 g2", "r1 r1", "g7"), "discard": "* g6", "stock": "r6", "turn": "p3"}
    late = uno.place(uno.presets["official"], 3, position)
    over = uno.apply(late, 2, uno.parse("play g7"), FairChance(bytes(32), "d")).state
    assert list(why(uno.view(over, 1), voice)) == [
        "You still held red 5 and green 2.",
        "Bo still held 2 x red 1.",
    ]
    casino: Any = GAMES["casino"]
    counted = {"hands": ("", ""), "taken": ("As 2s Td Kc", "*"), "turn": "-", "phase": "over"}
    view = casino.view(casino.place(casino.presets["seed"], 2, counted), None)
    assert list(why(view, voice)) == [
        "Most cards: you 4 (+0), Bo 48 (+3).",
        "Most spades: you 2 (+0), Bo 11 (+1).",
        "10 of diamonds: you 1 (+2).",
        "2 of spades: you 1 (+1).",
        "Aces: you 1 (+1), Bo 3 (+3).",
    ]
    four = {**counted, "hands": ("",) * 4, "taken": ("As", "", "2s", "*")}
    view = casino.view(casino.place(casino.presets["partners"], 4, four), None)
    assert next(why(view, Voice(("Ann", "Bo", "Cy", "Di"), 0))) == (
        "Most cards: you+Cy 2 (+0), Bo+Di 50 (+3)."
    )
