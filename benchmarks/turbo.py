"""Speed of the kernels: every game that has one, compared with its own rules and with other engines in the same run.

Rates are for one core. Below them, for each game: the cost of starting, of a second core and of a million games.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final

import numpy as np
import random_play
from comparison import (
    OURS,
    PEERS,
    Contestant,
    Playout,
    Result,
    Tally,
    aligned,
    asked,
    contest,
    headline,
    middle,
    number,
    spread,
    surroundings,
)

from tablee import turbo
from tablee.contract import AnyGame, Choice
from tablee.games import GAMES, parts
from tablee.testing.play import playout
from tablee.turbo import compiled, many
from tablee.turbo.vector import VectorEnv

DISTRIBUTIONS: Final = (
    {OURS: "tablee", "Numba": "numba", "NumPy": "numpy"} | PEERS | {"Pgx": "pgx", "JAX": "jax", "EnvPool": "envpool"}
)
KERNELS: Final = {name: game for name, game in GAMES.items() if parts.has_kernel(game)}

LANES: Final = 1024
STRETCH: Final = 64  # steps of all lanes whose actions are found beforehand
BATCH: Final = 16  # lanes, and games in each, of one call
ROLLOUTS: Final = 1000  # of one call, ours
THEIRS: Final = 100  # of one call, OpenSpiel's
POSITIONS: Final = 8  # that rollouts begin in, by turns
MILLION: Final = 1_000_000
SHARE: Final = 50_000  # games of the million that are played where it is not played whole
WHOLE: Final = "sixteen"
STARTS: Final = 3
PAIRS: Final = 7  # of one core and two
PAIR: Final = 0.25  # seconds that one core is given

BY_RULES, BY_KERNEL, TO_THE_END, IN_LANES = "rules", "compiled", "rollouts", f"{LANES:,} lanes"
GIVEN: Final = f"{IN_LANES}, given"
DRIVEN, INSIDE, PYTHON = "C++ from Python", "C++ rollouts", "Python"
REFERENCE: Final = ("OpenSpiel", "leduc_poker", INSIDE)


# ---- ours -------------------------------------------------------------------


def whole_games(game: AnyGame, rng: Random) -> Playout:
    course, options = turbo.course(game), game.options()
    lanes = turbo.lanes(game, options, BATCH, rng.getrandbits(62))
    ranks = np.zeros((options.players, options.players), np.int64)
    return lambda: Tally(int(course.games(lanes, BATCH, ranks)), None, BATCH * BATCH)


def rollouts(game: AnyGame, rng: Random) -> Playout:
    """Random ends of several positions by turns, each halfway through a game; packing the position included."""
    positions = cycle([halfway(game, rng) for _ in range(POSITIONS)])
    seeds = iter(range(2**62))

    def play() -> Tally:
        tally = many.rollouts(game, next(positions), ROLLOUTS, seed=next(seeds))
        return Tally(tally.decisions, None, tally.games)

    return play


def halfway(game: AnyGame, rng: Random) -> Any:
    """The middle decision of a random game."""
    choices = [before for before, _, _ in playout(game, game.options(), rng) if isinstance(game.awaits(before), Choice)]
    return choices[len(choices) // 2]


def vector(game: AnyGame, rng: Random) -> Playout:
    """A step of all lanes, observations and masks written; random legal actions included."""
    env = VectorEnv(game, game.options(), LANES, seed=rng.getrandbits(62))
    env.reset()
    actions = np.zeros(LANES, np.int64)

    def play() -> Tally:
        env.sample(actions)
        env.step(actions)
        return Tally(LANES, None, None)

    return play


def given(game: AnyGame, rng: Random) -> Playout:
    """The same, but for the actions, which a policy would bring along: sampled once, for a stretch that is repeated."""
    env = VectorEnv(game, game.options(), LANES, seed=rng.getrandbits(62))
    seen = env.reset()
    actions = np.zeros((STRETCH, LANES), np.int64)
    for row in actions:  # by now games are anywhere between their beginnings and their ends
        env.sample(row)
        env.step(row)
    records, masks = env._records.copy(), seen.masks.copy()
    for row in actions:
        turbo.compiled_course(game).sample(env._records.copy(), row)  # of a copy: choosing rolls
        env.step(row)

    def play() -> Tally:
        env._records[:], env._masks[:] = records, masks
        for row in actions:
            env.step(row)
        return Tally(STRETCH * LANES, None, None)

    return play


# ---- theirs -----------------------------------------------------------------


def open_spiel_inside(name: str, rng: Random) -> Playout:
    """A search of one simulation is nothing but its evaluator: random games from here, in C++ from end to end.

    The evaluator itself cannot be called from Python. It does not say how many decisions it made: their mean is taken
    from games played here, from the same position. That is the first decision: at a chance node it would never return.
    """
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=THEIRS, seed=rng.randrange(2**31))
    bot = pyspiel.MCTSBot(
        game, evaluator, uct_c=2.0, max_simulations=1, max_memory_mb=10, solve=False, seed=0, verbose=False
    )
    counted = []
    began = process_time()
    while process_time() - began < 0.5:
        counted.append(random_play.open_spiel_from(state.clone(), rng).decisions)
    tally = Tally(round(mean(counted) * THEIRS), None, THEIRS)

    def play() -> Tally:
        bot.mcts_search(state)
        return tally

    return play


def pgx(name: str, rng: Random) -> Playout:
    """One compiled call a step: random legal actions, the step, a new game where one ended."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")  # one core: sharing work only costs
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make(name)
    step = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def stepped(state: Any, key: Any) -> Any:
        key, choice, luck = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choice, odds, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(luck, LANES)), key

    key = jax.random.PRNGKey(rng.randrange(2**31))
    compiled_step = jax.jit(stepped, donate_argnums=(0, 1))
    now = jax.jit(jax.vmap(env.init))(jax.random.split(key, LANES)), key

    def play() -> Tally:
        nonlocal now
        now = jax.block_until_ready(compiled_step(*now))
        return Tally(LANES, None, None)

    return play


