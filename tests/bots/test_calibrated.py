"""Corrected chances: in the same order, and nothing is played differently."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tablee import bots
from tablee.bots.calibrated import Correction
from tablee.games import GAMES
from tests.bots.test_bots import decisions


@pytest.mark.parametrize("correction", [Correction(0.6, 1.4), Correction(0.8, 0.5), Correction(1.3, 1.0)])
def test_a_correction_keeps_the_order_and_what_is_certain(correction: Correction) -> None:
    found = [correction.corrected(n / 50) for n in range(51)]
    assert found[0] == 0 and found[-1] == 1 and all(one < two for one, two in pairwise(found))


def test_a_draw_of_code_de_vinci_is_shown_as_it_turns_out_and_chosen_as_before() -> None:
    from tablee.games.coda.bots import master

    game, bot = GAMES["coda"], bots.bot(GAMES["coda"], "master")
    assert bot.mix is not None
    seen = 0
    for state, asked, _ in decisions(game, game.options(), "club", Random(3)):
        if state.phase == "take" and len(asked.offers) > 1:
            view = game.view(state, asked.seat)
            thought, shown = master.advise(view, asked.offers, Random(1)), bot.advise(view, asked.offers, Random(1))
            assert [one.action for one in thought] == [one.action for one in shown]
            assert all(one.value < other.value for one, other in zip(thought, shown, strict=True) if one.value < 0.6)
            assert bot.mix(view, asked.offers, Random(1)) == master.mix(view, asked.offers, Random(1))
            seen += 1
    assert seen
