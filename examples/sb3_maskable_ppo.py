"""Masked PPO of Stable-Baselines3-contrib, on one seat of Sixteen. It asks the environment for its `action_masks()`.

pip install "tablee[gymnasium]" sb3-contrib; python examples/sb3_maskable_ppo.py --steps 100000
"""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

from tablee.rl.gymnasium import TableEnv


class Scaled(gymnasium.ObservationWrapper):
    """Observations from 0 to 1; the masks are passed on."""

    def __init__(self, table: TableEnv) -> None:
        super().__init__(table)
        self.table, self.scale = table, np.maximum(table.layout.high, 1).astype(np.float32)
        self.observation_space = gymnasium.spaces.Box(-1, 1, self.scale.shape, np.float32)

    def observation(self, observation: np.ndarray) -> np.ndarray:
        return observation / self.scale

    def action_masks(self) -> np.ndarray:
        return self.table.action_masks()


def share_of_wins(model: MaskablePPO, table: Scaled, games: int) -> float:
    won = 0.0
    for seed in range(games):
        seen, _ = table.reset(seed=seed)
        over, paid = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=table.action_masks())
            seen, reward, over, _, _ = table.step(int(action))
            paid = float(reward)
        won += (paid + 1) / 2
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=400, help="for the evaluation")
    args = parser.parse_args()
    table = Scaled(TableEnv("sixteen", opponents="random", seat=None))
    batch = min(2048, args.steps)
    model = MaskablePPO("MlpPolicy", table, 1e-3, n_steps=batch, batch_size=batch // 8, gamma=1, seed=1, device="cpu")
    for steps in (0, args.steps):
        if steps:
            model.learn(steps)
        won = share_of_wins(model, table, args.games)
        print(f"after {steps} steps: won {won:.3f} of {args.games} games against a random player")


main()
