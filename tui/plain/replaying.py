"""A record told from its first move to its last, in lines: for screen readers and pipes.

Must not know: screens, how a record is played.
"""

from __future__ import annotations

from tui.commands import exits
from tui.i18n import t
from tui.plain.lines import say
from tui.records.reel import Reel, ReelRoom


def run(reel: Reel) -> int:
    """Say what happened; return the exit code."""
    room = ReelRoom()
    for at in range(len(reel.frames)):
        room.log.clear()
        reel.step(room, at, None)
        for line in room.log:
            say(line.text)
    if reel.broken:
        exits.complain(t("The record does not hold from here on: {why}", why=reel.broken))
        return exits.FAILED
    return exits.OK
