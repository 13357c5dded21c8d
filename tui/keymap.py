"""One table of everything that can be done from the keyboard; footer and help come from it.

Hides: which key does what. Letters, digits, arrows, Enter, Space and Escape only: control keys and
alt belong to terminals and multiplexers. Must not know: Textual, what an action does.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase
from typing import Final

from tui.i18n import c, t


@dataclass(frozen=True, slots=True)
class Key:
    """One thing to do.

    Attributes:
        id: Its name in the code and in the settings.
        keys: The keys that do it, as Textual names them; a letter stands for itself.
        shown: How the first of them is written in footer and help.
        text: A word for the footer.
        help: A line for the help.
        where: `table` (both games), `uno`, `casino`, `lobby`, `rules`, `result`, `king`,
            `start`, `tables` (which to join), `replay`, `list` (anything to
            choose from), `find` (an address is typed there).
        timed: A matter of who is faster: works from every pane, a held key counts once.
        others: A line for the help of who is not the host, where it does something else then.
    """

    id: str
    keys: tuple[str, ...]
    shown: str
    text: Callable[[], str]
    help: Callable[[], str]
    where: tuple[str, ...]
    timed: bool = False
    others: Callable[[], str] | None = None

    def about(self, host: bool) -> str:
        """Return the line for the help of the host, or of somebody else."""
        return self.help() if host or self.others is None else self.others()


def _key(
    name: str,
    keys: str,
    shown: str,
    text: Callable[[], str],
    about: Callable[[], str],
    where: str,
    timed: bool = False,
    others: Callable[[], str] | None = None,
) -> Key:
    return Key(name, tuple(keys.split()), shown, text, about, tuple(where.split()), timed, others)


KEYMAP: Final[tuple[Key, ...]] = (
    _key("do", "enter", "Enter", lambda: t("do it"),
         lambda: t("do what the prompt line says, and nothing else"), "table"),
    _key("left", "left", "Left", lambda: t("left"), lambda: t("the card to the left"), "table"),
    _key("right", "right", "Right", lambda: t("right"),
         lambda: t("the card to the right"), "table"),
    _key("home", "home", "Home", lambda: t("first"), lambda: t("the first card"), "table"),
    _key("end", "end", "End", lambda: t("last"), lambda: t("the last card"), "table"),
    _key("mark", "space", "Space", lambda: t("mark"),
         lambda: t("mark the card: those marked are laid together"), "uno"),
    _key("mark", "space", "Space", lambda: t("mark"),
         lambda: t("mark what lies on the table: to take it, or to build with it"), "casino"),
    _key("undo", "backspace", "Backspace", lambda: t("unmark"),
         lambda: t("take the last mark back"), "uno casino"),
    _key("draw", "d", "d", lambda: t("draw"), lambda: t("draw, or take what you owe"), "uno"),
    _key("pass", "p", "p", lambda: t("keep"), lambda: t("keep the drawn card"), "uno"),
    _key("call", "u", "u", lambda: t("UNO!"),
         lambda: t("call UNO, before or after you play"), "uno", True),
    _key("catch", "c", "c", lambda: t("catch"),
         lambda: t("catch a player who forgot to call UNO"), "uno", True),
    _key("challenge", "x", "x", lambda: t("challenge"),
         lambda: t("challenge a +4: was it lawful?"), "uno", True),
    _key("jump", "j", "j", lambda: t("jump in"),
         lambda: t("lay the same card out of turn"), "uno", True),
    _key("up", "up", "Up", lambda: t("table"),
         lambda: t("from the hand to the table; there a row up"), "casino"),
    _key("down", "down", "Down", lambda: t("hand"),
         lambda: t("a row down on the table; from the last one to the hand"), "casino"),
    _key("pane", "tab", "Tab", lambda: t("pane"),
         lambda: t("between hand and table"), "casino"),
    _key("build", "b", "b", lambda: t("build"), lambda: t("build with what is marked"), "casino"),
    _key("value", "v", "v", lambda: t("value"),
         lambda: t("choose what the build is worth"), "casino"),
    _key("trail", "t", "t", lambda: t("trail"),
         lambda: t("lay the card down, take nothing"), "casino"),
    _key("best", "o", "o", lambda: t("idea"),
         lambda: t("an idea: a good play, ready for Enter; again: the next one"), "casino"),
    _key("hint", "h", "h", lambda: t("hint"),
         lambda: t("what a bot would do here, and why"), "uno casino"),
    _key("sort", "s", "s", lambda: t("sort"), lambda: t("sort by colour or by number"), "uno"),
    _key("sort", "s", "s", lambda: t("sort"), lambda: t("sort by number or by suit"), "casino"),
    _key("log", "l", "l", lambda: t("log"), lambda: t("all that happened"),
         "table lobby result replay"),
    _key("left", "left", "Left", lambda: t("before"),
         lambda: t("in the log: all, the game or the talk"), "lobby result"),
    _key("right", "right", "Right", lambda: t("next"),
         lambda: t("in the log: all, the game or the talk"), "lobby result"),
    _key("home", "home", "Home", lambda: t("first"), lambda: t("the beginning of the log"),
         "lobby result"),
    _key("end", "end", "End", lambda: t("last"), lambda: t("the end of the log"),
         "lobby result"),
    _key("page-up", "pageup", "PgUp", lambda: t("up"), lambda: t("in the log: a page up"),
         "table lobby result"),
    _key("page-down", "pagedown", "PgDn", lambda: t("down"), lambda: t("in the log: a page down"),
         "table lobby result"),
    _key("chat", "slash", "/", lambda: t("chat"),
         lambda: t("say something; Tab there: one of a few quick words"),
         "table lobby result"),
    _key("cancel", "escape", "Esc", lambda: t("back"), lambda: t("clear the marks, go back"),
         "table lobby result start king replay"),
    _key("menu", "m", "m", lambda: t("menu"),
         lambda: t("what the host may do: pause, lock or let in, end, remove or seat somebody"),
         "table result lobby", others=lambda: t("take the seat of a bot")),
    _key("help", "question_mark f1", "?", lambda: t("help"), lambda: t("this page"),
         "table lobby result start rules king tables settings replay list"),
    _key("settings", "comma", ",", lambda: t("settings"),
         lambda: t("name, language, colours, symbols and more, changed at once"),
         "table lobby result start king tables replay list"),
    _key("find", "colon", ":", lambda: t("find"),
         lambda: t("all that can be done now: type a part of its name (also ctrl+p)"),
         "table lobby result start rules king tables settings replay list"),
    _key("quit", "q", "q", lambda: t("leave"), lambda: t("leave: asks, and says what that means"),
         "table lobby result rules king tables"),
    _key("quit", "q", "q", lambda: t("quit"), lambda: t("end the program"), "start"),
    # the King game
    _key("king", "k", "k", lambda: t("punishments"),
         lambda: t("all punishments that are open"), "uno result king"),
    _key("king", "k", "k", lambda: t("punishments"),
         lambda: t("who drew which punishment, and what became of it"), "replay"),
    _key("swap", "w", "w", lambda: t("another"),
         lambda: t("draw another punishment, once a match"), "result king"),
    _key("done", "y", "y", lambda: t("done"),
         lambda: t("the winner: the punishment is done"), "result king"),
    _key("waive", "v", "v", lambda: t("let off"),
         lambda: t("the winner: the punishment need not be done"), "result king"),
    _key("mild", "i", "i", lambda: t("mild only"),
         lambda: t("mild punishments only for me, or all again"), "lobby result king"),
    _key("punishments", "p", "p", lambda: t("punish"),
         lambda: t("the host: all punishments, mild ones, none"), "lobby"),
    _key("chart", "t", "t", lambda: t("totals"),
         lambda: t("how the totals grew"), "result"),
    # lobby
    _key("start", "enter", "Enter", lambda: t("start"),
         lambda: t("begin the game"), "lobby result"),
    _key("ready", "space", "Space", lambda: t("ready"),
         lambda: t("say that you are ready"), "lobby"),
    _key("addbot", "b", "b", lambda: t("add bot"), lambda: t("a bot takes a seat"), "lobby"),
    _key("remove", "x", "x", lambda: t("remove"), lambda: t("remove a bot or a player"), "lobby"),
    _key("game", "g", "g", lambda: t("game"), lambda: t("UNO or Casino"), "lobby"),
    _key("rules", "r", "r", lambda: t("ruleset"), lambda: t("the next ruleset"), "lobby"),
    _key("seats", "n", "n", lambda: t("seats"), lambda: t("how many seats"), "lobby"),
    _key("edit", "e", "e", lambda: t("rules"),
         lambda: t("look at every rule; the host changes them there"), "lobby"),
    _key("take", "t", "t", lambda: t("sit down"),
         lambda: t("as a watcher: take a free seat or a bot's"), "lobby"),
    _key("watchers", "w", "w", lambda: t("watchers"), lambda: t("who watches"), "lobby"),
    _key("up", "up", "Up", lambda: t("up"), lambda: t("up"),
         "lobby start rules result king tables"),
    _key("down", "down", "Down", lambda: t("down"), lambda: t("down"),
         "lobby start rules result king tables"),
    _key("do", "enter", "Enter", lambda: t("choose"), lambda: t("choose"), "start tables"),
    _key("left", "left", "Left", lambda: t("left"), lambda: t("the other column"), "start"),
    _key("right", "right", "Right", lambda: t("right"), lambda: t("the other column"), "start"),
    # which table
    _key("new", "n", "n", lambda: t("new table"),
         lambda: t("open a table, and be its host"), "tables"),
    _key("again", "r", "r", lambda: t("look again"),
         lambda: t("ask which tables there are now"), "tables"),
    # every rule
    _key("change", "enter space", "Enter", lambda: t("change"),
         lambda: t("the next value, a number, or some of a list"), "rules"),
    _key("previous", "left", "Left", lambda: t("before"), lambda: t("the value before"), "rules"),
    _key("next", "right", "Right", lambda: t("next"), lambda: t("the next value"), "rules"),
    _key("page-up", "pageup", "PgUp", lambda: t("up"), lambda: t("a page up"), "rules"),
    _key("page-down", "pagedown", "PgDn", lambda: t("down"), lambda: t("a page down"), "rules"),
    _key("home", "home", "Home", lambda: t("first"), lambda: t("the first option"), "rules"),
    _key("end", "end", "End", lambda: t("last"), lambda: t("the last option"), "rules"),
    _key("undo", "u", "u", lambda: t("undo"), lambda: t("take the last change back"), "rules"),
    _key("preset", "r", "r", lambda: t("reset"),
         lambda: t("back to the ruleset, as it is written"), "rules"),
    _key("ruleset", "n", "n", lambda: t("other rules"),
         lambda: t("the next ruleset: presets, others, your own files"), "rules"),
    _key("write", "w", "w", lambda: t("save"),
         lambda: t("save these rules in a file of your own"), "rules"),
    _key("filter", "slash", "/", lambda: t("find"),
         lambda: t("show only options with a text"), "rules"),
    _key("back", "escape", "Esc", lambda: t("back"), lambda: t("show all again; go back"),
         "rules"),
    # a record looked back at
    _key("play", "space", "Space", lambda: c("replay", "play"),
         lambda: t("go on by itself, or stop"), "replay"),
    _key("step", "right", "Right", lambda: t("step"), lambda: t("one step on"), "replay"),
    _key("unstep", "left", "Left", lambda: c("replay", "back"),
         lambda: t("one step back"), "replay"),
    _key("eyes", "e", "e", lambda: t("eyes"), lambda: t("whose hand is seen"), "replay"),
    _key("nexteyes", "tab", "Tab", lambda: t("eyes"), lambda: t("the next player's eyes"),
         "replay"),
    _key("points", "enter", "Enter", lambda: t("points"),
         lambda: t("when it is over: who gained what; else as {key}", key=shown("play", "replay")),
         "replay"),
    _key("faster", "up plus", "Up", lambda: t("faster"), lambda: t("faster"), "replay"),
    _key("slower", "down minus", "Down", lambda: t("slower"), lambda: t("slower"), "replay"),
    _key("following", "n pagedown", "n", lambda: t("next round or deal"),
         lambda: t("the next round or deal"), "replay"),
    _key("preceding", "p pageup", "p", lambda: t("one before"),
         lambda: t("the beginning of this one, then the one before"), "replay"),
    _key("deal", "d", "d", lambda: t("round or deal"),
         lambda: t("any round or deal, by its number"), "replay"),
    _key("begin", "home", "Home", lambda: t("first"),
         lambda: t("the beginning of this round or deal"), "replay"),
    _key("end", "end", "End", lambda: t("last"), lambda: t("the end of this round or deal"),
         "replay"),
    _key("sort", "s", "s", lambda: t("sort"), lambda: t("sort the hand in another way"),
         "replay"),
    _key("rest", "t", "t", lambda: t("more cards"),
         lambda: t("what else lies on a table that is too full to be seen at once"), "replay"),
    # any list
    _key("do", "enter", "Enter", lambda: t("choose"), lambda: t("open the chosen line"),
         "list find"),
    _key("up", "up", "Up", lambda: t("up"), lambda: t("up"), "list find"),
    _key("down", "down", "Down", lambda: t("down"), lambda: t("down"), "list find"),
    _key("page-up", "pageup", "PgUp", lambda: t("up"), lambda: t("a page up"), "list find"),
    _key("page-down", "pagedown", "PgDn", lambda: t("down"), lambda: t("a page down"),
         "list find"),
    _key("home", "home", "Home", lambda: t("first"), lambda: t("the first line"), "list"),
    _key("end", "end", "End", lambda: t("last"), lambda: t("the last line"), "list"),
    _key("forget", "x delete", "x", lambda: t("forget"),
         lambda: t("what was left: never go on with it"), "list start"),
    _key("path", "slash o", "/", lambda: t("file"), lambda: t("a record by its path"), "list"),
    _key("watch", "tab", "Tab", lambda: t("watch"), lambda: t("join, or only watch"), "find"),
    _key("back", "escape", "Esc", lambda: t("back"), lambda: t("back"), "list find"),
    _key("quit", "q", "q", lambda: t("back"), lambda: t("back"), "list"),
    # settings
    _key("up", "up", "Up", lambda: t("up"), lambda: t("up"), "settings"),
    _key("down", "down", "Down", lambda: t("down"), lambda: t("down"), "settings"),
    _key("change", "enter space", "Enter", lambda: t("change"), lambda: t("the next value"),
         "settings"),
    _key("previous", "left", "Left", lambda: t("before"), lambda: t("the value before"),
         "settings"),
    _key("next", "right", "Right", lambda: t("next"), lambda: t("the next value"), "settings"),
    _key("usual", "r", "r", lambda: t("as usual"), lambda: t("back to what is usual"), "settings"),
    _key("back", "escape", "Esc", lambda: t("back"), lambda: t("back"), "settings"),
    _key("quit", "q", "q", lambda: t("back"), lambda: t("back"), "settings"),
    _key("quit", "q", "q", lambda: t("leave"), lambda: t("leave the replay"), "replay"),
)  # fmt: skip

_RANKS: Final[tuple[frozenset[str], ...]] = (
    frozenset(("help", "back")),
    frozenset(),  # all others: what is done here, in the order of the screen
    frozenset(("quit",)),
    frozenset(("log", "chat", "best", "hint", "edit", "king", "chart", "up", "down")),
    frozenset(("sort", "settings", "menu", "seats", "remove", "game", "rules", "mild", "watchers")),
)
"""The keys by how soon a narrow footer leaves them out, the last ones first; the help has them all.

