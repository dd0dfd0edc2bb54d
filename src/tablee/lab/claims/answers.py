"""Claims in words: findings with the texts of the game's `claims.en.json`, `claims.fr.json` and so on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.claims import FORMAT, ClaimRun, Figure, Picture, StoredClaim, StoredClaims, Texts, read_claim_texts
from tablee.contract import AnyGame
from tablee.languages import Lang
from tablee.turbo.counting import Estimate, Finding
from tablee.words import words

Findings = Sequence[tuple[Finding, tuple[ClaimRun, ...]]]


def write_claim(finding: Finding, runs: tuple[ClaimRun, ...], texts: Mapping[Lang, dict[str, Any]]) -> StoredClaim:
    def about(part: str) -> Texts:
        return {lang: words(lang).fill(said["claims"][finding.id][part], finding.facts) for lang, said in texts.items()}

    def label(name: str) -> Texts:
        return {lang: said["labels"][name] for lang, said in texts.items()}

    def figure(one: Estimate) -> Figure:
        at = label(one.at) if isinstance(one.at, str) else one.at
        return Figure(label(one.of), at, round(one.value, 6), round(one.low, 6), round(one.high, 6), one.n)

    return StoredClaim(
        finding.id, about("title"), about("sentence"), about("note"),
        games=sum(run.games for run in runs),
        players=tuple(dict.fromkeys(bot for run in runs for bot in run.bots)),
        runs=runs,
        facts={name: round(float(value), 6) for name, value in finding.facts.items()},
        picture=Picture(finding.kind, finding.unit, about("x"), about("y"), finding.fair),
        figures=tuple(figure(one) for one in finding.estimates),
    )  # fmt: skip


def write_up(game: AnyGame, games: int, seed: int, findings: Findings) -> StoredClaims:
    """The findings of this many games with a seed, in words."""
    texts = read_claim_texts(game)
    every = {(run.bots, *sorted(run.options.items()), run.games): run for _, runs in findings for run in runs}
    return StoredClaims(
        format=FORMAT,
        game=game.name,
        made_by=f"python -m tablee.lab.claims {game.name} --games {games} --seed {seed}",
        games=sum(run.games for run in every.values()),
        seconds=round(sum(run.seconds for run in every.values()), 1),
        claims=tuple(write_claim(finding, runs, texts) for finding, runs in findings),
    )
