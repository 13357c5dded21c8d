"""The themes: everything written can be read, and UNO's colours are four for everybody."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest

from tests.tui.driving import press
from tests.tui.tuitable import uno
from tui.app import CardApp
from tui.drawing import palette, symbols
from tui.drawing.palette import SCHEMES, hex_of
from tui.settings import DEFAULTS, TABLE, Settings, with_value
from tui.terminal.appearance import ANSI, look

LEAST = {"dark": 4.5, "light": 4.5, "high-contrast": 7.0}
"""WCAG 2.2: AA and AAA for text."""

Linear = tuple[float, float, float]

_SEEN: dict[str, tuple[Linear, Linear, Linear]] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no long ones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no middle ones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no short ones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes 2009, severity 1: on linear RGB."""


def linear(number: int) -> Linear:
    def of(part: str) -> float:
        v = int(part, 16) / 255
        return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4

    text = hex_of(number)
    return of(text[1:3]), of(text[3:5]), of(text[5:7])


def contrast(ink: int, ground: int) -> float:
    light, dark = sorted(
        (0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (ink, ground))),
        reverse=True,
    )
    return (light + 0.05) / (dark + 0.05)


def lab(colour: Linear) -> Linear:
    """Return a colour as CIE L*a*b*, whose distances are about those that are seen."""
    r, g, b = (min(1.0, max(0.0, part)) for part in colour)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883

    def f(v: float) -> float:
        return v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def distance(one: int, two: int, eyes: str) -> float:
    def seen(number: int) -> Linear:
        colour = linear(number)
        a, b, c = (sum(k * v for k, v in zip(row, colour, strict=True)) for row in _SEEN[eyes])
        return lab((a, b, c))

    return float(sum((p - q) ** 2 for p, q in zip(seen(one), seen(two), strict=True)) ** 0.5)


def pairs(theme: str) -> dict[str, tuple[int, int]]:
    """Return ink and ground of every style that text is written in."""
    found: dict[str, tuple[int, int]] = {}
    for name, style in SCHEMES[theme].styles().items():
        if name.startswith(("edge.", "quad.")) or name == "frame":
            continue  # lines and blocks
        ink, ground = map(int, re.findall(r"color\((\d+)\)", style))
        found[name] = ink, ground
    return found


def test_numbers_are_the_colours_of_xterm() -> None:
    for number, colour in (
        (16, "#000000"), (63, "#5f5fff"), (78, "#5fd787"), (160, "#d70000"), (227, "#ffff5f"),
        (231, "#ffffff"), (232, "#080808"), (255, "#eeeeee"),
    ):  # fmt: skip
        assert hex_of(number) == colour


@pytest.mark.parametrize("theme", LEAST)
def test_whatever_is_written_can_be_read(theme: str) -> None:
    poor = {
        name: round(contrast(*pair), 2)
        for name, pair in pairs(theme).items()
        if contrast(*pair) < LEAST[theme]
    }
    assert poor == {}
    assert len(pairs(theme)) > 25


@pytest.mark.parametrize("eyes", _SEEN)
@pytest.mark.parametrize("theme", SCHEMES)
def test_the_four_colours_are_four_for_all_eyes(theme: str, eyes: str) -> None:
    for one, two in combinations(SCHEMES[theme].fills, 2):
        assert distance(one, two, eyes) > 35, (one, two)


@pytest.mark.parametrize("eyes", _SEEN)
def test_so_are_the_words_for_them(eyes: str) -> None:
    for scheme in SCHEMES.values():
        for one, two in combinations(scheme.inks or scheme.fills, 2):
            assert distance(one, two, eyes) > 20, (one, two)


def test_the_distance_notices_what_cannot_be_told_apart() -> None:
    """Okabe and Ito's green and vermilion are far apart; plain red and green are not for many."""
    assert distance(160, 34, "no middle ones") < 35 < distance(160, 34, "all cones")


def test_every_palette_has_the_same_styles() -> None:
    names = set(palette.sixteen().styles)
    assert set(palette.mono().styles) == names
    for theme in SCHEMES:
        assert set(palette.full(theme).styles) == names
    assert (*SCHEMES, "ansi") == TABLE["theme"].values


def test_sixteen_colours_are_read_on_a_light_ground_and_on_a_dark_one() -> None:
    for name, style in palette.sixteen().styles.items():
        if name.startswith("edge.") or not (style.bgcolor and style.bgcolor.is_default):
            continue
        assert style.color is not None
        assert style.color.name in ("default", "bright_black", "red", "green", "magenta"), name


def test_the_emoji_are_two_cells_wide_everywhere() -> None:
    import unicodedata

    for picture in symbols.EMOJI.pictures.values():
        assert len(picture) == 1 and unicodedata.east_asian_width(picture) == "W", picture
    assert symbols.EMOJI.suits == symbols.UNICODE.suits


@pytest.mark.parametrize(
    ("changes", "can", "name", "theme"),
    [
        ({}, "256", "dark", "cardtui-dark"),
        ({"theme": "light"}, "256", "light", "cardtui-light"),
        ({"theme": "light"}, "16", "ansi", ANSI),
        ({"theme": "ansi"}, "256", "ansi", ANSI),
        ({"theme": "light"}, "none", "mono", ANSI),
        ({"colors": "never"}, "256", "mono", ANSI),
        ({"colors": "16"}, "256", "ansi", ANSI),
        ({"colors": "256", "theme": "high-contrast"}, "none", "high-contrast",
         "cardtui-high-contrast"),
    ],
)  # fmt: skip
def test_what_is_worn(changes: dict[str, str], can: Any, name: str, theme: str) -> None:
    worn = look(Settings(**changes), can, symbols.UNICODE)  # type: ignore[arg-type]
    assert (worn.palette.name, worn.theme) == (name, theme)
    assert worn.pen.filled == (name != "mono")


def ground(app: CardApp) -> str:
    return app.screen.styles.background.hex.lower()


async def test_settings_are_in_force_at_once() -> None:
    app = CardApp(uno().connect)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert ground(app) == hex_of(233)

        def styles() -> set[Any]:
            lines = [painter.render_line(1) for painter in app.top.painters()]
            return {segment.style for strip in lines for segment in strip}

        for theme, scheme in SCHEMES.items():
            app.wear(with_value(app.ctx.settings, "theme", theme))
            await pilot.pause()
            assert ground(app) == hex_of(scheme.ground)
            assert styles() <= set(palette.full(theme).styles.values())
        app.wear(with_value(app.ctx.settings, "symbols", "ascii"))
        app.wear(with_value(app.ctx.settings, "sort", "number"))
        await pilot.pause()
        await press(pilot, "home")
        assert app.top.size == (80, 24)
        hand = [str(card) for card in app.ctx.kits["uno"].board.hand]
        assert hand[:3] == ["y0", "g2", "r5"]
        app.wear(with_value(app.ctx.settings, "colors", "never"))
        await pilot.pause()
        assert app.colourless and not app.ctx.pen.filled
        app.wear(DEFAULTS)
        await pilot.pause()
        assert not app.colourless and ground(app) == hex_of(233)
