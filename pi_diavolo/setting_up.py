"""The set-up of one table: looks at its newest picture, does the steps, and keeps what they learned."""

import logging
import threading
import time
from collections.abc import Callable, Mapping

from pi_diavolo.errors import DiavoloError
from pi_diavolo.setting_up_learning import Enrolled, RolledFirst, enrol, enrol_printed, learn, read
from pi_diavolo.setting_up_looking import Looking
from pi_diavolo.setting_up_parts import LAMPS, Bench, parts_found
from pi_diavolo.setting_up_wishes import Hand, Table, check
from pi_diavolo.table.facts import Tried
from pi_diavolo.table.setting_up import (
    Did,
    Do,
    Face,
    Finding,
    Found,
    Outcome,
    Progress,
    SetUp,
    SetUpOvertaken,
    SetUpRefused,
    Sight,
    Step,
    Thrown,
    Verdict,
    Wish,
    ended,
    next_step,
    skipped,
    worst,
)
from pi_diavolo.vision.jpeg import as_jpeg
from pi_diavolo.vision.pictures import read_picture
from pi_diavolo.vision.table_colours import on_screen
from pi_diavolo.vision.table_file import TableFile

logger = logging.getLogger(__name__)


class SettingUp:
    """One at a time: pages ask from several threads, and a look takes what the machine has."""

    def __init__(self, table: Table, clock: Callable[[], float] = time.monotonic) -> None:
        self._at, self._lock = table, threading.Lock()
        self._looking = Looking(table.source, table.busy, clock)
        self._table = table.keeper.table()
        self._progress: Progress = {}
        self._throw: Thrown | None = None
        self._faces: dict[str, int] = dict.fromkeys((name for name, _ in self._table.faces), 0)
        self._rolls: list[bool] = []  # whether each was read surely
        self._roll: tuple[int, RolledFirst] | None = None
        self._version = 0

    # What pages ask

    def state(self, trying: bool = False) -> SetUp:
        """All there is to show; looks at the newest picture where it was not looked at just now."""
        with self._lock:
            bench = self._at.bench
            if trying and bench is not None:
                bench.stay()
            self._leave_game_alone()
            parts, lamps = (bench.parts(), bench.lamps()) if bench else ((), ())
            shades = {name: on_screen(lab) for name, lab in self._table.colours}
            return SetUp(
                simulated=self._at.hand is not None,
                hand=bench is not None and bench.has_hand,
                busy=self._at.busy(),
                next=next_step(self._progress),
                progress=self._progress,
                sight=self._looking.look(self._table),
                dice_mm=self._table.dice_mm,
                order_die_mm=self._table.order_die_mm,
                colours={
                    name: f"#{red:02x}{green:02x}{blue:02x}" for name, (red, green, blue) in shades.items()
                },
                throw=self._throw,
                faces=tuple(Face(order, self._faces.get(order)) for order in self._at.orders),
                parts=parts,
                lamps=lamps,
                wiring=bench.wiring.name if bench else None,
                trying=bench is not None and bench.is_trying,
                rolls=len(self._rolls),
                roll=self._roll[0] if self._roll else None,
                kept=self._at.keeper.kept,
                version=self._version,
            )

    def picture(self, number: int) -> bytes | None:
        """A picture that was shown a moment ago, or that a step keeps."""
        with self._lock:
            found = self._looking.picture(number)
        return None if found is None else as_jpeg(found)

    def face(self, order: str) -> bytes | None:
        """A face as it is enrolled."""
        with self._lock:
            path = dict(self._table.faces).get(order)
        try:
            return None if path is None else as_jpeg(read_picture(path))
        except DiavoloError:
            return None

    def roll(self, lang: str) -> bytes | None:
        """The last roll with all that was read drawn over it, in this language."""
        with self._lock:
            found, table = self._roll, self._table
        return None if found is None else as_jpeg(found[1].drawn(table, lang))

    def check(self, wish: Wish) -> None:
        """SetUpRefused where this table knows no such thing, or another one by now than the wish was for."""
        if wish.seen not in (None, self._version):
            raise SetUpOvertaken("somebody else did something first")
        if wish.do is not Do.SKIP and (wish.step, wish.do) not in ACTS:
            raise SetUpRefused(f"{wish.step} knows no {wish.do}")
        check(wish, self._at)

    def act(self, wish: Wish) -> Did:
        """Do what was asked for and checked."""
        with self._lock:
            self._version += 1
            if wish.do is Do.SKIP:
                self._progress = skipped(self._progress, wish.step)
                return Did(True)
            did = ACTS[wish.step, wish.do](self, wish)
            self._leave_game_alone()
            return did

    # The steps

    def _accept_camera(self, wish: Wish) -> Did:
        return self._end(Step.CAMERA, self._look().camera)

    def _accept_light(self, wish: Wish) -> Did:
        sight = self._look()
        return self._end(Step.LIGHT, sight.light or sight.camera)

    def _save_table(self, wish: Wish) -> Did:
        sight = self._look()
        found = sight.table or sight.camera
        if worst(found) is Verdict.POOR:
            return Did(False, found)
        measured = {"dice": wish.dice_mm, "order_die": wish.order_die_mm}
        sizes = {name: {"size_mm": wide} for name, wide in measured.items() if wide is not None}
        return self._kept(Step.TABLE, found, lambda: self._at.keeper.keep(sizes))

    def _learn_colours(self, wish: Wish) -> Did:
        image = self._looking.shot(self._table)
        if image is None:
            return self._unseen()
        learned = learn(image, self._table)
        self._throw = Thrown(self._looking.hold(image, "throw"), learned.dice)
        if not learned.colours:
            return Did(False, learned.findings)
        sections = {"colours": {name: list(lab) for name, lab in learned.colours.items()}}
        return self._kept(Step.COLOURS, learned.findings, lambda: self._at.keeper.keep(sections))

    def _enrol_face(self, wish: Wish) -> Did:
        order, image = wish.face or "", self._looking.shot(self._table)
        if image is None:
            return self._unseen()
        return self._enrolled(enrol(image, order, self._table, self._at.orders), order)

    def _enrol_printed(self, wish: Wish) -> Did:
        return self._enrolled(enrol_printed(self._at.orders), *self._at.orders)

    def _enrolled(self, found: Enrolled, *orders: str) -> Did:
        if not found.faces:
            return Did(False, found.findings)
        did = self._kept(Step.ORDER_DIE, found.findings, lambda: self._at.keeper.keep_faces(found.faces))
        if did.done:
            self._faces |= {order: self._faces.get(order, 0) + 1 for order in orders}
        return did

    def _read_roll(self, wish: Wish) -> Did:
        image = self._looking.shot(self._table)
        if image is None:
            return self._unseen()
        rolled = read(image, self._table)
        self._rolls = [*self._rolls, rolled.is_sure]
        self._roll = self._looking.hold(image, "roll"), rolled
        return self._end(Step.FIRST_ROLL, rolled.findings(self._rolls, self._table, self._at.orders))

    def _begin_parts(self, wish: Wish) -> Did:
        if self._at.bench is None:
            return self._end(Step.PARTS, parts_found((), ()))
        self._at.bench.begin()
        return Did(True)

    def _end_parts(self, wish: Wish) -> Did:
        bench = self._bench
        bench.end()
        return self._end(Step.PARTS, parts_found(bench.parts(), bench.lamps()))

    def _light_lamp(self, wish: Wish) -> Did:
        now = self._at.now()
        self._bench.light(_named(wish), now)
        if self._bench.has_hand:
            self._at.report(Tried(LAMPS, now))
        return Did(True)

    def _say_lamp(self, wish: Wish) -> Did:
        self._bench.said(_named(wish), bool(wish.well))
        return Did(True)

    # The simulated hand

    def _hand_throws(self, wish: Wish) -> Did:
        self._hand.throw()
        self._look()
        return Did(True)

    def _hand_lays(self, wish: Wish) -> Did:
        self._hand.lay(wish.face or "")
        self._look()
        return Did(True)

    def _hand_tries(self, wish: Wish) -> Did:
        name = _named(wish)
        if (part := self._bench.part(name)) is not None:
            self._at.report(Tried(part, self._at.now()))
        else:
            self._bench.said(name, self._bench.sees(name))
        return Did(True)

    # What they share

    @property
    def _bench(self) -> Bench:
        assert self._at.bench is not None, "wishes for wires are checked"
        return self._at.bench

    @property
    def _hand(self) -> Hand:
        assert self._at.hand is not None, "wishes for a simulated hand are checked"
        return self._at.hand

    def _leave_game_alone(self) -> None:
        """One that began in this very moment has ended the trying before we began it; its presses count."""
        if self._at.bench is not None and self._at.busy():
            self._at.bench.end()

    def _end(self, step: Step, findings: tuple[Finding, ...], saved: bool = False) -> Did:
        self._progress = ended(self._progress, step, Outcome(findings, saved))
        return Did(True, findings)

    def _kept(self, step: Step, findings: tuple[Finding, ...], keep: Callable[[], TableFile]) -> Did:
        try:
            self._table = keep()
        except DiavoloError as error:
            logger.warning("%s", error)
            file = str(self._at.keeper.file)
            return Did(False, (Finding(Found.CANNOT_WRITE, Verdict.POOR, {"file": file}),))
        self._at.use(self._table)
        return self._end(step, findings, saved=True)

    def _look(self) -> Sight:
        return self._looking.look(self._table, anew=True)

    def _unseen(self) -> Did:
        sight = self._looking.look(self._table)
        return Did(False, tuple(line for line in sight.camera if line.verdict is Verdict.POOR) or sight.table)


