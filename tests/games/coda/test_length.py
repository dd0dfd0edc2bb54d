"""How long a game of Code de Vinci can be: each attack turns up one tile, and one tile stays hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tablee.contract import AnyGame, Move, Played
from tablee.games.coda import GAME
from tablee.games.coda.actions import Attack, Stop
from tablee.games.coda.options import Options
from tablee.games.coda.tiles import VALUE
from tablee.testing import Policy, playout, random_move


def bound(options: Options) -> int:
    """First, set-up, and for each attack a tile taken and drawn, the attack, and what follows it."""
    tiles = 26 if options.jokers else 24
    dealt = options.players * options.tiles_each
    return 1 + 2 * options.players + dealt + 2 * (tiles - dealt) + 3 * (tiles - 1)


def guided(rng: Random, state: Any, *, hits: bool) -> Move[Any]:
    """Attacks that are all right, with a stop after each, or all wrong: neither can be done better."""
    move = random_move(GAME, state, rng)
    if state.phase == "attack":
        if state.right:
            return Played(state.turn, Stop())
        return Played(
            state.turn,
            rng.choice(
                [
                    attack
                    for attack in GAME.legal(state, state.turn)
                    if isinstance(attack, Attack)
                    and hits == (VALUE[state.codes[attack.target][attack.place].tile] == attack.value)
                ]
            ),
        )
    return move


def never_right(game: AnyGame, state: Any, rng: Random) -> Move[Any]:
    return guided(rng, state, hits=False)


def right_and_stop(game: AnyGame, state: Any, rng: Random) -> Move[Any]:
    return guided(rng, state, hits=True)


@pytest.mark.parametrize("policy", [random_move, never_right, right_and_stop])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("jokers", [False, True])
def test_every_game_ends_soon(players: int, jokers: bool, policy: Policy) -> None:
    options = Options(players=players, jokers=jokers)
    for seed in range(10):
        steps = list(playout(GAME, options, Random(seed), policy))
        attacks = sum(isinstance(move.action, Attack) for _, move, _ in steps)
        assert attacks < len(steps[0][0].table)
        assert len(steps) <= bound(options)
