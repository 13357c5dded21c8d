"""A line to type into: chat, or an address. It takes the letters that are keys elsewhere.

Hides: Textual's input field. What was typed goes out as a message; Esc gives up.
"""

from __future__ import annotations

from typing import Final

from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Input

from tui.i18n import t
from tui.keymap import Shown

_EDITS: Final = {
    key: binding.action
    for binding in Input.BINDINGS
    if isinstance(binding, Binding)
    for key in binding.key.split(",")
}
"""What keys do in every line."""


class Entry(Input):
    """One line of text, without a frame."""

    BINDINGS = [Binding("escape", "give_up", show=False)]

    class GivenUp(Message):
        """The player pressed Esc."""

    def __init__(self, name: str, hint: str, most: int) -> None:
        super().__init__(placeholder=hint, max_length=most, id=name, compact=True)
        self.cursor_blink = False

    def put_at(self, x: int, y: int, width: int) -> None:
        """Stand there on a screen `width` wide, with as much room on the right as on the left."""
        self.styles.offset = (x, y)
        self.styles.width = max(10, width - 2 * x)

    async def _on_key(self, event: events.Key) -> None:
        """Edit as the keys come: by way of the app a backspace would come after later letters."""
        action = _EDITS.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.run_action(action)
        else:
            await super()._on_key(event)

    def action_give_up(self) -> None:
        self.post_message(self.GivenUp())


class Line(Entry):
    """One that takes the place of the keys while it is used: see `Painted.open_line`."""

    def __init__(self, name: str, hint: str, most: int) -> None:
        super().__init__(name, hint, most)
        self.display = False

    def label(self) -> str:
        """Return what stands before it."""
        return ""

    def keys(self) -> list[Shown]:
        """Return the keys that stand behind it; what each does is an action of this widget."""
        return []


class ChatEntry(Line):
    """The line of chat: Tab leads to the few things that are said with one key."""

    BINDINGS = [Binding("tab", "quick", show=False)]

    class Quick(Message):
        """The player wants to say one of them."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__(name, "", most)
        self.select_on_focus = False  # a draft is gone on with, not written over

    def label(self) -> str:
        return t("Say:")

    def keys(self) -> list[Shown]:
        return [
            Shown("Enter", t("send"), 0, "submit"),
            Shown("Tab", t("quick words"), 2, "quick"),
            Shown("Esc", t("back"), 1, "give_up"),
        ]

    def action_quick(self) -> None:
        self.post_message(self.Quick())
