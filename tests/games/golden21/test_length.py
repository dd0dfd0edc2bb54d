"""How long The Golden 21 lasts: random play, and play that will not end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tablee.contract import AnyGame, Choice, Happened, Move, Over, Played
from tablee.games.golden21 import GAME
from tablee.games.golden21.actions import Announce, Decline, Give, SpendAccount, SpendBonus
from tablee.games.golden21.options import Options
from tablee.games.golden21.state import GOAL, State
from tablee.testing import Policy, playout, random_move


def stubborn(game: AnyGame, state: Any, rng: Random) -> Move[Any]:
    """Nobody goes out if they can help it: middle totals, and all points taken off debts."""
    awaited = game.awaits(state)
    if not isinstance(awaited, Choice):
        assert not isinstance(awaited, Over)
        return Happened(awaited.sample(rng))
    (seat,) = awaited.seats
    legal = game.legal(state, seat)
    best = max(legal, key=lambda action: (kindness(state, action), rng.random()))
    return Played(seat, best)


def kindness(state: State, action: Any) -> float:
    match action:
        case Announce(total):
            assert state.turn is not None
            return -abs(total - 3.5 * (state.golden + state.traders[state.turn.seat].crisis))
        case SpendBonus("-debt", seat) | SpendAccount("-debt", seat):
            return 1 + state.traders[seat].debt
        case Decline():
            return 0
        case _:
            return -100


def bloodthirsty(game: AnyGame, state: Any, rng: Random) -> Move[Any]:
    """Everybody kills whom they can, and else saves points up."""
    move = random_move(game, state, rng)
    if isinstance(move, Happened):
        return move
    for action in game.legal(state, move.by):
        match action:
            case SpendBonus("+debt", seat) | SpendAccount("+debt", seat) if seat != move.by:
                trader = state.traders[move.by]
                points = state.turn.points if isinstance(action, SpendBonus) else trader.account
                if state.traders[seat].debt + points > GOAL:
                    return Played(move.by, action)
            case SpendBonus("+account", seat) if seat == move.by:
                return Played(move.by, action)
            case _:
                pass
    return move if not isinstance(move.action, SpendAccount | Give) else stubborn(game, state, rng)


def length(options: Options, policy: Policy, seed: int) -> int:
    return sum(1 for _ in playout(GAME, options, Random(seed), policy))


@pytest.mark.parametrize("seed", range(5))
def test_a_random_game_lasts_a_few_hundred_moves(seed: int) -> None:
    assert 100 < length(Options(), random_move, seed) < 600


@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_nobody_wants_to_end_ends(seed: int) -> None:
    assert length(Options(), stubborn, seed) < 1000
    assert length(Options(players=10, crisis_supply=50, at21="open", years=2), stubborn, seed) < 1200


@pytest.mark.parametrize("seed", range(3))
def test_g21_70_killers_end_without_a_cap(seed: int) -> None:
    options = Options(goal="killer", years=0, kills=3)
    assert length(options, bloodthirsty, seed) < 3000


@pytest.mark.parametrize("seed", range(3))
def test_g21_75_survivors_end_without_a_cap(seed: int) -> None:
    options = Options(goal="survivor", years=0, players=6)
    assert length(options, bloodthirsty, seed) < 2500


@pytest.mark.parametrize("off", [0, 100])
def test_g21_93_even_if_every_die_falls(off: int) -> None:
    options = Options(penalties=True, free_throw=True, off=off, aim_hit=0, aim_off=100, years=1)
    assert length(options, random_move, 0) < 600
