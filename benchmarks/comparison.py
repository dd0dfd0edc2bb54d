"""Compares engines in one run. They take turns, in a new order each round, so that a disturbance hits all of them.

Figures from different days or machines cannot be compared. Time is processor time of this process, with its threads.
"""

from __future__ import annotations

import argparse
import gc
import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any, Final, NamedTuple, TypeAlias

OURS: Final = "Tablée"
PEERS: Final = {"OpenSpiel": "open-spiel", "RLCard": "rlcard", "PettingZoo": "pettingzoo"}
LOOK: Final = 100  # decisions between two looks at the clock, which is not free either


class Tally(NamedTuple):
    """What one call played. `moves` counts chance too; None where it is out of sight, and for games cut anywhere."""

    decisions: int
    moves: int | None = None
    games: int | None = 1


Playout: TypeAlias = Callable[[], Tally]


@dataclass(frozen=True, slots=True)
class Contestant:
    house: str
    game: str
    sees: bool  # whether the mover is also shown what it may know; RLCard and PettingZoo cannot do without
    ready: Callable[[Random], Playout]  # imports and sets up, so that a peer not installed fails here
    way: str = ""  # how it is driven, where a game is driven in several ways


@dataclass(slots=True)
class Result:
    """What one contestant did, a figure a round, each a second; or why it is missing."""

    contestant: Contestant
    decisions: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    games: list[float] = field(default_factory=list)
    missing: str | None = None


def spread(figures: Sequence[float]) -> float:
    """How far apart the middle half of the rounds lies, as a share of the median: one hiccup does not count."""
    if len(figures) < 2:
        return 0.0
    low, middle, high = quantiles(figures, n=4, method="inclusive")
    return (high - low) / middle


def middle(figures: Sequence[float]) -> float | None:
    return median(figures) if figures else None


# ---- the contest ------------------------------------------------------------


def warmed(contestant: Contestant, rng: Random) -> Playout | str:
    """Ready, with one game played; or why not. A peer may be missing or broken, our own games may not."""
    try:
        play = contestant.ready(rng)
        play()
    except Exception as error:
        if contestant.house == OURS:
            raise
        return str(error).strip().partition("\n")[0] or type(error).__name__
    return play


def contest(entered: Iterable[Contestant], rounds: int, seconds: float, seed: int) -> list[Result]:
    rng = Random(seed)
    results = []
    runners: list[tuple[Result, Playout]] = []
    for contestant in entered:
        result = Result(contestant)
        results.append(result)
        play = warmed(contestant, Random(rng.random()))
        if isinstance(play, str):
            result.missing = play
        else:
            runners.append((result, play))
    for _ in range(rounds):
        for result, play in rng.sample(runners, len(runners)):  # so that nobody always runs after the same other
            measure(result, play, seconds)
    return results


def measure(result: Result, play: Playout, seconds: float) -> None:
    """One round: whole calls only, until the time is up. The rubbish of the one before is swept first."""
    gc.collect()
    decisions = moves = games = 0
    chance_seen = whole = True
    began = process_time()
    while (spent := process_time() - began) < seconds:
        enough = decisions + LOOK
        while decisions < enough:
            tally = play()
            decisions += tally.decisions
            if tally.moves is None:
                chance_seen = False
            else:
                moves += tally.moves
            if tally.games is None:
                whole = False
            else:
                games += tally.games
    result.decisions.append(decisions / spent)
    if chance_seen:
        result.moves.append(moves / spent)
    if whole:
        result.games.append(games / spent)


# ---- the report -------------------------------------------------------------


def surroundings(distributions: dict[str, str]) -> dict[str, Any]:
    """What it ran on: Python, and the version of every house, None where it is not installed."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {house: installed(name) for house, name in distributions.items()},
    }


def installed(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def headline(told: dict[str, Any]) -> str:
    versions = ", ".join(f"{house} {number or 'missing'}" for house, number in told["versions"].items())
    return f"{told['python']}; {versions}"


def aligned(lines: Sequence[Sequence[str]], words: int = 1) -> list[str]:
    """The first columns are words, to the left; the others figures, to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            f"{cell:<{width}}" if n < words else f"{cell:>{width}}"
            for n, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]


def markdown(lines: Sequence[Sequence[str]]) -> list[str]:
    """A table for a document: its first line is the head."""
    head, *rows = [f"| {' | '.join(line)} |" for line in lines]
    return [head, "|" + "---|" * len(lines[0]), *rows]


def number(value: float | None, form: str = ",.0f") -> str:
    return "–" if value is None else f"{value:{form}}"


def asked(parser: argparse.ArgumentParser, rounds: int, seconds: float) -> argparse.Namespace:
    """What every contest can be asked; `rounds` and `seconds` unless told otherwise."""
    parser.add_argument("--rounds", type=int, default=rounds, help="rounds for each contestant (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=seconds, help="length of one round (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of choices and, where a library keeps one, of luck")
    parser.add_argument("--json", action="store_true", help="write JSON, every round included")
    answer = parser.parse_args()
    if answer.rounds < 1 or answer.seconds <= 0:
        parser.error("at least one round, and longer than nothing")
    return answer
