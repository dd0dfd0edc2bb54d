"""PPO with TorchRL's own parts on one seat of Sixteen: masks, advantages (GAE) and the clipped loss.

pip install "tablee[gymnasium]" torchrl; python examples/torchrl_ppo.py --updates 60
"""

import argparse

import torch
from tensordict.nn import ProbabilisticTensorDictModule, ProbabilisticTensorDictSequential, TensorDictModule
from torchrl.envs import Compose, DTypeCastTransform, GymWrapper, ObservationNorm, TransformedEnv
from torchrl.modules import MLP, MaskedCategorical, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from tablee.rl.gymnasium import TableEnv

STEPS, EPOCHS, BATCH, LONGEST = 2048, 10, 256, 500


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--measured", type=int, default=400, help="games")
    args, _ = parser.parse_args(), torch.manual_seed(1)
    table = TableEnv("sixteen", opponents="random", seat=None, observations="masked")
    size, kinds = table.layout.size, {"action_mask": torch.bool, "observation": torch.float}
    casts = [DTypeCastTransform(torch.int8, kind, [name]) for name, kind in kinds.items()]
    scaled = ObservationNorm(0, 1 / torch.tensor(table.layout.high).float().clamp(min=1), ["observation"])
    env = TransformedEnv(GymWrapper(table, categorical_action_encoding=True), Compose(*casts, scaled))
    critic = ValueOperator(MLP(size, 1, num_cells=[64, 64]), ["observation"])
    actor = ProbabilisticTensorDictSequential(
        TensorDictModule(MLP(size, table.numbers.actions, num_cells=[64, 64]), ["observation"], ["logits"]),
        ProbabilisticTensorDictModule({"logits": "logits", "mask": "action_mask"}, ["action"], return_log_prob=True,
                                      distribution_class=MaskedCategorical, default_interaction_type="random"),
    )  # fmt: skip
    advantages = GAE(gamma=1, lmbda=0.9, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.0, normalize_advantage=True)
    learner = torch.optim.Adam(loss.parameters(), 1e-3)

    def measure(updates: int) -> None:
        with torch.no_grad():
            won = sum(env.rollout(LONGEST, actor)["next", "reward"].sum() + 1 for _ in range(args.measured)) / 2
        print(
            f"after {updates} updates: won {won / args.measured:.3f} of {args.measured} games against a random player"
        )

    measure(0)
    for _ in range(args.updates):
        with torch.no_grad():
            played = advantages(env.rollout(STEPS, actor, break_when_any_done=False))
        for some in [some for _ in range(EPOCHS) for some in torch.randperm(STEPS).split(BATCH)]:
            found = loss(played[some])
            learner.zero_grad()
            torch.stack([value for name, value in found.items() if name.startswith("loss_")]).sum().backward()
            learner.step()
    measure(args.updates)


main()
