"""The text for every code that comes back: why an action, a request or a connection was refused.

Hides: the wording. The codes are closed lists of the engine and the server; a test compares them
with these tables. Must not know: screens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from engine.game import Code, Worded
from tui.i18n import known, n, perhaps, t
from tui.text import faults
from tui.text.words import together, unended

ACTION_TEXTS: Final[Mapping[Code, Callable[[], str]]] = {
    Code.BAD_ACTION: lambda: t("That is no proper action."),
    Code.OVER: lambda: t("It is over: there is nothing more to play."),
    Code.NOT_YOUR_TURN: lambda: t("It is not your turn."),
    Code.NOT_IN_HAND: lambda: t("You do not hold that card."),
    Code.MUST_NAME_COLOUR: lambda: t("Choose the colour first."),
    Code.MUST_ANSWER: lambda: t("Cards are owed: only an answer can be played."),
    Code.ONLY_DRAWN_CARD: lambda: t("Only the card just drawn may be played."),
    Code.DRAWN_NOT_PLAYABLE: lambda: t("Only a number may be played right after drawing it."),
    Code.ONE_CARD_ONLY: lambda: t("Cards are laid one at a time here."),
    Code.NOT_SAME_FACE: lambda: t("These are not the same number or sign."),
    Code.NOT_IDENTICAL: lambda: t("These are not the same card."),
    Code.NEEDS_COLOUR: lambda: t("A black card needs a colour."),
    Code.NEEDS_SEAT: lambda: t("A 7 needs somebody to swap with."),
    Code.BAD_SEAT: lambda: t("That player cannot be chosen."),
    Code.NO_MATCH: lambda: t("It has neither the colour nor the face."),
    Code.LAST_CARD_ACTION: lambda: t("The last card must be a number."),
    Code.UNLAWFUL_WILD4: lambda: t("No +4 while another card could be played."),
    Code.WRONG_CALL: lambda: t("UNO is called when one card is left."),
    Code.JUMP_CLOSED: lambda: t("You cannot jump in now."),
    Code.ALREADY_DRAWN: lambda: t("You have drawn already."),
    Code.MUST_PLAY: lambda: t("You hold a card that must be played."),
    Code.MUST_DRAW: lambda: t("Draw before you pass."),
    Code.NO_CHALLENGE: lambda: t("There is no +4 to challenge."),
    Code.TOO_EARLY: lambda: t("Too early: the next player acts first."),
    Code.NOT_CATCHABLE: lambda: t("Nobody has forgotten UNO."),
    Code.ITEM_GONE: lambda: t("That is no longer on the table."),
    Code.NOTHING_CHOSEN: lambda: t("Nothing on the table is marked."),
    Code.MUST_NOT_TRAIL: lambda: t("You own a build: take it, raise it or add to it."),
    Code.MUST_USE_BUILD: lambda: t("You own a build: only its number may take cards."),
    Code.OVER_14: lambda: t("That is more than a build can be worth."),
    Code.LOCKED_BUILD: lambda: t("That build can no longer be raised."),
    Code.RAISE_WITH_LOOSE: lambda: t("A build is raised with the hand card alone."),
    Code.BUILD_IN_SUM: lambda: t("A build does not add up with other cards."),
    Code.BUILD_VALUE: lambda: t("That build has another value."),
    Code.NO_SPLIT: lambda: t("The marked cards do not add up."),
    Code.NOT_HELD: lambda: t("You would hold no card of that value."),
    Code.UNCOVERED: lambda: t("Your own build needs this card."),
    Code.MUST_CAPTURE: lambda: t("This card must take what it can."),
}

TABLE_TEXTS: Final[Mapping[str, Callable[[], str]]] = {
    "stale": lambda: t("Too late: the table has moved on."),
    "aid-conflict": lambda: t("That was sent already."),
    "not-now": lambda: t("Not now."),
    "paused": lambda: t("The table is paused."),
    "host-only": lambda: t("Only the host may do that."),
    "not-seated": lambda: t("You have no seat here."),
    "already-seated": lambda: t("You have a seat already."),
    "not-a-bot": lambda: t("No bot sits there."),
    "no-such-seat": lambda: t("There is no such seat."),
    "name-taken": lambda: t("That name is taken at this table."),
    "bad-name": lambda: t("That name cannot be used."),
    "empty-text": lambda: t("There is nothing to send."),
    "table-full": lambda: t("The table is full."),
    "game-running": lambda: t(
        "The game is running and no bot's seat is free; watch with --watch, "
        "or wait for the next match."
    ),
    "unknown-table": lambda: t("There is no such table."),
    "which-table": lambda: t("There are several tables; choose one with --table."),
    "no-more-tables": lambda: t("No more tables can be opened there."),
    "locked": lambda: t("The host has locked the table: nobody new is let in."),
    "no-such-watcher": lambda: t("Nobody of that name watches."),
    "bad-token": lambda: t("That seat can no longer be taken back."),
    "bad-rules": lambda: t("These rules contradict each other."),
    "too-few-players": lambda: t("Too few players for this game. Add a bot."),
    "too-many-players": lambda: t("Too many players for this game."),
    "storage": lambda: t("Nothing can be written where the table is kept, so it waits."),
    "rate": lambda: t("Too fast. Wait a moment."),
    "bad-share": lambda: t("This is not the share that was pledged."),
    "too-soon": lambda: t("Not yet. Try again in a moment."),
}
"""By the values of TableCode."""

KING_TEXTS: Final[Mapping[str, Callable[[], str]]] = {
    "nothing-owed": lambda: t("No such punishment is owed."),
    "already-swapped": lambda: t("You have swapped one in this match already."),
    "not-the-winner": lambda: t("Only a winner says when it is done."),
}
"""By the values of KingCode."""

BYE_TEXTS: Final[Mapping[str, Callable[[], str]]] = {
    "version": lambda: t("The two programs are of different versions."),
    "idle": lambda: t("The connection went silent."),
    "bad-message": lambda: t("The other side sent something unreadable."),
    "not-near": lambda: t("That table takes only players of its own network."),
    "is-tls": lambda: t("That table speaks only encrypted. Join it without --no-tls."),
    "wrong-code": lambda: t("That is not the join code of this table."),
    "server-full": lambda: t("No more players can be taken in."),
    "too-many": lambda: t("Too many connections come from your address."),
    "flood": lambda: t("Too many requests: the table has ended the connection."),
    "replaced": lambda: t("Your seat was taken over from another terminal."),
    "kicked": lambda: t("The host has removed you from the table."),
    "left": lambda: t("You have left the table."),
    "shutdown": lambda: t("The table has closed."),
    "taken-over": lambda: t("The table goes on in another server of its host."),
    "internal": lambda: t("Something went wrong at the table. The log file has more."),
}
"""By the values of ByeCode."""

CONNECT_TEXTS: Final[Mapping[str, Callable[[], str]]] = {
    "refused": lambda: t("Nobody answers there. Is `cardtui host` running?"),
    "unreachable": lambda: t("That machine cannot be reached. Check the address."),
    "timeout": lambda: t("No answer in time. Check the address and the network."),
    "not-cardtui": lambda: t("What answers there is no card table."),
    "bad-address": lambda: t("Write it as the host's lobby does, like 192.168.1.5:7777/7KQ2-M9XW."),
    "not-tls": lambda: t(
        "That table speaks without encryption, so nothing was sent. If its host means it to be so, "
        "join with --no-tls."
    ),
    "needs-code": lambda: t("That table wants its join code. The host's lobby shows it."),
    "bad-code": lambda: t("That is no join code. It has at least eight letters and digits."),
    "no-code-asked": lambda: t(
        "That table asks for no join code: it is not the one you were invited to."
    ),
    "unproved": lambda: t(
        "What answers there does not know the join code: it is not the table you were invited to, "
        "or somebody stands in between."
    ),
    "unknown-certificate": lambda: t(
        "You have never played at that table. Join it with its code, HOST:PORT/CODE, or once "
        "from a terminal."
    ),
    "other-certificate": lambda: t(
        "What answers there now is another machine than before, or somebody stands in between. "
        "Nothing was sent to it."
    ),
    "seat-kept": lambda: t("A seat is kept for you there."),
    "lost": lambda: t("The connection is lost."),
    "gave-up": lambda: t("The connection is lost."),
    "host-gone": lambda: t("The table has closed."),
    "failed": lambda: t("The table could not be opened."),
}


def reworded(error: Exception) -> str:
    """Return what an error says, in the reader's language where that is known."""
    if isinstance(error, Worded):
        return perhaps(error.template, **{k: _filling(v) for k, v in error.values.items()})
    if isinstance(error, OSError):
        return faults.of_system(error)
    if faults.is_toml(error):
        return faults.of_toml(str(error))
    return str(error)


