"""The game as lines of text: one sentence for each event, numbered choices, answers on stdin.

Hides: how a line is understood. Nothing but text goes out, so it serves screen readers, dumb
terminals, serial lines and scripts. Must not know: screens, whose server it is.

    3              the choice with that number
    play r5 call   any action in the notation of records
    /pause         what is asked of the table (plain_commands); the slash may be left out
    /hello         chat
    help           all words
    keep           the host of an open table: leave and let it go on
End of input leaves the table politely.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import sys
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from engine.game import BadNotation
from engine.games import GAMES
from engine.king import KingView
from engine.uno.state import UnoView
from netcore.client import (
    Audited,
    Client,
    ClientEvent,
    Closed,
    ConnectFailed,
    Reconnected,
    Reconnecting,
    WhichTable,
)
from netcore.joincode import NO_CERTIFICATE
from netcore.limits import Kind
from netcore.messages import (
    MAX_NAME,
    Ack,
    Authed,
    Bye,
    ByeCode,
    Chat,
    ClientMessage,
    Emote,
    Emoted,
    Leave,
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
from tui import plain_commands
from tui.commands import exits
from tui.i18n import t
from tui.rules import ownrules, rulesets
from tui.tables.addresses import invites_of
from tui.tables.knock import Ask, other_machine, reach
from tui.text import emotes, fingerprint, say_audit, say_king, tablelist
from tui.text.choices import SHOWN, Choice, choices, situation
from tui.text.refusals import refusal
from tui.text.rulewords import changed, differs, rules_of, setting
from tui.text.say import say_events, say_note
from tui.text.say_together import is_opening
from tui.text.words import Voice, next_deal, together

_KEPT_LINES: Final = 30
"""So many lines `log` shows."""


def run(
    connect: Callable[[], Awaitable[Client]],
    where: str,
    *,
    autostart: bool,
    invites: Sequence[str] = (),
) -> int:
    """Play until the end of the table or of the input; return the exit code.

    Args:
        connect: Reaches the table.
        where: Its address, for messages.
        autostart: The first deal begins at once.
        invites: What others type to join.
    """
    _say_invites(invites)
    return asyncio.run(_run(connect, where, autostart, bool(invites)))


async def _run(
    connect: Callable[[], Awaitable[Client]], where: str, autostart: bool, keepable: bool
) -> int:
    lines = _read_lines()
    which: WhichTable | None = None
    client: Client | None = None
    try:
        client = await reach(connect, lambda question: _ask(question, lines))
    except WhichTable as several:
        which = several
    except ConnectFailed as failed:
        return exits.connect_failed(failed.code, failed.detail, where)
    if which is not None:
        client = await choose_table(which, lines)
    if client is None:
        return exits.OK
    if client.certificate != NO_CERTIFICATE:
        words = await asyncio.to_thread(fingerprint.words, client.certificate)
        _say(t("Fingerprint of this table: {words}", words=words))
    if client.host and not keepable and not autostart:  # who came back with `join`
        _say_invites(invites_of(*client.door))
    if client.elsewhere:
        _say(other_machine(client.elsewhere))
    ownrules.know(rulesets.folder())
    stopped_by: list[int] = []
    me = asyncio.current_task()
    assert me is not None

    def stop(number: int) -> None:
        stopped_by.append(number)
        me.cancel()

    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError, AttributeError):  # Windows
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, stop, number)
    try:
        return await PlainTable(client, autostart, lines, keepable=keepable).play()
    except asyncio.CancelledError:
        if not stopped_by:
            raise
        return 128 + stopped_by[0]
    finally:
        await client.close()


async def _ask(question: Ask, lines: asyncio.Queue[str | None]) -> str | None:
    """Ask a person; a script is not asked."""
    if not sys.stdin.isatty():
        return None
    for text in (*question.says, question.wants):
        _say(text)
    return await lines.get()


def _say_invites(invites: Sequence[str]) -> None:
    for invite in invites:
        _say(t("Others join with: {line}", line=invite))


async def choose_table(found: WhichTable, lines: asyncio.Queue[str | None]) -> Client | None:
    """Ask which of several tables, until one lets this player in; None: none at all."""
    while True:
        for number, info in enumerate(found.tables.tables, 1):
            _say(f"{number}) {tablelist.line(info)}")
        _say(t("Which table? A number, new NAME for a new one, list to look again, or quit."))
        line = await lines.get()
        word, _, rest = plain_commands.meant("quit" if line is None else line).partition(" ")
        try:
            if word == "quit":
                return None
            if word == "new" and rest.strip():
                return await found.again("", tablelist.new_table(rest.strip()[:MAX_NAME]))
            if word.isdecimal() and 0 < int(word[:9]) <= len(found.tables.tables):
                return await found.again(found.tables.tables[int(word) - 1].name, None)
            if word == "list":
                return await found.again("", None)
            _say(t("That is none of them."))
        except WhichTable as which:
            found = which
        except ConnectFailed as failed:
            _say(refusal(failed.code, failed.detail))


class PlainTable:
    """One player's table in lines."""

    def __init__(
        self,
        client: Client,
        autostart: bool,
        lines: asyncio.Queue[str | None] | None = None,
        *,
        keepable: bool = False,
    ) -> None:
        """Take a seat's place.

        Args:
            client: The seat.
            autostart: The first deal begins at once.
            lines: What is typed; None: stdin.
            keepable: The table is the player's own, and can go on without this program.
        """
        self._client = client
        self._input = lines
        self._keepable = keepable
        self._autostart = self._alone = autostart
        self._choices: list[Choice] = []
        self._shown: tuple[str, ...] = ()
        self._asked = 0
        self._lobby: Lobby | None = None
        self._king: KingView | None = None
        self._lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self._alarm = ""
        self._told: dict[str, str] = {}
        self._turn_told = False

    async def play(self) -> int:
        """Go on until the connection has ended for good; return the exit code."""
        lines = self._input or _read_lines()
        listening = asyncio.create_task(self._listen())
        try:
            while not listening.done():
                reading = asyncio.ensure_future(lines.get())
                await asyncio.wait({listening, reading}, return_when=asyncio.FIRST_COMPLETED)
                if not reading.done():
                    reading.cancel()
                    break
                typed = reading.result()
                line = None if typed is None else plain_commands.meant(typed)
                if self._keepable and line is not None and line.removeprefix("/") == "keep":
                    return exits.KEPT_OPEN
                if self._kept and (line is None or line.removeprefix("/") == "quit"):
                    _say(t("The match is kept. To go on with it: cardtui play --resume"))
                    return exits.OK
                await self._obey("quit" if line is None else line)
                if line is None:
                    break
            async with asyncio.timeout(5):
                return await listening
        except TimeoutError:
            return exits.OK
        finally:
            listening.cancel()

    @property
    def _kept(self) -> bool:
        """Whether a match runs that nobody else plays in: it is kept, not left."""
        lobby = self._lobby
        return self._alone and lobby is not None and lobby.phase in ("deal", "between")

    # --- what comes in ---

    async def _listen(self) -> int:
        async for event in self._client:
            if isinstance(event, Closed):
                if exits.ended(event.code) != exits.OK:
                    _say(refusal(event.code, event.detail))
                return exits.ended(event.code)
            self._tell(event)
        raise AssertionError("a client ends with Closed")

    def _tell(self, event: ClientEvent) -> None:
        match event:
            case Lobby():
                self._tell_lobby(event)
            case Update():
                self._tell_update(event)
            case Nak():
                _say(refusal(event.code, event.detail))
                self._asked = 0
                self._offer()
            case Refused():
                _say(refusal(event.code, event.detail))
            case Said(who=who, text=text):
                self._log(f"<{who}> {text}")
            case Emoted(who=who, code=said):
                self._log(f"<{who}> {emotes.text(said)}")
            case Note(code=NoteCode.JOINED, detail={"seat": seat}) if seat == self._client.seat:
                pass  # Seated has said it
            case Note(code=code, detail=detail):
                self._log(say_note(code, detail, self._client.seat, self._client.name))
            case Audited():
                if say_audit.is_alarming(event):
                    self._alarm = self._alarm or say_audit.say_audit(event)
                self._log(say_audit.say_audit(event))
            case Seated(seat=seat, name=name):
                if seat is None:
                    _say(t("You watch as {name}.", name=name))
                else:
                    _say(t("You are {name}, on seat {seat}.", name=name, seat=seat + 1))
                _say(t("help lists what can be typed, q leaves."))
            case Reconnecting(wait=wait):
                _say(t("The connection is lost. Next try in {wait} s.", wait=f"{wait:.1f}"))
            case Reconnected():
                _say(t("The connection is back."))
            case Bye(code=ByeCode.SHUTDOWN, detail={"resume": 1}):
                _say(t("The server has stopped. The table is kept; waiting for it."))
            case Ack() | Authed() | TableList() | Bye() | Welcome() | Ping() | Pong() | Closed():
                pass

    def _tell_lobby(self, lobby: Lobby) -> None:
        before, self._lobby = self._lobby, lobby
        if before is None:
            _say(t("{text}.", text=setting(lobby)))
            _say(differs(lobby))
        _say(changed(before, lobby))
        _say(say_king.changed(before, lobby))
        if before is not None and lobby.shuffling and lobby.shuffling != before.shuffling:
            _say(together([say_audit.shuffling(lobby, self._name), say_audit.cancelled(lobby)]))
        if lobby.phase == "deal":
            return
        self._choices = []
        if before is None or before.phase != lobby.phase:
            self._told.clear()
        if lobby.phase == "lobby":
            names = [seat.name or t("free") for seat in lobby.seats]
            self._say_anew("seats", t("Seats: {names}.", names=t(", ").join(names)))
            if self._autostart and self._client.host:
                self._autostart = False
                self._client.send(Start())
                return
        mine = self._client.seat
        if lobby.phase == "between" and mine is not None and lobby.seats[mine].ready:
            self._say_anew("hint", t("You are ready."))
        else:
            self._say_anew("hint", self._hint(lobby))

    def _say_anew(self, about: str, text: str) -> None:
        """Say it where it is not what was said of that last in this phase of the table."""
        if self._told.get(about) != text:
            self._told[about] = text
            _say(text)

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
            _say(t("Some moves were missed."))
        game = update.view.game
        mine = voice.me is not None and game.turn == voice.me
        rules = None if self._lobby is None else rules_of(self._lobby)
        for event, text in say_events(update.events, voice.names, voice.me, rules):
            if not (mine and is_opening(event)):  # the cards are listed in a moment
                self._log(text)
        for line in say_king.news(self._king, update.king, update.events, voice):
            _say(line)
        self._king = update.king
        _say(self._alarm)  # it must not scroll away
        self._offer()

    def _log(self, text: str) -> None:
        """Say what happened, and keep it for `log`."""
        if text:
            self._lines.append(text)
        _say(text)

    def _offer(self) -> None:
        """List what can be done now, when it is not what was listed last."""
        client = self._client
        lobby, view = client.lobby, client.view
        if lobby is None or view is None or lobby.phase != "deal":
            return
        voice = self._voice()
        self._choices = choices(lobby.game, view.game, voice)
        texts = tuple(choice.text for choice in self._choices)
        mine = view.game.turn == client.seat and client.seat is not None
        goes_on = self._turn_told and isinstance(view.game, UnoView) and view.game.phase == "drawn"
        self._turn_told = mine
        if not texts or (texts == self._shown and self._asked == client.n):
            return
        if not mine and texts == self._shown:
            return
        self._shown, self._asked = texts, client.n
        if mine and not goes_on:
            for line in situation(view.game, voice):
                _say(line)
            _say(t("Your turn."))
        for number, text in enumerate(texts[:SHOWN], 1):
            _say(f"{number}) {text}")
        if len(texts) > SHOWN:
            _say(t("… or type one of {count} others.", count=len(texts) - SHOWN))

    def _voice(self) -> Voice:
        lobby = self._client.lobby
        names = () if lobby is None else tuple(seat.name for seat in lobby.seats)
        return Voice(names, self._client.seat)

    # --- what goes out ---

    async def _obey(self, line: str) -> None:
        """Carry out a line. Those of a script wait until they are not too early for the table."""
        if line.isdecimal():
            await self._choose(int(line))
            return
        if line.removeprefix("/") == "log":
            for text in self._lines:
                _say(text)
            return
        try:
            request = plain_commands.request(self._client, line.removeprefix("/"))
        except plain_commands.BadWord as said:
            _say(str(said))
            return
        if request is not None:
            await self._send(request)
        elif line.startswith("/"):
            await self._send(Chat(line[1:].strip()))
        elif line:
            await self._act(line)

    async def _send(self, message: ClientMessage) -> None:
        kind: Kind = "chat" if isinstance(message, Chat | Emote) else "actions"
        await asyncio.sleep(self._client.wait(kind))
        if self._client.send(message):
            return
        match message:
            case Leave():
                _say(t("There is no connection now. You leave as soon as it is back."))
            case Chat(text=text):
                _say(t("There is no connection now. Not said: {text}", text=text))
            case _:
                _say(t("There is no connection now."))

    async def _choose(self, number: int) -> None:
        await asyncio.sleep(self._client.wait("actions"))
        if 0 < number <= min(SHOWN, len(self._choices)):
            self._client.act(self._choices[number - 1].action)
        elif self._choices:
            _say(t("There is no choice {number}.", number=number))
        else:
            _say(t("There is nothing to choose now."))

    async def _act(self, line: str) -> None:
        await asyncio.sleep(self._client.wait("actions"))
        lobby = self._client.lobby
        if lobby is None or lobby.phase != "deal" or self._client.seat is None:
            _say(t("That is not understood now. Type help."))
            return
        try:
            action = GAMES[lobby.game].parse(line)
        except BadNotation:
            _say(t("That is no action. Type help."))
            return
        self._client.act(action)


def _say(text: str) -> None:
    """Print lines; on a terminal they are broken at words."""
    if text and sys.stdout.isatty():
        from tui.drawing.canvas import wrap  # loads what screens load

        width = shutil.get_terminal_size().columns - 1
        lines = [part for line in text.split("\n") for part in wrap(line, width, "  ")]
        text = "\n".join(lines)
    if text:
        print(text, flush=True)


def _read_lines() -> asyncio.Queue[str | None]:
    """Return the lines of stdin as they come; None at its end.

    Read by a thread: a terminal, a pipe and a file are then the same.
    """
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def put(line: str | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        try:
            for line in sys.stdin:
                put(line)
            put(None)
        except RuntimeError:  # the loop closed in between
            pass

    threading.Thread(target=read, daemon=True).start()
    return lines
