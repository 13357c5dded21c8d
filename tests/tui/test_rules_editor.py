"""The rule editor with its keys pressed: what is shown, and what is asked of the server."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.pilot import Pilot

from engine.games import GAMES
from engine.rulefile import load_ruleset
from netcore.client.shell import Reconnected
from netcore.wire import messages as m
from netcore.wire.ruleset import rules_for
from tests.tui.driving import burst, press
from tests.tui.livetable import LiveTable
from tests.tui.settled import text
from tui.app import CardApp
from tui.drawing.canvas import Canvas
from tui.drawing.cards import Pen
from tui.drawing.rules_picture import Row, about, options, window
from tui.drawing.symbols import ASCII
from tui.keymap import for_place
from tui.rules.ruledraft import kinds
from tui.screens.lobby import LobbyScreen
from tui.screens.rules_editor import RulesScreen
from tui.screens.table import TableScreen

SIZES = [(40, 12), (60, 20), (80, 24), (120, 40)]


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDTUI_RULES_FOLDER", str(tmp_path / "rules"))
    return tmp_path / "rules"


def editor(app: CardApp) -> RulesScreen:
    assert isinstance(app.screen, RulesScreen)
    return app.screen


async def to(pilot: Pilot[int], name: str) -> None:
    """Move the cursor to an option."""
    app = pilot.app
    assert isinstance(app, CardApp)
    names = [kind.name for kind in kinds(editor(app).draft.game)]
    await press(pilot, "home" + " down" * names.index(name))
    assert editor(app).at == name


def row_of(app: CardApp, name: str) -> str:
    return next(line for line in text(app).splitlines() if name in line[:24])


@pytest.mark.parametrize("size", SIZES)
async def test_an_option_is_changed_and_told(size: tuple[int, int]) -> None:
    table = LiveTable("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "e")
        assert "official rules" in text(app)
        await to(pilot, "stack")
        assert "Enter makes stack same." in text(app)
        await press(pilot, "left")
        assert table.setups == [m.Setup("uno", "official", {"stack": "up"}, 4)]
        assert row_of(app, "stack").startswith(">* stack")
        assert row_of(app, "stack").split()[2] == "up"
        if size[0] >= 60:
            assert "official rules with 1 change" in text(app)
            assert "usually none" in row_of(app, "stack")
            assert "none   same  >up<  usually none" in text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)
        assert any("stack: up instead of none" in line.text for line in app.ctx.room.log)
        if size[0] >= 60:
            assert "Rules changed. stack: up instead of none." in text(app)
            assert "official rules with 1" in text(app)


@pytest.mark.parametrize("game", list(GAMES))
async def test_every_closed_value_of_every_option_can_be_reached(game: str) -> None:
    """By keys alone; what contradicts the rest is shown and not sent."""
    table = LiveTable(game, seats=4)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e")
        for kind in kinds(game):
            screen = editor(app)
            assert screen.at == kind.name
            begin = screen.draft.values[kind.name]
            for _ in kind.choices:
                await pilot.press("right")
            if kind.choices:
                assert screen.draft.values[kind.name] == begin and not screen.offer.wrong()
                reached = {begin}
                for _ in kind.choices[1:]:
                    await pilot.press("left")
                    reached.add(screen.draft.values[kind.name])
                    at_table = rules_for(game, table.preset, table.options)
                    assert screen.offer.wrong() or screen.draft.rules == at_table
                assert reached == set(kind.choices)
                await pilot.press("left")
            await pilot.press("down")
    for asked in table.setups:  # whatever was sent was good
        rules_for(asked.game, asked.preset, asked.options)


async def test_a_contradiction_stays_here_until_it_is_solved() -> None:
    table = LiveTable("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e")
        await to(pilot, "deflect")
        await press(pilot, "space")
        assert "deflect with stack = none: there is never a penalty to deflect" in text(app)
        assert "The table plays on as before" in text(app)
        assert row_of(app, "deflect").startswith(">! deflect")
        assert table.setups == []
        table.tell_lobby()  # somebody comes: what is being solved stays
        await pilot.pause()
        await press(pilot, "w")
        assert "deflect with stack = none" in text(app) and editor(app).asking == ""
        await to(pilot, "stack")
        await press(pilot, "right")
        assert table.setups == [m.Setup("uno", "official", {"stack": "same", "deflect": True}, 4)]
        assert "there is never" not in text(app)
        await press(pilot, "u u")
        assert table.setups[-1].options == {}
        await press(pilot, "u")
        assert "There is nothing to take back." in text(app)


async def test_numbers_by_arrows_and_by_typing() -> None:
    table = LiveTable("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e")
        await to(pilot, "hand_size")
        await press(pilot, "right left left")
        assert [asked.options.get("hand_size") for asked in table.setups] == [8, None, 6]
        await press(pilot, "1 2")
        assert "hand size: which number?" in text(app)
        assert len(table.setups) == 3
        await press(pilot, "enter")
        assert table.setups[-1].options == {"hand_size": 12}
        await press(pilot, "9 9 enter")
        assert "hand_size: '99' is not a whole number from 2 to 50" in text(app)
        await press(pilot, "enter escape")
        await press(pilot, "enter enter")
        assert table.setups[-1].options == {"hand_size": 12} and len(table.setups) == 4


async def test_a_number_that_comes_in_one_piece_is_taken_whole() -> None:
    table = LiveTable("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e")
        await to(pilot, "target")
        await burst(pilot, "3 5 0 enter")
        assert table.setups[-1].options == {"target": 350}


async def test_a_list_is_chosen_in_the_prompt() -> None:
    table = LiveTable("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=(60, 20)) as pilot:
        await press(pilot, "e")
        await to(pilot, "first_card_back")
        await press(pilot, "enter")
        assert "first card back: >0< 1 2 3 4 5 6 7 8 9 s r +2 w *w+4" in text(app)
        assert "Enter done  Space mark" in text(app) and "Esc back" in text(app)
        await press(pilot, "w left space enter")
        assert table.setups[-1].options == {"first_card_back": ("+2", "w", "w+4")}
        assert "+2, Wild, +4" in row_of(app, "first card back")
        await press(pilot, "enter end space enter")
        assert "first_card_back without w+4: a +4 cannot open a round" in " ".join(
            text(app).replace(" !  ", "").split()
        )
        await press(pilot, "u enter 5 escape")
        assert len(table.setups) == 1


async def test_back_to_the_preset_and_on_to_the_next(own: Path) -> None:
    own.mkdir()
    (own / "ours.toml").write_text('base = "kano"\nstack = "none"\n', encoding="utf-8")
    (own / "bad.toml").write_text('base = "kano"\ndeflect = 3\n', encoding="utf-8")
    table = LiveTable("uno", "crystal")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e")
        assert "bad.toml:deflect" in "".join(text(app).split())  # the path breaks where it will
        await press(pilot, "down down down right")
        assert "Crystal UNO with 1 change" in text(app)
        await press(pilot, "r")
        assert table.setups[-1] == m.Setup("uno", "crystal", {}, 4)
        assert "Back to Crystal UNO." in text(app)
        await press(pilot, "r")
        assert "These are Crystal UNO just as written." in text(app) and len(table.setups) == 2
        names = []
        for _ in range(5):
            await press(pilot, "n")
            names.append(text(app).splitlines()[0].split("·")[2].split("  ")[0].strip())
        assert names == ["kano-reflip", "party", "street-strict", "ours", "official rules"]
        called = {"rules_name": "ours"}
        assert table.setups[-2] == m.Setup("uno", "kano", {"stack": "none"}, 4, **called)
        await press(pilot, "u u")
        assert "street-strict" in text(app)


async def test_rules_are_written_as_a_file(own: Path) -> None:
    table = LiveTable("uno", "kano", options={"hand_size": 5})
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e w")
        assert "Under which name" in text(app)
        await press(pilot, "k a n o enter")
        assert "kano comes with the program." in text(app)
        await press(pilot, "w o u r s enter")
        assert "Written:" in text(app)
        written = (own / "ours.toml").read_text(encoding="utf-8")
        assert load_ruleset(written, "ours").rules == table.rules
        assert table.setups[-1].rules_name == "ours"  # everybody at the table reads it now
        assert "# cards dealt to each player\nhand_size = 5\n" in written
        assert text(app).splitlines()[0].split("·")[2].split("  ")[0].strip() == "ours"
        await press(pilot, "right w")
        assert "ours with 1 change" in text(app)
        await press(pilot, "enter")
        assert "ours.toml is there already." in text(app)
        await press(pilot, "n")
        assert (own / "ours.toml").read_text(encoding="utf-8") == written
        await press(pilot, "w enter y")
        assert "deck = 108" in (own / "ours.toml").read_text(encoding="utf-8")


async def test_a_folder_that_cannot_be_written_is_told(own: Path) -> None:
    own.parent.mkdir(exist_ok=True)
    own.write_text("a file where the folder should be")
    app = CardApp(LiveTable("uno").connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e w x enter")
        assert "cannot be written" in text(app)


async def test_what_was_typed_whole_is_found_before_what_only_holds_it() -> None:
    table = LiveTable("uno")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e slash t a r g e t enter")
        assert [row.kind.name for row in editor(app).rows()] == ["challenge_target", "target"]
        await press(pilot, "3 0 enter")
        assert table.setups[-1].options == {"target": 30}


@pytest.mark.parametrize("size", SIZES)
async def test_the_filter_shows_only_what_has_the_text(size: tuple[int, int]) -> None:
    app = CardApp(LiveTable("uno", "street").connect)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "e slash d e f l")
        assert [row.kind.name for row in editor(app).rows()] == ["deflect"]
        assert "deflect" in text(app) and "hand size" not in text(app)
        await press(pilot, "enter")
        assert editor(app).row() is not None and editor(app).asking == ""
        await press(pilot, "slash")
        assert len(editor(app).rows()) == len(kinds("uno")), "one search does not add to another"
        await press(pilot, "z z enter")
        assert "No option has that in it." in text(app)
        await press(pilot, "right enter down r")
        await press(pilot, "escape")
        assert len(editor(app).rows()) == len(kinds("uno"))
        await press(pilot, "slash x escape")
        assert editor(app).filter == ""


async def test_a_guest_may_look_and_change_nothing() -> None:
    table = LiveTable("uno", host=False)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e")
        assert "The host chooses the rules. Esc goes back." in text(app)
        assert "r reset" not in text(app)
        for key in ("right", "enter", "space", "r", "n", "u", "down", "5"):
            await press(pilot, key)
            if key != "down":
                assert "Only the host may do that." in text(app), key
        assert table.sent == []
        table.options = {"stack": "up"}
        table.tell_lobby()
        await pilot.pause()
        assert "official rules with 1 change" in text(app)
        await press(pilot, "question_mark")
        assert "save these rules in a file" in text(app)
        await press(pilot, "q")
        assert isinstance(app.screen, RulesScreen)


async def test_a_guest_who_looks_is_taken_to_the_table() -> None:
    table = LiveTable("uno", host=False)
    table.quiet = True
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e question_mark")
        table.start()
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_changes_are_sent_one_at_a_time_and_the_last_one_counts() -> None:
    table = LiveTable("uno")
    table.late = []
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e down right right right")
        assert len(table.setups) == 1 and "hand size            10" in text(app)
        table.answer()
        await pilot.pause()
        assert [asked.options["hand_size"] for asked in table.setups] == [8, 10]
        assert "hand size            10" in text(app)
        table.answer()
        await pilot.pause()
        assert len(table.setups) == 2 and table.options == {"hand_size": 10}


async def test_an_answer_is_heard_behind_the_help() -> None:
    table = LiveTable("uno")
    table.late = []
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e down right question_mark")
        assert not isinstance(app.screen, RulesScreen)
        table.answer()
        await pilot.pause()
        await press(pilot, "escape right")
        assert [asked.options["hand_size"] for asked in table.setups] == [8, 9]


async def test_a_refusal_shows_the_reason_and_the_rules_as_they_are() -> None:
    table = LiveTable("uno")
    table.late = []
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e down right")
        table.say(m.Refused("setup", m.TableCode.BAD_RULES, {"why": "hand_size: no"}))
        await pilot.pause()
        assert "The table refuses these rules. hand_size: no" in text(app)
        assert "hand size            7" in text(app)
        await press(pilot, "right")
        table.say(Reconnected())
        table.tell_lobby()
        await pilot.pause()
        assert "hand size            7" in text(app)


async def test_rules_for_fewer_than_are_seated_are_not_sent() -> None:
    table = LiveTable("uno", seats=10)
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e down 3 0 enter")
        assert "can play by these rules, and 10 are seated." in text(app)
        assert table.setups == []
        await press(pilot, "g")  # no key here
        assert "can play by these rules" in text(app)


async def test_resize_and_leaving() -> None:
    app = CardApp(LiveTable("uno", "street").connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e end")
        for size in [(120, 40), (40, 12), (39, 11), (60, 20)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await pilot.pause()
            assert len(text(app).splitlines()) <= size[1]
            assert ("punishments" in text(app)) == (size != (39, 11))
        await press(pilot, "slash")
        await pilot.resize_terminal(80, 24)
        await press(pilot, "k i n g")
        assert text(app).splitlines()[-1].strip() == "king"
        await press(pilot, "escape q")
        assert "Leave?" in text(app)
        await press(pilot, "n home pagedown pagedown pageup")
        assert editor(app).at != kinds("uno")[0].name


@pytest.mark.parametrize("game", list(GAMES))
async def test_no_color(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = CardApp(LiveTable(game).connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e right down right slash a enter")
        assert "Enter" in text(app) and ">" in text(app)


def shown(canvas: Canvas) -> str:
    return "\n" + canvas.text() + "\n"


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 39), st.integers(0, 39))
def test_the_cursor_is_always_seen(count: int, height: int, top: int, cursor: int) -> None:
    cursor = min(cursor, count - 1)
    first = window(top, cursor, height, count)
    assert first <= cursor < first + height
    assert 0 <= first <= max(0, count - height)
    assert window(first, cursor, height, count) == first


async def test_whatever_is_pressed_only_good_rules_are_sent() -> None:
    keys = sorted({key for entry in for_place("rules") for key in entry.keys})
    keys += ["right"] * 6 + ["down"] * 6 + ["3", "s", "w", "e"]
    luck = random.Random(5)
    table = LiveTable("uno", "kano")
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e")
        for turn in range(150):
            if turn % 30 == 29:
                await pilot.resize_terminal(*luck.choice(SIZES))
            if isinstance(app.screen, LobbyScreen):
                await press(pilot, "e")
            if app.top.asked is not None:
                await press(pilot, "escape")
            await pilot.press(luck.choice(keys))
        assert app.return_code is None
    assert len(table.setups) > 10
    for asked in table.setups:
        rules_for(asked.game, asked.preset, asked.options)


def test_the_list_in_lines() -> None:
    usual = GAMES["casino"].presets["seed"]
    there_are = {kind.name: kind for kind in kinds("casino")}

    def row(name: str, value: object, open_: bool = False) -> Row:
        return Row(there_are[name], value, getattr(usual, name), open_)

    rows = [row("raise_own", "both_numbers"), row("sweeps", 0), row("draw", True, True)]
    pen = Pen(ASCII, False)
    assert shown(options(64, 3, rows, 1, 0, pen, 16)) == (
        """
 * raise own        both numbers     usually yes
>  sweeps           0                points for a capture tha~
 ! draw             yes              usually no
"""
    )
    assert shown(options(40, 2, rows, 2, 1, pen, 16)) == (
        """
   sweeps           0                  ^
>! draw             yes
"""
    )
    assert shown(about(60, 4, rows[0], pen)) == (
        """
 ----------------------------------------------------------
   own builds may be raised, never, or only with the old
   number held as well
    yes   no  >both numbers<  usually yes
"""
    )
    assert shown(about(40, 2, rows[1], pen)) == (
        """
   points for a capture that leaves the
   table empty
"""
    )
