"""What lies on the table and what happens at it; knows the standard library only."""
