"""A widget that shows a canvas and, when it changes, sends only the cells that did.

Hides: Textual's strips and regions. Must not know: what is drawn; a pure function draws it.
Every segment has a style of its own: without one Textual's colour filters crash under NO_COLOR.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.drawing.canvas import Canvas, Cell, Row, changes
from tui.drawing.layout import Place
from tui.drawing.palette import Palette


class Painter(Widget):
    """Shows what `draw(width, height)` returns.

    Attributes:
        instead: Draws in its place for a while.
    """

    can_focus = False

    def __init__(self, name: str, draw: Callable[[int, int], Canvas], palette: Palette) -> None:
        super().__init__(id=name)
        self._draw = draw
        self._palette = palette
        self._plain = palette.styles.get("", Style())
        self._blanks: dict[object, str] = {}
        self._alike: dict[Cell, Cell] = {}
        self._grounds: dict[str, object] = {}
        self._drawn: list[Row] = []
        self._rows: list[Row] = []
        self._width = 0
        self.instead: Callable[[int, int], Canvas] | None = None

    def wear(self, palette: Palette) -> None:
        """Take another palette; all is sent again."""
        self._palette = palette
        self._plain = palette.styles.get("", Style())
        self._drawn, self._rows, self._blanks, self._alike, self._grounds = [], [], {}, {}, {}
        self.repaint()

    def put_at(self, place: Place) -> None:
        """Take this place on the screen; without any, vanish."""
        self.display = place.width > 0 and place.height > 0
        if self.display:
            self.styles.offset = (place.x, place.y)
            self.styles.width = place.width
            self.styles.height = place.height

    def repaint(self) -> None:
        """Draw anew and send what is different.

        Under another screen nothing is drawn: Textual would send that whole screen again. Its own
        paints when it is seen again.
        """
        width, height = self.size
        if not self.display or not width or not height or self.screen is not self.app.screen:
            return
        old = self._rows
        fits = self._fits(width, height)
        self._draw_rows(width, height)
        if not fits:
            self.refresh()
            return
        regions = [Region(x, y, cells, 1) for x, y, cells in changes(old, self._rows)]
        if regions:
            self.refresh(*regions)

    def _fits(self, width: int, height: int) -> bool:
        """Tell whether what was drawn last is of this size."""
        return self._width == width and len(self._rows) == height

    def _draw_rows(self, width: int, height: int) -> None:
        canvas = (self.instead or self._draw)(width, height)
        self._rows, self._width = self._seen(canvas.rows), width

    @property
    def rows(self) -> list[Row]:
        """What is shown, cell by cell."""
        return self._rows

    def _seen(self, drawn: list[Row]) -> list[Row]:
        """Return the rows as they are sent; those drawn as before are the same objects."""
        before = zip(self._drawn, self._rows, strict=True)
        known = dict(enumerate(before)) if len(self._drawn) == len(self._rows) else {}
        rows: list[Row] = []
        for y, row in enumerate(drawn):
            was = known.get(y)
            rows.append(was[1] if was and was[0] == row else self._blanked(row))
        self._drawn = drawn
        return rows

    def _blanked(self, row: Row) -> Row:
        """Return a row with one style for all blanks that look alike: what is not seen is equal."""
        alike = self._alike
        return [alike.get(cell) or self._known(cell) if cell[0] == " " else cell for cell in row]

    def _known(self, blank: Cell) -> Cell:
        """Return the blank that stands for all that look like this one."""
        glyph, name = blank
        self._alike[blank] = glyph, self._blanks.setdefault(self._ground(name), name)
        return self._alike[blank]

    def _ground(self, name: str) -> object:
        """Return what is seen of a style where nothing is written."""
        if name not in self._grounds:
            style = self._style(name)
            seen = (style.bgcolor, style.reverse, style.underline, style.strike)
            self._grounds[name] = (*seen, style.color) if style.reverse else seen
        return self._grounds[name]

    def render_line(self, y: int) -> Strip:
        """Return one row as Textual wants it; what has a new size is drawn now, not sent blank."""
        width, height = self.size
        if not self._fits(width, height):
            self._draw_rows(width, height)
        segments: list[Segment] = []
        text, style = "", ""
        for glyph, name in self._rows[y] if y < len(self._rows) else ():
            if name != style and text:
                if glyph == " " and self._ground(name) == self._ground(style):
                    name = style  # it looks the same, and the run goes on
                else:
                    segments.append(Segment(text, self._style(style)))
                    text = ""
            style = name
            text += glyph
        if text:
            segments.append(Segment(text, self._style(style)))
        return Strip(segments, self._width)

    def _style(self, name: str) -> Style:
        return self._palette.styles.get(name, self._plain)
