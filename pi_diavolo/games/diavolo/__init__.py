"""Diavolo, the table's own game for 2 to 6 players."""
