"""The scales at which the networks see dice: the same for every table, whatever its dice measure."""

from pi_diavolo.vision.patches import Cut

# In the flat view in which dice are spotted, a die is so many pixels wide; cells are answered for one by one.
SPOT_DIE_PX, CELL_PX = 20.0, 8
# The view reaches so many dice beyond the tray; farther, when one is looked for that may lie outside.
MARGIN_DICE, FAR_MARGIN_DICE = 0.9, 7.0
# Patches: to aim at a die better than it was spotted, to read its top, and to see how it lies.
AIM, READ, LIE = Cut(24, 1.5), Cut(48, 1.2), Cut(48, 2.2)
# How it lies is looked at closer where that is in doubt: a few degrees are not seen in so small a patch.
LIE_CLOSER = Cut(64, 2.0)
# And where exactly it lies, with the sides that the camera sees.
PLACE = Cut(56, 1.4)
# What the outputs count in kept them near one: tenths of a die and sixths of a radian.
STEP_DICE, TURN = 0.1, 1 / 6
# And how round the edges are, in these steps from the usual: both in die widths.
ROUND_STEP, USUALLY_ROUND = 0.05, 0.12

# The colours the networks tell apart, in the order of their outputs; gray is the Order die.
COLOURS = ("black", "white", "red", "gray", "green", "blue", "yellow", "purple", "orange")
# How a die can lie: flat on the floor, leaning, on another die; or it is none.
WAYS = ("flat", "cocked", "stacked", "nothing")
