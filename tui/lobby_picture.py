"""The lobby, drawn. Pure functions from facts to cells.

Hides: how they look. Must not know: Textual, what keys do.
"""

from __future__ import annotations

from collections.abc import Sequence

from netcore.messages import Lobby
from tui import rulewords, say_king, words
from tui.canvas import Canvas, clip, wrap
from tui.cards import Pen
from tui.i18n import perhaps, t
from tui.keymap import shown


def seats(width: int, height: int, lobby: Lobby, me: int | None, pen: Pen) -> Canvas:
    """Draw who sits where, and who is ready."""
    canvas = Canvas(width, height)
    taken = sum(seat.kind != "open" for seat in lobby.seats)
    heading = t("seats {taken} of {all}", taken=taken, all=len(lobby.seats))
    canvas.frame(pen.symbols.frame, "frame", heading)
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
        canvas.put(
            5,
            y,
            clip(f"{picture}{name}", width - 18),
            "strong" if i == me else "dim" if seat.kind == "open" else "",
        )
        canvas.right(y, _state(seat, i == lobby.host), "good" if seat.ready else "dim", 2)
    return canvas


def _rows_each(height: int, seats: int) -> int:
    return 2 if 2 * seats < height - 1 else 1


def seat_at(y: int, height: int, seats: int) -> int | None:
    """Return which seat is drawn in a row."""
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


def _state(seat: object, host: bool) -> str:
    kind, ready = getattr(seat, "kind", ""), getattr(seat, "ready", False)
    if kind == "bot":
        return t("bot, {level}", level=perhaps(getattr(seat, "level", "")))
    if kind == "open":
        return ""
    if getattr(seat, "away", False):
        return t("away")
    state = t("host") if host else t("ready") if ready else t("not ready")
    return t("{state}, mild", state=state) if getattr(seat, "mild", False) else state


def rules(width: int, height: int, lobby: Lobby, pen: Pen) -> Canvas:
    """Draw the game, the ruleset, and in what it differs from the usual one."""
    canvas = Canvas(width, height)
    canvas.frame(pen.symbols.frame, "frame", t("game"))
    canvas.put(2, 1, words.game(lobby.game), "accent")
    canvas.put(2, 2, clip(rulewords.named(lobby), width - 4, pen.symbols.ellipsis), "strong")
    text = rulewords.differs(lobby) or t(
        "Just as they are written; {key} shows them all.", key=shown("edit")
    )
    if width < 24:  # no room for a list
        text = rulewords.difference_note(lobby)
    y = 4
    for line in wrap(text, width - 4):
        if y >= height - 1:
            canvas.put(width - 6, height - 2, f" {shown('edit')} ...", "dim")
            break
        canvas.put(2, y, line, "dim")
        y += 1
    below = [t("{count} s to act", count=lobby.timer)] if lobby.timer else []
    if setting := say_king.setting(lobby):
        below.append(
            t("{setting}; {key}: mild for me", setting=setting, key=shown("mild", "lobby"))
        )
    for row, note in zip(range(height - 2, y - 1, -1), reversed(below), strict=False):
        canvas.put(2, row, clip(note, width - 4, pen.symbols.ellipsis), "dim")
    return canvas


def invites(width: int, height: int, lines: Sequence[str], fingerprint: str = "") -> Canvas:
    """Draw the lines with which others join, and the words they may compare."""
    canvas = Canvas(width, height)
    if fingerprint and height:
        height -= 1
        x = canvas.put(1, height, t("Fingerprint:"), "dim")
        canvas.put(x + 1, height, clip(fingerprint, width - x - 2), "dim")
    if lines:
        x = canvas.put(1, 0, t("Others join with:"), "dim")
        for y, line in enumerate(lines[:height]):
            canvas.put(x + 1, y, line, "accent")
    return canvas
