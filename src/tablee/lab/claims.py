"""Claims about a game, put to the test: `python -m tablee.lab.claims sixteen --games 1000000`.

It plays what the game's `claims.py` asks for and writes `claims.json` beside it, which the package ships. Then it
writes the pages in `docs/claims` of the folder it is started in; `--pages` does only that. The same seed and number of
games give the same figures, on however many cores.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from string import Formatter
from time import perf_counter
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee import options as agreed
from tablee import turbo
from tablee.contract import AnyGame
from tablee.games import GAMES, parts
from tablee.lab.crew import worked
from tablee.lab.plan import Plan
from tablee.lab.report import number, percent
from tablee.turbo.counting import BLOCKS, Claim, Counts, Figure, Loop
from tablee.words import LANGS, Lang, words

FORMAT: Final = 1
Said: TypeAlias = dict[Lang, str]


class Run(Struct, frozen=True):
    """Games that an answer is made of."""

    bots: Sequence[str]
    options: dict[str, str]  # those that are not as usual
    games: int
    seconds: float


class Row(Struct, frozen=True):
    """A figure, with its labels in all languages."""

    of: Said
    at: int | Said
    value: float
    low: float
    high: float
    n: int


class Picture(Struct, frozen=True):
    kind: str
    unit: str
    x: Said
    y: Said
    fair: float | None


class Answer(Struct, frozen=True):
    """A claim, in words."""

    id: str
    title: Said
    sentence: Said
    note: Said
    games: int
    players: list[str]
    runs: list[Run]
    picture: Picture
    figures: list[Row]


class Claims(Struct, frozen=True):
    """All that was asked about a game: what `claims.json` holds."""

    format: int
    game: str
    made_by: str
    games: int
    seconds: float
    claims: list[Answer]


# ---- playing --------------------------------------------------------------------------


class Asker:
    """Plays what is asked, each thing once, and remembers what was asked since it was last looked."""

    def __init__(self, game: AnyGame, games: int, seed: int, jobs: int) -> None:
        self.game, self.games, self.seed, self.jobs = game, games, seed, jobs
        self.known: dict[tuple[Plan, int, tuple[Loop, int] | None], tuple[Counts, Run]] = {}
        self.asked: list[Run] = []
        block(self.plan(["random"], {}), 0, 0)  # whatever is to be compiled is compiled, before it is timed

    def __call__(self, bots: Sequence[str], share: float = 1, **options: str) -> Counts:
        """What whole games give."""
        return self.found(self.plan(bots, options), share, options)

    def deals(self, loop: Loop, counters: int, share: float = 1, **options: str) -> Counts:
        """What a loop of the game's own gives, without players."""
        plan = self.plan((), options)
        block(plan, 0, 0, (loop, counters))  # compiled beforehand
        return self.found(plan, share, options, (loop, counters))

    def found(self, plan: Plan, share: float, options: dict[str, str], by: tuple[Loop, int] | None = None) -> Counts:
        each = max(1, round(self.games * share / BLOCKS))
        if (plan, each, by) not in self.known:
            began = perf_counter()
            counts = self.played(plan, each, by)
            seconds = round(perf_counter() - began, 1)
            self.known[plan, each, by] = counts, Run(plan.bots, options, counts.games, seconds)
        counts, run = self.known[plan, each, by]
        if run not in self.asked:
            self.asked.append(run)
        return counts

    def plan(self, bots: Sequence[str], options: dict[str, str]) -> Plan:
        usual = str(max(len(bots), self.game.options().players))
        read = agreed.read(self.game.options, {"players": usual, **options})
        seated = (*bots, *[bots[-1]] * (read.players - len(bots))) if bots else ()
        return Plan(self.game.name, tuple(agreed.write(read).items()), seated, self.seed)

    def played(self, plan: Plan, each: int, by: tuple[Loop, int] | None) -> Counts:
        """So many games in each block."""
        missing = {n: (plan, n * each, each, by) for n in range(BLOCKS)}
        blocks = dict(worked(block, missing, jobs=self.jobs, cluster=None, threads=True))
        return Counts(np.stack([blocks[n] for n in range(BLOCKS)]), BLOCKS * each)

    def since(self) -> list[Run]:
        """What was asked since this was asked for."""
        runs, self.asked = self.asked, []
        return runs


def arguments(plan: Plan) -> tuple[Any, Any, int]:
    game = GAMES[plan.game]
    cast = np.array([asked(game).PLAYERS.index(bot) for bot in plan.bots], np.int64)
    return turbo.lanes(game, plan.options, 1), cast, plan.seed


