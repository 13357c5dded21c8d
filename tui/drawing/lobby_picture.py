"""The lobby, drawn. Pure functions from facts to cells.

Hides: how they look. Must not know: Textual, what keys do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from netcore.wire.messages import Lobby
from netcore.wire.text import clean_line
from tui.drawing.canvas import Canvas, clip, wrap
from tui.drawing.cards import Pen
from tui.i18n import n, perhaps, t
from tui.keymap import shown
from tui.text import rulelines, rulewords, say_king, words
from tui.text.address import JOIN

_NAMED: Final = 2
"""Lines that the name of a ruleset may take."""
_FEW: Final = 3
"""Lines of what is different that are left, at least, for what is told at the foot of the rules."""


def seats(width: int, height: int, lobby: Lobby, me: int | None, pen: Pen) -> Canvas:
    """Draw who sits where, and who is ready."""
    canvas = Canvas(width, height)
    taken = sum(seat.kind != "open" for seat in lobby.seats)
    heading = t("seats {taken} of {all}", taken=taken, all=len(lobby.seats))
    watchers = lobby.watchers
    row = _watchers_row(height, len(lobby.seats)) if watchers else 0
    if watchers and not row:
        heading = n(
            "{taken} of {all}, {count} watches",
            "{taken} of {all}, {count} watch",
            len(watchers),
            taken=taken,
            all=len(lobby.seats),
        )
    canvas.frame(pen.symbols.frame, "frame", clip(heading, width - 4, pen.symbols.ellipsis))
    if row:
        canvas.put(2, row, clip(who_watches(watchers), width - 4, pen.symbols.ellipsis), "dim")
    if len(lobby.seats) > height - 2:
        _two_columns(canvas, lobby, me, pen)
        return canvas
    partners = getattr(rulewords.rules_of(lobby), "partnership", False)
    each = _rows_each(height, len(lobby.seats))
    for i, seat in enumerate(lobby.seats):
        y = 1 + i * each
        if y >= height - 1:
            break
        number = str(i + 1).rjust(2)
        canvas.put(2, y, number, "dim")
        name = words_of_seat(seat, i, me)
        if partners:
            name = t("{name}, side {letter}", name=name, letter="AB"[i % 2])
        picture = pen.symbols.picture(_picture(seat, i == lobby.host))
        state = _state(seat, i == lobby.host, say_king.may_be_mild(lobby))
        style = "strong" if i == me else "dim" if seat.kind == "open" else ""
        room = width - 8 - cell_len(state)
        canvas.put(5, y, clip(f"{picture}{name}", room, pen.symbols.ellipsis), style)
        canvas.right(y, state, "good" if seat.ready else "dim", 2)
    return canvas


def _two_columns(canvas: Canvas, lobby: Lobby, me: int | None, pen: Pen) -> None:
    """Draw who sits where on the fewest rows; who is ready has a plus."""
    rows = -(-len(lobby.seats) // 2)
    wide = (canvas.width - 3) // 2
    for i, seat in enumerate(lobby.seats):
        column, row = divmod(i, rows)
        if row + 1 >= canvas.height - 1:
            continue
        x = 1 + column * (wide + 1)
        ready = seat.kind == "bot" or seat.ready or i == lobby.host
        canvas.put(x, row + 1, str(i + 1).rjust(2), "dim")
        name = words_of_seat(seat, i, None)
        style = "strong" if i == me else "dim" if seat.kind == "open" else ""
        end = canvas.put(x + 3, row + 1, clip(name, wide - 4, pen.symbols.ellipsis), style)
        if ready and seat.kind != "open":
            canvas.put(end, row + 1, "+", "good")


def who_watches(names: Sequence[str]) -> str:
    """Return how many look on, and each by name."""
    said = words.listed([clean_line(name) for name in names])
    return n("{count} watches: {names}.", "{count} watch: {names}.", len(names), names=said)


def seats_rows(seats: int, most: int) -> int:
    """Return how many rows a box of seats takes: two for each, where that is not too many."""
    edges = 3  # the frame, and the row of the watchers
    return 2 * seats + edges if 2 * seats + edges <= most else seats + edges


def _rows_each(height: int, seats: int) -> int:
    """Return how many rows a seat has; the last one of the box is the watchers'."""
    return 2 if 2 * seats < height - 2 else 1


def _watchers_row(height: int, seats: int) -> int:
    """Return where the watchers stand below the seats; 0: there is no room."""
    return height - 2 if 1 + _rows_each(height, seats) * seats <= height - 2 else 0


def watchers_at(y: int, height: int, seats: int) -> bool:
    """Tell whether watchers are spoken of in that row, if there are any."""
    return y == _watchers_row(height, seats)


