"""The networks: one spots dice in the flat view, the others look at single dice cut out upright."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from pi_diavolo.vision.die_scale import COLOURS, WAYS
from pi_diavolo.vision.face_matching import MATCH_FIELDS
from pi_diavolo.vision.networks import FOLD, SPOT_FIELDS

VALUES = 7  # 1 to 6, and 0: no pips to count (the Order die)
OFF_FIELDS = ("right", "up", "turn")
PLACE_FIELDS = (*OFF_FIELDS, "round", "spread", "turn_spread", "round_spread")
READ_FIELDS = (*COLOURS, *(f"value{n}" for n in range(VALUES)), "face", *OFF_FIELDS)


def _conv(inside: int, outside: int, stride: int = 1, dilation: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, dilation * (size // 2), dilation, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Spotter(nn.Module):
    """Flat view in (BGR, 0 to 1, folded), one vector of SPOT_FIELDS for every eight by eight pixels out."""

    fold = FOLD

    def __init__(self) -> None:
        super().__init__()
        # Two by two blocks of the folded view are what five by five pixels with a stride of four were.
        first = (nn.ZeroPad2d((1, 0, 1, 0)), nn.Conv2d(3 * self.fold**2, 16, 2, bias=False))
        self.stem = nn.Sequential(*first, nn.BatchNorm2d(16), nn.ReLU(inplace=True), _conv(16, 32, 2))
        self.body = nn.ModuleList([_conv(32, 32), _conv(32, 32, dilation=2), _conv(32, 32)])
        self.head = nn.Conv2d(32, len(SPOT_FIELDS), 1)

    def forward(self, view: Tensor) -> Tensor:
        seen = self.stem(view)
        for layer in self.body:
            seen = seen + layer(seen)
        out: Tensor = self.head(seen)
        return out


class Coverer(nn.Module):
    """A small flat view in (BGR, 0 to 1, folded), how likely each cell is hidden out (its log-odds).

    Whether an even dark place is floor or sleeve only the whole tray tells: so it is looked at in three
    scales, and in how far each place differs from the mean of all.
    """

    fold = FOLD

    def __init__(self) -> None:
        super().__init__()
        self.cells, self.pairs, self.blocks = (
            _conv(3 * self.fold**2, 16, size=1),
            _conv(16, 16, 2),
            _conv(16, 24, 2),
        )
        self.body = nn.ModuleList([_conv(24, 24), _conv(24, 24, dilation=2), _conv(24, 24)])
        self.everywhere = nn.AdaptiveAvgPool2d(1)
        self.narrow, self.finer, self.finest = nn.Conv2d(24, 16, 1), _conv(16, 16), _conv(16, 12)
        self.head = nn.Conv2d(12, 1, 1)

    def forward(self, view: Tensor) -> Tensor:
        cells = self.cells(view)
        pairs = self.pairs(cells)
        seen = self.blocks(pairs)
        for layer in self.body:
            seen = seen + layer(seen - self.everywhere(seen))
        seen = self.finer(pairs + _twice(self.narrow(seen)))
        out: Tensor = self.head(self.finest(cells + _twice(seen)))
        return out


def _twice(seen: Tensor) -> Tensor:
    return functional.interpolate(seen, scale_factor=2.0, mode="nearest")


class Patches(nn.Module):
    """Patches in (0 to 1), one vector for each out."""

    fold = 1

    def __init__(self, *body: nn.Module, seen: int, hidden: int, fields: int) -> None:
        super().__init__()
        self.body = nn.Sequential(*body)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(seen, hidden), nn.ReLU(inplace=True), nn.Linear(hidden, fields)
        )

    def forward(self, patches: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(patches))
        return out


class Highlights(nn.Module):
    """The same channels, and once more so that only what is nearly white differs.

    Where a lamp is mirrored, pips are a few shades darker than it: too few to be noticed beside all others.
    """

    def forward(self, patches: Tensor) -> Tensor:
        square = patches * patches
        fourth = square * square
        return torch.cat([patches, fourth * fourth], dim=1)


class Twofold(nn.Module):
    """Two layers whose answer is added to what they were shown: deeper without being harder to teach."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(_conv(width, width), nn.Conv2d(width, width, 3, 1, 1, bias=False))
        self.norm = nn.BatchNorm2d(width)

    def forward(self, seen: Tensor) -> Tensor:
        return functional.relu(seen + self.norm(self.body(seen)))


Network = Spotter | Coverer | Patches


def aimer() -> Patches:
    """Says how far off a small patch was cut: OFF_FIELDS."""
    body = (_conv(3, 16, size=5), _conv(16, 24, 2), _conv(24, 32, 2), _conv(32, 32, 2))
    return Patches(*body, seen=32 * 9, hidden=64, fields=len(OFF_FIELDS))


def reader() -> Patches:
    """Reads a top face: READ_FIELDS. Widths are sixteens: a wide processor takes as long for any less."""
    body = (
        Highlights(), _conv(6, 16, 2, size=5), _conv(16, 32), _conv(32, 48, 2), _conv(48, 48),
        _conv(48, 64, 2), _conv(64, 96, 2),
    )  # fmt: skip
    return Patches(*body, seen=96 * 9, hidden=96, fields=len(READ_FIELDS))


def expert() -> Patches:
    """Counts a top face's pips, twice as deep as the reader: asked only where that one doubts. VALUES."""
    body = (
        Highlights(), _conv(6, 32, 2, size=5), Twofold(32), _conv(32, 64, 2), Twofold(64),
        _conv(64, 80, 2), Twofold(80), _conv(80, 96, 2),
    )  # fmt: skip
    return Patches(*body, seen=96 * 9, hidden=96, fields=VALUES)


def arbiter() -> Patches:
    """Says the same as the lier of a patch that is cut closer, and is deeper: asked where that one doubts."""
    body = (
        _conv(4, 24, 2, size=5), _conv(24, 40, 2), Twofold(40), _conv(40, 56, 2), Twofold(56),
        _conv(56, 72, 2), Twofold(72),
    )  # fmt: skip
    return Patches(*body, seen=72 * 16, hidden=64, fields=len(WAYS))


def placer() -> Patches:
    """Says where exactly a top face lies that was nearly aimed at, how round its edges are: PLACE_FIELDS."""
    body = (
        _conv(4, 24, 2, size=5), _conv(24, 32), _conv(32, 48, 2), Twofold(48), _conv(48, 64, 2),
    )  # fmt: skip
    return Patches(*body, seen=64 * 49, hidden=64, fields=len(PLACE_FIELDS))


def matcher() -> Patches:
    """Says in log-odds whether a cut of an Order die shows an enrolled face: MATCH_FIELDS in."""
    body = (_conv(len(MATCH_FIELDS), 16, 2, size=5), _conv(16, 32), _conv(32, 48, 2), _conv(48, 64, 2))
    return Patches(*body, seen=64 * 16, hidden=64, fields=1)


def lier() -> Patches:
    """Says in which of WAYS a die lies, from a wide patch and, as fourth channel, how it would look flat."""
    body = (_conv(4, 16, 2, size=5), _conv(16, 32, 2), _conv(32, 32), _conv(32, 48, 2), _conv(48, 48, 2))
    return Patches(*body, seen=48 * 9, hidden=64, fields=len(WAYS))
