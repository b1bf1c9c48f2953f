"""For all tests: how long something takes is measured by benchmarks, never by a test on a busy machine."""

from contextlib import suppress

with suppress(ModuleNotFoundError):  # the GPIO bench has only what its own tests need
    from hypothesis import settings

    settings.register_profile("patient", deadline=None)
    settings.load_profile("patient")
