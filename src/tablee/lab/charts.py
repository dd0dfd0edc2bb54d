"""The pictures of a report, as Vega-Lite specifications: plain values, drawn by vl-convert without a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tablee.lab.chunk import Counts
from tablee.lab.results import Results, Table
from tablee.words import Words

Spec = dict[str, Any]

WIDTH, HEIGHT = 330, 190  # as wide as a phone is
BARS: Final = 30  # at most, in a histogram
SHOWN: Final = 24  # actions
INK, BLUE, RED = "#33312e", "#2f6f8f", "#b5483a"
COLOURS: Final = ["#2f6f8f", "#d19a2a", "#b5483a", "#5d8a4a", "#7a5a94", "#8a8a8a", "#c77fa0", "#4f4f9f"]
LOCALE: Final = {"en": "en-US", "fr": "fr-FR"}
CONFIG: Final[Spec] = {
    "background": "white",
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {"grid": False, "labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12,
             "titleFontWeight": "normal", "labelLimit": 170},
    "legend": {"labelFontSize": 12, "titleFontSize": 12, "orient": "top", "titleFontWeight": "normal"},
}  # fmt: skip


def charts(found: Results, words: Words) -> dict[str, Spec]:
    """By name, each picture that these figures fill."""
    alike = len(set(found.experiment.plan.bots)) == 1
    drawn = {"order": wins(found.order, "place", words)} if alike else {}
    drawn["seats"] = wins(found.seats, "seat", words)
    chunk = found.chunk
    if len(chunk.decisions) > 1:
        drawn["lengths"] = histogram(chunk.decisions, "decisions", words)
    if len(chunk.decided) > 1:
        drawn["decided"] = histogram(chunk.decided, "decided", words)
    if any(len(counts) > 1 for counts in chunk.rank_scores):
        drawn["scores"] = scores(chunk.rank_scores, words)
    drawn["phases"] = heat(found, words)
    return drawn


def spec(values: Table, layers: Sequence[Spec] | Spec, height: Any = HEIGHT) -> Spec:
    body = {"layer": list(layers)} if isinstance(layers, Sequence) else layers
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": values},
        "width": WIDTH,
        "height": height,
        "config": CONFIG,
        **body,
    }


def wins(rows: Table, of: str, words: Words) -> Spec:
    """What each wins, with its interval, and the fair share."""
    first = 1 if of == "place" else 0  # seats count from 0, as everywhere
    values = [{"x": str(row[of] + first), "rate": row["rate"], "low": row["low"], "high": row["high"]} for row in rows]
    x = {"field": "x", "type": "nominal", "title": words.house(f"lab_{of}"), "axis": {"labelAngle": 0}}
    y = {"type": "quantitative", "axis": {"format": ".0%"}, "title": words.house("lab_wins")}
    return spec(
        values,
        [
            {
                "mark": {"type": "bar", "color": BLUE, "width": {"band": 0.6}},
                "encoding": {"x": x, "y": {"field": "rate", **y}},
            },
            {
                "mark": {"type": "rule", "color": INK, "strokeWidth": 2},
                "encoding": {"x": x, "y": {"field": "low", **y}, "y2": {"field": "high"}},
            },
            {
                "mark": {"type": "rule", "color": RED, "strokeDash": [5, 4], "strokeWidth": 1.5},
                "encoding": {"y": {"datum": 1 / len(rows), "type": "quantitative"}},
            },
        ],
    )


def binned(counts: Counts) -> tuple[list[tuple[int, int]], int]:
    """The counts in at most so many bars of one width, from their least value on."""
    low, high = min(counts), max(counts)
    width = 1 + (high - low) // BARS
    bars: Counts = {}
    for value, times in counts.items():
        place = low + (value - low) // width * width
        bars[place] = bars.get(place, 0) + times
    return sorted(bars.items()), width


def histogram(counts: Counts, of: str, words: Words) -> Spec:
    bars, width = binned(counts)
    games = sum(counts.values())
    values = [{"from": place, "to": place + width, "share": times / games} for place, times in bars]
    title = words.house(f"lab_{of}")
    return spec(
        values,
        {
            "mark": {"type": "bar", "color": BLUE, "stroke": "white", "strokeWidth": 0.5},
            "encoding": {
                "x": {"field": "from", "type": "quantitative", "bin": {"binned": True}, "title": title,
                      "scale": {"zero": False}, "axis": {"format": "d", "tickMinStep": 1}},
                "x2": {"field": "to"},
                "y": {"field": "share", "type": "quantitative", "axis": {"format": ".0%"},
                      "title": words.house("lab_games")},
            },
        },
    )  # fmt: skip


def scores(by_rank: Sequence[Counts], words: Words) -> Spec:
    """What the first, the second and so on come to."""
    values = []
    for rank, counts in enumerate(by_rank, 1):
        if counts:
            total = sum(counts.values())
            name = words.house("lab_score_rank", n=rank)
            values += [{"rank": name, "score": place, "share": times / total} for place, times in binned(counts)[0]]
    return spec(
        values,
        {
            "mark": {"type": "line", "point": {"size": 22}, "strokeWidth": 2},
            "encoding": {
                "x": {"field": "score", "type": "quantitative", "title": words.house("lab_score"),
                      "axis": {"format": "d", "tickMinStep": 1}},
                "y": {"field": "share", "type": "quantitative", "axis": {"format": ".0%"},
                      "title": words.house("lab_games")},
                "color": {"field": "rank", "type": "nominal", "title": None, "scale": {"range": COLOURS}},
            },
        },
    )  # fmt: skip


def heat(found: Results, words: Words) -> Spec:
    """What those win who choose an action, in each tenth of a game: the commonest actions, the most winning on top."""
    shown = sorted(found.actions[:SHOWN], key=lambda row: -row["won"])
    order = [action(row["action"], words) for row in shown]
    names = {row["action"]: name for row, name in zip(shown, order, strict=True)}
    values = [
        {"action": names[row["action"]], "tenth": row["tenth"], "won": row["won"]}
        for row in found.phases
        if row["action"] in names
    ]
    fair = 1 / found.experiment.players
    return spec(
        values,
        {
            "mark": {"type": "rect"},
            "encoding": {
                "x": {"field": "tenth", "type": "ordinal", "title": words.house("lab_tenth"),
                      "axis": {"labelAngle": 0}},
                "y": {"field": "action", "type": "nominal", "sort": order, "title": None},
                "color": {"field": "won", "type": "quantitative", "title": words.house("lab_won"),
                          "scale": {"scheme": "redblue", "domainMid": fair},
                          "legend": {"format": ".0%", "gradientLength": 150}},
            },
        },
        {"step": 18},
    ) | {"width": 190}  # fmt: skip


def action(name: str, words: Words) -> str:
    """An action as a menu offers it; seats are told by their numbers."""
    if name == "let it pass":
        return words.house("let_pass")
    return words.house("lab_other") if name == "other" else words.move(name, ())
