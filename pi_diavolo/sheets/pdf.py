"""Pages become a PDF: the same bytes whenever it is made, every millimetre a millimetre."""

from collections.abc import Sequence
from datetime import UTC, datetime

from fpdf import FPDF, FPDF_VERSION, ViewerPreferences

from pi_diavolo.sheets.pages import Filled, Ink, Line, Mark, Page, Text, Window, placed

# A sheet is the same whenever it is made; the date of its making would say otherwise.
PRODUCER = f"fpdf2 {FPDF_VERSION}"
MADE = datetime(2025, 1, 1, tzinfo=UTC)


def as_pdf(title: str, pages: Sequence[Page]) -> bytes:
    """The file's bytes."""
    pdf = FPDF(unit="mm")
    pdf.set_title(title)
    pdf.set_creator("pi-diavolo calibrate sheets")
    pdf.set_producer(PRODUCER)
    pdf.set_creation_date(MADE)
    pdf.set_auto_page_break(False)
    # Readers that heed it do not fit the page to the paper.
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    for page in pages:
        pdf.add_page(format=page.size_mm)
        for mark in page.marks:
            _draw(pdf, mark)
    return bytes(pdf.output())


def _draw(pdf: FPDF, mark: Mark) -> None:
    match mark:
        case Filled(shape=shape, shade=shade):
            pdf.set_fill_color(*_parts(shade))
            pdf.polygon(shape.outline, style="F")
        case Line(begin=begin, end=end, shade=shade, width_mm=width):
            pdf.set_draw_color(*_parts(shade))
            pdf.set_line_width(width)
            pdf.line(*begin, *end)
        case Text():
            _write(pdf, mark)
        case Window():
            _look_through(pdf, mark)


def _parts(ink: Ink) -> tuple[int, ...]:
    return ink if isinstance(ink, tuple) else (ink,)


def _write(pdf: FPDF, text: Text) -> None:
    pdf.set_font("Helvetica", "B" if text.bold else "", text.points)
    pdf.set_text_color(*_parts(text.shade))
    x, y = text.at
    pdf.text(x - pdf.get_string_width(text.words) / 2 if text.centred else x, y, text.words)


def _look_through(pdf: FPDF, window: Window) -> None:
    (x, y), (from_x, from_y) = window.corner, window.shows
    # The local context tells the library to choose font and inks anew afterwards: its own clip forgets that.
    with pdf.local_context(), pdf.rect_clip(x, y, *window.size_mm):
        for mark in window.drawing:
            _draw(pdf, placed(mark, x - from_x, y - from_y))
