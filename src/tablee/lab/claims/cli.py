"""Questions about a game, answered by many games: `python -m tablee.lab.claims sixteen --games 1000000`.

It plays what the game's `claims.py` asks for and writes `claims.json` into the folder `claims/<game>` here, or into
that of `--out`: never over what is installed. `--only` plays for some of the questions and keeps the figures of the
others.
The same seed and number of games give the same figures on any number of cores.

In a checkout of Tablée, `--checkout` writes the `claims.json` that the package ships (`src/tablee/games/<game>`) and
the pages in `docs/claims`; `--pages` writes only the pages.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tablee.claims import FORMAT, ClaimRun, StoredClaim, StoredClaims, StoredFigure, read_stored_claims
from tablee.contract import AnyGame
from tablee.games import GAMES, parts
from tablee.lab.claims.pages import write_pages
from tablee.lab.claims.simulation import find_claims, questions
from tablee.lab.files import write_file
from tablee.turbo.counting import Finding


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tablee.lab.claims", description=__doc__)
    parser.add_argument("game", nargs="?", choices=[name for name, game in GAMES.items() if parts.has_claims(game)])
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", metavar="ID,…", help="play only for these questions")
    parser.add_argument("--pages", action="store_true", help="write only the pages, of what was found before")
    parser.add_argument("--out", default="claims", metavar="FOLDER", help="where claims.json is written")
    parser.add_argument("--checkout", action="store_true", help="write what the package ships, in a checkout of it")
    args = parser.parse_args()
    sources = Path("src/tablee/games")
    if (args.checkout or args.pages) and not sources.is_dir():
        parser.error("this folder is no checkout of Tablée: there is no src/tablee/games")
    if args.game and not args.pages:
        game = GAMES[args.game]
        only = args.only.split(",") if args.only else list(questions(game).CLAIMS)
        if unknown := set(only) - set(questions(game).CLAIMS):
            parser.error(f"no question {', '.join(sorted(unknown))}: there are {', '.join(questions(game).CLAIMS)}")
        found = [
            store(finding, runs)
            for finding, runs in find_claims(game, args.games, seed=args.seed, workers=args.jobs, only=only)
        ]
        path = (sources if args.checkout else Path(args.out)) / game.name / "claims.json"
        content = msgspec.json.encode(merge(game, args.games, args.seed, found))
        write_file(path, msgspec.json.format(content, indent=1) + b"\n")
        print(path)
    if args.checkout or args.pages:
        write_pages(Path("docs/claims"))


def store(finding: Finding, runs: tuple[ClaimRun, ...]) -> StoredClaim:
    """The finding as the file holds it."""
    figures = tuple(
        StoredFigure(one.of, one.at, round(one.value, 6), round(one.low, 6), round(one.high, 6), one.n)
        for one in finding.estimates
    )
    facts = {name: round(float(value), 6) for name, value in finding.facts.items()}
    return StoredClaim(finding.id, finding.kind, finding.unit, finding.fair, runs, facts, figures)


def merge(game: AnyGame, games: int, seed: int, found: Sequence[StoredClaim]) -> StoredClaims:
    """What was found now and, for questions that were not asked now, before."""
    before = read_stored_claims(game)
    by_id = {claim.id: claim for claim in (*(before.claims if before else ()), *found)}
    claims = tuple(by_id[name] for name in questions(game).CLAIMS if name in by_id)
    every = {(run.bots, *sorted(run.options.items()), run.games): run for claim in claims for run in claim.runs}
    return StoredClaims(
        format=FORMAT,
        game=game.name,
        made_by=f"python -m tablee.lab.claims {game.name} --games {games} --seed {seed}",
        games=sum(run.games for run in every.values()),
        seconds=round(sum(run.seconds for run in every.values()), 1),
        claims=claims,
    )
