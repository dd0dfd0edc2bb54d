"""Compiled players: they declare what is likely enough as far as their view tells, and otherwise nothing."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tablee import turbo
from tablee.contract import Seat
from tablee.games.code777 import GAME, observation, packing, rack_tables
from tablee.games.code777 import turbo as kernel
from tablee.games.code777.policy import ENOUGH, POLICIES
from tablee.testing import covering
from tablee.turbo.compiled import COMPILED
from tests.kernels import asked

pytestmark = pytest.mark.slow

BAR = {"sound": ENOUGH, "sure": 1.0}


@pytest.mark.parametrize("name", POLICIES)
def test_they_do_what_their_view_says(name: str) -> None:
    """The same is worked out from the view, which holds nothing but what the seat may know."""
    rng, declared = Random(5), 0
    for number, options in enumerate(covering(GAME.options)):
        g = turbo.lanes(GAME, options, 1, seed=number)[0]
        kernel.begin(g)
        for _ in range(250):
            who = kernel.awaits(g)
            if who == -2:
                break
            if who == -1:
                kernel.happen(g)
                continue
            action = int(POLICIES[name](g))
            if g.heard == g.players:
                assert action == kernel.TO_ASK
            elif rng.random() < 0.2 or action > kernel.TO_PASS:
                view = GAME.view(packing.unpack(g, options), Seat(int(who)))
                fit = observation.encode(view)[observation.OBSERVATION.slice("fit")].astype(np.int64)
                chances = fit if options.colours else np.bincount(rack_tables.TRIPLE, fit, rack_tables.TRIPLES)
                likely = chances.max() >= BAR[name] * fit.sum() or kernel.closing(g)
                start = kernel.BY_TILE if options.colours else kernel.BY_DIGIT
                assert action == (start + int(chances.argmax()) if likely else kernel.TO_PASS)
                declared += likely
            kernel.act(g, action)
    assert declared > 10


@pytest.mark.skipif(not COMPILED, reason="interpreted, whole matches take too long")
def test_sound_beats_random_players() -> None:
    """Nine of ten games, at the least, from all seats of four."""
    lane = turbo.lanes(GAME, GAME.options(), 1, seed=4)
    won = 0.0
    for game in range(100):
        g = lane[0]
        kernel.begin(g)
        for who in asked(kernel, g):
            kernel.act(g, POLICIES["sound"](g) if who == game % 4 else kernel.choose(g))
        won += kernel.rank(g, game % 4) == 1 and kernel.score(g, game % 4) == 3
    assert won >= 90
