"""A claim as Markdown, for the pages in `docs/claims` and for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablee.claims import Claim, Figure
from tablee.languages import Lang
from tablee.words import Words


def claim_list(claims: Iterable[Claim], about: Words, game: str) -> Iterator[str]:
    """Each question with what to remember, and how to see the whole answer in a terminal."""
    yield f"# {about.title}{about.house('claims_colon')} {about.house('claims_title')}"
    for claim in claims:
        yield f"**{claim.title[about.lang]}** {claim.remember[about.lang]} `tablee claims {game} {claim.id}`"


def claim_section(claim: Claim, about: Words, picture: str | None = None) -> Iterator[str]:
    """Its paragraphs: the question, the answer, what to remember, a picture (its path), how it was found, the table."""
    lang, say = about.lang, about.house
    yield f"## {claim.title[lang]}"
    yield f"**{claim.sentence[lang]}**"
    yield f"*{say('claims_remember')}* {claim.remember[lang]}"
    if picture:
        yield f"![{claim.title[lang]}]({picture})"
    yield f"{claim.note[lang]} {count_games(claim, about)}"
    yield claim_table(claim, about)


def count_games(claim: Claim, about: Words) -> str:
    """From how many games the answer comes."""
    if not claim.games:
        return about.house("claims_exact")
    return about.house("claims_counted", games=about.language.format_count(claim.games))


def claim_table(claim: Claim, about: Words) -> str:
    """A row for each place, a column for each series."""
    lang = about.lang
    of = list(dict.fromkeys(figure.of[lang] for figure in claim.figures))
    at: dict[str, dict[str, str]] = {}
    drawn = claim.picture.kind == "lines"  # over numbers, which some series may lack
    decimals = 0 if all(figure.value.is_integer() for figure in claim.figures) else 2
    for figure in sorted(claim.figures, key=lambda figure: figure.at if drawn and isinstance(figure.at, int) else 0):
        at.setdefault(place(figure, lang), {})[figure.of[lang]] = cell(figure, claim.picture.unit, about, decimals)
    lines = [[claim.picture.x[lang], *of], ["---"] + ["--:"] * len(of)]
    lines += [[name, *(cells.get(one, "–") for one in of)] for name, cells in at.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def place(figure: Figure, lang: Lang) -> str:
    return str(figure.at) if isinstance(figure.at, int) else figure.at[lang]


def cell(figure: Figure, unit: str, about: Words, decimals: int) -> str:
    """A figure and its interval; one that is exact has none."""
    if not figure.n:
        return "–"
    share, write = unit == "share", about.language.format_number
    value = about.language.format_percent(figure.value, 1) if share else write(figure.value, decimals)
    if figure.low == figure.high:
        return value
    times, places = (100, 1) if share else (1, 2)
    low, high = write(times * figure.low, places), write(times * figure.high, places)
    return f"{value} ({about.house('arena_between', low=low, high=high)})"
