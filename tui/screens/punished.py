"""What is done about punishments from the keyboard, on every screen that shows them.

Hides: whose punishment is meant when several are open, and what cannot be done. The server decides;
what it would refuse is said at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from engine.king import KingView, Owed, Setting
from netcore.wire import messages as m
from tui.boards.base import Choice, Question, digit
from tui.context import Context
from tui.i18n import t
from tui.keymap import shown
from tui.screens.base import Painted
from tui.text.refusals import refusal
from tui.text.say_king import SETTINGS
from tui.text.words import together


def wants_mild(context: Context) -> bool:
    """Whether this player has chosen mild punishments only."""
    room = context.room
    return bool(room.lobby and room.me is not None and room.lobby.seats[room.me].mild)


def in_lobby(context: Context, name: str) -> str:
    """Do what a key of the King game means in the lobby; return what to say."""
    room = context.room
    match name:
        case "mild" if room.me is None:
            return refusal("not-seated")
        case "mild":
            context.send(m.Mild(not wants_mild(context)))
        case _ if not room.host:
            return refusal("host-only")
        case _ if room.lobby is not None:
            lobby, settings = room.lobby, list(SETTINGS)
            wanted = settings[(settings.index(lobby.punishments) + 1) % len(settings)]
            seats, options = len(lobby.seats), dict(lobby.options)
            context.send(
                m.Setup(
                    lobby.game, lobby.preset, options, seats, cast(Setting, wanted),
                    lobby.rules_name,
                )
            )  # fmt: skip
        case _:
            pass
    return ""


def look(ctx: Context) -> str:
    """Return why there are no punishments to be looked at; empty where there are."""
    return t("This table plays without punishments.") if ctx.room.king is None else ""


class Punished(Painted):
    """A screen with the keys of the King game."""

    def press(self, name: str) -> None:
        king = self.ctx.room.king
        match name:
            case "mild" if self.ctx.room.me is not None:
                self.ctx.send(m.Mild(not wants_mild(self.ctx)))
            case "swap" | "done" | "waive" if king is None:
                self.notice = refusal("nothing-owed")
            case "swap" if king is not None:
                self._swap(king)
            case "done" if king is not None:
                self._settle(king, "done")
            case "waive" if king is not None:
                self._settle(king, "waived")
            case "king":
                self.notice = look(self.ctx)
                if not self.notice:
                    self._go("king")
            case _:
                super().press(name)

    def _swap(self, king: KingView) -> None:
        if king.of(self.ctx.room.me) is None:
            self.notice = refusal("nothing-owed")
        elif self.ctx.room.me in king.swapped:
            self.notice = refusal("already-swapped")
        else:
            yes = Choice(("y", "enter"), t("yes"), lambda: self.ctx.send(m.Swap()))
            no = Choice(("n",), t("no"), lambda: None)
            alive: Callable[[], bool] = lambda: "swap" in self.king_keys()  # noqa: E731
            self.asked = Question(t("Draw another? Once a match."), (yes, no), alive)

    def _settle(self, king: KingView, how: Literal["done", "waived"]) -> None:
        mine = self._open_ones()
        if not mine:
            self.notice = refusal("not-the-winner" if king.owed else "nothing-owed")
        elif len(mine) == 1:
            self.ctx.send(m.Settle(mine[0].seat, how))
        else:
            text = t("Done: whose?") if how == "done" else t("Let off whom?")
            choices = tuple(self._choice(one, how) for one in mine)
            self.asked = Question(text, choices, lambda: self._open_ones() == mine)

    def _open_ones(self) -> tuple[Owed, ...]:
        """Return the punishments of which this player says when they are done."""
        king = self.ctx.room.king
        return king.settled_by(self.ctx.room.me) if king else ()

    def _choice(self, one: Owed, how: Literal["done", "waived"]) -> Choice:
        send: Callable[[], object] = lambda: self.ctx.send(m.Settle(one.seat, how))  # noqa: E731
        return Choice((digit(one.seat + 1),), self.ctx.room.name_of(one.seat), send)

    # --- what is said of it ---

    def king_keys(self) -> list[str]:
        """Return the ids of the keys that can be used now."""
        king, me = self.ctx.room.king, self.ctx.room.me
        if king is None:
            return []
        ids: list[str] = []
        if king.of(me) is not None and me not in king.swapped:
            ids.append("swap")
        if king.settled_by(me):
            ids += ["done", "waive"]
        return ids

    def king_hint(self) -> str:
        """Return what this player can do about a punishment now; empty for nothing."""
        keys, said = self.king_keys(), list[str]()
        if "done" in keys:
            said.append(
                t(
                    "Punishments: {done} says it is done, {waive} lets off.",
                    done=shown("done"),
                    waive=shown("waive"),
                )
            )
        if "swap" in keys:
            said.append(t("{key} draws another punishment.", key=shown("swap")))
        return together(said)
