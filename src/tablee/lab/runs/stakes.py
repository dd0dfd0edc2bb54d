"""What a decision is worth: how much more is won by choosing like the strongest bot than by choosing at random.

The strongest bot of the game weighs all legal actions twice, from the view of the seat and with other random numbers.
The first time tells which action is best. The second time tells what it is worth: its chance of winning, less the mean
of all legal actions. So what only looked best by chance counts for nothing. The figures are those of the bot: where it
errs, they err.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any, Final

from msgspec import Struct

from tablee import bots
from tablee.lab.bot_game import Setup
from tablee.lab.runs.action_spread import ratio_interval
from tablee.lab.runs.play import NotedGame
from tablee.lab.runs.sums import StakeSums, add
from tablee.poll import Prompt
from tablee.statistics import NORMAL

MATTERS: Final = 0.05  # a choice matters if it is worth more than five games in a hundred
MILLION: Final = 1_000_000


class Stakes(Struct, frozen=True):
    """The share of all decisions that matter, and what a choice is worth, with 95% intervals."""

    games: int
    decisions: int
    choices: int
    share: float
    low: float | None
    high: float | None
    worth: float
    worth_low: float | None
    worth_high: float | None


class WeighedGame(NotedGame):
    """A game in which the strongest bot weighs every decision. What is played does not depend on that."""

    def __init__(self, setup: Setup, number: int) -> None:
        super().__init__(setup, number)
        self.adviser = bots.bot(setup.game, bots.strongest_level(setup.game))
        self.worth: list[float] = []
        self.rng = Random(f"{setup.plan.seed} {number} stakes")

    def answer(self, prompt: Prompt) -> Any:
        if len(prompt.offers) > 1:
            view = self.setup.game.view(self.state, prompt.seat)
            chosen = self.adviser.advise(view, prompt.offers, self.rng)[0].action
            values = {one.action: one.value for one in self.adviser.advise(view, prompt.offers, self.rng)}
            self.worth.append(values[chosen] - sum(values.values()) / len(values))
        return super().answer(prompt)


def weigh_games(setup: Setup, first: int, count: int) -> StakeSums:
    """The sums of these games."""
    total = StakeSums()
    for number in range(first, first + count):
        game = WeighedGame(setup, number)
        game.play()
        choices, matter = len(game.worth), sum(worth > MATTERS for worth in game.worth)
        worth = sum(round(MILLION * one) for one in game.worth)
        total = add(
            total,
            StakeSums(
                1, len(game.said), choices, matter, worth,
                choices**2, matter**2, worth**2, matter * choices, worth * choices,
            ),
        )  # fmt: skip
    return total


def measure_stakes(sums: StakeSums) -> Stakes | None:
    """None where nothing was weighed. Decisions of one game depend on each other, so the unit is a game."""
    if not sums.choices:
        return None
    share, worth = sums.matter / sums.choices, sums.worth / MILLION / sums.choices
    left = sums.matter_squared - 2 * share * sums.matter_choices + share**2 * sums.choices_squared
    low, high = ratio_interval(share, left, sums.choices, sums.games)
    found = Stakes(sums.games, sums.decisions, sums.choices, share, low, high, worth, None, None)
    if sums.games < 2:
        return found
    left = sums.worth_squared / MILLION**2 - 2 * worth * sums.worth_choices / MILLION + worth**2 * sums.choices_squared
    half = NORMAL * sqrt(max(0.0, left) * sums.games / (sums.games - 1)) / sums.choices
    return Stakes(sums.games, sums.decisions, sums.choices, share, low, high, worth, worth - half, worth + half)
