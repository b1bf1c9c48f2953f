"""Pi Diavolo: a game table that referees."""

__version__ = "0.1.0"
