"""The fair deck: the vector that any other implementation must reproduce, and no bias."""

from collections import Counter
from dataclasses import fields, replace
from functools import reduce
from hashlib import sha256
from itertools import islice, pairwise, product

import pytest

from engine import fair
from engine.games import GAMES
from engine.uno.cards import deck

SECRET = bytes(range(32))
DEAL = "table-1"
SHARES = (bytes(32), bytes([0x11]) * 32)
COMMITMENT = "47a5aff71003b6a736de1520dda9973b807191e21d28efb271dc0a4d2a1c0c84"
ENTROPY = "6e0dd75e854144fc7382a24abefa866691a505ccdaccd81deac018d43ea77b81"
KEY_0 = "fbfc7ad93168b8c8c8c94ddf018410949eb9b117e1d3bd7930efb6214d3e6ed8"


def test_the_vector():
    commit = fair.commitment(SECRET, DEAL)
    assert commit.hex() == COMMITMENT
    mixed = fair.entropy(commit, SHARES)
    assert mixed.hex() == ENTROPY
    assert fair.key(SECRET, mixed, 0).hex() == KEY_0
    first = fair.shuffle(range(10), fair.key(SECRET, mixed, 0))
    assert first == [1, 3, 5, 4, 6, 8, 2, 0, 7, 9]
    second = fair.shuffle(range(10), fair.key(SECRET, mixed, 1))
    assert second == [1, 2, 7, 4, 0, 5, 9, 3, 8, 6]


def test_the_chance_of_a_deal_is_the_vector_shuffle_by_shuffle():
    chance = fair.FairChance(SECRET, DEAL, SHARES)
    chance.pick(5)  # other choices are counted apart
    assert chance.shuffle(range(10)) == [1, 3, 5, 4, 6, 8, 2, 0, 7, 9]
    assert chance.shuffle(range(10)) == [1, 2, 7, 4, 0, 5, 9, 3, 8, 6]


def test_choices_follow_from_the_secret_in_turn():
    mixed = fair.entropy(fair.commitment(SECRET, DEAL), SHARES)
    chance = fair.FairChance(SECRET, DEAL, SHARES)
    for index in range(5):
        stream = fair.numbers(fair.key(SECRET, mixed, index, "choice"))
        assert chance.pick(100) == fair.below(stream, 100)
    assert fair.key(SECRET, mixed, 0, "choice") != fair.key(SECRET, mixed, 0)


@pytest.mark.parametrize("other", [(), SHARES[:1], SHARES[::-1], (*SHARES, b"")])
def test_every_share_counts(other):
    commit = fair.commitment(SECRET, DEAL)
    assert fair.entropy(commit, other) != fair.entropy(commit, SHARES)


def test_parts_cannot_be_shifted():
    """Each part carries its length, so no two lists of parts hash alike."""
    assert fair.entropy(b"ab", [b"c"]) != fair.entropy(b"a", [b"bc"])
    assert fair.commitment(SECRET, "a") != fair.commitment(SECRET, "b")
    assert fair.share_commitment(b"s", "a", 0) != fair.share_commitment(b"s", "a", 1)


def test_the_stream_is_blocks_of_big_endian_numbers():
    numbers = list(islice(fair.numbers(b"key"), 20))
    assert all(0 <= number < 2**32 for number in numbers)
    assert len(set(numbers)) == 20
    assert numbers == list(islice(fair.numbers(b"key"), 20))


@pytest.mark.parametrize("n", range(1, 8))
def test_below_is_unbiased(n, monkeypatch):
    """With words of 3 bits every number below n comes from as many words, the rest is thrown."""
    monkeypatch.setattr(fair, "_WORD", 8)
    counts: Counter[int] = Counter()
    for first, second in product(range(8), repeat=2):
        stream = iter([first, second])
        try:
            counts[fair.below(stream, n)] += 1
        except StopIteration:
            assert first >= 8 - 8 % n and second >= 8 - 8 % n
    assert set(counts) == set(range(n))
    assert len(set(counts.values())) == 1


def test_below_takes_the_next_word_when_one_is_thrown():
    limit = 2**32 - 2**32 % 3
    assert fair.below(iter([limit, 2**32 - 1, 7]), 3) == 1
    assert fair.below(iter([limit - 1]), 3) == 2
    assert fair.below(iter([2**32 - 1]), 2**32) == 2**32 - 1


