"""What can go wrong in a way that the person at the table can put right."""

import re


class DiavoloError(Exception):
    """Says where, what was found, what is wanted and what to do, in one sentence."""


class UsageError(DiavoloError):
    """The command line or an argument asks for something that cannot be."""


class ConfigError(DiavoloError):
    """The settings file cannot be read or holds something that cannot be."""


class LogError(DiavoloError):
    """The event log cannot be opened, read or written."""


def without_values(sentence: str) -> str:
    """A complaint about a file without what stands there: it may be a password, or somebody's name."""
    sentence, quoted = re.subn(
        r" = .* (cannot be; use|means nothing here;) ", r" = … \1 ", sentence, flags=re.DOTALL
    )
    # A key that nobody knows may be somebody's name, too; how it was probably meant is told.
    unknown = r": .* = … (cannot be; use (?:one of |\S+ instead)|means nothing here;)"
    sentence = re.sub(unknown, r": … = … \1", sentence, flags=re.DOTALL)
    sentence = re.sub(r"(use other names): .*", r"\1", sentence, flags=re.DOTALL)
    return sentence if quoted else re.sub(r"(['\"]).*(?:\1|…)", "…", sentence, flags=re.DOTALL)
