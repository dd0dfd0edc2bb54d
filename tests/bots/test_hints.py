"""Hints: what the master advises is what it plays, and a sentence says what its figure assumes."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TypeAlias

import pytest

from tablee import bots
from tablee import options as agreed
from tablee.games import GAMES
from tablee.games.coda.bots.master import attack_reason
from tablee.games.code777.bots.levels import declaring_reason
from tablee.games.code777.bots.rack_beliefs import Thought
from tests.bots.test_bots import decisions

Counts: TypeAlias = Mapping[tuple[object, ...], int]
GAMES_PLAYED = [
    ("coda", {"players": "3", "jokers": "on"}),
    ("code21", {"missions": "4,5"}),
    ("code21", {"players": "2", "soldiers": "0,4,8", "missions": "3,4,5"}),  # solved, and not searched
    ("code777", {"target": "1", "first": "0"}),
    ("code777", {"players": "2", "limit": "20", "first": "1"}),
    ("golden21", {}),
    ("sixteen", {"draw": "strict"}),
    ("sixteen", {"players": "4"}),
]


@pytest.mark.parametrize(("name", "texts"), GAMES_PLAYED)
def test_the_first_advice_is_what_the_master_is_likeliest_to_play(name: str, texts: dict[str, str]) -> None:
    """In the same view, with the same random numbers."""
    game, master = GAMES[name], bots.bot(GAMES[name], "master")
    assert master.mix is not None
    options = agreed.read(game.options, texts)
    known = [(state, asked) for state, asked, _ in decisions(game, options, "club", Random(5)) if len(asked.offers) > 1]
    rng = Random(7)
    for n, (state, asked) in enumerate([known[-1], *rng.sample(known, min(len(known), 10))]):
        view = game.view(state, asked.seat)
        weighed = master.advise(view, asked.offers, Random(n))
        mixture = master.mix(view, asked.offers, Random(n))
        assert mixture.get(weighed[0].action, 0.0) >= max(mixture.values()) - 1e-9, (str(weighed[0].action), mixture)


def test_code_777_says_when_a_figure_counts_what_the_others_did_not_say() -> None:
    """Two of three racks are like this; tiles make it 60%, and the others' silence 94%."""
    one, two = (5, 6, 7), (4, 7, 7)
    racks: Counts = {one: 2, two: 1}
    silent = Thought({one: 0.94, two: 0.06}, racks, 1.0, 0.5, 0.5, 0.1, {one: 0.6, two: 0.4})
    uneven = Thought({one: 0.6, two: 0.4}, racks, 1.0, 0.5, 0.5, 0.1, {one: 0.6, two: 0.4})
    even = Thought({one: 2 / 3, two: 1 / 3}, racks, 1.0, 0.5, 0.5)
    certain = Thought({one: 1.0}, {one: 2}, 1.0, 0.5, 0.5)
    reasons = [declaring_reason(thought, one) for thought in (silent, uneven, even, certain)]
    assert reasons == ["likely_silent", "likely_uneven", "likely", "certain"]


def test_code_de_vinci_says_when_odds_suppose_that_nobody_named_a_tile_of_their_own() -> None:
    assert attack_reason(0.72, 3, trusted=True) == "likely_trusted" and attack_reason(0.4, 3, trusted=False) == "likely"
    assert attack_reason(0.72, 1, trusted=True) == "breaks_trusted" and attack_reason(1.0, 1, trusted=True) == "sure"
