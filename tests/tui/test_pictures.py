"""What the painters draw, as text: small enough to read, in both symbol sets."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from rich.cells import cell_len

from engine.uno.cards import parse_card
from tests.tui.tuitable import FakeTable
from tui import i18n
from tui.boards.base import Prompt
from tui.boards.casino_kit import CasinoKit
from tui.boards.uno_kit import UnoKit
from tui.drawing import cards, pictures, result_picture
from tui.drawing.canvas import Canvas
from tui.drawing.cards import Box, Pen
from tui.drawing.pictures import Player
from tui.drawing.symbols import ASCII, SETS, UNICODE, choose
from tui.room import Room
from tui.text import labels, words
from tui.text.logline import Line

PENS = {"unicode": Pen(UNICODE, True), "ascii": Pen(ASCII, False), "lines": Pen(UNICODE, False)}


def uno_kit(
    hand: str = "r5 r+2 g2 g7 gs y0 b9 w w+4",
    top: str = "b7 g7",
    preset: str = "official",
    **more: Any,
) -> UnoKit:
    table = FakeTable("uno", preset)
    start = {"discard": "* " + top, "stock": "r6", "turn": "p1", **more}
    table.place(hands=(hand, "r1 y2 g3", "y9", "r3 r4"), **start)
    kit = UnoKit(lambda seat: ("you", "Bob", "Carol", "Dave")[seat])
    kit.board.see(table.match.view(0).game)
    return kit


def casino_kit(table: str) -> CasinoKit:
    fake = FakeTable("casino", seats=2)
    fake.place(
        hands=("8c As 2d Td", "9h 7s Kc 4d"), table=table, taken=("*", ""), stock="", turn="p1",
        last="p1",
    )  # fmt: skip
    kit = CasinoKit(lambda seat: ("you", "Bob")[seat])
    kit.board.see(fake.match.view(0).game)
    return kit


def shown(canvas: Canvas) -> str:
    return "\n" + canvas.text() + "\n"


def test_the_hand_in_lines() -> None:
    assert shown(uno_kit().hand(60, 7, PENS["ascii"])) == (
        """
 Your hand (9)   5 fit
                     .---.
 .---. .---.  .---.  |G  | .---. .---.  .---.  .---. .---.
 |R  | |R  |  |Y  |  | 2 | |G  | |G  |  |B  |  |W  | |W+4|
 | 5 | |+2 |  | 0 |  '---' | 7 | |Skp|  | 9 |  | * | | * |
 '---' '---'  '---'        '---' '---'  '---'  '---' '---'
  1     2      3      >^<   5^    6^     7      8^    9!
"""
    )


def test_the_hand_as_chips_in_a_window() -> None:
    hand = "r5 r+2 g2 g7 gs y0 b9 w w+4 y1 y2 y3 y4 y5 b1 b2 b3"
    kit = uno_kit(hand)
    kit.board.press("end")
    assert shown(kit.hand(40, 3, PENS["ascii"])) == (
        """
 Your hand (17)   5 fit
 <10  [GS][B1][B2][B3][B9][W]  W+4
       ^                   ^  >!<
"""
    )


def test_the_table_in_lines() -> None:
    assert shown(uno_kit(top="b7 w+4:g").table(44, 9, PENS["lines"], 18, 60)) == (
        """
╭─ table ──────────────────────────────────╮
│    ╭─────╮  ╭─────╮   G  GREEN           │
│    │░░░░░│  │W+4  │                      │
│    │░UNO░│  │GREEN│                      │
│    │░░░░░│  │    G│                      │
│    ╰─────╯  ╰─────╯  ━━━────── 0:18      │
│    stock 1                               │
│                                          │
╰──────────────────────────────────────────╯
"""
    )


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_answers_a_penalty_is_told_whole(language: str, english: None) -> None:
    """In words where there is room for them, else as the cards say it."""
    i18n.use(language)
    seen = uno_kit(top="g+2", preset="street", pending="2")
    skip = words.uno_card(parse_card("gs"))
    for width, worded in ((44, False), (90, True)):
        drawn = seen.table(width, 11, PENS["unicode"], None, 0).text()
        assert UNICODE.ellipsis not in drawn and "+4" in drawn, drawn
        assert (skip in drawn) is worded, drawn


def test_the_stock_is_counted_at_every_size() -> None:
    """Below the cards; on the card where there is no row below."""
    seen = uno_kit()
    for width, height in ((44, 11), (33, 8), (33, 6), (26, 6), (40, 2)):
        drawn = seen.table(width, height, PENS["unicode"], None, 0).text()
        assert "1" in drawn, drawn


def test_the_last_parts_of_the_top_line_stay_longest() -> None:
    right = ["to 500", "2 watching", "stock 9"]
    for width, said in ((60, "to 500   2 watching   stock 9"), (45, "2 watching   stock 9"),
                        (30, "stock 9"), (20, "")):  # fmt: skip
        drawn = pictures.title(width, ["CASINO", "partners"], right, PENS["unicode"]).text()
        assert drawn[19:].strip() == said


def test_the_table_in_a_row() -> None:
    assert shown(uno_kit().table(40, 2, PENS["ascii"], None, 0)) == (
        """
 top  G7  GREEN                 stock 1

