"""`pi-diavolo check`: some pictures are taken, and the table is looked for in the last of them."""

import itertools
from collections.abc import Iterator
from dataclasses import asdict

import numpy as np

from pi_diavolo.config_camera import PictureSettings
from pi_diavolo.devices.camera import Camera, CameraError, CameraSettings, Picture, open_camera
from pi_diavolo.devices.camera.snapshots import Snapshot, snapshots
from pi_diavolo.doctor.finding import Finding, not_here
from pi_diavolo.doctor.sight import Seen, Taken, judge_camera, judge_sight, no_camera, not_found
from pi_diavolo.vision.calibration import NotFound, find_table
from pi_diavolo.vision.clarity import GRAY, clarity, why_unreadable
from pi_diavolo.vision.paper import tones
from pi_diavolo.vision.table_file import TableFile

SIGHT = ("camera", "markers", "scale", "light", "focus")
# A camera finds its exposure within a second or two.
SECONDS, MOST = 2.0, 120
# Of a film the beginning will do, and of these the last.
MOST_OF_A_FILM = 5


def check_sight(source: str | None, table: TableFile | str, pictures: PictureSettings) -> Iterator[Finding]:
    """The camera, and what it sees of the table; `table` may be a sentence why there is no table file."""
    if isinstance(table, str):
        yield from itertools.islice(check_sight(source, TableFile(), pictures), 1)  # the camera needs none
        found, _, do = table.partition("; ")
        yield Finding("markers", False, found, "a table file that can be read", do)
        for part in SIGHT[2:]:
            yield not_here(part, "see to the table file first", "not seen: no table file")
        return
    if source is None:
        do = "plug one in, or name it: --camera pi, --camera 0, a film or a folder of pictures"
        yield not_here("camera", do)
        yield from _unseen("no camera")
        return
    live = _is_live(source)
    try:
        taken = snapshots(lambda: _opened(source, live, pictures), MOST if live else MOST_OF_A_FILM, SECONDS)
    except CameraError as error:
        yield no_camera(str(error))
        yield from _unseen("no picture")
        return
    yield judge_camera(_told(source, live, taken))
    yield from look_for(taken[-1].frame.image, table)


def look_for(picture: Picture, table: TableFile) -> tuple[Finding, ...]:
    """What a picture says of the table in it."""
    found = find_table(picture, table)
    if isinstance(found, NotFound):
        return not_found(str(found), why_unreadable(found, picture))
    paper = tones(picture, found, table.markers).paper
    shade = float(np.median(paper @ GRAY)) if len(paper) else None
    spoiled = clarity(picture, found, table)
    return judge_sight(Seen(found.seen, found.px_per_mm, found.error_mm, shade, spoiled))


def _is_live(source: str) -> bool:
    return source == "pi" or source.isdigit() or source.startswith("/dev/")


def _opened(source: str, live: bool, pictures: PictureSettings) -> Camera:
    return open_camera(source, CameraSettings(**asdict(pictures), speed=1.0 if live else None))


def _told(source: str, live: bool, taken: list[Snapshot]) -> Taken:
    last = taken[-1]
    size = (last.frame.image.shape[1], last.frame.image.shape[0])
    lasted = last.frame.at - taken[0].frame.at
    if not live or lasted <= 0:
        return Taken(source, size)
    return Taken(source, size, (len(taken) - 1) / lasted, last.heard_at - last.frame.at)


def _unseen(why: str) -> Iterator[Finding]:
    for part in SIGHT[1:]:
        yield not_here(part, "see to the camera first", f"not seen: {why}")
