"""What is well with the table and what is not, and what to do about it; measured elsewhere, judged here."""