"""
    )


def test_casino_things_with_letters_marks_and_owners() -> None:
    words.use_letters(True)
    kit = casino_kit("5s 3h Kd #8/p1(6c+2s)")
    kit.board.press("up")
    kit.board.press("mark")
    canvas = kit.table(40, 8, PENS["ascii"], None, 0)
    words.use_letters(False)
    assert shown(canvas) == (
        """
+- table ------------------------------+
| .---. .---. .---. .------.           |
| |3  | |5  | |K  | |8^    |           |
| |  H| |  S| |  D| |2S+6C |           |
| '---' '---' '---' '------'           |
| >a*<   c     d     e you             |
|                                      |
+--------------------------------------+
"""
    )


def test_a_tall_table_has_large_cards() -> None:
    drawn = casino_kit("5s 3h #8/p1(6c+2s)").table(56, 26, PENS["ascii"], None, 0).text()
    assert "|3    | |5    | |8^    |" in drawn
    assert "|    3| |    5| |    8^|" in drawn


def test_many_casino_things_are_chips() -> None:
    kit = casino_kit("5s 3h Kd Jh Qs Jc 6h 6s 7h 9d Th 2h 3s 4h Ah Qd Ks 5h")
    text = kit.table(52, 9, PENS["lines"], None, 0).text()
    for card in ("5♠", "10♥", "K♠", "A♥"):
        assert card in text


def test_players_show_turn_direction_uno_and_absence() -> None:
    seen = [
        Player("you", "9", True, True),
        Player("carol", "1", False, False, "UNO!", True),
        Player("very-long-name-x", "12", False, False, "away 0:41", True),
    ]
    assert shown(pictures.players(60, 1, seen, "->", PENS["ascii"])) == (
        """
 >you 9           ->  carol 1 UNO!    ->  very-long-~ 12 !
"""
    )
    assert "away 0:41" in pictures.players(80, 1, seen, "->", PENS["ascii"]).text()


def test_the_log_keeps_the_newest_lines() -> None:
    lines = [Line(f"line {i}", "play") for i in range(9)] + [Line("a longer line to wrap", "chat")]
    assert shown(pictures.log(20, 5, lines, PENS["ascii"], True)) == (
        """
+- log ------------+
| line 8           |
| a longer line to |
|   wrap           |
+------------------+
"""
    )
    assert "line 6" in pictures.log(20, 5, lines, PENS["ascii"], True, back=2).text()


def test_the_prompt_wraps_and_says_its_tone() -> None:
    said = Prompt("Your turn. Enter plays green 2.", "mine", "d draws a card.")
    assert shown(pictures.prompt(30, 3, said)) == (
        """
 >  Your turn. Enter plays
    green 2.
    d draws a card.
