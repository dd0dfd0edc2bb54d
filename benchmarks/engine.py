"""How fast the rules are: random play of every game on the shelf, beside peers in the same run.

A figure from another day or another machine compares nothing. So all contestants take turns, round after round in a
new order each time, and what disturbs the machine disturbs them all. Time is processor time of this one process.
Each loop is the shortest its library allows, and draws its choices with the same `random.Random`.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any, Final, NamedTuple, TypeAlias

from tablee.contract import AnyGame, Choice, Happened, Move, Over, Played, Seat
from tablee.games import GAMES
from tablee.testing.play import cut_in

OURS: Final = "Tablée"
DISTRIBUTIONS: Final = {OURS: "tablee", "OpenSpiel": "open-spiel", "RLCard": "rlcard", "PettingZoo": "pettingzoo"}
REFERENCE: Final = ("OpenSpiel", "python_kuhn_poker")  # the faster of its two games in Python here
LOOK: Final = 100  # decisions between two looks at the clock, which is not free either


class Tally(NamedTuple):
    """One game. `moves` counts chance too; None where the library rolls and deals out of sight."""

    decisions: int
    moves: int | None


Playout: TypeAlias = Callable[[], Tally]


@dataclass(frozen=True, slots=True)
class Contestant:
    house: str
    game: str
    sees: bool  # whether the mover is also shown what it may know; RLCard and PettingZoo cannot do without
    ready: Callable[[Random], Playout]  # imports and sets up, so that a peer not installed fails here


@dataclass(slots=True)
class Result:
    """What one contestant did, a figure a round; or why it is missing."""

    contestant: Contestant
    decisions: list[float] = field(default_factory=list)  # a second
    moves: list[float] = field(default_factory=list)  # a second
    missing: str | None = None

    @property
    def spread(self) -> float:
        """How far apart the middle half of the rounds lies, as a share of the median: one hiccup does not count."""
        if len(self.decisions) < 2:
            return 0.0
        low, middle, high = quantiles(self.decisions, n=4, method="inclusive")
        return (high - low) / middle


# ---- ours -------------------------------------------------------------------


def tablee(game: AnyGame, sees: bool, rng: Random) -> Playout:
    """The contract and nothing else. `apply` checks every move, as always; `view` is called only for those who see."""
    options = game.options()

    def play() -> Tally:
        state = game.start(options)
        decisions = moves = 0
        while not isinstance(awaited := game.awaits(state), Over):
            if isinstance(awaited, Choice):
                seat = mover(awaited, rng)
                if sees:
                    game.view(state, seat)
                move: Move[Any] = Played(seat, rng.choice(game.legal(state, seat)))
                decisions += 1
            else:
                move = Happened(awaited.sample(rng))
            state = game.apply(state, move)
            moves += 1
        return Tally(decisions, moves)

    return play


def mover(choice: Choice, rng: Random) -> Seat:
    """Any awaited seat; now and then a free one cuts in, as often as in the laws' random play."""
    seats = choice.free if choice.free and rng.random() < cut_in else choice.seats
    return rng.choice(sorted(seats))


# ---- theirs -----------------------------------------------------------------


def open_spiel(name: str, rng: Random) -> Playout:
    """The bare state; its legal actions are asked for, its tensors are not."""
    pyspiel: Any = import_module("pyspiel")
    import_module("open_spiel.python.games")  # puts the games written in Python on its list
    game = pyspiel.load_game(name)

    def play() -> Tally:
        state = game.new_initial_state()
        decisions = moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])  # numpy's choice, in its examples, is slower
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
            moves += 1
        return Tally(decisions, moves)

    return play


def rlcard(name: str, rng: Random) -> Playout:
    """Without RLCard's own agents and trajectories, which only cost; its `step` always builds an observation."""
    env: Any = import_module("rlcard").make(name, config={"seed": rng.randrange(2**31)})

    def play() -> Tally:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return Tally(decisions, None)

    return play


def pettingzoo(name: str, rng: Random) -> Playout:
    """With the wrappers that `make` gives everybody. It stops at the first dead agent: burying the rest only costs."""
    env: Any = import_module("pettingzoo").make("aec", f"classic/{name}")
    env.reset(seed=rng.randrange(2**31))  # once: a seed makes its card games anew from nothing

    def play() -> Tally:
        env.reset()
        decisions = 0
        while True:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return Tally(decisions, None)
            env.step(rng.choice(seen["action_mask"].nonzero()[0]))
            decisions += 1

    return play


