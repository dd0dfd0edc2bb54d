"""Small missions of two players are solved: both play on in thought, again and again, until neither regrets much.

When a mission is turned up nothing is hidden, so it is a game of its own. Both players, asked in the middle of it,
compute the same solution of the whole. This is Monte Carlo counterfactual regret minimisation with external sampling
(Lanctot and others, 2009), later rounds counting more. Positions that differ only in the order of what was played are
taken for the same. What comes after the mission is told by `outlook`, exactly where it is the last.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.code21.bots.master_search import outlook
from tablee.games.code21.turbo import ACTIONS, act, legal
from tablee.turbo.chance import WORD, below, mix
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane

SOLDIERS: Final = 4  # sets of this many, and fewer, are solved
ROUNDS: Final = {3: 1000, 4: 100}  # a tenth of a second
DEPTH: Final = 2 * SOLDIERS + 4
WIDTH: Final = 2 * SOLDIERS + 2  # no more than this may be done at once
PLACES: Final = 1 << 17  # for positions as one side knows them
GRAIN: Final = 1 << 20

TABLE: Final = np.dtype(  # the last place is for all positions that found no room
    [
        ("key", np.int64, PLACES + 1),
        ("regret", np.float32, (PLACES + 1, WIDTH)),
        ("played", np.float32, (PLACES + 1, WIDTH)),
    ]
)
PAD: Final = np.dtype(  # what is kept in mind at one depth
    [
        ("share", np.float64, WIDTH), ("value", np.float64, WIDTH), ("average", np.float64),
        ("number", np.int64, WIDTH), ("at", np.int64), ("count", np.int64), ("tried", np.int64),
        ("mask", np.int8, ACTIONS),
    ],
    align=True,
)  # fmt: skip


@kernel
def position(g: Lane) -> int:
    """What the seat that is asked knows of this mission, as one number, never 0."""
    p = g.asked if g.call else g.turn
    key = mix_fact(int(p) + 1, 2 * g.call + g.caller if g.call else 0)
    key = mix_fact(mix_fact(key, g.hand[p]), g.down[p])
    for q in range(2):
        key = mix_fact(mix_fact(mix_fact(key, g.up[q]), g.points[q]), g.when[q])
    return mix_fact(key, g.lined) + 1


@kernel
def mix_fact(key: int, fact: int) -> int:
    """A hash of 62 bits: different pairs practically never share one."""
    low, high = mix((key & WORD) ^ int(fact)), mix(((key >> 32) + int(fact)) & WORD)
    return ((high & 0x3FFFFFFF) << 32) + low


@kernel
def place(keys: Any, key: int) -> int:
    """Where this position is kept, from now on if it is new; the last place where there is no room left for it."""
    at = key & (PLACES - 1)
    for _ in range(64):
        if keys[at] == 0:
            keys[at] = key
        if keys[at] == key:
            return at
        at = (at + 1) & (PLACES - 1)
    return PLACES


@kernel
def list_legal(g: Lane, mask: Any, numbers: Any) -> int:
    """The numbers of what may be done here; how many."""
    legal(g, mask)
    n = 0
    for a in range(ACTIONS):
        if mask[a]:
            numbers[n] = a
            n += 1
    return n


@kernel
def lean(regrets: Any, n: int, shares: Any) -> None:
    """Shares in proportion to what is regretted not to have been done."""
    total = 0.0
    for i in range(n):
        total += max(0.0, regrets[i])
    for i in range(n):
        shares[i] = max(0.0, regrets[i]) / total if total > 0.0 else 1.0 / n


@kernel
def answer(g: Lane, me: int, weight: float, luck: Any, pad: Any, table: Any) -> None:
    """The other player does one thing, drawn by its shares, until `me` is asked or the mission is over."""
    while g.mission and (g.asked if g.call else g.turn) != me:
        n = list_legal(g, pad.mask, pad.number)
        at = place(table.key, position(g))
        lean(table.regret[at], n, pad.share)
        pick = below(luck, GRAIN) / GRAIN
        chosen = 0
        for i in range(n):
            table.played[at, i] += weight * pad.share[i]
            if pad.share[i] > 0.0 and pick >= 0.0:
                chosen = i
                pick -= pad.share[i]
        act(g, pad.number[chosen])


@kernel
def explore(stack: Any, me: int, weight: float, pads: Any, table: Any) -> None:
    """`me` tries everything, and remembers what it regrets; without recursion, which does not bear being kept on disk.

    The last place of the stack lends its luck.
    """
    depth, down, value = 0, True, 0.0
    while True:
        if down:  # arriving at a position
            g, pad = stack[depth], pads[depth]
            answer(g, me, weight, stack[DEPTH], pad, table)
            down = g.mission != 0
            if down:
                pad.count, pad.tried, pad.average = list_legal(g, pad.mask, pad.number), 0, 0.0
                pad.at = place(table.key, position(g))
                lean(table.regret[pad.at], pad.count, pad.share)
            else:
                value = outlook(g, me)
        if not down:  # coming back from one, with what it is worth
            if depth == 0:
                return
            depth -= 1
            pad = pads[depth]
            pad.value[pad.tried] = value
            pad.average += pad.share[pad.tried] * value
            pad.tried += 1
            if pad.tried == pad.count:
                value = pad.average
                for i in range(pad.count):
                    table.regret[pad.at, i] += weight * (pad.value[i] - value)
                continue
        pad = pads[depth]
        stack[depth + 1] = stack[depth]
        depth += 1
        act(stack[depth], pad.number[pad.tried])
        down = True


@kernel
def solve(root: Any, stack: Any, rounds: int, pads: Any, tables: Any) -> None:
    for t in range(rounds):
        for me in range(2):
            stack[0] = root[0]
            explore(stack, me, t + 1.0, pads, tables[0])


def solution(root: Any, rounds: int) -> Any:
    """For every position that the mission in root[0] can come to, under its key, the sums of how it was played."""
    tables = np.zeros(1, TABLE).view(np.recarray)
    solve(root, np.repeat(root, DEPTH + 1), rounds, np.zeros(DEPTH, PAD).view(np.recarray), tables)
    return tables[0]


def shares(g: Lane, table: Any) -> dict[int, float] | None:
    """What to do here, by number; None where the solution never came by."""
    numbers = np.empty(WIDTH, np.int64)
    n = list_legal(g, np.empty(ACTIONS, np.int8), numbers)
    at = place(table.key, position(g))
    found = table.played[at, :n]
    if at == PLACES or not found.any():
        return None
    return dict(zip(numbers[:n].tolist(), (found / found.sum()).tolist(), strict=True))
