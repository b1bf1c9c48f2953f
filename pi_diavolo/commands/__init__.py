"""The commands of `pi-diavolo`, one module each: `add` says what it takes, the rest does it."""
