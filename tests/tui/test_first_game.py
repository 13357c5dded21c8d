"""Somebody who reads no manual plays a round: every screen says what to press next.

The script knows no rule and no key. It presses only what the screen names at that moment, and fails
where nothing is named and nothing happens.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

from tests.tui.terminal import Terminal, at_home

_AT_ONCE = """
import sys
from tui import settings, unseen
unseen.LOOK = 0.0
settings.PACES = dict.fromkeys(settings.PACES, 0.0)
from tui.__main__ import main
sys.exit(main([]))
"""
"""The program, with bots that do not think, for a player who sees everything at once."""
_ASKED = re.compile(r"^ \? .*\?\s+(\S)", re.M)
_CALL = re.compile(r"(\w) calls UNO with it|You forgot UNO: (\w) calls it")

_READING = 0.15
"""Seconds before a key: bots that do not think would let a script be too fast for the table."""


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
    if re.search(r"Enter (plays|draws|takes|keeps|shows|begins)", said):
        return "\r"
    if found := re.search(r"(\w) (?:challenges it|draws a card|takes \d)", said):
        return found[1]
    return ""


def happened(text: str) -> tuple[object, ...]:
    """Return what a key changes that does something: the log, a question, a call, the way on."""
    return (
        re.findall(r"││(.*)│$", text, re.M),
        _ASKED.findall(text),
        _CALL.findall(prompt(text)),
        way_on(text),
    )


def way_on(text: str) -> str:
    """Return what Enter does between two rounds; empty within one."""
    found = re.search(r"Enter (shows|begins)", prompt(text))
    return found[0] if found else ""


def play_round(terminal: Terminal) -> set[str]:
    """Follow the screen to the second round; return the keys that were named."""
    used: set[str] = set()
    called = False
    while True:
        text = terminal.until(lambda text, called=called: "round 2" in text or named(text, called))
        if "round 2" in text:
            return used
        key = named(text, called)
        called = bool(_CALL.search(prompt(text)))
        used.add(key)
        time.sleep(_READING)
        terminal.send(key)
        part = (
            slice(-1, None) if way_on(text) else slice(None)
        )  # a late line of the log is no answer
        terminal.until(
            lambda after, text=text, part=part: happened(after)[part] != happened(text)[part]
        )


def test_a_first_game_from_the_start_screen_to_the_door(tmp_path: Path) -> None:
    with at_home(tmp_path, [sys.executable, "-P", "-c", _AT_ONCE]) as terminal:
        terminal.until(lambda text: "Play UNO" in text and "Enter " in text.splitlines()[-1])
        terminal.send("\r")
        terminal.expect(r"Your hand \(\d+\)")  # 7, or more after a +2
        assert "\r" in play_round(terminal)
        terminal.footer("q leave")
        terminal.send("q")
        leave = terminal.expect(r"Leave\?\s+(\w) ")
        terminal.send(leave[1])
        terminal.send(terminal.expect(r"(\w) quit$")[1])
        assert terminal.wait() == 0
