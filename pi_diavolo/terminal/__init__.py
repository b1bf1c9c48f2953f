"""The scoreboard in a terminal: a live picture of the game, or plain sentences, and the keys of a player."""
