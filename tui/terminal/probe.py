"""Asks the terminal how wide it draws a suit: one cell, or two; and how long it takes to answer.

Hides: the conversation. A suit is written at the left edge and the terminal asked where its cursor
stands now (CSI 6n), with the terminal taken off its line mode and given back as it was. Nothing is
left on the screen or in the input; an answer that comes too late is one that Textual knows and
swallows. Must not know: Textual, what the answer is for.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import sys
import time
from collections.abc import Mapping
from typing import Final

_SUIT: Final = "♠"
PATIENCE: Final = 0.3
"""Seconds; a terminal that is nearby answers within a few thousandths of one."""
_ANSWER: Final = re.compile(rb"\x1b\[\d{1,4};(\d{1,4})R")
_ATTRIBUTES: Final = re.compile(rb"\x1b\[\?[\d;]*c")
FAR: Final = 0.12
"""Seconds; a terminal that takes longer to answer is reached over a slow connection."""
_MOST: Final = 4096
"""Bytes that are read; what sends more does not answer but babbles."""


def cells_of_a_suit(patience: float = PATIENCE) -> int | None:
    """Return in how many cells the terminal at stdin and stdout draws ♠; None: it does not say.

    One that reads each byte as a letter draws up to three, or none at all.
    """
    try:
        input_, output = sys.stdin.fileno(), sys.stdout.fileno()
    except (OSError, ValueError, AttributeError):
        return None
    if not (os.isatty(input_) and os.isatty(output)):
        return None
    column = asked(input_, output, f"\r{_SUIT}\x1b[6n".encode(), _ANSWER, patience)
    with contextlib.suppress(OSError):
        os.write(output, b"\r\x1b[K")
    cells = int(column) - 1 if column else -1
    return cells if 0 <= cells <= len(_SUIT.encode()) else None


def known(question: bytes, answer: re.Pattern[bytes], patience: float) -> bytes | None:
    """Ask the terminal at stdin and stdout what it may not know; None: it does not.

    It is asked with it what all of them know: once that is answered, nothing else will be.
    """
    input_, output = sys.stdin.fileno(), sys.stdout.fileno()
    return asked(input_, output, question + b"\x1b[c", answer, patience, _ATTRIBUTES)


def is_remote(environment: Mapping[str, str]) -> bool:
    """Tell whether the terminal is at the other end of SSH."""
    return any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"))


def is_far(environment: Mapping[str, str], patience: float = PATIENCE) -> bool:
    """Tell whether the terminal at stdin and stdout is slow to answer.

    Only one at the other end of SSH is asked; one that never answers is taken for slow there.
    """
    if not is_remote(environment):
        return False
    try:
        input_, output = sys.stdin.fileno(), sys.stdout.fileno()
    except (OSError, ValueError, AttributeError):
        return False
    begun = time.monotonic()
    answer = asked(input_, output, b"\x1b[6n", _ANSWER, patience)
    return answer is None or time.monotonic() - begun > FAR


def asked(
    input_: int,
    output: int,
    question: bytes,
    answer: re.Pattern[bytes],
    patience: float,
    last: re.Pattern[bytes] | None = None,
) -> bytes | None:
    """Ask a terminal; return the group of its answer, or None when none comes in time.

    Args:
        input_: Where it answers.
        output: Where it is asked.
        question: What is written.
        answer: What is waited for, with one group.
        patience: Seconds.
        last: What comes behind the answer, or without it.
    """
    try:
        import termios
        import tty
    except ImportError:  # not a terminal of this kind
        return None
    try:
        before = termios.tcgetattr(input_)
    except termios.error:
        return None
    try:
        tty.setcbreak(input_, termios.TCSANOW)
        os.write(output, question)
        found = answer.search(_heard(input_, last or answer, patience))
        return found[1] if found else None
    except OSError:
        return None
    finally:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(input_, termios.TCSANOW, before)


def _heard(input_: int, last: re.Pattern[bytes], patience: float) -> bytes:
    """Read until the answer has come, and not a byte more: what is typed after it is for others."""
    end = time.monotonic() + patience
    data = b""
    while len(data) < _MOST and (left := end - time.monotonic()) > 0:
        if not select.select([input_], [], [], left)[0]:
            break
        part = os.read(input_, 1)
        if not part:
            break
        data += part
        if last.search(data):
            break
    return data
