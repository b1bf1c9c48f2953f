"""The small plan of the table in a corner of the picture: which seat is where."""

import math

from pi_diavolo.table.players import SEATS, Seat
from pi_diavolo.wiring.svg import Drawing

WIDTH, HEIGHT = 180.0, 150.0
ACROSS, TRAY, DISC = 54.0, 40.0, 12.0


def draw_seats(drawing: Drawing, seats: tuple[Seat, ...], x: float, y: float) -> None:
    """The table from above with its top left corner here; seats of this map are dark."""
    middle = (x + WIDTH / 2, y + HEIGHT / 2 - 8)
    drawing.disc(*middle, ACROSS, "#f4ead9", "#b89b7a")
    drawing.box(middle[0] - TRAY / 2, middle[1] - TRAY / 2, TRAY, TRAY, "#5e9a6a", "#2f6b3c", corner=3)
    drawing.text(*middle, "tray", 10, "middle", fill="#ffffff")
    for seat in SEATS:
        turn = math.tau * (seat - 1) / len(SEATS)
        # Seat 1 at the foot, the others clockwise seen from above.
        place = (middle[0] - ACROSS * math.sin(turn), middle[1] + ACROSS * math.cos(turn))
        taken = seat in seats
        drawing.disc(*place, DISC, "#33373d" if taken else "#ffffff", "#33373d" if taken else "#bbbbbb")
        drawing.text(*place, str(seat), 11.5, "middle", taken, "#ffffff" if taken else "#bbbbbb")
    drawing.text(x + WIDTH / 2, y + HEIGHT, "seats, seen from above", 10.5, "middle", fill="#555555")
