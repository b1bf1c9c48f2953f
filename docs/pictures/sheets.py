"""The sheets as they come out of the printer."""

from html import escape
from itertools import chain

from playwright.sync_api import Browser

from docs.pictures.browser import inline, shot_of
from pi_diavolo.commands.calibrate_sheets import board_of, plate_of
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.sheets.board import board_page
from pi_diavolo.sheets.game_board import DICTIONARY, MARKERS, measures
from pi_diavolo.sheets.game_board_drawing import drawing
from pi_diavolo.sheets.markers import marker_pages
from pi_diavolo.sheets.pages import Filled, Ink, Line, Mark, Page, Paper, Text, Window
from pi_diavolo.sheets.stickers import sticker_page
from pi_diavolo.vision.charuco import BoardSize
from pi_diavolo.vision.printing import marker_cells
from pi_diavolo.vision.table_file import TableFile

MM_A_POINT = 25.4 / 72
PX_A_MM, GAP_PX = 1.6, 18
STYLE = f"""<style>
body {{ margin: 0; padding: {GAP_PX}px; background: #d9dee3; display: flex; gap: {GAP_PX}px }}
body {{ align-items: flex-start }}
img {{ background: white; box-shadow: 0 1px 6px #0005 }}
</style>"""


def sheets(browser: Browser) -> bytes:
    """Markers, board and stickers, side by side."""
    pages = (
        *marker_pages(plate_of(TableFile()), Paper.A4),
        board_page(board_of(BoardSize()), Paper.A4),
        sticker_page(Paper.A4),
    )
    images = "".join(f'<img src="{inline(svg_of(page).encode(), "svg+xml")}">' for page in pages)
    width = sum(round(PX_A_MM * page.size_mm[0]) + GAP_PX for page in pages) + GAP_PX
    return shot_of(browser, STYLE + images, width)


def game_board(browser: Browser) -> bytes:
    """The board of Devil's Dice as it lies on the table, glued together."""
    sheet = measures(SHIPPED, 18.0)
    cells = [marker_cells(DICTIONARY, number) for number in MARKERS]
    page = Page(sheet.size_mm, drawing(SHIPPED, sheet, cells))
    image = f'<img src="{inline(svg_of(page).encode(), "svg+xml")}">'
    return shot_of(browser, STYLE + image, round(PX_A_MM * sheet.size_mm[0]) + 2 * GAP_PX)


def svg_of(page: Page) -> str:
    """The same page for a browser."""
    width, height = page.size_mm
    marks = "".join(chain.from_iterable(_drawn(mark) for mark in page.marks))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width * PX_A_MM:.0f}" height="{height * PX_A_MM:.0f}">{marks}</svg>'
    )


def _drawn(mark: Mark) -> tuple[str, ...]:
    match mark:
        case Filled(shape=shape, shade=shade):
            places = " ".join(f"{x:.3f},{y:.3f}" for x, y in shape.outline)
            return (f'<polygon points="{places}" fill="{_ink(shade)}"/>',)
        case Line(begin=(x1, y1), end=(x2, y2), shade=shade, width_mm=width):
            line = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
            return (f'<line {line} stroke="{_ink(shade)}" stroke-width="{width}"/>',)
        case Text(at=(x, y), words=words, points=points, bold=bold, centred=centred, shade=shade):
            how = f'font-family="Helvetica, Arial, sans-serif" font-size="{points * MM_A_POINT:.2f}"'
            how += f' fill="{_ink(shade)}"' + ' font-weight="bold"' * bold
            how += ' text-anchor="middle"' * centred
            return (f'<text x="{x}" y="{y}" {how}>{escape(words)}</text>',)
        case Window(corner=(x, y), size_mm=(width, height), shows=(left, top), drawing=marks):
            place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
            within = "".join(chain.from_iterable(_drawn(mark) for mark in marks))
            return (f'<svg {place} viewBox="{left} {top} {width} {height}">{within}</svg>',)


def _ink(shade: Ink) -> str:
    red, green, blue = shade if isinstance(shade, tuple) else (shade, shade, shade)
    return f"rgb({red},{green},{blue})"
