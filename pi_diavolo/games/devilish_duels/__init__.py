"""Imps: Devilish Duels, for 2 players: dice, imps with powers, and four trials a round."""
