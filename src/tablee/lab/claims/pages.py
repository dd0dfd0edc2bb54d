"""The pages about claims: a Markdown page for each game and language with its charts, and a list of all.

They are made of `claims.json` alone, so that they say the same as the server.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from tablee.claim_markdown import claim_section, place
from tablee.claims import Claim, ClaimRun, Claims, read_claims, read_stored_claims
from tablee.contract import AnyGame
from tablee.games import GAMES
from tablee.lab import vega
from tablee.lab.files import write_file
from tablee.lab.numbers import group_thousands, number
from tablee.lab.vega import COLOURS, INK, Spec, fair_line, number_locale, renderer
from tablee.languages import FALLBACK, LANGS, Lang
from tablee.words import Words, words

TALL: Final = 220
MANY_RUNS: Final = 10  # from here on runs are listed together
MOST_LABELS: Final = 8  # that fit side by side


def write_pages(folder: Path) -> None:
    """Writes the pages of all games that have claims."""
    found = {name: known for name, game in GAMES.items() if (known := read_claims(game))}
    for name, known in found.items():
        for lang in LANGS:
            write_file(folder / f"{name}.{lang}.md", page(GAMES[name], lang).encode())
            for claim in known.claims:
                svg = renderer().vegalite_to_svg(chart(claim, lang), format_locale=number_locale(words(lang)))
                write_file(folder / picture_path(name, claim, lang), svg.encode() + b"\n")
    for lang in LANGS:
        write_file(folder / ("README.md" if lang == FALLBACK else f"README.{lang}.md"), contents(found, lang).encode())


def picture_path(game: str, claim: Claim, lang: Lang) -> str:
    return f"pictures/{game}-{claim.id}.{lang}.svg"


# ---- the page -------------------------------------------------------------------------


def page(game: AnyGame, lang: Lang) -> str:
    stored, known = read_stored_claims(game), read_claims(game)
    assert stored and known, game.name
    about = words(lang, game)
    say = about.house
    parts = [f"# {about.title}{say('claims_colon')} {say('claims_title')}", say("claims_intro")]
    for claim, figures in zip(known.claims, stored.claims, strict=True):
        parts += claim_section(claim, about, picture_path(game.name, claim, lang))
        parts.append("\n".join(f"- {line}" for line in runs(figures.runs, about)))
    parts += [
        f"## {say('claims_again')}",
        f"```\n{known.made_by}\n```",
        say("claims_cost", games=group_thousands(known.games, about), minutes=number(known.seconds / 60, 0, about)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def runs(played: Sequence[ClaimRun], about: Words) -> Iterator[str]:
    """What was played. If there are many runs, those of the same players and number of games are one line."""
    alike: dict[tuple[Any, ...], list[ClaimRun]] = {}
    for n, run in enumerate(played):
        kind = tuple(dict.fromkeys(run.bots)) if len(played) > MANY_RUNS else tuple(run.bots)
        alike.setdefault((kind, run.games, 0 if len(played) > MANY_RUNS else n), []).append(run)
    for (kind, games, _), those in alike.items():
        times = f"{len(those)} × " if len(those) > 1 else ""
        bots = f"{len(kind)} × {kind[0]}" if len(kind) > 1 and len(set(kind)) == 1 else ", ".join(kind)
        seconds = number(sum(run.seconds for run in those), 0, about)
        key = "claims_run" if kind else "claims_deals"
        options: dict[str, list[str]] = {}
        for run in those:
            for name, text in run.options.items():
                options.setdefault(name, []).append(text)
        said = "".join(f" · `{name}={','.join(dict.fromkeys(texts))}`" for name, texts in options.items())
        yield about.house(key, games=times + group_thousands(games, about), bots=bots, seconds=seconds) + said


def contents(found: dict[str, Claims], lang: Lang) -> str:
    say = words(lang).house
    lines = [f"# {say('claims_title_all')}", say("claims_about")]
    for name, known in found.items():
        title = words(lang, GAMES[name]).title
        lines.append(f"## [{title}]({name}.{lang}.md)")
        lines.append("\n".join(f"- **{claim.title[lang]}** {claim.remember[lang]}" for claim in known.claims))
    return "\n\n".join(lines) + "\n"


# ---- pictures -------------------------------------------------------------------------


def chart(claim: Claim, lang: Lang) -> Spec:
    picture = claim.picture
    values = [
        {"of": figure.of[lang], "at": figure.at if picture.kind == "lines" else place(figure, lang),
         "value": figure.value, "low": figure.low, "high": figure.high}
        for figure in claim.figures
        if figure.n
    ]  # fmt: skip
    names = list(dict.fromkeys(figure.of[lang] for figure in claim.figures))
    numbers: Spec = {"format": ".0%"} if picture.unit == "share" else {}
    y: Spec = {"type": "quantitative", "title": picture.y[lang], "axis": numbers, "scale": {"zero": False}}
    colour: Spec = {"field": "of", "type": "nominal", "title": None, "sort": names, "scale": {"range": COLOURS},
                    "legend": {"columns": 2} if len(names) > 1 else None}  # fmt: skip
    layers = (lines if picture.kind == "lines" else bars)(picture.x[lang], y, colour, names, values)
    if picture.fair is not None:
        layers.append(fair_line(picture.fair))
    if picture.kind == "bars" and len({str(value["at"]) for value in values}) > MOST_LABELS:
        return vega.chart(values, [turn(layer) for layer in layers], {"step": 9})
    return vega.chart(values, layers, TALL)


def turn(layer: Spec) -> Spec:
    """The layer with x and y exchanged: many labels are easier to read below one another."""
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
    """Points with their intervals, side by side. The differences are small; bars from zero would hide them."""
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
