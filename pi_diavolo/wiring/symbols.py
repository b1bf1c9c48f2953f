"""The signs of electrical parts, drawn along a wire from left to right."""

from pi_diavolo.wiring.svg import INK, PAPER, Drawing

CASING = "#3a3a3a"
WIRE = 2.8


def wire(drawing: Drawing, points: list[tuple[float, float]], colour: str, dashed: bool = False) -> None:
    """A coloured wire with a dark edge: white ones can be seen, and crossings stay readable.

    Dashed, it may be left out.
    """
    drawing.line(points, CASING, WIRE + 1.6, dashed)
    drawing.line(points, colour, WIRE, dashed)


def push_button(drawing: Drawing, x: float, y: float, cap: str) -> None:
    """A button that closes while pressed, 60 wide, its cap in its own colour."""
    drawing.disc(x + 16, y, 3.2, PAPER, INK)
    drawing.disc(x + 44, y, 3.2, PAPER, INK)
    drawing.line([(x, y), (x + 13, y)])
    drawing.line([(x + 47, y), (x + 60, y)])
    drawing.line([(x + 12, y - 6), (x + 48, y - 6)], width=2)
    drawing.box(x + 23, y - 12, 14, 6, fill=cap, corner=2, thick=1.2)


def reed_switch(drawing: Drawing, x: float, y: float) -> None:
    """A reed switch in its glass, 60 wide."""
    drawing.line([(x, y), (x + 32, y)])
    drawing.line([(x + 28, y + 4), (x + 48, y)])
    drawing.line([(x + 48, y), (x + 60, y)])
    drawing.box(x + 8, y - 7, 44, 14, fill="none", corner=7, thick=1.2)


def resistor(drawing: Drawing, x: float, y: float, words: str = "") -> None:
    """A resistor, 30 wide."""
    drawing.line([(x, y), (x + 30, y)], width=1.2)
    drawing.box(x + 4, y - 4, 22, 8, fill="#f4e3c1", thick=1.2)
    drawing.text(x + 15, y - 11, words, 9.5, "middle")


def diode(drawing: Drawing, x: float, y: float, colour: str) -> None:
    """An LED, 24 wide, its anode on the left."""
    drawing.line([(x, y), (x + 24, y)], width=1.2)
    drawing.area([(x + 6, y - 6), (x + 6, y + 6), (x + 17, y)], colour)
    drawing.line([(x + 17.5, y - 6), (x + 17.5, y + 6)], width=2)


def capacitor_down(drawing: Drawing, x: float, y: float, length: float) -> None:
    """A capacitor from the point downwards."""
    middle = y + length / 2
    drawing.line([(x, y), (x, middle - 2.5)], width=1.2)
    drawing.line([(x - 7, middle - 2.5), (x + 7, middle - 2.5)], width=2)
    drawing.line([(x - 7, middle + 2.5), (x + 7, middle + 2.5)], width=2)
    drawing.line([(x, middle + 2.5), (x, y + length)], width=1.2)


def ground(drawing: Drawing, x: float, y: float) -> None:
    """The sign of ground, hanging from the point."""
    drawing.line([(x, y), (x, y + 5)], width=1.2)
    for row, half in enumerate((7, 4.5, 2)):
        drawing.line([(x - half, y + 5 + 3 * row), (x + half, y + 5 + 3 * row)], width=1.6)


def rings(drawing: Drawing, x: float, y: float, radius: float) -> None:
    """A dock seen from above: two contact rings."""
    drawing.disc(x, y, radius, "#f2d9b0", INK)
    drawing.disc(x, y, radius * 0.72, PAPER, INK)
    drawing.disc(x, y, radius * 0.4, "#f2d9b0", INK)
