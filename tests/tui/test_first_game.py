"""Somebody who reads no manual plays a round: every screen says what to press next.

The script knows no rule and no key. It presses only what the screen names at that moment, and fails
where nothing is named and nothing happens.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

from tests.tui.terminal import Terminal
from tests.tui.test_pty import cardtui

_STUCK = 30.0
"""Seconds in which nothing is named and nothing happens."""
_ASKED = re.compile(r"^ \? .*\?\s+(\S)", re.M)
_CALL = re.compile(r"(\w) calls UNO with it|You forgot UNO: (\w) calls it")


def prompt(text: str) -> str:
    """Return what stands under the hand, as one line."""
    lines = text.splitlines()
    first = next((i for i, line in enumerate(lines) if re.match(r" [>?!i]  |    \S", line)), 0)
    first = max(i for i, line in enumerate(lines) if "Your hand" in line or i == first)
    return " ".join("\n".join(lines[first:]).split())


def named(text: str, called: bool) -> str:
    """Return the key that the screen names; empty where the player is to wait."""
    if asked := _ASKED.search(text):
        return asked[1]
    said = prompt(text)
    if not called and (call := _CALL.search(said)):
        return call[1] or call[2]
    if re.search(r"Enter (plays|draws|takes|keeps|shows)", said):
        return "\r"
    if found := re.search(r"(\w) (?:challenges it|draws a card|takes \d)", said):
        return found[1]
    return ""


def play_round(terminal: Terminal) -> set[str]:
    """Follow the screen to the end of the round; return the keys that were named."""
    used: set[str] = set()
    last, since, called = "", time.monotonic(), False
    while "Enter shows the points" not in terminal.text():
        text = terminal.text()
        if text != last:
            last, since = text, time.monotonic()
        assert time.monotonic() - since < _STUCK, f"nothing to do is named:\n{text}"
        key = named(text, called)
        if key:
            called = bool(_CALL.search(prompt(text)))
            used.add(key)
            terminal.send(key)
        terminal.quiet(calm=0.15, most=1.5)
    return used


def test_a_first_game_from_the_start_screen_to_the_door(tmp_path: Path) -> None:
    with cardtui(tmp_path, "--speed", "fast") as terminal:
        terminal.until(lambda text: "Play UNO" in text and "Enter " in text.splitlines()[-1])
        terminal.send("\r")
        terminal.until(lambda text: "Your hand (7)" in text)
        used = play_round(terminal)
        assert "\r" in used
        terminal.send("\r")
        result = terminal.until(lambda text: "Your hand" not in text and "points" in text)
        assert re.search(r"Enter", prompt(result)), result
        terminal.send("\r")
        terminal.until(lambda text: "round 2" in text and "Your hand" in text, most=40)
        terminal.until(lambda text: "q leave" in text.splitlines()[-1])
        terminal.send("q")
        leave = terminal.until(lambda text: "Leave?" in text)
        key = re.search(r"Leave\?\s+(\w) ", leave)
        assert key is not None
        terminal.send(key[1])
        assert terminal.wait() == 0
