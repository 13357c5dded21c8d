"""A client's part in making its deals fair, beside everything else it does.

Hides: that a proof takes a while, so that it is worked out in a thread, one after another, and that
a proof which breaks is a doubt. Must not know: what is proved (`audit`, `verdict`), connections.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from netcore.client.audit import Auditor
from netcore.client.verdict import Audited, Case, Doubt, Later, judge
from netcore.wire.messages import (
    DealOpen,
    Pledge,
    Pledges,
    Refused,
    Reveal,
    ServerMessage,
    Share,
    Shares,
)
from netcore.wire.schema import tag

LOG: Final = logging.getLogger("cardtui.client")

UNPROVED: Final = 8
"""Proofs that are still to be made: with more, a table is let wait."""
LAST_AUDIT: Final = 2.0
"""Seconds that the end waits for the proof of the last deal."""


class Prover:
    """One client's pledges and shares, and its proofs of the deals that have ended."""

    def __init__(
        self, answer: Callable[[Pledge | Share], object], tell: Callable[[Audited], object]
    ) -> None:
        """`answer` is called with what goes to the table, `tell` with what was found out."""
        self._answer = answer
        self._tell = tell
        self._auditor = Auditor()
        self._work: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    def arrive(self) -> None:
        """What comes now comes over a new connection."""
        self._auditor.arrive()

    def see(self, message: ServerMessage) -> None:
        """Take part in the start of a deal, and prove it once it has ended."""
        for found in self._auditor.see(message):
            match found:
                case Pledge() | Share():
                    self._answer(found)
                case Audited():
                    self._tell(found)
                case Case() | Later():
                    task = asyncio.create_task(self._judge(found))
                    self._work.add(task)
                    task.add_done_callback(self._work.discard)

    async def catch_up(self) -> None:
        """Wait until not too much is to be proved: or a table could fill the memory with it."""
        while len(self._work) >= UNPROVED:
            await asyncio.wait(self._work, return_when=asyncio.FIRST_COMPLETED)

    async def end(self, *, owed: bool) -> None:
        """Tell what is found yet; `owed`: also of a deal that the table should have shown."""
        if self._work:
            await asyncio.wait(self._work, timeout=LAST_AUDIT)
        if owed:
            for found in self._auditor.end():
                self._tell(found)

    async def _judge(self, one: Case | Later) -> None:
        """Play a deal once more, beside everything else: a long one takes a while."""
        async with self._turn:  # a deal is proved to go on where the one before has ended
            try:
                found = await asyncio.to_thread(judge, one)
            except Exception:  # a table must not get around the proof by what breaks it
                LOG.exception("the proof of a deal broke")
                case = one.case if isinstance(one, Later) else one
                found = Audited(case.opened.deal, "unverifiable", Doubt.FAULT)
        if found is not None:
            self._tell(found)


def proves_only(message: ServerMessage) -> bool:
    """Whether a message is for the proof alone, and nobody else's to read."""
    match message:
        case DealOpen() | Pledges() | Shares() | Reveal():
            return True
        case Refused(about=about):  # too late: the deal is opened anew, or has begun
            return about in (tag(Pledge), tag(Share))
        case _:
            return False
