"""`pi-diavolo calibrate game-board`: a layout of Devil's Dice checked, its board to print, its table file."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pi_diavolo.board_files import layout_text
from pi_diavolo.commands.calibrate_sheets import HOW_TO_PRINT, write_pdf
from pi_diavolo.commands.common import settings, tell_json
from pi_diavolo.errors import UsageError
from pi_diavolo.games.devils_dice.layout_file import BadLayout, layout_out_of
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.sheets.game_board import DICTIONARY, MARKER_MM, MARKERS, WALL_MM, Measures, measures
from pi_diavolo.sheets.game_board_pages import TITLE, game_board_pages
from pi_diavolo.sheets.pages import Paper
from pi_diavolo.table.board_layout import Layout
from pi_diavolo.vision.calibrate import GOOD_PX_A_MM
from pi_diavolo.vision.printing import marker_cells
from pi_diavolo.vision.table_file import DEFAULT_DIE_MM, load_table
from pi_diavolo.vision.table_writer import save

NAME = "devils-dice"


def game_board(arguments: Namespace) -> int:
    """Check first; what does not fit the booklet is listed and not printed."""
    file = arguments.layout or settings(arguments).board_layout
    try:
        layout = layout_out_of(layout_text(file)) if file else SHIPPED
    except BadLayout as bad:
        _tell(_telling(file, bad.reasons), bad.reasons, arguments.json)
        things = "1 thing is" if len(bad.reasons) == 1 else f"{len(bad.reasons)} things are"
        raise UsageError(
            f"{file}: {things} wrong with this board; put that right, docs/devils-dice.md shows how"
        ) from None
    told = _telling(file)
    if arguments.check:
        _tell(
            told, [f"{file or 'the shipped board'}: {_summary(layout)}; it fits the booklet"], arguments.json
        )
        return 0
    if arguments.out is None:
        raise UsageError("--out is missing: name a folder for the sheets, or only --check the layout")
    sheet = measures(layout, arguments.square_mm)
    written = _written(layout, sheet, arguments)
    width, height = sheet.size_mm
    pixels = " x ".join(f"{side * GOOD_PX_A_MM:.0f}" for side in (width, height))
    words = [
        *map(str, written),
        f"The sheet is {width:g} x {height:g} mm: it should fill at least {pixels} pixels of the picture.",
        HOW_TO_PRINT,
    ]
    _tell({**told, "files": list(map(str, written)), "sheet_mm": [width, height]}, words, arguments.json)
    return 0


def table_sections(sheet: Measures) -> Mapping[str, Mapping[str, Any]]:
    """What the table file says of a sheet: the dice field is its tray, round the origin."""

    def place(at: tuple[float, float]) -> list[float]:
        there = sheet.on_the_table(at)
        return [there.x, there.y]

    markers = zip(MARKERS, sheet.marker_centres, strict=True)
    return {
        "tray": {"inside_mm": list(sheet.field_mm), "wall_mm": WALL_MM},
        "markers": {
            "dictionary": DICTIONARY,
            "size_mm": MARKER_MM,
            "centres_mm": {str(number): place(at) for number, at in markers},
        },
        "board": {
            "centre_mm": place(sheet.board_centre),
            "square_mm": sheet.square_mm,
            "columns": sheet.columns,
            "rows": sheet.rows,
        },
    }


def _written(layout: Layout, sheet: Measures, arguments: Namespace) -> list[Path]:
    markers = [marker_cells(DICTIONARY, number) for number in MARKERS]
    papers = tuple(Paper) if arguments.paper == "both" else (Paper(arguments.paper),)
    table: Path = arguments.table or arguments.out / f"{NAME}.toml"
    if table.exists() and load_table(table).board is None:
        raise UsageError(
            f"{table}: this is the file of a table without a board; name another file with --table"
        )
    pages = {paper: game_board_pages(layout, sheet, markers, paper) for paper in papers}
    # What the table file refuses is not printed either.
    save(table, table_sections(sheet), {"dice": {"size_mm": DEFAULT_DIE_MM}})
    sheets = [write_pdf(arguments.out / f"{NAME}-{paper}.pdf", TITLE, pages[paper]) for paper in papers]
    return [*sheets, table]


def _summary(layout: Layout) -> str:
    return (
        f"{layout.columns} x {layout.rows} squares, {len(layout.homes)} homes,"
        f" {len(layout.lines)} dividing lines, {len(layout.safe)} safe squares"
    )


def _telling(file: Path | None, problems: Sequence[str] = ()) -> dict[str, object]:
    return {"step": "game-board", "layout": str(file or "shipped"), "problems": list(problems)}


def _tell(told: dict[str, object], words: Sequence[str], as_json: bool) -> None:
    if as_json:
        tell_json(told)
        return
    for line in words:
        print(line)