What moves the game goes before the way out, that before what is only looked at.
"""
_DOES: Final = 1
_ROOMY: Final = 60
"""From so many columns on the way out is always there: what moves the game the prompt names too."""


_in_use: tuple[Key, ...] = KEYMAP


def use(table: tuple[Key, ...]) -> None:
    """Let these keys count from now on: the table above, or one with the player's own keys."""
    global _in_use
    _in_use = table
    _for_place.cache_clear()


def for_place(*places: str) -> tuple[Key, ...]:
    """Return the keys that work in these places, in the order of the table."""
    return _for_place(frozenset(places))


@lru_cache(maxsize=64)
def _for_place(places: frozenset[str]) -> tuple[Key, ...]:
    return tuple([key for key in _in_use if places.intersection(key.where)])


def shown(name: str, *places: str) -> str:
    """Return how the key for `name` is written, for a sentence that speaks of it."""
    for key in for_place(*places) if places else _in_use:
        if key.id == name:
            return key.shown
    raise KeyError(name)


def pressed(places: Iterable[str], key: str, character: str | None) -> Key | None:
    """Return what a key press means there. Full-width letters count as their narrow ones."""
    names = {key}
    if character:
        names.add(narrow(character))
    for entry in for_place(*places):
        if names.intersection(entry.keys):
            return entry
    return None


