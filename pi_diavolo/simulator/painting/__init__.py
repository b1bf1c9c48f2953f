"""The painter's workshop: materials, lamps, dice, hands and lens, each in its module."""
