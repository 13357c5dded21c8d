"""What the host may do with a running table, and a watcher with a bot's seat: one-line questions.

Hides: what is offered to whom when. The server decides; this only keeps senseless offers away.
Must not know: screens, which key opens the menu.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import Seat
from netcore.wire import messages as m
from tui.boards.base import Choice, Question, digit
from tui.i18n import c, t
from tui.keymap import shown
from tui.room import Room
from tui.text import words
from tui.text.refusals import refusal


class TableMenu:
    """Builds the questions; an answer is sent, or `ask`s the next one."""

    def __init__(
        self,
        room: Room,
        send: Callable[[Any], object],
        ask: Callable[[Question], None],
        *,
        reachable: bool,
    ) -> None:
        """Look at a room.

        Args:
            room: What is known of the table.
            send: Asks the server for something.
            ask: Asks the player.
            reachable: Others can come to this table.
        """
        self._room = room
        self._send = send
        self._ask = ask
        self._reachable = reachable

    def any(self) -> bool:
        """Return whether there is something to offer."""
        return bool(self._room.lobby and self._choices(self._room.lobby))

    def can_sit(self) -> bool:
        """Return whether this is a watcher for whom there is a seat."""
        return self._room.me is None and bool(self._free())

    def can_give(self) -> bool:
        """Return whether the host has a seat to give, and somebody watches."""
        lobby = self._room.lobby
        return bool(self._room.host and lobby and lobby.watchers and self._free())

    def unlocks(self) -> str:
        """Tell the host of a locked table how people are let in again; empty: it is not locked."""
        lobby = self._room.lobby
        if not self._room.host or lobby is None or not lobby.locked:
            return ""
        return t("The table is locked: {key}, then l, lets people in.", key=shown("menu"))

    def open(self) -> str:
        """Ask what to do; return why not, if there is nothing."""
        lobby = self._room.lobby
        choices = self._choices(lobby) if lobby else []
        if choices:
            nothing = Choice(("n",), c("menu", "nothing"), lambda: None)
            self._ask(Question(t("Table:"), (*choices, nothing), lambda: True))
            return ""
        if self._room.host:
            return t("There is nothing to choose now.")
        return refusal("host-only" if self._room.me is not None else "not-a-bot")

    def take_seat(self) -> str:
        """Ask which seat to take; return why not, if there is none or one is had."""
        if self._room.me is not None:
            return refusal("already-seated")
        seats = self._free()
        if not seats:
            return t("No seat is free: there is no bot to make room.")
        choices = [
            Choice((digit(seat + 1),), self._seat_name(seat), self._then(m.TakeSeat(seat)))
            for seat in seats
        ]
        self._ask(Question(t("Which seat?"), tuple(choices), lambda: True))
        return ""

    def remove(self, bots: bool) -> str:
        """Ask whom to remove, bots too where they can be; return why not."""
        choices: list[Choice] = []
        for seat in self._others(bots):
            assert self._room.lobby is not None
            bot = self._room.lobby.seats[seat].kind == "bot"
            request = m.RemoveBot(seat) if bot else m.Kick(seat)
            choices.append(Choice((digit(seat + 1),), self._name(seat), self._then(request)))
        if not choices:
            return t("There is nobody to remove.")
        text = t("Remove whom?") if bots else t("Remove whom? A bot plays on.")
        self._ask(Question(text, tuple(choices), lambda: True))
        return ""

    # --- what is offered ----------------------------------------------------------------

    def _choices(self, lobby: m.Lobby) -> list[Choice]:
        choices: list[Choice] = []
        if self._room.host:
            choices += self._for_host(lobby)
        if self.can_sit() and self._room.stands is None:
            choices.append(Choice(("t",), t("take a seat"), self.take_seat))
        return choices

    def _for_host(self, lobby: m.Lobby) -> list[Choice]:
        if self._room.stands is not None:
            return []  # nothing of this is done before something can be written again
        choices: list[Choice] = []
        if lobby.phase in ("deal", "between"):
            text = t("go on") if lobby.paused else t("pause")
            choices.append(Choice(("p",), text, self._then(m.Pause(not lobby.paused))))
        if lobby.phase in ("between", "won"):
            between = lobby.phase == "between"
            text = words.next_deal(lobby.game) if between else t("rematch")
            choices.append(Choice(("d",), text, self._then(m.Start())))
        if lobby.locked or self._may_be_joined(lobby):
            text = t("let people in") if lobby.locked else t("lock")
            choices.append(Choice(("l",), text, self._then(m.Lock(not lobby.locked))))
        if self.can_give():
            choices.append(Choice(("g",), t("give a seat"), self._ask_who))
        if self._others(bots=False):
            choices.append(Choice(("k",), t("remove a player"), self._ask_kick))
        if lobby.phase in ("deal", "between"):
            choices.append(Choice(("e",), t("end the match"), self._ask_end))
        elif lobby.phase == "won":
            choices.append(Choice(("e",), t("to the lobby"), self._then(m.End())))
        return choices

    def _may_be_joined(self, lobby: m.Lobby) -> bool:
        """Tell whether somebody could come who is to be kept out; a table for bots has no door."""
        return self._reachable or bool(lobby.watchers or self._others(bots=False))

    def _ask_who(self) -> None:
        """Ask which watcher is to have a seat, if there are several."""
        watchers = self._room.lobby.watchers if self._room.lobby else ()
        if len(watchers) == 1:
            self._ask_where(watchers[0])
            return
        choices = [
            Choice((digit(i),), name, self._where(name)) for i, name in enumerate(watchers[:9], 1)
        ]
        self._ask(Question(t("A seat for whom?"), tuple(choices), lambda: True))

    def _where(self, who: str) -> Callable[[], None]:
        return lambda: self._ask_where(who)

    def _ask_where(self, who: str) -> None:
        choices = [
            Choice((digit(seat + 1),), self._seat_name(seat), self._then(m.Give(who, seat)))
            for seat in self._free()
        ]
        self._ask(Question(t("Which seat for {who}?", who=who), tuple(choices), lambda: True))

    def _ask_kick(self) -> None:
        self.remove(bots=False)

    def _ask_end(self) -> None:
        choices = (
            Choice(("y",), t("end it, all go to the lobby"), self._then(m.End())),
            Choice(("n",), t("play on"), lambda: None),
        )
        self._ask(Question(t("End the match for everybody?"), choices, lambda: True))

    # --- seats ----------------------------------------------------------------------------

    def _others(self, bots: bool) -> list[Seat]:
        kinds = ("human", "bot") if bots else ("human",)
        seats = self._room.lobby.seats if self._room.lobby else ()
        return [i for i, one in enumerate(seats) if one.kind in kinds and i != self._room.me]

    def _free(self) -> list[Seat]:
        """Return the seats that a watcher may ask for."""
        lobby = self._room.lobby
        if lobby is None:
            return []
        kinds = ("open", "bot") if lobby.phase == "lobby" else ("bot",)
        return [i for i, one in enumerate(lobby.seats) if one.kind in kinds]

    def _name(self, seat: Seat) -> str:
        return self._room.name_of(seat)

    def _seat_name(self, seat: Seat) -> str:
        lobby = self._room.lobby
        free = lobby is None or lobby.seats[seat].kind == "open"
        return t("free") if free else t("{name}'s (bot)", name=self._name(seat))

    def _then(self, request: Any) -> Callable[[], None]:
        def then() -> None:
            self._send(request)

        return then
