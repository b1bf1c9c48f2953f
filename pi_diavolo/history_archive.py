"""The past for the pages: read off the server's loop, one reading at a time, kept until something happens."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from pi_diavolo import history
from pi_diavolo.eventlog import EventLog
from pi_diavolo.history_following import Follower, GameRecord
from pi_diavolo.history_statistics import Digest, counted, digest, listed, players
from pi_diavolo.history_turns import shown_names, told_turns, whole
from pi_diavolo.table.players import PlayerId
from pi_diavolo.web.tongue import Tongues

PAGE = 50
# A plot with more dots than this says no more.
NEWEST_TIMES = 400
MOST_PLAYERS = 100
# Names can change without an event, so even a quiet log is looked at again after a while.
LONGEST_KEPT_S = 5.0
SOONEST_S = 1.0
# A first reading takes seconds: so long it steps aside after each game, for whoever wants to rule.
BREATH_S = 0.0003
MOST_ANSWERS = 64
CHUNK = 128 * 1024
# More games than this are found faster by reading the whole log than one by one.
FEW = 20


class Archive:
    """Answers out of what it has read; every event of the log is read once."""

    def __init__(self, log_file: Path, tongues: Tongues) -> None:
        self._file, self._tongues = log_file, tongues
        self._follower = Follower()
        self._games: dict[int, Digest] = {}
        self._names: dict[PlayerId, str] = {}
        self._answers: dict[tuple[object, ...], bytes | None] = {}
        self._lock = asyncio.Lock()  # what is read and counted here belongs to one thread at a time
        self._exporting = False
        self._seen: object = None
        self._rests_until = 0.0
        self._began = self._done = -LONGEST_KEPT_S
        self.readings = 0

    # What pages ask for; `now` is the table's moment, and the log has not grown while it is the same

    async def games(self, now: object, before: int | None) -> bytes:
        """The newest games, or those before this one."""
        return await self._answer(now, ("games", before), partial(self._listed, before)) or b""

    async def game(self, now: object, number: int, lang: str) -> bytes | None:
        """One game turn by turn; None if there is none."""
        return await self._answer(now, ("game", number, lang), partial(self._game, number, lang))

    async def turns(self, now: object, number: int, lang: str) -> bytes | None:
        """The turns of one game alone; None if there is none."""
        return await self._answer(now, ("turns", number, lang), partial(self._turns, number, lang))

    async def players(self, now: object, number: int | None) -> bytes | None:
        """Everyone's statistics, over one game or all."""
        return await self._answer(now, ("players", number), partial(self._players, number))

    async def export(self, form: str, number: int | None) -> "Export | None":
        """Games as a file, piece by piece, to be closed by whoever asked; None while another is written."""
        if self._exporting:
            return None
        self._exporting = True
        export = Export(self._lines(form, number), self._exported)
        try:
            await export.begin()  # so that a log that cannot be read is told before anything is sent
        except BaseException:
            export.close()
            raise
        return export

    def _exported(self) -> None:
        self._exporting = False

    # Reading

    async def _answer(self, now: object, key: tuple[object, ...], make: Callable[[], Any]) -> bytes | None:
        await self._catch_up(now)
        answers = self._answers  # a reading puts others in their place at any moment
        if key in answers:
            return answers[key]
        async with self._lock:
            if key not in self._answers:
                made = await self._made(make)
                if len(self._answers) >= MOST_ANSWERS:
                    self._answers.clear()
                self._answers[key] = made
            return self._answers[key]

    async def _made(self, make: Callable[[], Any]) -> bytes | None:
        """Look something up, and rest as long as that took: whoever asks for all games waits for it."""
        await asyncio.sleep(max(0.0, self._rests_until - time.monotonic()))
        began = time.monotonic()
        made = await asyncio.to_thread(_encoded, make)
        ended = time.monotonic()
        self._rests_until = ended + min(ended - began, SOONEST_S)
        return made

    async def _catch_up(self, now: object) -> None:
        """Read what is new; all who ask meanwhile wait for the same reading."""
        asked = time.monotonic()
        if self._is_fresh(now, asked):
            return
        async with self._lock:
            # Begun after we asked, and not failed.
            if self._done >= self._began >= asked or self._is_fresh(now, asked):
                return
            await asyncio.sleep(max(0.0, self._began + SOONEST_S - time.monotonic()))
            self._began = time.monotonic()
            await asyncio.to_thread(self._read)
            self._seen, self._done = now, time.monotonic()

    def _is_fresh(self, now: object, asked: float) -> bool:
        return now is self._seen and asked - self._done < LONGEST_KEPT_S

    def _read(self) -> None:
        self.readings += 1
        with EventLog.read_only(self._file) as log:
            names, last = log.names(), log.last_number()
            if last == self._follower.seq and names == self._names:
                return
            changed = set()
            try:
                for record in self._follower.read(log):
                    self._games[record.number] = digest(record)
                    changed.add(record.number)
                    time.sleep(BREATH_S)
            except BaseException:  # what was read by halves is read again from the beginning
                self._follower = Follower()
                raise
        # What was told of another game is still true, unless somebody has another name now.
        old = self._answers if names == self._names else {}
        self._answers = {key: told for key, told in old.items() if _is_about_another(key, changed)}
        self._names = names

    # Answers, made in a thread

    def _listed(self, before: int | None) -> dict[str, Any]:
        numbers = sorted((n for n in self._games if before is None or n < before), reverse=True)
        return {
            "total": len(self._games),
            "games": [listed(self._games[number], self._names) for number in numbers[:PAGE]],
            "more": len(numbers) > PAGE,
        }

    def _players(self, number: int | None) -> dict[str, Any] | None:
        if number is not None and number not in self._games:
            return None
        numbers = sorted(self._games) if number is None else [number]
        self._count([n for n in numbers if self._games[n].counted is None])
        games = [self._games[n] for n in numbers]
        told = players(games, self._names, NEWEST_TIMES)
        return {"game": number, "games": len(games), "total": len(told), "players": told[:MOST_PLAYERS]}

    def _count(self, numbers: list[int]) -> None:
        """Count what nobody has counted yet; what is done is kept even if nobody waits for it any more."""
        if not numbers:
            return
        with EventLog.read_only(self._file) as log:
            if len(numbers) > FEW:
                missing = set(numbers)
                records: Iterator[GameRecord] = (r for r in Follower().read(log) if r.number in missing)
            else:
                records = (whole(self._games[number].record, log) for number in numbers)
            for record in records:
                self._games[record.number] = replace(self._games[record.number], counted=counted(record))
                time.sleep(BREATH_S)

    def _game(self, number: int, lang: str) -> dict[str, Any] | None:
        turns = self._turns(number, lang)
        return None if turns is None else {**listed(self._games[number], self._names), "turn_list": turns}

    def _turns(self, number: int, lang: str) -> list[dict[str, Any]] | None:
        found = self._games.get(number)
        if found is None:
            return None
        with EventLog.read_only(self._file) as log:
            record = whole(found.record, log)
        return list(told_turns(record, self._tongues[lang](shown_names(record, self._names, lang))))

    # Files

    def _lines(self, form: str, number: int | None) -> Any:
        with EventLog.read_only(self._file) as log:
            records = [history.game(log, number)] if number else history.games(log)
            if form == "csv":
                yield from (line.encode() for line in history.as_csv(records, log.names()))
                return
            between = b"[\n"
            for record in records:
                yield between + msgspec.json.encode(history.as_json(record, log))
                between = b",\n"
                time.sleep(BREATH_S)
            yield b"\n]\n" if between != b"[\n" else b"[]\n"


