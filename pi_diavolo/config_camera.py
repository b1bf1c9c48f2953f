"""How the camera takes its pictures: the section [camera] of the settings."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pi_diavolo.games.diavolo.house_rules import BadSetting

AUTO = "auto"
SIDES, FASTEST_FPS = (64, 8192), 240
LONGEST_US, MOST_GAIN, NEAREST_DIOPTRES = 1_000_000, 64, 32


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """What calibration has settled; None is "auto": the camera finds it out, and stays with it."""

    size: tuple[int, int] = (1536, 1152)
    fps: float = 30.0
    crop: tuple[float, float, float, float] | None = None
    exposure_us: int | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None
    lens_position: float | None = None

    def __post_init__(self) -> None:
        if self.gain is not None and self.exposure_us is None:
            raise BadSetting("gain", self.gain, "'auto', or set exposure_us as well")


def read_pictures(section: Mapping[str, Any]) -> PictureSettings:
    """Check the section's values; raises BadSetting."""
    checks: Mapping[str, Callable[[Any], Any]] = {
        "size": _size,
        "fps": _fps,
        "crop": _crop,
        "exposure_us": _exposure,
        "gain": lambda found: _number(found, "gain", 1, MOST_GAIN),
        "colour_gains": _colour_gains,
        "lens_position": lambda found: _number(found, "lens_position", 0, NEAREST_DIOPTRES),
    }
    try:
        return PictureSettings(**{name: checks[name](found) for name, found in section.items()})
    except BadSetting as bad:
        raise BadSetting(f"camera.{bad.name}", bad.found, bad.wanted) from None


def _size(found: Any) -> tuple[int, int]:
    least, most = SIDES
    if not _is_list(found, 2) or not all(
        type(side) is int and least <= side <= most and side % 2 == 0 for side in found
    ):
        raise BadSetting("size", found, f"[width, height], even numbers from {least} to {most}")
    return found[0], found[1]


def _fps(found: Any) -> float:
    if not _is_number(found) or not 1 <= found <= FASTEST_FPS:
        raise BadSetting("fps", found, f"a number from 1 to {FASTEST_FPS}")
    return float(found)


def _crop(found: Any) -> tuple[float, float, float, float] | None:
    if found == AUTO:
        return None
    if not _is_list(found, 4) or not all(_is_number(share) and 0 <= share <= 1 for share in found):
        raise BadSetting("crop", found, "'auto' or [left, top, width, height], as shares from 0 to 1")
    left, top, width, height = map(float, found)
    if not (width > 0 and height > 0 and left + width <= 1 and top + height <= 1):
        raise BadSetting("crop", found, "a part of the picture: left + width and top + height at most 1")
    return left, top, width, height


def _exposure(found: Any) -> int | None:
    if found == AUTO:
        return None
    if type(found) is not int or not 1 <= found <= LONGEST_US:
        raise BadSetting("exposure_us", found, f"'auto' or a whole number from 1 to {LONGEST_US}")
    return found


def _number(found: Any, name: str, least: float, most: float) -> float | None:
    if found == AUTO:
        return None
    if not _is_number(found) or not least <= found <= most:
        raise BadSetting(name, found, f"'auto' or a number from {least} to {most}")
    return float(found)


def _colour_gains(found: Any) -> tuple[float, float] | None:
    if found == AUTO:
        return None
    if not _is_list(found, 2) or not all(_is_number(gain) and 0 < gain <= MOST_GAIN for gain in found):
        raise BadSetting("colour_gains", found, f"'auto' or [red, blue], above 0, at most {MOST_GAIN}")
    return float(found[0]), float(found[1])


def _is_list(found: Any, length: int) -> bool:
    return isinstance(found, list) and len(found) == length


def _is_number(found: Any) -> bool:
    # type(), not isinstance(): Python counts true as 1.
    return type(found) in (int, float) and math.isfinite(found)
