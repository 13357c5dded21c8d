from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netcore.wire.framing import CLIENT_CAP, SERVER_CAP, STRANGER_CAP, FrameReader, frame
from netcore.wire.schema import BadMessage, Fault

PAYLOADS = st.lists(st.binary(max_size=300), max_size=8)


@given(PAYLOADS, st.data())
def test_whole_or_in_pieces_the_payloads_are_the_same(
    payloads: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(map(frame, payloads))
    assert list(FrameReader(STRANGER_CAP).feed(stream)) == payloads

    one_by_one = FrameReader(STRANGER_CAP)
    assert [p for i in range(len(stream)) for p in one_by_one.feed(stream[i : i + 1])] == payloads
    assert one_by_one.idle

    pieces = FrameReader(STRANGER_CAP)
    got: list[bytes] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        got += pieces.feed(stream[:size])
        stream = stream[size:]
    assert got == payloads


@pytest.mark.parametrize("cap", [STRANGER_CAP, CLIENT_CAP, SERVER_CAP])
def test_the_cap_is_judged_on_the_length_alone(cap: int) -> None:
    assert list(FrameReader(cap).feed(frame(bytes(cap)))) == [bytes(cap)]
    with pytest.raises(BadMessage) as caught:
        list(FrameReader(cap).feed((cap + 1).to_bytes(4, "big")))
    assert caught.value.code is Fault.FRAME_TOO_BIG


def test_the_cap_may_be_raised_between_two_frames_of_one_read() -> None:
    reader = FrameReader(10)
    payloads = reader.feed(frame(b"small") + frame(bytes(100)))
    assert next(payloads) == b"small"
    reader.cap = 100
    assert next(payloads) == bytes(100)


@pytest.mark.parametrize(
    ("greeting", "fault"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", Fault.IS_TLS),
        (b"GET / HTTP/1.1\r\n", Fault.IS_HTTP),
        (b"SSH-2.0-OpenSSH_9.6\r\n", Fault.IS_SSH),
        (b"hello there\n", Fault.FRAME_TOO_BIG),
    ],
)
def test_other_protocols_are_recognised(greeting: bytes, fault: Fault) -> None:
    for cap in (STRANGER_CAP, SERVER_CAP):
        with pytest.raises(BadMessage) as caught:
            list(FrameReader(cap).feed(greeting))
        assert caught.value.code is fault
