"""The charts of a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.lab.runs.results import Results, Table
from tablee.lab.runs.sums import Counts
from tablee.lab.vega import BLUE, COLOURS, INK, Spec, chart, fair_line
from tablee.words import Words

BARS: Final = 30  # at most, in a histogram
SHOWN: Final = 24  # actions, at most


def charts(found: Results, words: Words) -> dict[str, Spec]:
    """By name, each chart for which there are figures."""
    alike = len(set(found.experiment.plan.bots)) == 1
    drawn = {"order": wins(found.order, "place", words)} if alike else {}
    drawn["seats"] = wins(found.seats, "seat", words)
    sums = found.sums
    if len(sums.decisions) > 1:
        drawn["lengths"] = histogram(sums.decisions, "decisions", words)
    if len(sums.decided) > 1:
        drawn["decided"] = histogram(sums.decided, "decided", words)
    if any(len(counts) > 1 for counts in sums.rank_scores):
        drawn["scores"] = scores(sums.rank_scores, words)
    drawn["phases"] = heat(found, words)
    return drawn


def wins(rows: Table, of: str, words: Words) -> Spec:
    """What each seat or place wins, with its interval, and the fair share."""
    values = [
        {"x": str(row[of] + (of == "seat")), "rate": row["rate"], "low": row["low"], "high": row["high"]}
        for row in rows
    ]
    x = {"field": "x", "type": "nominal", "title": words.house(f"lab_{of}"), "axis": {"labelAngle": 0}}
    y = {"type": "quantitative", "axis": {"format": ".0%"}, "title": words.house("lab_wins")}
    return chart(
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
            fair_line(1 / len(rows)),
        ],
    )


def bin_counts(counts: Counts) -> tuple[list[tuple[int, int]], int]:
    """The counts in at most BARS bars of equal width, from the lowest value on; and that width."""
    low, high = min(counts), max(counts)
    width = 1 + (high - low) // BARS
    bars: Counts = {}
    for value, times in counts.items():
        place = low + (value - low) // width * width
        bars[place] = bars.get(place, 0) + times
    return sorted(bars.items()), width


def histogram(counts: Counts, of: str, words: Words) -> Spec:
    bars, width = bin_counts(counts)
    games = sum(counts.values())
    values = [{"from": place, "to": place + width, "share": times / games} for place, times in bars]
    title = words.house(f"lab_{of}")
    return chart(
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
    """The scores of the first, of the second and so on."""
    values = []
    for rank, counts in enumerate(by_rank, 1):
        if counts:
            total = sum(counts.values())
            name = words.house("lab_score_rank", n=rank)
            values += [{"rank": name, "score": place, "share": times / total} for place, times in bin_counts(counts)[0]]
    return chart(
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
    """What an action wins in each tenth of a game: the most frequent actions, the most successful on top."""
    shown = sorted(found.actions[:SHOWN], key=lambda row: -row["won"])
    order = [action_text(row["action"], words) for row in shown]
    names = {row["action"]: name for row, name in zip(shown, order, strict=True)}
    values = [
        {"action": names[row["action"]], "tenth": row["tenth"], "won": row["won"]}
        for row in found.phases
        if row["action"] in names
    ]
    fair = 1 / found.experiment.players
    return chart(
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


def action_text(name: str, words: Words) -> str:
    """An action as a menu offers it, with seats as numbers."""
    if name == "let it pass":
        return words.house("let_pass")
    return words.house("lab_other") if name == "other" else words.move(name, ())
