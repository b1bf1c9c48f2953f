"""`pi-diavolo read --free`: pipped dice of any colour in any picture, no table needed."""

import time
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from pi_diavolo.commands.common import settings, speaker, tell_json, warn
from pi_diavolo.commands.read_json import places
from pi_diavolo.commands.read_overlay import Overlays
from pi_diavolo.commands.read_sources import Still, counted, expanded, stills, watched
from pi_diavolo.language.catalogue import Label
from pi_diavolo.language.speak import Speaker
from pi_diavolo.vision.free import FreeDie, read_free
from pi_diavolo.vision.overlay_free import draw_free


def run(arguments: Namespace) -> int:
    """Read picture by picture; 2 if one could not be opened, but the others are read all the same."""
    says = speaker(arguments, settings(arguments))
    paths, failed = expanded(arguments.sources), 0
    overlays = Overlays(arguments.overlay, paths) if arguments.overlay else None
    with watched(counted(paths), arguments.json) as screen:
        for still in screen.each(stills(paths)):
            if still.picture is None:
                failed += 1
                warn(still.error)
            began = time.process_time()
            dice = read_free(still.picture) if still.picture is not None else ()
            ms = 1000 * (time.process_time() - began)
            if arguments.json:
                tell_json(_told(still, dice, ms))
            elif still.picture is not None:
                screen.show(Text(f"{still.file}: {_listed(dice, says)}"))
            if overlays and still.picture is not None:
                overlays.write(still, draw_free(still.picture, dice, _listed(dice, says)))
    return 2 if failed else 0


def _told(still: Still, dice: Sequence[FreeDie], ms: float) -> dict[str, object]:
    failed = still.picture is None
    return {
        "file": str(still.file),
        "dice": [_die(die) for die in dice],
        "ms": None if failed else round(ms, 2),
        **({"error": still.error} if failed else {}),
        **({} if still.frame is None else {"frame": still.frame}),
    }


def _die(die: FreeDie) -> dict[str, object]:
    return {
        "value": die.value,
        "colour": die.colour,
        "box": places(die.box, 1),
        "confidence": round(die.confidence, 4),
    }


def _listed(dice: Sequence[FreeDie], says: Speaker) -> str:
    """How many dice, and how many of each value."""
    values = sorted(Counter(die.value for die in dice).items())
    listed = ", ".join(f"{count} × {value}" for value, count in values)
    sums = f" ({says.label(Label.TOTAL)} {sum(die.value for die in dice)})" if dice else ""
    return f"{says.label(Label.DICE)}: {len(dice)}{' · ' if listed else ''}{listed}{sums}"
