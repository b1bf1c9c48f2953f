"""`python -m pi_diavolo` is the same as `pi-diavolo`."""

import sys

from pi_diavolo.cli import main

sys.exit(main())
