"""How the networks of `vision` are made: painted tables in, two small models out. Only this needs torch."""
