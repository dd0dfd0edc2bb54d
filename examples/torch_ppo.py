"""PPO in one short file of PyTorch, in the style of CleanRL: a net plays both seats of Sixteen in many lanes.

pip install "tablee[turbo]" torch; python examples/torch_ppo.py 60
"""

import sys

import torch
from torch import nn
from torch.distributions import Categorical

from tablee.games import GAMES
from tablee.turbo.vector import VectorEnv

LANES, CLIP, EPOCHS, STEPS, BATCH = 256, 0.2, 3, 128, 2048


def choose(net: nn.Module, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
    out = net(seen)
    return Categorical(logits=out[:, :-1].masked_fill(~mask, -1e9)), out[:, -1]


def main(updates: int) -> None:
    torch.manual_seed(1)
    env, lane = VectorEnv(GAMES["sixteen"], GAMES["sixteen"].options(), LANES, seed=1), torch.arange(LANES)
    b, scale = env.reset(), torch.tensor(env.layout.high).float().clamp(min=1)
    net = nn.Sequential(nn.Linear(env.observed, 128), nn.ReLU(), nn.Linear(128, env.actions + 1))
    learner = torch.optim.Adam(net.parameters(), 2e-3)
    for update in range(updates + 1):
        every, won, games, measured = [], 0.0, 0, update in (0, updates)  # measured: seat 1 plays at random
        for _ in range(5 * STEPS if measured else STEPS):
            seen, mask = torch.tensor(b.observations) / scale, torch.tensor(b.masks).bool()
            turn = torch.tensor(b.turns).long()
            with torch.no_grad():
                policy, value = choose(net, seen, mask)
            action = torch.where((turn == 1) & measured, torch.tensor(env.sample()), policy.sample())
            env.step(action.numpy())
            won, games = won + float((b.rewards[b.done, 0] + 1).sum() / 2), games + int(b.done.sum())
            every.append((seen, mask, turn, action, policy.log_prob(action), value, b.rewards.copy(), b.done.copy()))
        if measured:
            print(f"after {update} updates: won {won / games:.3f} of {games} games against a random player")
            continue
        owed, known, rows = torch.zeros(LANES, 2), torch.zeros(LANES, dtype=torch.bool), []
        for seen, mask, turn, action, log, value, reward, done in reversed(every):  # what each seat gets in the end
            owed[done], known = torch.tensor(reward[done]), known | torch.tensor(done)
            rows.append([part[known] for part in (seen, mask, action, log, owed[lane, turn], value)])
        seen, mask, action, before, target, value = (torch.cat(part) for part in zip(*rows, strict=True))
        gain = (target - value) / (target - value).std()
        for some in [some for _ in range(EPOCHS) for some in torch.randperm(len(seen)).split(BATCH)]:
            policy, value = choose(net, seen[some], mask[some])
            ratio = (policy.log_prob(action[some]) - before[some]).exp()
            loss = -torch.min(ratio * gain[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[some]).mean()
            loss = loss + 0.5 * (target[some] - value).square().mean() - 0.003 * policy.entropy().mean()
            learner.zero_grad()
            loss.backward()
            learner.step()


main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
