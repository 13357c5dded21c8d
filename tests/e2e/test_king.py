"""The King game between processes: who draws is in the record, and the record verifies."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.king import Drawn
from engine.record import load
from engine.replay import verify
from netcore.client.shell import Client
from netcore.wire.messages import Lobby, Mild, Settle, Swap, Update
from tests import inprocess
from tests.e2e.playing import (
    PATIENCE,
    Player,
    end,
    environment,
    line,
    part,
    server,
    start,
    write,
)


class Loser(Player):
    """Swaps what it owes, once; as a winner it lets everybody off."""

    swapped = False

    def _attend(self, lobby: Lobby) -> bool:
        if lobby.phase == "between":
            king, me = self.updates[-1].king, self.client.seat
            assert king is not None
            if king.of(me) is not None and not self.swapped:
                self.swapped = True
                self.client.send(Swap())
            for owed in king.settled_by(me):
                self.client.send(Settle(owed.seat, "done"))
        return super()._attend(lobby)


async def test_a_kano_match_with_punishments(tmp_path: Path) -> None:
    folder, own = tmp_path / "records", tmp_path / "own.toml"
    own.write_text('x1 = "Bow to the cat."\nr5 = "Hum our song."\n', encoding="utf-8")
    options = ["--rules", "kano", "--seats", "3", "--record", str(folder)]
    options += ["--set", "punishments=losers", "--punishment-file", str(own)]
    async with server(tmp_path, *options) as port:
        players: list[Player] = []
        for number in range(3):
            client = await Client.connect("127.0.0.1", port, name=f"Player {number + 1}")
            players.append(Loser(client, 3, number, 4))
        players[0].client.send(Mild(True))
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*[player.play() for player in players])
        drawn = [event for event in _events(players[0].updates) if isinstance(event, Drawn)]
        assert all(not event.card.hot for event in drawn if event.seat == players[0].client.seat)
        await part(players)
    (path,) = folder.glob("*.toml")
    record = load(path.read_text(encoding="utf-8"))
    assert verify(record).mismatch is None
    lines = [str(one) for deal in record.deals for one in deal.lines if "punish" in str(one)]
    seen = [f"d punish p{event.seat + 1} {event.card.name}" for event in drawn]
    assert lines[: len(seen)] == seen and len(seen) >= 8  # two losers in each of four rounds
    verified = inprocess.run(["verify", str(path)], environment(tmp_path), tmp_path)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def _events(updates: list[Update]) -> list[object]:
    return [event for update in updates for event in update.events]


async def test_lines_of_text(tmp_path: Path) -> None:
    """The host types; a bot is the other. What the table plays with is said and can be set."""
    process = await start(
        tmp_path, "host", "--plain", "--name", "Ann", "--port", "0", "--bind", "127.0.0.1",
        "--rules", "kano", "--seats", "2", "--bots", "1", "--pace", "0", "--punishments", "mild",
    )  # fmt: skip
    await line(process, "You are Ann")
    await write(process, "/punishments off")
    await line(process, "The table plays with no punishments.")
    await write(process, "/punishments all")
    await line(process, "The table plays with all punishments.")
    await write(process, "start")
    await line(process, "deal")
    await write(process, "/mild on")
    await line(process, "You want mild punishments only.")
    await write(process, "/swap")
    await line(process, "No such punishment is owed.")
    await write(process, "/done 2")
    await line(process, "No such punishment is owed.")
    assert await end(process) == 0


def test_a_bad_file_is_told_before_anything_starts(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("x1 = 5\n", encoding="utf-8")
    for words in (["play", "--plain"], ["serve"]):
        args = [*words, "--punishment-file", str(own)]
        done = inprocess.run(args, environment(tmp_path), tmp_path)
        assert done.returncode == 2
        assert "own.toml" in done.stderr and "x1" in done.stderr
