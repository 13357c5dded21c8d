"""The words of `--plain`: what is asked of the table, with or without a slash before it.

Hides: how such a line is understood, and how seats and rules are named in one. Must not know:
actions of the game, how anything is shown beyond a line.

    /pause   /kick 3   /take 2   /rules stack=up deflect=yes   /rules kano
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from engine.bots import choose
from engine.game import BadRules
from engine.options import with_options
from netcore.wire import messages as m
from tui.i18n import t
from tui.rules import rulesets
from tui.rules.ruledraft import kinds, read_changes, setup
from tui.text import emotes, rulewords, words
from tui.text.choices import beside, choices, situation
from tui.text.refusals import refusal, reworded
from tui.text.words import Voice

_AS_KEYS: Final = {"?": "help", "q": "quit", "/?": "/help", "/q": "/quit"}


class Asker(Protocol):
    """The part of a client that is needed here."""

    @property
    def lobby(self) -> m.Lobby | None: ...

    @property
    def host(self) -> bool: ...

    @property
    def seat(self) -> int | None: ...

    @property
    def view(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Word:
    """One word.

    Attributes:
        usage: What follows it; empty for nothing.
        about: What it does.
        make: From what follows it to the request; BadWord where that makes none.
    """

    usage: str
    about: Callable[[], str]
    make: Callable[[Asker, str], Any]


class BadWord(Exception):
    """The line cannot be carried out; the message says why, or is what was asked for."""


def meant(line: str) -> str:
    """Return a line as it was typed, but for the words that the screen has keys for (`?`, `q`)."""
    return _AS_KEYS.get(line.strip(), line.strip())


def request(client: Asker, line: str) -> Any | None:
    """Return what a line asks of the table; None when it begins with no word of these.

    Raises BadWord with what is to be said instead.
    """
    word, _, rest = line.partition(" ")
    if word == "help":
        raise BadWord("\n".join(help_lines()))
    return WORDS[word].make(client, rest.strip()) if word in WORDS else None


def help_lines() -> Iterator[str]:
    """Yield the help: one line a word."""
    yield t(
        "Numbers choose, Enter alone lists them again; an action may be typed, as play r5 or "
        "capture 8c 3c 5d."
    )
    yield t("Casino: 8c is 8 of clubs, Td is 10 of diamonds, #3c the build that is called so.")
    yield t("/text is chat. The words below need no slash:")
    for name, word in WORDS.items():
        line = f"{name} {word.usage}".rstrip()
        yield t("{word}: {about}", word=line, about=word.about())
    yield t("{word}: {about}", word="log", about=t("say again what happened last"))
    yield t("A chat line that begins with such a word: / and a blank before it.")


# --- how lines are understood -----------------------------------------------------------------


def _plain(message: Any) -> Callable[[Asker, str], Any]:
    """Return how to make a message that needs nothing more."""

    def make(client: Asker, rest: str) -> Any:
        if rest:
            raise BadWord(t("Nothing follows that word: {text!r} is not understood.", text=rest))
        return message

    return make


def _of_seat(kind: Callable[[int], Any]) -> Callable[[Asker, str], Any]:
    """Return how to make a message about a seat, which is named by its number or by who sits."""

    def make(client: Asker, rest: str) -> Any:
        seats = client.lobby.seats if client.lobby else ()
        if rest.isdecimal() and 0 < int(rest) <= m.MAX_SEATS:
            return kind(int(rest) - 1)
        found = [i for i, one in enumerate(seats) if rest and one.name.lower() == rest.lower()]
        if not found:
            raise BadWord(t("Which seat? A number from 1, or a name."))
        return kind(found[0])

    return make


def _emote(client: Asker, rest: str) -> Any:
    known = emotes.by_digit()
    if rest in known:
        return m.Emote(known[rest])
    said = t(", ").join([f"{number} {emotes.text(code)}" for number, code in known.items()])
    raise BadWord(t("Type /emote and a number: {list}", list=said))


def _end(client: Asker, rest: str) -> Any:
    if rest != "yes":
        raise BadWord(t("That ends the match for everybody. Type: /end yes"))
    return m.End()


def _bot(client: Asker, rest: str) -> Any:
    match rest:
        case "" | "normal":
            return m.AddBot("normal")
        case "easy" | "hard":
            return m.AddBot(rest)
        case _:
            raise BadWord(t("A bot is easy, normal or hard."))


def _rules(client: Asker, rest: str) -> Any:
    """Show the rules, or ask for others: option=value …, or the name of a ruleset."""
    lobby = client.lobby
    if lobby is None:
        raise BadWord(t("There is no table yet."))
    rules = rulewords.rules_of(lobby)
    if rest in ("", "all"):
        raise BadWord("\n".join(_shown(lobby, rules, every=rest == "all")))
    if not client.host:
        raise BadWord(refusal("host-only"))
    try:
        if "=" not in rest:
            named = rulesets.find(rest, rulesets.folder())
            return setup(lobby, named.game.name, named.base, named.rules)
        changed = with_options(rules, read_changes(lobby.game, rest.split()))
        return setup(lobby, lobby.game, lobby.preset, changed)
    except BadRules as error:
        raise BadWord(reworded(error)) from None


def _shown(lobby: m.Lobby, rules: Any, *, every: bool) -> Iterator[str]:
    yield t("{text}.", text=rulewords.setting(lobby))
    yield rulewords.differs(lobby) or t("Just as they are written.")
    if not every:
        yield t("/rules all lists every option.")
        return
    usual = words.preset(rulewords.usual(lobby.game))
    explained = rulewords.explained(lobby.game, rules)
    for kind, (_, _, about, differs) in zip(kinds(lobby.game), explained, strict=True):
        mark = t(" (not as in {usual})", usual=usual) if differs else ""
        yield f"  {kind.name}={spelled(getattr(rules, kind.name))}{mark}: {about}"


def spelled(value: Any) -> str:
    """Return a value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _mild(client: Asker, rest: str) -> Any:
    if rest not in ("on", "off"):
        raise BadWord(t("Mild punishments only for you: /mild on, or /mild off."))
    return m.Mild(rest == "on")