"""
    )


@pytest.mark.parametrize("name", ["r5", "gs", "y+2", "br", "bw", "w", "w+4", "w:b", "w+4:g"])
@pytest.mark.parametrize("pen", ["unicode", "ascii", "lines"])
@pytest.mark.parametrize("size", [(5, 4), (7, 5), (9, 7), (13, 9)])
def test_every_card_says_colour_and_face(name: str, pen: str, size: tuple[int, int]) -> None:
    canvas = Canvas(*size)
    card = parse_card(name)
    cards.uno_card(canvas, Box(0, 0, *size), card, PENS[pen])
    text = canvas.text()
    if card.black:
        assert ("W+4" if card.face == "w+4" else "W") in text
    else:
        assert card.colour.upper() in text and labels.face(card.face, size[0] - 2) in text
    assert card.black or card.colour.upper() in text


@pytest.mark.parametrize(
    ("language", "faces"),
    [
        ("en", {3: ["Skp", "Rev", "Wld"], 5: ["Skip", "Rev", "Wild"], 2: ["S", "R", "W"]}),
        ("zh_Hant", {3: ["阻", "轉", "萬"], 5: ["阻擋", "反轉", "萬"], 2: ["阻", "轉", "萬"]}),
        ("zh_Hans", {3: ["跳", "转", "万"], 5: ["跳过", "转向", "万"], 2: ["跳", "转", "万"]}),
    ],
)
def test_a_card_says_what_the_log_calls_it(
    language: str, faces: dict[int, list[str]], request: pytest.FixtureRequest
) -> None:
    i18n.use(language)
    request.addfinalizer(lambda: i18n.use("en"))
    for room, said in faces.items():
        assert [labels.face(name, room) for name in "srw"] == said
        assert all(cell_len(one) <= room for one in said)
    assert [labels.face(name, 11) for name in "srw"] == [words.face(name) for name in "srw"]
    for width, height in ((100, 9), (60, 7), (40, 7)):
        text = uno_kit("rs gr w").hand(width, height, PENS["lines"]).text()
        expected = [*faces[5 if height == 9 else 3][:2], faces[2][2]]
        assert [face for face in expected if face not in text] == []
    words.use_letters(True)
    request.addfinalizer(lambda: words.use_letters(False))
    text = uno_kit("rs gr w").hand(60, 7, PENS["ascii"]).text()
    assert all(face in text for face in [*faces[3][:2], faces[2][2]])


def test_a_wide_face_stands_whole_on_a_card_that_is_half_seen(
    request: pytest.FixtureRequest,
) -> None:
    i18n.use("zh_Hant")
    request.addfinalizer(lambda: i18n.use("en"))
    kit = uno_kit("rs rs rr rr ys ys yr yr gs gs gr gr bs bs br br w w+4")
    kit.board.press("home")
    assert shown(kit.hand(60, 7, PENS["lines"])) == (
        """
 你的手牌（18）   6 張能出
 ╭───╮
 │R ╭──╭──╭──╭──╭──╭──╭──╭──╭──╭──╭──╭──╭──╭──╭──╭──╭───╮
 │阻│R │R │R │Y │Y │Y │Y │G │G │G │G │B │B │B │B │萬│+4 │
 ╰──│阻│轉│轉│阻│阻│轉│轉│阻│阻│轉│轉│阻│阻│轉│轉│  │ * │
    ╰──╰──╰──╰──╰──╰──╰──╰──╰──╰──╰──╰──╰──╰──╰──╰──╰───╯
 > <2  3  4  5  6  7  8  9^ 0^  ^  ^              ^  !
