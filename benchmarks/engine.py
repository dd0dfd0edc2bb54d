"""Speed of the rules: random play of every game, compared with other engines in the same run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median
from typing import Any, Final

from comparison import (
    OURS,
    PEERS,
    Contestant,
    Result,
    aligned,
    asked,
    contest,
    headline,
    middle,
    number,
    spread,
    surroundings,
)
from random_play import open_spiel, pettingzoo, rlcard, tablee

from tablee.games import GAMES

REFERENCE: Final = ("OpenSpiel", "python_kuhn_poker")  # the faster of its two games in Python here


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


def report(results: Sequence[Result], rounds: int, seconds: float) -> dict[str, Any]:
    """Everything that is shown, and every single round besides: what --json writes."""
    reference = next((median(r.decisions) for r in results if key(r) == REFERENCE and r.decisions), None)
    return surroundings({OURS: "tablee"} | PEERS) | {
        "rounds": rounds,
        "seconds": seconds,
        "reference": " ".join(REFERENCE),
        "results": [figures(result, reference) for result in results],
    }


def key(result: Result) -> tuple[str, str]:
    return result.contestant.house, result.contestant.game


def figures(result: Result, reference: float | None) -> dict[str, Any]:
    who = {"house": result.contestant.house, "game": result.contestant.game, "sees": result.contestant.sees}
    if result.missing is not None:
        return who | {"missing": result.missing}
    decisions = median(result.decisions)
    return who | {
        "decisions_per_second": decisions,
        "spread": spread(result.decisions),
        "moves_per_second": middle(result.moves),
        "ratio": decisions / reference if reference else None,
        "rounds": {"decisions_per_second": result.decisions, "moves_per_second": result.moves},
    }


HEAD: Final = ("", "sees", "decisions/s", "spread", "moves/s", "ratio")


def table(told: dict[str, Any]) -> str:
    return "\n".join(
        [
            headline(told),
            f"median of {told['rounds']} rounds of {told['seconds']:g} s; ratio to {told['reference']}",
            "",
            *aligned([HEAD, *(cells(row) for row in told["results"] if "missing" not in row)]),
            *(f"{name(row)}  missing: {row['missing']}" for row in told["results"] if "missing" in row),
        ]
    )


def name(row: dict[str, Any]) -> str:
    return f"{row['house']} {row['game']}"


def cells(row: dict[str, Any]) -> tuple[str, ...]:
    return (
        name(row),
        "yes" if row["sees"] else "no",
        number(row["decisions_per_second"]),
        f"{row['spread']:.0%}",
        number(row["moves_per_second"]),
        number(row["ratio"], ".2f"),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play a second, every game on the shelf beside its peers.")
    ask = asked(parser, rounds=20, seconds=0.25)
    told = report(contest(contestants(), ask.rounds, ask.seconds, ask.seed), ask.rounds, ask.seconds)
    print(json.dumps(told, indent=2, ensure_ascii=False) if ask.json else table(told))


if __name__ == "__main__":
    main()
