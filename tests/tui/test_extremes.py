"""The table at its fullest: ten players, 40 cards, 51 on the table, wide names, every size."""

from __future__ import annotations

from itertools import chain, combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from engine.casino.cards import DECK
from engine.casino.state import build_pile
from tests.tui.driving import press, wheel
from tests.tui.settled import text
from tests.tui.tuitable import FakeTable
from tui.app import CardApp
from tui.boards import casino_picture
from tui.boards.base import Prompt
from tui.boards.casino_kit import CasinoKit
from tui.boards.casino_picture import Around, Shown
from tui.drawing import pictures, watching
from tui.drawing.cards import Pen
from tui.drawing.layout import layout
from tui.drawing.pictures import Player
from tui.drawing.symbols import ASCII, UNICODE
from tui.text import words
from tui.widgets.painter import Painter

SIZES = ((80, 24), (60, 20), (40, 12), (120, 40), (40, 24), (120, 12))
WIDE = "王小明李大華陳美"
NAMES = tuple(WIDE[i % 8] * 8 if i % 3 else f"Wolfeschlegels{i}x" for i in range(10))
PEN = Pen(UNICODE, True)


def full_uno(me: int | None = 0) -> FakeTable:
    """Ten players with names of 16 cells; the reader holds 40 cards."""
    table = FakeTable("uno", seats=10, me=me)
    table.quiet = True
    table.names = NAMES
    hand = " ".join(f"{colour}{face}" for colour in "rygb" for face in "0123456789")
    others = tuple(f"r{number}" for number in range(1, 10))
    table.place(hands=(hand, *others), discard="* g7", stock="w w", turn="p1")
    return table


def full_casino() -> FakeTable:
    """51 cards on the table."""
    table = FakeTable("casino", seats=2)
    table.quiet = True
    deck = [card.text for card in DECK]
    table.place(
        hands=(deck[0], ""), table=" ".join(deck[1:]), taken=("", ""), stock="", last="p1",
        turn="p1", dealer="p2",
    )  # fmt: skip
    return table


def full_builds(me: int | None = 0) -> FakeTable:
    """Partners with names of 16 cells; builds of many groups, and loose cards."""
    table = FakeTable("casino", "partners", seats=4, me=me)
    table.quiet = True
    table.names = (NAMES[0], NAMES[1], NAMES[2], NAMES[3])
    table.place(
        hands=("9c 8d 8h Ad", "9h 9s", "Ts Th", "7c 7d"),
        table="#9/p2(5d+4h,6c+3c,9d,2c+7h) #8/p1(6s+2s) #10/p3(6d+4d,Tc) Kc Kd Jh Qs 3h",
        taken=("", "", "", "*"), stock="", last="p1", turn="p1", sweeps=("2", "0", "1", "0"),
    )  # fmt: skip
    return table


def painted(app: CardApp, name: str) -> str:
    """Return what a painter shows."""
    rows = app.screen.query_one(f"#{name}", Painter).rows
    return "\n".join("".join(glyph for glyph, _ in row) for row in rows)


def order(seen: str, *words: str) -> None:
    """Check that the parts stand one under the other."""
    rows = [next(i for i, line in enumerate(seen.splitlines()) if word in line) for word in words]
    assert rows == sorted(rows) and len(set(rows)) == len(rows), seen


@pytest.mark.parametrize("make", [full_uno, full_casino])
async def test_every_size_after_every_other(make: Any) -> None:
    app = CardApp(make().connect)
    game = "UNO" if make is full_uno else "CASINO"
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        for width, height in chain.from_iterable(combinations(SIZES, 2)):
            await pilot.resize_terminal(width, height)
            seen = text(app)
            assert len(seen.splitlines()) <= height
            assert max(map(cell_len, seen.splitlines())) <= width
            order(seen, game, "Your hand", "Your turn", "? help")


@pytest.mark.parametrize("size", SIZES)
async def test_the_cursor_is_seen_on_each_of_forty_cards(size: tuple[int, int]) -> None:
    app = CardApp(full_uno().connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, "home")
        for _ in range(40):
            seen = text(app)
            assert ">^<" in seen or "> <" in seen, seen
            await pilot.press("right")
        assert "<" in text(app) and "Your hand (40)" in text(app)


