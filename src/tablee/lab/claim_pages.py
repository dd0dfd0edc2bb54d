"""The pages about claims: a Markdown page a game and language with its pictures, and a list of all.

They are made of `claims.json` alone, so that the page, the picture and what the server shows say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tablee.contract import AnyGame
from tablee.games import GAMES
from tablee.lab.charts import COLOURS, INK, LOCALE, RED, Spec, spec
from tablee.lab.claims import Answer, Claims, Row, Run, kept
from tablee.lab.folder import write
from tablee.lab.page import converter
from tablee.lab.report import between, number, percent
from tablee.lab.sentences import grouped
from tablee.words import LANGS, Lang, Words, words

TALL: Final = 220
MANY: Final = 10  # runs that are not told one by one
ABREAST: Final = 8  # labels that fit side by side


def write_pages(folder: Path) -> None:
    """Everything that is known, in this folder."""
    found = {name: known for name, game in GAMES.items() if (known := kept(game))}
    for name, known in found.items():
        for lang in LANGS:
            write(folder / f"{name}.{lang}.md", page(GAMES[name], known, lang).encode())
            for answer in known.claims:
                svg = converter().vegalite_to_svg(chart(answer, lang), format_locale=LOCALE[lang])
                write(folder / picture_path(name, answer, lang), svg.encode() + b"\n")
    for lang in LANGS:
        write(folder / ("README.md" if lang == "en" else f"README.{lang}.md"), contents(found, lang).encode())


def picture_path(game: str, answer: Answer, lang: Lang) -> str:
    return f"pictures/{game}-{answer.id}.{lang}.svg"


# ---- the page -------------------------------------------------------------------------


def page(game: AnyGame, known: Claims, lang: Lang) -> str:
    about = words(lang, game)
    say = about.house
    parts = [
        f"# {about.title}{say('claims_colon')} {say('claims_title')}",
        say("claims_intro"),
        *(part for answer in known.claims for part in section(answer, known.game, lang, about)),
        f"## {say('claims_again')}",
        f"```\n{known.made_by}\n```",
        say("claims_cost", games=grouped(known.games, about), minutes=number(known.seconds / 60, 0, about)),
    ]
    return "\n\n".join(parts) + "\n"


def section(answer: Answer, game: str, lang: Lang, about: Words) -> Iterator[str]:
    yield f"## {answer.title[lang]}"
    yield f"**{answer.sentence[lang]}**"
    yield f"![{answer.title[lang]}]({picture_path(game, answer, lang)})"
    yield answer.note[lang]
    yield table(answer, lang, about)
    yield "\n".join(f"- {line}" for line in runs(answer.runs, about))


def table(answer: Answer, lang: Lang, about: Words) -> str:
    """A row for each place, a column for each that is compared there."""
    of = list(dict.fromkeys(row.of[lang] for row in answer.figures))
    at: dict[str, dict[str, str]] = {}
    drawn = answer.picture.kind == "lines"  # over numbers, which some of those compared may lack
    for row in sorted(answer.figures, key=lambda row: row.at if drawn and isinstance(row.at, int) else 0):
        at.setdefault(place(row, lang), {})[row.of[lang]] = cell(row, answer.picture.unit, about)
    lines = [[answer.picture.x[lang], *of], ["---"] + ["--:"] * len(of)]
    lines += [[name, *(cells.get(one, "–") for one in of)] for name, cells in at.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def place(row: Row, lang: Lang) -> str:
    return str(row.at) if isinstance(row.at, int) else row.at[lang]


def cell(row: Row, unit: str, about: Words) -> str:
    """A figure and its interval."""
    if not row.n:
        return "–"
    if unit == "share":
        return f"{percent(row.value, about)} ({between(row.low, row.high, 100, about)})"
    within = about.house("arena_between", low=number(row.low, 2, about), high=number(row.high, 2, about))
    return f"{number(row.value, 2, about)} ({within})"


def runs(played: list[Run], about: Words) -> Iterator[str]:
    """What was played; where that is much, runs of as many games of the same players together."""
    alike: dict[tuple[Any, ...], list[Run]] = {}
    for n, run in enumerate(played):
        kind = tuple(dict.fromkeys(run.bots)) if len(played) > MANY else tuple(run.bots)
        alike.setdefault((kind, run.games, 0 if len(played) > MANY else n), []).append(run)
    for (kind, games, _), those in alike.items():
        times = f"{len(those)} × " if len(those) > 1 else ""
        bots = f"{len(kind)} × {kind[0]}" if len(kind) > 1 and len(set(kind)) == 1 else ", ".join(kind)
        seconds = number(sum(run.seconds for run in those), 0, about)
        told = "claims_run" if kind else "claims_deals"
        options: dict[str, list[str]] = {}
        for run in those:
            for name, text in run.options.items():
                options.setdefault(name, []).append(text)
        said = "".join(f" · `{name}={','.join(dict.fromkeys(texts))}`" for name, texts in options.items())
        yield about.house(told, games=times + grouped(games, about), bots=bots, seconds=seconds) + said


def contents(found: dict[str, Claims], lang: Lang) -> str:
    say = words(lang).house
    lines = [f"# {say('claims_title_all')}", say("claims_about")]
    for name, known in found.items():
        title = words(lang, GAMES[name]).title
        lines.append(f"## [{title}]({name}.{lang}.md)")
        lines.append("\n".join(f"- **{answer.title[lang]}** {answer.sentence[lang]}" for answer in known.claims))
    return "\n\n".join(lines) + "\n"


# ---- pictures -------------------------------------------------------------------------


def chart(answer: Answer, lang: Lang) -> Spec:
    picture = answer.picture
    values = [
        {"of": row.of[lang], "at": row.at if picture.kind == "lines" else place(row, lang), "value": row.value,
         "low": row.low, "high": row.high}
        for row in answer.figures
        if row.n
    ]  # fmt: skip
    names = list(dict.fromkeys(row.of[lang] for row in answer.figures))
    numbers: Spec = {"format": ".0%"} if picture.unit == "share" else {}
    y: Spec = {"type": "quantitative", "title": picture.y[lang], "axis": numbers, "scale": {"zero": False}}
    colour: Spec = {"field": "of", "type": "nominal", "title": None, "sort": names, "scale": {"range": COLOURS},
                    "legend": {"columns": 2} if len(names) > 1 else None}  # fmt: skip
    layers = (lines if picture.kind == "lines" else bars)(picture.x[lang], y, colour, names, values)
    if picture.fair is not None:
        layers.append({
            "mark": {"type": "rule", "color": RED, "strokeDash": [5, 4], "strokeWidth": 1.5},
            "encoding": {"y": {"datum": picture.fair, "type": "quantitative"}},
        })  # fmt: skip
    if picture.kind == "bars" and len({str(value["at"]) for value in values}) > ABREAST:
        return spec(values, [lying(layer) for layer in layers], {"step": 9})
    return spec(values, layers, TALL)


def lying(layer: Spec) -> Spec:
    """The same on its side: many labels stand better below one another."""
    turned = {"x": "y", "y": "x", "y2": "x2", "xOffset": "yOffset"}
    return {**layer, "encoding": {turned.get(name, name): how for name, how in layer["encoding"].items()}}


def lines(x: str, y: Spec, colour: Spec, names: list[str], values: list[dict[str, Any]]) -> list[Spec]:
    across: Spec = {"field": "at", "type": "quantitative", "title": x, "scale": {"zero": False, "nice": False},
                    "axis": {"format": "d", "tickMinStep": 1}}  # fmt: skip
    return [
        {"mark": {"type": "line", "point": {"size": 22}, "strokeWidth": 2},
         "encoding": {"x": across, "y": {"field": "value", **y}, "color": colour}},
        {"mark": {"type": "rule", "strokeWidth": 1.5},
         "encoding": {"x": across, "y": {"field": "low", **y}, "y2": {"field": "high"}, "color": colour}},
    ]  # fmt: skip


def bars(x: str, y: Spec, colour: Spec, names: list[str], values: list[dict[str, Any]]) -> list[Spec]:
    """Points with their intervals, side by side: differences are small, and bars from zero would hide them."""
    order = list(dict.fromkeys(value["at"] for value in values))
    across: Spec = {"field": "at", "type": "ordinal", "title": x, "sort": order,
                    "axis": {"labelAngle": 0 if max(map(len, order)) < 12 or len(order) < 3 else -30}}  # fmt: skip
    beside: Spec = {"field": "of", "type": "nominal", "sort": names}
    return [
        {"mark": {"type": "rule", "strokeWidth": 2},
         "encoding": {"x": across, "xOffset": beside, "y": {"field": "low", **y}, "y2": {"field": "high"},
                      "color": colour}},
        {"mark": {"type": "point", "filled": True, "size": 70, "opacity": 1, "stroke": INK, "strokeWidth": 0.5},
         "encoding": {"x": across, "xOffset": beside, "y": {"field": "value", **y}, "color": colour}},
    ]  # fmt: skip
