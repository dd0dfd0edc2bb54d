"""Regularised self-play: one net plays all seats, and learns from what its decisions brought (PPO with entropy).

Leaving open what it does is rewarded, less and less as training goes on: a player who only ever answers the last
trick runs in circles, and one who mixes comes nearer to an equilibrium. What is kept is an average of the latest nets.
In training a critic sees all hands, which takes luck out of the judgement; in play nobody asks it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
import torch
from torch import nn

from tablee import options as agreed
from tablee.bots.nets import write_net
from tablee.contract import AnyGame, Options
from tablee.learn.experience import draw, judge, share_wins
from tablee.learn.features import FeatureWriter, features_of
from tablee.learn.recipes import Recipe
from tablee.turbo import compiled_kernel
from tablee.turbo.vector import VectorEnv

SURE: Final = 30.0  # what is less likely than e to the power of minus this counts as that unlikely


def stack(sizes: Sequence[int]) -> nn.Sequential:
    """A net of linear layers of these sizes, with a rectifier between two of them."""
    parts: list[nn.Module] = []
    for before, after in pairwise(sizes):
        parts += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*parts[:-1])


class LaneTable:
    """Lanes with the same options, and what happened in them since the last update."""

    def __init__(
        self, game: AnyGame, options: Options, lanes: int, writer: FeatureWriter, recipe: Recipe, seed: int
    ) -> None:
        self.writer, self.lanes, self.trust = writer, lanes, recipe.trust
        self.env = VectorEnv(game, options, lanes, seed=seed)
        self.env.reset()
        self.lots = np.random.default_rng(seed)
        shape = recipe.steps, lanes
        self.features = np.zeros((*shape, writer.features), np.float32)
        self.secrets = np.zeros((*shape, writer.secrets), np.float32)
        self.masks = np.zeros((*shape, self.env.actions), np.bool_)
        self.actions, self.turns = np.zeros(shape, np.int64), np.zeros(shape, np.int8)
        self.logs, self.values = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.done = np.zeros(shape, np.bool_)
        self.won = np.zeros((*shape, options.players), np.float32)
        self.games = 0

    def look(self, features: Any, secrets: Any) -> None:
        self.writer.unfold(self.env.buffers.observations, features)
        self.writer.reveal(self.env.records, self.env.buffers.turns, secrets)

    def play(self, learner: Learner) -> dict[str, torch.Tensor]:
        """Some steps in each lane; every decision among several actions of which it is known what it brought."""
        steps, b = len(self.turns), self.env.buffers
        for t in range(steps):
            self.look(self.features[t], self.secrets[t])
            self.masks[t], self.turns[t] = b.masks, b.turns
            draw(learner.prefer(self.features[t]), b.masks, self.lots.random(self.lanes), self.actions[t], self.logs[t])
            self.values[t] = learner.appraise(self.features[t], self.secrets[t])
            self.env.step(self.actions[t])
            self.done[t] = b.done
            share_wins(b.rewards, self.won[t])
        self.games += int(self.done.sum())
        features = np.zeros((self.lanes, self.writer.features), np.float32)
        secrets = np.zeros((self.lanes, self.writer.secrets), np.float32)
        self.look(features, secrets)
        gains, targets = np.zeros_like(self.values), np.zeros_like(self.values)
        known = np.zeros(self.values.shape, np.bool_)
        judge(self.turns, self.values, self.won, self.done, b.turns, learner.appraise(features, secrets), self.trust,
              gains, targets, known)  # fmt: skip
        known &= self.masks.sum(2) > 1
        found = {"features": self.features, "secrets": self.secrets, "masks": self.masks, "actions": self.actions,
                 "logs": self.logs, "gains": gains, "targets": targets}  # fmt: skip
        return {name: torch.from_numpy(part[known]) for name, part in found.items()}


class Learner:
    """The nets in training, and the lanes they are trained in."""

    def __init__(self, game: AnyGame, recipe: Recipe, lanes: int, seed: int, device: str = "cpu") -> None:
        torch.manual_seed(seed)
        self.game, self.recipe, self.device = game, recipe, device
        self.writer, self.actions = features_of(game), compiled_kernel(game).actions
        sizes = [self.writer.features, *recipe.hidden, 2 * self.actions]
        self.actor = stack(sizes).to(device)  # how likely each action is, and then what each is worth
        self.average = stack(sizes).to(device)
        self.average.load_state_dict(self.actor.state_dict())
        self.critic = stack([self.writer.features + self.writer.secrets, *recipe.critic, 1]).to(device)
        self.optimiser = torch.optim.Adam([*self.actor.parameters(), *self.critic.parameters()], recipe.rate, eps=1e-5)
        shares = sum(share for _, share in recipe.tables)
        self.tables = [
            LaneTable(game, agreed.read(game.options, dict(texts)), max(1, lanes * share // shares), self.writer,
                      recipe, seed + 1000 * n)
            for n, (texts, share) in enumerate(recipe.tables)
        ]  # fmt: skip
        self.updates = self.decisions = 0

    @property
    def games(self) -> int:
        return sum(table.games for table in self.tables)

    def prefer(self, features: Any) -> Any:
        with torch.no_grad():
            return self.actor(torch.as_tensor(features, device=self.device))[:, : self.actions].cpu().numpy()

    def appraise(self, features: Any, secrets: Any) -> Any:
        with torch.no_grad():
            seen = torch.as_tensor(np.concatenate([features, secrets], 1), device=self.device)
            return self.critic(seen)[:, 0].cpu().numpy()

    def update(self, progress: float) -> dict[str, float]:
        """Plays and learns from it; `progress` says from 0 to 1 how much of the training is over. Returns figures."""
        recipe = self.recipe
        rate = recipe.rate * (recipe.last_rate / recipe.rate) ** progress
        price = recipe.entropy * (recipe.last_entropy / recipe.entropy) ** progress
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        parts = [table.play(self) for table in self.tables]
        seen = {name: torch.cat([part[name] for part in parts]) for name in parts[0]}
        seen["gains"] /= seen["gains"].std() + 1e-8
        sums, count = {"entropy": 0.0, "clipped": 0.0, "error": 0.0}, 0
        for _ in range(recipe.epochs):
            for some in torch.randperm(len(seen["gains"])).split(recipe.batch):
                found = self.learn({name: part[some].to(self.device) for name, part in seen.items()}, price)
                sums = {name: sums[name] + float(found[name]) for name in sums}
                count += 1
        self.updates += 1
        self.decisions += sum(table.turns.size for table in self.tables)
        kept = min(recipe.average, 1 - 1 / (self.updates + 1))
        with torch.no_grad():
            for mine, theirs in zip(self.average.parameters(), self.actor.parameters(), strict=True):
                mine.lerp_(theirs, 1 - kept)
        return {name: total / count for name, total in sums.items()}

    def learn(self, batch: dict[str, torch.Tensor], price: float) -> dict[str, torch.Tensor]:
        """One step of the nets."""
        clip, chosen = self.recipe.clip, batch["actions"][:, None]
        out = self.actor(batch["features"])
        logs = torch.log_softmax(out[:, : self.actions].masked_fill(~batch["masks"], -1e9), 1)
        ratio = (logs.gather(1, chosen)[:, 0] - batch["logs"]).exp()
        gained = torch.min(ratio * batch["gains"], ratio.clamp(1 - clip, 1 + clip) * batch["gains"]).mean()
        entropy = -(logs.exp() * logs.clamp(min=-SURE)).sum(1).mean()
        worths = out[:, self.actions :].gather(1, chosen)[:, 0]
        values = self.critic(torch.cat([batch["features"], batch["secrets"]], 1))[:, 0]
        error = (values - batch["targets"]).square().mean()
        misjudged = (worths - batch["targets"]).square().mean()
        loss = -gained - price * entropy + 0.5 * error + 0.25 * misjudged
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.actor.parameters(), 1.0)
        self.optimiser.step()
        clipped = ((ratio - 1).abs() > clip).float().mean()
        return {"entropy": entropy.detach(), "clipped": clipped, "error": error.detach()}

    # ---- what is kept ------------------------------------------------------------

    def net(self, about: dict[str, Any]) -> bytes:
        """The average net as a file that plays without PyTorch."""
        linear = [part for part in self.average if isinstance(part, nn.Linear)]
        layers = [(part.weight.detach().cpu().numpy(), part.bias.detach().cpu().numpy()) for part in linear]
        return write_net({"game": self.game.name, **about}, layers)

    def checkpoint(self) -> bytes:
        """Everything that training goes on from."""
        written = io.BytesIO()
        torch.save(
            {
                "nets": [net.state_dict() for net in (self.actor, self.average, self.critic)],
                "optimiser": self.optimiser.state_dict(),
                "counts": [self.updates, self.decisions],
                "luck": torch.get_rng_state(),
                "lanes": [(table.env, table.lots, table.games) for table in self.tables],
            },
            written,
        )
        return written.getvalue()

    def resume(self, content: bytes) -> None:
        kept = torch.load(io.BytesIO(content), map_location=self.device, weights_only=False)
        for net, weights in zip((self.actor, self.average, self.critic), kept["nets"], strict=True):
            net.load_state_dict(weights)
        self.optimiser.load_state_dict(kept["optimiser"])
        self.updates, self.decisions = kept["counts"]
        torch.set_rng_state(kept["luck"].cpu())
        for table, (env, lots, games) in zip(self.tables, kept["lanes"], strict=True):
            table.env, table.lots, table.games = env, lots, games
