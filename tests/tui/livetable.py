"""A FakeTable that does what its host asks, as the server would: rules, pause, end, seats."""

from __future__ import annotations

from typing import Any

from engine.game import BadRules
from engine.match import Match
from netcore.wire import messages as m
from netcore.wire.ruleset import rules_for
from tests.tui.tuitable import NAMES, FakeTable


class LiveTable(FakeTable):
    """Answers what FakeTable only remembers.

    Attributes:
        late: Setups are kept back until `answer`.
    """

    def __init__(self, *args: Any, host: bool = True, **options: Any) -> None:
        self.paused = False
        self.late: list[m.Setup] | None = None
        super().__init__(*args, **options)
        if not host:
            self.host = False
            self.say(m.Seated("t", self.me, "token", NAMES[self.me or 0], False))
            self.tell_lobby()

    def send(self, message: Any) -> bool:
        sent = super().send(message)
        match message:
            case m.Setup() if self.late is not None:
                self.late.append(message)
            case m.Setup():
                self.setup(message)
            case m.Pause(on=on):
                self.paused = on
                self.say(m.Note(m.NoteCode.PAUSED if on else m.NoteCode.RESUMED))
                self.tell_lobby()
            case m.End():
                self.say(m.Note(m.NoteCode.ENDED))
                self.phase = "lobby"
                self.tell_lobby()
            case _:
                pass
        return sent

    def setup(self, message: m.Setup) -> None:
        """Take other rules, or refuse them."""
        try:
            self.rules = rules_for(message.game, message.preset, message.options)
        except BadRules as error:
            code = m.TableCode.BAD_RULES
            self.say(m.Refused("setup", code, {"why": str(error)}))
            return
        self.name, self.preset = message.game, message.preset
        self.options = dict(message.options)
        self.match = Match.new(self.game, self.rules, len(self.names))
        self.tell_lobby()

    def answer(self) -> None:
        """Answer the oldest setup that was kept back."""
        assert self.late
        self.setup(self.late.pop(0))

    def tell_lobby(self) -> None:
        seats = self.seat_infos()
        host = self.me if self.host else None
        self.say(
            m.Lobby("t", self.phase, self.paused, self.name, self.preset, self.options,  # type: ignore[arg-type]
                    seats, (), host, self.timer, 60)
        )  # fmt: skip

    @property
    def setups(self) -> list[m.Setup]:
        return [message for message in self.sent if isinstance(message, m.Setup)]
