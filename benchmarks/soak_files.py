"""The table file and the PIN file of a soak: whole, or damaged by a dying card while the table plays."""

import json
from contextlib import suppress
from pathlib import Path
from random import Random

from pi_diavolo.awaited_table import AwaitedTable, Tell
from pi_diavolo.errors import DiavoloError
from pi_diavolo.painted_looks import for_show
from pi_diavolo.painted_table import table_file_of
from pi_diavolo.setting_up_file import painted_keeper
from pi_diavolo.vision.look import Eyes
from pi_diavolo.vision.table_file import TableFile, load_table

LOG, KEYS, TABLE = "games.db", "keys.json", "simulated_table.toml"
# Somebody puts the table file right so long after the start that could not use it, in seconds of life.
MENDED_S = 4.0


class Files:
    """Both of them, as people and cards treat them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._table, self._keys = folder / TABLE, folder / KEYS
        self._luck, self._pin = Random(f"{seed} files"), ""
        write_table(folder)
        self._good = self._table.read_bytes()

    @property
    def pin(self) -> str:
        """What people know by heart, whatever becomes of the file; after a start, that of the new one."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            self._pin = str(json.loads(self._keys.read_text(encoding="utf-8"))["pin"])
        return self._pin

    @property
    def table_is_whole(self) -> bool:
        """Whether a start could use the table file."""
        return self._table.read_bytes() == self._good

    @property
    def keys_are_whole(self) -> bool:
        """Whether a start could use the PIN file, or makes the first one."""
        try:
            return not self._keys.exists() or bool(json.loads(self._keys.read_bytes())["pin"])
        except ValueError:
            return False

    def damage_table(self) -> None:
        """It ends in the middle of a word."""
        self._table.write_bytes(self._good[: self._luck.randrange(40, 120)] + b"?")

    def mend_table(self) -> None:
        """Somebody copies the backup back."""
        self._table.write_bytes(self._good)

    def damage_keys(self) -> None:
        """The same, or a sector of zeros."""
        keys = self._keys.read_bytes()
        self._keys.write_bytes(bytes(len(keys)) if self._luck.random() < 0.5 else keys[: len(keys) // 2])


def write_table(folder: Path) -> None:
    """The table that is painted, as the set-up page would write it down."""
    look, camera = for_show()
    keeper = painted_keeper(table_file_of(look, camera), folder / LOG)
    keeper.keep_faces(dict(zip(look.glyphs.names, look.glyphs.pictures, strict=True)))


def eyes_at_a_start(folder: Path, tell: Tell) -> tuple[Eyes, AwaitedTable | None]:
    """As a patient table opens them: where the file is damaged, somebody waits for it to be well."""
    file = folder / TABLE
    try:
        return Eyes(load_table(file)), None
    except (DiavoloError, OSError) as damage:
        return Eyes(TableFile()), AwaitedTable(file, str(damage), tell)
