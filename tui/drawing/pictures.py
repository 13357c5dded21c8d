"""The lines around the table, drawn: title, players, log, prompt, keys, and a screen too small.

Hides: how these lines look. Pure functions from facts to cells. Must not know: Textual, rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from tui.boards.base import Prompt
from tui.drawing.canvas import TIE, Canvas, Row, clip, wrap
from tui.drawing.cards import Pen
from tui.drawing.layout import LEAST, cells_for_player
from tui.i18n import t
from tui.keymap import Shown

if TYPE_CHECKING:
    from tui.text.logline import Line


@dataclass(frozen=True, slots=True)
class Player:
    """What is shown of one player.

    Attributes:
        count: Cards in hand, or what the game counts; `short`: in fewer cells, if that can be.
        tag: `UNO!`, `away 0:41`, `bot plays`, `gone`, or empty.
        alarm: The tag is to be seen.
        score: The total of the match.
    """

    name: str
    count: str
    turn: bool
    me: bool
    tag: str = ""
    alarm: bool = False
    score: str = ""
    short: str = ""


def title(
    width: int, left: Sequence[str], right: Sequence[str], pen: Pen, warning: str = ""
) -> Canvas:
    """Draw the top line: what is played on the left, how it stands on the right.

    `warning`: stands there instead of both.
    """
    canvas = Canvas(width, 1, "title")
    if warning:
        canvas.put(1, 0, clip(warning, width - 2), "warn")
        return canvas
    dot = f" {pen.symbols.dot} "
    end = canvas.put(1, 0, left[0], "title") if left else 1
    for part in filter(None, left[1:]):
        if end + cell_len(dot + part) < width:
            end = canvas.put(end, 0, dot + part, "titledim")
    for first in range(len(right)):  # the last ones matter most
        text = "   ".join(right[first:])
        if end + cell_len(text) + 3 < width:
            canvas.right(0, text, "titledim", 1)
            break
    return canvas


def players(width: int, height: int, shown: Sequence[Player], arrow: str, pen: Pen) -> Canvas:
    """Draw the players in lines; the arrow between them is the direction of play.

    Totals stand behind the counts where every player's fits, once somebody has points.
    """
    canvas = Canvas(width, height)
    cell = cells_for_player(width, len(shown))
    room = cell - len(arrow) - 1
    scored = any(player.score not in ("", "0") for player in shown)
    totals = scored and all(_total_fits(player, room, pen) for player in shown)
    for i, player in enumerate(shown):
        x, y = field_of(i, width, height, len(shown))
        if y >= height:
            break
        _player(canvas, x, y, room, player, pen, totals)
        if arrow and i + 1 < len(shown):
            canvas.put(x + cell - len(arrow) - 1, y, arrow, "dim")
    return canvas


def field_of(
    i: int, width: int, height: int, players: int, column: bool = False
) -> tuple[int, int]:
    """Return where the field of the `i`-th player begins, in the lines or in the column."""
    if column:
        return 1, 1 + i * _rows_each(height, players)
    cell = cells_for_player(width, players)
    across = max(1, width // cell)
    return (i % across) * cell + (cell > 12), i // across


def _rows_each(height: int, players: int) -> int:
    return 2 if players * 2 <= height - 2 else 1


def _total(player: Player, pen: Pen) -> str:
    return f" {pen.symbols.total}{player.score}"


def _total_fits(player: Player, room: int, pen: Pen) -> bool:
    """Say whether a total fits behind `>carol 1`, with some of the name."""
    return 2 + min(6, cell_len(player.name)) + len(player.count) + len(_total(player, pen)) <= room


def _player(
    canvas: Canvas, x: int, y: int, room: int, player: Player, pen: Pen, total: bool = False
) -> None:
    """Write `>carol 1 UNO!` into `room` cells; a tag for which there is no room becomes `!`."""
    least = min(4 if player.alarm else 6, cell_len(player.name))
    tag, count = player.tag, f" {player.count}"
    if player.short and 1 + least + cell_len(count) > room:
        count = f" {player.short}"
    if total and not (tag and player.alarm):
        count += _total(player, pen)
    if tag and 1 + least + cell_len(count) + 1 + cell_len(tag) > room:
        tag = "!" if player.alarm else ""
    spare = room - 1 - cell_len(count) - (1 + cell_len(tag) if tag else 0)
    name = clip(player.name, spare, pen.symbols.ellipsis)
    style = "accent" if player.turn else "strong" if player.me else ""
    end = canvas.put(x, y, f"{'>' if player.turn else ' '}{name}{count}", style)
    if tag:
        canvas.put(end + 1, y, tag, "warn" if player.alarm else "dim")


def player_column(width: int, height: int, shown: Sequence[Player], arrow: str, pen: Pen) -> Canvas:
    """Draw the players one under the other, with their totals."""
    canvas = Canvas(width, height)
    heading = t("players")
    canvas.frame(pen.symbols.frame, "frame", f"{heading} {arrow}" if arrow else heading)
    for i, player in enumerate(shown):
        y = 1 + i * _rows_each(height, len(shown))
        if y >= height - 1:
            break
        _player(canvas, 1, y, width - 8, player, pen)
        canvas.right(y, player.score, "dim", 2)
    return canvas


_LOG_STYLES: Final = {"mine": "strong", "chat": "accent", "table": "dim", "score": "good"}


def _log_room(width: int, height: int, framed: bool) -> tuple[int, int]:
    """Return how many cells a line of the log has, and how many lines there are."""
    edge = 1 if framed else 0
    return width - 2 * edge - (1 if framed else 2), height - 2 * edge


def log_hidden(width: int, height: int, lines: Sequence[Line], framed: bool) -> int:
    """Return how many rows of the log there is no room for."""
    room, rows = _log_room(width, height, framed)
    return 0 if room < 8 else max(0, sum(len(wrap(one.text, room, "  ")) for one in lines) - rows)


def log(
    width: int,
    height: int,
    lines: Sequence[Line],
    pen: Pen,
    framed: bool,
    back: int = 0,
    heading: str = "",
) -> Canvas:
    """Draw the newest lines, the last at the bottom; `back` rows scrolled back."""
    canvas = Canvas(width, height)
    edge = 1 if framed else 0
    if framed:
        canvas.frame(pen.symbols.frame, "frame", heading or t("log"))
    room, rows = _log_room(width, height, framed)
    if room < 8 or rows < 1:
        return canvas
    shown: list[tuple[str, str]] = []
    for line in reversed(lines):
        style = _LOG_STYLES.get(line.kind, "")
        shown[:0] = [(text, style) for text in wrap(line.text, room, "  ")]
        if len(shown) >= rows + back:
            break
    last = len(shown) - min(back, max(0, len(shown) - rows))
    part = shown[max(0, last - rows) : last]
    for y, (text, style) in enumerate(part, start=edge):
        canvas.put(1 if not framed else 2, y, text, style)
    return canvas


_CHIPS: Final = {"mine": (" > ", "mine"), "ask": (" ? ", "ask"), "warn": (" ! ", "warn"),
                 "hint": (" i ", "ask")}  # fmt: skip
_TONES: Final = {"mine": "strong", "ask": "strong", "warn": "warn", "wait": "", "hint": "strong"}


_STOPS: Final = ".。 "
"""Of a sentence: not seen twice where the dots of a cut follow."""
_ANSWER: Final = re.compile(r"(?<=  )(\S) ")
"""Where the key of an answer ends: what it means begins on the same line."""
_CUT: Final = "..."
"""Ends what there was no room for; every terminal has it."""


def prompt(width: int, height: int, said: Prompt) -> Canvas:
    """Draw the prompt: a chip that tells its tone, the text, then what else can be done.

    Where the text takes all rows, what else there is goes without a word: dots after a sentence
    that is whole look as if it were cut.
    """
    canvas = Canvas(width, height)
    chip, style = _CHIPS.get(said.tone, ("   ", ""))
    canvas.put(0, 0, chip, style)
    asked = _ANSWER.sub(rf"\1{TIE}", said.text)
    lines = [(line, _TONES[said.tone]) for line in wrap(asked, width - 5)]
    if said.more and len(lines) != height:
        lines += [(line, "dim") for line in wrap(said.more, width - 5)]
    if len(lines) > height:
        last, tone = lines[height - 1]
        lines[height - 1] = _cut_short(last, width - 5), tone
    for y, (line, tone) in enumerate(lines[:height]):
        canvas.put(4, y, line, tone)
    return canvas


def has_room(width: int, height: int, text: str) -> bool:
    """Tell whether a prompt has a line left below a text."""
    return len(wrap(text, width - 5)) < height


def _cut_short(line: str, width: int) -> str:
    """Return a line that is not the last, with dots.

    It ends with a sentence if that is most of the line, at least with a word.
    """
    kept = clip(line, width - len(_CUT))
    reach = len(kept) + 1  # the dots take the place of the stop
    end = max((line + " ").rfind(". ", 0, reach + 1), line.rfind("。", 0, reach))
    if 2 * end > len(kept):
        kept = kept[:end]
    elif kept != line:
        kept = kept.rpartition(" ")[0] or kept
    return kept.rstrip(_STOPS) + _CUT


def keys(width: int, shown: Sequence[Shown], pen: Pen) -> Canvas:
    """Draw the footer."""
    canvas = Canvas(width, 1)
    for x, key, one in _kept(width, shown, pen):
        end = canvas.put(x, 0, key, "key")
        canvas.put(end + 1, 0, one.word, "dim")
    return canvas


def _kept(width: int, shown: Sequence[Shown], pen: Pen) -> list[tuple[int, str, Shown]]:
    """Return the keys for which there is room, where they are and how they are written.

    Those of the highest rank are left out first. The prompt goes before: it always says what Enter
    does.
    """
    kept = [(pen.symbols.arrows.get(one.key, one.key), one) for one in shown]
    sizes = [cell_len(key) + cell_len(one.word) + 3 for key, one in kept]
    while len(kept) > 1 and sum(sizes) - 1 > width:
        worst = max(one.rank for _, one in kept)
        last = max(i for i, (_, one) in enumerate(kept) if one.rank == worst)
        del kept[last], sizes[last]
    return [(1 + sum(sizes[:i]), key, one) for i, (key, one) in enumerate(kept)]


def key_at(width: int, shown: Sequence[Shown], pen: Pen, x: int) -> tuple[Shown, str] | None:
    """Return which key of the footer is drawn there, and which of its signs: `1 2` are two."""
    for left, key, one in _kept(width, shown, pen):
        if left <= x < left + cell_len(key) + 1 + cell_len(one.word):
            before = clip(key, max(0, x - left)).count(" ")
            signs = key.split(" ")
            return one, signs[before] if before < len(signs) else signs[0]
    return None


_LEAST_TYPED: Final = 14
"""Cells that a line to type into keeps: the keys behind it go before they are fewer."""


def typed(width: int, label: str, shown: Sequence[Shown], pen: Pen) -> Canvas:
    """Draw what stands before a line to type into, and the keys behind it."""
    canvas = Canvas(width, 1)
    canvas.put(1, 0, label, "strong")
    x, room = typed_at(width, label, shown, pen)
    for left, key, one in _behind(width, label, shown, pen):
        end = canvas.put(x + room + left, 0, key, "key")
        canvas.put(end + 1, 0, one.word, "dim")
    return canvas


def typed_at(width: int, label: str, shown: Sequence[Shown], pen: Pen) -> tuple[int, int]:
    """Return where a line to type into begins, and how wide it is."""
    x = cell_len(label) + 1 if label else 0
    kept = _behind(width, label, shown, pen)
    behind = sum([cell_len(key) + cell_len(one.word) + 3 for _, key, one in kept])
    return x, max(1, width - x - behind)


def typed_key_at(width: int, label: str, shown: Sequence[Shown], pen: Pen, x: int) -> str:
    """Return the id of the key that is drawn there behind the line; empty for none."""
    start = sum(typed_at(width, label, shown, pen))
    for left, key, one in _behind(width, label, shown, pen):
        if left <= x - start < left + cell_len(key) + 1 + cell_len(one.word):
            return one.id
    return ""


def _behind(
    width: int, label: str, shown: Sequence[Shown], pen: Pen
) -> list[tuple[int, str, Shown]]:
    room = width - cell_len(label) - 1 - _LEAST_TYPED
    return _kept(room, shown, pen) if shown else []


def part_at(rows: Sequence[Row], parts: Sequence[str], x: int, y: int) -> int | None:
    """Return which of these parts of the prompt's text is drawn there.

    They stand one after the other; blanks do not count, since lines may be broken at any.
    """
    text, at = "", -1
    for line, row in enumerate(rows):
        for column, (glyph, _) in enumerate(row):
            text += "" if column < 4 or glyph == " " else glyph
            at = len(text) - 1 if (column, line) == (x, y) else at
    end = 0
    for i, part in enumerate(parts):
        wanted = part.replace(" ", "")
        start = text.find(wanted, end)
        if start < 0:
            return None
        end = start + len(wanted)
        if start <= at < end:
            return i
    return None


def player_at(width: int, height: int, count: int, x: int, y: int, column: bool) -> int | None:
    """Return which player is drawn there, in lines or in a column."""
    if column:
        each = _rows_each(height, count)
        index = (y - 1) // each if 0 < y < height - 1 else -1
    else:
        cell = cells_for_player(width, count)
        across = max(1, width // cell)
        index = y * across + x // cell if x // cell < across else -1
    return index if 0 <= index < count else None


def too_small(width: int, height: int) -> Canvas:
    """Draw what is needed to play, on a screen where the game has no room."""
    canvas = Canvas(width, height)
    text = t(
        "The table needs {width}x{height}, this is {w}x{h}. q leaves.",
        width=LEAST[0], height=LEAST[1], w=width, h=height,
    )  # fmt: skip
    for y, line in enumerate(wrap(text, max(1, width - 2))):
        canvas.put(1, y, line, "strong")
    return canvas
