"""Masked PPO of Stable-Baselines3-contrib on one of our games: the agent has one seat, a bot plays the others.

    pip install "tablee[gymnasium]" sb3-contrib
    python examples/sb3_maskable_ppo.py --steps 200000

The masks come from `action_masks()` of the environment, which sb3-contrib asks for.
"""

import argparse

import gymnasium
import numpy as np
from gymnasium.wrappers import DtypeObservation
from sb3_contrib import MaskablePPO

import tablee.rl.gymnasium  # noqa: F401  registers our games


class Masked(gymnasium.Wrapper):
    """Passes the masks on through the wrappers of Gymnasium."""

    def action_masks(self) -> np.ndarray:
        masks: np.ndarray = self.env.unwrapped.action_masks()  # type: ignore[attr-defined]
        return masks


def make(opponent: str) -> gymnasium.Env:
    table = gymnasium.make("tablee/sixteen-v1", opponents=opponent, seat=None)
    return Masked(DtypeObservation(table, np.float32))


def share_of_wins(model: MaskablePPO, opponent: str, games: int) -> float:
    table, won = make(opponent), 0.0
    for seed in range(games):
        seen, _ = table.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=table.action_masks())  # type: ignore[attr-defined]
            seen, paid, over, _, _ = table.step(int(action))
            reward = float(paid)
        won += (reward + 1) / 2
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=400, help="for the evaluation")
    parser.add_argument("--opponent", default="random")
    args = parser.parse_args()
    batch = min(1024, args.steps)
    model = MaskablePPO("MlpPolicy", make(args.opponent), n_steps=batch, batch_size=batch // 4, seed=1, device="cpu")
    model.learn(args.steps)
    print(f"won {share_of_wins(model, args.opponent, args.games):.3f} of {args.games} games against {args.opponent}")


if __name__ == "__main__":
    main()