def _named(wish: Wish) -> str:
    return wish.part or ""


ACTS: Mapping[tuple[Step, Do], Callable[[SettingUp, Wish], Did]] = {
    (Step.CAMERA, Do.ACCEPT): SettingUp._accept_camera,
    (Step.LIGHT, Do.ACCEPT): SettingUp._accept_light,
    (Step.TABLE, Do.SAVE): SettingUp._save_table,
    (Step.COLOURS, Do.LEARN): SettingUp._learn_colours,
    (Step.COLOURS, Do.HAND): SettingUp._hand_throws,
    (Step.ORDER_DIE, Do.ENROL): SettingUp._enrol_face,
    (Step.ORDER_DIE, Do.PRINTED): SettingUp._enrol_printed,
    (Step.ORDER_DIE, Do.HAND): SettingUp._hand_lays,
    (Step.PARTS, Do.BEGIN): SettingUp._begin_parts,
    (Step.PARTS, Do.END): SettingUp._end_parts,
    (Step.PARTS, Do.LIGHT): SettingUp._light_lamp,
    (Step.PARTS, Do.SHONE): SettingUp._say_lamp,
    (Step.PARTS, Do.HAND): SettingUp._hand_tries,
    (Step.FIRST_ROLL, Do.READ): SettingUp._read_roll,
    (Step.FIRST_ROLL, Do.HAND): SettingUp._hand_throws,
}
