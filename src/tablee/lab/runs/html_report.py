"""The report of a run: one HTML page that loads nothing from any network, and the same charts as PNG files."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from tablee.lab.files import write_file
from tablee.lab.numbers import group_thousands, interval, number, percent
from tablee.lab.runs.charts import SHOWN, action_text, charts
from tablee.lab.runs.comparison import Comparison
from tablee.lab.runs.experiment import Experiment
from tablee.lab.runs.results import Results
from tablee.lab.runs.sentences import (
    comparison_sentences,
    difference_interval,
    difference_text,
    figure_name,
    mean_interval,
    p_text,
    sentences,
    side_text,
)
from tablee.lab.vega import number_locale, renderer
from tablee.words import Words

LENGTHS: Final = ("mean", "95", "deviation", "least", "p05", "p25", "p50", "p75", "p95", "most")
STYLE: Final = """
:root { color-scheme: light dark; --ink: #33312e; --quiet: #6b665e; --paper: #faf8f4; --card: white; --line: #eee }
body { font: 17px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 72rem; padding: 1rem 1.2rem 3rem }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1rem 0 .5rem } h2 { font-size: 1.15rem; margin: 0 0 .5rem }
.lead { font-size: 1.25rem; line-height: 1.4; font-weight: 600 } .about, .note { color: var(--quiet); font-size: .9rem }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; margin: 1.5rem 0 }
figure, section { background: var(--card); border-radius: .6rem; padding: 1rem; margin: 0; box-shadow: 0 1px 3px #0002 }
section { margin-top: 1rem; overflow-x: auto } svg { max-width: 100%; height: auto; overflow: visible }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .95rem }
table + table { margin-top: 1rem } th { font-weight: 600 }
th, td { padding: .2rem .55rem .2rem 0; text-align: right; white-space: pre; vertical-align: top }
th:first-child, td:first-child { text-align: left } tr + tr td { border-top: 1px solid var(--line) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; margin: 0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e4dc; --quiet: #b3ada2; --paper: #1b1a18; --card: #262421; --line: #3a3733 }
  svg { filter: invert(1) hue-rotate(180deg); mix-blend-mode: screen }
}
"""


def write_report(found: Results, words: Words, command: str, before: Comparison | None = None) -> None:
    """Writes `report.fr.html` (or `en`) and `pictures/*.fr.png` in the folder of the run.

    `before` compares it with how the game was before a change.
    """
    drawn = charts(found, words)
    draw, locale = renderer(), number_locale(words)
    for name, spec in drawn.items():
        png = draw.vegalite_to_png(spec, scale=2, format_locale=locale)
        write_file(found.path / "pictures" / f"{name}.{words.lang}.png", png)
    svgs = {name: draw.vegalite_to_svg(spec, format_locale=locale) for name, spec in drawn.items()}
    write_file(found.path / f"report.{words.lang}.html", page(found, svgs, words, command, before).encode())


def page(found: Results, svgs: dict[str, str], words: Words, command: str, before: Comparison | None = None) -> str:
    say, plan = words.house, found.experiment.plan
    title = say("lab_page_title", title=words.title, games=group_thousands(found.games, words))
    options = " · ".join(f"{name}={text}" for name, text in plan.agreed)
    bots = ", ".join(plan.bots)
    engine = say(f"lab_by_{found.experiment.engine}")
    said = sentences(found, words)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">{escape(said[0])}</p>',
        *(f"<p>{escape(sentence)}</p>" for sentence in said[1:]),
        f'<p class="about">{escape(f"{options} · {bots} · {engine}")}</p>',
        '<div class="pictures">',
        *(picture(name, svg, words) for name, svg in svgs.items()),
        "</div>",
        *([] if before is None else before_after(before, words)),
        *tables(found, words),
        section("command", f"<pre>{escape(command)}</pre>", words),
    ]
    return document(title, parts, words)


def document(title: str, parts: Sequence[str], words: Words) -> str:
    """A whole page."""
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{words.lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def picture(name: str, svg: str, words: Words) -> str:
    note = words.house("lab_fair_line") if name in ("order", "seats") else ""
    below = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<figure><h2>{escape(words.house(f'lab_part_{name}'))}</h2>{svg}{below}</figure>"


def section(name: str, body: str, words: Words, note: str = "") -> str:
    below = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(words.house(f'lab_part_{name}'))}</h2>{body}{below}</section>"


def table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{lines}</table>"


def before_after(found: Comparison, words: Words) -> list[str]:
    """What a change has changed: its two sides, sentences, and every figure."""
    rows = [
        [figure_name(row.figure, words), side_text(row, "a", words), side_text(row, "b", words),
         difference_text(row.difference, row.figure, words), difference_interval(row, words), p_text(row.p, words)]
        for row in found.differences
    ]  # fmt: skip
    names = heads(words, "figure", "a", "b", "difference", "95", "p")
    sides = "".join(
        f'<p class="about">{escape(f"{side}: {settings(one)}")}</p>' for side, one in (("a", found.a), ("b", found.b))
    )
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in comparison_sentences(found, words))
    return [section("before_after", sides + said + table(names, rows), words, words.house("lab_p_note"))]


def settings(one: Experiment) -> str:
    return " · ".join([*(f"{name}={text}" for name, text in one.plan.agreed), ", ".join(one.plan.bots)])


# ---- the tables ---------------------------------------------------------------------------


def tables(found: Results, words: Words) -> list[str]:
    say = words.house
    seats = [
        [f"{row['seat'] + 1} {row['bot']}", percent(row["rate"], words), interval(row["low"], row["high"], 100, words),
         percent(row["rank_1"] / row["games"], words), interval(row["rank_1_low"], row["rank_1_high"], 100, words)]
        for row in found.seats
    ]  # fmt: skip
    order = [
        [str(row["place"]), percent(row["rate"], words), interval(row["low"], row["high"], 100, words)]
        for row in found.order
    ]
    actions = [
        [action_text(row["action"], words), group_thousands(row["times"], words),
         percent(row["share"], words), interval(row["share_low"], row["share_high"], 100, words),
         percent(row["won"], words), interval(row["won_low"], row["won_high"], 100, words)]
        for row in found.actions[:SHOWN]
    ]  # fmt: skip
    all_actions = len(found.actions)
    note = say("lab_actions_note", n=SHOWN, all=all_actions) if all_actions > SHOWN else ""
    drawn = [
        section("seats", table(heads(words, "seat", "wins", "95", "rank_1", "95"), seats), words),
        section("order", table(heads(words, "place", "wins", "95"), order), words),
        section("lengths", table(heads(words, "of", *LENGTHS), lengths(found, words)), words),
        section("actions", table(heads(words, "action", "times", "share", "95", "won", "95"), actions), words, note),
    ]
    if any(len(counts) > 1 for counts in found.sums.rank_scores):
        drawn.insert(3, section("scores", table(heads(words, "score", *LENGTHS), scores(found, words)), words))
    if found.sums.watched:
        rules = [
            [row["rule"], percent(row["games"], words), interval(row["low"], row["high"], 100, words),
             number(row["moves"], 1, words), moves_interval(row, words)]
            for row in found.rules
        ]  # fmt: skip
        watched = say("lab_rules_note", n=found.sums.watched)
        drawn.append(
            section("rules", table(heads(words, "rule", "rule_games", "95", "rule_moves", "95"), rules), words, watched)
        )
    for missing, name in ((found.luck, "luck"), (found.stakes, "stakes"), (found.span, "span")):
        if missing is None:
            drawn.append(section(name, "", words, say(f"lab_no_{name}")))
    return drawn


def moves_interval(row: dict[str, Any], words: Words) -> str:
    return mean_interval({"low": row["moves_low"], "high": row["moves_high"]}, words, 1)


def heads(words: Words, *names: str) -> list[str]:
    return [words.house(f"lab_{name}") for name in names]


def lengths(found: Results, words: Words) -> list[list[str]]:
    return [[words.house(f"lab_{row['of']}"), *spread(row, words)] for row in found.lengths]


def scores(found: Results, words: Words) -> list[list[str]]:
    named = []
    for row in found.scores:
        kind, n = row["of"].split()
        number = int(n) + 1 if kind == "seat" else n  # seats count from 1 where people read them
        named.append([words.house(f"lab_score_{kind}", n=number), *spread(row, words)])
    return named


def spread(row: dict[str, Any], words: Words) -> list[str]:
    """The figures of LENGTHS."""
    return [
        mean_interval(row, words) if name == "95"
        else number(row[name], 2 if name == "mean" else 0, words) if name in ("mean", "least", "most")
        else with_interval(row, name, 2 if name == "deviation" else 0, words)
        for name in LENGTHS
    ]  # fmt: skip


def with_interval(row: dict[str, Any], name: str, places: int, words: Words) -> str:
    """A figure, and under it its interval where that has several values."""
    bounds = {"low": row[f"{name}_low"], "high": row[f"{name}_high"]}
    text = number(row[name], places, words)
    return text if bounds["low"] == bounds["high"] else f"{text}\n({mean_interval(bounds, words, places)})"
