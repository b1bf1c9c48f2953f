"""`python -m pi_diavolo` and `pi-diavolo` begin here."""

import sys


def start() -> int:
    """Load the program and run it; Ctrl-C is felt while it loads, too."""
    try:
        from pi_diavolo.cli import main
    except KeyboardInterrupt:
        return 130
    return main()


if __name__ == "__main__":
    sys.exit(start())
