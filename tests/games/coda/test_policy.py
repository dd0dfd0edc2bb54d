"""Compiled players: they read rows rightly, and play well. What they may know: see tests/test_policies.py."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tablee import turbo
from tablee.contract import Choice, Over, Seat
from tablee.games.coda import GAME
from tablee.games.coda import turbo as kernel
from tablee.games.coda.choices import choose
from tablee.games.coda.options import Options
from tablee.games.coda.packing import pack
from tablee.games.coda.policy import POLICIES, known_tiles, read
from tablee.games.coda.posterior import posterior
from tablee.games.coda.state import State
from tablee.games.coda.tiles import WITH_DASH
from tablee.testing.play import random_move
from tablee.turbo.compiled import COMPILED
from tests.kernels import asked

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("jokers", [False, True])
def test_with_one_row_to_read_its_odds_are_the_exact_ones(jokers: bool) -> None:
    """With two players nothing is left out of account; but jokers are weighed roughly, and so are tiles once named."""
    options, rng, looked = Options(players=2, jokers=jokers), Random(3), 0
    while looked < 40:
        state = GAME.start(options)
        while not isinstance(awaited := GAME.awaits(state), Over):
            if state.phase == "attack" and isinstance(awaited, Choice) and rng.random() < 0.2:
                (seat,) = awaited.seats
                if not any(guess.by != seat for code in state.codes for tile in code for guess in tile.guesses):
                    compare(state, seat, 1e-9 if not jokers else 0.2)
                    looked += 1
            state = GAME.apply(state, random_move(GAME, state, rng))


def compare(state: State, seat: Seat, apart: float) -> None:
    lane = turbo.lanes(GAME, state.options, 1)
    pack(state, lane[0])
    odds = np.zeros((kernel.LONGEST, kernel.VALUES))
    other = 1 - seat
    read(lane[0], other, known_tiles(lane[0], seat), odds)
    for name, chances in posterior(GAME.view(state, seat)).chances.items():
        place = int(name.partition(":")[2])
        exact = [chances.get(value, 0.0) for value in WITH_DASH]
        assert odds[place].tolist() == pytest.approx(exact, abs=apart), name


@pytest.mark.untraced
@pytest.mark.skipif(not COMPILED, reason="interpreted, whole matches take too long")
def test_sound_beats_random_players() -> None:
    """Nine of ten games, at the least, from both seats."""
    options = Options(players=2)
    lane = turbo.lanes(GAME, options, 1, seed=4)
    won = 0
    for game in range(200):
        g = lane[0]
        kernel.begin(g)
        for who in asked(kernel, g):
            kernel.act(g, POLICIES["sound"](g) if who == game % 2 else choose(g))
        won += kernel.rank(g, game % 2) == 1
    assert won >= 180
