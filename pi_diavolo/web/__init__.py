"""The scoreboard, the desk and the seats: one server, pages that are pushed what they show."""
