"""A hint: the strongest bot's three best moves, its opinion of each, and why.

The bot sees only the asking seat's view, so a hint reveals nothing hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.bots import Weighed
from tablee.words import Words

BEST: Final = 3


def hint_lines(weighed: Weighed, words: Words, names: Sequence[str], seat: int) -> list[tuple[str, str]]:
    """Best first: the move as the menu says it with its chance to win, then the reason."""
    return [
        (
            words.house(
                "hint_line",
                n=n,
                move=words.house("let_pass") if advice.action is None else words.move(advice.action, names, seat),
                value=advice.value,
            ),
            words.advice(advice.reason, advice.figures, names),
        )
        for n, advice in enumerate(weighed[:BEST], 1)
    ]
