"""What can go wrong in a way that the person at the table can put right."""


class DiavoloError(Exception):
    """Says where, what was found, what is wanted and what to do, in one sentence."""


class UsageError(DiavoloError):
    """The command line or an argument asks for something that cannot be."""


class ConfigError(DiavoloError):
    """The settings file cannot be read or holds something that cannot be."""


class LogError(DiavoloError):
    """The event log cannot be opened, read or written."""
