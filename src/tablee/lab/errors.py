"""Error messages of the commands `tablee arena` and `tablee lab`."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def print_errors(lines: Sequence[str], status: int) -> int:
    """Prints the lines on standard error and returns the exit status."""
    for line in lines:
        print(f"tablee: {line}", file=sys.stderr)
    return status
