"""Draw docs/pictures/*.svg from the real program: the start screen and a table of each game.

Hides: how cells become SVG. Every cell is placed on its own, and half blocks are drawn as shapes,
so a picture looks the same in every viewer whatever its fonts are.

    python tools/pictures.py [FOLDER] [--png]        --png needs cairosvg
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any, Final

os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
os.environ.pop("NO_COLOR", None)
ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rich.cells import cell_len  # noqa: E402
from rich.segment import Segment  # noqa: E402
from rich.style import Style  # noqa: E402

from tests.tui.tuitable import FakeTable  # noqa: E402
from tui.app import CardApp  # noqa: E402

WIDTH: Final = 9.6
HEIGHT: Final = 20
_BLOCKS: Final = {
    "█": (0, 0, 1, 1),
    "▀": (0, 0, 1, 0.5),
    "▄": (0, 0.5, 1, 0.5),
    "▌": (0, 0, 0.5, 1),
    "▐": (0.5, 0, 0.5, 1),
    "▘": (0, 0, 0.5, 0.5),
    "▝": (0.5, 0, 0.5, 0.5),
    "▖": (0, 0.5, 0.5, 0.5),
    "▗": (0.5, 0.5, 0.5, 0.5),
}
_LINES: Final = {
    "─": ((0, 0.5, 1, 0.5),),
    "━": ((0, 0.5, 1, 0.5),),
    "│": ((0.5, 0, 0.5, 1),),
    "╭": ((0.5, 1, 0.5, 0.5), (0.5, 0.5, 1, 0.5)),
    "╮": ((0, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 1)),
    "╰": ((0.5, 0, 0.5, 0.5), (0.5, 0.5, 1, 0.5)),
    "╯": ((0, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0)),
}
_FONT: Final = "'DejaVu Sans Mono','Cascadia Mono','Menlo','Consolas',monospace"


def svg(app: CardApp, title: str) -> str:
    """Return what the app shows now as SVG."""
    lines = app.screen._compositor.render_strips()
    width, height = app.size.width * WIDTH, app.size.height * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 24:.0f} {height + 24:.0f}"'
        f' role="img" aria-label="{escape(title)}">',
        '<rect width="100%" height="100%" rx="8" fill="#121212"/>',
        f'<g transform="translate(12,12)" font-family="{_FONT}" font-size="15.5">',
    ]
    for y, strip in enumerate(lines):
        parts += _line(y, list(strip))
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _line(y: int, segments: list[Segment]) -> Iterator[str]:
    x = 0
    for text, style, _ in segments:
        style = style or Style()
        ink, ground = _colours(style)
        size = cell_len(text)
        if ground != "#121212":
            yield _rect(x, y, 0, 0, size, 1, ground)
        yield from _runs(x, y, text, ink, bool(style.bold))
        x += size


def _runs(x: int, y: int, text: str, ink: str, bold: bool) -> Iterator[str]:
    """Draw the glyphs of one segment, shapes as shapes."""
    weight = ' font-weight="bold"' if bold else ""
    for glyph in text:
        if glyph in _BLOCKS:
            left, top, wide, high = _BLOCKS[glyph]
            yield _rect(x, y, left, top, wide, high, ink)
        elif glyph == "░":
            yield _rect(x, y, 0, 0, 1, 1, ink, 0.25)
        elif glyph in _LINES:
            for x1, y1, x2, y2 in _LINES[glyph]:
                thick = 3 if glyph == "━" else 1.2
                yield (
                    f'<path d="M{(x + x1) * WIDTH:.1f} {(y + y1) * HEIGHT:.1f}'
                    f'L{(x + x2) * WIDTH:.1f} {(y + y2) * HEIGHT:.1f}"'
                    f' stroke="{ink}" stroke-width="{thick}"/>'
                )
        elif glyph != " ":
            yield (
                f'<text x="{(x + cell_len(glyph) / 2) * WIDTH:.1f}" y="{(y + 0.75) * HEIGHT:.1f}"'
                f' text-anchor="middle" fill="{ink}"{weight}>{escape(glyph)}</text>'
            )
        x += cell_len(glyph)


def _rect(
    x: int, y: int, left: float, top: float, wide: float, high: float, ink: str, alpha: float = 1
) -> str:
    opacity = f' fill-opacity="{alpha}"' if alpha < 1 else ""
    return (
        f'<rect x="{(x + left) * WIDTH:.1f}" y="{(y + top) * HEIGHT:.1f}"'
        f' width="{wide * WIDTH + 0.2:.1f}" height="{high * HEIGHT + 0.2:.1f}"'
        f' fill="{ink}"{opacity} shape-rendering="crispEdges"/>'
    )


def _colours(style: Style) -> tuple[str, str]:
    ink = style.color.get_truecolor().hex if style.color else "#eeeeee"
    ground = style.bgcolor.get_truecolor().hex if style.bgcolor else "#121212"
    return (ground, ink) if style.reverse else (ink, ground)


async def shoot(
    app: CardApp, size: tuple[int, int], act: Callable[[Any], Awaitable[None]], title: str
) -> str:
    """Run the app, let `act` press keys, and return the picture."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.05)
        await act(pilot)
        await pilot.pause(0.05)
        return svg(app, title)


