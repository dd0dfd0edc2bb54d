"""Masked PPO on Sixteen against a random player, in one file and nothing but NumPy.

    python examples/train_ppo.py [--updates 60] [--picture docs/pictures/ppo.svg]

One thousand lanes play at once; the learner sits on seat 0 in half of them and on seat 1 in the others. A decision is
credited with how its game ended (1 won, 0 drawn, -1 lost), less what the critic had expected. Prints the share of games
won against a random player after every few updates, the margin at the end, and draws the curve.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.games import GAMES
from tablee.turbo.vector import VectorEnv

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
Batch = tuple[Floats, NDArray[np.bool_], Ints, Floats, Floats]  # what was seen, could be done, was done; log p; return

LANES, HIDDEN = 1024, 128
CLIP, EPOCHS, MINIBATCH, RATE, ENTROPY = 0.2, 4, 2048, 2e-3, 0.003


class Net:
    """Two layers; the last one holds the logits of the actions and, in its last column, the value."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        self.weights = [
            (rng.standard_normal((inputs, HIDDEN)) * np.sqrt(2 / inputs)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            (rng.standard_normal((HIDDEN, actions + 1)) * 0.01).astype(np.float32),
            np.zeros(actions + 1, np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def forward(self, x: Floats, mask: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """The probabilities of the actions, the value, and the hidden layer."""
        w1, b1, w2, b2 = self.weights
        hidden = np.maximum(x @ w1 + b1, 0)
        out = hidden @ w2 + b2
        logits = np.where(mask, out[:, :-1], -1e9)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True), out[:, -1], hidden

    def learn(self, batch: Batch) -> None:
        """One step of Adam on the clipped objective, the value's error and the entropy."""
        x, mask, action, old, returns = batch
        odds, value, hidden = self.forward(x, mask)
        rows = np.arange(len(x))
        advantage = returns - value
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        ratio = np.exp(np.log(odds[rows, action] + 1e-9) - old)
        free = ~(
            ((advantage > 0) & (ratio > 1 + CLIP)) | ((advantage < 0) & (ratio < 1 - CLIP))
        )  # where clipping lets it
        towards = odds * (-(ratio * advantage * free))[:, None]
        towards[rows, action] += ratio * advantage * free  # d objective / d logits
        logs = np.log(odds + 1e-9)
        towards -= ENTROPY * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))
        grad = np.concatenate([-towards, (value - returns)[:, None]], axis=1).astype(np.float32) / len(x)
        back = (grad @ self.weights[2].T) * (hidden > 0)
        self.descend([x.T @ back, back.sum(axis=0), hidden.T @ grad, grad.sum(axis=0)])

    def descend(self, grads: list[Floats]) -> None:
        self.steps += 1
        for w, g, (mean, square) in zip(self.weights, grads, self.moments, strict=True):
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            w -= RATE * (mean / (1 - 0.9**self.steps)) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


class Arena:
    """The learner against a random player in every lane."""

    def __init__(self, seed: int) -> None:
        game = GAMES["sixteen"]
        self.env = VectorEnv(game, game.options(), LANES, seed=seed)
        self.rng = np.random.default_rng(seed)
        self.seat = np.arange(LANES) % 2
        self.env.reset()

    def seen(self, lanes: Ints) -> tuple[Floats, NDArray[np.bool_]]:
        b = self.env.buffers
        return b.observations[lanes].astype(np.float32) / 8, b.masks[lanes].astype(bool)

    def games(self, net: Net, count: int) -> Iterator[tuple[Batch, Floats]]:
        """At least `count` games: the decisions of those that ended in each step, and what they brought."""
        b, actions = self.env.buffers, np.zeros(LANES, np.int64)
        open_games: list[list[tuple[Floats, NDArray[np.bool_], int, float]]] = [[] for _ in range(LANES)]
        while count > 0:
            self.env.sample(actions)
            lanes = np.flatnonzero(b.turns == self.seat)
            x, mask = self.seen(lanes)
            odds, _, _ = net.forward(x, mask)
            picks = (odds.cumsum(axis=1) > self.rng.random((len(lanes), 1))).argmax(axis=1)
            actions[lanes] = picks
            for row, lane in enumerate(lanes):
                open_games[lane].append(
                    (x[row], mask[row], int(picks[row]), float(np.log(odds[row, picks[row]] + 1e-9)))
                )
            self.env.step(actions)
            ended = np.flatnonzero(b.done)
            if len(ended) == 0:
                continue
            results = b.rewards[ended, self.seat[ended]]
            rows = [(*one, result) for lane, result in zip(ended, results, strict=True) for one in open_games[lane]]
            for lane in ended:
                open_games[lane] = []
            count -= len(ended)
            x, mask, action, old, returns = (np.array(column) for column in zip(*rows, strict=True))
            yield (x, mask, action, old.astype(np.float32), returns.astype(np.float32)), results


def train(updates: int, seed: int = 1) -> list[tuple[int, float]]:
    """The share of games won against random, after so many updates."""
    arena = Arena(seed)
    net = Net(arena.env.observed, arena.env.actions, np.random.default_rng(seed))
    curve: list[tuple[int, float]] = []
    for update in range(updates + 1):
        batches, results = zip(*arena.games(net, LANES), strict=True)
        score = float((np.concatenate(results) > 0).mean() + (np.concatenate(results) == 0).mean() / 2)
        curve.append((update, score))
        if update % 5 == 0:
            print(f"update {update:3d}: wins {score:.1%} of its games against random (a draw is half)", flush=True)
        x, mask, action, old, returns = (np.concatenate(column) for column in zip(*batches, strict=True))
        for _ in range(EPOCHS):
            order = arena.rng.permutation(len(x))
            for start in range(0, len(x) - MINIBATCH + 1, MINIBATCH):
                rows = order[start : start + MINIBATCH]
                net.learn((x[rows], mask[rows], action[rows], old[rows], returns[rows]))
    return curve


def picture(curve: list[tuple[int, float]]) -> str:
    """The curve as SVG: the wins from 40% to 100%, a line at one half."""
    width, height, last = 640, 320, max(1, curve[-1][0])

    def place(update: float, share: float) -> str:
        return f"{50 + (width - 70) * update / last:.1f},{height - 40 - (height - 60) * (share - 0.4) / 0.6:.1f}"

    ticks = "".join(
        f'<text x="44" y="{place(0, share).split(",")[1]}" text-anchor="end" dy=".35em">{share:.0%}</text>'
        for share in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    )
    points = " ".join(place(update, share) for update, share in curve)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
        f'<rect width="{width}" height="{height}" fill="#F7F1E5"/><g fill="#22201D">{ticks}'
        f'<text x="{width / 2}" y="{height - 10}" text-anchor="middle">updates (about 1,000 games each)</text>'
        f'<text x="54" y="16">Sixteen: games won against a random player</text></g>'
        f'<polyline points="{place(0, 0.5)} {place(last, 0.5)}" stroke="#22201D" stroke-dasharray="4" fill="none"/>'
        f'<polyline points="{points}" stroke="#2F4A3C" stroke-width="2" fill="none"/></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Masked PPO on Sixteen, against a random player")
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--picture", type=Path, help="where the learning curve is drawn, as SVG")
    args = parser.parse_args()
    curve = train(args.updates)
    last = curve[-5:]
    share = sum(score for _, score in last) / len(last)
    print(f"at the end: {share:.1%} of its games, {share - 0.5:+.1%} over an even match")
    if args.picture:
        args.picture.write_text(picture(curve), encoding="utf-8")


if __name__ == "__main__":
    main()
