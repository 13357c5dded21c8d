"""Cut at any byte, in either direction: the client comes back, knows what its seat may know, and
what it did was done once.

The real server and the real client, over a line in memory and with a time of their own. A few
of the same cuts over real sockets are in `test_proxy`.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.netcore.players import a_table, come, play, settle_and_check
from tests.netcore.virtual import Fate, Network, run

EVERY_BYTE = bool(os.environ.get("EVERY_BYTE"))
"""Else only some; all of them take minutes."""
SHARES = 8


async def game(network: Network, fate: Fate) -> tuple[int, int]:
    """Play a little while Ann's first line has that fate; return how much it carried."""
    async with a_table(seats=3, timer=0, grace=30) as (port, table):
        network.fates.append(fate)
        people = [await come(port, "Ann"), await come(port, "Bo")]
        await play(table, people, 6, Random(1))
        await settle_and_check(table, people)
        for one in people:
            await one.leave()
    line = network.calls[0]
    return line.client.written, line.server.written


def cuts(total: int, share: int) -> range:
    return range(share, total, SHARES if EVERY_BYTE else SHARES * max(1, total // 48))


@pytest.mark.parametrize("silent", [False, True], ids=["reset", "silent"])
@pytest.mark.parametrize("share", range(SHARES))
def test_cut_at_any_byte(share: int, silent: bool) -> None:
    up, down = run(lambda network: game(network, Fate()))
    for cut in cuts(up, share):
        run(lambda network, cut=cut: game(network, Fate(up=cut, silent=silent)))
    for cut in cuts(down, share):
        run(lambda network, cut=cut: game(network, Fate(down=cut, silent=silent, delay=0.01)))
