"""Devil's Dice, for 2 to 8 players: counters that move at a right angle, and the last one standing wins."""
