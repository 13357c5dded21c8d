"""How slow the terminal is to answer, all through a session: what can be spared is not sent then.

Hides: when it is asked, and what its answers mean. One slow answer is enough to spare, several
quick ones in a row are needed to send again, so that motion does not come and go. It is asked
behind what an update has drawn, so an answer tells of latency and of throughput alike; while no
update comes nothing is asked. Pure. Must not know: Textual, what is spared, which keys wait.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tui.terminal.probe import FAR

QUESTION: Final = "\x1b[6n"
"""Where is the cursor? Every terminal answers that."""
_PAUSE: Final = 15.0
"""Seconds between two questions."""
_QUICK: Final = FAR / 2
_LONGEST: Final = 0.5
"""Seconds that `delay` says at the most: one bad answer must not count for ever."""
_ENOUGH: Final = 3
"""So many quick answers in a row, and the terminal is near again."""


@dataclass(slots=True)
class Pulse:
    """What is known of the way to the terminal.

    Attributes:
        far: It is slow to answer.
        asks: It is asked at all: only where it is at the other end of SSH.
    """

    far: bool = False
    asks: bool = False
    _since: float | None = None
    _next: float = 0.0
    _took: float = 0.0
    _quick: int = 0

    def due(self, now: float) -> bool:
        """Tell whether to ask now. While an answer is still to come nothing is asked again."""
        if self._since is not None and now - self._since > FAR:
            self._slow()
        if not self.asks or self._since is not None or now < self._next:
            return False
        self._since, self._next = now, now + _PAUSE
        return True

    def answered(self, now: float) -> None:
        """Take note of an answer."""
        if self._since is None:
            return
        self._took = took = now - self._since
        self._since = None
        if took > FAR:
            self._slow()
            return
        self._quick = self._quick + 1 if took < _QUICK else 0
        if self._quick >= _ENOUGH:
            self.far = False

    @property
    def delay(self) -> float:
        """Seconds to the terminal and back, as far as is known."""
        return min(max(self._took, FAR if self.far else 0.0), _LONGEST)

    def _slow(self) -> None:
        self.far, self._quick = True, 0
