"""The rules of the table, option by option: to be looked at by all, changed by the host.

Hides: which key does what to which option, and what is said of it. Must not know: what any option
does, what of it the table has been asked for (`offer`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

from engine.game import BadRules
from engine.games import GAMES
from engine.rulefile import Ruleset, known_rulesets
from netcore.client.shell import Reconnected
from netcore.wire import messages as m
from tui.boards.base import Choice, Prompt, Question
from tui.context import Context
from tui.drawing import pictures, rules_picture
from tui.drawing.canvas import Canvas
from tui.drawing.layout import LEAST, NOWHERE, explained
from tui.drawing.rules_picture import Row
from tui.faces import Faces
from tui.i18n import t
from tui.keymap import shown
from tui.rules import ownrules, rulesets
from tui.rules.offer import Offer
from tui.rules.ruledraft import Draft, kinds, read, stepped
from tui.screens.base import Painted, Spot
from tui.text import rulelines, rulewords, words
from tui.text.refusals import refusal, reworded
from tui.widgets.entry import Entry, Line
from tui.widgets.painter import Painter

Asking: TypeAlias = Literal["", "filter", "number", "name"]
"""What the line that is typed into is for."""

_CHANGES: Final = ("previous", "next", "change", "preset", "ruleset", "undo")


class RulesScreen(Painted):
    """A list of options over the lobby."""

    places = ("rules",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        lobby = context.room.lobby
        assert lobby is not None
        self.offer = Offer(lobby)
        self.at = kinds(lobby.game)[0].name
        self.top = 0
        self.filter = ""
        self.faces: Faces | None = None
        self.asking: Asking = ""
        self.info = ""
        self.chosen = ""
        self.own: list[Ruleset] = []
        self._read_own()

    def _read_own(self) -> None:
        there_are, wrong = ownrules.for_game(self.draft.game, rulesets.folder())
        self.rulesets = there_are
        self.own = [one for one in there_are if one.name not in known_rulesets()]
        rulewords.know(self.own)
        self.notice = wrong[0] if wrong else ""

    # --- facts ------------------------------------------------------------------------

    @property
    def draft(self) -> Draft:
        """The rules as they are here."""
        return self.offer.draft

    @property
    def may(self) -> bool:
        """This player may change the rules."""
        return self.ctx.room.host

    def rows(self) -> list[Row]:
        """Return the options that are shown."""
        usual = GAMES[self.draft.game].presets[rulewords.usual(self.draft.game)]
        plays = self.offer.plays
        bad = self.offer.dirty and bool(self.offer.wrong())
        shown: list[Row] = []
        for kind in kinds(self.draft.game):
            value = self.draft.values[kind.name]
            open_ = bad and value != getattr(plays, kind.name, value)
            row = Row(kind, value, getattr(usual, kind.name), open_)
            if self._fits(row):
                shown.append(row)
        return shown

    def _fits(self, row: Row) -> bool:
        wanted = self.filter.lower()
        said = (rulewords.option(row.kind.name), rulewords.value(row.value), t(row.kind.about))
        return not wanted or wanted in " ".join((row.kind.name, *said)).lower()

    def _cursor(self, rows: list[Row]) -> int:
        return next((i for i, row in enumerate(rows) if row.kind.name == self.at), 0)

    def row(self) -> Row | None:
        """Return the option under the cursor."""
        rows = self.rows()
        return rows[self._cursor(rows)] if rows else None

    # --- place ------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        for name in ("status", "options", "about", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)
        line = Line("line", "", 60)
        line.select_on_focus = False  # the digit that opened it is not written over
        yield line

    def place(self) -> None:
        width, height = self.size
        places = explained("options", width, height, about=2 if height < 18 else 4)
        for painter in self.painters():
            painter.put_at(places.get(painter.id or "", NOWHERE))
        self.call_after_refresh(self.paint)

    # --- the server -------------------------------------------------------------------

    def take(self, message: Any) -> None:
        match message:
            case m.Lobby():
                self._follow(message)
            case m.Refused(about="setup", code=code, detail=detail):
                self.offer.lost()
                self.notice = refusal(code.value, detail)
                self._follow(self.offer.lobby)
            case Reconnected():
                self.offer.lost()
            case _:
                pass
        self.paint()

    def _follow(self, lobby: m.Lobby) -> None:
        game = self.draft.game
        self._send(self.offer.heard(lobby, may=self.may))
        if self.draft.game != game:
            self.at = kinds(lobby.game)[0].name
            self._read_own()

    def _send(self, request: m.Setup | None) -> None:
        if request is not None:
            self.ctx.send(request)

    # --- keys -------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if not isinstance(self.focused, Input):
            self.info = ""
        super().on_key(event)

    def first(self, key: str) -> bool:
        if self.faces is None:
            return False
        done = self.faces.press(key)
        if done:
            if done == "take" and self.row() is not None:
                self._put(self.at, self.faces.chosen())
            self.faces = None
        return True

    def press(self, name: str) -> None:
        if name in _CHANGES and not self.may:
            self.notice = refusal("host-only")
            return
        match name:
            case "up" | "down" | "page-up" | "page-down" | "home" | "end":
                self._move(name)
            case "previous" | "next" | "change":
                self._change(-1 if name == "previous" else 1, by_arrow=name != "change")
            case "preset":
                self._back_to_preset()
            case "ruleset":
                self._next_ruleset()
            case "undo":
                if self.draft.undo():
                    self._send(self.offer.ask())
                else:
                    self.notice = t("There is nothing to take back.")
            case "write":
                self._ask_name()
            case "filter":
                self.filter = ""
                self._open_line("filter")
            case "back":
                self._back()
            case _:
                super().press(name)

    def clicked(self, name: str, spot: Spot) -> None:
        """Choose an option; on the chosen one do what Enter does."""
        rows = self.rows()
        index = self.top + spot.y
        if name != "options" or self.faces is not None or index >= len(rows):
            return
        if self._cursor(rows) == index:
            self.press("change")
        self.at = rows[index].kind.name

    def letter(self, key: str) -> None:
        row = self.row()
        number = row is not None and not (row.kind.choices or row.kind.words)
        if number and key.isascii() and key.isdecimal():
            if self.may:
                self._open_line("number", key)
            else:
                self.notice = refusal("host-only")
        else:
            super().letter(key)

    def _back(self) -> None:
        if self.filter:
            self.filter = ""
        else:
            self._go("back")

    def _move(self, name: str) -> None:
        rows = self.rows()
        if not rows:
            return
        at, last = self._cursor(rows), len(rows) - 1
        page = max(1, self.size.height - 8)
        steps = {"up": -1, "down": 1, "page-up": -page, "page-down": page}
        wanted = {"home": 0, "end": last}.get(name, at + steps.get(name, 0))
        self.at = rows[min(max(0, wanted), last)].kind.name

    def _change(self, by: int, *, by_arrow: bool) -> None:
        row = self.row()
        if row is None:
            return
        self.at = row.kind.name
        if row.kind.words:
            self.faces = Faces(rulewords.option(self.at), row.kind.words, row.value)
        elif row.kind.choices or by_arrow:
            self._put(self.at, stepped(row.kind, row.value, by))
        else:
            self._open_line("number")

    def _put(self, name: str, value: Any) -> None:
        self.draft.put(**{name: value})
        self._send(self.offer.ask())

    def _named(self) -> str:
        if self.draft.rules is None:
            return t("a contradiction")
        return rulewords.title(self.draft.game, self.draft.base, self.draft.rules, self.own)

    def _nearest(self) -> tuple[Ruleset, int]:
        draft = self.draft
        rules = draft.rules or self.offer.plays
        return rulewords.nearest(draft.game, draft.base, rules, self.own)

    def _back_to_preset(self) -> None:
        found, count = self._nearest()
        name = words.preset(found.name)
        if not count and self.draft.rules is not None:
            self.info = t(
                "These are {name} just as written. {key}: the next ones.",
                name=name,
                key=shown("ruleset"),
            )
            return
        self._become(found)
        self.info = t("Back to {name}. {key} takes it back.", name=name, key=shown("undo", "rules"))

    def _next_ruleset(self) -> None:
        draft = self.draft
        rules = draft.rules or self.offer.plays
        chosen = rulewords.following(self.rulesets, draft.base, rules, self.chosen)
        self.chosen = chosen.name
        self._become(chosen)
        now = t("Now {name}.", name=words.preset(chosen.name))
        self.info = words.together([now, rulelines.in_a_line(chosen)])

    def _become(self, ruleset: Ruleset) -> None:
        self.draft.become(ruleset.base, ruleset.rules)
        self._send(self.offer.ask())

    # --- the line that is typed into ----------------------------------------------------

    def _open_line(self, asking: Asking, value: str = "") -> None:
        row = self.row()
        line = self.query_one("#line", Line)
        line.placeholder = ""
        if asking == "number" and row is not None:
            self.at = row.kind.name
            line.placeholder = str(row.value)
        self.asking = asking
        line.value = value
        line.cursor_position = len(value)
        self.open_line("line")

    def _close_line(self) -> None:
        self.asking = ""
        self.close_line("line")

    def on_input_changed(self, event: Input.Changed) -> None:
        if self.asking == "filter":
            self.filter = event.value.strip()
            self._choose_found()
            self.paint()

    def _choose_found(self) -> None:
        """Stand on the option that is called what was typed, rather than on one that holds it."""
        wanted = self.filter.lower()
        called = [one for one in self.rows() if wanted in self._names(one)]
        if wanted and called:
            self.at = called[0].kind.name

    @staticmethod
    def _names(row: Row) -> tuple[str, str]:
        return row.kind.name, rulewords.option(row.kind.name).lower()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        asking, value = self.asking, event.value.strip()
        self._close_line()
        match asking:
            case "number" if value:
                self._take_number(value)
            case "name" if value:
                self._take_name(value)
            case _:
                pass
        self.paint()

    def on_entry_given_up(self, event: Entry.GivenUp) -> None:
        if self.asking == "filter":
            self.filter = ""
        self._close_line()

    def _take_number(self, value: str) -> None:
        kind = next(one for one in kinds(self.draft.game) if one.name == self.at)
        try:
            self._put(kind.name, read(kind, value))
        except BadRules as error:
            self.notice = reworded(error)

    # --- the file -----------------------------------------------------------------------

    def _ask_name(self) -> None:
        if self.draft.rules is None:
            self.notice = self.draft.wrong
            return
        found, _ = self._nearest()
        self._open_line("name", found.name if found in self.own else "")

    def _take_name(self, name: str) -> None:
        try:
            path = ownrules.path_for(name, rulesets.folder())
        except ownrules.BadRulesName as error:
            self.notice = str(error)
            return
        if not path.exists():
            self._write(path)
            return
        choices = (
            Choice(("y",), t("write over it"), lambda: self._write(path)),
            Choice(("n",), t("leave it"), lambda: None),
        )
        self.asked = Question(t("{name} is there already.", name=path.name), choices, lambda: True)

    def _write(self, path: Path) -> None:
        draft = self.draft
        try:
            ownrules.write(path, ownrules.text(draft.game, draft.base, draft.rules))
        except OSError as error:
            why = reworded(error)
            self.notice = t("This file cannot be written: {why} ({path})", why=why, path=path)
            return
        self._read_own()
        if self.may:
            self._send(self.offer.rename())
        self.info = t("Written: {path}", path=path)

    # --- pictures -----------------------------------------------------------------------

    def _draw_status(self, width: int, height: int) -> Canvas:
        rows = self.rows()
        count = sum(row.differs for row in rows)
        right = [t("{count} of {all} differ", count=count, all=len(rows))]
        if self.filter:
            right.insert(0, t("with {text!r}", text=self.filter))
        left = [t("Rules"), words.game(self.draft.game), self._named()]
        return pictures.title(width, left, right, self.ctx.pen)

    def _draw_options(self, width: int, height: int) -> Canvas:
        rows = self.rows()
        cursor = self._cursor(rows)
        self.top = rules_picture.window(self.top, cursor, height, len(rows))
        names = rules_picture.longest_name(kinds(self.draft.game))
        return rules_picture.options(width, height, rows, cursor, self.top, self.ctx.pen, names)

    def _draw_about(self, width: int, height: int) -> Canvas:
        return rules_picture.about(width, height, self.row(), self.ctx.pen)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        if self.size.width < LEAST[0] or self.size.height < LEAST[1]:
            return pictures.too_small(width, height)
        return pictures.prompt(width, height, self._prompt())

    def _prompt(self) -> Prompt:
        if self.asking:
            return self._typing()
        if self.faces is not None:
            return Prompt(self.faces.line(), "ask", t("Space, Enter: done, Esc: back"))
        said = self.said()
        if said is not None:
            return said
        wrong = self.offer.wrong() if self.may else ""
        if wrong and self.offer.dirty:
            return Prompt(
                wrong,
                "warn",
                t("The table plays on as before; {key} takes it back.", key=shown("undo", "rules")),
            )
        if self.info:
            return Prompt(self.info, "wait")
        if not self.may:
            return Prompt(t("The host chooses the rules. Esc goes back."), "wait")
        return self._offer()

    def _offer(self) -> Prompt:
        """Say what Enter does to the option under the cursor."""
        row = self.row()
        if row is None:
            return Prompt(t("Esc shows all options."), "mine")
        name = rulewords.option(row.kind.name)
        if row.kind.words:
            return Prompt(t("Enter chooses the faces of {name}.", name=name), "mine")
        if not row.kind.choices:
            text = t("{name}: arrows, or a number and Enter.", name=name)
            return Prompt(text, "mine")
        value = rulewords.value(stepped(row.kind, row.value, 1))
        return Prompt(t("Enter makes {name} {value}.", name=name, value=value), "mine")

    def _typing(self) -> Prompt:
        match self.asking:
            case "filter":
                return Prompt(
                    t("Show options with this text. Enter keeps it, Esc shows all."), "ask"
                )
            case "number":
                name = rulewords.option(self.at)
                return Prompt(t("{name}: which number? Enter takes it.", name=name), "ask")
            case _:
                folder = rulesets.folder()
                text = t("Under which name are these rules to be written?")
                return Prompt(text, "ask", t("A file in {folder}. Esc: back", folder=folder))

    def _draw_keys(self, width: int, height: int) -> Canvas:
        if self.faces is not None:
            return self._keys(width, self.faces.footer())
        ids = [*self._changes(), *(["write"] if self.draft.rules is not None else [])]
        return self.footer(width, [*ids, "filter", "help", "back"], {})

    def _changes(self) -> list[str]:
        """Return the ids of what can be changed now, and by whom."""
        if not self.may:
            return []
        return [
            *(["change"] if self.row() is not None else []),
            *(["preset"] if self.draft.rules is None or self._nearest()[1] else []),
            "ruleset",
            *(["undo"] if self.draft.changed else []),
        ]
