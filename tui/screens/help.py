"""The one overlay: the keys, made from the keymap, and the rules that are active at this table.

Hides: scrolling. Must not know: what keys do.
"""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from tui import pictures, rulewords, words
from tui.boards.base import Prompt
from tui.canvas import Canvas, wrap
from tui.context import Context
from tui.i18n import t
from tui.keymap import for_place
from tui.layout import Place
from tui.screens.base import Painted
from tui.widgets.painter import Painter


class HelpScreen(Painted):
    """Keys and rules, to be scrolled."""

    def __init__(self, context: Context, places: tuple[str, ...]) -> None:
        super().__init__(context)
        self.about = places
        self.top = 0

    def compose(self) -> ComposeResult:
        for name in ("status", "help", "prompt"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)

    def on_resize(self, event: events.Resize) -> None:
        width, height = self.size
        places = (
            Place(0, 0, width, 1),
            Place(0, 1, width, height - 2),
            Place(0, height - 1, width, 1),
        )
        for painter, place in zip(self.painters(), places, strict=True):
            painter.put_at(place)
        self.call_after_refresh(self.paint)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        page = max(1, self.size.height - 4)
        steps = {"down": 1, "up": -1, "pagedown": page, "pageup": -page, "space": page}
        if event.key in ("left", "right", "home"):
            self.top = 0
        elif event.key in steps:
            last = max(0, len(self._lines(self.size.width)) - page)
            self.top = min(max(0, self.top + steps[event.key]), last)
        else:
            self._go("back")
        self.paint()

    def _lines(self, width: int) -> list[tuple[str, str, str]]:
        """Return the lines: what stands on the left, on the right, and the style of the right."""
        lines = [(key.shown, key.help(), "") for key in for_place(*self.about)]
        lines += [*self._signs(), ("", "", "")]
        lobby = self.ctx.room.lobby
        rules = rulewords.rules_of(lobby) if lobby else None
        if lobby is None or rules is None:
            return lines
        name = f"{words.game(lobby.game)}: {rulewords.named(lobby)}"
        lines += [("", line, "accent") for line in wrap(name, width - 11)]
        lines += [("", line, "strong") for line in wrap(rulewords.differs(lobby), width - 11)]
        lines += [("", "", "")]
        for option, value, about, differs in rulewords.explained(lobby.game, rules):
            lines.append(("*" if differs else "", f"{option}: {value}", "strong"))
            lines += [("", f"  {line}", "dim") for line in wrap(about, width - 13)]
        return lines

    def _signs(self) -> list[tuple[str, str, str]]:
        if "table" in self.about:
            return [
                ("^ !", t("this card can be played; it can, but may be challenged"), ""),
                ("> *", t("whose turn it is; marked"), ""),
            ]
        if "rules" in self.about:
            return [("* !", t("not as usual; not played so yet: a contradiction"), "")]
        return []

    def _draw_status(self, width: int, height: int) -> Canvas:
        return pictures.title(width, [t("Help"), t("keys and rules")], [], self.ctx.pen)

    def _draw_help(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        for y, (left, right, style) in enumerate(self._lines(width)[self.top :]):
            if y >= height:
                break
            canvas.put(2, y, left, "key")
            canvas.put(9, y, right, style)
        return canvas

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        text = t(
            "Arrows and Space scroll, * differs from the usual rules, any other key goes back."
        )
        return pictures.prompt(width, height, Prompt(text, "wait"))
