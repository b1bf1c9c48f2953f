"""`pi-diavolo calibrate cards`: a sticker for every imp of the box, and which number is whose."""

from argparse import Namespace

from pi_diavolo.commands.calibrate_sheets import HOW_TO_PRINT, write_pdf
from pi_diavolo.commands.common import settings, tell_json
from pi_diavolo.duelling import read_cards
from pi_diavolo.games.devilish_duels.card_file import box_of
from pi_diavolo.games.devilish_duels.stickers import by_marker
from pi_diavolo.sheets.card_stickers import CardSticker, card_sticker_pages
from pi_diavolo.sheets.pages import Paper
from pi_diavolo.table.duel_cards import DICTIONARY, MARKER_MM, QUIET_MM
from pi_diavolo.vision.printing import marker_cells


def card_sheets(arguments: Namespace) -> int:
    """Draw and write them, name the files and the numbers."""
    file = arguments.cards or settings(arguments).duel_cards
    box = box_of(read_cards(file) if file else "")
    imps = by_marker(box)
    stickers = [
        CardSticker(number, imp, marker_cells(DICTIONARY, number), MARKER_MM, QUIET_MM)
        for number, imp in imps.items()
    ]
    papers = tuple(Paper) if arguments.paper == "both" else (Paper(arguments.paper),)
    written = [
        write_pdf(
            arguments.out / f"card-stickers-{paper}.pdf", "Card stickers", card_sticker_pages(stickers, paper)
        )
        for paper in papers
    ]
    without = sorted(set(box) - set(imps.values()))
    if arguments.json:
        tell_json(
            {"step": "cards", "files": list(map(str, written)), "markers": dict(imps), "without": without}
        )
        return 0
    for number, imp in imps.items():
        print(f"{number:4}  {imp}")
    if without:
        print(f"No sticker is left for: {', '.join(without)}. Choose these on the page.")
    for path in written:
        print(path)
    print(HOW_TO_PRINT)
    return 0