def seat_at(x: int, y: int, width: int, height: int, seats: int) -> int | None:
    """Return which seat is drawn there."""
    if seats > height - 2:
        rows = -(-seats // 2)
        index = y - 1 + (rows if x > (width - 3) // 2 else 0)
        return index if 0 < y <= min(rows, height - 2) and index < seats else None
    index = (y - 1) // _rows_each(height, seats)
    return index if 0 < y < height - 1 and index < seats else None


def _picture(seat: object, host: bool) -> str:
    """Return the name of the picture of who sits there."""
    kind = getattr(seat, "kind", "")
    return "host" if host else {"bot": "bot", "human": "player"}.get(kind, "")


def words_of_seat(seat: object, number: int, me: int | None) -> str:
    """Return who sits there."""
    kind, name = getattr(seat, "kind", ""), getattr(seat, "name", "")
    if kind == "open":
        return t("open")
    if number == me:
        return t("{name} (you)", name=name)
    return str(name)


def _state(seat: object, host: bool, may_be_mild: bool) -> str:
    """Return what is to be known of who sits there; `may_be_mild`: also which punishments."""
    kind, ready = getattr(seat, "kind", ""), getattr(seat, "ready", False)
    if kind == "bot":
        return t("bot, {level}", level=perhaps(getattr(seat, "level", "")))
    if kind == "open":
        return ""
    if getattr(seat, "away", False):
        return t("away")
    state = t("host") if host else t("ready") if ready else t("not ready")
    mild = may_be_mild and getattr(seat, "mild", False)
    return t("{state}, mild", state=state) if mild else state


def rules(width: int, height: int, lobby: Lobby, seated: bool, pen: Pen) -> Canvas:
    """Draw the game, the ruleset, and in what it differs from the usual one.

    `seated`: to somebody who plays.
    """
    canvas = Canvas(width, height)
    canvas.frame(pen.symbols.frame, "frame", t("game"))
    canvas.put(2, 1, words.game(lobby.game), "accent")
    named = _named(lobby, width, height)
    for y, line in enumerate(named, start=2):
        canvas.put(2, y, clip(line, width - 4, pen.symbols.ellipsis), "strong")
    y = 3 + len(named)
    below = _below(lobby, seated)
    below = [note for note in below if width >= 24 or cell_len(note) <= width - 4]
    room = height - 1 - y
    room -= len(below) if room - len(below) >= _FEW else 0
    for line in _cut(wrap(_differs(lobby, width), width - 4), room, width - 4, pen):
        canvas.put(2, y, line, "dim")
        y += 1
    for row, note in zip(range(height - 2, y - 1, -1), reversed(below), strict=False):
        canvas.put(2, row, clip(note, width - 4, pen.symbols.ellipsis), "dim")
    return canvas


def rules_rows(width: int, lobby: Lobby) -> int:
    """Return how many rows the box of the rules takes to be whole."""
    named = _named(lobby, width, _NAMED + 6)
    gaps = 5  # the frame, the game, and a row above and below what is different
    return (
        gaps + len(named) + len(wrap(_differs(lobby, width), width - 4)) + len(_below(lobby, True))
    )


def _named(lobby: Lobby, width: int, height: int) -> list[str]:
    """Return the lines of what the rules are called."""
    name = rulewords.named(lobby)
    least = _NAMED + (6 if width >= 24 else 4)  # where it is narrow there is no list below it
    return wrap(name, width - 4)[:_NAMED] if height >= least else [name]


def _differs(lobby: Lobby, width: int) -> str:
    if width < 24:  # no room for a list
        return rulewords.difference_note(lobby)
    if different := rulewords.differs(lobby):
        return words.together([rulelines.of_table(lobby), different])
    return words.together([rulelines.PRESETS[rulewords.usual(lobby.game)](), _every()])


def _every() -> str:
    return t("{key} shows every rule.", key=shown("edit"))


def _cut(lines: list[str], room: int, width: int, pen: Pen) -> list[str]:
    """Return the lines that have room; where that is not all, the last says how to see all."""
    if len(lines) <= room:
        return lines
    dots = pen.symbols.ellipsis
    kept = lines[: max(0, room - 1)]
    if kept and cell_len(kept[-1]) + 1 + cell_len(dots) <= width:
        kept[-1] += f" {dots}"
    return [*kept, clip(_every(), width, dots)][: max(0, room)]


def _below(lobby: Lobby, seated: bool) -> list[str]:
    """Return what is told at the foot of the rules."""
    below = [t("{count} s to act", count=lobby.timer)] if lobby.timer else []
    if setting := say_king.setting(lobby):
        mild = t("{setting}; {key}: mild for me", setting=setting, key=shown("mild", "lobby"))
        below.append(mild if seated and say_king.may_be_mild(lobby) else setting)
    return below


def invites(width: int, height: int, lines: Sequence[str], fingerprint: str = "") -> Canvas:
    """Draw the lines with which others join, and the words they may compare."""
    canvas = Canvas(width, height)
    if fingerprint and height:
        height -= 1
        x = canvas.put(1, height, t("Fingerprint:"), "dim")
        canvas.put(x + 1, height, clip(fingerprint, width - x - 2), "dim")
    if lines:
        said = t("Others join with:")
        longest = max(map(cell_len, lines[:height]), default=0)
        # Without the words rather than without the code, and then without the command.
        fits = cell_len(said) + 2 + longest < width
        x = canvas.put(1, 0, said, "dim") + 1 if fits else 1
        for y, line in enumerate(lines[:height]):
            whole = x + cell_len(line) <= width
            canvas.put(x, y, line if whole else line.removeprefix(JOIN), "accent")
    return canvas
