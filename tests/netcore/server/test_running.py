"""What is exported, remembered or listed of a table while a deal runs tells nothing of that deal.

For every ruleset there are two tables at which all went the same until a deal began whose deck is
another: exports, results, the list of tables and the status are the same, byte for byte.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.fair import Seed
from engine.games import GAMES
from engine.record import dump
from netcore.journal import entries as journal
from netcore.journal.outcome import Outcome
from netcore.server.house import House
from netcore.table import fairdeal, roster
from netcore.table.outs import Out
from netcore.table.standing import Standing
from netcore.wire.messages import Act, End, Mild, Ready, Settle, Start, Swap
from tests.netcore.server.test_durable import Nobody
from tests.netcore.tablepair import TablePair

PRESETS = [(game, preset) for game in GAMES for preset in GAMES[game].presets]


class Told(TablePair):
    """A table of one person and bots, with all that leaves it: its journal, results and records."""

    def __init__(self, game: str, preset: str, last: bytes, patch: pytest.MonkeyPatch) -> None:
        """`last`: what the deal after the first one follows from."""
        self.records: list[bytes] = []
        self.outcomes: list[Outcome] = []
        roots = iter((bytes(32), last))
        names, tokens = iter("abc"), Random(0)
        patch.setattr(fairdeal, "new_seed", lambda seats: Seed.of(next(names), next(roots), seats))
        patch.setattr(roster, "new_token", lambda: tokens.randbytes(12).hex())
        least, most = GAMES[game].seat_range(GAMES[game].presets[preset])
        seats = min(max(3, least), most)
        options = {"game": game, "preset": preset, "seats": seats, "timer": 5}
        super().__init__(1, **options, bots=("easy",) * (seats - 1))
        self.ann = self.join("Ann")
        self.ann.send(Start())
        for _ in range(2000):
            if self.phase != "deal":
                break
            self.wait(5.0)
        self.ann.send(Start() if self.phase == "won" else Ready(True))
        assert self.phase == "deal" and next(roots, None) is None

    def _take(self, outs: list[Out]) -> None:
        super()._take(outs)
        entries, outcomes = self.table.desk.diary.take()
        self.records += [journal.encode(entry) for entry in entries]
        self.outcomes += outcomes

    def exported(self) -> list[str | None]:
        """Return each match as `cardtui export` writes it; None: it is refused."""
        found = (match.finished() for match in Standing.of(self.records).matches)
        return [None if record is None else dump(record) for record in found]

    def status(self) -> list[dict[str, object]]:
        house = House(Nobody(), None)
        house._host(self.table, guests=False)
        return house.report()

    def from_outside(self) -> dict[str, Any]:
        return {
            "exported": self.exported(),
            "results": self.outcomes,
            "written": [dump(one.record) for one in self.finished],
            "listed": self.table.info(),
            "status": self.status(),
        }


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[preset for _, preset in PRESETS])
async def test_nothing_tells_of_the_deal_that_runs(
    game: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (Told(game, preset, root, monkeypatch) for root in (b"1" * 32, b"2" * 32))
    assert one.match.state != two.match.state
    assert any(one.exported()), "nothing was finished"
    assert one.from_outside() == two.from_outside()
    for pair in (
        one,
        two,
    ):  # all that may be asked in a deal; at the one table more than at the other
        for request in (Mild(True), Swap(), Settle(0, "done"), Act(b"a" * 12, pair.ann.n, "draw")):
            pair.ann.send(request)
    told = [pair.from_outside() for pair in (one, two)]
    for each in told:
        each["status"] = [row | {"updates": 0} for row in each["status"]]
    assert told[0] == told[1]
    one.ann.send(End())  # and it is the deal that was left out
    assert one.from_outside()["written"] != two.from_outside()["written"]
