"""Puts the table's parts together: the real ones that were chosen, simulated ones in place of the others."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pi_diavolo.app import Devices, Inbox, Outlet, Together
from pi_diavolo.errors import ConfigError, without_values
from pi_diavolo.furnishing import Furniture
from pi_diavolo.games.diavolo.house_rules import Grabs, HouseRules
from pi_diavolo.simulator.devices import SimulatedTable
from pi_diavolo.simulator.hands import MadeUpHands, Touch
from pi_diavolo.table.facts import PartFailed
from pi_diavolo.table.parts import Fault, Part, PartKind
from pi_diavolo.table.pin_map import MapKind, PinMap
from pi_diavolo.table.players import SEATS
from pi_diavolo.table.sentences import Sentence, saying

if TYPE_CHECKING:
    from pi_diavolo.album import Album
    from pi_diavolo.live_sight import LiveSight
    from pi_diavolo.setting_up_parts import Bench
    from pi_diavolo.simulated_wires import Lying
    from pi_diavolo.vision.look import Eyes

KINDS = {Grabs.PANELS: MapKind.PANELS, Grabs.BASES: MapKind.BASES}  # phones have no wires

# All libraries of the hardware are loaded late: each takes a moment, and a table needs few of them.


def own_map(pins: Path, rules: HouseRules) -> PinMap:
    """The pin map that the settings name; ConfigError where it is of the other kind."""
    from pi_diavolo.devices.pin_map import load

    wiring = load(pins)
    if KINDS.get(rules.grabs, wiring.kind) is not wiring.kind:
        raise ConfigError(
            f"{pins}: this is a map of {wiring.kind}, but diavolo.grabs = '{rules.grabs}';"
            " name another map under hardware.pins, or change grabs"
        )
    return wiring


def has_hands(furniture: Furniture, rules: HouseRules) -> bool:
    """Whether people grab themselves: by wires, or before a real camera by their phones, which need none."""
    return furniture.sensors or (furniture.camera is not None and rules.grabs is Grabs.PHONES)


class People(Protocol):
    """Makes the simulated people."""

    def __call__(self, *, touch: Touch, throw: bool, grab: bool) -> SimulatedTable:
        """People who touch this, and throw dice or grab imps only where nobody real does."""


class Fitted:
    """The devices as one and the lamps, if there are any; it is closed when the table is left."""

    def __init__(
        self,
        furniture: Furniture,
        rules: HouseRules,
        inbox: Inbox,
        seed: int,
        people: People,
        lying: "Lying | None" = None,
        album: "Album | None" = None,
    ) -> None:
        self._lying, self._album = lying, album
        self._furniture, self._rules, self._inbox, self._seed = furniture, rules, inbox, seed
        self._parts = ExitStack()
        self.outlets: list[Outlet] = []
        self.bench: Bench | None = None  # where wires are tried out, if there are any
        self.eyes: LiveSight | None = None  # the real ones
        try:
            self.devices: Devices = self._fit(people)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of every camera, pin and lamp."""
        self._parts.close()

    def _fit(self, people: People) -> Devices:
        real, parts = self._furniture, list[Devices]()
        touch: Touch = MadeUpHands()
        wiring = self._wiring() if real.sensors or real.lamps else None
        if real.sensors and self._kind is not None and wiring is not None:
            parts.append(self._real_wires(wiring))
        elif real.sensors and self._kind is not None:
            self._inbox.put(PartFailed(Part(PartKind.SWITCHES), Fault.UNREADABLE, time.monotonic()))
        elif self._kind is not None:
            touch, wires = self._simulated_wires(self._kind)
            parts += wires
        if real.camera is not None:
            parts.append(self._camera())
        if real.lamps and wiring is not None:
            self._fit_lamps(wiring)
        grab = not has_hands(real, self._rules)
        if real.camera is None or grab:
            # They come last: what was felt and seen is told before they do anything new.
            parts.append(people(touch=touch, throw=real.camera is None, grab=grab))
        return Together(*parts)

    @property
    def _kind(self) -> MapKind | None:
        return KINDS.get(self._rules.grabs)

    def _wiring(self) -> PinMap | None:
        """The pin map; None where a patient table cannot use it, which everybody is told."""
        if self._furniture.unwired:
            return None
        try:
            return self._map_of_these_rules()
        except ConfigError as error:
            # The game that goes on may have other rules than the settings: by those the map was well.
            if not self._furniture.patient:
                raise
            self._inbox.put(saying(Sentence.PINS_NOT_TAKEN, found=without_values(str(error))))
            return None

    def _map_of_these_rules(self) -> PinMap:
        from pi_diavolo.devices.pin_map import shipped

        settings = self._furniture.settings
        if settings.pins is not None:
            return own_map(settings.pins, self._rules)
        return shipped(self._kind or MapKind.PANELS, settings.seats)

    def _real_wires(self, wiring: PinMap) -> Devices:
        from pi_diavolo.real_wires import RealWires
        from pi_diavolo.setting_up_parts import Bench

        wires = RealWires(wiring, self._inbox.put, self._inbox.put, patient=self._furniture.patient)
        self._parts.callback(wires.close)
        self.bench = Bench(wires.nerves, wiring)
        return self.bench

    def _simulated_wires(self, kind: MapKind) -> tuple[Touch, list[Devices]]:
        from pi_diavolo.devices.pin_map import shipped
        from pi_diavolo.simulated_wires import SimulatedWires

        # All six seats are wired: people may sit where they like.
        wires = SimulatedWires(shipped(kind, len(SEATS)), self._inbox.put, self._seed, lying=self._lying)
        self._parts.callback(wires.close)
        self.bench = wires.bench()
        return wires.hands, [wires.hands, self.bench]

    def _camera(self) -> Devices:
        from pi_diavolo.live_sight import open_sight
        from pi_diavolo.watching import DiavoloSight

        def sight(eyes: "Eyes", album: "Album") -> DiavoloSight:
            return DiavoloSight(eyes, self._rules, album)

        self.eyes = open_sight(self._furniture, sight, self._inbox, self._album, self._parts)
        return self.eyes

    def _fit_lamps(self, wiring: PinMap) -> None:
        from pi_diavolo.real_wires import real_lights

        lights = real_lights(wiring, self._inbox.put)
        if lights is not None:
            self._parts.callback(lights.close)
            self.outlets.append(lights)
            if self.bench is not None and self._furniture.sensors:  # else the map is a simulated table's
                self.bench.fit_lights(lights)
