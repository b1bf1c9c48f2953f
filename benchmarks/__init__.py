"""Each prints how good or how fast a part of the table is."""

import pi_diavolo  # noqa: F401 - before numpy, which then works on one thread as it does at the table
