"""What people type after an option becomes a value, or an error that says what is wanted."""

import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping

from pi_diavolo.simulator.skills import SKILLS
from pi_diavolo.table.pieces import RIVALS, Colour
from pi_diavolo.table.players import BOARD_SEATS, SEATS, proper_names

LONGEST_SHOWN = 40
HOW_MANY = f"2 to {len(SEATS)} (in devils-dice to {len(BOARD_SEATS)})"


def some_dice(text: str) -> tuple[int, ...]:
    """`2,3,6`: two or three values."""
    if not re.fullmatch(r"\s*[1-6]\s*(,\s*[1-6]\s*){1,2}", text, re.ASCII):
        raise ArgumentTypeError(f"{shown(text)} is not 2 or 3 dice; give values from 1 to 6, such as 2,3,6")
    return tuple(int(value) for value in text.split(","))


def some_gaps(text: str) -> Mapping[Colour, float]:
    """`black=31.0,red=12.5,white=40`: millimetres from each colour's nearest die to the Order die."""
    wanted = "give all three in millimetres, such as black=31.0,red=12.5,white=40"
    gaps: dict[Colour, float] = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*([a-z]+)\s*=\s*(\d{1,4}(?:\.\d{1,6})?)\s*", part, re.ASCII)
        if not found or found[1] not in RIVALS or Colour(found[1]) in gaps:
            raise ArgumentTypeError(f"{shown(part)} is not a gap of its own; {wanted}")
        gaps[Colour(found[1])] = float(found[2])
    if missing := [str(colour) for colour in RIVALS if colour not in gaps]:
        raise ArgumentTypeError(f"the gap of {' and '.join(missing)} is missing; {wanted}")
    return gaps


def some_names(text: str) -> tuple[str, ...]:
    """`Ada,Blaise`: the players, clockwise, the youngest first."""
    try:
        names = proper_names(text.split(","))
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None
    if not 2 <= len(names) <= len(BOARD_SEATS):
        found = "only 1 name" if len(names) == 1 else f"{len(names)} names"
        raise ArgumentTypeError(f"{found} given; {HOW_MANY} people can play, their names apart by commas")
    return names


def some_players(text: str) -> int:
    """How many play; the game says whether it takes so many."""
    most = len(BOARD_SEATS)
    if not re.fullmatch(r"\d{1,12}", text, re.ASCII) or not 2 <= int(text) <= most:
        raise ArgumentTypeError(f"{shown(text)} cannot be; use a whole number from {HOW_MANY}")
    return int(text)


def some_skills(text: str) -> tuple[str, ...]:
    """`child,champion`: how well the simulated players play, going round the table."""
    skills = tuple(part.strip() for part in text.split(","))
    for skill in skills:
        if skill not in SKILLS:
            raise ArgumentTypeError(f"{shown(skill)} is no skill; use {', '.join(SKILLS)}, apart by commas")
    return skills


def a_seed(text: str) -> int:
    """Any whole number of up to 15 digits."""
    if not re.fullmatch(r"-?\d{1,15}", text, re.ASCII):
        raise ArgumentTypeError(f"{shown(text)} is not a seed; use a whole number of up to 15 digits")
    return int(text)


def a_count(most: int, least: int = 1) -> Callable[[str], int]:
    """A whole number within bounds."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"\d{1,12}", text, re.ASCII) or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{shown(text)} cannot be; use a whole number from {least} to {most}")
        return int(text)

    return parse


def a_speed(text: str) -> float | None:
    """Times as fast as life, or `max`: None, as fast as it goes."""
    if text == "max":
        return None
    if not re.fullmatch(r"\d{1,4}(\.\d{1,6})?", text, re.ASCII) or not 0 < float(text) <= 1000:
        raise ArgumentTypeError(f"{shown(text)} is no speed; use a number above 0 and up to 1000, or max")
    return float(text)


def a_chance(text: str) -> float:
    """A share from 0 to 1."""
    if not re.fullmatch(r"\d(\.\d{1,9})?", text, re.ASCII) or not 0 <= float(text) <= 1:
        raise ArgumentTypeError(f"{shown(text)} is no chance; use a number from 0 to 1, such as 0.05")
    return float(text)


def millimetres(text: str) -> float:
    """A small length."""
    if not re.fullmatch(r"\d{1,2}(\.\d{1,6})?", text, re.ASCII) or float(text) > 50:
        raise ArgumentTypeError(f"{shown(text)} cannot be; use millimetres from 0 to 50")
    return float(text)


def shown(text: str) -> str:
    """What was typed, short enough for one line."""
    return repr(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…")
