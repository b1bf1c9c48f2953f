"""The colours of the wires, so that the picture, the table and the bench show the same."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WireColour:
    """A colour's name for people and its code for the picture."""

    name: str
    code: str


RED = WireColour("red", "#d3222a")
WHITE = WireColour("white", "#ffffff")
BLACK = WireColour("black", "#151515")
GRAY = WireColour("gray", "#9a9a9a")
BROWN = WireColour("brown", "#8a5a2b")
ORANGE = WireColour("orange", "#f28a00")
BLUE = WireColour("blue", "#2a6fdb")
VIOLET = WireColour("violet", "#8a3fd1")
YELLOW = WireColour("yellow", "#ecc500")
GREEN = WireColour("green", "#1b9e4b")

# By what runs through the wire; a button's wire has the button's colour.
WIRES: Mapping[str, WireColour] = {
    "black": BLACK,
    "white": WHITE,
    "red": RED,
    "gray": GRAY,
    "ground": BROWN,
    "power": ORANGE,
    "mosi": BLUE,
    "miso": VIOLET,
    "clock": YELLOW,
    "select": GREEN,
    "base 0": RED,
    "base 1": BLUE,
    "base 2": GREEN,
    "base 3": YELLOW,
    "base 4": GRAY,
}
