"""TorchRL on one of our games: REINFORCE with masks and a baseline; as in PPO, a batch is used several times.

pip install "tablee[gymnasium]" torchrl; python examples/torchrl_reinforce.py --updates 200
"""

import argparse

import torch
from tensordict.nn import ProbabilisticTensorDictModule, TensorDictModule, TensorDictSequential
from torch import nn
from torch.distributions import Categorical
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical

from tablee.rl.gymnasium import TableEnv

GAMES, LONGEST, EPOCHS, BATCH = 32, 500, 4, 256


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--measured", type=int, default=400)
    args, _ = parser.parse_args(), torch.manual_seed(1)
    table = TableEnv("sixteen", opponents="random", seat=None, observations="masked")
    env = GymWrapper(table, categorical_action_encoding=True)
    scale = torch.tensor(table.layout.high).float().clamp(min=1)
    net = nn.Sequential(nn.Linear(table.layout.size, 128), nn.ReLU(), nn.Linear(128, table.numbers.actions + 1))
    policy = TensorDictSequential(
        TensorDictModule(lambda seen: net(seen / scale)[..., :-1], ["observation"], ["logits"]),
        TensorDictModule(lambda mask: mask.bool(), ["action_mask"], ["legal"]),
        ProbabilisticTensorDictModule({"logits": "logits", "mask": "legal"}, ["action"], return_log_prob=True,
                                      distribution_class=MaskedCategorical, default_interaction_type="random"),
    )  # fmt: skip

    def measure(updates: int) -> None:
        with torch.no_grad():
            won = sum(env.rollout(LONGEST, policy)["next", "reward"].sum() + 1 for _ in range(args.measured)) / 2
        share = float(won) / args.measured
        print(f"after {updates} updates: won {share:.3f} of {args.measured} games against a random player")

    measure(0)
    learner = torch.optim.Adam(net.parameters(), 2e-3)
    for _ in range(args.updates):
        with torch.no_grad():
            played = torch.cat(games := [env.rollout(LONGEST, policy) for _ in range(GAMES)])
            rewards = torch.cat([game["next", "reward"].sum().expand(len(game)) for game in games])
            gain = rewards - net(played["observation"] / scale)[:, -1]
        for some in [some for _ in range(EPOCHS) for some in torch.randperm(len(played)).split(BATCH)]:
            row, out = played[some], net(played["observation"][some] / scale)
            log = Categorical(logits=out[:, :-1].masked_fill(~row["legal"], -1e9)).log_prob(row["action"])
            ratio = (log - row["action_log_prob"]).exp()
            loss = -torch.min(ratio * gain[some], ratio.clamp(0.8, 1.2) * gain[some]).mean()
            loss = loss + 0.5 * (rewards[some] - out[:, -1]).square().mean()
            learner.zero_grad(), loss.backward(), learner.step()
    measure(args.updates)


main()