class Export:
    """A file that a thread of its own writes, in which the log's connection is made and closed."""

    def __init__(self, lines: Any, ended: Callable[[], None]) -> None:
        self._lines, self._ended = lines, ended
        self._thread = ThreadPoolExecutor(1, "export")
        self._loop = asyncio.get_running_loop()
        self._first: bytes | None = None

    async def begin(self) -> None:
        """Make the first piece."""
        self._first = await self._next()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        piece, self._first = self._first, None
        while piece:
            yield piece
            piece = await self._next()
        self._end()  # before whoever has it all can ask for the next

    def close(self) -> None:
        """Let go of the log as soon as the thread is done with its piece.

        Nobody waits for that: whoever is gone has cancelled every wait, and a reading that is left to the
        garbage collector is closed in another thread, which SQLite refuses.
        """
        closing = self._thread.submit(self._lines.close)
        closing.add_done_callback(lambda _: self._closed())
        self._thread.shutdown(wait=False)

    def _closed(self) -> None:
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        ended, self._ended = self._ended, lambda: None
        ended()

    async def _next(self) -> bytes:
        try:
            return await asyncio.wrap_future(self._thread.submit(_piece, self._lines))
        except Exception:  # the reading has ended by itself; one that is cancelled goes on for a moment
            self._end()
            raise


def _encoded(make: Callable[[], Any]) -> bytes | None:
    made = make()
    return None if made is None else msgspec.json.encode(made)


def _is_about_another(key: tuple[object, ...], changed: set[int]) -> bool:
    what, number, *_ = key
    return what in ("game", "turns", "players") and number is not None and number not in changed


def _piece(lines: Iterator[bytes]) -> bytes:
    piece = bytearray()
    for line in lines:
        piece += line
        if len(piece) >= CHUNK:
            break
    return bytes(piece)
