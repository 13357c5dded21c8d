"""Rules chosen at the table: what is refused and with which detail, who hears of a change."""

from __future__ import annotations

from typing import Any

import pytest

from engine.record import dump, load
from netcore.table.options import TableOptions
from netcore.table.resumed import table_of
from netcore.table.standing import Standing
from netcore.wire.cleaned import cleaned
from netcore.wire.messages import End, Lobby, Ready, Refused, Setup, Start, TableCode
from netcore.wire.ruleset import rules_for
from tests.netcore.journalpair import JournalPair
from tests.netcore.tablepair import TablePair

HARD = {"stack": "up"}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("王家", "王家"),
        (" our   rules ", "our rules"),
        ("[b]x[/b]\x1b[31m\u202e", "[b]x[/b]·[31m·"),
        ("x" * 200, "x" * 24),
        ("王" * 30, "王" * 12),
        ("\x00", "·"),
        ("", ""),
        ("Party", ""),  # everybody has rules of that name, and they are others
    ],
)
def test_what_the_host_calls_the_rules_is_told_as_safe_text(said: str, told: str) -> None:
    pair = TablePair(seats=4)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Setup("uno", "official", HARD, 4, rules_name=said))
    assert bo.last(Lobby).rules_name == told
    assert pair.table.info().rules_name == told
    assert cleaned(bo.last(Lobby)) == bo.last(Lobby)


def test_a_name_goes_with_the_rules_it_was_given_to() -> None:
    pair = TablePair(seats=4)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Setup("uno", "official", HARD, 4, rules_name="ours"))
    ann.send(Setup("uno", "official", {"gravity": True}, 4, rules_name="theirs"))
    ann.send(Setup("casino", "seed", {}, 10, rules_name="theirs"))
    assert bo.last(Lobby).rules_name == "ours"
    ann.send(Setup("uno", "official", {}, 4))
    assert bo.last(Lobby).rules_name == ""


def test_a_name_survives_a_crash_and_stands_in_the_record() -> None:
    pair = JournalPair(seats=2, changes=(("hand_size", 2),), rules_name="ours")
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    ann.send(End())
    standing = Standing.of(pair.records)
    assert standing.chosen.rules_name == "ours"
    after = table_of(standing, TableOptions(), 5.0)
    assert after.desk.rules_name == "ours" and after.info().rules_name == "ours"
    assert pair.finished[-1].record.about == {"called": "ours"}
    assert load(dump(pair.finished[-1].record)).about == {"called": "ours"}
    assert bo.last(Lobby).rules_name == "ours"


def refused(options: dict[str, Any], preset: str = "official", seats: int = 4) -> Refused:
    pair = TablePair(seats=4)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    before, told = ann.last(Lobby), len(bo.got)
    ann.send(Setup("uno", preset, options, seats))
    answer = ann.last(Refused)
    assert answer.about == "setup"
    assert ann.last(Lobby) == before and len(bo.got) == told
    assert pair.table.desk.rules == rules_for("uno", "official", {})
    return answer


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"gravity": True}, "gravity: there is no such option"),
        ({"": 1}, ": there is no such option"),
        ({"stack": "down"}, "stack: 'down' is not one of none, same, up"),
        ({"stack": True}, "stack: True is not one of none, same, up"),
        ({"deck": 109}, "deck: 109 is not one of 108, 112"),
        ({"deck": True}, "deck: True is not one of 108, 112"),
        ({"challenge": 1}, "challenge: 1 is not true or false"),
        ({"challenge": "yes"}, "challenge: 'yes' is not true or false"),
        ({"hand_size": 1}, "hand_size: 1 is not a whole number from 2 to 50"),
        ({"hand_size": 2**53}, "hand_size: 9007199254740992 is not a whole number from 2 to 50"),
        ({"hand_size": True}, "hand_size: True is not a whole number from 2 to 50"),
        ({"first_card_back": ("w+4", "x")}, "first_card_back: ('w+4', 'x') is not a list of some"),
        ({"first_card_back": "w+4"}, "first_card_back: 'w+4' is not a list of some"),
        ({"first_card_back": ()}, "first_card_back without w+4: a +4 cannot open a round"),
        ({"deflect": True}, "deflect with stack = none: there is never a penalty to deflect"),
        ({"stack": "up", "challenge_guilty": "take_back"}, "challenge and challenge_guilty"),
        ({"__class__": 1}, "__class__: there is no such option"),
        ({"first_card_back": ("w" * 60,) * 20}, "first_card_back: ('www"),
    ],
)
def test_bad_options_are_refused_with_option_and_reason(options: dict[str, Any], why: str) -> None:
    answer = refused(options)
    assert answer.code.value == "bad-rules"
    text = str(answer.detail["why"])
    assert text.startswith(why) and len(text) <= 300


def test_an_unknown_preset_is_refused() -> None:
    assert "no rules called 'poker'" in str(refused({}, preset="poker").detail["why"])


def test_seats_that_cannot_be_come_with_the_numbers() -> None:
    answer = refused({"hand_size": 50}, seats=4)
    assert answer.code.value == "too-many-players"
    assert answer.detail == {"least": 2, "most": 2, "taken": 2}


def test_a_change_reaches_everybody_who_is_there() -> None:
    pair = TablePair(seats=4)
    ann, bo, wat = pair.join("Ann"), pair.join("Bo"), pair.join("Wat", watch=True)
    ann.send(Setup("uno", "kano", {"first_card_back": ("w", "w+4")}, 3))
    for guest in (ann, bo, wat):
        lobby = guest.last(Lobby)
        assert (lobby.preset, lobby.options) == ("kano", {"first_card_back": ("w", "w+4")})
        assert len(lobby.seats) == 3
    late = pair.join("Late", watch=True)
    assert late.last(Lobby) == ann.last(Lobby)
    ann.send(Start())
    assert pair.match.rules == rules_for("uno", "kano", {"first_card_back": ("w", "w+4")})


def test_who_was_ready_was_so_for_other_rules() -> None:
    pair = TablePair(seats=3)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    bo.send(Ready(True))
    assert ann.last(Lobby).seats[1].ready
    ann.send(Setup("uno", "official", {}, 4))
    assert ann.last(Lobby).seats[1].ready
    ann.send(Setup("uno", "official", {"stack": "up"}, 4))
    assert not ann.last(Lobby).seats[1].ready


def test_in_a_match_the_rules_are_closed() -> None:
    pair = TablePair(seats=2, game="casino", preset="royal", timer=1)
    ann, bo = pair.join("Ann"), pair.join("Bo")
    ann.send(Start())
    assert ann.refusal(Setup("casino", "royal", {"sweeps": 2}, 2)) == "not-now"
    assert bo.refusal(Setup("casino", "royal", {"sweeps": 2}, 2)) == "host-only"
    pair.wait(60)
    assert pair.phase in ("between", "won")
    assert ann.refusal(Setup("casino", "royal", {"sweeps": 2}, 2)) == "not-now"
    assert pair.table.desk.changes == {}


def test_a_reason_is_made_safe_to_show() -> None:
    said = cleaned(Refused("setup", TableCode.BAD_RULES, {"why": "\x1b[31mred\u202e", "least": 2}))
    assert isinstance(said, Refused)
    assert said.detail == {"why": "·[31mred·", "least": 2}
