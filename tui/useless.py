"""Which keys mean nothing at this table: by its rules, or by who one is there.

Hides: what depends on which. Help and finder leave them out. Must not know: what keys do, screens.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from engine.uno.rules import UnoRules
from netcore.wire.messages import Lobby
from tui.text import say_king
from tui.text.rulewords import rules_of

_OPEN_PUNISHMENTS: Final = ("king", "swap", "done", "waive", "mild")
_OF_A_HAND: Final = (
    *("mark", "undo", "sort", "hint", "draw", "pass", "call", "catch", "challenge", "jump"),
    *("build", "value", "trail", "best", "pane"),
)
_IN_A_HAND: Final = ("left", "right", "home", "end")
_OF_THE_HOST: Final = ("start", "addbot", "remove", "game", "rules", "seats", "punishments")
_OF_A_PLAYER: Final = ("swap", "done", "waive", "mild")


def useless(
    places: Collection[str], lobby: Lobby | None, *, seated: bool = True, host: bool = True
) -> frozenset[str]:
    """Return the ids of these keys; without a table there are none."""
    if lobby is None:
        return frozenset()
    return frozenset((*_by_rules(places, lobby), *_by_role(places, seated=seated, host=host)))


def _by_rules(places: Collection[str], lobby: Lobby) -> Iterator[str]:
    if not say_king.setting(lobby):
        yield "punishments"
    if not say_king.setting(lobby) or lobby.punishments == "off":
        yield from _OPEN_PUNISHMENTS
    if not say_king.may_be_mild(lobby):
        yield "mild"
    rules = rules_of(lobby)
    if "uno" in places and isinstance(rules, UnoRules):
        yield from ("mark", "undo") if rules.multi == "one" else ()
        yield from () if rules.jump_in else ("jump",)
        yield from () if rules.challenge else ("challenge",)
        yield from ("pass",) if rules.play_drawn == "none" else ()
        yield from ("hint",) if rules.misplay_penalty else ()


def _by_role(places: Collection[str], *, seated: bool, host: bool) -> Iterator[str]:
    if "replay" in places:
        return
    if seated and not host:
        yield "menu"
    if "lobby" in places:
        yield from () if host else _OF_THE_HOST
        yield from ("take",) if seated else ("ready",)
        yield from ("ready",) if host else ()
    if not seated:
        yield from _OF_A_PLAYER
        yield from _OF_A_HAND if "table" in places else ()
        yield from _IN_A_HAND if "uno" in places else ()  # in Casino these look round the table
        yield from ("start",) if "result" in places else ()
