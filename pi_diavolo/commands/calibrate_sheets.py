"""`pi-diavolo calibrate sheets`: the markers, the board and the stickers as PDFs, the faces as pictures."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from pi_diavolo.commands.common import tell_json
from pi_diavolo.errors import UsageError
from pi_diavolo.sheets.board import Board, board_page
from pi_diavolo.sheets.faces import FACES, face_shapes
from pi_diavolo.sheets.markers import Marker, Plate, marker_pages
from pi_diavolo.sheets.pages import BLACK, WHITE, Page, Paper
from pi_diavolo.sheets.stickers import DICE_MM, sticker_page
from pi_diavolo.vision.charuco import BoardSize
from pi_diavolo.vision.picture import Picture
from pi_diavolo.vision.printing import FACE_SIDE_PX, board_markers, drawn, marker_cells
from pi_diavolo.vision.table_file import TableFile, load_table
from pi_diavolo.vision.videos import write_picture

HOW_TO_PRINT = (
    'Print the PDFs at 100 % ("actual size") and measure the ruler at the foot: 100 mm, or print again.'
)
# A base's disc is this much wider than the imp that stands on it.
BASE_OF_IMP = 1.5


def sheets(arguments: Namespace) -> int:
    """Draw and write them, and name the files."""
    table = load_table(arguments.table) if arguments.table else TableFile()
    papers = tuple(Paper) if arguments.paper == "both" else (Paper(arguments.paper),)
    dice = (arguments.die_mm,) if arguments.die_mm else DICE_MM
    written = [
        *_pdfs(arguments.out, plate_of(table), board_of(board_size(arguments)), papers, dice),
        *_pictures(arguments.out / "faces"),
    ]
    if arguments.json:
        tell_json({"step": "sheets", "files": [str(file) for file in written]})
        return 0
    for file in written:
        print(file)
    print(HOW_TO_PRINT)
    return 0


def board_size(arguments: Namespace) -> BoardSize:
    """The board that the options tell of."""
    columns, rows = arguments.board
    size = BoardSize(columns, rows, arguments.square_mm, arguments.marker_mm, arguments.dictionary)
    return size.checked()


def plate_of(table: TableFile) -> Plate:
    """What the marker sheet shows of a table."""
    sheet = table.markers
    markers = tuple(
        Marker(number, marker_cells(sheet.dictionary, number), centre) for number, centre in sheet.centres
    )
    tray = (table.tray.width_mm, table.tray.height_mm)
    base = BASE_OF_IMP * table.imps.width_mm
    return Plate(sheet.dictionary, sheet.size_mm, markers, tray, table.bases, base)


def board_of(size: BoardSize) -> Board:
    """What the board's sheet shows."""
    places, markers = board_markers(size)
    return Board(size.columns, size.rows, size.square_mm, size.marker_mm, size.dictionary, places, markers)


def printed_faces() -> dict[str, Picture]:
    """Our own six faces, black on white."""
    return {name: _face(name) for name in FACES}


def _face(name: str) -> Picture:
    shapes = [shape.placed(0, 0, FACE_SIDE_PX) for shape in face_shapes(name)]
    return drawn(
        [(shape.outline, BLACK if shape.ink else WHITE) for shape in shapes], (FACE_SIDE_PX, FACE_SIDE_PX)
    )


def _pdfs(
    folder: Path, plate: Plate, board: Board, papers: tuple[Paper, ...], dice: tuple[float, ...]
) -> Iterator[Path]:
    for paper in papers:
        yield write_pdf(folder / f"markers-{paper}.pdf", "Table markers", marker_pages(plate, paper))
        yield write_pdf(folder / f"board-{paper}.pdf", "ChArUco board", (board_page(board, paper),))
        yield write_pdf(folder / f"stickers-{paper}.pdf", "Order die stickers", (sticker_page(paper, dice),))


def write_pdf(file: Path, title: str, pages: tuple[Page, ...]) -> Path:
    """Write these pages, and say where they are."""
    from pi_diavolo.sheets.pdf import as_pdf  # late: only who prints waits for it

    content = as_pdf(title, pages)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError as error:
        raise UsageError(f"{file}: cannot be written ({error.strerror}); choose another place") from None
    return file


def _pictures(folder: Path) -> Iterator[Path]:
    for name, picture in printed_faces().items():
        write_picture(folder / f"{name}.png", picture)
        yield folder / f"{name}.png"