def narrow(character: str) -> str:
    """Return a letter as its narrow, small form: `Ｕ`, `ｕ` and `U` are `u`."""
    return halved(character).lower()


def halved(character: str) -> str:
    """Return a letter as its narrow form, as large as it is: `Ｕ` and `U` are `U`."""
    return unicodedata.normalize("NFKC", character)


def letters(place: str) -> list[str]:
    """Return the letters that mark what lies on the table: those that are no keys, and capitals."""
    taken = {k for key in for_place("table", place) for k in key.keys}
    small = [letter for letter in ascii_lowercase if letter not in taken]
    return [*small, *[letter.upper() for letter in small]]


@dataclass(frozen=True, slots=True)
class Shown:
    """A key as the footer shows it.

    Attributes:
        rank: Where there is no room for all, those of the highest go first, of these the last.
        id: What it does, for a click on it; empty where the key itself is the answer.
    """

    key: str
    word: str
    rank: int = 0
    id: str = ""


def footer(
    places: Iterable[str], ids: Iterable[str], words: Mapping[str, str], width: int
) -> list[Shown]:
    """Return what a footer of that width shows for each of `ids`.

    `words` says it better for the moment.
    """
    table: dict[str, Key] = {}
    for key in for_place(*places):
        table.setdefault(key.id, key)
    known = [i for i in ids if i in table]
    stays = (known[0], "quit" if width >= _ROOMY else "") if known else ()
    return [
        Shown(table[i].shown, words.get(i) or table[i].text(), 0 if i in stays else _rank(i), i)
        for i in known
    ]


def _rank(name: str) -> int:
    """Return how soon a key is left out of a narrow footer."""
    return next((rank for rank, names in enumerate(_RANKS) if name in names), _DOES)