async def start_picture() -> str:
    async def act(pilot: Any) -> None:
        await pilot.press("down")

    return await shoot(CardApp(None, name="Ann"), (80, 24), act, "The start screen of cardtui")


Moves = tuple[tuple[int, str], ...]


async def table_picture(table: FakeTable, moves: Moves, keys: str, title: str) -> str:
    async def act(pilot: Any) -> None:
        for seat, action in moves:  # before somebody's eyes: what was seen is shown as well
            table.play(seat, action)
            await pilot.pause(0.05)
        for key in keys.split():
            await pilot.press(key)

    return await shoot(CardApp(table.connect), (80, 24), act, title)


def uno_table() -> FakeTable:
    """Return a table in the middle of a round: a hand to choose from, one player at UNO."""
    table = FakeTable("uno", seed=11)
    table.quiet = True
    table.place(
        hands=("r5 r+2 g2 g7 gs y0 b9 w w+4", "b3 r1 y2 g3", "b4 b5 y9", "g5 gr r3 r4 y5 b1 b2"),
        discard="* b7",
        stock="r6 y3 b6 g1",
        turn="p2",
    )
    return table


UNO_MOVES: Final[Moves] = (
    (1, "play b3"), (2, "play b4"), (3, "draw"), (3, "pass"), (0, "play b9"),
    (1, "draw"), (1, "pass"), (2, "play b5 call"), (3, "play g5"),
)  # fmt: skip


def casino_table() -> FakeTable:
    """Return a table with loose cards and a build, and a hand that can take several."""
    table = FakeTable("casino", seats=2, seed=5)
    table.quiet = True
    table.place(
        hands=("8c As 2d Td 9c", "9h 6c Kc 4d 7s"),
        table="5s 3h 2c Kd Jh 3d 9d",
        taken=("4c 4h 7d 7h", "Qs Qd 6d 6s Ac Ad"),
        stock="*",
        last="p2",
        turn="p2",
        dealer="p1",
    )
    return table


CASINO_MOVES: Final[Moves] = ((1, "trail 7s"), (0, "capture 9c 9d"), (1, "build 6c 9 3d"))


async def pictures() -> dict[str, str]:
    """Return every picture by its file name."""
    return {
        "start": await start_picture(),
        "uno": await table_picture(
            uno_table(), UNO_MOVES, "end left left left left", "A round of UNO in cardtui"
        ),
        "casino": await table_picture(
            casino_table(), CASINO_MOVES, "3 d e", "A deal of Casino in cardtui"
        ),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=str(ROOT / "docs" / "pictures"))
    parser.add_argument("--png", action="store_true")
    args = parser.parse_args()
    folder = Path(args.folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in asyncio.run(pictures()).items():
        (folder / f"{name}.svg").write_text(text, encoding="utf-8")
        if args.png:
            import cairosvg

            cairosvg.svg2png(bytestring=text.encode(), write_to=str(folder / f"{name}.png"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