# ---- the contest ------------------------------------------------------------


def contestants() -> Iterator[Contestant]:
    for name, game in GAMES.items():
        yield Contestant(OURS, name, False, partial(tablee, game, False))
        yield Contestant(OURS, name, True, partial(tablee, game, True))
    for name in ("python_kuhn_poker", "python_liars_poker", "leduc_poker", "liars_dice", "gin_rummy"):
        yield Contestant("OpenSpiel", name, False, partial(open_spiel, name))
    for name in ("leduc-holdem", "uno"):
        yield Contestant("RLCard", name, True, partial(rlcard, name))
    for name in ("leduc_holdem-v4", "connect_four-v3", "hanabi-v5"):
        yield Contestant("PettingZoo", name, True, partial(pettingzoo, name))


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


def contest(entered: Sequence[Contestant], rounds: int, seconds: float, seed: int) -> list[Result]:
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
    """One round: whole games only, until the time is up. The rubbish of the one before is swept first."""
    gc.collect()
    decisions = moves = 0
    chance_seen = True
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
    result.decisions.append(decisions / spent)
    if chance_seen:
        result.moves.append(moves / spent)


# ---- the report -------------------------------------------------------------


def report(results: Sequence[Result], rounds: int, seconds: float) -> dict[str, Any]:
    """Everything that is shown, and every single round besides: what --json writes."""
    reference = next((median(r.decisions) for r in results if key(r) == REFERENCE and r.decisions), None)
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {house: installed(name) for house, name in DISTRIBUTIONS.items()},
        "rounds": rounds,
        "seconds": seconds,
        "reference": " ".join(REFERENCE),
        "results": [figures(result, reference) for result in results],
    }


def key(result: Result) -> tuple[str, str]:
    return result.contestant.house, result.contestant.game


def installed(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def figures(result: Result, reference: float | None) -> dict[str, Any]:
    who = {"house": result.contestant.house, "game": result.contestant.game, "sees": result.contestant.sees}
    if result.missing is not None:
        return who | {"missing": result.missing}
    decisions = median(result.decisions)
    return who | {
        "decisions_per_second": decisions,
        "spread": result.spread,
        "moves_per_second": median(result.moves) if result.moves else None,
        "ratio": decisions / reference if reference else None,
        "rounds": {"decisions_per_second": result.decisions, "moves_per_second": result.moves},
    }


HEAD: Final = ("", "sees", "decisions/s", "spread", "moves/s", "ratio")


def table(told: dict[str, Any]) -> str:
    versions = ", ".join(f"{house} {number or 'missing'}" for house, number in told["versions"].items())
    lines = [HEAD, *(cells(row) for row in told["results"] if "missing" not in row)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        [
            f"{told['python']}; {versions}",
            f"median of {told['rounds']} rounds of {told['seconds']:g} s; ratio to {told['reference']}",
            "",
            *(aligned(line, widths) for line in lines),
            *(f"{name(row)}  missing: {row['missing']}" for row in told["results"] if "missing" in row),
        ]
    )


def name(row: dict[str, Any]) -> str:
    return f"{row['house']} {row['game']}"


def cells(row: dict[str, Any]) -> tuple[str, ...]:
    moves, ratio = row["moves_per_second"], row["ratio"]
    return (
        name(row),
        "yes" if row["sees"] else "no",
        f"{row['decisions_per_second']:,.0f}",
        f"{row['spread']:.0%}",
        "–" if moves is None else f"{moves:,.0f}",
        "–" if ratio is None else f"{ratio:.2f}",
    )


def aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    """Words to the left, figures to the right."""
    rest = (f"{cell:>{width}}" for cell, width in zip(line[1:], widths[1:], strict=True))
    return "  ".join([f"{line[0]:<{widths[0]}}", *rest])


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play a second, every game on the shelf beside its peers.")
    parser.add_argument("--rounds", type=int, default=20, help="rounds for each contestant (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=0.25, help="length of one round (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of choices and, where a library keeps one, of luck")
    parser.add_argument("--json", action="store_true", help="write JSON, every round included")
    asked = parser.parse_args()
    if asked.rounds < 1 or asked.seconds <= 0:
        parser.error("at least one round, and longer than nothing")
    told = report(contest(list(contestants()), asked.rounds, asked.seconds, asked.seed), asked.rounds, asked.seconds)
    print(json.dumps(told, indent=2, ensure_ascii=False) if asked.json else table(told))


if __name__ == "__main__":
    main()
