"""What is to be played. The same experiment gives the same figures on any number of machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from tablee import options as agreed
from tablee.bots import levels
from tablee.contract import AnyGame, OptionError
from tablee.games import GAMES
from tablee.games.parts import has_kernel
from tablee.lab.plan import MatchPlan, make_plan, plan_identity
from tablee.turbo import policies

Engine: TypeAlias = Literal["kernel", "rules"]
Keep: TypeAlias = Literal["", "games", "moves"]

JOB_GAMES: Final[dict[Engine, int]] = {"kernel": 8192, "rules": 16}  # games in a job, by engine
REPLAYS: Final = 8  # how often a deal is played to measure luck
SEEDS: Final = 1 << 31
LUCK: Final = 20_000  # deals that random players play again, by default
WATCHED: Final = 50  # games whose rule coverage is measured, by default


class Experiment(Struct, frozen=True):
    """Names and numbers only, so that it can be sent to a worker. More games can be added to it."""

    plan: MatchPlan
    engine: Engine
    luck: int  # this many of the first games are played again with other choices
    watched: int  # the rule coverage of this many of the first games is measured
    keep: Keep  # what is kept of each game besides the figures
    weighed: int = 0  # in this many of the first games the strongest bot weighs every decision

    @property
    def game(self) -> AnyGame:
        return GAMES[self.plan.game]

    @property
    def players(self) -> int:
        return len(self.plan.bots)

    @property
    def job_games(self) -> int:
        return JOB_GAMES[self.engine]


def make_experiment(
    game: AnyGame,
    texts: Mapping[str, Any],
    bots: Sequence[str],
    *,
    seed: int = 0,
    luck: int | None = None,
    watched: int | None = None,
    keep: Keep = "",
    weighed: int = 0,
) -> Experiment:
    """Compiled players play on the kernel if no moves are kept. All others play by the rules."""
    if not 0 <= seed < SEEDS:
        raise OptionError("seed", "allowed: {allowed}", allowed=f"0–{SEEDS - 1}")
    bots = bots or levels(game)[:1]
    if len(bots) > game.options().players:
        texts = {"players": str(len(bots)), **texts}
    plan = make_plan(game, agreed.read(game.options, texts), bots, seed, limit=2000)
    fast = has_kernel(game) and {*plan.bots} <= {*policies(game)} and keep != "moves"
    engine: Engine = "kernel" if fast else "rules"
    usual = LUCK if fast and {*plan.bots} == {"random"} else 0  # others may always choose the same
    watched = WATCHED if watched is None else watched
    return Experiment(plan, engine, usual if luck is None else luck, watched, keep, weighed)


def experiment_identity(one: Experiment) -> dict[str, Any]:
    """Everything the figures depend on, except the number of games."""
    about = plan_identity(one.plan)
    del about["arena"]
    return {
        "lab": 3, **about, "engine": one.engine, "luck": one.luck, "watched": one.watched, "keep": one.keep,
        "weighed": one.weighed,
    }  # fmt: skip
