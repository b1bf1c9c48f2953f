"""Pixels to pieces: the table found in the picture, and what lies and stands on it."""
