"""Sentences about the deck: what holds a deal up before it begins, what was proved when it ended.

Hides: which words go with what was found. Must not know: how it is found (netcore.client.verdict).
What is proved is that the deck was not chosen or changed, and the log not rewritten; never that
nobody looked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from netcore.client.verdict import Audited, Doubt
from netcore.wire.messages import Lobby
from tui.i18n import n, t
from tui.text import words
from tui.text.words import sentence

_DOUBTS: Final[Mapping[Doubt, Callable[[], str]]] = {
    Doubt.RULES: lambda: t("the server deals by other rules than it says"),
    Doubt.DECK: lambda: t("the server deals from other cards than it says"),
    Doubt.START: lambda: t("it did not start from where the one before had ended"),
    Doubt.PLEDGE: lambda: t("the server exchanged what this program had pledged"),
    Doubt.SHARE: lambda: t("a share of the shuffle was exchanged"),
    Doubt.SECRET: lambda: t("the secret is not the one the server was bound to"),
    Doubt.LOG: lambda: t("its log has moves that cannot be"),
    Doubt.HEAD: lambda: t("its log was rewritten"),
    Doubt.UNCOUNTED: lambda: t("the server broke starts off without saying so"),
    Doubt.VIEW: lambda: t("the cards that were shown are not those of the deck"),
    Doubt.EVENTS: lambda: t("what was told did not happen so"),
    Doubt.PUNISHMENT: lambda: t("a punishment was not drawn as it must be"),
    Doubt.WITHHELD: lambda: t("the server did not show how it was shuffled"),
    Doubt.UNSEEN: lambda: t("too little of it came here"),
    Doubt.FAULT: lambda: t("this program broke over it"),
    Doubt.TOO_LONG: lambda: t("it was too long"),
}


def say_audit(found: Audited, game: str, *, watches: bool = False) -> str:
    """Return the sentences for what was found out about a deal of this game.

    `watches`: the reader has no seat, and so never a share of the shuffle.
    """
    said = _found(found, words.one_deal(game, found.deal), watches)
    if not found.broken:
        return said
    broken = n(
        "{count} start before it was broken off.",
        "{count} starts before it were broken off.",
        found.broken,
    )
    return words.together([said, broken])


def _found(found: Audited, deal: str, watches: bool) -> str:
    why = "" if found.doubt is None else _DOUBTS[found.doubt]()
    match found.verdict:
        case "verified" if found.shared or watches:
            return t("Deck verified: {deal}.", deal=deal)
        case "verified" if found.earlier:
            return t(
                "Deck verified: {deal}, but for the share of your own seat: it was given before "
                "you came.",
                deal=deal,
            )
        case "verified":
            return t("Deck verified: {deal}; no share of the shuffle was yours.", deal=deal)
        case "unverifiable":
            return t("Deck not verified: {deal}; {why}.", deal=deal, why=why)
        case "mismatch" if found.n is not None:
            return t("DO NOT TRUST THIS TABLE. {deal}, at update {n}: {why}.",
                     deal=sentence(deal), n=found.n, why=why)  # fmt: skip
        case "mismatch":
            return t("DO NOT TRUST THIS TABLE. {deal}: {why}.", deal=sentence(deal), why=why)


def in_short(found: Audited) -> str:
    """Return what stands beside the result of that deal."""
    match found.verdict:
        case "verified" if found.broken:
            return n(
                "deck verified, {count} start broken off",
                "deck verified, {count} starts broken off",
                found.broken,
            )
        case "verified":
            return t("deck verified")
        case "unverifiable":
            return t("deck not verified")
        case "mismatch":
            return t("DO NOT TRUST THIS TABLE")


def is_alarming(found: Audited) -> bool:
    """Whether it must stay before everybody's eyes: the table has cheated, or hides what it did."""
    return found.verdict == "mismatch"


def shuffling(lobby: Lobby, name: Callable[[int], str]) -> str:
    """Return what the table waits for before it deals; empty when for nothing."""
    held = lobby.shuffling
    if held is None:
        return ""
    names = t(", ").join(map(name, held.waiting))
    return t("Shuffling together. Waiting for {names}.", names=names)


def cancelled(lobby: Lobby) -> str:
    """Return how often the start of a deal was cancelled; empty when never."""
    count = lobby.cancelled
    if not count:
        return ""
    return n(
        "{count} start of a deal was cancelled at this table.",
        "{count} starts of a deal were cancelled at this table.",
        count,
    )
