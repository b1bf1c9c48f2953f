"""A program of its own that listens to lines and prints what it hears: it can be stopped, and held up."""

import json
import sys

from pi_diavolo.devices.gpiod_edges import GpiodEdges
from pi_diavolo.table.facts import Edge, EdgesLost


def tell(fact: Edge | EdgesLost) -> None:
    known = [fact.pin, fact.high] if isinstance(fact, Edge) else list(fact.pins)
    print(json.dumps([type(fact).__name__, fact.at, known]), flush=True)


if __name__ == "__main__":
    edges = GpiodEdges([int(pin) for pin in sys.argv[1:]], tell)
    print("listening", flush=True)
    sys.stdin.read()  # until nobody wants to know any more
    edges.close()
