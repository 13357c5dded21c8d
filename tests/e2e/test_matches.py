"""Whole matches between processes: what every seat saw last is what the server's record says."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.record import load
from engine.replay import replay, verify
from tests import inprocess
from tests.e2e.playing import environment, part, server, whole_match

MATCHES = [
    ("uno", 2, ["--rules", "official", "--set", "target=150"]),
    ("uno", 3, ["--rules", "street", "--set", "target=150"]),
    ("uno", 4, ["--rules", "crystal"]),
    ("uno", 4, ["--rules", "kano"]),
    ("uno", 10, ["--rules", "official", "--set", "target=200"]),
    ("casino", 2, ["--rules", "royal", "--set", "target=8"]),
    ("casino", 3, ["--rules", "seed"]),
    ("casino", 4, ["--rules", "partners", "--set", "target=8"]),
]


@pytest.mark.parametrize(
    ("game", "people", "rules"), MATCHES, ids=[f"{g}-{n}-{r[1]}" for g, n, r in MATCHES]
)
async def test_a_whole_match(game: str, people: int, rules: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "records"
    options = ["--game", game, *rules, "--seats", str(people), "--record", str(folder)]
    async with server(tmp_path, *options) as port:
        players = await whole_match(port, people, deals=2 if "--set" not in rules else 30)
        views = {player.client.seat: player.client.view for player in players}
        await part(players)
    (path,) = folder.glob("*.toml")
    record = load(path.read_text(encoding="utf-8"))
    assert verify(record).mismatch is None
    last = [moment.match for moment in replay(record)][-1]
    for seat, view in views.items():
        assert view == last.view(seat)
    for player in players:
        numbers = [update.n for update in player.updates]
        assert numbers == list(range(1, len(numbers) + 1))
    verified = inprocess.run(["verify", str(path)], environment(tmp_path), tmp_path)
    assert verified.returncode == 0, verified.stdout + verified.stderr
