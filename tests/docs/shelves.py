"""What the commands in the docs ask for: pictures, boards, a film, a table file, a log with some games."""

import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from pi_diavolo.commands.calibrate_sheets import printed_faces
from pi_diavolo.eventlog.backup import back_up
from pi_diavolo.games.devils_dice.layout_writing import as_text
from pi_diavolo.games.devils_dice.shipped_layout import SHIPPED
from pi_diavolo.games.diavolo.orders import Order
from pi_diavolo.simulator.painter import GlyphSet, Painter
from pi_diavolo.vision.picture import Picture
from tests.commands.tables import a_throw
from tests.evenings import keep_evening
from tests.simulator.painted import a_camera, a_clean_look
from tests.vision.boards import good_pictures

ROOT = Path(__file__).parents[2]
LOG = "home/.local/share/pi-diavolo/games.db"
BACKUP = "backup.db"
FRAMES = 12


@cache
def painter() -> Painter:
    """The usual table, our own stickers on its Order die."""
    faces, look = printed_faces(), a_clean_look()
    glyphs = GlyphSet(tuple(map(str, Order)), tuple(faces[str(order)] for order in Order))
    dice = replace(look.dice, order_size_mm=16.0)
    return Painter(replace(look, glyphs=glyphs, dice=dice), a_camera(tilt_mm=40))


def painted(order: Order) -> Picture:
    """The booklet's worked example, thrown with this order."""
    return np.asarray(painter().paint(a_throw(order), np.random.default_rng(1)).image, np.uint8)


def stock(folder: Path) -> None:
    """Fill an empty folder with all that a command may read."""
    example = painted(Order.GREATEST_SUM)
    for name in ("dice.jpg", "throw.jpg", "anything.jpg", "pictures/1.jpg", "throws/1.jpg"):
        _write(folder / name, example)
    for name in ("pictures/2.jpg", "throws/2.jpg"):
        _write(folder / name, painted(Order.CLOSEST))
    for board in good_pictures():
        _write(folder / f"boards/charuco_{board.name}", board.picture)
    _film(folder / "throw.mp4", example)
    shutil.copytree(ROOT / "calibration/tables", folder / "calibration/tables")
    shutil.copytree(ROOT / "calibration/faces", folder / "calibration/faces")
    shutil.copytree(ROOT / "calibration/faces", folder / "faces")
    usual = (ROOT / "calibration/tables/usual.toml").read_text(encoding="utf-8")
    (folder / "table.toml").write_text(usual.replace('"../faces/', '"faces/'), encoding="utf-8")
    shutil.copy(ROOT / "hardware/bases-4.toml", folder / "my-table.toml")
    shutil.copy(ROOT / "diavolo.example.toml", folder)
    (folder / "cards.toml").write_text("")  # the box holds none but the known ones
    (folder / "board.toml").write_text(as_text(SHIPPED))
    (folder / "sheets").mkdir()
    shutil.copy(ROOT / "calibration/tables/devils-dice.toml", folder / "sheets")
    log = folder / LOG
    log.parent.mkdir(parents=True)
    keep_evening(log, ("Ada", "Blaise", "Carl"), over=3)
    back_up(log, folder / BACKUP)


def _write(place: Path, picture: Picture) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(place), picture)


def _film(place: Path, picture: Picture) -> None:
    height, width = picture.shape[:2]
    film = cv2.VideoWriter(str(place), cv2.VideoWriter.fourcc(*"mp4v"), 30, (width, height))
    for _ in range(FRAMES):
        film.write(picture)
    film.release()
