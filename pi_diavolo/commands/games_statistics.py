"""`pi-diavolo games statistics`: how everyone plays, over all games or in one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pi_diavolo import history
from pi_diavolo.commands.common import tell_json
from pi_diavolo.eventlog import EventLog
from pi_diavolo.history_statistics import counted, digest, players
from pi_diavolo.language.catalogue import Label
from pi_diavolo.language.speak import Speaker
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Verdict

# What stands in no catalogue yet: only this table says it.
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"won": "won", "erased": "erased", "median": "median, ms", "quartiles": "quarters, ms",
           "confused": "mixed up", "for": "{asked} → {fits}: {count}",
           "duel": "Devilish Duels: {rounds} rounds, {won} of {trials} trials won, {doubly} doubly,"
                   " {banished} imps banished, {lost} lost",
           "board": "Devil's Dice: {turns} turns, {took} counters taken, {lost} lost, {pawns} pawns made,"
                    " {overdue} left on safe squares, {passed} times nothing could move"},
    "fr": {"won": "gagnées", "erased": "effacé", "median": "médiane, ms", "quartiles": "quarts, ms",
           "confused": "confondues", "for": "{asked} → {fits} : {count}",
           "duel": "Devilish Duels : {rounds} manches, {won} épreuves gagnées sur {trials},"
                   " {doubly} doublement, {banished} diablotins bannis, {lost} perdus",
           "board": "Devil's Dice : {turns} tours, {took} jetons pris, {lost} perdus, {pawns} devenus pions,"
                    " {overdue} restés sur une case sûre, {passed} fois aucun coup possible"},
    "de": {"won": "gewonnen", "erased": "gelöscht", "median": "Median, ms", "quartiles": "Viertel, ms",
           "confused": "verwechselt", "for": "{asked} → {fits}: {count}",
           "duel": "Devilish Duels: {rounds} Runden, {won} von {trials} Proben gewonnen, {doubly} doppelt,"
                   " {banished} Teufelchen verbannt, {lost} verloren",
           "board": "Devil's Dice: {turns} Züge, {took} Steine geschlagen, {lost} verloren, {pawns} Kegel,"
                    " {overdue} auf sicheren Feldern stehen geblieben, {passed}-mal ging nichts"},
}  # fmt: skip
KIND, DUEL, BOARD = "diavolo", "devilish-duels", "devils-dice"
MOST_MIXED_UP = 3


def tell(log: EventLog, number: int | None, as_json: bool, says: Speaker, language: str) -> None:
    """One player a line, the most frequent first; as JSON with every time and the whole matrix."""
    records = [history.game(log, number)] if number else history.games(log)
    games = [replace(digest(record), counted=counted(record)) for record in records]
    told = players(games, log.names())
    if as_json:
        for one in told:
            tell_json({"game": number, **one})
        return
    words, screen = WORDS[language], Console(highlight=False)
    screen.print(_ranking(told, says, words))
    for one in told:
        known = one["statistics"]
        lines = _details(known[KIND], says, words) if KIND in known else []
        lines += [words["duel"].format_map(known[DUEL])] if DUEL in known else []
        lines += [words["board"].format_map(known[BOARD])] if BOARD in known else []
        if lines:
            screen.print(Text(_name(one, says, words), style="bold"))
        for line in lines:
            screen.print(Padding(Text(line), (0, 0, 0, 2)))


def _name(one: Mapping[str, Any], says: Speaker, words: Mapping[str, str]) -> str:
    if one["name"]:
        return str(one["name"])
    seat = str(one["player"]).rpartition("-")[2]
    return words["erased"] if one["erased"] else says.knowing({}).player(Seat(int(seat)))


def _ranking(told: list[dict[str, Any]], says: Speaker, words: Mapping[str, str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    heads = [
        says.label(Label.PLAYER), says.label(Label.GAMES), words["won"], says.label(Label.TURNS),
        says.verdict(Verdict.RIGHT), says.verdict(Verdict.WRONG), says.verdict(Verdict.NONE), words["median"],
    ]  # fmt: skip
    for index, head in enumerate(heads):
        table.add_column(head, justify="left" if index == 0 else "right")
    for one in told:
        known = one["statistics"].get(KIND, {})
        numbers = [known.get(name, 0) for name in ("turns", "right", "wrong", "none")]
        median = known.get("reactions", {}).get("median")
        cells = [_name(one, says, words), one["games"], one["won"], *numbers, _ms(median, says)]
        table.add_row(*(Text(str(cell)) for cell in cells))
    return table


def _ms(value: float | None, says: Speaker) -> str:
    return "–" if value is None else says.number(value, 0)


def _details(known: Mapping[str, Any], says: Speaker, words: Mapping[str, str]) -> list[str]:
    orders = [
        f"{says.title(row['order'])} {row['right']}/{row['asked']}" for row in known["orders"] if row["asked"]
    ]
    times = known["reactions"]
    quartiles = " – ".join(_ms(times.get(name), says) for name in ("lower", "median", "upper"))
    pairs = [
        (count, row["asked"], other) for row in known["confusion"] for other, count in row["fits"].items()
    ]
    mixed_up = [
        words["for"].format(asked=says.title(asked), fits=says.title(other), count=count)
        for count, asked, other in sorted(pairs, key=lambda pair: -pair[0])[:MOST_MIXED_UP]
        if count
    ]
    return [
        f"{says.verdict(Verdict.RIGHT)}: {', '.join(orders)}",
        f"{words['quartiles']}: {quartiles} (n = {times['n']})",
        *([f"{words['confused']}: {', '.join(mixed_up)}"] if mixed_up else []),
    ]
