"""Shows flights over the painters of a screen, step by step, until they arrive or a key is pressed.

Hides: the timer, and when there is no motion: when the player wants none, when the terminal is slow
to answer, and while it has not taken what was written last. Must not know: what flies, or why.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.screen import Screen
from textual.timer import Timer

from tui.drawing.canvas import Canvas
from tui.drawing.layout import Place
from tui.drawing.motion import PAUSE, Flight, Sprite, sprites
from tui.terminal.pulse import QUESTION
from tui.widgets.painter import Painter


class Flying:
    """The flights of one screen.

    Attributes:
        places: Where each pane is, by name.
        now: What is seen at this moment.
    """

    def __init__(self, screen: Screen[None]) -> None:
        self.places: dict[str, Place] = {}
        self.now: tuple[Sprite, ...] = ()
        self._screen = screen
        self._flights: tuple[Flight, ...] = ()
        self._step = 0
        self._timer: Timer | None = None

    @property
    def on(self) -> bool:
        """Whether something is on its way."""
        return bool(self._flights)

    def ask(self) -> None:
        """Ask the terminal, behind what is written to it now; the app hears the answer."""
        driver = self._screen.app._driver
        if driver is not None:
            driver.write(QUESTION)

    def begin(self, flights: Sequence[Flight]) -> None:
        """Let these fly, instead of those that do."""
        self.stop()
        if not flights or self._waiting > 1:
            return
        self._flights, self._step = tuple(flights), -1
        self._timer = self._screen.set_interval(PAUSE, self._next)

    def stop(self) -> None:
        """Let all be where it goes."""
        if self._timer is not None:
            self._timer.stop()
            self._timer, self._flights = None, ()
            self._show(())

    def over(self, name: str, canvas: Canvas) -> Canvas:
        """Draw what is over a pane onto its picture."""
        if place := self.places.get(name):
            for sprite in self.now:
                sprite.draw(canvas, place)
        return canvas

    @property
    def _waiting(self) -> int:
        """How many writes the terminal has not taken yet; 0 where Textual does not tell."""
        thread = getattr(self._screen.app._driver, "_writer_thread", None)
        queue = getattr(thread, "_queue", None)
        return queue.qsize() if queue is not None else 0

    def _next(self) -> None:
        self._step += 1
        arrived = all(self._step >= flight.steps for flight in self._flights)
        if arrived or self._waiting > 0:
            self.stop()
        else:
            self._show(sprites(self._flights, self._step))

    def _show(self, now: tuple[Sprite, ...]) -> None:
        """Paint the panes that this changes; a screen that ends has none any more."""
        before, self.now = self.now, now
        for painter in self._screen.query(Painter):
            place = self.places.get(painter.id or "")
            if place and any(sprite.touches(place) for sprite in (*before, *now)):
                painter.repaint()