def envpool(name: str, rng: Random) -> Playout:
    """One thread. A lane whose game ended spends the next step on a new one: that is no decision."""
    env: Any = import_module("envpool").make_gymnasium(name, num_envs=LANES, num_threads=1, seed=rng.randrange(2**31))
    choice = np.random.default_rng(rng.randrange(2**31))
    mask: Any = env.reset()[1]["legal_action_mask"]
    ended = 0

    def play() -> Tally:
        nonlocal mask, ended
        actions = (choice.random(mask.shape, np.float32) * mask + mask).argmax(axis=1).astype(np.int32)
        _, _, terminated, truncated, more = env.step(actions)
        decisions = LANES - ended
        mask, ended = more["legal_action_mask"], int((terminated | truncated).sum())
        return Tally(decisions, None, None)

    return play


def contestants() -> Iterator[Contestant]:
    for name, game in KERNELS.items():
        yield Contestant(OURS, name, False, partial(random_play.tablee, game, False), BY_RULES)
        yield Contestant(OURS, name, False, partial(whole_games, game), BY_KERNEL)
        yield Contestant(OURS, name, False, partial(rollouts, game), TO_THE_END)
        yield Contestant(OURS, name, True, partial(vector, game), IN_LANES)
        yield Contestant(OURS, name, True, partial(given, game), GIVEN)
    for name in ("leduc_poker", "hearts", "gin_rummy"):
        yield Contestant("OpenSpiel", name, False, partial(random_play.open_spiel, name), DRIVEN)
        yield Contestant("OpenSpiel", name, False, partial(open_spiel_inside, name), INSIDE)
    for name in ("leduc-holdem", "uno"):
        yield Contestant("RLCard", name, True, partial(random_play.rlcard, name), PYTHON)
    for name in ("leduc_holdem-v4", "hanabi-v5"):
        yield Contestant("PettingZoo", name, True, partial(random_play.pettingzoo, name), PYTHON)
    for name in ("leduc_holdem", "sparrow_mahjong"):
        yield Contestant("Pgx", name, True, partial(pgx, name), IN_LANES)
    for name in ("LeducHoldem-v1", "SparrowMahjong-v1"):
        yield Contestant("EnvPool", name, True, partial(envpool, name), IN_LANES)


# ---- starting, a second core, a million -------------------------------------


def costs(name: str, games: int, rng: Random, bytecode: str) -> dict[str, Any]:
    """The first start finds nothing compiled, the later ones find what it left; those also play `games`."""
    with TemporaryDirectory() as empty:
        first = once(name, 0, empty, bytecode)
        later = [once(name, games, empty, bytecode) for _ in range(STARTS)]
    return {
        "game": name,
        "first_call": first["started"],
        "later_starts": [told["started"] for told in later],
        "games": games,
        "million": [told["played"] * MILLION / games for told in later],
        "peak": [told["peak"] for told in later],
        "peak_at_start": [told["peak_at_start"] for told in later],
        "two_cores": two_cores(KERNELS[name], rng),
    }


def once(name: str, games: int, kept: str, bytecode: str) -> dict[str, Any]:
    """Bytecode is kept whatever the surroundings say, as pip does on installing: without, every start would make it."""
    command = [sys.executable, str(Path(__file__).with_name("one_process.py")), name, str(games)]
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env |= {"NUMBA_CACHE_DIR": kept, "PYTHONPYCACHEPREFIX": bytecode}
    told: dict[str, Any] = json.loads(subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE).stdout)
    return told


def two_cores(game: AnyGame, rng: Random) -> dict[str, list[float]]:
    """Wall time of the same games on one core and on two, in pairs; and how many cores the machine really gave."""
    timed(game, 1, 1)  # may compile
    games = 2 * many.JOB_GAMES * max(2, round(PAIR / timed(game, 2 * many.JOB_GAMES, 1)[0]))
    gain, given = [], []
    for _ in range(PAIRS):
        wall = {}
        for jobs in rng.sample((1, 2), 2):
            wall[jobs], spent = timed(game, games, jobs)
            if jobs == 2:
                given.append(spent / wall[2])
        gain.append(wall[1] / wall[2])
    return {"gain": gain, "given": given}


