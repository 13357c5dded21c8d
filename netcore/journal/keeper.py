"""The one thread of a server that writes, so that its event loop never waits for a disk.

Hides: the thread, and that what is queued is written in one commit. Must not know: tables, what a
record says, what waits for it.

What cannot be written is tried again, in order and for as long as it takes; nothing overtakes it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic, sleep
from typing import Final, TypeAlias

from netcore.journal.store import Append, Store, StoreError

LOG: Final = logging.getLogger("cardtui.server")

RETRY: Final = 1.0
"""Seconds between two tries to write."""
GATHER: Final = 0.004
"""Seconds from one commit to the next, at least: what comes meanwhile shares it. One act is written
at once; of many a second each would else cost a commit, and every commit wakes both threads."""

Done: TypeAlias = Callable[[StoreError | None], None]
"""Told that it is durable (None), or why it never will be."""


@dataclass(frozen=True, slots=True)
class _Write:
    append: Append
    done: Done


@dataclass(frozen=True, slots=True)
class _Run:
    """Something else that waits for a disk, in order with the rest."""

    work: Callable[[], None]


_Job: TypeAlias = _Write | _Run | None
"""None: there is nothing more to come."""


class Keeper:
    """Writes for all tables of a server. Made and used in the event loop.

    `troubled` is called with what is wrong when something cannot be written, and with None when it
    can again.
    """

    def __init__(self, store: Store, troubled: Callable[[StoreError | None], None]) -> None:
        self._store = store
        self._troubled = troubled
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._waiting = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._give_up = Event()
        self._trouble = False
        self._thread = Thread(target=self._work, name="cardtui-keeper", daemon=True)
        self._thread.start()

    # --- in the event loop ---

    def put(self, append: Append, done: Done) -> None:
        """Write; `done` is called in the event loop."""
        self._add(_Write(append, done))

    def run(self, work: Callable[[], None]) -> None:
        """Do something else that waits for a disk; it says itself how it went."""
        self._add(_Run(work))

    async def settle(self, seconds: float) -> bool:
        """Wait until all is written, at most so long; return whether it is."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True

    async def close(self, seconds: float) -> None:
        """Write what is left, at most so long, and end the thread and the store."""
        await self.settle(seconds)
        self._give_up.set()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join, seconds)

    def _add(self, job: _Job) -> None:
        self._waiting += 1
        self._idle.clear()
        self._jobs.put(job)

    def _settled(self, jobs: int, writes: list[_Write], errors: list[StoreError | None]) -> None:
        self._waiting -= jobs
        if not self._waiting:
            self._idle.set()
        for write, error in zip(writes, errors, strict=True):
            write.done(error)

    # --- in the thread ---

    def _work(self) -> None:
        writes: list[_Write] = []
        begun = -GATHER
        try:
            while (job := self._jobs.get()) is not None:
                sleep(max(0.0, begun + GATHER - monotonic()))
                begun = monotonic()
                done = 1
                while job is not None:
                    match job:
                        case _Write():
                            writes.append(job)
                        case _Run(work=work):
                            _do(work)
                    job = self._next()
                    done += job is not None
                if not self._commit(done, writes):
                    return
                writes = []
        finally:
            self._store.close()

    def _next(self) -> _Job:
        """Return what is queued already; None where nothing is, or no more is to come."""
        try:
            job = self._jobs.get_nowait()
        except Empty:
            return None
        if job is None:
            self._jobs.put(None)
        return job

    def _commit(self, jobs: int, writes: list[_Write]) -> bool:
        """Write until it is written; return whether it was before the end."""
        while True:
            try:
                errors = self._store.commit([write.append for write in writes]) if writes else []
            except StoreError as error:
                self._tell(error)
                if self._give_up.wait(RETRY):
                    LOG.error("ends with something that could not be written: %s", error)
                    return False
            except Exception as error:  # or nobody would be told anything ever again
                return self._broke(jobs, writes, error)
            else:
                self._tell(None)
                self._call(self._settled, jobs, writes, errors)
                return True

    def _broke(self, jobs: int, writes: list[_Write], error: Exception) -> bool:
        """Writing broke by a fault of ours: it is the end of the table whose entry does that."""
        if len(writes) > 1:
            first, *rest = writes
            alone = [(jobs - len(rest), first), *((1, write) for write in rest)]
            return all(self._commit(count, [write]) for count, write in alone)
        LOG.exception("an entry broke the writing")
        self._tell(None)
        self._call(self._settled, jobs, writes, [StoreError(repr(error))] * len(writes))
        return True

    def _tell(self, why: StoreError | None) -> None:
        if self._trouble != (why is not None):
            self._trouble = why is not None
            self._call(self._troubled, why)

    def _call(self, what: Callable[..., None], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(what, *arguments)
        except RuntimeError:  # the loop has ended
            self._give_up.set()


def _do(work: Callable[[], None]) -> None:
    """Do something beside the writing, which goes on whatever comes of it."""
    try:
        work()
    except Exception:  # a fault of ours
        LOG.exception("what was to be done beside the writing broke")
