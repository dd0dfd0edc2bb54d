"""What the laboratory is to play: the same experiment gives the same figures, on however many machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from tablee import options as agreed
from tablee.bots import levels
from tablee.contract import AnyGame, OptionError
from tablee.games import GAMES
from tablee.games.parts import has_kernel
from tablee.lab.plan import Plan, identity, planned
from tablee.turbo import policies

Engine: TypeAlias = Literal["kernel", "rules"]
Keep: TypeAlias = Literal["", "games", "moves"]

CHUNK: Final[dict[Engine, int]] = {"kernel": 8192, "rules": 16}  # games in one piece of work, by engine
AGAIN: Final = 8  # how often a deal is played to see what is luck
SEEDS: Final = 1 << 31
LUCK: Final = 20_000  # deals that random players play again
WATCHED: Final = 50  # games in which it is seen which rules are at work


class Experiment(Struct, frozen=True):
    """Names and numbers only, so that it can travel. How many games are wanted is no part of it: more can be added."""

    plan: Plan
    engine: Engine
    luck: int  # the first so many games are played again with other choices
    watched: int  # of the first so many games the rules at work are noted
    keep: Keep  # what is kept of each game, beyond the figures

    @property
    def game(self) -> AnyGame:
        return GAMES[self.plan.game]

    @property
    def players(self) -> int:
        return len(self.plan.bots)

    @property
    def size(self) -> int:
        return CHUNK[self.engine]


def experiment(
    game: AnyGame,
    texts: dict[str, str],
    bots: Sequence[str],
    *,
    seed: int = 0,
    luck: int | None = None,
    watched: int | None = None,
    keep: Keep = "",
) -> Experiment:
    """Compiled players play on the kernel, where there is one and no moves are kept; all others by the rules."""
    if not 0 <= seed < SEEDS:
        raise OptionError("seed", "allowed: {allowed}", allowed=f"0–{SEEDS - 1}")
    bots = bots or levels(game)[:1]
    if len(bots) > game.options().players:
        texts = {"players": str(len(bots)), **texts}
    plan = planned(game, agreed.read(game.options, texts), bots, seed, limit=2000)
    fast = has_kernel(game) and {*plan.bots} <= {*policies(game)} and keep != "moves"
    engine: Engine = "kernel" if fast else "rules"
    usual = LUCK if fast and {*plan.bots} == {"random"} else 0  # who always does the same does the same again
    return Experiment(plan, engine, usual if luck is None else luck, WATCHED if watched is None else watched, keep)


def identified(one: Experiment) -> dict[str, Any]:
    """All that the figures depend on, but for the number of games."""
    about = identity(one.plan)
    del about["arena"]
    return {"lab": 1, **about, "engine": one.engine, "luck": one.luck, "watched": one.watched, "keep": one.keep}
