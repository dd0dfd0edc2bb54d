"""What happened in the lanes, and what each decision brought: the loops that PyTorch would be slow at."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablee.turbo.compiled import kernel


@kernel
def draw(logits: Any, masks: Any, lots: Any, actions: Any, logs: Any) -> None:
    """One legal action for each row, drawn by a softmax, and the logarithm of its chance."""
    for i in range(len(logits)):
        top = -1e30
        for a in range(logits.shape[1]):
            if masks[i, a] and logits[i, a] > top:
                top = logits[i, a]
        total = 0.0
        for a in range(logits.shape[1]):
            if masks[i, a]:
                total += np.exp(logits[i, a] - top)
        pick, chosen = lots[i] * total, -1
        for a in range(logits.shape[1]):
            if masks[i, a]:
                chosen = a
                pick -= np.exp(logits[i, a] - top)
                if pick <= 0.0:
                    break
        actions[i] = chosen
        logs[i] = logits[i, chosen] - top - np.log(total)


@kernel
def share_wins(rewards: Any, won: Any) -> None:
    """From rewards by rank to wins: 1 for the winner, shared among equals, and together the others lose as much."""
    players = rewards.shape[1]
    for i in range(len(rewards)):
        best, equal = -2.0, 0
        for p in range(players):
            if rewards[i, p] > best:
                best, equal = rewards[i, p], 0
            equal += rewards[i, p] == best
        for p in range(players):
            share = 1.0 / equal if rewards[i, p] == best else 0.0
            won[i, p] = (share * players - 1.0) / (players - 1.0)


@kernel
def judge(turns: Any, values: Any, won: Any, done: Any, last_turns: Any, last_values: Any, trust: float, gains: Any,
          targets: Any, known: Any) -> None:  # fmt: skip
    """Generalised advantage estimation, where each seat has decisions of its own; all arrays are steps by lanes.

    A decision after which its seat had none before the steps ended is not `known`, unless the game ended.
    """
    steps, lanes = turns.shape
    players = won.shape[2]
    for lane in range(lanes):
        ahead, gain, have = np.zeros(players), np.zeros(players), np.zeros(players, np.int8)
        have[last_turns[lane]] = 1
        ahead[last_turns[lane]] = last_values[lane]
        for t in range(steps - 1, -1, -1):
            if done[t, lane]:
                for p in range(players):
                    ahead[p], gain[p], have[p] = won[t, lane, p], 0.0, 1
            p, value = turns[t, lane], values[t, lane]
            known[t, lane] = have[p]
            if have[p]:
                gain[p] = ahead[p] - value + trust * gain[p]
                gains[t, lane] = gain[p]
                targets[t, lane] = value + gain[p]
            else:
                gain[p] = 0.0
            ahead[p], have[p] = value, 1
