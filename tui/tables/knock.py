"""Knocking at somebody's table: trying, asking what is missing, trying again.

Hides: which failure is a question, what is asked first, what an answer changes. Must not know: how
the player is asked (a screen, lines of text).

A table that is not known is asked for by its code first: a code that both ends prove says more than
a comparison of words. Only who has none is shown the words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeVar

from netcore.client.seatfile import left_seats
from netcore.client.shell import Client, ConnectFailed
from tui import __version__
from tui.i18n import t
from tui.tables import naming, seat
from tui.tables.naming import Ask, Asker, Named
from tui.text import fingerprint
from tui.text.address import Invite
from tui.text.refusals import refusal

C = TypeVar("C")

_WANTS_NAME: Final = ("name-taken", "bad-name")
_WANTS_CODE: Final = ("needs-code", "wrong-code", "bad-code")


class Knock(Named):
    """The way in at one address; each call tries once."""

    def __init__(
        self,
        invite: Invite,
        name: str | None,
        *,
        tls: bool,
        watch: bool = False,
        table: str = "",
        asks: bool = False,
        back: bool = False,
    ) -> None:
        """Know where to knock.

        `asks`: there is somebody to be asked whether a seat that is kept is to be taken back.
        `back`: the seat that is kept is wanted, and no other one.
        """
        super().__init__(name, asks_name=asks and not back)
        self._asks = asks
        self._resume: bool | Literal["ask", "only"] = "only" if back else "ask" if asks else True
        self._invite = invite
        self._tls = tls
        self._watch = watch
        self._table = table
        self._code = invite.code
        self._accepted: bytes | None = None
        self._has_no_code = False

    async def introduce(self, ask: Asker) -> None:
        """Ask for a name, unless a seat is kept there: it has one."""
        if not self.asks_name:
            return
        there = (self._invite.host, self._invite.port)
        kept = await asyncio.to_thread(left_seats, seat.state_folder())
        if all((found.host, found.port) != there for _, found, _ in kept):
            await super().introduce(ask)

    async def __call__(self) -> Client:
        """Sit down, or come back to the own seat. Raises ConnectFailed."""
        return await Client.connect(
            self._invite.host,
            self._invite.port,
            name=self.name or seat.default_name(),
            fixed_name=self.name is not None,
            watch=self._watch,
            resume=self._resume,
            state_dir=seat.state_folder(),
            app=f"cardtui {__version__}",
            tls=self._tls,
            code=self._code,
            accepted=self._accepted,
            known=seat.known_hosts(),
            table=self._table,
        )

    async def question(self, failed: ConnectFailed) -> Ask | None:
        """Return what would help; None: nothing would."""
        if failed.code == "seat-kept":
            name = str(failed.detail["name"])
            return Ask("seat", (), t("A seat is kept for {name}. Take it back? Y/n", name=name))
        if failed.code in _WANTS_NAME and self._asks:
            return naming.another(refusal(failed.code))
        if failed.code in _WANTS_CODE:
            return Ask("code", (refusal(failed.code),), t("Join code, like 7KQ2-M9XW:"))
        if failed.code != "unknown-certificate":
            return None
        says = _warning(failed)
        if not self._has_no_code:
            wants = t("Join code, like 7KQ2-M9XW (Enter alone, if the table has none):")
            return Ask("code", says, wants)
        certificate = bytes.fromhex(str(failed.detail["certificate"]))
        words = await asyncio.to_thread(fingerprint.words, certificate)
        compare = t("Its fingerprint: {words}. The host's lobby shows the same words.", words=words)
        return Ask("trust", (*says[:-1], compare), t("Is this the table you mean? y/N"))

    def take(self, ask: Ask, failed: ConnectFailed, answer: str) -> bool:
        """Take an answer; return whether it is worth another try, or another question."""
        match ask.kind:
            case "seat":
                self._resume = answer.strip().lower() not in ("n", "no")
                return True
            case "name":
                self.name = " ".join(answer.split())
                return bool(self.name)
            case "trust":
                self._accepted = bytes.fromhex(str(failed.detail["certificate"]))
                return answer.strip().lower() in ("y", "yes")
            case "code":
                self._code = answer.strip()
                self._has_no_code = not self._code
                return bool(self._code) or failed.code == "unknown-certificate"

    @property
    def asks_on(self) -> bool:
        """Whether the last answer leads to another question and not to another try."""
        return self._has_no_code and self._accepted is None


def _warning(failed: ConnectFailed) -> tuple[str, ...]:
    """Return what has to be said loudly."""
    new = t("You have never played at this table.")
    if not (name := failed.detail.get("seat")):
        return (new,)
    return (other_machine(str(name)), new)


def other_machine(name: str) -> str:
    """Say that the seat which is kept at an address is not at the server that answers there."""
    return t(
        "WARNING: the seat that is kept here for {name} belongs to another table. Another machine "
        "has this address now, or somebody stands in between.",
        name=name,
    )


def not_written_down() -> str:
    """Say that nothing will bring the seat back, and why."""
    from tui.tables.seat import state_folder

    return t(
        "WARNING: nothing can be written in {folder}. Your seat is lost once this program ends.",
        folder=state_folder(),
    )


async def reach(connect: Callable[[], Awaitable[C]], ask: Asker) -> C:
    """Go where `connect` leads; where it knocks, ask until it is let in. Raises ConnectFailed."""
    if isinstance(connect, Named):
        await connect.introduce(ask)
    while True:
        try:
            return await connect()
        except ConnectFailed as failed:
            if not isinstance(connect, Knock) or not await _answered(connect, failed, ask):
                raise


async def _answered(knock: Knock, failed: ConnectFailed, ask: Asker) -> bool:
    """Ask what is missing; return whether it is worth another try."""
    while (question := await knock.question(failed)) is not None:
        answer = await ask(question)
        if answer is None or not knock.take(question, failed, answer):
            return False
        if not knock.asks_on:
            return True
    return False
