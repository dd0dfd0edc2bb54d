"""Compiled players as bots: each decides in a world that it imagines, from what its view says.

They are for measurements: a table offers only the levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from tablee.bots.bot import AnyBot, Bot, Chooser
from tablee.bots.random import advise
from tablee.contract import Action, AnyGame, Options
from tablee.games import parts

if TYPE_CHECKING:
    from tablee.turbo.interface import AnyKernel, Lane, Policy


@cache
def compiled_bots(game: AnyGame) -> dict[str, AnyBot]:
    """The compiled players of this game by name; none without a kernel. This loads the compiler."""
    from tablee import turbo

    if not parts.has_kernel(game):
        return {}
    players = {name: policy for name, policy in turbo.policies(game).items() if name != "random"}
    return {name: Bot(game.name, name, make_chooser(game, policy), advise) for name, policy in players.items()}


def make_chooser(game: AnyGame, policy: Policy) -> Chooser[Any, Any]:
    """What this policy does in any world that fits the view. It uses only what is the same in all of them."""
    from tablee import turbo
    from tablee.turbo.chance import seed

    kernel = turbo.compiled_kernel(game)

    def choose(view: Any, legal: Sequence[Any], rng: Random) -> Action | None:
        world = game.imagine(view, rng)
        g = turbo.lanes(game, view.options, 1)[0]
        kernel.pack(world, g)
        polls = kernel.to_pass is not None
        awaited = polls and legal[0] is not None  # and so everybody has let it pass
        # A seat that is asked earlier lets it pass.
        while kernel.awaits(g) != view.seat or (awaited and may_pass(kernel, g)):
            assert kernel.to_pass is not None
            kernel.act(g, kernel.to_pass)
        seed(g, rng.getrandbits(62), 0)
        number = int(policy(g))
        action: Action | None = alphabet(game, view.options)[number]
        if action is None and kernel.meaning is not None:
            action = kernel.meaning(number, world)
        return action

    return choose


def may_pass(kernel: AnyKernel, g: Lane) -> bool:
    """Whether the seat that is asked is only polled."""
    import numpy as np

    mask = np.zeros(kernel.actions, np.int8)
    kernel.legal(g, mask)
    return bool(mask[kernel.to_pass])


@cache
def alphabet(game: AnyGame, options: Options) -> Sequence[Any]:
    from tablee import turbo

    return turbo.kernel(game).alphabet(options)
