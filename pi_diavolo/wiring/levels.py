"""The three builds side by side: parts, cost and time for any number of seats, as Markdown."""

from collections.abc import Iterator, Mapping

from pi_diavolo.table.pin_map import MapKind, PinMap
from pi_diavolo.wiring.parts import Build, build, merged
from pi_diavolo.wiring.tables import MADE, euros, markdown

SOLDERING = {
    1: "none",
    2: "buttons, LEDs and a lamp board",
    3: "the same for the lamps, bases, docks and imps",
}


def levels_table(maps: Mapping[MapKind, Mapping[int, PinMap]]) -> str:
    """What each level costs and how long it takes, from the fewest seats to the most."""
    return "\n".join(markdown(("level", "what", "cost", "hours", "soldering"), _levels(maps)))


def parts_page(maps: Mapping[MapKind, Mapping[int, PinMap]]) -> str:
    """All parts of all levels, counted for each number of seats."""
    return "\n".join(_parts_page(maps)) + "\n"


def _builds(maps: Mapping[MapKind, Mapping[int, PinMap]]) -> Iterator[dict[int, Build]]:
    for kind in (MapKind.PANELS, MapKind.BASES):
        yield {seats: build(pins) for seats, pins in sorted(maps[kind].items())}


def _levels(maps: Mapping[MapKind, Mapping[int, PinMap]]) -> Iterator[tuple[str, ...]]:
    first = build(None)
    yield _row(first, first)
    for by_seats in _builds(maps):
        yield _row(by_seats[min(by_seats)], by_seats[max(by_seats)])


def _row(least: Build, most: Build) -> tuple[str, ...]:
    cost, hours = f"{least.cost:.0f} €", f"{least.hours:.0f}"
    if most is not least:
        cost, hours = f"{least.cost:.0f} to {most.cost:.0f} €", f"{hours} to {most.hours:.0f}"
    return str(least.level), least.name, cost, hours, SOLDERING[least.level]


def _parts_page(maps: Mapping[MapKind, Mapping[int, PinMap]]) -> Iterator[str]:
    yield from (
        "# Parts",
        "",
        MADE,
        "",
        "Prices are rough, in euros, without postage.",
        "",
        levels_table(maps),
        "",
    )
    first = build(None)
    yield from ("## Level 1: camera + phones", "")
    rows = ((str(item.count), item.name, euros(item.cost), item.note) for item in first.items)
    yield from (*markdown(("how many", "part", "together", "note"), rows), "")
    for by_seats in _builds(maps):
        yield from _level(by_seats, len(first.items))


def _level(by_seats: dict[int, Build], known: int) -> Iterator[str]:
    """Only what comes on top of level 1."""
    one = next(iter(by_seats.values()))
    counts = {
        seats: {item.name: item for item in merged(each.items[known:])} for seats, each in by_seats.items()
    }
    yield from (f"## Level {one.level}: {one.name}", "", "All of level 1, and for so many seats:", "")
    heads = ("part", *(str(seats) for seats in counts), "each", "note")
    largest = counts[max(counts)]
    rows = (
        (
            name,
            *(str(of[name].count) if name in of else "–" for of in counts.values()),
            euros(item.each),
            item.note,
        )
        for name, item in largest.items()
    )
    yield from markdown(heads, rows)
    total = (f"{each.cost:.0f} €" for each in by_seats.values())
    yield from (f"| together with level 1 | {' | '.join(total)} | | |", "")
