"""What a live table tells: each event as a JSON line, which parts are real, and to nobody who has left."""

from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

import msgspec

from pi_diavolo.app import Outlet, Table
from pi_diavolo.furnishing import AUTO, Furniture
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.duel_secrets import for_everyone, without_secrets
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event
from pi_diavolo.table.parts import PartKind
from pi_diavolo.table.sentences import Saying, Sentence, saying
from pi_diavolo.terminal.plain import PlainLines


class JsonLines:
    """Tells every event and its effects as one JSON object a line, with its number in the log."""

    def __init__(self, output: IO[str], speaker: Speaker, table: Table) -> None:
        self._output, self._speaker, self._table = output, speaker, table

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Write one line."""
        line = {
            "seq": self._table.number,
            "event": _tagged(without_secrets(event)),
            "effects": [_tagged(effect) for effect in for_everyone(effects)],
            "sentences": [sentence for effect in effects for sentence in self._speaker.narrate(effect)],
        }
        print(msgspec.json.encode(line).decode(), file=self._output, flush=True)


class Told:
    """Every sentence on a line of its own."""

    def __init__(self, output: IO[str], speaker: Speaker) -> None:
        self._lines, self._speaker = PlainLines(output), speaker

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Say what there is to say."""
        self._lines.tell(sentence for effect in effects for sentence in self._speaker.narrate(effect))


class WhileHeard:
    """An outlet that leaves as with Ctrl-C when nobody hears it any more, such as `head` after its lines."""

    def __init__(self, outlet: Outlet) -> None:
        self._outlet = outlet

    def show(self, event: Event, effects: Sequence[Effect], now: float) -> None:
        """Pass it on."""
        try:
            self._outlet.show(event, effects, now)
        except OSError as error:
            raise KeyboardInterrupt from error


def _tagged(value: Event | Effect) -> dict[str, Any]:
    return {"kind": type(value).__name__, **msgspec.to_builtins(value, str_keys=True)}


def opening_words(speaker: Speaker, parts: Iterable[Saying], goes_on: int | None) -> str:
    """Which parts the table has, and the game that goes on, if one does.

    In one text: whoever has heard enough after the first line must not make the others fail.
    """
    game = [] if goes_on is None else [saying(Sentence.GAME_GOES_ON, game=goes_on)]
    return "\n".join(map(speaker.say, (*parts, *game)))


def camera_told(furniture: Furniture) -> Saying:
    """Which camera looks on, in a game that needs nothing else; without one all is simulated."""
    camera = furniture.camera
    return saying(Sentence.CAMERA_FOUND, found=camera) if camera else saying(Sentence.SIMULATED_TABLE)


def parts_told(furniture: Furniture, has_hands: bool = False) -> Iterator[Saying]:
    """Which parts are real, and why the others are not; phones need no switches."""
    if len(furniture.simulated) == len(TOLD):
        yield saying(Sentence.SIMULATED_TABLE)
    real = {
        PartKind.CAMERA: furniture.camera,
        PartKind.SWITCHES: "GPIO" if furniture.sensors else None,
        PartKind.LAMPS: "SPI" if furniture.lamps else None,
    }
    for part, (found, simulated) in TOLD.items():
        name = real[part]
        if name == AUTO or (part is PartKind.SWITCHES and has_hands and not name):
            continue  # waited for; the eyes say so themselves. Or phones, which need no wires
        yield saying(found, found=name) if name else saying(simulated, why=furniture.simulated[part])


TOLD = {
    PartKind.CAMERA: (Sentence.CAMERA_FOUND, Sentence.CAMERA_SIMULATED),
    PartKind.SWITCHES: (Sentence.SENSORS_FOUND, Sentence.SENSORS_SIMULATED),
    PartKind.LAMPS: (Sentence.LAMPS_FOUND, Sentence.LAMPS_SIMULATED),
}
