"""The score of Sixteen: every series that was won, by whom, and with which cards."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tablee.games.sixteen.face import fan, side_name
from tablee.games.sixteen.view import View
from tablee.words import Words


def sheet(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    lines = [
        Text(f"{side_name(view, names, which)}{words.language.colon} {words.say('series', n=view.won[which])}", "bold")
        for which in (0, 1)
    ]
    lines.append(Text())
    if not view.series:
        return [*lines, Text(words.say("no_series"), "dim")]
    for n, series in enumerate(view.series, 1):
        said = words.say("last_series", kind=series.kind, side=side_name(view, names, series.side))
        worth = f" × {series.worth}" if series.worth > 1 else ""
        total = sum(laid.value for laid in series.cards)
        lines += [
            Text(f"{n:>2}. {said}{worth}", "bold"),
            Text("    ").append(fan(series.cards, words)).append(f"= {total}"),
        ]
    return lines