"""
    )


def all_pictures(pen: Pen) -> list[Canvas]:
    """Draw everything that there is, once."""
    found: list[Canvas] = []
    for width, height in ((40, 12), (60, 20), (80, 24), (120, 40)):
        kit = uno_kit()
        casino = casino_kit("5s 3h Kd Jh #8/p1(6c+2s)")
        found += [kit.hand(width, 9, pen), kit.hand(width, 7, pen), kit.hand(width, 3, pen)]
        found += [kit.table(width // 2, height // 2, pen, 18, 60)]
        found += [casino.hand(width, 7, pen), casino.hand(width, 3, pen)]
        found += [casino.table(width // 2, height // 2, pen, 18, 60)]
        room = Room(me=0)
        players = kit.players(room, 0.0)
        found += [pictures.players(width, 2, players, kit.arrow(pen), pen)]
        found += [pictures.player_column(28, height, players, kit.arrow(pen), pen)]
        found += [pictures.log(width, 6, [Line("Bob plays green 7.", "play")], pen, True)]
        found += [pictures.title(width, ["UNO", "street rules"], ["to 500"], pen)]
        found += [pictures.too_small(width, height)]
        found += [pictures.prompt(width, 3, kit.board.prompt())]
        found += [pictures.prompt(width, 3, casino.board.prompt())]
        found += [result(pen, game, width, height) for game in ("uno", "casino")]
    return found


def result(pen: Pen, game: str, width: int, height: int) -> Canvas:
    table = FakeTable(game, seats=2, seed=4)
    table.quiet = True
    table.start()
    while not table.match.over:
        seat = min(table.match.waiting_on())
        view: Any = table.game.view(table.match.state, seat)
        table.play(seat, str(table.game.default(view)))
        if table.n > 400:
            table.place(hands=("r1", "r2"), discard="* r3", stock="", turn="p1")
            table.play(0, "play r1")
    room = Room(me=0, view=table.match.view(0))
    return result_picture.picture(width, height, room, pen)


def test_the_ascii_set_has_no_ambiguous_or_wide_cell() -> None:
    words.use_letters(True)
    try:
        for canvas in all_pictures(PENS["ascii"]):
            for glyph in canvas.text():
                assert unicodedata.east_asian_width(glyph) in ("Na", "N"), repr(glyph)
                assert glyph.isascii(), repr(glyph)
    finally:
        words.use_letters(False)


def test_nothing_is_lost_between_the_sets() -> None:
    """Both sets show the same words."""
    for one, other in zip(all_pictures(PENS["lines"]), all_pictures(PENS["ascii"]), strict=True):
        letters = [
            "".join(c for c in canvas.text() if c.isascii() and c.isalpha())
            for canvas in (one, other)
        ]
        assert len(letters[0]) <= len(letters[1])


@pytest.mark.parametrize(
    ("wanted", "encoding", "term", "chosen"),
    [
        ("auto", "utf-8", "xterm-256color", "unicode"),
        ("auto", "ascii", "xterm", "ascii"),
        ("auto", "UTF8", "linux", "ascii"),
        ("ascii", "utf-8", "xterm", "ascii"),
        ("unicode", "ascii", "linux", "unicode"),
    ],
)
def test_the_set_is_chosen(wanted: str, encoding: str, term: str, chosen: str) -> None:
    assert choose(wanted, encoding, {"TERM": term}) is SETS[chosen]


def test_a_prompt_that_is_cut_after_a_sentence_shows_three_dots_and_no_fourth() -> None:
    said = Prompt("One sentence fits here. And one that does not.", "mine")
    drawn = pictures.prompt(40, 1, said).text()
    assert "fits here..." in drawn and "...." not in drawn


def test_a_text_that_fills_the_prompt_does_not_look_cut() -> None:
    said = Prompt("Your turn. Ten of hearts takes nothing: Enter trails.", "mine", "o suggests.")
    drawn = pictures.prompt(40, 2, said).text()
    assert drawn.rstrip().endswith("Enter trails.")
    assert "o suggests." in pictures.prompt(40, 3, said).text()


@pytest.mark.parametrize(
    ("more", "seen"),
    [
        ("Enter takes 4 cards. x challenges it.", "Enter takes 4 cards..."),
        ("Left and Right show another part.", "Left and Right show..."),
        ("Your turn. Enter plays yellow 7.", "Your turn. Enter plays..."),
        ("Enter 收下 4 張牌。按 x 可以質疑這張王牌。", "Enter 收下 4 張牌..."),
        ("Enter 看分數，第二名是 Ada。上下捲動。", "Enter 看分數，第二名是 Ada..."),
        ("Enter takes all four cards. x asks.", "Enter takes all four cards..."),
    ],
)
def test_a_prompt_is_cut_after_a_sentence_or_at_least_after_a_word(more: str, seen: str) -> None:
    drawn = pictures.prompt(34, 2, Prompt("Too late.", "warn", more)).text()
    assert drawn.splitlines()[1].strip() == seen


def test_the_key_of_an_answer_is_not_torn_from_what_it_means() -> None:
    asked = Prompt("Which colour?  r red  y yellow  g green  b blue", "ask")
    first, second = pictures.prompt(40, 2, asked).text().splitlines()
    assert first.strip() == "?  Which colour?  r red  y yellow"
    assert second.strip() == "g green  b blue"


@pytest.mark.parametrize("name", SETS)
def test_a_total_in_the_player_line_does_not_look_negative(name: str) -> None:
    who = [Player("Ada", "0", False, False, score="36")]
    drawn = pictures.players(60, 1, who, "->", Pen(SETS[name], False)).text()
    assert f"{SETS[name].total}36" in drawn and "-36" not in drawn
