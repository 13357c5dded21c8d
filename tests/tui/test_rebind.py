"""Keys of the player's own: what may be one, what clashes, and where they are shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual.keys import _character_to_key

from tui import keymap, rebind
from tui.keymap import footer, letters, pressed
from tui.rebind import canonical, rebound, wrong


@pytest.fixture(autouse=True)
def usual_keys() -> Iterator[None]:
    yield
    keymap.use(keymap.KEYMAP)


def test_signs_are_called_as_the_terminal_library_calls_them() -> None:
    for code in range(33, 127):
        sign = chr(code)
        if sign.isdigit() or sign == "~":
            assert canonical(sign) == ""
        else:
            assert canonical(sign) == _character_to_key(sign).lower(), sign
            assert rebind.written(canonical(sign)) == sign.lower()


def test_letters_count_in_every_form() -> None:
    assert canonical("U") == canonical("ｕ") == canonical(" u ") == "u"
    assert canonical("PgUp") == "" and canonical("PageUp") == "pageup"
    for text in ("", "  ", "~", "5", "dd", "字", "ctrl+d", "alt+x", "\x01", "\u0301"):
        assert canonical(text) == "", text


def test_a_key_of_ones_own_works_and_is_shown() -> None:
    keymap.use(rebound({"draw": ("f", "f5"), "casino.sort": ("z",), "chat": ("-",)}))
    uno, casino = ("table", "uno"), ("table", "casino")
    assert pressed(uno, "d", "d") is None
    for key in ("f", "f5"):
        entry = pressed(uno, key, key)
        assert entry is not None and entry.id == "draw"
    assert [one.key for one in footer(uno, ["draw", "sort", "chat"], {}, 80)] == ["f", "s", "-"]
    assert [one.key for one in footer(casino, ["sort"], {}, 80)] == ["z"]
    chat = pressed(uno, "minus", "-")
    assert chat is not None and chat.id == "chat"
    assert "s" in letters("casino") and "z" not in letters("casino")
    assert keymap.shown("draw") == "f"


def test_a_key_for_one_place_leaves_the_others() -> None:
    keymap.use(rebound({"lobby.quit": ("z",)}))
    assert keymap.shown("quit", "lobby") == "z" and keymap.shown("quit", "table") == "q"


def test_what_is_no_key_is_shown_as_it_was_written() -> None:
    assert "'\\t' is no key" in rebind.wrong({"draw": ("\t",)})[0][1]


def test_the_usual_table_is_in_order() -> None:
    assert wrong({}) == []
    everything = {id_: entries[0].keys for id_, entries in rebind.by_id().items()}
    everything = {id_: tuple(map(rebind.written, keys)) for id_, keys in everything.items()}
    assert wrong({**everything, "best": ("o",)}) == []


def test_two_keys_may_change_places() -> None:
    assert wrong({"draw": ("p",), "pass": ("d",)}) == []
    assert [name for name, _ in wrong({"draw": ("p",)})] == ["draw"]


def test_a_clash_names_both_and_the_place() -> None:
    (found,) = wrong({"uno.hint": ("l",)})
    assert found[0] == "uno.hint"
    assert found[1] == "l would be both: hint and log (uno)"


def test_enter_and_escape_stay_what_the_prompts_say() -> None:
    keymap.use(rebound({"do": ("f",), "cancel": ("z",)}))
    for key, name in (("f", "do"), ("enter", "do"), ("z", "cancel"), ("escape", "cancel")):
        entry = pressed(("table", "uno"), key, None)
        assert entry is not None and entry.id == name
    assert [one.key for one in footer(("table", "uno"), ["do"], {}, 80)] == ["Enter"]
    assert wrong({"chat": ("enter",)}) != []


@pytest.mark.parametrize("game", ["uno", "casino"])
async def test_the_prompt_names_the_players_own_keys(game: str) -> None:
    from tests.tui.driving import press
    from tests.tui.settled import text
    from tests.tui.tuitable import casino, uno
    from tui.app import CardApp

    keymap.use(rebound({"draw": ("f",), "trail": ("-",), "best": ("/",), "chat": ("#",)}))
    table = uno() if game == "uno" else casino()
    app = CardApp(table.connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if game == "casino":
            assert "- trails it. / shows an idea." in text(app) and "- trail" in text(app)
            return
        assert "f draws a card." in text(app) and "f draw" in text(app).splitlines()[-1]
        await press(pilot, "d")
        assert table.acted == []
        await press(pilot, "f")
        assert table.acted == ["draw"]


def test_labels_on_the_table_make_room_for_an_action() -> None:
    from tests.tui.test_pictures import casino_kit

    keymap.use(rebound({"build": ("a",)}))
    kit = casino_kit("5s 3h Kd")
    assert [thing.letter for thing in kit.board.things] == ["b", "c", "d"]
