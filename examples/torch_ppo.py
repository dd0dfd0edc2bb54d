"""PPO in one short file of PyTorch, in the style of CleanRL: a net plays both seats of Sixteen in many lanes.

pip install "tablee[turbo]" torch; python examples/torch_ppo.py 100
"""

import sys

import torch
from torch import nn
from torch.distributions import Categorical

from tablee.games import GAMES
from tablee.turbo.vector import VectorEnv

LANES, DISCOUNT, CLIP, EPOCHS, STEPS = 256, 0.995, 0.2, 3, 64


def choose(net: nn.Module, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
    out = net(seen)
    return Categorical(logits=out[:, :-1].masked_fill(~mask, -1e9)), out[:, -1]


def main(updates: int) -> None:
    torch.manual_seed(1)
    env, lane = VectorEnv(GAMES["sixteen"], GAMES["sixteen"].options(), LANES, seed=1), torch.arange(LANES)
    b, scale = env.reset(), torch.tensor(env.layout.high).float().clamp(min=1)
    net = nn.Sequential(nn.Linear(env.observed, 128), nn.Tanh(), nn.Linear(128, env.actions + 1))
    learner = torch.optim.Adam(net.parameters(), 1e-3)
    for update in range(updates + 1):
        last, every, won, games = update == updates, [], 0.0, 0  # the last only measures: seat 1 plays at random then
        for _ in range(5 * STEPS if last else STEPS):
            seen, mask = torch.tensor(b.observations) / scale, torch.tensor(b.masks).bool()
            turn = torch.tensor(b.turns).long()
            with torch.no_grad():
                policy, value = choose(net, seen, mask)
            action = torch.where((turn == 1) & last, torch.tensor(env.sample()), policy.sample())
            env.step(action.numpy())
            won, games = won + float((b.rewards[b.done, 0] + 1).sum() / 2), games + int(b.done.sum())
            result = torch.tensor(b.rewards), torch.tensor(b.done)
            every.append((seen, mask, turn, action, policy.log_prob(action), value, *result))
        if last:
            return print(f"won {won / max(1, games):.3f} of {games} games against a random player")
        owed, targets = torch.zeros(LANES, 2), []
        for _, _, turn, _, _, _, reward, done in reversed(every):  # what each seat gets in the end, discounted
            owed = torch.where(done[:, None], reward, owed * DISCOUNT)
            targets.append(owed[lane, turn])
        seen, mask, _, action, before, value, _, _ = (torch.cat(part) for part in zip(*every, strict=True))
        target, gain = torch.cat(targets[::-1]), torch.cat(targets[::-1]) - value
        for _ in range(EPOCHS):
            policy, value = choose(net, seen, mask)
            ratio = (policy.log_prob(action) - before).exp()
            loss = -(torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain) / gain.std()).mean()
            loss = loss + 0.5 * (target - value).square().mean() - 0.01 * policy.entropy().mean()
            learner.zero_grad()
            loss.backward()
            learner.step()


main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
