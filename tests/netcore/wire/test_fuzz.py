"""A bounded share of what `make fuzz` does, the same at every run."""

from __future__ import annotations

import pytest

from tests.netcore import fuzzing
from tests.netcore.corpus import played, real_frames
from tools import fuzz


@pytest.mark.parametrize("batch", range(16))
def test_nothing_but_bad_messages_comes_of_damaged_frames(batch: int) -> None:
    fuzzing.run_batch(7, batch)


def test_what_is_damaged_is_real() -> None:
    kinds = {one.payload[1:14] for one in real_frames()}
    assert len(played()) > 500 and len(kinds) > 40


def test_what_is_found_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours is told with what finds it again."""
    decode = fuzzing.decode_client

    def faulty(payload: bytes) -> object:
        if len(payload) % 7 == 0:
            raise KeyError("a fault of ours")
        return decode(payload)

    monkeypatch.setattr(fuzzing, "decode_client", faulty)
    number, fault = fuzz.fault_of(7, 3)
    assert number == 3 and "KeyError" in fault
    assert fuzz.fault_of(7, 3) == (3, fault)
    monkeypatch.undo()
    assert fuzz.fault_of(7, 3) == (3, "")
