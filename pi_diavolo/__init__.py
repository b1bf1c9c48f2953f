"""Pi Diavolo: a game table that referees."""

import os

# All matrices here are small: numpy's other threads would only spin beside the one that works, on cores that
# belong to the rest of the table. It looks at this once, as it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
