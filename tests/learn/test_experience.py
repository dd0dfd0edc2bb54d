"""What each decision brought, compared with the same sums written out."""

from __future__ import annotations

import numpy as np
import pytest

from tablee.bots.nets import unfolder
from tablee.games import GAMES
from tablee.learn.experience import draw, judge, share_wins
from tablee.learn.features import features_of
from tablee.turbo.vector import VectorEnv

TRUST = 0.9


def test_wins_are_shared_among_equals_and_sum_to_nothing() -> None:
    rewards = np.array([[1, -1, 0, -0.5], [1, 1, -1, -1], [0, 0, 0, 0]], np.float32)
    won = np.zeros((3, 4), np.float32)
    share_wins(rewards, won)
    assert won == pytest.approx(np.array([[1, -1 / 3, -1 / 3, -1 / 3], [1 / 3, 1 / 3, -1 / 3, -1 / 3], [0, 0, 0, 0]]))


def test_each_seat_is_judged_by_its_own_decisions() -> None:
    """A game of seats 0, 1, 0 that seat 1 wins; then the first decision of the next game, of which nothing is known."""
    turns = np.array([[0], [1], [0], [1]], np.int8)
    values = np.array([[0.5], [0.25], [-0.5], [0.125]], np.float32)
    done = np.array([[False], [False], [True], [False]])
    won = np.zeros((4, 1, 2), np.float32)
    won[2, 0] = -1, 1
    gains, targets, known = np.zeros((4, 1), np.float32), np.zeros((4, 1), np.float32), np.zeros((4, 1), np.bool_)
    judge(turns, values, won, done, np.array([0], np.int8), np.array([0.75], np.float32), TRUST, gains, targets, known)
    last = -1 + 0.5
    assert known[:, 0].tolist() == [True, True, True, False]
    assert gains[:3, 0] == pytest.approx([-0.5 - 0.5 + TRUST * last, 1 - 0.25, last])
    assert targets[:3, 0] == pytest.approx((values + gains)[:3, 0])


def test_actions_are_drawn_by_their_shares_and_only_legal_ones() -> None:
    rows = 20_000
    logits = np.tile(np.log(np.array([1, 5, 3, 100], np.float32)), (rows, 1)).astype(np.float32)
    masks = np.tile(np.array([1, 1, 1, 0], np.int8), (rows, 1))
    actions, logs = np.zeros(rows, np.int64), np.zeros(rows, np.float32)
    draw(logits, masks, np.random.default_rng(1).random(rows), actions, logs)
    assert np.bincount(actions, minlength=4) / rows == pytest.approx([1 / 9, 5 / 9, 3 / 9, 0], abs=0.015)
    assert np.exp(logs) == pytest.approx(np.array([1, 5, 3])[actions] / 9, rel=1e-5)


@pytest.mark.parametrize("name", GAMES)
def test_a_net_is_shown_the_same_in_training_and_at_the_table(name: str) -> None:
    game = GAMES[name]
    writer, env = features_of(game), VectorEnv(game, game.options(), 16, seed=1)
    env.reset()
    for _ in range(40):
        env.step(env.sample())
    features = np.zeros((16, writer.features), np.float32)
    writer.unfold(env.buffers.observations, features)
    at_table = unfolder(game)
    assert len(np.unique(features, axis=0)) == 16
    assert features == pytest.approx(np.stack([at_table(seen) for seen in env.buffers.observations]), abs=1e-6)
