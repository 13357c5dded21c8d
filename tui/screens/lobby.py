"""Before the game: who sits where, what is played by which rules, how others join, chat.

Hides: what only the host may do (the server decides; the keys are shown to the host alone).
Must not know: the rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from textual.app import ComposeResult

from engine.game import BadRules
from engine.games import GAMES
from netcore.wire import messages as m
from tui.boards.base import Choice, Prompt, Question
from tui.context import Context
from tui.drawing import lobby_picture, logview, pictures
from tui.drawing.canvas import Canvas
from tui.drawing.layout import LEAST, NOWHERE, Place
from tui.drawing.logview import LogView
from tui.i18n import n, t
from tui.keymap import shown
from tui.rules import ownrules, rulesets
from tui.rules.ruledraft import setup
from tui.screens import punished
from tui.screens.base import Spot
from tui.screens.chatting import Chatting
from tui.text import rulewords, say_king, words
from tui.text.refusals import refusal, reworded
from tui.widgets.painter import Painter

_GLANCE: Final = 3
"""Rows of the log below which the footer tells how to see it whole."""
_BOX: Final = 14
"""Rows that seats and rules have at most where the screen is not tall."""


class LobbyScreen(Chatting):
    """The table before and between matches."""

    places = ("lobby",)
    chosen = ""
    """The ruleset that was chosen last."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.logview = LogView()
        self._arranged: dict[str, Place] = {}

    def compose(self) -> ComposeResult:
        for name in ("status", "seats", "rules", "invites", "log", "prompt", "keys"):
            yield Painter(name, getattr(self, f"_draw_{name}"), self.ctx.palette)
        yield self.chat_entry()

    def place(self) -> None:
        width, height = self.size
        if width < LEAST[0] or height < LEAST[1]:
            places = {"prompt": Place(0, 0, width, height)}
        else:
            places = self._places(width, height)
        if places == self._arranged:
            return
        self._arranged = places
        for painter in self.painters():
            painter.put_at(places.get(painter.id or "", NOWHERE))
        self.call_after_refresh(self.paint)

    def _places(self, width: int, height: int) -> dict[str, Place]:
        if self.logview.on:
            return {
                "status": Place(0, 0, width, 1),
                "log": Place(0, 1, width, height - 4),
                "prompt": Place(0, height - 3, width, 2),
                "keys": Place(0, height - 1, width, 1),
            }
        lines = min(len(self._invites()), 3 if height >= 20 else 1)
        lines += bool(self.ctx.fingerprint and height >= 20)
        body = height - 4 - lines
        left = width // 2 if width >= 60 else width - width // 3
        box = min(body, self._box(width - left, height))
        return {
            "status": Place(0, 0, width, 1),
            "seats": Place(0, 1, left, box),
            "rules": Place(left, 1, width - left, box),
            "invites": Place(0, 1 + box, width, lines),
            "log": Place(0, 1 + box + lines, width, body - box),
            "prompt": Place(0, height - 3, width, 2),
            "keys": Place(0, height - 1, width, 1),
        }

    def _box(self, width: int, height: int) -> int:
        """Return the rows of seats and rules: as many as they need, so that the log has the rest.

        `width`: of the rules.
        """
        lobby, most = self.ctx.room.lobby, max(_BOX, height // 2)
        if lobby is None:
            return _BOX
        if height < 20:
            most = height - 4 - _GLANCE
            return max(lobby_picture.seats_rows(len(lobby.seats), 0), most)
        needed = lobby_picture.seats_rows(len(lobby.seats), most)
        return min(most, max(needed, lobby_picture.rules_rows(width, lobby)))

    def take(self, message: Any) -> None:
        if isinstance(message, m.Refused):
            self.notice = refusal(message.code.value, message.detail)
        if isinstance(message, m.Lobby):
            self.place()
        self.paint()

    # --- keys -------------------------------------------------------------------------

    def press(self, name: str) -> None:
        lobby, host = self.ctx.room.lobby, self.ctx.room.host
        if lobby is None or name in ("help", "chat", "quit", "menu"):
            super().press(name)
        elif name == "log" or (name == "cancel" and self.logview.on):
            self._open_log(not self.logview.on)
        elif self.logview.on:
            self.logview.press(name)
        elif name == "ready":
            self._ready(lobby)
        elif name == "edit":
            self._go("rules")
        elif name in ("mild", "punishments"):
            self.notice = punished.in_lobby(self.ctx, name)
        elif name == "watchers":
            self.notice = self._who_watches(lobby)
        elif name == "take":
            self.notice = self.menu.take_seat()
        elif name in ("start", "addbot", "remove", "game", "rules", "seats"):
            if host:
                self._as_host(name, lobby)
            else:
                self.notice = refusal("host-only")

    def _open_log(self, on: bool) -> None:
        self.logview.open(on)
        self.place()

    def wheel(self, name: str, by: int) -> None:
        if self.logview.on or name == "log":
            self.logview.wheel(by)

    def clicked(self, name: str, spot: Spot) -> None:
        """Look at the rules, say to be ready, or let a bot sit down, by what is pointed at."""
        lobby, room = self.ctx.room.lobby, self.ctx.room
        if name == "log" or (name == "rules" and lobby is not None):
            self.press("log" if name == "log" else "edit")
        if name != "seats" or lobby is None:
            return
        seats = len(lobby.seats)
        if spot.y == 0 or lobby_picture.watchers_at(spot.y, spot.height, seats):
            self.press("watchers")
            return
        seat = lobby_picture.seat_at(*spot, seats)
        if seat is not None and seat == room.me:
            self.press("ready")
        elif seat is not None and lobby.seats[seat].kind == "open":
            self.press("take" if room.me is None else "addbot")

    def _who_watches(self, lobby: m.Lobby) -> str:
        """Name who watches; the host is told how one of them is given a seat."""
        if not lobby.watchers:
            return t("Nobody watches.")
        give = t("{key}, then g: a seat for one of them.", key=shown("menu", "lobby"))
        who = lobby_picture.who_watches(lobby.watchers)
        return words.together([who, give if self.menu.can_give() else ""])

    def _ready(self, lobby: m.Lobby) -> None:
        me = self.ctx.room.me
        if me is not None:
            self.ctx.send(m.Ready(not lobby.seats[me].ready))

    def _as_host(self, name: str, lobby: m.Lobby) -> None:
        match name:
            case "start":
                self.ctx.send(m.Start())
            case "addbot":
                self.ctx.send(m.AddBot("normal"))
            case "remove":
                self.notice = self.menu.remove(bots=True)
            case "game":
                self._instead(lobby, self._next_game)
            case "rules":
                self._instead(lobby, self._next_ruleset)
            case "seats":
                self._more_seats(lobby)

    def _instead(self, lobby: m.Lobby, change: Callable[[m.Lobby], None]) -> None:
        """Put other rules in the place of these; ask first where changes would be lost."""
        rules = rulewords.rules_of(lobby)
        if rules is not None:
            there_are, _ = ownrules.for_game(lobby.game, rulesets.folder())
            found, count = rulewords.nearest(lobby.game, lobby.preset, rules, there_are)
        if rules is None or not count:
            change(lobby)
            return
        room = self.ctx.room  # the table may have changed when the answer comes
        drop = Choice(("y",), t("drop them"), lambda: change(room.lobby or lobby))
        keep = Choice(("n",), t("keep them"), lambda: None)
        text = t("That drops the changes to {name}.", name=words.preset(found.name))
        self.asked = Question(text, (drop, keep), lambda: True)

    def _next_game(self, lobby: m.Lobby) -> None:
        games = list(GAMES)
        game = games[(games.index(lobby.game) + 1) % len(games)]
        base = rulewords.usual(game)
        self._setup(lobby, game, base, GAMES[game].presets[base])

    def _next_ruleset(self, lobby: m.Lobby) -> None:
        there_are, _ = ownrules.for_game(lobby.game, rulesets.folder())
        rules = rulewords.rules_of(lobby)
        chosen = rulewords.following(there_are, lobby.preset, rules, self.chosen)
        self.chosen = chosen.name
        self._setup(lobby, lobby.game, chosen.base, chosen.rules)

    def _more_seats(self, lobby: m.Lobby) -> None:
        rules = rulewords.rules_of(lobby)
        least, most = GAMES[lobby.game].seat_range(rules)
        seats = len(lobby.seats) + 1
        wanted = least if seats > most else seats
        self._setup(lobby, lobby.game, lobby.preset, rules, wanted)

    def _setup(self, lobby: m.Lobby, game: str, base: str, rules: Any, seats: int = 0) -> None:
        try:
            self.ctx.send(setup(lobby, game, base, rules, seats))
        except BadRules as error:
            self.notice = reworded(error)

    # --- pictures ---------------------------------------------------------------------

    def _draw_status(self, width: int, height: int) -> Canvas:
        room = self.ctx.room
        parts = [t("Lobby"), room.name, room.table]
        if room.lobby is not None and room.lobby.locked:
            parts.append(t("locked"))
        return pictures.title(width, parts, [], self.ctx.pen, room.warning)

    def _draw_seats(self, width: int, height: int) -> Canvas:
        lobby = self.ctx.room.lobby
        if lobby is None:
            return Canvas(width, height)
        return lobby_picture.seats(width, height, lobby, self.ctx.room.me, self.ctx.pen)

    def _draw_rules(self, width: int, height: int) -> Canvas:
        lobby = self.ctx.room.lobby
        if lobby is None:
            return Canvas(width, height)
        return lobby_picture.rules(width, height, lobby, self.ctx.room.me is not None, self.ctx.pen)

    def _draw_invites(self, width: int, height: int) -> Canvas:
        words = self.ctx.fingerprint if self.size.height >= 20 else ""
        return lobby_picture.invites(width, height, self._invites(), words)

    def _invites(self) -> tuple[str, ...]:
        return self.ctx.invites if self.ctx.room.host else ()

    def _draw_log(self, width: int, height: int) -> Canvas:
        framed = height >= 5 and width >= 56
        lines = list(self.ctx.room.log)
        return self.logview.draw(width, height, lines, self.ctx.pen, framed=framed)

    def _draw_prompt(self, width: int, height: int) -> Canvas:
        if self.size.width < LEAST[0] or self.size.height < LEAST[1]:
            return pictures.too_small(width, height)
        looked = self.logview.prompt("lobby") if self.logview.on else None
        return pictures.prompt(width, height, self.said() or looked or self._prompt())

    def _prompt(self) -> Prompt:
        lobby = self.ctx.room.lobby
        if lobby is None:
            return Prompt("", "wait")
        if missing := self._missing(lobby):
            text = n("{count} player is missing.", "{count} players are missing.", missing)
            more = t("{key} adds a bot.", key=shown("addbot")) if self.ctx.room.host else ""
            return Prompt(text, "wait", words.together([more, self.menu.unlocks()]))
        if self.ctx.room.host:
            playing = rulewords.setting(lobby)
            if late := self._not_ready(lobby):
                text = n("{names} is not ready; Enter starts {playing} anyway.",
                         "{names} are not ready; Enter starts {playing} anyway.",
                         len(late), names=words.listed(late), playing=playing)  # fmt: skip
                return Prompt(text, "mine", self.menu.unlocks())
            text = t("Enter starts {playing}.", playing=playing)
            return Prompt(text, "mine", self.menu.unlocks())
        me = self.ctx.room.me
        if me is not None and not lobby.seats[me].ready:
            return Prompt(
                t("{key}: I am ready. The host starts the game.", key=shown("ready")), "mine"
            )
        free = self.menu.can_sit()
        sit = t("{key}: take a seat.", key=shown("take")) if free else ""
        return Prompt(t("The host starts the game."), "wait", sit)

    @staticmethod
    def _missing(lobby: m.Lobby) -> int:
        """Return how many players it takes before the game can begin."""
        taken = sum(seat.kind != "open" for seat in lobby.seats)
        rules = rulewords.rules_of(lobby)
        return 0 if rules is None else max(0, GAMES[lobby.game].seat_range(rules)[0] - taken)

    def _not_ready(self, lobby: m.Lobby) -> list[str]:
        """Return who sits here and has not said to be ready."""
        return [
            self.ctx.room.name_of(i)
            for i, seat in enumerate(lobby.seats)
            if seat.kind == "human" and not seat.ready and i != lobby.host
        ]

    def _draw_keys(self, width: int, height: int) -> Canvas:
        if self.logview.on:
            return self.footer(width, logview.KEYS, {})
        room = self.ctx.room
        ids = ["take"] if self.menu.can_sit() else []
        ids += ["ready"] if room.me is not None and not room.host else []
        if room.host and room.lobby is not None:
            ids += [] if self._missing(room.lobby) else ["start"]
            ids += ["addbot"] if any(one.kind == "open" for one in room.lobby.seats) else []
            others = any(
                one.kind != "open" for i, one in enumerate(room.lobby.seats) if i != room.me
            )
            ids += ["edit", "rules", "game", *(["remove"] if others else [])]
            ids += [*(["menu"] if self.menu.any() else []), "seats"]
        else:
            ids.append("edit")
        if room.lobby is not None and say_king.setting(room.lobby):
            ids += ["mild"] if room.me is not None and say_king.may_be_mild(room.lobby) else []
            ids += ["punishments"] if room.host else []
        ids += ["watchers"] if room.lobby is not None and room.lobby.watchers else []
        ids += ["log"] if self.query_one("#log", Painter).size.height < _GLANCE else []
        ids += ["chat", "help", "quit"]
        ready = room.lobby is not None and room.me is not None and room.lobby.seats[room.me].ready
        return self.footer(width, ids, {"ready": t("not ready")} if ready else {})
