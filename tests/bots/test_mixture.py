"""Mixed strategies: what a bot reports is what it does."""

from __future__ import annotations

import sys
from collections import Counter
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablee import bots
from tablee.bots.faults import BotFault
from tablee.bots.limited import limited_bot
from tablee.bots.mixture import mix_of, strategy
from tablee.bots.outside import find_bot
from tablee.contract import Played, Seat
from tablee.games import GAMES
from tablee.poll import NOBODY_POLLED
from tablee.testing import playout

HERE = "tests.bots.outside_bots"
COMMAND = f"cmd:{sys.executable} {Path(__file__).with_name('outside_bots.py')}"
SIXTEEN = GAMES["sixteen"]
STATE = next(
    after
    for _, _, after in playout(SIXTEEN, SIXTEEN.options(), Random(1))
    if after.turn is not None and len(SIXTEEN.legal(after, after.turn)) > 1
)
VIEW, LEGAL = SIXTEEN.view(STATE, STATE.turn), SIXTEEN.legal(STATE, STATE.turn)
OFTEN = {"random": 300, "beginner": 300, "club": 100, "master": 12}
NAMES = [(name, level) for name, game in GAMES.items() for level in bots.bots(game)]


def prompts(name: str, rng: Random) -> list[tuple[Any, Any]]:
    """Views of a random game in which there is a choice, with what may be done."""
    game, found = GAMES[name], []
    for before, move, _ in playout(game, game.options(), rng):
        if isinstance(move, Played):
            prompt = NOBODY_POLLED.next_prompt(game, before)
            assert prompt is not None
            if 1 < len(prompt.offers) < 100:
                found.append((game.view(before, prompt.seat), prompt.offers))
    return rng.sample(found, 3)


@pytest.mark.parametrize(("name", "level"), NAMES)
def test_choices_are_as_frequent_as_the_mixed_strategy_says(name: str, level: str) -> None:
    """Over other random numbers than those for which it was reported."""
    bot, often = bots.bot(GAMES[name], level), OFTEN[level]
    assert bot.mix is not None
    for view, legal in prompts(name, Random(4)):
        reported = strategy(bot, view, legal, map(Random, range(often)))
        chosen = Counter(bot.choose(view, legal, Random(n)) for n in range(1000, 1000 + often))
        assert set(reported) == set(legal) and sum(reported.values()) == pytest.approx(1)
        for action, chance in reported.items():
            spread = sqrt(max(chance * (1 - chance), 1 / often) / often)
            assert abs(chosen[action] / often - chance) < 5 * spread, (str(action), chance, chosen[action] / often)


@pytest.mark.parametrize("character", ["poivre", "bougie"])
def test_a_character_has_a_mixed_strategy_of_its_own(character: str) -> None:
    view, legal = next(
        (view, legal) for view, legal in prompts("code21", Random(2)) if any(str(action) == "pass" for action in legal)
    )
    plain, styled = (
        strategy(bots.bot(GAMES["code21"], name), view, legal, [Random(1)])
        for name in (bots.level_of(GAMES["code21"], character), character)
    )
    assert plain != styled and sum(styled.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", [f"{HERE}:mixed", f"{COMMAND} mixes"])
def test_a_bot_from_outside_may_report_its_mixed_strategy(name: str) -> None:
    """It answers with the probabilities, and what it does is drawn from them."""
    bot = find_bot(SIXTEEN, name)
    assert mix_of(bot)(VIEW, LEGAL, Random(1)) == {LEGAL[0]: 0.75, LEGAL[1]: 0.25}
    drawn = Counter(bot.choose(VIEW, LEGAL, Random(n)) for n in range(400))
    assert 260 < drawn[LEGAL[0]] < 340 and drawn[LEGAL[0]] + drawn[LEGAL[1]] == 400


@pytest.mark.parametrize(
    ("name", "why"),
    [(f"{HERE}:mixed_badly", "whose probabilities sum to 0.5 and not to 1"), (f"{COMMAND} mixes_badly", "play g9")],
)
def test_a_mixture_that_is_none_is_a_fault(name: str, why: str) -> None:
    with pytest.raises(BotFault, match=why):
        find_bot(SIXTEEN, name).choose(VIEW, LEGAL, Random(1))


@pytest.mark.slow
def test_a_bot_in_a_process_of_its_own_reports_the_same() -> None:
    bot = limited_bot(SIXTEEN, f"{HERE}:mixed", 5000)
    assert bot.mix is not None and bot.mix(VIEW, LEGAL, Random(1)) == {LEGAL[0]: 0.75, LEGAL[1]: 0.25}


def test_a_bot_that_reports_nothing_is_known_by_its_choices() -> None:
    bot = find_bot(SIXTEEN, f"{HERE}:first")
    assert strategy(bot, VIEW, LEGAL, map(Random, range(3)))[LEGAL[0]] == 1.0
    assert SIXTEEN.view(STATE, Seat(0)) is not None
