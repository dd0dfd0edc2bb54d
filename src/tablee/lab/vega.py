"""What all charts share: Vega-Lite specifications with plain values, drawn by vl-convert without a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tablee.contract import OptionError
from tablee.words import Words

Spec = dict[str, Any]

WIDTH, HEIGHT = 330, 190  # as wide as a phone is
INK, BLUE, RED = "#33312e", "#2f6f8f", "#b5483a"
COLOURS: Final = ["#2f6f8f", "#d19a2a", "#b5483a", "#5d8a4a", "#7a5a94", "#8a8a8a", "#c77fa0", "#4f4f9f"]
CONFIG: Final[Spec] = {
    "background": "white",
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {"grid": False, "labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12,
             "titleFontWeight": "normal", "labelLimit": 170},
    "legend": {"labelFontSize": 12, "titleFontSize": 12, "orient": "top", "titleFontWeight": "normal"},
}  # fmt: skip


def number_locale(words: Words) -> dict[str, Any]:
    """How the charts write numbers in this language, as d3-format asks for it."""
    language = words.language
    return {"decimal": language.decimal, "thousands": language.thousands, "grouping": [3], "currency": ["", ""],
            "percent": language.write_percent(""), "minus": language.minus}  # fmt: skip


def chart(values: Sequence[dict[str, Any]], layers: Sequence[Spec] | Spec, height: Any = HEIGHT) -> Spec:
    """The specification of a chart with one layer, or with several."""
    body = {"layer": list(layers)} if isinstance(layers, Sequence) else layers
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": list(values)},
        "width": WIDTH,
        "height": height,
        "config": CONFIG,
        **body,
    }


def fair_line(share: float) -> Spec:
    """A dashed line across the chart, at the fair share."""
    return {
        "mark": {"type": "rule", "color": RED, "strokeDash": [5, 4], "strokeWidth": 1.5},
        "encoding": {"y": {"datum": share, "type": "quantitative"}},
    }


def renderer() -> Any:
    """vl-convert, which draws a specification as SVG or PNG. It is an extra."""
    try:
        import vl_convert
    except ImportError as error:
        raise OptionError("report", "this needs an extra: pip install 'tablee[{extra}]'", extra="lab") from error
    return vl_convert