def _filling(value: object) -> object:
    """Return what fills a place of an error: the reason of another one, a refusal in words."""
    if isinstance(value, Code):
        return t("{code} ({why})", code=value.value, why=unended(refusal(value.value)))
    return reworded(value) if isinstance(value, Exception) else value


def refusal(code: str, detail: Mapping[str, Any] | None = None) -> str:
    """Return what a code says. An unknown one (a newer server) is shown as it is."""
    if code == "rate" and detail and type(retry := detail.get("retry")) is int:
        seconds = -(-retry // 1000)
        return n("Too fast. Wait {count} second.", "Too fast. Wait {count} seconds.", seconds)
    if code == "too-soon":
        return t("There was nobody to catch. Wait a moment.")
    if code == "bad-rules" and detail and detail.get("why"):
        return t("The table refuses these rules. {why}", why=_why(detail))
    for texts in (TABLE_TEXTS, KING_TEXTS, BYE_TEXTS, CONNECT_TEXTS):
        if code in texts:
            return texts[code]()
    try:
        return ACTION_TEXTS[Code(code)]()
    except ValueError:
        return t("Refused: {code}", code=code)


def not_reached(code: str, detail: Mapping[str, Any]) -> str:
    """Return why there is no seat to be had, with what the system says of it."""
    text = refusal(code, detail)
    if not (why := detail.get("why")):
        return text
    if code == "bad-address":
        return together([str(why), text])
    return t("{text} ({why})", text=text, why=faults.named(str(detail.get("error", "")), str(why)))


def _why(detail: Mapping[str, Any]) -> str:
    """Return what is wrong with rules. Only a text of ours is filled with what a server says."""
    template = str(detail.get("template", ""))
    with suppress(KeyError, ValueError):
        if known(template):
            return perhaps(template, **detail)
    return perhaps(str(detail["why"]))