def _punishments(client: Asker, rest: str) -> Any:
    lobby = client.lobby
    match rest:
        case "off" | "mild" | "all" if lobby is not None:
            options, seats = dict(lobby.options), len(lobby.seats)
            return m.Setup(lobby.game, lobby.preset, options, seats, rest, lobby.rules_name)
        case _:
            raise BadWord(t("Which punishments? all, mild or off."))


def _give(client: Asker, rest: str) -> Any:
    seat, _, who = rest.partition(" ")
    if not (seat.isdecimal() and 0 < int(seat[:9]) <= m.MAX_SEATS and who.strip()):
        raise BadWord(t("Which seat, and whose? /give 2 Ann"))
    watchers = client.lobby.watchers if client.lobby else ()
    named = (one for one in watchers if one.lower() == who.strip().lower())
    return m.Give(next(named, who.strip()[:64]), int(seat) - 1)


def _hand(client: Asker, rest: str) -> Any:
    """Tell what lies on the table and in the hand."""
    lobby, view = client.lobby, client.view
    if lobby is None or view is None or lobby.phase == "lobby":
        raise BadWord(t("Nothing is dealt."))
    voice = _voice(client, lobby)
    raise BadWord("\n".join([*beside(view.game, voice), *situation(view.game, voice)]))


def _hint(client: Asker, rest: str) -> Any:
    """Tell what a bot would do."""
    lobby, view = client.lobby, client.view
    if lobby is None or view is None or client.seat is None or view.game.turn != client.seat:
        raise BadWord(refusal("not-your-turn"))
    if getattr(view.game.rules, "misplay_penalty", 0):
        raise BadWord(t("No hints here: this table punishes wrong cards."))
    action = choose(lobby.game, view.game, Random(0), "normal")
    texts = choices(lobby.game, view.game, _voice(client, lobby))
    text = next((one.text for one in texts if str(one.action) == str(action)), str(action))
    raise BadWord(t("A bot would choose this: {text}.", text=text))


def _voice(client: Asker, lobby: m.Lobby) -> Voice:
    return Voice([seat.name for seat in lobby.seats], client.seat)


WORDS: Final[Mapping[str, Word]] = {
    "hand": Word("", lambda: t("what lies on the table and in your hand"), _hand),
    "hint": Word("", lambda: t("what a bot would do"), _hint),
    "start": Word("", lambda: t("begin: the match, the next round or deal, a rematch"),
                  _plain(m.Start())),
    "emote": Word("[NUMBER]", lambda: t("say it with one word: to each reader in the own language"),
                  _emote),
    "ready": Word("", lambda: t("be ready for the next round or deal"), _plain(m.Ready(True))),
    "bot": Word("[easy|normal|hard]", lambda: t("a bot takes a seat"), _bot),
    "remove": Word("SEAT", lambda: t("remove a bot"), _of_seat(m.RemoveBot)),
    "kick": Word("SEAT", lambda: t("remove a player"), _of_seat(m.Kick)),
    "take": Word("SEAT", lambda: t("as a watcher: take a free seat or a bot's"),
                 _of_seat(m.TakeSeat)),
    "rules": Word("[all|NAME|OPTION=VALUE ...]", lambda: t("show the rules, or change them"),
                  _rules),
    "swap": Word("", lambda: t("draw another punishment, once a match"), _plain(m.Swap())),
    "done": Word("SEAT", lambda: t("the winner: the punishment is done"),
                 _of_seat(lambda seat: m.Settle(seat, "done"))),
    "waive": Word("SEAT", lambda: t("the winner: the punishment need not be done"),
                  _of_seat(lambda seat: m.Settle(seat, "waived"))),
    "mild": Word("on|off", lambda: t("mild punishments only for me, or all again"), _mild),
    "punishments": Word("[all|mild|off]", lambda: t("who owes one, or what the table plays with"),
                        _punishments),
    "lock": Word("", lambda: t("let nobody new in"), _plain(m.Lock(True))),
    "unlock": Word("", lambda: t("let people in again"), _plain(m.Lock(False))),
    "give": Word("SEAT NAME", lambda: t("give a watcher a free seat or a bot's"), _give),
    "pause": Word("", lambda: t("stop the table"), _plain(m.Pause(True))),
    "go": Word("", lambda: t("let the table go on"), _plain(m.Pause(False))),
    "end": Word("yes", lambda: t("end the match for everybody"), _end),
    "quit": Word("", lambda: t("leave the table"), _plain(m.Leave())),
}  # fmt: skip
