"""What hangs at each output of the lamp chain, in words."""

from pi_diavolo.table.pin_map import OUTPUTS_PER_CHIP, LampChain

# The chip's own pins, by output.
OUTPUT_PINS = (15, 1, 2, 3, 4, 5, 6, 7)


def lamp_names(chain: LampChain) -> dict[int, str]:
    """The lamp at each bit that is used."""
    names = {chain.status: "status"}
    names |= {bit: f"answer {colour}" for colour, bit in chain.answers.items()}
    for seat, bits in chain.gems.items():
        names |= {bit: f"seat {seat} gem {gem}" for gem, bit in enumerate(bits, 1)}
    return dict(sorted(names.items()))


def output_name(bit: int) -> str:
    """QA to QH."""
    return f"Q{'ABCDEFGH'[bit % OUTPUTS_PER_CHIP]}"


def output_pin(bit: int) -> int:
    """The pin of the chip."""
    return OUTPUT_PINS[bit % OUTPUTS_PER_CHIP]
