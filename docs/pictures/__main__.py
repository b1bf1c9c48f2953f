"""Makes the pictures of the documentation anew, all or those named: python -m docs.pictures [NAME ...]

Needs what the tests need: `./run setup`, and Chromium.
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from playwright.sync_api import Browser

from docs.pictures import duels, pages
from docs.pictures.opening import opening
from docs.pictures.painted import THROW, camera_view, leaning_view, read_view
from docs.pictures.sheets import game_board, sheets
from docs.pictures.small import png, save
from docs.pictures.terminal import terminal
from tests.web.browsing import chromium

HERE = Path(__file__).parent
PAINTED_PX = 760
PICTURES: Mapping[str, Callable[[Browser], bytes]] = {
    "opening": opening,
    "terminal": terminal,
    "scoreboard": pages.scoreboard,
    "desk": pages.desk,
    "rules": pages.house_rules,
    "seat": pages.seat,
    "setup": pages.set_up,
    "history": pages.history,
    "duel": duels.duel,
    "duel-seat": duels.own_page,
    "duel-cards": duels.cards,
    "sheets": sheets,
    "game-board": game_board,
    "camera": lambda browser: png(camera_view(THROW, PAINTED_PX)),
    "read": lambda browser: png(read_view(THROW, PAINTED_PX)),
    "leaning": lambda browser: png(leaning_view(PAINTED_PX)),
}


def main() -> None:
    """One picture after the other."""
    parser = argparse.ArgumentParser(prog="python -m docs.pictures", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PICTURES)} (default: all)")
    parser.add_argument("--out", type=Path, default=HERE, help="where they go (default: docs/pictures)")
    options = parser.parse_args()
    if unknown := set(options.names) - set(PICTURES):
        parser.error(f"there is no picture {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}")
    with chromium() as browser:
        for name in options.names or PICTURES:
            place = options.out / f"{name}.png"
            save(place, PICTURES[name](browser))
            print(f"{place}: {place.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
