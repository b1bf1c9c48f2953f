"""The colours of the screen: each says what it is for, none is ever the only sign."""

from rich.text import Text

from pi_diavolo.table.effects import Status
from pi_diavolo.table.pieces import Colour

# A die of each colour: its edge, which keeps it apart from any terminal's own ground, and its pips on theirs.
EDGE = {
    Colour.BLACK: "#5c5c5c",
    Colour.WHITE: "#dcd7c8",
    Colour.RED: "#c9202b",
    Colour.GRAY: "#74787d",
}
PIPS = {
    Colour.BLACK: "bold #ffffff on #262626",
    Colour.WHITE: "bold #101010 on #f4f1e8",
    Colour.RED: "bold #ffffff on #b3121d",
    Colour.GRAY: "bold #ffffff on #5d6064",
}
GHOST = "#5a5a5a"

# Words straight on the terminal's ground must be read on a dark one and on a light one.
QUIET = "#8c8c8c"
LOUD = "bold"
GEM = "bold #f03a3a"
NO_GEM = "#8a6a6a"
GOOD = "bold #2bab6b"
BAD = "bold #e8504a"
GOLD = "bold #d9a321"
ASKING = "bold #b877e6"
FELT = "#3f9e5f"
FAINT = "#3b6b4b"

BAR = "bold #fff4e0 on #6d0f16"
CALLING, MOVING = "bold #a8dcff on #12304a", "bold #ffe08a on #4a3606"
DOUBTING, RESTING = "bold #f0d0ff on #43205c", "#d0d0d0 on #3a3a3a"
STATUS = {
    Status.LOBBY: CALLING,
    Status.IMPS: CALLING,
    Status.ROLL_NOW: CALLING,
    Status.ROLLING: MOVING,
    Status.READING: MOVING,
    Status.GRAB: "bold #06200e on #4fd187",
    Status.QUESTION: DOUBTING,
    Status.CHOOSE: DOUBTING,
    Status.PROTEST: DOUBTING,
    Status.PAUSED: RESTING,
    Status.OVER: MOVING,
}


def chip(colour: Colour, text: str) -> Text:
    """A word on its colour's ground."""
    return Text(f" {text} ", PIPS[colour], no_wrap=True)
