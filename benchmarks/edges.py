"""Edges on a real Linux GPIO chip: their order, the first contact of a bounce, and where losses begin.

Run it on the bench, `../shared/gpio-bench/run python -m benchmarks.edges`. The bench's one processor is slow:
order, loss and spacing are what it can tell, delays are not a Pi's. Every spacing printed was measured by the
kernel's stamps; trials that came out farther apart than wanted are not counted.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise

from benchmarks.edges_driver import LOADS, TEN, Drive, Driver, under
from benchmarks.edges_order import order, order_of_bounces
from benchmarks.edges_readers import CLEAN_SETTLE_S, Ours, Usual, spread, wait_for_quiet
from pi_diavolo.devices.gpiod_edges import BUFFERED_EDGES

BURST = 64
FASTEST, FAVOURED = 0, -1
RATES = {
    1000: "1000",
    4000: "4000",
    16000: "16000",
    FASTEST: "all the bench can",
    FAVOURED: "and before all others",  # the reader hardly runs
}


def bursts(
    reader: Ours | Usual, driver: Driver, count: int, *, at_once: bool
) -> tuple[int, int, int, list[float]]:
    """First contacts kept, of how many, edges lost, and the spacings of the edges of one line."""
    kept = lost = 0
    spacings = list[float]()
    for _ in range(count):
        driver.run([Drive(pin, False) for pin in TEN])
        time.sleep(0.1)
        start = len(reader.heard.edges)
        script = [Drive(pin, step % 2 == 0, stamped=step == 0) for step in range(BURST) for pin in TEN]
        stamps = driver.run(script if at_once else sorted(script, key=lambda drive: TEN.index(drive.pin)))
        wait_for_quiet(reader.heard, quiet_s=0.25)
        heard = [edge for edge, _ in reader.heard.edges[start:]]
        lost += BURST * len(TEN) - len(heard)
        for pin, (before, after) in zip(TEN, stamps, strict=True):
            times = [edge.at for edge in heard if edge.pin == pin]
            kept += bool(times) and before <= min(times) <= after
            spacings += [later - at for at, later in pairwise(times)]
    return kept, count * len(TEN), lost, spacings


def first_contacts(driver: Driver, count: int) -> None:
    print(f"\nFIRST CONTACT of a burst of {BURST} edges a line on ten lines, at once or one by one\n")
    print(f"{'':<28}{'':<11}{'':<15}{'kept':>12}{'edges lost':>12}{'said':>6}   spacing on a line ms")
    for kind in (Ours, Usual):
        for state in LOADS:
            for lines in ("at once", "one by one"):
                reader = Ours(TEN, CLEAN_SETTLE_S) if kind is Ours else Usual(TEN)
                with under(state):
                    kept, of, lost, spacings = bursts(reader, driver, count, at_once=lines == "at once")
                reader.close()
                said = len(reader.heard.losses) if lost else "–"
                print(
                    f"{reader.name:<28}{state:<11}{lines:<15}{f'{kept} of {of}':>12}{lost:>12}{said:>6}"
                    f"   {spread(spacings, 1e3)}",
                    flush=True,
                )


def flood(reader: Ours | Usual, driver: Driver, rate: int, edges: int) -> tuple[int, float]:
    """How many edges of a long row were lost, and the rate that came about."""
    driver.run([Drive(pin, True) for pin in TEN])
    time.sleep(0.2)
    start, chunk = len(reader.heard.edges), 50
    script = [
        Drive(
            TEN[step % 10],
            step // 10 % 2 == 1,
            sleep_s=chunk / rate if rate > 0 and step % chunk == 0 else 0.0,
        )
        for step in range(edges)
    ]
    driver.favour(itself=rate == FAVOURED)
    began = time.monotonic()
    driver.run(script)
    took = time.monotonic() - began
    driver.favour(itself=False)
    wait_for_quiet(reader.heard)
    return edges - (len(reader.heard.edges) - start), edges / took


def losses(driver: Driver, edges: int) -> None:
    print(f"\nLOSSES in {edges} edges in a row over ten lines, by rate\n")
    print(f"{'':<28}{'':<11}{'edges a second: asked for':<26}{'came':>6}{'lost':>8}   said")
    for kind in (Ours, Usual):
        for state in LOADS:
            reader = Ours(TEN, CLEAN_SETTLE_S) if kind is Ours else Usual(TEN)
            with under(state):
                for rate, asked in RATES.items():
                    before = len(reader.heard.losses)
                    lost, came_about = flood(reader, driver, rate, edges)
                    said = "–" if not lost else "yes" if len(reader.heard.losses) > before else "NO"
                    print(
                        f"{reader.name:<28}{state:<11}{asked:<26}{came_about:>6.0f}{lost:>8}   {said}",
                        flush=True,
                    )
            reader.close()


def stopped(driver: Driver) -> None:
    """A whole program stands still while edges come in, and goes on."""
    print(f"\nA PROGRAM STOPPED while edges of ten lines come in (the kernel keeps {BUFFERED_EDGES})\n")
    print(f"{'edges meanwhile':>15}{'lost':>8}   said")
    for edges in (BUFFERED_EDGES // 2, BUFFERED_EDGES, BUFFERED_EDGES + 1, 2 * BUFFERED_EDGES):
        command = [sys.executable, "-m", "tests.kernel_gpio.listener", *map(str, TEN)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as listener:
            assert listener.stdin
            assert listener.stdout
            listener.stdout.readline()
            listener.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, listener.pid, os.WSTOPPED)  # with all its threads
            driver.run([Drive(TEN[step % 10], step // 10 % 2 == 1) for step in range(edges)])
            listener.send_signal(signal.SIGCONT)
            time.sleep(1.5)
            listener.stdin.close()
            facts = [json.loads(line) for line in listener.stdout]
        pins = sorted({f"GPIO{pin}" for kind, _, known in facts if kind == "EdgesLost" for pin in known})
        heard = sum(kind == "Edge" for kind, _, _ in facts)
        print(f"{edges:>15}{edges - heard:>8}   {'lost: ' + ' '.join(pins) if pins else '–'}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=10_000, help="pairs of edges that came out near enough")
    parser.add_argument("--bursts", type=int, default=10, help="of each kind")
    parser.add_argument("--edges", type=int, default=5000, help="of each row of the losses")
    parser.add_argument("--limit", type=float, default=80.0, help="seconds for each row of the order")
    arguments = parser.parse_args()
    driver, began = Driver(), time.monotonic()
    order(driver, arguments.trials, arguments.limit)
    first_contacts(driver, arguments.bursts)
    losses(driver, arguments.edges)
    stopped(driver)
    order_of_bounces(driver, arguments.bursts)  # last: lgpio keeps the bounce time of a line
    driver.close()
    print(f"\n{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
