"""Clients prove the punishments too: those of a round, and those drawn when its secret is out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import fair
from engine.fair import LINKS, Seed
from engine.king import Drawn, builtin, ledger, with_own
from engine.record import dump, load
from engine.replay import verify
from netcore.client.verdict import Doubt
from netcore.table import desk, fairdeal, outbound
from netcore.table.outbound import Moment
from netcore.table.requests import Out
from netcore.wire.messages import End, Kick, Mild, Ready, Resume, Settle, Start, Swap, Sync, Update
from tests.netcore.tablepair import Guest, TablePair

OWN = with_own('x1 = "Bow to the cat."\nx7 = { en = "Sing.", hot = true }')
TABLES: list[dict[str, Any]] = [
    {"preset": "kano", "changes": (("hand_size", 2),)},
    {"preset": "kano", "changes": (("hand_size", 2), ("punishments", "losers")), "deck": OWN},
    {"preset": "kano", "changes": (("hand_size", 2),), "punishments": "mild", "deck": OWN},
    {"preset": "minus", "changes": (("hand_size", 3), ("target", 60))},
]


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(5)

    def new_seed(seats: tuple[int, ...]) -> Seed:
        return Seed.of(str(rng.random()), rng.randbytes(32), seats)

    monkeypatch.setattr(fairdeal, "new_seed", new_seed)


class Throne(TablePair):
    """A table of three people and a bot, with a watcher, that play for the throne."""

    def __init__(self, seed: int = 3, **options: Any) -> None:
        super().__init__(
            seed, **{**TABLES[1], "seats": 4, "timer": 5, "bots": ("easy",), **options}
        )
        self.people = [self.join(name) for name in ("Ann", "Bo", "Cy")]
        self.watcher = self.join("Wil", watch=True)
        self.begin()

    def begin(self) -> None:
        self.people[0].send(Start())

    def end_round(self) -> None:
        while self.phase == "deal":
            self.play()

    def play(self) -> None:
        """Let who is on turn lay a card, where one fits; the bot and the absent have their time."""
        (seat,) = self.match.waiting_on()
        guest = next((one for one in self.people if one.seat == seat and not one.closed), None)
        if guest is None:
            self.wait(5.0)
            return
        view = self.match.game.view(self.match.state, seat)
        laid = (one for one in self.match.game.legal(view) if str(one).startswith("play"))
        guest.act(next(laid, None) or self.match.game.default(view))

    def next_round(self) -> None:
        for guest in self.people:
            guest.send(Ready(True))

    def swap(self) -> Guest:
        """Let somebody who owes anything swap it."""
        update = self.watcher.last(Update)
        assert update.king is not None
        guest = self.people[update.king.owed[0].seat]
        assert guest.refusal(Swap()) is None
        return guest


def drawn(guest: Guest) -> list[Drawn]:
    return [e for update in guest.all(Update) for e in update.events if isinstance(e, Drawn)]


def doubts(guest: Guest) -> set[Doubt | None]:
    return {one.doubt for one in guest.audited}


# --- honest tables ---


@pytest.mark.parametrize("options", TABLES, ids=["worst", "losers", "mild", "bust"])
@pytest.mark.parametrize("seed", range(2))
def test_an_honest_throne_is_never_doubted(options: dict[str, Any], seed: int) -> None:
    """Whatever they ask, whenever, and whoever was away meanwhile."""
    pair, rng = Throne(seed, **options), Random(seed)
    for _ in range(40):
        ask_something(pair, rng)
        if rng.random() < 0.4:
            for guest in pair.people:
                guest.closed or guest.send(Ready(True))
        pair.wait(rng.choice([1.0, 25.0]))
        for _ in range(rng.randrange(12)):
            if pair.phase == "deal":
                pair.play()
    pair.people[0].send(End())
    assert not pair.suspected
    assert {one.verdict for one in pair.watcher.audited} == {"verified"}
    assert verify(load(dump(pair.finished[-1].record))).mismatch is None


def ask_something(pair: Throne, rng: Random) -> None:
    """Let one of them go, come back, or want something else of the punishments."""
    who = rng.randrange(3)
    guest = pair.people[who]
    if guest.closed:
        back = pair.connect()
        if rng.random() < 0.7:  # the same program
            back.auditor = guest.auditor
        pair.enter(back, Resume("", guest.token, guest.n))
        pair.people[who] = back if back.accepted else guest
    elif who and rng.random() < 0.15:
        pair.drop(guest)
    elif who and rng.random() < 0.03:
        pair.people[0].send(Kick(who))
        late = pair.join(f"Late {guest.conn}")  # for the bot, if it is there still
        pair.people[who] = late if late.accepted else guest
    else:
        settle = Settle(rng.randrange(4), rng.choice(["done", "waived"]))
        guest.send(rng.choice([Swap(), Mild(rng.random() < 0.5), settle]))


def test_a_swap_after_the_round_follows_from_what_nobody_knows_yet() -> None:
    pair = Throne()
    pair.end_round()
    assert pair.table.desk.course is not None
    seed = pair.table.desk.course._seed
    pair.swap()
    (link,) = [one.link for one in drawn(pair.watcher) if one.link]
    assert drawn(pair.watcher)[-1].link == link == seed.link(1) not in (seed.secret, seed.root)
    assert fair.next_link(link, seed.deal_id) == seed.secret
    pair.people[0].send(End())
    assert not pair.suspected


def test_a_swap_in_the_next_round_shows_no_link() -> None:
    pair = Throne()
    pair.end_round()
    pair.next_round()
    assert pair.phase == "deal"
    pair.swap()
    assert [one.link for one in drawn(pair.watcher)][-1] == b""
    pair.people[0].send(End())
    assert not pair.suspected and doubts(pair.watcher) == {None}


class Shuffling(Throne):
    """The same table while its second deal is opened: somebody has not pledged yet."""

    held: Guest | None = None

    def __init__(self) -> None:
        super().__init__()
        self.end_round()
        self.held = self.people[2]
        self.next_round()
        assert self.table.desk.dealing.running

    def _take(self, outs: list[Out]) -> None:
        self._carry_out(outs)
        for guest in list(self.guests.values()):
            if guest is not self.held:
                replies, guest.replies = guest.replies, []
                for reply in replies:
                    if not guest.closed:
                        self.send(guest, reply)

    def go_on(self) -> None:
        self.held = None
        self._take([])
        assert self.phase == "deal"

    def back(self, guest: Guest) -> Guest:
        """Let the same program come back over another line."""
        self.drop(guest)
        again = self.connect()
        again.auditor = guest.auditor
        self.enter(again, Resume("", guest.token, guest.n))
        return again


def settle_in_vain_or_not(pair: Shuffling) -> None:
    king = pair.watcher.last(Update).king
    assert king is not None
    for guest in pair.people:
        guest.refusal(Settle(king.owed[0].seat, "waived"))


def come_back(pair: Shuffling) -> None:
    pair.people[1] = pair.back(pair.people[1])


def watch_again(pair: Shuffling) -> None:
    pair.watcher = pair.back(pair.watcher)


@pytest.mark.parametrize(
    "meanwhile",
    [
        Throne.swap,
        settle_in_vain_or_not,
        lambda pair: pair.people[1].send(Mild(True)),
        lambda pair: pair.people[1].send(Sync()),
        come_back,
        watch_again,
    ],
    ids=["swap", "settle", "mild", "sync", "back", "watch"],
)
def test_what_is_told_while_a_deal_is_opened_is_not_taken_for_the_deal(
    meanwhile: Callable[[Shuffling], object],
) -> None:
    pair = Shuffling()
    meanwhile(pair)
    pair.go_on()
    pair.end_round()
    assert not pair.suspected
    for guest in (*pair.people, pair.watcher):
        assert (guest.audited[-1].deal, guest.audited[-1].verdict) == (2, "verified")


def test_a_swap_that_does_not_follow_is_found_out_also_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pair = Shuffling()
    monkeypatch.setattr(ledger, "_pick", lambda cards, chance: (chance.pick(9), cards[0])[1])
    pair.swap()
    assert doubts(pair.watcher) == {None, Doubt.PUNISHMENT}


def test_a_deal_that_is_shown_before_its_shares_is_found_out() -> None:
    pair = Shuffling()
    auditor, case = pair.watcher.auditor, pair.watcher.auditor._case
    assert case is not None and case.shares is None
    ended = pair.watcher.last(Update)
    running = replace(ended, view=replace(ended.view, game=replace(ended.view.game, phase="play")))
    auditor.see(running)
    assert case.seen == [running]


# --- tables that cheat ---


def lucky(_cards: Any, chance: Any) -> Any:
    chance.pick(100)
    return builtin()[0]


def test_a_card_that_was_chosen_is_found_out_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Throne()
    monkeypatch.setattr(ledger, "_pick", lucky)
    pair.end_round()
    for guest in (*pair.people, pair.watcher):
        assert doubts(guest) == {Doubt.PUNISHMENT}


@pytest.mark.parametrize("spared", [True, False])
def test_who_is_spared_or_drawn_in_is_found_out(spared: bool) -> None:
    pair = Throne()
    course = pair.table.desk.course
    assert course is not None
    course._bots = lambda: frozenset(range(4) if spared else ())
    pair.end_round()
    drew = {one.seat for one in drawn(pair.watcher)}
    assert drew == set() if spared else 3 in drew
    assert doubts(pair.watcher) == {Doubt.PUNISHMENT}


@pytest.mark.parametrize(
    "link",
    [
        lambda seed, number: b"",  # from the secret, which is out
        lambda seed, number: bytes(32),
        lambda seed, number: seed.secret,
        lambda seed, number: Seed.link(seed, number + 1),  # one is left out
        lambda seed, number: Seed.link(seed, LINKS),
    ],
    ids=["none", "another", "secret", "next", "last"],
)
def test_a_swap_that_follows_from_something_else_is_found_out(
    link: Callable[[Seed, int], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = Throne()
    pair.end_round()
    assert not pair.suspected
    course = pair.table.desk.course
    assert course is not None

    class Bent(Seed):
        def link(self, number: int) -> bytes:
            return link(course_seed, number)

    course_seed = course._seed
    course._seed = Bent(
        course_seed.deal_id, course_seed.secret, course_seed.shares, course_seed.seats, b"root"
    )
    pair.swap()
    for guest in (*pair.people, pair.watcher):
        assert [one.doubt for one in guest.audited] == [None, Doubt.PUNISHMENT]
        assert guest.audited[-1].n == guest.n


def test_another_card_than_the_link_gives_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Throne()
    pair.end_round()
    monkeypatch.setattr(ledger, "_pick", lambda cards, chance: (chance.pick(9), cards[0])[1])
    pair.swap()
    assert doubts(pair.watcher) == {None, Doubt.PUNISHMENT}


def silent(patch: pytest.MonkeyPatch, when: Callable[[Moment], bool]) -> None:
    """Let a table say of some updates that others were left out, so that it need not tell all."""

    def update_for(viewer: int | None, now: Moment, **told: Any) -> Update:
        update = outbound.update_for(viewer, now, **told)
        return replace(update, missed=update.missed or when(now))

    patch.setattr(desk, "update_for", update_for)


def test_what_is_left_out_hides_no_card_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Throne()
    silent(monkeypatch, lambda now: now.match.over)
    monkeypatch.setattr(ledger, "_pick", lucky)
    pair.end_round()
    assert doubts(pair.watcher) == {Doubt.UNSEEN}


def test_nor_one_that_is_drawn_later(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Throne()
    with monkeypatch.context() as patch:
        silent(patch, lambda now: True)
        pair.play()
    monkeypatch.setattr(ledger, "_pick", lucky)
    pair.end_round()
    assert doubts(pair.watcher) == {Doubt.UNSEEN}


def test_nor_a_link_that_was_chosen_after_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Throne()
    pair.end_round()
    with monkeypatch.context() as patch:
        silent(patch, lambda now: True)
        pair.watcher.send(Sync())
    course = pair.table.desk.course
    assert course is not None and doubts(pair.watcher) == {None}
    course._links = 7
    pair.swap()
    assert [one.doubt for one in pair.watcher.audited] == [None, Doubt.UNSEEN]
    assert pair.people[0].audited[-1].doubt is Doubt.PUNISHMENT


def test_who_misses_something_without_punishments_doubts_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pair = Throne(preset="official", changes=(("hand_size", 2),), deck=None)
    silent(monkeypatch, lambda now: True)
    pair.end_round()
    assert doubts(pair.watcher) == {None}


# --- records ---


def written() -> tuple[str, str]:
    """Return a record in which a punishment was swapped after a round, and its link."""
    pair = Throne()
    pair.end_round()
    pair.swap()
    pair.people[0].send(End())
    (link,) = pair.finished[-1].record.deals[0].fair.links  # type: ignore[union-attr]
    return dump(pair.finished[-1].record), link.hex()


def test_a_record_proves_what_was_swapped() -> None:
    text, link = written()
    assert verify(load(text)).mismatch is None and dump(load(text)) == text
    for bent, why in (
        (text.replace(link, "ab" * 32), "is not the one before"),
        (text.replace(f'links = [\n  "{link}",\n]', ""), "lacks its link"),
        (text.replace(f'  "{link}",\n]', f'  "{link}",\n  "{link}",\n]'), "has 1 more than"),
    ):
        assert bent != text
        mismatch = verify(load(bent)).mismatch
        assert mismatch is not None and why in str(mismatch)
