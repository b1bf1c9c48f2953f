"""The real thing: wires, chips and cameras; each holds its wires, stamps, reports and closes."""
