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
from tablee.words import words

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
    """A claim with what was played for it, and with the figures in its sentences."""

    runs: tuple[ClaimRun, ...]
    facts: dict[str, float] = {}


class StoredClaims(Claims, frozen=True, kw_only=True):
    """The whole file."""

    format: int
    claims: tuple[StoredClaim, ...] = ()


T = TypeVar("T", bound=Claims)


def read_claims(game: AnyGame, kind: type[T]) -> T | None:
    """The game's `claims.json`, or None if it has none.

    The file has the texts of the languages that were there when it was written. Those of another language are made of
    the stored facts and the language's `claims.<lang>.json`; without that file they are in the fallback language.
    """
    source = files(game.package) / "claims.json"
    if not source.is_file():
        return None
    found = json.loads(source.read_bytes())
    texts = read_claim_texts(game)
    names = {text: name for name, text in texts.get(FALLBACK, {}).get("labels", {}).items()}
    labels = {lang: {text: said["labels"].get(names.get(text), text) for text in names} for lang, said in texts.items()}
    for claim in found.get("claims", ()):
        for part in ("title", "sentence", "note"):
            complete_texts(claim[part], claim, part, texts)
        for part in ("x", "y"):
            complete_texts(claim["picture"][part], claim, part, texts)
        for figure in claim["figures"]:
            for label in (figure["of"], figure["at"]):
                if isinstance(label, dict):
                    usual = label[FALLBACK]
                    label.update({lang: labels.get(lang, {}).get(usual, usual) for lang in LANGS if lang not in label})
    return msgspec.convert(found, kind)


def read_claim_texts(game: AnyGame) -> dict[Lang, dict[str, Any]]:
    """The contents of `claims.<lang>.json`, by language."""
    sources = {lang: files(game.package) / f"claims.{lang}.json" for lang in LANGS}
    return {lang: json.loads(source.read_bytes()) for lang, source in sources.items() if source.is_file()}


def complete_texts(said: Texts, claim: dict[str, Any], part: str, texts: dict[Lang, dict[str, Any]]) -> None:
    """Adds the languages that a text lacks."""
    for lang in LANGS:
        if lang not in said:
            template = texts.get(lang, {}).get("claims", {}).get(claim["id"], {}).get(part)
            facts = claim.get("facts")
            said[lang] = said[FALLBACK] if template is None or facts is None else words(lang).fill(template, facts)
