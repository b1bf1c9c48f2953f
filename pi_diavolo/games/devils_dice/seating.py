"""Who plays which colours: those that people chose, or homes as far apart as can be."""

from collections.abc import Mapping, Sequence

from pi_diavolo.games.devils_dice.house_rules import HouseRules, chosen_colours, layout_in
from pi_diavolo.table.pieces import Colour
from pi_diavolo.table.players import Seat, spread
from pi_diavolo.table.sentences import Saying, Sentence, saying


def colours_of(seats: Sequence[Seat], rules: HouseRules) -> Mapping[Seat, tuple[Colour, ...]] | Saying:
    """Every player's colours, or why these rules do not fit so many players."""
    homes, chosen = layout_in(rules).homes, chosen_colours(rules.colours)
    if chosen:
        if len(chosen) != len(seats):
            return saying(Sentence.BOARD_COLOURS_FOR_OTHERS, number=len(chosen), amount=len(seats))
        return dict(zip(seats, chosen, strict=True))
    wanted = len(seats) * rules.colours_each
    if wanted > len(homes):
        return saying(Sentence.BOARD_TOO_FEW_COLOURS, number=wanted, amount=len(homes))
    used = [homes[place].colour for place in spread(wanted, len(homes))]
    # Dealt in turn, a player's own colours lie apart, too.
    return {seat: tuple(used[place :: len(seats)]) for place, seat in enumerate(seats)}
