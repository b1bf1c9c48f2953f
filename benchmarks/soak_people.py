"""The people with browsers in a soak: scoreboards, phones at seats, and a desk that has opinions."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection

from benchmarks.soak_visitor import GONE, Visitor
from benchmarks.soak_witness import OnPage

State = Mapping[str, Any]
COLOURS = ("black", "white", "red", "gray")
AGAIN_S = 0.3
MEDDLES_S = (0.5, 5.0)
# A phone plays for so long, and then leaves its seat to the simulated player for so long.
PLAYS_S, AWAY_S = (3.0, 12.0), (2.0, 20.0)


class Scoreboard:
    """Watches, and remembers which rulings it was shown."""

    def __init__(self, port: int, lang: str, shown: Callable[[OnPage], None]) -> None:
        self._visitor, self._lang, self._shown = Visitor(port), lang, shown
        self.messages = 0

    async def run(self) -> None:
        """Until cancelled; a page that is cut off comes back."""
        while True:
            try:
                async with self._visitor.line(f"?lang={self._lang}") as line:
                    async for message in line:
                        self._see(json.loads(message))
            except GONE:
                pass
            await asyncio.sleep(AGAIN_S)

    def _see(self, state: State) -> None:
        self.messages += 1
        if ruling := state.get("ruling"):
            self._shown(OnPage(ruling["game"], ruling["turn"], ruling["answer"]))


class Phone:
    """Plays on for a simulated player, taps, and sometimes vanishes."""

    def __init__(self, port: int, seat: int, seed: int) -> None:
        self._port, self._seat, self._random = port, seat, Random(f"{seed} phone {seat}")
        self._line: Any = None
        self.taps = 0

    def vanish(self) -> bool:
        """The battery is empty: no goodbye."""
        if self._line is None:
            return False
        self._line.transport.abort()
        return True

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                await self._play()
            except GONE:
                pass
            finally:
                self._line = None
            await asyncio.sleep(self._random.uniform(*AWAY_S))

    async def _play(self) -> None:
        visitor = Visitor(self._port)
        await visitor.enter()
        status, _ = await visitor.ask("POST", f"/api/seat/{self._seat}/join")
        if status != 204:
            return
        stays = asyncio.timeout(self._random.uniform(*PLAYS_S))
        try:
            async with stays, visitor.line("?role=seat") as line:
                await self._grab(line)
        finally:
            if stays.expired():  # who vanishes says nothing
                await visitor.ask("POST", f"/api/seat/{self._seat}/leave")

    async def _grab(self, line: ClientConnection) -> None:
        self._line = line
        turn = None
        async for message in line:
            state = json.loads(message)
            if "nonce" in state:
                await line.send(json.dumps({"pong": state["nonce"]}))
            elif state.get("status") == "grab" and (state["game"], state["turn"]) != turn:
                turn = state["game"], state["turn"]
                await line.send(json.dumps({"clock": 1.0}))
            elif "table" in state and self._random.random() < 0.8:
                tap = {"grab": self._random.choice(COLOURS), "at": state["table"], "error": 0.05}
                await line.send(json.dumps(tap))
                self.taps += 1


class Desk:
    """Keeps the game going, answers questions, corrects, pauses and protests, all through the pages."""

    def __init__(
        self, port: int, pin: Callable[[], str], answer: Callable[[State], str | None], seed: int
    ) -> None:
        self._visitor, self._pin, self._answer = Visitor(port), pin, answer
        self._random = Random(f"{seed} desk")
        self._state: State = {}
        self.did: Counter[str] = Counter()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                if await self._visitor.open_desk(self._pin()):
                    async with asyncio.TaskGroup() as sides:
                        sides.create_task(self._watch())
                        sides.create_task(self._meddle())
            except* GONE:
                pass
            await asyncio.sleep(AGAIN_S)

    async def _watch(self) -> None:
        async with self._visitor.line() as line:
            async for message in line:
                state = json.loads(message)
                if "status" in state:
                    self._state = state
                    await self._serve(state)
        raise EOFError("the table has gone")

    async def _serve(self, state: State) -> None:
        """What the table waits for, it gets."""
        for question in state["questions"]:
            if (choice := self._answer(question)) is not None:
                await self._wish("answer", question=question["number"], choice=choice)
        match state["status"]:
            case "over":
                await self._wish("play_again")
            case "lobby" if len([each for each in state["players"] if each["name"]]) >= 2:
                await self._wish("start")
            case "paused":
                await self._wish("resume")
            case "protest":
                await self._wish("protest_decided", stands=self._random.random() < 0.7)

    async def _meddle(self) -> None:
        while True:
            await asyncio.sleep(self._random.uniform(*MEDDLES_S))
            state = self._state
            if not state or state.get("turn") is None:
                continue
            kind = self._random.choice(
                ("pause", "protest", "grab", "gems", "die", "struck", "undo", "read", "read", "end_turn")
            )
            await getattr(self, f"_{kind}")(state)

    async def _pause(self, state: State) -> None:
        await self._wish("pause")

    async def _protest(self, state: State) -> None:
        await self._wish("protest")

    async def _end_turn(self, state: State) -> None:
        if state["status"] == "grab" and self._random.random() < 0.2:
            await self._wish("end_turn")

    async def _grab(self, state: State) -> None:
        seat = self._random.choice(state["players"])["seat"]
        await self._correct(state, grabs=[[seat, self._random.choice((*COLOURS, None))]])

    async def _gems(self, state: State) -> None:
        seat = self._random.choice(state["players"])["seat"]
        await self._correct(state, gems=[[seat, self._random.choice((-1, 1, 1))]])

    async def _die(self, state: State) -> None:
        await self._correct(state, dice=[[self._random.randrange(6), self._random.randint(1, 6)]])

    async def _struck(self, state: State) -> None:
        await self._correct(state, struck=True)

    async def _undo(self, state: State) -> None:
        await self._wish("undo")

    async def _correct(self, state: State, **what: Any) -> None:
        """An earlier turn is put right, and mostly the correction is taken back."""
        ruled = (state.get("ruling") or {}).get("turn")
        if ruled is None or ruled != state["turn"] - 1:
            return
        if await self._wish("correct", turn=ruled, **what) and self._random.random() < 0.7:
            await asyncio.sleep(self._random.uniform(0.0, 0.5))
            await self._wish("undo")

    async def _read(self, state: State) -> None:
        path = self._random.choice(
            ("/api/turns", "/api/games", f"/api/games/{state['game']}", "/api/players", "/api/picture",
             "/api/games/export.csv", "/api/seats", "/api/picture/outlines", "/", "/desk", "/api/setup")
        )  # fmt: skip
        status, _ = await self._visitor.ask("GET", path)
        self.did[f"read, {status}"] += 1

    async def _wish(self, kind: str, **what: Any) -> bool:
        wish = {"kind": kind, "seen": self._state.get("decisions", 0), **what}
        status, _ = await self._visitor.ask("POST", "/api/commands", wish)
        self.did[f"{kind}, {status}"] += 1
        return status == 200
