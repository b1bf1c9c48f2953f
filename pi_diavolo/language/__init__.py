"""Every sentence the table says, in English, French and German; knows `table` only."""
