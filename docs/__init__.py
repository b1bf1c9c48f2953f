"""What people read about the table, and what makes its pictures."""
