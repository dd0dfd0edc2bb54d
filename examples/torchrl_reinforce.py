"""TorchRL on one of our games: REINFORCE with masks, one seat against bots.

pip install "tablee[gymnasium]" torchrl
python examples/torchrl_reinforce.py --updates 500
"""

import argparse

import torch
from tensordict.nn import ProbabilisticTensorDictModule, TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical

from tablee.rl.gymnasium import TableEnv

LONGEST = 500  # decisions of a game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=500)
    parser.add_argument("--games", type=int, default=16, help="of an update")
    args = parser.parse_args()
    torch.manual_seed(1)
    table = TableEnv("sixteen", opponents="random", seat=None, observations="masked")
    env = GymWrapper(table, categorical_action_encoding=True)
    scale = torch.tensor(table.layout.high).float().clamp(min=1)
    net = nn.Sequential(nn.Linear(table.layout.size, 128), nn.Tanh(), nn.Linear(128, table.numbers.actions))
    policy = TensorDictSequential(
        TensorDictModule(lambda seen: net(seen / scale), ["observation"], ["logits"]),
        TensorDictModule(lambda mask: mask.bool(), ["action_mask"], ["legal"]),
        ProbabilisticTensorDictModule(
            {"logits": "logits", "mask": "legal"}, ["action"], distribution_class=MaskedCategorical,
            default_interaction_type="random",
        ),
    )  # fmt: skip
    learner = torch.optim.Adam(net.parameters(), 1e-3)
    usual, won = 0.0, 0.0
    for update in range(args.updates):
        loss = torch.zeros(())
        for _ in range(args.games):
            with torch.no_grad():
                game = env.rollout(LONGEST, policy)
            reward = float(game["next", "reward"].sum())
            logits = net(game["observation"] / scale).masked_fill(~game["action_mask"].bool(), -1e9)
            chosen = torch.distributions.Categorical(logits=logits).log_prob(game["action"])
            loss = loss - (reward - usual) * chosen.mean() / args.games
            usual += 0.01 * (reward - usual)
            won += 0.05 * ((reward + 1) / 2 - won)
        learner.zero_grad()
        loss.backward()
        learner.step()
        print(f"update {update + 1}: wins {won:.2f} of its last games")


if __name__ == "__main__":
    main()
