"""A hint: the three things that the strongest bot would rather do, what it thinks of each, and why.

It is made of the asking seat's own view, so it gives nothing away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.bots import Weighed
from tablee.words import Words

BEST: Final = 3


def hint_lines(weighed: Weighed, words: Words, names: Sequence[str]) -> list[tuple[str, str]]:
    """The best first: each as the menu says it, with its chance to win; and why."""
    return [
        (
            words.house(
                "hint_line",
                n=n,
                move=words.house("let_pass") if advice.action is None else words.move(advice.action, names),
                value=advice.value,
            ),
            words.advice(advice.reason, advice.figures, names),
        )
        for n, advice in enumerate(weighed[:BEST], 1)
    ]
