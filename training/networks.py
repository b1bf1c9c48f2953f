"""The two networks: one spots dice in the flat view, one reads a single die cut out upright."""

from torch import Tensor, nn

from pi_diavolo.vision.die_scale import COLOURS

STRIDE = 8
VALUES = 7  # 1 to 6, and 0: no pips to count (the Order die)

# The spotter sees the flat view at half its size; its channels for each cell:
SPOT_FIELDS = ("there", "dx", "dy", "cos4", "sin4")
# The reader's outputs: colours, values, is it a flat top face, and how far off the patch was cut.
READ_FIELDS = (*COLOURS, *(f"value{n}" for n in range(VALUES)), "flat", "dx", "dy", "turn")


def _conv(inside: int, outside: int, stride: int = 1, dilation: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, dilation * (size // 2), dilation, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Spotter(nn.Module):
    """Flat view in (BGR, 0 to 1), one vector of SPOT_FIELDS for every eight by eight pixels out."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 2, size=5), _conv(16, 24, 2), _conv(24, 48, 2))
        self.body = nn.ModuleList(
            [_conv(48, 48), _conv(48, 48, dilation=2), _conv(48, 48), _conv(48, 48, dilation=2)]
        )
        self.head = nn.Conv2d(48, len(SPOT_FIELDS), 1)

    def forward(self, view: Tensor) -> Tensor:
        seen = self.stem(view)
        for layer in self.body:
            seen = seen + layer(seen)
        out: Tensor = self.head(seen)
        return out


class Reader(nn.Module):
    """Patches in (BGR, 0 to 1, 48 × 48 pixels), one vector of READ_FIELDS for each out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 24, size=5),
            _conv(24, 32, 2),
            _conv(32, 32),
            _conv(32, 48, 2),
            _conv(48, 48),
            _conv(48, 64, 2),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(64 * 6 * 6, 96), nn.ReLU(inplace=True), nn.Linear(96, len(READ_FIELDS))
        )

    def forward(self, patches: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(patches))
        return out
