"""Join codes: how they are read, and what their proofs are bound to."""

from __future__ import annotations

import hashlib
import hmac
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netcore.server.attempts import FREE, LONGEST, WINDOW, Attempts
from netcore.transport.joincode import (
    ALPHABET,
    NO_CERTIFICATE,
    BadCode,
    folded,
    new_code,
    prover,
    shown,
)

CERTIFICATE, OTHER = b"c" * 32, b"d" * 32
MINE, THEIRS = b"n" * 16, b"s" * 16


def test_a_new_code_is_short_and_its_own_fold() -> None:
    code = new_code()
    assert len(code) == 9 and code[4] == "-"
    assert set(code) - {"-"} <= set(ALPHABET)
    assert folded(code) == code.replace("-", "")
    assert len({new_code() for _ in range(50)}) == 50


@pytest.mark.parametrize(
    "text", ["7KQ2-M9XW", "7kq2m9xw", " 7kq2 m9xw ", "7-K-Q-2-M-9-X-W", "7KQ2m9xw"]
)
def test_case_dashes_and_blanks_do_not_count(text: str) -> None:
    assert folded(text) == "7KQ2M9XW"


def test_a_code_that_was_folded_is_shown_as_it_was_made() -> None:
    code = new_code()
    assert shown(folded(code)) == code == shown(code)
    assert [shown(own) for own in ("", "letmein1", "THE-CARDS", "LONGERCODE")] == [
        "", "letmein1", "THE-CARDS", "LONGERCODE",
    ]  # fmt: skip


def test_letters_that_look_alike_are_one() -> None:
    assert folded("oO0iIlL1") == "00011111"


@pytest.mark.parametrize("text", ["", "7KQ2-M9X", "-" * 20, "A" * 65, "with\x1bescape", "a" + "́"])
def test_no_codes(text: str) -> None:
    with pytest.raises(BadCode):
        folded(text)


@given(st.text(max_size=100))
def test_a_fold_is_final_whatever_was_typed(text: str) -> None:
    try:
        code = folded(text)
    except BadCode:
        return
    assert folded(code) == code


def test_the_proof_is_as_it_is_written_down() -> None:
    """What docs say: HMAC(scrypt(code, certificate), LP(role) LP(certificate) LP(nc) LP(ns))."""
    key = hashlib.scrypt(b"7KQ2M9XW", salt=CERTIFICATE, n=2**14, r=8, p=1, dklen=32)
    said = b"\0\0\0\6client\0\0\0\x20" + CERTIFICATE + b"\0\0\0\x10" + MINE + b"\0\0\0\x10" + THEIRS
    wanted = hmac.new(key, said, "sha256").digest()
    assert prover("7kq2-m9xw", CERTIFICATE).mac("client", MINE, THEIRS) == wanted


def test_a_proof_is_good_for_one_code_one_certificate_one_side_and_one_conversation() -> None:
    provers = [
        prover(code, certificate)
        for code, certificate in product(("7KQ2M9XW", "7KQ2M9XX"), (CERTIFICATE, OTHER))
    ]
    provers.append(prover("7KQ2M9XW", NO_CERTIFICATE))
    macs = {
        one.mac(role, mine, theirs)
        for one in provers
        for role in ("client", "server")
        for mine, theirs in ((MINE, THEIRS), (THEIRS, MINE), (MINE, MINE), (b"x" * 16, THEIRS))
    }
    assert len(macs) == 5 * 2 * 4
    mac = provers[0].mac("client", MINE, THEIRS)
    assert provers[0].holds(mac, "client", MINE, THEIRS)
    assert not provers[0].holds(mac, "server", MINE, THEIRS)
    assert not provers[0].holds(mac[:-1], "client", MINE, THEIRS)
    assert "key" not in repr(provers[0]).lower() and len(repr(provers[0])) < 20


# --- who guesses ---


def test_three_wrong_codes_a_minute_cost_nothing_and_then_it_takes_longer() -> None:
    attempts = Attempts()
    waits = []
    for second in range(8):
        waits.append(attempts.wait("10.0.0.7", float(second)))
        attempts.failed("10.0.0.7", float(second))
    assert waits == [0, 0, 0, 1, 2, LONGEST, LONGEST, LONGEST]
    assert attempts.wait("10.0.0.8", 8.0) == 0
    assert attempts.wait("10.0.0.7", 8.0 + WINDOW) == 0
    assert not attempts._failures


def test_a_network_of_ipv6_is_one_place() -> None:
    attempts = Attempts()
    for number in range(FREE):
        attempts.failed(f"fe80::{number + 1}%eth0", 0.0)
    assert attempts.wait("fe80::ffff", 1.0) > 0
    assert attempts.wait("fe80:0:0:1::1", 1.0) == 0
    for _ in range(FREE):
        attempts.failed("::ffff:10.0.0.7", 0.0)
    assert attempts.wait("10.0.0.7", 1.0) > 0


def test_no_flood_of_addresses_is_remembered() -> None:
    attempts = Attempts()
    for number in range(2000):
        attempts.failed(f"10.0.{number // 256}.{number % 256}", float(number))
    assert len(attempts._failures) <= 256
    assert len(attempts._failures["10.0.7.207"]) == 1
