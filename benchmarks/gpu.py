"""Speed of the kernels on a GPU, and of Pgx on the same GPU in the same run.

Decisions a second by wall time, the median of the rounds, in each of which all take turns. `games`: whole random games.
`steps`: a vector environment with random legal actions; the sampling of these, observations and masks are included. A
step of Pgx includes the same.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final

import numpy as np
from comparison import OURS, aligned, headline, number, spread, surroundings

from tablee import turbo
from tablee.contract import AnyGame
from tablee.games import GAMES, parts
from tablee.turbo.cuda.course import device_course, launch
from tablee.turbo.cuda.device import cuda, require_gpu
from tablee.turbo.cuda.vector import DeviceVectorEnv

KERNELS: Final = {name: game for name, game in GAMES.items() if parts.has_kernel(game)}
PGX: Final = ("leduc_holdem", "sparrow_mahjong")
DISTRIBUTIONS: Final = {OURS: "tablee", "numba-cuda": "numba-cuda", "Pgx": "pgx", "JAX": "jax"}
TIMES: Final = 4  # games of a lane in a round
STEPS: Final = 100  # of a round
APART: Final = 60  # steps before the first round, after which lanes are at different places of their games

Round = Callable[[], int]  # plays, waits for the GPU, and returns the number of decisions


def whole_games(game: AnyGame, lanes: int) -> Round:
    course, options = device_course(game), game.options()
    pattern = cuda.to_device(np.array(turbo.lanes(game, options, 1), subok=False))
    records: Any = cuda.device_array(lanes, pattern.dtype)
    launch(course.start, lanes, records, pattern, 1, 0)
    ranks = cuda.to_device(np.zeros((options.players, options.players), np.int64))

    def play() -> int:
        decisions = cuda.to_device(np.zeros(1, np.int64))
        launch(course.games, lanes, records, TIMES, ranks, decisions)
        return int(decisions.copy_to_host()[0])

    return play


def steps(game: AnyGame, lanes: int) -> Round:
    env = DeviceVectorEnv(game, game.options(), lanes, seed=1)
    env.reset()

    def play(times: int = STEPS) -> int:
        for _ in range(times):
            env.step(env.sample())
        cuda.synchronize()
        return lanes * times

    play(APART)
    return play


def pgx_steps(name: str, lanes: int) -> Round:
    jax, pgx = import_module("jax"), import_module("pgx")
    auto_reset = import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carried: Any, _: Any) -> Any:
        state, key = carried
        key, choosing, stepping = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(choosing, logits, axis=1)
        state = step(state, actions, jax.random.split(stepping, lanes))
        return (state, key), (state.rewards.sum(), state.observation.sum())

    many = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=STEPS))
    kept = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), lanes)), jax.random.PRNGKey(1)]

    def play() -> int:
        (kept[0], kept[1]), seen = many(*kept)
        jax.block_until_ready(seen)
        return lanes * STEPS

    return play


def contestants(games: int, stepped: int) -> Iterator[tuple[str, str, Callable[[], Round]]]:
    for name, game in KERNELS.items():
        yield f"{OURS} {name}", "games", partial(whole_games, game, games)
        yield f"{OURS} {name}", "steps", partial(steps, game, stepped)
    for name in PGX:
        yield f"Pgx {name}", "steps", partial(pgx_steps, name, games)  # XLA takes minutes to compile for more


def measure(play: Round) -> float:
    began = perf_counter()
    decisions = play()
    return decisions / (perf_counter() - began)


def contest(games: int, stepped: int, rounds: int, seed: int) -> list[dict[str, Any]]:
    """One after the other is set up and plays its rounds: all of them together may not fit into the memory of a GPU."""
    rows: list[dict[str, Any]] = []
    entered = list(contestants(games, stepped))
    for who, way, ready in Random(seed).sample(entered, len(entered)):
        try:
            play = ready()
            play()  # compiles
        except Exception as error:
            if who.startswith(OURS):
                raise
            rows.append({"who": who, "way": way, "missing": f"{type(error).__name__}: {error}".partition("\n")[0]})
            continue
        figures = [measure(play) for _ in range(rounds)]
        rows.append({"who": who, "way": way, "decisions_per_second": figures})
        del play
    order = [(who, way) for who, way, _ in entered]
    return sorted(rows, key=lambda row: order.index((row["who"], row["way"])))


def table(told: dict[str, Any]) -> str:
    lanes = f"{told['games']:,} lanes of games, {told['steps']:,} of steps"
    rows = [row for row in told["results"] if "missing" not in row]
    return "\n".join(
        [
            headline(told),
            f"{told['gpu']}; {lanes}; million decisions a second, median of {told['rounds']} rounds",
            "",
            *aligned([("", "way", "M/s", "spread"), *map(cells, rows)], words=2),
            *(f"{row['who']}  missing: {row['missing']}" for row in told["results"] if "missing" in row),
        ]
    )


def cells(row: dict[str, Any]) -> tuple[str, ...]:
    figures = row["decisions_per_second"]
    return row["who"], row["way"], number(median(figures) / 1e6), f"{spread(figures):.0%}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compiled play a second on a GPU, beside Pgx.")
    parser.add_argument("--games", type=int, default=2**17, help="lanes that play whole games (default: %(default)s)")
    parser.add_argument("--steps", type=int, default=2**20, help="lanes of an environment (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    ask = parser.parse_args()
    require_gpu()
    told = surroundings(DISTRIBUTIONS) | {
        "gpu": cuda.get_current_device().name, "games": ask.games, "steps": ask.steps, "rounds": ask.rounds,
        "results": contest(ask.games, ask.steps, ask.rounds, ask.seed),
    }  # fmt: skip
    print(json.dumps(told, indent=2, ensure_ascii=False) if ask.json else table(told))


if __name__ == "__main__":
    main()
