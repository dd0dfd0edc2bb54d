"""Error messages of the commands `tablee arena` and `tablee lab`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tablee.lab.pool import Notice
from tablee.words import Words


def print_errors(lines: Sequence[str], status: int) -> int:
    """Prints the lines on standard error and returns the exit status."""
    for line in lines:
        print(f"tablee: {line}", file=sys.stderr)
    return status


def print_stopped(error: BaseException, path: Path, words: Words) -> int:
    """Says that what was played is kept there, after Ctrl-C or when workers were lost; returns the exit status."""
    if isinstance(error, KeyboardInterrupt):
        return print_errors([words.house("lab_stopped", path=path)], 130)
    return print_errors([words.house("lab_broken", path=path)], 1)


def make_notice(words: Words) -> Notice:
    """Prints on standard error what somebody who waits should know."""

    def notice(key: str, /, **facts: object) -> None:
        print_errors([words.fill(words.section("house")[key], facts)], 0)

    return notice
