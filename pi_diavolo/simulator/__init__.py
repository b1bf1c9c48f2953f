"""The same table, made of numbers: dice, hands and clocks that need no hardware."""
