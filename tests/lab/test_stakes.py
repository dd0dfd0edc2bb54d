"""What decisions are worth, how actions vary between games, and the page that designers read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tablee import bots, lab
from tablee.bots.bot import Advice, AnyBot, Bot
from tablee.games import GAMES
from tablee.lab.bot_game import setup_for
from tablee.lab.runs.action_spread import TENTHS, measure_spread
from tablee.lab.runs.experiment import make_experiment
from tablee.lab.runs.play import NotedGame
from tablee.lab.runs.stakes import measure_stakes, weigh_games
from tablee.lab.runs.sums import StakeSums, add

SIXTEEN = GAMES["sixteen"]


def with_adviser(monkeypatch: pytest.MonkeyPatch, advise: object) -> None:
    adviser: AnyBot = Bot("sixteen", "master", None, advise)  # type: ignore[arg-type]
    monkeypatch.setattr(bots, "bot", lambda game, name: adviser)


def test_a_choice_is_worth_what_a_random_one_would_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_for(make_experiment(SIXTEEN, {}, ["random"]).plan)
    with_adviser(monkeypatch, lambda view, legal, rng: [Advice(one, 0.6 * (n == 0), "") for n, one in enumerate(legal)])
    found = measure_stakes(weigh_games(setup, 0, 3))
    assert found is not None and found.games == 3 and found.share == 1 and 0.3 <= found.worth < 0.6


def test_what_only_looks_best_by_chance_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def guess(view: object, legal: list[object], rng: object) -> list[Advice]:
        values = [(rng.random(), action) for action in legal]  # type: ignore[attr-defined]
        return [Advice(action, value, "") for value, action in sorted(values, key=lambda one: -one[0])]  # type: ignore[arg-type]

    setup = setup_for(make_experiment(SIXTEEN, {}, ["random"]).plan)
    with_adviser(monkeypatch, guess)
    found = measure_stakes(weigh_games(setup, 0, 30))
    assert found is not None and found.worth_low is not None and found.worth_high is not None
    assert found.worth_low < 0 < found.worth_high or abs(found.worth) < 0.02


def test_weighing_changes_nothing_that_is_played() -> None:
    one = make_experiment(SIXTEEN, {}, ["random"], weighed=1)
    setup = setup_for(one.plan)
    plain = NotedGame(setup, 0)
    plain.play()
    parts = [weigh_games(setup, 0, 1), weigh_games(setup, 1, 1)]
    assert parts[0].decisions == len(plain.said)
    assert add(*parts) == weigh_games(setup, 0, 2) and measure_stakes(StakeSums()) is None


def test_the_interval_of_an_action_covers_what_is_true() -> None:
    """Blocks whose choices hang together: the interval is that of blocks, not of single choices."""
    rng, covered, alone = np.random.default_rng(1), 0, 0
    for _ in range(300):
        blocks = []
        for _ in range(40):
            block = np.zeros((2, 2, TENTHS), np.int64)
            block[0, :, 0] = 20
            block[1, 0, 0] = 20 * (rng.random() < 0.3)  # all choices of a block win, or none
            blocks.append(block)
        spread = measure_spread(["a", "b"], blocks)
        won = sum(int(block[1, 0, 0]) for block in blocks) / 800
        low, high = spread.won_interval("a", 800, won, 1)
        assert low is not None and high is not None
        covered += low <= 0.3 <= high
        half = 1.96 * (won * (1 - won) / 800) ** 0.5
        alone += abs(won - 0.3) <= half
        assert spread.share_interval("a", 800, 1600) == (0.5, 0.5)
    assert covered >= 0.9 * 300 and alone < 0.6 * 300


@pytest.mark.slow
def test_every_figure_of_a_run_has_its_interval(tmp_path: Path) -> None:
    found = lab.run("sixteen", games=600, out=tmp_path / "run", luck=0, weighed=1)
    assert found.stakes is not None and found.stakes.choices > 10
    for row in (*found.actions, *found.kinds):
        assert row["share_low"] <= row["share"] <= row["share_high"] and row["won_low"] <= row["won"] <= row["won_high"]
    assert all("won_low" in row for row in found.phases)
    assert all(row["p50_low"] <= row["p50"] <= row["p50_high"] for row in found.lengths)
    assert all(row["deviation_low"] < row["deviation"] < row["deviation_high"] for row in found.lengths[2:])
    assert all(row["rank_2_low"] <= row["rank_2"] / 600 <= row["rank_2_high"] for row in found.seats)
    assert all(row["moves_low"] <= row["moves"] <= row["moves_high"] for row in found.rules)
    assert sum(row["times"] for row in found.actions) == found.lengths[0]["mean"] * 600
