"""How training went: a table with a row for each evaluation, and its charts."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from tablee.contract import OptionError
from tablee.lab.vega import BLUE, Spec, chart, fair_line, renderer
from tablee.words import Words


class Point(Struct, frozen=True):
    """Where training stood, and what the net won then."""

    decisions: int
    updates: int
    games: int  # that it had played with itself
    seconds: float
    entropy: float  # how open it leaves what it does, in nats
    error: float  # of the critic, squared
    against: str
    played: int  # games of the arena
    wins: float
    low: float
    high: float
    fair: float


COLUMNS: Final = Point.__struct_fields__


def write_csv(points: Sequence[Point]) -> bytes:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows([getattr(point, name) for name in COLUMNS] for point in points)
    return text.getvalue().encode()


def read_csv(content: bytes) -> list[Point]:
    import msgspec

    return [msgspec.convert(row, Point, strict=False) for row in csv.DictReader(io.StringIO(content.decode()))]


def draw(points: Sequence[Point], words: Words) -> bytes | None:
    """The chart of wins as SVG; None without the extra `lab`."""
    try:
        svg: str = renderer().vegalite_to_svg(wins(points, words))
    except OptionError:
        return None
    return svg.encode()


def wins(points: Sequence[Point], words: Words) -> Spec:
    values: list[dict[str, Any]] = [
        {"x": point.decisions / 1e6, "rate": point.wins, "low": point.low, "high": point.high} for point in points
    ]
    x = {"field": "x", "type": "quantitative", "title": words.house("learn_millions")}
    title = words.house("learn_wins", against=points[-1].against)
    y = {"type": "quantitative", "axis": {"format": ".0%"}, "title": title, "scale": {"domain": [0, 1]}}
    band = {"mark": {"type": "area", "color": BLUE, "opacity": 0.25},
            "encoding": {"x": x, "y": {"field": "low", **y}, "y2": {"field": "high"}}}  # fmt: skip
    line = {"mark": {"type": "line", "color": BLUE, "point": True}, "encoding": {"x": x, "y": {"field": "rate", **y}}}
    return chart(values, [band, line, fair_line(points[-1].fair)])
