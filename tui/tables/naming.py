"""What the player is called, asked once: before the first table at which others see it.

Hides: when that is, what of an answer counts, that it is kept. Must not know: how the player is
asked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from netcore.client.shell import ConnectFailed
from tui import configfile
from tui.i18n import t
from tui.settings import why_no_name
from tui.tables import seat

C = TypeVar("C")

UNNAMED: Final = "unnamed"
"""Why somebody did not come who wanted no name, and so no table."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question.

    Attributes:
        kind: `code`, `name`: a text is the answer; `trust`: `y` or anything else; `seat`: `n` or
            anything else.
        says: What is to be known first, the loudest first.
        wants: The question itself.
        usual: The answer that nothing but Enter gives.
    """

    kind: Literal["code", "name", "trust", "seat"]
    says: tuple[str, ...]
    wants: str
    usual: str = ""


Asker: TypeAlias = Callable[[Ask], Awaitable[str | None]]
"""Puts a question to the player; None: there is nobody to be asked, or no wish to answer."""


class Named:
    """A way to a table, gone under a name.

    Attributes:
        name: None: none was ever chosen.
        asks_name: It is asked for then.
        chosen: What was answered.
    """

    chosen = ""

    def __init__(self, name: str | None, *, asks_name: bool) -> None:
        self.name = name
        self.asks_name = asks_name and name is None

    async def introduce(self, ask: Asker) -> None:
        """Ask for a name where one is wanted. Raises ConnectFailed where none is given."""
        if self.asks_name:
            self.name = self.chosen = await asked(ask)
            self.asks_name = False


class Introduced(Named, Generic[C]):
    """A way to an own table."""

    def __init__(
        self,
        connect: Callable[[str | None], Awaitable[C]],
        name: str | None,
        *,
        asks_name: bool,
    ) -> None:
        super().__init__(name, asks_name=asks_name)
        self._connect = connect

    def __call__(self) -> Awaitable[C]:
        return self._connect(self.name)


async def asked(ask: Asker) -> str:
    """Return the name that the player wants, which is kept from now on.

    Raises ConnectFailed where there is none.
    """
    account = seat.default_name()
    usual = "" if why_no_name(account) else account
    says = t("The others see it. The settings change it at any time.")
    while True:
        answer = await ask(Ask("name", (says,), t("Your name at the table:"), usual))
        if answer is None:
            raise ConnectFailed(UNNAMED)
        name = " ".join(answer.split()) or usual
        if not (why := why_no_name(name)):
            _keep(name)
            return name
        says = why


def another(why: str) -> Ask:
    """Return what to ask where a name cannot be had at a table."""
    return Ask("name", (why,), t("Another name for this table:"))


def _keep(name: str) -> None:
    try:
        configfile.keep_chosen({"name": name})
    except OSError:
        return  # it counts now, and is asked for once more another time
