"""The sheet of card stickers, as a camera would see it printed: numbers, names and true sizes."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_diavolo.sheets.card_stickers import CardSticker, card_sticker_pages
from pi_diavolo.sheets.pages import MARGIN_MM, Paper, Text
from pi_diavolo.sheets.pdf import as_pdf
from pi_diavolo.table.duel_cards import DICTIONARY, FIRST_MARKER, LAST_MARKER, MARKER_MM, QUIET_MM
from pi_diavolo.vision.printing import marker_cells
from tests.commands.makers import CommandLine
from tests.sheets.test_sheets import PX_A_MM, as_printed, places


def stickers(*names: str) -> list[CardSticker]:
    return [
        CardSticker(number, name, marker_cells(DICTIONARY, number), MARKER_MM, QUIET_MM)
        for number, name in enumerate(names, FIRST_MARKER)
    ]


@pytest.mark.parametrize("paper", Paper)
def test_all_stickers_fit_on_the_paper_in_their_true_size(paper: Paper) -> None:
    count = LAST_MARKER - FIRST_MARKER + 1
    found: dict[int, Any] = {}
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY)))
    for page in card_sticker_pages(stickers(*(f"A very long imp's name {n}" for n in range(count))), paper):
        least, most = np.min(places(page), axis=0), np.max(places(page), axis=0)
        assert (least >= MARGIN_MM - 1).all()
        assert (most <= np.array(page.size_mm) - MARGIN_MM + 1).all()
        corners, ids, _ = detector.detectMarkers(as_printed(page))
        found |= {int(number): at.reshape(4, 2) for number, at in zip(np.ravel(ids), corners, strict=True)}
    assert sorted(found) == list(range(FIRST_MARKER, LAST_MARKER + 1))
    for at in found.values():
        assert np.linalg.norm(at[1] - at[0]) / PX_A_MM == pytest.approx(MARKER_MM, abs=0.3)


def test_the_name_stands_beside_its_number_whatever_its_letters() -> None:
    (page,) = card_sticker_pages(stickers("Zéphyr", "Żółw", "鬼"), Paper.A4)
    words = [mark.words for mark in page.marks if isinstance(mark, Text)]
    assert [words[words.index(f"marker {number}") - 1] for number in (10, 11, 12)] == ["Zéphyr", "Zó?w", "?"]
    assert as_pdf("Stickers", [page]).startswith(b"%PDF")


def test_the_command_prints_the_owners_box(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text('[[card]]\nname = "Gale"\n[[card]]\nname = "Surge"\nmarker = 40\n', encoding="utf-8")
    settings = tmp_path / "diavolo.toml"
    settings.write_text('[devilish_duels]\ncards = "cards.toml"\n', encoding="utf-8")
    command = CommandLine(capsys, tmp_path)
    told = command.right("calibrate", "cards", "--out", str(tmp_path), "--config", str(settings), "--json")
    (step,) = told.objects
    assert step["markers"]["18"] == "Gale"
    assert step["markers"]["40"] == "Surge"
    assert [Path(file).name for file in step["files"]] == [f"card-stickers-{paper}.pdf" for paper in Paper]
    assert all(Path(file).read_bytes().startswith(b"%PDF") for file in step["files"])
    plain = command.right(
        "calibrate", "cards", "--out", str(tmp_path), "--cards", str(cards), "--paper", "a4"
    )
    assert "  40  Surge" in plain.out