def test_a_shuffle_keeps_every_card():
    cards = deck(108)
    order = fair.shuffle(cards, b"key")
    assert sorted(card.text for card in order) == sorted(card.text for card in cards)
    assert order != list(cards)
    assert fair.shuffle([], b"key") == []
    assert fair.shuffle(["one"], b"key") == ["one"]


def test_twins_part():
    """Among 1,000 shuffled decks equal neighbours are as frequent as by chance.

    Two cards of 108 stand side by side in 2/108 of the orders; there are 48 twins and four Wilds
    and four +4 with six pairs each: 60 pairs, 60 * 2 / 108 = 1.11 in a deck.
    """
    chance = fair.FairChance(SECRET, DEAL)
    cards = deck(108)
    pairs = 0
    for _ in range(1000):
        order = chance.shuffle(cards)
        pairs += sum(one is other for one, other in pairwise(order))
    assert 1000 <= pairs <= 1220


def test_every_card_comes_everywhere():
    """The first and the last place of 2,000 shuffled tens hold each card about as often."""
    chance = fair.FairChance(SECRET, DEAL)
    orders = [chance.shuffle(range(10)) for _ in range(2000)]
    for place in (0, 4, 9):
        counts = Counter(order[place] for order in orders)
        assert all(140 <= counts[card] <= 260 for card in range(10))


def test_the_vector_of_the_log():
    """Worked out by hand from the definition in docs/RECORD.md, not by this program."""

    def h(*parts):
        return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()

    seed = fair.Seed(DEAL, SECRET, SHARES)
    assert (seed.commit.hex(), seed.mixed.hex()) == (COMMITMENT, ENTROPY)
    rules, deck_ = b"r" * 32, b"d" * 32
    head = fair.first_head(seed.mixed, rules, deck_)
    assert head == h(b"cardtui/log/1", bytes.fromhex(ENTROPY), rules, deck_)
    assert fair.chain(head, "p1 play r5") == h(b"cardtui/log/1", head, b"p1 play r5")
    assert fair.deck_hash(["Ac", "Ad"]) == h(b"cardtui/deck/1", b"Ac", b"Ad")


def test_the_order_of_lines_and_every_word_of_them_counts():
    def head(*lines):
        return reduce(fair.chain, lines, bytes(32))

    heads = [head("p1 draw", "p1 pass"), head("p1 pass", "p1 draw"), head("p1 drawp1 pass")]
    assert len(set(heads)) == 3


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_option_counts_in_the_hash_of_the_rules(game):
    for preset in game.presets.values():
        hashes = {fair.rules_hash(game.name, preset)}
        count = 1
        for option in fields(preset):
            value = getattr(preset, option.name)
            other = object.__new__(type(preset))  # no need for the change to make sense
            for name in (one.name for one in fields(preset)):
                object.__setattr__(other, name, getattr(preset, name))
            changed = (
                (not value)
                if isinstance(value, bool)
                else ("x", *value)
                if isinstance(value, tuple)
                else f"{value}x"
            )
            object.__setattr__(other, option.name, changed)
            hashes.add(fair.rules_hash(game.name, other))
            count += 1
        assert len(hashes) == count
        assert fair.rules_hash("other", preset) not in hashes


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_deck_of_a_game_is_what_is_shuffled_first(game):
    class First(fair.FairChance):
        def shuffle(self, cards):
            decks.append(list(cards))
            return super().shuffle(cards)

    for rules in game.presets.values():
        decks: list[list[object]] = []
        game.deal(rules, game.seat_range(rules)[0], 0, First(SECRET, DEAL), frozenset())
        assert decks[0] == list(game.deck(rules))


def test_a_secret_is_the_end_of_a_chain():
    seed = fair.Seed.of(DEAL, SECRET, (0, 1))
    link, chain = SECRET, [SECRET]
    for _ in range(fair.LINKS):
        parts = (b"cardtui/link/1", DEAL.encode(), link)
        link = sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()
        chain.append(link)
    assert seed.secret == chain.pop() == link
    for number, link in enumerate(reversed(chain), 1):
        assert seed.link(number) == link
        assert fair.links_before(link, seed.secret, DEAL) == number
    assert fair.links_before(seed.secret, seed.secret, DEAL) is None
    assert fair.links_before(chain[1], seed.secret, "table-2") is None
    after = replace(seed, shares=SHARES).linked(seed.link(1))
    due = fair.FairChance(seed.link(1), DEAL, SHARES)
    assert [after.pick(100) for _ in range(9)] == [due.pick(100) for _ in range(9)]
    assert fair.Seed(DEAL, SECRET).link(1) == b""
