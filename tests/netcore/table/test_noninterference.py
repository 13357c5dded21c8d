"""Two tables that differ only in cards somebody may not see: everything sent to that viewer is the
same, byte for byte, until the game itself shows more.

For every ruleset, every seat, watchers and late comers, on every path on which something is sent:
moves, refusals, chat, asking again, coming back, stand-ins, kicks, pauses, the lobby. Both tables
have the same chance, tokens and time; the cards that differ are dealt anew in the middle of a deal.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.casino.state import CasinoState
from engine.games import GAMES
from netcore.table import roster
from netcore.wire.messages import (
    Act,
    AddBot,
    Chat,
    ClientMessage,
    Kick,
    Leave,
    Pause,
    Ready,
    ServerMessage,
    Setup,
    Start,
    Sync,
    TakeSeat,
    encode,
)
from tests.netcore.tablepair import Guest, TablePair

PRESETS = [(game, preset) for game in GAMES for preset in GAMES[game].presets]
WATCHER = -1
AFTER = (1, 2, 3, 5, 6, 7, 9)
"""Steps before the cards are dealt anew."""
MORE = 2
"""Steps after it, at most."""
PATHS = 7


class Twin(TablePair):
    """A table whose frames are kept as bytes, by connection."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.frames: dict[int, list[bytes]] = {}
        super().__init__(seed, **options)

    def _receive(self, guest: Guest, message: ServerMessage) -> None:
        self.frames.setdefault(guest.conn, []).append(encode(message))
        super()._receive(guest, message)


class Twins:
    """Two tables, to which the same things happen with the same chance.

    Attributes:
        viewer: The seat that is looked at; WATCHER: all that watch.
        told: The connections of the viewer.
    """

    def __init__(
        self, game: str, preset: str, viewer: int, patch: pytest.MonkeyPatch, **more: Any
    ) -> None:
        rules = GAMES[game].presets[preset]
        least, most = GAMES[game].seat_range(rules)
        self.seats = min(max(3, least), most)
        self.viewer = viewer
        self.chance = Random(0)
        self.moments = 0
        patch.setattr(os, "urandom", lambda n: self.chance.randbytes(n))
        patch.setattr(roster, "new_token", lambda: self.chance.randbytes(12).hex())
        options = {"game": game, "preset": preset, "seats": self.seats, "timer": 30, "grace": 20}
        options |= more
        self.pairs: list[Twin] = []
        self.both(lambda _: self.pairs.append(Twin(1, **options)), [None, None])
        self.people: list[list[Guest]] = [[], []]
        self.told: set[int] = set()
        for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")[: self.seats]:
            self.join(name, watch=False)
        self.join("Zed", watch=True)
        self.ask(0, Start())
        if viewer < self.seats:
            self.told.add(self.people[0][viewer].conn)

    # --- the same, to both ---

    def both(self, do: Callable[[Any], Any], what: list[Any] | None = None) -> list[Any]:
        """Do something to both tables with the same chance."""
        self.moments += 1
        results: list[Any] = []
        for one in what or self.pairs:
            self.chance.seed(self.moments)
            results.append(do(one))
        return results

    def join(self, name: str, *, watch: bool) -> None:
        guests = self.both(lambda pair: pair.join(name, watch=watch))
        for people, guest in zip(self.people, guests, strict=True):
            people.append(guest)
        if watch and self.viewer == WATCHER:
            self.told.add(guests[0].conn)

    def ask(self, who: int, message: ClientMessage) -> None:
        pairs = list(zip(self.pairs, (people[who] for people in self.people), strict=True))
        self.both(lambda one: one[0].send(one[1], message), pairs)

    def drop(self, who: int) -> None:
        self.both(lambda one: one[0].drop(one[1]), self._of(who))

    def resume(self, who: int, back: int) -> None:
        """Come back, having seen all but so many updates."""
        guests = self.both(
            lambda one: one[0].resume(one[1].token, max(0, one[1].n - back)), self._of(who)
        )
        for people, guest in zip(self.people, guests, strict=True):
            people[who] = guest
        if who == self.viewer:
            self.told.add(guests[0].conn)

    def wait(self, seconds: float) -> None:
        self.both(lambda pair: pair.wait(seconds))

    def _of(self, who: int) -> list[tuple[Twin, Guest]]:
        return list(zip(self.pairs, (people[who] for people in self.people), strict=True))

    # --- what differs ---

    def deal_anew(self, rng: Random, *, but: int | None = None) -> None:
        """Deal the cards that the viewer does not know anew, at the second table; not a seat's."""
        course = self.pairs[1].table.desk.course
        assert course is not None
        now = course.moments[-1]
        state = redealt(now.match.state, self.viewer, rng, but)
        course.moments[-1] = replace(now, match=replace(now.match, state=state))

    def shown_more(self) -> bool:
        """Whether the viewer has rightly come to know what differs, or the tables went apart."""
        one, two = (pair.match for pair in self.pairs)
        if one.over or two.over or one.waiting_on() != two.waiting_on():
            return True
        own = [m.state.hands[self.viewer] if self.viewer >= 0 else () for m in (one, two)]
        return sorted(map(str, own[0])) != sorted(map(str, own[1]))

    def went_apart(self) -> bool:
        """Whether it was not the same that was done at both."""
        logs = [pair.table.desk.course._scribe.log for pair in self.pairs]  # type: ignore[union-attr]
        return logs[0] != logs[1]

    def check(self) -> None:
        """Everything that was sent to the viewer is the same."""
        for conn in self.told:
            first, second = (pair.frames.get(conn, []) for pair in self.pairs)
            for a, b in zip(first, second, strict=False):
                assert a == b, f"viewer {self.viewer} can tell"
            assert len(first) == len(second)

    # --- playing ---

    def play(self, rng: Random) -> bool:
        """Let one who is on turn do what is proper at both tables; whether there was anything."""
        seat = min(self.pairs[0].match.waiting_on())
        lists = [
            [str(action) for action in pair.match.game.legal(pair.match.game.view(
                pair.match.state, seat))]
            for pair in self.pairs
        ]  # fmt: skip
        common = [action for action in lists[0] if action in lists[1]]
        if seat == self.viewer:  # what is drawn or challenged is shown, rightly
            common = [one for one in common if one not in ("draw", "challenge")] or common
        if not common:
            return False
        aid = f"{self.moments:12}".encode()
        self.ask(seat, Act(aid, self.pairs[0].table.desk.n, rng.choice(common)))
        return True


