"""Who is right: the referees, one for each game, all with the same small face."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from pi_diavolo.games.devilish_duels.referee import DevilishDuelsReferee
from pi_diavolo.games.devils_dice.referee import DevilsDiceReferee
from pi_diavolo.games.diavolo.referee import DiavoloReferee
from pi_diavolo.table.effects import Effect
from pi_diavolo.table.events import Event


class Referee(Protocol):
    """Takes in what happened and returns what shall happen; reads no clock, file, pin or pixel."""

    @property
    def state(self) -> Any:
        """All that the referee knows, as one immutable value."""

    @property
    def rules_version(self) -> int:
        """Changes whenever the same events would be ruled otherwise."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """The variants and house rules in force, to stand beside every ruling."""

    @property
    def game(self) -> int | None:
        """The number of the game going on or just over; None in the lobby."""

    @property
    def in_progress(self) -> bool:
        """There is a game that can be played on."""

    def receive(self, event: Event) -> list[Effect]:
        """Take in what happened; return what shall happen, in order."""


DIAVOLO = "diavolo"  # the table's own game

GAMES: Mapping[str, Callable[[], Referee]] = {
    DIAVOLO: DiavoloReferee,
    "devilish-duels": DevilishDuelsReferee,
    "devils-dice": DevilsDiceReferee,
}
