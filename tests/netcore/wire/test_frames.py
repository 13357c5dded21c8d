"""The frames in `frames/`, good ones and every kind of fault, each with what must become of it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from netcore.server.session import Alive, Deliver, Effect, Hangup, Reply, Session
from netcore.wire.framing import SERVER_CAP, FrameReader
from netcore.wire.messages import Bye, Join, Resume, decode_client, decode_server
from netcore.wire.schema import BadMessage, tag_of

FOLDER = Path(__file__).with_name("frames")


def outcome(data: bytes, sender: str) -> str:
    """Return the message that a whole frame carries, or what is wrong with it."""
    (payload,) = FrameReader(SERVER_CAP).feed(data)
    try:
        return str(decode_client(payload) if sender == "client" else decode_server(payload))
    except BadMessage as error:
        return f"{error.code}: {error.why}"


def effects_of(stream: bytes, step: int = 0) -> list[str]:
    """Return what a new session does; `step`: how many bytes come at once, 0 for all.

    Whoever asks for a seat gets it.
    """
    session = Session(0.0, "test", ("uno",))
    told: list[str] = []
    size = step or len(stream) or 1
    for at in range(0, len(stream), size):
        for effect in session.feed(stream[at : at + size], 0.0):
            told.append(_told(effect))
            if isinstance(effect, Deliver) and isinstance(effect.message, Join | Resume):
                session.accepted()
    return told


def _told(effect: Effect) -> str:
    match effect:
        case Reply(message=Bye(code=code, detail=detail)):
            return " ".join(["bye", code, *map(str, detail.values())])
        case Reply(message=message):
            return f"reply {tag_of(message)}"
        case Deliver(message=message):
            return f"deliver {tag_of(message)}"
        case Hangup():
            return "hang up"
        case Alive():
            return "alive"


def of(name: str, kind: str) -> list[Any]:
    """Return the frames of a file as parameters."""
    entries = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))[kind]
    return [pytest.param(bytes.fromhex(e["hex"]), e["outcome"], id=e["why"]) for e in entries]


@pytest.mark.parametrize(("data", "wanted"), of("client-good", "frame") + of("client-bad", "frame"))
def test_what_a_client_sends(data: bytes, wanted: str) -> None:
    assert outcome(data, "client") == wanted


@pytest.mark.parametrize(("data", "wanted"), of("server-good", "frame") + of("server-bad", "frame"))
def test_what_a_server_sends(data: bytes, wanted: str) -> None:
    assert outcome(data, "server") == wanted


@pytest.mark.parametrize("step", [0, 1, 7])
@pytest.mark.parametrize(("data", "wanted"), of("streams", "stream"))
def test_what_comes_over_a_connection(data: bytes, wanted: list[str], step: int) -> None:
    assert effects_of(data, step) == wanted


@pytest.mark.parametrize("sender", ["client", "server"])
def test_the_bad_ones_are_refused_and_the_good_ones_are_not(sender: str) -> None:
    assert all(
        entry.values[1].startswith("bad-message: ") for entry in of(f"{sender}-bad", "frame")
    )
    assert not any("bad-message" in entry.values[1] for entry in of(f"{sender}-good", "frame"))
