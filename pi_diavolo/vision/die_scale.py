"""The scale at which the networks see dice: the same for every table, whatever its dice measure."""

# In a flat view a die is so many pixels wide, and the view reaches so many dice beyond the tray.
DIE_PX = 40.0
MARGIN_DICE = 1.25

# The colours the networks tell apart, in the order of their outputs; gray is the Order die.
COLOURS = ("black", "white", "red", "gray", "green", "blue", "yellow", "purple", "orange")
