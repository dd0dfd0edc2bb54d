"""Claims: questions about a game, answered by millions of games. What `claims.json` beside a game's rules holds.

`python -m tablee.lab.claims` writes these files. The server reads them as `Claims`, without what only the laboratory
needs, and sends that to the page.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from tablee.contract import AnyGame
from tablee.languages import FALLBACK, LANGS, Lang

FORMAT: Final = 1
Texts: TypeAlias = dict[Lang, str]


class Picture(Struct, frozen=True):
    """How the figures are drawn: as lines over numbers, or as bars under labels; `fair` is a line across."""

    kind: Literal["lines", "bars"]
    unit: Literal["share", "number"]
    x: Texts
    y: Texts
    fair: float | None


class Figure(Struct, frozen=True):
    """One figure with its 95 % interval: what it is of, its place on the x axis, and out of how many it comes."""

    of: Texts
    at: int | Texts
    value: float
    low: float
    high: float
    n: int


class Claim(Struct, frozen=True):
    """A question, its answer, and the kinds of players for which it is true."""

    id: str
    title: Texts
    sentence: Texts
    note: Texts
    games: int
    players: tuple[str, ...]
    picture: Picture
    figures: tuple[Figure, ...]


class Claims(Struct, frozen=True):
    """All claims about a game; none if nobody has asked a question yet."""

    game: str
    made_by: str = ""
    games: int = 0
    seconds: float = 0
    claims: tuple[Claim, ...] = ()


# ---- what only the file holds ---------------------------------------------------------


class ClaimRun(Struct, frozen=True):
    """Games that were played for a claim."""

    bots: tuple[str, ...]
    options: dict[str, str]  # those that differ from the game's defaults
    games: int
    seconds: float


class StoredClaim(Claim, frozen=True, kw_only=True):
    """A claim with what was played for it."""

    runs: tuple[ClaimRun, ...]


class StoredClaims(Claims, frozen=True, kw_only=True):
    """The whole file."""

    format: int
    claims: tuple[StoredClaim, ...]


T = TypeVar("T", bound=Claims)


def read_claims(game: AnyGame, kind: type[T]) -> T | None:
    """The game's `claims.json`, or None if it has none. Texts that a language lacks are in the fallback language."""
    source = files(game.package) / "claims.json"
    return msgspec.convert(complete_texts(json.loads(source.read_bytes())), kind) if source.is_file() else None


def complete_texts(value: Any) -> Any:
    """The same with every text in all languages."""
    if isinstance(value, list):
        return [complete_texts(part) for part in value]
    if not isinstance(value, dict):
        return value
    if FALLBACK in value:
        return {lang: value.get(lang, value[FALLBACK]) for lang in LANGS}
    return {key: complete_texts(part) for key, part in value.items()}
