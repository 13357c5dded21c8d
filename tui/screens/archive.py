"""Looking back: the matches played here and how they ended, and records in files; Enter replays.

Hides: that these are two kinds. Must not know: the store, files (archive.py does).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual.app import ComposeResult
from textual.widgets import Input

from tui.boards.base import Prompt
from tui.context import Context
from tui.drawing.list_picture import Row
from tui.i18n import t
from tui.records import archive
from tui.records.archive import Entry as Kept
from tui.records.archive import Lost
from tui.records.reel import Reel
from tui.screens.listed import ListedScreen
from tui.screens.replay import ReplayScreen
from tui.widgets.entry import Entry, Line


class ArchiveScreen(ListedScreen):
    """What was played; a record that lies elsewhere is opened by its path."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._kept: list[Kept] = []
        self.busy = t("Looking ...")

    def compose(self) -> ComposeResult:
        yield from super().compose()
        line = Line("path", t("the path of a record"), 1000)
        line.select_on_focus = False  # a path is gone on with
        yield line

    def on_mount(self) -> None:
        self.run_worker(self._load, thread=True)

    def _load(self) -> None:
        """Read the disk, in a thread of its own."""
        lost = ""
        try:
            found = archive.matches()
        except Lost as error:
            found, lost = [], str(error)
        found += archive.files()
        self.app.call_from_thread(self._loaded, found, lost)

    def _loaded(self, found: list[Kept], lost: str) -> None:
        self.busy, self.notice, self._kept = "", lost, found
        self.show_rows([Row(one.text, one.about, one.end) for one in found])

    # --- opening ------------------------------------------------------------------------------

    def choose(self, index: int) -> None:
        self._open(self._kept[index])

    def _open(self, kept: Kept) -> None:
        """Read it in a thread: a long match takes a moment to be played through."""
        self.busy = t("Opening ...")

        def read() -> None:
            try:
                reel = kept.open()
            except Lost as lost:
                self.app.call_from_thread(self._failed, str(lost))
            else:
                self.app.call_from_thread(self._replay, reel)

        self.run_worker(read, thread=True)

    def _failed(self, text: str) -> None:
        self.busy, self.notice = "", text
        self.paint()

    def _replay(self, reel: Reel) -> None:
        self.busy = ""
        if self.app.screen is self:
            self.app.push_screen(ReplayScreen(self.ctx, reel))

    def press(self, name: str) -> None:
        if name == "path":
            self._ask_path()
        else:
            super().press(name)

    def _ask_path(self) -> None:
        line = self.query_one("#path", Line)
        line.value = line.value or f"{Path.cwd()}/"
        self.open_line("path")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.close_line("path")
        if path := event.value.strip():
            self._open(archive.typed(path))
        self.paint()

    def on_entry_given_up(self, event: Entry.GivenUp) -> None:
        self.close_line("path")

    # --- what is said -------------------------------------------------------------------------

    def heading(self) -> str:
        return t("Replays")

    def empty(self) -> str:
        return t(
            "No match has ended here yet, and this folder has no record. / opens one that is "
            "elsewhere."
        )

    def asks(self) -> Prompt:
        return Prompt(t("Enter replays it."), "mine", self._kept[self.cursor].whole)

    def more_keys(self) -> Sequence[str]:
        return ("path",)
