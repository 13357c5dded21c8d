"""Saying something at a table: in one's own words, or one of a few with one key.

Must not know: what else is on the screen.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.widgets import Input

from tui.boards.base import Choice, Question
from tui.i18n import t
from tui.screens.base import Painted
from tui.widgets.entry import ChatEntry, Entry

if TYPE_CHECKING:
    from netcore.wire.codes import EmoteCode


class Chatting(Painted):
    """A screen at a table; it composes the `chat_entry`. What was typed there stays until sent."""

    _quick: Question | None = None
    """The question that Tab asks."""

    def chat_entry(self) -> Entry:
        """Return the chat line; it shows only while it is used."""
        from netcore.wire.messages import MAX_CHAT

        return ChatEntry("chat", MAX_CHAT)

    def press(self, name: str) -> None:
        if name == "chat":
            self.open_line("chat")
        else:
            super().press(name)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if text:
            from netcore.wire.messages import Chat

            if not self.ctx.send(Chat(text)):
                return  # no connection now: what was typed stays
        self.query_one("#chat", Entry).value = ""
        self.close_line("chat")

    def on_entry_given_up(self, event: Entry.GivenUp) -> None:
        self.close_line("chat")

    def on_chat_entry_quick(self) -> None:
        """Ask which of the few things to say, in the prompt line."""
        from tui.text import emotes

        self.close_line("chat")
        choices = [
            Choice((key,), emotes.text(code), partial(self._emote, code))
            for key, code in emotes.by_digit().items()
        ]
        self.asked = self._quick = Question(t("Say:"), tuple(choices), lambda: True)
        self.paint()

    def _answer(self, key: str) -> None:
        """Go back to the line with Esc: what had been typed is still in it."""
        back = key == "escape" and self.asked is self._quick
        super()._answer(key)
        if back:
            self.open_line("chat")

    def _emote(self, code: EmoteCode) -> None:
        from netcore.wire.messages import Emote

        self.ctx.send(Emote(code))
