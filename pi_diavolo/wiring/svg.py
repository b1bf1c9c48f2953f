"""A small SVG writer: the same calls give the same bytes, so that a test can compare pictures."""

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

XY = tuple[float, float]
INK = "#222222"
PAPER = "#ffffff"


class Drawing:
    """Shapes in the order in which they were drawn."""

    def __init__(self, width: float, height: float, title: str) -> None:
        size = f'width="{_n(width)}" height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}"'
        self._lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="DejaVu Sans, Verdana, sans-serif">',
            f"<title>{escape(title)}</title>",
        ]
        self.box(0, 0, width, height, fill=PAPER, stroke="none")

    def line(self, points: Sequence[XY], colour: str = INK, width: float = 1.5, dashed: bool = False) -> None:
        """A line through all points."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        style = f'fill="none" stroke="{colour}" stroke-width="{_n(width)}" stroke-linejoin="round"'
        dashes = ' stroke-dasharray="9 7"' if dashed else ""
        self._lines.append(f'<polyline points="{path}" {style} stroke-linecap="round"{dashes}/>')

    def area(self, points: Sequence[XY], fill: str = INK) -> None:
        """A filled outline."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._lines.append(f'<polygon points="{path}" fill="{fill}"/>')

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = PAPER,
        stroke: str = INK,
        corner: float = 0,
        thick: float = 1.5,
    ) -> None:
        """A rectangle, with round corners if you like."""
        where = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(corner)}"'
        self._lines.append(f'<rect {where} fill="{fill}" stroke="{stroke}" stroke-width="{_n(thick)}"/>')

    def disc(self, x: float, y: float, radius: float, fill: str = INK, stroke: str = "none") -> None:
        """A circle."""
        where = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"'
        self._lines.append(f'<circle {where} fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 12,
        anchor: str = "start",
        bold: bool = False,
        fill: str = INK,
    ) -> None:
        """Words, their middle line at y."""
        weight = ' font-weight="bold"' if bold else ""
        where = f'x="{_n(x)}" y="{_n(y + 0.36 * size)}" font-size="{_n(size)}"'
        style = f"text-anchor={quoteattr(anchor)}{weight} fill={quoteattr(fill)}"
        self._lines.append(f"<text {where} {style}>{escape(words)}</text>")

    def svg(self) -> str:
        """The whole picture."""
        return "\n".join([*self._lines, "</svg>", ""])


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
