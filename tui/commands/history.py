"""`cardtui history`: how the matches at own tables ended, newest first."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from time import localtime, strftime

from netcore.journal.store import Result, StoreError
from tui.commands import exits
from tui.i18n import t
from tui.tables import kept
from tui.text import words


def run(args: argparse.Namespace) -> int:
    """Print them: one line each, or as JSON for programs."""
    try:
        results = recent(args.last)
    except StoreError as error:
        exits.complain(kept.damaged(error))
        return exits.FAILED
    if args.json:
        print(json.dumps([_plain(result) for result in results], ensure_ascii=False, indent=1))
        return exits.OK
    for result in results:
        print(line(result))
    if not results:
        print(t("No match was played to its end yet."))
    return exits.OK


def recent(most: int | None = None) -> list[Result]:
    """Return how matches ended, newest first; nothing where none was kept. Raises StoreError."""
    if not kept.store_path().exists():
        return []
    store = kept.open_store()
    try:
        return store.results(most)
    finally:
        store.close()


def line(result: Result) -> str:
    """Return one match in words: when, what, who with how much, and how to export it."""
    return t(
        "{date}  {game}, {rules}  {won}: {scores}  [{table}/{match}]",
        date=strftime("%Y-%m-%d %H:%M", localtime(result.at)),
        game=words.game(result.game),
        rules=rules(result),
        won=won(result),
        scores=scores(result),
        table=result.table[: kept.SHOWN],
        match=result.match,
    )


def rules(result: Result) -> str:
    """Return by which rules it was played."""
    name = words.preset(result.rules)
    return t("{rules}, changed", rules=name) if result.changed else name


def scores(result: Result) -> str:
    """Return the total of each side, the best first: a list has room for the first only."""
    sides = result.sides or [(seat,) for seat in range(len(result.scores))]
    of = {seat: side for side in sides for seat in side}
    ranked = dict.fromkeys(tuple(of[seat]) for seat in _ranked(result))
    return t(", ").join(
        t("{who} {total}", who=_names(result, side), total=result.scores[side[0]])
        for side in ranked
    )


def _names(result: Result, side: Sequence[int]) -> str:
    return t("+").join(result.players[seat] for seat in side)


def _ranked(result: Result) -> list[int]:
    """Return the seats, winners first; as they sit where nobody tells whether low or high wins."""
    seats, totals = list(range(len(result.scores))), result.scores
    if not result.winners:
        return seats
    low = min(totals) == totals[result.winners[0]] < max(totals)
    return sorted(seats, key=lambda i: (i not in result.winners, totals[i] if low else -totals[i]))


def won(result: Result) -> str:
    """Return who has won."""
    if not result.winners:
        return t("broken off")
    return t(
        "won by {names}", names=words.listed([result.players[seat] for seat in result.winners])
    )


def _plain(result: Result) -> dict[str, object]:
    """Return a result for programs: seats counted from 1, the time as ISO 8601."""
    plain = asdict(result)
    plain["bots"] = [seat + 1 for seat in result.bots]
    plain["winners"] = [seat + 1 for seat in result.winners]
    plain["sides"] = [[seat + 1 for seat in side] for side in result.sides]
    plain["at"] = datetime.fromtimestamp(result.at, UTC).isoformat()
    return plain
