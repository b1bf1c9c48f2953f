"""Simulated pins: an evening of edges, and nothing is left of it but where the contacts are."""

from contextlib import closing

from pi_diavolo.devices.pin_edges import PinEdges
from pi_diavolo.devices.pin_map import shipped
from pi_diavolo.simulator.pins import SimulatedPins
from pi_diavolo.table.facts import Edge, Fact


def test_edges_are_reported_with_the_simulations_time_and_not_remembered() -> None:
    pins, facts, wiring = SimulatedPins(), list[Fact](), shipped("panels", 4)
    pin = min(wiring.inputs)
    with closing(pins), closing(PinEdges(wiring.inputs, facts.append, pins.factory)):
        for count in range(1000):
            pins.drive(pin, bool(count % 2), at=100.0 + count)
        assert max(len(each.states) for each in pins.factory.pins.values()) <= 2
    edges = [fact for fact in facts if isinstance(fact, Edge) and fact.pin == pin]
    assert [edge.at for edge in edges] == [100.0 + count for count in range(1000)]
