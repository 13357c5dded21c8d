"""A record told as a table would tell it: by anybody's eyes, forward, back, and where it breaks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.king import KingView, Punish
from engine.record import Act, Record, RecordError, dump, load
from tests.tui.records import played
from tui.records import fates
from tui.records.fates import Fate, punishment
from tui.records.reel import Reel, ReelRoom
from tui.text import say_checked


@pytest.fixture(scope="module")
def uno() -> Reel:
    return Reel(played("uno", "official", 3))


def told(room: ReelRoom) -> list[str]:
    return [line.text for line in room.log]


@pytest.mark.parametrize("game", ["uno", "casino"])
def test_stepping_and_jumping_come_to_the_same(game: str) -> None:
    reel = Reel(played(game, "official" if game == "uno" else "seed", 2, deals=1))
    stepped, jumped = ReelRoom(), ReelRoom()
    reel.show(stepped, 0, 1)
    for at in range(1, len(reel.frames)):
        reel.step(stepped, at, 1)
    reel.show(jumped, reel.last, 1)
    assert told(stepped) == told(jumped)
    assert stepped.view == jumped.view and stepped.phase == jumped.phase
    assert stepped.view.game.phase == "over"


def test_only_the_chosen_hand_is_seen(uno: Reel) -> None:
    at = uno.starts[0]
    room = ReelRoom()
    for eyes in range(3):
        view: Any = uno.show(room, at, eyes).view.game
        assert view.seat == eyes and len(view.hand) == 7
        assert room.me is None and room.name_of(eyes) != "you"
    view = uno.show(room, at, None).view.game
    assert view.seat is None and view.hand == ()
    drawn = [
        line for frame in range(uno.starts[1]) for line in (uno.show(room, frame, None), room)[1:]
    ]
    assert drawn and not any("you" in text.lower().split() for text in told(room))


def test_the_log_begins_with_the_deal(uno: Reel) -> None:
    room = ReelRoom()
    uno.show(room, uno.starts[1], 0)
    assert len(told(room)) < 6
    uno.show(room, uno.starts[1] - 1, 0)
    assert any(text.startswith("Points:") for text in told(room))


def test_places_and_waits(uno: Reel) -> None:
    first = uno.starts[1]
    assert uno.place(0) == (0, first - 1) and uno.place(first - 1) == (first - 1, first - 1)
    assert uno.place(first)[0] == 0 and uno.deals == 2
    waits = [uno.wait(at) for at in range(first - 1)]
    assert min(waits) >= 0.4 and max(waits) == 4.0 and len(set(waits)) > 3
    without = Reel(replace(uno.record, deals=(replace(uno.record.deals[0], times=()),)))
    assert {without.wait(at) for at in range(without.last)} == {1.2}


def test_a_record_that_breaks_is_shown_up_to_there(uno: Reel) -> None:
    deal = uno.record.deals[0]
    lines = list(deal.lines)
    bad = next(i for i, line in enumerate(lines) if i > 8 and isinstance(line, Act))
    seat = (lines[bad].seat + 1) % 3  # type: ignore[union-attr]
    lines[bad] = Act(seat, "draw", uno.frames[0].match.game.parse("draw"))
    reel = Reel(replace(uno.record, deals=(replace(deal, lines=tuple(lines), times=()),)))
    assert 5 < reel.last < bad + 1
    assert "It is not your turn" in reel.broken and "deal 1" in reel.broken


def test_what_is_no_position_is_refused() -> None:
    text = (
        'cardtui = 1\ngame = "uno"\nrules = "official"\nplayers = ["A", "B"]\n[[deal]]\n'
        'start.hands = ["r1 ?", "g3"]\nstart.discard = "* r7"\nstart.stock = ""\n'
        'start.turn = "p1"\n'
    )
    with pytest.raises(RecordError, match="one seat's view"):
        Reel(load(text))


def test_refusals_of_a_record_are_told() -> None:
    text = (
        'cardtui = 1\ngame = "uno"\nrules = "official"\nplayers = ["Ann", "Bo"]\n[[deal]]\n'
        'start.hands = ["r1 r2", "g3"]\nstart.discard = "* r7"\nstart.stock = ""\n'
        'start.turn = "p1"\n'
        'actions = ["! p2 play g3 -> not-your-turn", "= hand p2 g3", "p1 play r1 call"]\n'
    )
    reel = Reel(load(text))
    room = ReelRoom()
    reel.show(room, reel.last, None)
    assert told(room)[-2] == "Bo may not: play g3. It is not your turn."
    assert reel.last == 2 and "Ann plays red 1" in told(room)[-1]


def test_punishments_of_a_record_are_told() -> None:
    text = (
        'cardtui = 1\ngame = "uno"\nrules = "kano"\nplayers = ["Ann", "Bo"]\n[[deal]]\n'
        'start.hands = ["r1", "g3"]\nstart.discard = "* r7"\nstart.stock = ""\n'
        'start.turn = "p1"\nactions = ["p1 play r1", "d punish p2 r5"]\n'
    )
    reel = Reel(load(text))
    room = ReelRoom()
    reel.show(room, reel.last, None)
    assert reel.broken == "" and "Bo" in told(room)[-1] and len(told(room)[-1]) > 20


def test_a_record_written_and_read_again_is_the_same_reel(uno: Reel) -> None:
    again: Record = load(dump(uno.record))
    assert len(Reel(again).frames) == len(uno.frames)


KING = (
    'cardtui = 1\ngame = "uno"\nrules = "kano"\nplayers = ["Ann", "Bo", "Cy"]\n[[deal]]\n'
    'start.hands = ["r1", "b7 g5", "g3"]\nstart.discard = "* r7"\nstart.stock = ""\n'
    'start.turn = "p1"\nactions = ["p1 play r1", "d punish p2 r5", "d punish p2 b7"{more}]\n'
)


def test_what_became_of_punishments_follows_from_the_lines() -> None:
    def became(more: str) -> list[tuple[str, str, int | None]]:
        reel = Reel(load(KING.format(more=more)))
        assert reel.broken == ""
        return [(one.card.name, one.how, one.by) for one in reel.frames[-1].fates]

    assert became("") == [("r5", "swapped", None), ("b7", "owed", None)]
    assert became(', "d done p2 p1"')[-1] == ("b7", "done", 0)
    assert became(', "d waived p2 p3"')[-1] == ("b7", "waived", 2)
    assert became(', "p2 leave"')[-1] == ("b7", "left", None)
    reel, room = Reel(load(KING.format(more=', "d done p2 p1"'))), ReelRoom()
    update = reel.show(room, reel.last - 1, None)
    assert update.king is not None and [one.card.name for one in update.king.owed] == ["b7"]
    assert "swaps" in told(room)[-1]
    reel.step(room, reel.last, None)
    assert told(room)[-1] == "Ann says it is done: Bo." and room.king == KingView((), (1,))


def test_the_next_punishment_lets_the_one_before_lapse() -> None:
    match = Reel(load(KING.format(more=""))).frames[-1].match
    before = (Fate(1, 1, punishment("r5")),)
    after, events = fates.after(before, Punish(1, "b7"), match, 2)
    assert [one.how for one in after] == ["lapsed", "owed"]
    assert [type(event).__name__ for event in events] == ["Settled", "Drawn"]


def test_whether_the_deck_was_proved_and_why_not() -> None:
    fair = Path(__file__).parent.parent / "records" / "casino-fair.toml"
    record = load(fair.read_text(encoding="utf-8"))
    head = next(deal.fair.head.hex() for deal in record.deals if deal.fair)
    told_of = {
        "proved": record,
        "unwritten": replace(record, deals=(replace(record.deals[0], fair=None),)),
        "placed": load(KING.format(more="")),
        "wrong": load(fair.read_text(encoding="utf-8").replace(head, "00" * 32)),
    }
    for how, one in told_of.items():
        reel, room = Reel(one), ReelRoom()
        reel.show(room, 0, 0)
        assert room.checked is not None and room.checked.how == how
        assert say_checked.say(room.checked, room.game) in told(room)
        assert room.proved() == say_checked.in_short(room.checked)