def redealt(state: Any, viewer: int, rng: Random, but: int | None = None) -> Any:
    """Return the state with about half of the cards that the viewer does not know exchanged.

    What stays lets the others go on alike for a while. The hand of the seat `but` is left alone.
    """
    other = state.clone()
    hidden = [seat for seat in range(len(other.hands)) if seat not in (viewer, but)]
    places = [(seat, i) for seat in hidden for i in range(len(other.hands[seat]))]
    places = [place for place in places if rng.random() < 0.5]
    hands = [list(hand) for hand in other.hands]
    stock = list(other.stock)
    pool = [hands[seat][i] for seat, i in places] + stock
    rng.shuffle(pool)
    for seat, i in places:
        hands[seat][i] = pool.pop()
    if isinstance(other, CasinoState):
        other.hands = [tuple(sorted(hand, key=lambda card: card.place)) for hand in hands]
        other.stock = tuple(pool)
    else:
        other.hands = hands
        other.stock = pool
        if (
            other.drawn is not None
            and other.turn != viewer
            and other.drawn not in hands[other.turn]
        ):
            other.drawn = hands[other.turn][0]
    return other


def odd_requests(twins: Twins, who: int) -> list[ClientMessage]:
    """Return what is refused, or changes no card: each has an answer that could tell."""
    n, aid = twins.pairs[0].table.desk.n, f"{twins.moments:9}odd".encode()
    acts = ["play r5", "catch p2", "challenge", "call", "jump r5", "draw 2", "trail 5s", "nonsense"]
    return [
        *[Act(aid[:-1] + bytes([65 + i]), n, text) for i, text in enumerate(acts[who % 2 :: 2])],
        Sync(),
        Chat("what do they hold?"),
        Ready(True),
        Kick(9),
        AddBot("easy"),
        TakeSeat(1),
        Setup("uno", "official", {}, 3),
    ]


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[preset for _, preset in PRESETS])
def test_nobody_can_tell(game: str, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for viewer in (WATCHER, 0, 1):
        path = 0
        for after in AFTER:
            twins = Twins(game, preset, viewer, monkeypatch)
            rng = Random(viewer + after)
            for _ in range(after):
                twins.play(rng)
            twins.check()
            twins.deal_anew(rng)
            for _ in range(MORE):
                other_paths(twins, path)
                path += 1
                if twins.shown_more():
                    break
                twins.check()
                if not twins.play(rng) or twins.shown_more():
                    break
                twins.check()
        assert path >= PATHS, "some path was not tried"


def other_paths(twins: Twins, path: int) -> None:
    """Do what else is possible, another thing each time."""
    who = twins.viewer if twins.viewer >= 0 else twins.seats
    other = (who + 1) % twins.seats
    match path % PATHS:
        case 0:
            for request in odd_requests(twins, who):
                # An act that is proper just now is none of the odd ones.
                if not (isinstance(request, Act) and who in twins.pairs[0].match.waiting_on()):
                    twins.ask(who, request)
        case 1:
            twins.drop(other)
            twins.resume(other, back=2)
        case 2 if twins.viewer >= 0:
            twins.drop(who)
            twins.resume(who, back=5)
        case 3:
            twins.join(f"Late {path}", watch=True)
        case 4:
            twins.ask(0, Pause(True))
            twins.ask(other, Chat("a pause"))
            twins.ask(0, Pause(False))
        case 5:
            twins.ask(twins.seats, Leave()) if twins.viewer >= 0 else twins.ask(who, Sync())
        case 6 if twins.viewer >= 0:  # a stand-in sees what the seat may see
            twins.drop(who)
            twins.wait(25.0)
            twins.resume(who, back=0)
        case _:
            twins.drop(other)
            twins.resume(other, back=0)


def test_what_differs_can_be_seen_by_those_who_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: the seat whose cards were exchanged does see it."""
    twins = Twins("uno", "official", 1, monkeypatch)
    rng = Random(5)
    twins.deal_anew(rng)
    twins.told = {twins.people[0][0].conn}
    twins.ask(0, Sync())
    with pytest.raises(AssertionError, match="can tell"):
        twins.check()


@pytest.mark.parametrize("peeking", [True, False], ids=["others", "its own"])
@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[preset for _, preset in PRESETS])
def test_a_stand_in_tells_nothing(
    game: str, preset: str, peeking: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That it plays, what it plays and its end are the same, whatever it may not know; and it says
    nothing of the hand it plays with but what it plays.
    """
    followed = 0
    for viewer in (WATCHER, 0, 1):
        for after in range(4):
            twins = Twins(game, preset, viewer, monkeypatch, bot_pace=1.0)
            rng = Random(after)
            for _ in range(after):
                twins.play(rng)
            (away,) = twins.pairs[0].match.waiting_on()
            if away == viewer:
                continue
            # In the one case the others' cards differ, in the other one also those it plays with.
            twins.deal_anew(rng, but=away if peeking else None)
            twins.drop(away)
            twins.check()
            twins.wait(20.5)
            assert isinstance(sitter := twins.pairs[0].table.desk.roster.at(away), roster.Member)
            assert sitter.standin
            twins.check()
            twins.wait(2.5)  # it has played once by now
            assert twins.pairs[0].table.desk.course._scribe.log  # type: ignore[union-attr]
            if twins.went_apart():
                assert not peeking, "it has played by what it may not know"
                continue
            if twins.shown_more():
                continue
            twins.check()
            twins.resume(away, back=3)
            twins.check()
            twins.ask(away, Chat("what did it do?"))
            twins.check()
            followed += 1
    assert followed or not peeking, "nobody came back from a stand-in"
