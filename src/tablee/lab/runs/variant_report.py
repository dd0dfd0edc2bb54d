"""Reports of comparisons and sweeps: one HTML page each that loads nothing from any network, and PNG files."""

from __future__ import annotations

from html import escape
from pathlib import Path

from tablee.lab.files import write_file
from tablee.lab.numbers import group_thousands
from tablee.lab.runs.comparison import Comparison
from tablee.lab.runs.html_report import before_after, document, heads, section, settings, table
from tablee.lab.runs.sentences import (
    comparison_sentences,
    figure_name,
    figure_text,
    level_interval,
    share_text,
    sweep_headline,
    sweep_sentences,
)
from tablee.lab.runs.sweep import FigureSweep, Sweep
from tablee.lab.vega import BLUE, COLOURS, Spec, chart, number_locale, renderer
from tablee.words import Words


def write_comparison_report(found: Comparison, folder: Path, words: Words, command: str) -> None:
    """Writes `report.fr.html` (or `en`) in the folder."""
    title = words.house("lab_compare_page", title=words.title, games=group_thousands(found.games, words))
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">{escape(comparison_sentences(found, words)[0])}</p>',
        *before_after(found, words),
        section("command", f"<pre>{escape(command)}</pre>", words),
    ]
    write_file(folder / f"report.{words.lang}.html", document(title, parts, words).encode())


def write_sweep_report(found: Sweep, folder: Path, words: Words, command: str) -> None:
    """Writes `report.fr.html` (or `en`) and `pictures/<figure>.fr.png` in the folder."""
    title = words.house("lab_sweep_page", title=words.title, over=", ".join(map(words.option, found.over)))
    draw, locale = renderer(), number_locale(words)
    parts = [f"<h1>{escape(title)}</h1>", f'<p class="about">{escape(settings(found.variants[0]))}</p>']
    for figure in found.figures:
        spec = draw_figure(found, figure, words)
        png = draw.vegalite_to_png(spec, scale=2, format_locale=locale)
        write_file(folder / "pictures" / f"{figure.figure}.{words.lang}.png", png)
        rows = [
            [*level.values, figure_text(level.mean, figure.figure, words), level_interval(level, figure.figure, words)]
            for level in figure.levels
        ]
        names = [*map(words.option, found.over), *heads(words, "mean", "95")]
        shares = [[words.option(one.option), share_text(one, words)] for one in figure.shares]
        said = [sweep_headline(found, figure, words), *sweep_sentences(found, figure, words)]
        parts.append(
            f"<section><h2>{escape(figure_name(figure.figure, words))}</h2>"
            + "".join(f"<p>{escape(sentence)}</p>" for sentence in said)
            + draw.vegalite_to_svg(spec, format_locale=locale)
            + table(names, rows)
            + table(heads(words, "option", "explains"), shares)
            + "</section>"
        )
    parts.append(section("command", f"<pre>{escape(command)}</pre>", words, words.house("lab_sweep_note")))
    write_file(folder / f"report.{words.lang}.html", document(title, parts, words).encode())


def draw_figure(found: Sweep, figure: FigureSweep, words: Words) -> Spec:
    """The mean of each variant with its interval: by the values of the first option, a colour for those of the rest."""
    first, *others = found.over
    values = [
        {"x": level.values[0], "rest": " · ".join(level.values[1:]), "mean": level.mean, "low": low, "high": high}
        for level in figure.levels
        for low, high in [level.bounds]
    ]
    x = {"field": "x", "type": "nominal", "sort": found.over[first], "title": words.option(first),
         "axis": {"labelAngle": 0}}  # fmt: skip
    shares = figure.figure.endswith("_wins")
    y = {"type": "quantitative", "scale": {"zero": False}, "title": figure_name(figure.figure, words),
         "axis": {"format": ".1%" if shares else "~g"}}  # fmt: skip
    named = " · ".join(map(words.option, others))
    colour: Spec = (
        {"field": "rest", "type": "nominal", "title": named, "scale": {"range": COLOURS}} if others else {"value": BLUE}
    )
    offset: Spec = {"xOffset": {"field": "rest"}} if others else {}
    return chart(
        values,
        [
            {"mark": {"type": "rule", "strokeWidth": 2},
             "encoding": {"x": x, **offset, "y": {"field": "low", **y}, "y2": {"field": "high"}, "color": colour}},
            {"mark": {"type": "point", "filled": True, "size": 60},
             "encoding": {"x": x, **offset, "y": {"field": "mean", **y}, "color": colour}},
        ],
    )  # fmt: skip
