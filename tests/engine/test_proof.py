"""A record with a fair deck: everything in it follows from seed and shares, or it does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.record import RecordError, dump, load
from engine.replay import Report, verify
from engine.uno.game import UNO
from engine.uno.rules import PRESETS
from tests.engine.test_scribe import played, proved

TEXT = (Path(__file__).parent.parent / "records" / "casino-fair.toml").read_text("utf-8")
COMMIT, SEED = (
    "47a5aff71003b6a736de1520dda9973b807191e21d28efb271dc0a4d2a1c0c84",
    bytes(range(32)).hex(),
)
SHARE = "11" * 32


def told(text: str) -> str:
    report: Report = verify(load(text))
    return "" if report.mismatch is None else str(report.mismatch)


def test_the_vector_is_a_record() -> None:
    assert told(TEXT) == ""
    (deal,) = load(TEXT).deals
    assert deal.fair is not None and deal.fair.commit.hex() == COMMIT
    assert load(dump(load(TEXT))) == load(TEXT)


@pytest.mark.parametrize(
    ("was", "is_", "what"),
    [
        (COMMIT, "00" * 32, "start: fair: the seed gives the commit 47a5aff7"),
        (SEED, "ff" + SEED[2:], "start: fair: the seed gives the commit "),
        (SHARE, "12" * 32, "start: fair: card 1 of the order is "),
        ('"table-1"', '"table-2"', "start: fair: the seed gives the commit "),
        (f'  "{SHARE}",\n', "", "start: fair: card 1 of the order is "),
    ],
    ids=["commit", "seed", "share", "deal_id", "one share less"],
)
def test_what_was_changed_is_named(was: str, is_: str, what: str) -> None:
    assert was in TEXT
    assert what in told(TEXT.replace(was, is_))


def test_a_head_that_does_not_fit_is_named() -> None:
    head = load(TEXT).deals[0].fair
    assert head is not None
    said = told(TEXT.replace(head.head.hex(), "ab" * 32))
    assert said == f"deal 1, end: fair: the head of the log is {head.head.hex()}, not {'ab' * 32}"


def test_the_log_is_bound() -> None:
    """Another play that the rules allow as well, with all else as it was."""
    first = next(line for line in TEXT.splitlines() if "trail" in line)
    hand = TEXT.split('deck = "')[1].split()[:8]
    others = [TEXT.replace(first, f'{first.split("trail")[0]}trail {card}",') for card in hand]
    assert any("the head of the log is" in told(other) for other in others if other != TEXT)


def test_two_cards_that_change_places_are_found() -> None:
    cards = TEXT.split('deck = "')[1].split('"')[0].split()
    cards[-1], cards[-2] = cards[-2], cards[-1]  # nobody has seen them yet
    order = " ".join(cards)
    said = told(TEXT.replace(TEXT.split('deck = "')[1].split('"')[0], order))
    assert said.startswith("deal 1, start: fair: card 51 of the order is ")


def test_the_lot_decides_who_deals() -> None:
    dealer = TEXT.split('dealer = "')[1][:2]
    other = "p1" if dealer == "p2" else "p2"
    said = told(TEXT.replace(f'dealer = "{dealer}"', f'dealer = "{other}"'))
    assert said == f"deal 1, start: fair: the lot falls on {dealer}, not {other}, to deal"


def test_reshuffles_follow_too() -> None:
    match, scribe = played(UNO, PRESETS["official"], 4, 5, 3)
    record = proved(match, scribe)
    text = dump(record)
    line = next(line for line in text.splitlines() if "d shuffle" in line)
    words = line.strip(' ",').split()
    at = next(i for i in range(2, len(words) - 1) if words[i] != words[i + 1])
    words[at], words[at + 1] = words[at + 1], words[at]
    said = told(text.replace(line, f'  "{" ".join(words)}",', 1))
    assert f"fair: card {at - 1} of the order is {words[at]}; seed and shares give" in said


@pytest.mark.parametrize(
    ("was", "is_", "why"),
    [
        ('version = "cardtui/1"', 'version = "cardtui/2"', "deal 1: fair.version: 'cardtui/2'"),
        ('version = "cardtui/1"\n', "", "deal 1: fair.version: a text is required"),
        ('deal_id = "table-1"\n', "", "deal 1: fair.deal_id: a text is required"),
        (COMMIT, "47a5", "deal 1: fair.commit: 64 hexadecimal digits are required"),
        (COMMIT, COMMIT.upper(), "deal 1: fair.commit: 64 hexadecimal digits are required"),
        (f'seed = "{SEED}"\n', "", "deal 1: fair.seed: 64 hexadecimal digits are required"),
        (SHARE, "1", "deal 1: fair.shares: 64 hexadecimal digits are required"),
        ("shares = [", "sharez = [", "deal 1: fair.sharez: no such key"),
        ('version = "cardtui/1"', 'version = "cardtui/1"\npools = [0]', "deal 1: fair.pools"),
        ('version = "cardtui/1"', 'version = "cardtui/1"\npools = 1', "deal 1: fair.pools"),
        ('deck = "', 'deck = "* ', "deal 1: fair goes with a whole deck"),
    ],
)
def test_a_proof_is_read_strictly(was: str, is_: str, why: str) -> None:
    assert was in TEXT
    with pytest.raises(RecordError) as error:
        load(TEXT.replace(was, is_, 1))
    assert why in str(error.value)


def test_a_proof_is_a_table() -> None:
    with pytest.raises(RecordError, match=r"deal 1: fair: a table is required"):
        load(TEXT.split("[deal.fair]", maxsplit=1)[0] + "fair = 1\n")


def test_pools_are_as_many_as_the_punishments() -> None:
    text = TEXT.replace('version = "cardtui/1"', 'version = "cardtui/1"\npools = [100]')
    assert told(text) == "deal 1, end: fair: fair.pools has 1 more than punishments were drawn"
