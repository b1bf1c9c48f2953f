"""The two networks for free photographs: one spots dice of about the same size, one reads a single die."""

from torch import Tensor, nn

from pi_diavolo.vision.free_networks import SPOT_FIELDS, VALUES


def _conv(inside: int, outside: int, stride: int = 1, dilation: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, dilation * (size // 2), dilation, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class FreeSpotter(nn.Module):
    """Pictures in (BGR, 0 to 1), one vector of SPOT_FIELDS for every eight by eight pixels out."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 2, size=5), _conv(16, 32, 2), _conv(32, 48, 2))
        self.body = nn.ModuleList([_conv(48, 48), _conv(48, 48, dilation=2), _conv(48, 48), _conv(48, 48)])
        self.head = nn.Conv2d(48, len(SPOT_FIELDS), 1)

    def forward(self, picture: Tensor) -> Tensor:
        seen = self.stem(picture)
        for layer in self.body:
            seen = seen + layer(seen)
        out: Tensor = self.head(seen)
        return out


class FreeReader(nn.Module):
    """Evened patches in, a score for every value out."""

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
        self.head = nn.Sequential(_conv(64, 96), nn.AvgPool2d(6), nn.Flatten(), nn.Linear(96, VALUES))

    def forward(self, patches: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(patches))
        return out
