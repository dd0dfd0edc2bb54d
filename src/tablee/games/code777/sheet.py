"""All that was said at a table of Code 777, and by whom: every question, its answer, every declaration."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tablee.contract import write_value
from tablee.games.code777.state import Asked
from tablee.games.code777.view import View
from tablee.words import Words


def sheet(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    lines = []
    for event in view.log:
        if isinstance(event, Asked):
            told = f"{event.by}: ask = {event.number} {event.answer}"
        else:
            told = f"{event.by}: declare {write_value(event.said)} = {'right' if event.right else 'wrong'}"
        lines.append(Text(words.line(told, None, names)))
    return lines or [Text(words.say("nothing"), "dim")]