@pytest.mark.parametrize("size", SIZES)
async def test_every_player_of_ten_is_seen(size: tuple[int, int]) -> None:
    app = CardApp(full_uno().connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        painter = app.screen.query_one("#players")
        rows = painter.rows  # type: ignore[attr-defined]
        shown = "\n".join("".join(glyph for glyph, _ in row) for row in rows)
        assert "you 40" in shown
        for name in NAMES[1:]:
            assert name[:2] in shown, shown


@pytest.mark.parametrize("size", SIZES)
async def test_watchers_see_all_that_fits(size: tuple[int, int]) -> None:
    app = CardApp(full_uno(None).connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "You are watching" in text(app) and "has done nothing" in text(app)


@pytest.mark.parametrize("size", SIZES)
def test_each_of_51_cards_is_reached_by_rows(size: tuple[int, int]) -> None:
    """The arrows alone lead over all rows to each card, and each is seen while it is chosen."""
    places = layout(*size, "casino", 2)
    assert places is not None
    kit = CasinoKit(lambda seat: "?")
    kit.board.see(full_casino().match.view(0).game)
    board, reached = kit.board, set[str]()

    def press(name: str) -> None:
        board.press(name)
        seen = kit.table(places.table.width, places.table.height, PEN, None, 0).text()
        if board.pane == "table":
            thing = board.things[board.at]
            assert f">{thing.letter or ' '} {words.casino_card(thing.card)}" in seen
            reached.add(thing.card.text)

    press("up")
    press("home")
    while board.pane == "table":
        for way in ("right", "left"):
            before = -1
            while board.at != before:
                before = board.at
                press(way)
        press("down")
    assert len(reached) == 51


@pytest.mark.parametrize("size", SIZES)
async def test_builds_and_partners_are_seen(size: tuple[int, int]) -> None:
    app = CardApp(full_builds().connect)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await press(pilot, "up home")
        seen = painted(app, "table")
        for _ in range(4):
            await press(pilot, "down" if size[1] == 12 else "right")
            seen += painted(app, "table")
        for head in ("9=", "8^", "10="):
            assert head in seen
        players = painted(app, "players")
        for name in ("A you", f"B {NAMES[1][:1]}", f"A {NAMES[2][:1]}", f"B {NAMES[3][:2]}"):
            assert name in players, players


async def test_who_watches_looks_round_as_well() -> None:
    app = CardApp(full_casino().connect)
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        app.ctx.room.me = None
        assert "K♠" not in painted(app, "table")
        await press(pilot, "up end")
        assert "K♠" in painted(app, "table") and "You are watching" not in text(app)
        await wheel(pilot, "table", -20)
        assert "A♦" in painted(app, "table")
        await press(pilot, "enter")
        assert "You are watching" in text(app)


things = st.lists(st.sampled_from(DECK), unique=True, max_size=51)


@given(things, st.integers(0, 50), st.integers(24, 90), st.integers(2, 30), st.booleans())
def test_things_on_the_table_never_overlap(
    cards: list[Any], at: int, width: int, height: int, builds: bool
) -> None:
    shown: list[Shown] = []
    for i, card in enumerate(cards):
        pile = build_pile(card.rank, ((card,),), 0) if builds and i % 5 == 0 else None
        here = i == min(at, len(cards) - 1)
        shown.append(Shown(card, pile, "", WIDE if pile else "", False, False, here))
    placed = casino_picture.arrange(shown, width, height, at)
    taken: set[tuple[int, int]] = set()
    high = placed.lines + 3 if placed.lines else 1
    for spot in filter(None, placed.spots):
        cells = {(x, y) for x in range(spot.x, spot.x + spot.width)
                 for y in range(spot.y, spot.y + high)}  # fmt: skip
        assert not cells & taken
        taken |= cells
    assert all(0 <= x < width and 0 <= y < height for x, y in taken)
    assert placed.above + placed.below + sum(map(bool, placed.spots)) == len(cards)
    if cards:
        assert placed.spots[min(at, len(cards) - 1)] is not None
    drawn = casino_picture.table(shown, Around("table", WIDE * 9, 90, 120), at, width, height, PEN)
    assert all(len(row) == width for row in drawn.rows)
    if placed.above or placed.below:
        assert "▲" in drawn.text() or "▼" in drawn.text()


@given(st.text(alphabet="abc 王小明", max_size=400), st.integers(20, 120), st.integers(1, 3))
def test_a_prompt_is_never_cut_in_silence(said: str, width: int, height: int) -> None:
    drawn = pictures.prompt(width, height, Prompt(said, "mine")).text()
    letters = said.replace(" ", "")
    seen = "".join(line[4:] for line in drawn.splitlines()).replace(" ", "")
    assert seen == letters or seen.endswith("...")


@given(st.integers(1, 10), st.integers(40, 140), st.integers(1, 3))
def test_names_are_cut_with_an_ellipsis(count: int, width: int, height: int) -> None:
    shown = [Player(NAMES[i], "1", i == 0, False) for i in range(count)]
    for pen in (PEN, Pen(ASCII, False)):
        drawn = pictures.players(width, height, shown, "", pen).text()
        for i, name in enumerate(NAMES[:count]):
            x, y = pictures.field_of(i, width, height, count)
            if y < height and name not in drawn:
                assert pen.symbols.ellipsis in drawn.splitlines()[y][x // 2 :]


@given(st.integers(1, 12), st.integers(0, 11), st.integers(30, 130), st.integers(2, 9))
def test_who_is_waited_for_is_among_those_shown(
    count: int, turn: int, width: int, height: int
) -> None:
    turn = min(turn, count - 1)
    did = [watching.Did(f"{i} did it", i == turn) for i in range(count)]
    drawn = watching.picture(width, height, did, PEN)
    assert f">{turn} did it" in drawn.text()


def test_fields_of_players_do_not_overlap() -> None:
    for width in (40, 60, 80, 120):
        for count in range(2, 11):
            fields = [pictures.field_of(i, width, 3, count) for i in range(count)]
            assert all(a < b for a, b in pairwise([(y, x) for x, y in fields]))