def asked(game: AnyGame) -> Any:
    return import_module(f"{game.package}.claims")


def buffers(game: AnyGame) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """To remember in, and to count in."""
    return np.zeros(asked(game).MEMORY, np.int64), np.zeros(asked(game).COUNTERS, np.int64)


def block(plan: Plan, first: int, games: int, by: tuple[Loop, int] | None = None) -> NDArray[np.int64]:
    game = GAMES[plan.game]
    if by:
        loop, counters = by
        deals = np.zeros(counters, np.int64)
        loop(turbo.lanes(game, plan.options, 1), plan.seed, first, games, deals)
        return deals
    memo, counts = buffers(game)
    turbo.course(game).counted(*arguments(plan), first, games, memo, counts)
    return counts


def claims(game: AnyGame, games: int, *, seed: int = 1, jobs: int = 1) -> list[tuple[Claim, list[Run]]]:
    """The answers in figures, each with what was played for it."""
    ask = Asker(game, games, seed, jobs)
    return [(claim, ask.since()) for claim in asked(game).claims(ask)]


# ---- saying ---------------------------------------------------------------------------


class Filler(Formatter):
    """`{x:%}` is a share, `{x:2}` a number with two places."""

    def __init__(self, lang: Lang) -> None:
        self.words = words(lang)

    def format_field(self, value: Any, format_spec: str) -> str:
        return percent(value, self.words) if format_spec == "%" else number(value, int(format_spec or 0), self.words)


def texts(game: AnyGame) -> dict[Lang, dict[str, Any]]:
    return {lang: msgspec.json.decode((files(game.package) / f"claims.{lang}.json").read_bytes()) for lang in LANGS}


def answer(claim: Claim, runs: list[Run], said: Mapping[Lang, dict[str, Any]]) -> Answer:
    def about(part: str) -> Said:
        return {lang: Filler(lang).vformat(said[lang]["claims"][claim.id][part], (), claim.facts) for lang in LANGS}

    def label(name: str) -> Said:
        return {lang: said[lang]["labels"][name] for lang in LANGS}

    def row(one: Figure) -> Row:
        at = label(one.at) if isinstance(one.at, str) else one.at
        return Row(label(one.of), at, round(one.value, 6), round(one.low, 6), round(one.high, 6), one.n)

    return Answer(
        claim.id, about("title"), about("sentence"), about("note"),
        sum(run.games for run in runs), list(dict.fromkeys(bot for run in runs for bot in run.bots)), runs,
        Picture(claim.kind, claim.unit, about("x"), about("y"), claim.fair), [row(one) for one in claim.figures],
    )  # fmt: skip


def told(game: AnyGame, games: int, seed: int, found: list[tuple[Claim, list[Run]]]) -> Claims:
    """What so many games of a seed gave, in words."""
    said = texts(game)
    every = {(tuple(run.bots), *sorted(run.options.items()), run.games): run for _, runs in found for run in runs}
    return Claims(
        FORMAT, game.name, f"python -m tablee.lab.claims {game.name} --games {games} --seed {seed}",
        sum(run.games for run in every.values()), round(sum(run.seconds for run in every.values()), 1),
        [answer(claim, runs, said) for claim, runs in found],
    )  # fmt: skip


def kept(game: AnyGame) -> Claims | None:
    """What was found when this was last asked; None where nothing is known."""
    path = files(game.package) / "claims.json"
    return msgspec.json.decode(path.read_bytes(), type=Claims) if path.is_file() else None


def main() -> None:
    from tablee.lab.claim_pages import write_pages

    box = argparse.ArgumentParser(prog="python -m tablee.lab.claims", description=__doc__)
    box.add_argument("game", nargs="?", choices=[name for name, game in GAMES.items() if parts.has_claims(game)])
    box.add_argument("--games", type=int, default=1_000_000)
    box.add_argument("--seed", type=int, default=1)
    box.add_argument("--jobs", type=int, default=1)
    box.add_argument("--pages", action="store_true", help="write only the pages, of what was found before")
    args = box.parse_args()
    if args.game and not args.pages:
        game = GAMES[args.game]
        found = told(game, args.games, args.seed, claims(game, args.games, seed=args.seed, jobs=args.jobs))
        path = Path(str(files(game.package))) / "claims.json"
        path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    write_pages(Path("docs/claims"))


if __name__ == "__main__":
    main()
