"""Lines out and lines in.

Hides: how wide the terminal is, and that stdin is read by a thread. Must not know: what is said.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import threading


def say(text: str) -> None:
    """Print lines; on a terminal they are broken at words."""
    if text and sys.stdout.isatty():
        from tui.drawing.canvas import wrap  # loads what screens load

        width = shutil.get_terminal_size().columns - 1
        lines = [part for line in text.split("\n") for part in wrap(line, width, "  ")]
        text = "\n".join(lines)
    if text:
        print(text, flush=True)


def read() -> asyncio.Queue[str | None]:
    """Return the lines of stdin as they come; None at its end.

    Read by a thread: a terminal, a pipe and a file are then the same.
    """
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def put(line: str | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def follow() -> None:
        try:
            for line in sys.stdin:
                put(line)
            put(None)
        except RuntimeError:  # the loop closed in between
            pass

    threading.Thread(target=follow, daemon=True).start()
    return lines
