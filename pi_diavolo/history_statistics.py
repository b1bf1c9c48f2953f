"""What the games of the past tell about those who played them, game by game and all together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pi_diavolo import history_boards, history_duels
from pi_diavolo.games.diavolo import chronicle, tally
from pi_diavolo.games.diavolo.chronicle import TurnPlayed
from pi_diavolo.history_following import GameRecord
from pi_diavolo.table.players import PlayerId, Seat

# Who sat down by a press never had a name.
NAMELESS = "seat-"


@dataclass(frozen=True, slots=True)
class Counting:
    """How one kind of game is counted: for each seat of a game, all together, and in plain numbers."""

    count: Callable[[GameRecord], Mapping[Seat, Any]]
    together: Callable[[Iterable[Any]], Any]
    told: Callable[[Any, int | None], dict[str, Any]]


def turns_of(record: GameRecord) -> tuple[TurnPlayed, ...]:
    """The turns of a game of Diavolo, with their dice as far as they are known."""
    happened = [(logged.seq, logged.event) for logged in record.events(*chronicle.WANTED)]
    given = [(logged.seq, logged.ruling) for logged in record.given]
    return chronicle.turns_played(happened, given, record.settings)


# Another game is counted in its own way: one line here.
COUNTED: Mapping[str, Counting] = {
    "diavolo": Counting(lambda record: tally.tally(turns_of(record)), tally.together, tally.told),
    "devilish-duels": Counting(history_duels.count, history_duels.together, history_duels.told),
    "devils-dice": Counting(history_boards.count, history_boards.together, history_boards.told),
}


@dataclass(frozen=True, slots=True)
class Digest:
    """A game without its turns: small enough to keep thousands of them."""

    record: GameRecord  # without rulings and events
    turns: int
    over: bool
    winner: Seat | None
    corrected: int
    counted: Mapping[Seat, Any] | None = None  # None: nobody has asked yet


def counted(record: GameRecord) -> Mapping[Seat, Any]:
    """What every seat did in a game; this is what takes time."""
    return COUNTED[record.name].count(record) if record.name in COUNTED else {}


def digest(record: GameRecord) -> Digest:
    """What is worth keeping of a game, not counted yet."""
    return Digest(
        replace(record, rulings=(), given=(), stored=()),
        len(record.rulings),
        record.over,
        record.winner,
        sum(ruling.corrected for ruling in record.rulings),
    )


def listed(game: Digest, names: Mapping[PlayerId, str]) -> dict[str, Any]:
    """A game in a few words; a name that was erased is null."""
    record = game.record
    return {
        "game": record.number,
        "name": record.name,
        "began": record.began,
        "lasted_s": record.lasted_s,
        "players": [{"seat": seat, **who(player, names)} for seat, player in record.seats.items()],
        "turns": game.turns,
        "corrected": game.corrected,
        "over": game.over,
        "abandoned": record.abandoned,
        "winner": game.winner,
    }


def who(player: PlayerId, names: Mapping[PlayerId, str]) -> dict[str, Any]:
    """A player by id and name; without a name, whether it was erased or never given."""
    name = names.get(player)
    return {"player": player, "name": name, "erased": name is None and not player.startswith(NAMELESS)}


def players(
    games: Sequence[Digest], names: Mapping[PlayerId, str], newest: int | None = None
) -> list[dict[str, Any]]:
    """Everyone who played these games, the most frequent first; of single times only the newest."""
    played: dict[PlayerId, list[tuple[Digest, Seat]]] = {}
    for game in games:
        for seat, player in game.record.seats.items():
            played.setdefault(player, []).append((game, seat))
    by_games = sorted(played, key=lambda player: (-len(played[player]), names.get(player, player).casefold()))
    return [_player(player, played[player], names, newest) for player in by_games]


def _player(
    player: PlayerId,
    played: Sequence[tuple[Digest, Seat]],
    names: Mapping[PlayerId, str],
    newest: int | None,
) -> dict[str, Any]:
    each: dict[str, list[Any]] = {}
    for game, seat in played:
        if game.counted and seat in game.counted:
            each.setdefault(game.record.name, []).append(game.counted[seat])
    return {
        **who(player, names),
        "games": len(played),
        "finished": sum(game.over for game, _ in played),
        "won": sum(game.winner == seat for game, seat in played),
        "statistics": {
            name: COUNTED[name].told(COUNTED[name].together(tallies), newest)
            for name, tallies in each.items()
        },
    }
