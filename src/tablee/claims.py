"""Claims: questions that players ask about a game, answered by many simulated games.

`python -m tablee.lab.claims` plays the games and writes their figures into `claims.json` beside the game's rules. The
texts are in `claims.en.json`, `claims.fr.json` and so on; figures and texts are put together when they are read, so a
text can be changed and a language added without playing again. The server sends `Claims` to the page, and
`tablee claims` shows them in a terminal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from tablee.contract import AnyGame
from tablee.languages import FALLBACK, LANGS, Lang
from tablee.words import words

FORMAT: Final = 2
Texts: TypeAlias = dict[Lang, str]


class Picture(Struct, frozen=True):
    """How the figures are drawn: as lines over numbers, or as bars under labels; `fair` is a line across."""

    kind: Literal["lines", "bars"]
    unit: Literal["share", "number"]
    x: Texts
    y: Texts
    fair: float | None


class Figure(Struct, frozen=True):
    """One figure: its series, its place on the x axis, its 95% interval and its sample size.

    The sample size is 0 where nothing is known. A figure that is exact has no interval: both ends are its value.
    """

    of: Texts
    at: int | Texts
    value: float
    low: float
    high: float
    n: int


class Claim(Struct, frozen=True):
    """A question (`title`), its answer (`sentence`), what to remember of it, and how it was found out (`note`).

    `players` are the kinds of players who played the `games`. If there are none, the figures were computed.
    """

    id: str
    title: Texts
    sentence: Texts
    remember: Texts
    note: Texts
    games: int
    players: tuple[str, ...]
    picture: Picture
    figures: tuple[Figure, ...]


class Claims(Struct, frozen=True):
    """All claims about a game; none if no question has been asked yet."""

    game: str
    made_by: str = ""
    games: int = 0
    seconds: float = 0
    claims: tuple[Claim, ...] = ()


# ---- what the file holds --------------------------------------------------------------


class ClaimRun(Struct, frozen=True):
    """Games that were played for a claim."""

    bots: tuple[str, ...]
    options: dict[str, str]  # those that differ from the game's defaults
    games: int
    seconds: float


class StoredFigure(Struct, frozen=True):
    """A figure whose series and place are names of labels in the texts."""

    of: str
    at: int | str
    value: float
    low: float
    high: float
    n: int


class StoredClaim(Struct, frozen=True):
    """The figures that answer a question, what was played for them, and the facts that the sentences mention."""

    id: str
    kind: Literal["lines", "bars"]
    unit: Literal["share", "number"]
    fair: float | None
    runs: tuple[ClaimRun, ...]
    facts: dict[str, float]
    figures: tuple[StoredFigure, ...]

    @property
    def games(self) -> int:
        return sum(run.games for run in self.runs)


class StoredClaims(Struct, frozen=True):
    """The whole file."""

    format: int
    game: str
    made_by: str
    games: int
    seconds: float
    claims: tuple[StoredClaim, ...]


def read_stored_claims(game: AnyGame) -> StoredClaims | None:
    """The game's `claims.json`, or None if it has none."""
    source = files(game.package) / "claims.json"
    return msgspec.json.decode(source.read_bytes(), type=StoredClaims) if source.is_file() else None


def has_stored_claims(game: AnyGame) -> bool:
    return (files(game.package) / "claims.json").is_file()


def read_claim_texts(game: AnyGame) -> dict[Lang, dict[str, Any]]:
    """The contents of `claims.<lang>.json`, by language."""
    sources = {lang: files(game.package) / f"claims.{lang}.json" for lang in LANGS}
    return {lang: json.loads(source.read_bytes()) for lang, source in sources.items() if source.is_file()}


def read_claims(game: AnyGame) -> Claims | None:
    """The game's claims in words, or None if it has none."""
    stored = read_stored_claims(game)
    if stored is None:
        return None
    texts = read_claim_texts(game)
    claims = tuple(write_claim(claim, texts) for claim in stored.claims)
    return Claims(stored.game, stored.made_by, stored.games, stored.seconds, claims)


def write_claim(claim: StoredClaim, texts: Mapping[Lang, dict[str, Any]]) -> Claim:
    """The claim in every language. A language without a text of its own has that of the fallback language."""

    def about(part: str) -> Texts:
        found: Texts = {}
        for lang in LANGS:
            own = texts.get(lang, {}).get("claims", {}).get(claim.id, {}).get(part)
            usual = texts[FALLBACK]["claims"][claim.id][part]
            found[lang] = words(FALLBACK if own is None else lang).fill(usual if own is None else own, claim.facts)
        return found

    def label(name: str) -> Texts:
        usual = texts[FALLBACK]["labels"][name]
        return {lang: texts.get(lang, {}).get("labels", {}).get(name, usual) for lang in LANGS}

    def figure(one: StoredFigure) -> Figure:
        at = one.at if isinstance(one.at, int) else label(one.at)
        return Figure(label(one.of), at, one.value, one.low, one.high, one.n)

    return Claim(
        claim.id, about("title"), about("sentence"), about("remember"), about("note"), claim.games,
        players=tuple(dict.fromkeys(bot for run in claim.runs for bot in run.bots)),
        picture=Picture(claim.kind, claim.unit, about("x"), about("y"), claim.fair),
        figures=tuple(figure(one) for one in claim.figures),
    )  # fmt: skip
