"""What comes in, said in lines: who did what, whose turn it is, what can be chosen.

Hides: what was said before, so that nothing is said twice. Must not know: what is typed.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from engine.king import KingView
from engine.match import DealScored
from engine.uno.state import UnoView
from netcore.client.shell import (
    Audited,
    Client,
    ClientEvent,
    Closed,
    Reconnected,
    Reconnecting,
)
from netcore.wire.messages import (
    Ack,
    Authed,
    Bye,
    ByeCode,
    Emoted,
    Lobby,
    Nak,
    Note,
    NoteCode,
    Ping,
    Pong,
    Refused,
    Said,
    Seated,
    Start,
    TableList,
    Update,
    Welcome,
)
from tui.i18n import t
from tui.plain.lines import say
from tui.plain.numbers import LATE, Numbers
from tui.text import emotes, say_audit, say_king, say_result
from tui.text.choices import choices, situation
from tui.text.refusals import refusal
from tui.text.rulewords import changed, differs, rules_of, setting
from tui.text.say import say_events, say_note
from tui.text.say_together import is_opening
from tui.text.words import Voice, next_deal, together, use_call

_KEPT_LINES: Final = 30
"""So many lines `log` shows."""


class Teller:
    """Tells one player what happens at the table.

    Attributes:
        numbers: What can be chosen now, as it was last listed.
        log: The newest lines of what happened, the oldest first.
    """

    def __init__(
        self,
        client: Client,
        autostart: bool,
        *,
        keepable: bool = False,
        people: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take a seat's place.

        Args:
            client: The seat.
            autostart: The first deal begins at once.
            keepable: The table is the player's own, and can go on without this program.
            people: Somebody types, and is no faster than people are.
            now: The time.
        """
        self.numbers = Numbers(now, LATE if people else 0)
        self.log: deque[str] = deque(maxlen=_KEPT_LINES)
        self._client = client
        self._keepable = keepable
        self._autostart = self._alone = autostart
        self._starting = False
        self._shown: tuple[str, ...] = ()
        self._asked = 0
        self._lobby: Lobby | None = None
        self._king: KingView | None = None
        self._alarm = ""
        self._told: dict[str, str] = {}
        self._turn_told = False

    @property
    def kept(self) -> bool:
        """Whether a match runs that nobody else plays in: it is kept, not left."""
        lobby = self._lobby
        return self._alone and lobby is not None and lobby.phase in ("deal", "between")

    @property
    def mine(self) -> bool:
        """Whether the table waits for this player."""
        client = self._client
        if client.lobby is None or client.view is None or client.seat is None:
            return False
        return client.lobby.phase == "deal" and client.view.game.turn == client.seat

    def tell(self, event: ClientEvent) -> None:
        """Say what has come, if it is to be said."""
        match event:
            case Lobby():
                self._tell_lobby(event)
            case Update():
                self._tell_update(event)
            case Nak():
                say(refusal(event.code, event.detail))
                self._asked = 0
                self._offer()
            case Refused():
                say(refusal(event.code, event.detail))
            case Said(who=who, text=text):
                self._log(f"<{who}> {text}")
            case Emoted(who=who, code=said):
                self._log(f"<{who}> {emotes.text(said)}")
            case Note(code=NoteCode.JOINED, detail={"seat": seat}) if seat == self._client.seat:
                pass  # Seated has said it
            case Note(code=code, detail=detail):
                self._log(say_note(code, detail, self._client.seat, self._client.name))
                if code is NoteCode.ENDED and self._client.view is not None:
                    self._log(say_result.totals(self._client.view.scores, self._voice()))
            case Audited():
                if say_audit.is_alarming(event):
                    self._alarm = self._alarm or say_audit.say_audit(event, self._game)
                self._log(say_audit.say_audit(event, self._game))
            case Seated(seat=seat, name=name):
                if seat is None:
                    say(t("You watch as {name}.", name=name))
                else:
                    say(t("You are {name}, on seat {seat}.", name=name, seat=seat + 1))
                say(t("help lists what can be typed, q leaves."))
            case Reconnecting(wait=wait):
                say(t("The connection is lost. Next try in {wait} s.", wait=f"{wait:.1f}"))
            case Reconnected():
                say(t("The connection is back."))
            case Bye(code=ByeCode.SHUTDOWN, detail={"resume": 1}):
                say(t("The server has stopped. The table is kept; waiting for it."))
            case Ack() | Authed() | TableList() | Bye() | Welcome() | Ping() | Pong() | Closed():
                pass

    def _tell_lobby(self, lobby: Lobby) -> None:
        before, self._lobby = self._lobby, lobby
        use_call(lobby.preset)
        if before is None:
            say(t("{text}.", text=setting(lobby)))
            say(differs(lobby))
            if lobby.timer:
                say(t("{text}.", text=t("{count} s to act", count=lobby.timer)))
        say(changed(before, lobby))
        say(say_king.changed(before, lobby))
        if before is not None and lobby.shuffling and lobby.shuffling != before.shuffling:
            say(together([say_audit.shuffling(lobby, self._name), say_audit.cancelled(lobby)]))
        if lobby.phase == "deal":
            self._starting = False
            return
        self.numbers.give(())
        if before is None or before.phase != lobby.phase:
            self._told.clear()
        if self._autostart and self._client.host and lobby.phase == "lobby":
            self._autostart, self._starting = False, True
            self._client.send(Start())
        if self._starting:
            return
        if lobby.phase == "lobby":
            names = [seat.name or t("free") for seat in lobby.seats]
            self._say_anew("seats", t("Seats: {names}.", names=t(", ").join(names)))
        mine = self._client.seat
        if lobby.phase == "between" and mine is not None and lobby.seats[mine].ready:
            self._say_anew("hint", t("You are ready."))
        else:
            self._say_anew("hint", self._hint(lobby))

    def _say_anew(self, about: str, text: str) -> None:
        """Say it where it is not what was said of that last in this phase of the table."""
        if self._told.get(about) != text:
            self._told[about] = text
            say(text)

    def _hint(self, lobby: Lobby) -> str:
        if self._client.host and lobby.phase == "lobby":
            keep = t("keep leaves and lets the table go on.") if self._keepable else ""
            start = t("Type start to begin, bot to add a bot, /rules for the rules.")
            return together([start, keep])
        if self._client.host and lobby.phase == "won":
            return t("Type start to play again, quit to leave.")
        if lobby.phase == "between" and self._client.seat is not None:
            return t("Type ready for the {next}.", next=next_deal(lobby.game))
        return ""

    def _name(self, seat: int) -> str:
        return self._voice().name(seat)

    def _tell_update(self, update: Update) -> None:
        voice = self._voice()
        if update.missed:
            say(t("Some moves were missed."))
        game = update.view.game
        mine = voice.me is not None and game.turn == voice.me
        for event, text in say_events(update.events, voice.names, voice.me, voice.rules):
            if isinstance(event, DealScored):
                for line in say_result.why(game, voice):
                    say(line)
            if not (mine and is_opening(event)):  # the cards are listed in a moment
                self._log(text)
        for line in say_king.news(self._king, update.king, update.events, voice):
            say(line)
        self._king = update.king
        say(self._alarm)  # it must not scroll away
        self._offer()

    def _log(self, text: str) -> None:
        """Say what happened, and keep it for `log`."""
        if text:
            self.log.append(text)
        say(text)

    def _offer(self) -> None:
        """List what can be done now, when it is not what was listed last."""
        client = self._client
        lobby, view = client.lobby, client.view
        if lobby is None or view is None or lobby.phase != "deal":
            return
        voice = self._voice()
        can = choices(lobby.game, view.game, voice)
        self.numbers.give(can)
        texts = tuple(choice.text for choice in can)
        mine = view.game.turn == client.seat and client.seat is not None
        goes_on = self._turn_told and isinstance(view.game, UnoView) and view.game.phase == "drawn"
        self._turn_told = mine
        if texts and texts == self._shown and (not mine or self._asked == client.n):
            return
        self._shown, self._asked = texts, client.n
        if not texts:
            return
        if mine and not goes_on:
            for line in situation(view.game, voice):
                say(line)
            say(t("Your turn."))
        self.list_choices()

    def list_choices(self) -> None:
        """List what can be done now, whatever was listed last."""
        for number, choice in enumerate(self.numbers.listed, 1):
            say(f"{number}) {choice.text}")
        if self.numbers.others:
            say(t("… or type one of {count} others.", count=self.numbers.others))

    def list_punishments(self) -> None:
        """Say who owes one."""
        say(say_king.say_all_owed(self._king, self._voice()))

    @property
    def _game(self) -> str:
        return self._client.lobby.game if self._client.lobby else ""

    def _voice(self) -> Voice:
        lobby = self._client.lobby
        names = () if lobby is None else tuple(seat.name for seat in lobby.seats)
        return Voice(names, self._client.seat, None if lobby is None else rules_of(lobby))
