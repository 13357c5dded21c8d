"""What the scribe writes can be proved: random matches, written down, hold."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.fair import FairChance, Seed
from engine.games import GAMES
from engine.match import Match
from engine.record import dump, load
from engine.replay import replay, verify
from engine.scribe import Scribe
from engine.uno.game import UNO
from engine.uno.rules import PRESETS
from tests.uno.uno_play import SEATS, SEEDS, legal, rulesets


def played(game, rules, seats, seed, deals, leaves=0.0, most=400):
    """Play a match at random and return it with its scribe; it may stop in mid-deal."""
    rng = Random(seed)
    scribe = Scribe(FairChance(bytes(32), f"{seed}"))
    shares = tuple(rng.randbytes(32) for _ in range(rng.randrange(seats + 1)))
    match = Match.new(game, rules, seats)
    for number in range(deals):
        chance = Seed(f"deal {number}", seed.to_bytes(32, "big"), shares)
        scribe.chance = chance.chance()
        match = match.begin(scribe).state
        scribe.began(match, chance)
        seconds = 0.0
        for _ in range(most):
            if match.over:
                break
            seconds += rng.random()
            staying = sorted(set(range(seats)) - match.gone)
            if rng.random() < leaves and len(staying) > 1:
                seat = rng.choice(staying)
                match = match.leave(seat, scribe).state
                scribe.left(match, seat, seconds)
                continue
            (seat,) = rng.sample(sorted(match.waiting_on()), 1)
            actions = list(game.legal(match.game.view(match.state, seat)))
            action = rng.choice(actions)
            match = match.apply(seat, action, scribe).state
            scribe.acted(match, seat, action, seconds)
        if not match.over or match.winners:
            break
        if rng.random() < leaves * 4:
            staying = sorted(set(range(seats)) - match.gone)
            seat = rng.choice(staying)
            match = match.leave(seat, scribe).state
            scribe.left(match, seat, seconds)
            if match.winners:
                break
    return match, scribe


def proved(match, scribe):
    """Return the record, having proved that it holds and reads back."""
    names = [f"Player {seat}" for seat in range(match.seats)]
    record = scribe.record(match, names, {"note": "at random"})
    text = dump(record)
    assert load(text) == record
    assert dump(load(text)) == text
    report = verify(load(text))
    assert report.mismatch is None, str(report.mismatch)
    assert report.warnings == ()
    *_, last = replay(record)
    assert facts(last.match) == facts(match)
    return record


def facts(match):
    """Return what a match has come to."""
    seats = range(1, match.seats + 1)
    keys = ["turn", "phase", "stock", "dealer", *(f"hand p{seat}" for seat in seats)]
    position = [match.game.read(match.state, key) for key in keys]
    return position, match.scores, match.deals, match.dealer, match.winners, match.gone


@pytest.mark.parametrize("leaves", [0.0, 0.02])
@pytest.mark.parametrize("name", PRESETS)
def test_a_random_match_of_every_uno_preset_holds(name, leaves):
    for seed in range(3):
        match, scribe = played(UNO, PRESETS[name], 2 + 2 * seed, seed, 3, leaves)
        record = proved(match, scribe)
        assert (record.game, record.preset, record.options) == ("uno", name, {})
        assert record.rules == PRESETS[name]


@pytest.mark.parametrize("leaves", [0.0, 0.02])
@pytest.mark.parametrize("name", GAMES["casino"].presets)
def test_a_random_match_of_every_casino_preset_holds(name, leaves):
    game = GAMES["casino"]
    rules = game.presets[name]
    for seats in range(game.seat_range(rules)[0], game.seat_range(rules)[1] + 1):
        match, scribe = played(game, rules, seats, seats, 2, leaves)
        record = proved(match, scribe)
        assert (record.preset, record.options) == (name, {})


@settings(max_examples=30)
@given(rulesets(), SEATS, SEEDS, st.sampled_from([0.0, 0.03]))
def test_a_random_match_of_any_uno_rules_holds(rules, seats, seed, leaves):
    assume(seats <= UNO.seat_range(rules)[1])
    match, scribe = played(UNO, rules, seats, seed, 2, leaves, most=120)
    assert proved(match, scribe).rules == rules


def test_the_nearest_preset_is_named():
    rules = PRESETS["street"].__class__(deck=112)
    match, scribe = played(UNO, rules, 2, 1, 1)
    record = proved(match, scribe)
    assert (record.preset, record.options) == ("official", {"deck": 112})


def test_times_and_the_end_are_written():
    match, scribe = played(UNO, PRESETS["official"], 3, 2, 2, most=3000)
    record = proved(match, scribe)
    for deal in record.deals:
        assert len(deal.times) == len([ln for ln in deal.lines if str(ln)[:1] == "p"])
        assert list(deal.times) == sorted(deal.times)
        assert deal.end["phase"] == "over"
        assert len(deal.end["hands"]) == 3
    assert record.deals[-1].end["scores"] == tuple(map(str, match.scores))
    assert record.about == {"note": "at random"}


def test_a_record_can_be_taken_in_mid_deal():
    match, scribe = played(UNO, PRESETS["official"], 3, 2, 1, most=10)
    assert not match.over
    record = proved(match, scribe)
    assert record.deals[0].end == {}
    again = proved(match, scribe)  # taking it changes nothing
    assert again == record


def test_what_is_written_next_goes_on_from_there():
    match, scribe = played(UNO, PRESETS["official"], 3, 2, 1, most=10)
    proved(match, scribe)
    (seat,) = match.waiting_on()
    action = legal(match.state, seat)[0]
    match = match.apply(seat, action, scribe).state
    scribe.acted(match, seat, action, -1.0)  # a clock that was set back
    assert proved(match, scribe).deals[0].times[-1] == 0.0


def test_nothing_dealt_nothing_to_write():
    match = Match.new(UNO, PRESETS["official"], 2)
    with pytest.raises(ValueError, match="nothing was dealt"):
        Scribe(FairChance(bytes(32), "x")).record(match, ["Ann", "Bo"], {})


def test_each_punishment_keeps_the_pool_it_was_drawn_from() -> None:
    """Several are drawn at once, and one player wants mild ones only."""
    scribe = Scribe(FairChance(bytes(32), "x"))
    match = Match.new(UNO, PRESETS["kano"], 3).begin(scribe).state
    scribe.began(match, Seed("x", bytes(32)))
    for pool in (76, 100):
        scribe.pick(pool)
    for seat in (1, 2):
        scribe.punished(seat, "r5")
    fair = scribe.record(match, ["Ann", "Bo", "Cy"], {}).deals[0].fair
    assert fair is not None and fair.pools == (76, 100)
