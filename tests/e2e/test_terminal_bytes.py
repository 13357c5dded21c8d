"""What peers write, as it reaches a real terminal: no byte of theirs moves it.

A server that means no good puts control sequences wherever a text may stand; the clients, with a
screen and without one, run on a pty whose every byte is looked at.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from netcore.wire.framing import frame
from netcore.wire.messages import (
    PROTOCOL,
    Bye,
    ByeCode,
    Lobby,
    Note,
    NoteCode,
    Refused,
    Said,
    Seated,
    SeatInfo,
    ServerMessage,
    TableCode,
    Welcome,
    decode_server,
    encode,
)
from tests.e2e.playing import environment
from tests.netcore.corpus import sampled
from tests.tui.terminal import Terminal

TITLE, CLEAR, C1, BIDI = "\x1b]0;owned\x07", "\x1b[41m", "\x9b41m", "\u202e"
EVIL = f"A{TITLE}{CLEAR}{C1}{BIDI}\x08\r\n\x7f\u200b\U000e0041Z"
SHOWN = "evil-said-this"
FORBIDDEN = (TITLE, TITLE[:-1], C1, "\x9b", BIDI, "\x07", "\x08", "\x7f", "\u200b", "\U000e0041")


def welcome() -> Welcome:
    """Return the welcome of a table that asks for no code, with an odd name of its program."""
    messages = (decode_server(one.payload) for one in sampled() if not one.client)
    some = next(m for m in messages if isinstance(m, Welcome))
    return replace(some, v=PROTOCOL, app=EVIL, games=(EVIL[:20],), auth=False)


def script() -> list[ServerMessage]:
    seats = (SeatInfo(EVIL, "human"), SeatInfo(EVIL, "bot", EVIL), SeatInfo("", "open"))
    return [
        Seated(EVIL, 0, "token", EVIL, True),
        Lobby(EVIL, "lobby", False, "uno", "official", {}, seats, (EVIL,), 0, 0, 0),
        Said(EVIL, 1, EVIL),
        Note(NoteCode.JOINED, {"who": EVIL, "seat": 1}),
        Refused(EVIL, TableCode.BAD_RULES, {"why": EVIL}),
        Said("Bo", 1, SHOWN),
    ]


@contextmanager
def evil_server(last: ServerMessage | None = None) -> Iterator[int]:
    """Answer one client in clear: at the door with `last`, else with all of the script."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with suppress(OSError):
                peer, _ = listening.accept()
                with peer:
                    peer.recv(4096)
                    if last is not None:
                        peer.sendall(frame(encode(last)))
                        return
                    peer.sendall(frame(encode(welcome())))
                    peer.recv(4096)
                    for message in script():
                        peer.sendall(frame(encode(message)))
                    while peer.recv(4096):
                        pass

        thread = threading.Thread(target=answer)
        thread.start()
        yield listening.getsockname()[1]
    thread.join(30)


def terminal(home: Path, port: int, *args: str) -> Terminal:
    argv = (sys.executable, "-P", "-m", "tui", "join", f"127.0.0.1:{port}", "--no-tls")
    return Terminal([*argv, "--name", "Ann", *args], env=environment(home))


def check(raw: bytes, *, plain: bool) -> None:
    """Nothing of a peer's moves the terminal; without a screen nothing does at all."""
    text = raw.decode(errors="replace")
    assert "owned" in text, "what was sent is not shown at all"
    for one in FORBIDDEN:
        if one == "\x07" and not plain:
            continue  # a screen may ring the bell, of its own accord
        assert one not in text, f"{one!a} reaches the terminal"
    if plain:
        assert "\x1b" not in text


@pytest.mark.parametrize("args", [("--plain",), ()], ids=["plain", "screen"])
def test_at_the_table(args: tuple[str, ...], tmp_path: Path) -> None:
    with evil_server() as port:
        shown = terminal(tmp_path, port, *args)
        try:
            shown.until(lambda text: SHOWN in text)
            shown.quiet()
            check(shown.raw, plain=bool(args))
        finally:
            shown.close()


@pytest.mark.parametrize("last", [Bye(ByeCode.VERSION, {"v": 9, "app": EVIL})], ids=["bye"])
def test_at_the_door(last: ServerMessage, tmp_path: Path) -> None:
    with evil_server(last) as port:
        shown = terminal(tmp_path, port, "--plain")
        try:
            shown.until(lambda text: "owned" in text)
            shown.quiet()
            check(shown.raw, plain=True)
        finally:
            shown.close()
