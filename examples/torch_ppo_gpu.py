"""PPO in PyTorch on a GPU, which games and masks never leave: pip install "tablee[cuda]" torch."""

import sys
from time import perf_counter

import torch
from torch import nn
from torch.distributions import Categorical

from tablee.games import GAMES
from tablee.turbo.cuda.vector import DeviceVectorEnv

LANES, CLIP, EPOCHS, STEPS, BATCH = 4096, 0.2, 2, 128, 16384


def choose(net: nn.Module, seen: torch.Tensor, bits: torch.Tensor, actions: int) -> tuple[Categorical, torch.Tensor]:
    mask = (bits[:, :, None] >> torch.arange(32) & 1).flatten(1)[:, :actions].bool()
    out = net(seen)
    return Categorical(logits=out[:, :-1].masked_fill(~mask, -1e9), validate_args=False), out[:, -1]


def main(updates: int) -> None:
    torch.manual_seed(1)
    torch.set_default_device("cuda")
    env, lane = DeviceVectorEnv(GAMES["sixteen"], GAMES["sixteen"].options(), LANES, seed=1), torch.arange(LANES)
    b, scale = env.reset(), torch.tensor(env.layout.high).float().clamp(min=1)
    told = [torch.from_dlpack(array) for array in (b.observations, b.masks, b.turns, b.rewards, b.done)]
    net = nn.Sequential(nn.Linear(env.observed, 256), nn.ReLU(), nn.Linear(256, env.actions + 1))
    learner, began = torch.optim.Adam(net.parameters(), 2e-3), perf_counter()
    for update in range(updates + 1):
        every, won, games, measured = [], 0.0, 0, update in (0, updates)  # measured: seat 1 plays at random
        for _ in range(STEPS):
            seen, bits, turn = told[0] / scale, told[1].long(), told[2].long()
            with torch.no_grad():
                policy, value = choose(net, seen, bits, env.actions)
            action = torch.where((turn == 1) & measured, torch.from_dlpack(env.sample()), policy.sample())
            env.step(action)
            reward, done = told[3].clone(), told[4].clone()
            won, games = won + (reward[done, 0] + 1).sum() / 2, games + done.sum()
            every.append((seen, bits, turn, action, policy.log_prob(action), value, reward, done))
        if measured:
            print(f"after {update} updates, {perf_counter() - began:.1f} s: won {won / games:.3f} of {games} games")
            continue
        owed, known, rows = torch.zeros(LANES, 2), torch.zeros(LANES, dtype=torch.bool), []
        for seen, bits, turn, action, log, value, reward, done in reversed(every):  # what each seat gets in the end
            owed, known = torch.where(done[:, None], reward, owed), known | done
            rows.append([part[known] for part in (seen, bits, action, log, owed[lane, turn], value)])
        seen, bits, action, before, target, value = (torch.cat(part) for part in zip(*rows, strict=True))
        gain = (target - value) / (target - value).std()
        for some in [some for _ in range(EPOCHS) for some in torch.randperm(len(seen)).split(BATCH)]:
            policy, value = choose(net, seen[some], bits[some], env.actions)
            ratio = (policy.log_prob(action[some]) - before[some]).exp()
            loss = -torch.min(ratio * gain[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[some]).mean()
            loss = loss + 0.5 * (target[some] - value).square().mean() - 0.003 * policy.entropy().mean()
            learner.zero_grad()
            loss.backward()
            learner.step()


main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