def timed(game: AnyGame, games: int, jobs: int) -> tuple[float, float]:
    """Wall time and processor time."""
    began, spent = perf_counter(), process_time()
    many.play(game, game.options(), games, jobs=jobs)
    return perf_counter() - began, process_time() - spent


# ---- the report -------------------------------------------------------------


def report(results: Sequence[Result], paid: Sequence[dict[str, Any]], rounds: int, seconds: float) -> dict[str, Any]:
    """Everything that is shown, and every single round besides: what --json writes."""
    reference = next((median(r.decisions) for r in results if key(r) == REFERENCE and r.decisions), None)
    rules = {r.contestant.game: median(r.decisions) for r in results if r.contestant.way == BY_RULES}
    return surroundings(DISTRIBUTIONS) | {
        "rounds": rounds,
        "seconds": seconds,
        "reference": ", ".join((" ".join(REFERENCE[:2]), REFERENCE[2])),
        "results": [figures(result, rules, reference) for result in results],
        "costs": list(paid),
    }


def key(result: Result) -> tuple[str, str, str]:
    return result.contestant.house, result.contestant.game, result.contestant.way


def figures(result: Result, rules: dict[str, float], reference: float | None) -> dict[str, Any]:
    who = dict(zip(("house", "game", "way"), key(result), strict=True)) | {"sees": result.contestant.sees}
    if result.missing is not None:
        return who | {"missing": result.missing}
    decisions, games = median(result.decisions), middle(result.games)
    return who | {
        "decisions_per_second": decisions,
        "spread": spread(result.decisions),
        "games_per_second": games,
        "decisions_per_game": decisions / games if games else None,
        "to_rules": decisions / rules[result.contestant.game] if result.contestant.house == OURS else None,
        "ratio": decisions / reference if reference else None,
        "rounds": {"decisions_per_second": result.decisions, "games_per_second": result.games},
    }


HEAD: Final = ("", "way", "sees", "decisions/s", "spread", "games/s", "a game", "to rules", "ratio")
COST: Final = (
    "", "first call", "later start", "two cores", "given", "played", "million, scaled", "peak MB", "grown MB",
)  # fmt: skip


def table(told: dict[str, Any]) -> str:
    return "\n".join(
        [
            headline(told),
            f"median of {told['rounds']} rounds of {told['seconds']:g} s, one core; ratio to {told['reference']}",
            "",
            *aligned([HEAD, *(cells(row) for row in told["results"] if "missing" not in row)], words=2),
            *(f"{name(row)}, {row['way']}  missing: {row['missing']}" for row in told["results"] if "missing" in row),
            "",
            f"processor seconds, median of {STARTS}, first call of one; two cores: wall time, median of {PAIRS} pairs",
            "",
            *aligned([COST, *map(cost_cells, told["costs"])]),
        ]
    )


def name(row: dict[str, Any]) -> str:
    return f"{row['house']} {row['game']}"


def cells(row: dict[str, Any]) -> tuple[str, ...]:
    return (
        name(row),
        row["way"],
        "yes" if row["sees"] else "no",
        number(row["decisions_per_second"]),
        f"{row['spread']:.0%}",
        number(row["games_per_second"]),
        number(row["decisions_per_game"], ".1f"),
        number(row["to_rules"], ",.0f"),
        number(row["ratio"], ".3f"),
    )


def cost_cells(row: dict[str, Any]) -> tuple[str, ...]:
    known = None not in row["peak"]
    return (
        f"{OURS} {row['game']}",
        number(row["first_call"], ".1f"),
        number(median(row["later_starts"]), ".2f"),
        number(median(row["two_cores"]["gain"]), ".2f"),
        number(median(row["two_cores"]["given"]), ".2f"),
        number(row["games"]),
        number(median(row["million"]), ".1f"),
        number(median(row["peak"]) if known else None),
        number(median(row["peak"]) - median(row["peak_at_start"]) if known else None, ".1f"),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Compiled play a second, every kernel beside its rules and its peers.")
    parser.add_argument("--million", action="store_true", help=f"play every game's million whole, not only {WHOLE}'s")
    ask = asked(parser, rounds=8, seconds=0.1)
    if not compiled.COMPILED:
        parser.error('nothing is compiled here: pip install -e ".[turbo]"')
    rng = Random(ask.seed)
    with TemporaryDirectory() as bytecode:
        with TemporaryDirectory() as empty:
            once(WHOLE, 0, empty, bytecode)  # makes it
        paid = [costs(name, MILLION if ask.million or name == WHOLE else SHARE, rng, bytecode) for name in KERNELS]
    told = report(contest(contestants(), ask.rounds, ask.seconds, ask.seed), paid, ask.rounds, ask.seconds)
    print(json.dumps(told, indent=2, ensure_ascii=False) if ask.json else table(told))


if __name__ == "__main__":
    main()
