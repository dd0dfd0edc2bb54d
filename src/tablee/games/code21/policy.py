"""How people play Code 21, over the kernel's record: what each thing is worth to them, and how likely they do it.

The weights were found by self-play: each was varied in turn, over some thousand games of two and of four. The one
that counts is SECRET: a player who hides soldiers knows the total better than the others, which is worth more than
points.

Everything here reads of a record only what the awaited seat sees: the values of other seats' face-down soldiers and
what lies in their fists are never looked at. A test holds it to that.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.code21.rules import CAP, MOST, TO_WIN, TOLL
from tablee.games.code21.state import GOAL
from tablee.games.code21.turbo import (
    ACCUSED,
    ACTIONS,
    BIT,
    FACE_DOWN,
    NOTHING,
    STAKE,
    TO_ACCUSE,
    TO_DECLARE,
    TO_PASS,
    VALUES,
    may_pass,
)
from tablee.turbo.chance import below
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane, Policy

OVER: Final = GOAL + 1  # stands for every sum over 21
SUMS: Final = OVER + 1
NEVER: Final = -1e9
STAKE_HEAT: Final = 0.4

HEAT: Final = 0  # how far from the best one strays
NERVES: Final = 1  # how unsure one is whether the next player will speak
CARD_1: Final = 2  # what a first mission card is worth beyond its value, and a second, and a third
CARD_2: Final = 3
CARD_3: Final = 4
TRAP: Final = 5  # what one hopes for where the mission has failed and nobody says so
SECRET: Final = 6  # what it is worth to know more of the total than the others do
SHY: Final = 7  # how much less likely a soldier that goes over 21 is played face down
AIM: Final = 8  # how much more likely one that makes it 21 is
BEGINNER: Final = np.array([1.2, 2.0, 2.0, 6.0, 30.0, 0.3, 0.0, 0.0, 0.0])
CLUB: Final = np.array([0.7, 1.5, 2.0, 6.0, 30.0, 0.2, 0.35, 0.4, 0.5])


# ---- what is hidden ------------------------------------------------------------


@kernel
def spread(g: Lane, knows: int, weights: Any, odds: Any, other: Any) -> int:
    """The total as far as it is known, and odds[s]: how likely it is that the soldiers not known add up to s more.

    `knows` is a seat that knows its own, or -1 for what all can see. Each soldier is weighed by what it did when it was
    played, see `join`; that the same one is not played twice is left out of account.
    """
    for s in range(SUMS):
        odds[s] = 0.0
    odds[0] = 1.0
    total = 0
    for n in range(g.lined):
        q = g.by[n]
        if g.open[n] or q == knows:
            total += g.value[n]
            continue
        among = g.set & ~g.laid[q] & ~g.up[q]
        if n <= g.when[q]:  # what came back later lay in front then
            among &= ~g.back[q]
        join(odds, other, among, GOAL - total, weights)
    return total


@kernel
def join(odds: Any, other: Any, among: int, room: int, weights: Any) -> None:
    """Adds one soldier of this set, played face down with this much room left: few would go over 21, some aim at it."""
    for s in range(SUMS):
        other[s] = 0.0
    total = 0.0
    for value in range(VALUES):
        if among & BIT[value]:
            share = 1.0 - weights[SHY] * beyond(odds, room - value) + weights[AIM] * exactly(odds, room - value)
            total += share
            for s in range(SUMS):
                if odds[s] > 0.0:
                    other[min(OVER, s + value)] += odds[s] * share
    for s in range(SUMS):
        odds[s] = other[s] / total


@kernel
def exactly(odds: Any, missing: int) -> float:
    return odds[missing] if 0 <= missing < OVER else 0.0


@kernel
def beyond(odds: Any, missing: int) -> float:
    if missing < 0:
        return 1.0
    share = 0.0
    for s in range(missing + 1, SUMS):
        share += odds[s]
    return share


# ---- what is at stake -------------------------------------------------------------


@kernel
def half(g: Lane, p: int) -> int:
    """What p would lose to the other principal (C21-32), before stakes."""
    taken = (g.points[p] + g.half) // 2
    return min(taken, CAP) if g.players == 2 else taken


@kernel
def prize(g: Lane, p: int, weights: Any) -> float:
    """What the mission's card is worth to p, in points."""
    more = weights[CARD_3] if g.won[p] == TO_WIN - 1 else weights[CARD_2] if g.won[p] == 1 else weights[CARD_1]
    return g.mission + (more if g.stock or g.won[p] == TO_WIN - 1 else 0.0)


@kernel
def turn_worths(g: Lane, weights: Any, worths: Any) -> None:
    """What each thing that the seat in turn may do is worth in points over the others, looking at the next call."""
    p, players = g.turn, g.players
    rest = 1.0 / (players - 1)  # what the others have more counts against one, shared among them
    swing = 1.0 + rest
    odds, other = np.empty(SUMS), np.empty(SUMS)
    missing = GOAL - spread(g, p, weights, odds, other)
    mine = half(g, p)
    if g.lined:
        last = g.by[g.lined - 1]
        theirs = half(g, last)
        over, full = beyond(odds, missing), exactly(odds, missing)
        my_prize, their_prize = prize(g, p, weights), prize(g, last, weights)
        worths[TO_ACCUSE] = swing * (over * theirs - (1 - over) * mine) - full * their_prize * rest
        worths[TO_DECLARE] = swing * (full * theirs - (1 - full) * mine) + full * my_prize
        if may_pass(g):
            worths[TO_PASS] = -TOLL * ((0.0 if g.bank_pays else 1.0) + rest)
    caller = p + 1 if p + 1 < players else 0
    theirs = half(g, caller)
    my_prize, their_prize = prize(g, p, weights), prize(g, caller, weights)
    public = np.empty(SUMS)
    spread(g, -1, weights, public, other)
    for down in range(2):
        if down:
            join(public, other, g.set & ~g.laid[p] & ~g.up[p], GOAL - g.shown, weights)
        pay = 0.0 if down else (2 + g.lined // 2) * 1.0
        if not down and g.bank >= 0:
            pay = min(pay, g.bank * 1.0)
        for value in range(VALUES):
            if not g.hand[p] & BIT[value]:
                continue
            left = missing - value
            over, full = beyond(odds, left), exactly(odds, left)
            shown = GOAL - g.shown - (0 if down else value)
            looks_over, looks_full = beyond(public, shown), exactly(public, shown)
            # what the next player thinks that speaking is worth
            accuse = looks_over * mine - (1 - looks_over) * theirs - looks_full * my_prize
            declare = looks_full * (mine + their_prize) - (1 - looks_full) * theirs
            heat = weights[NERVES] + 0.1 * (mine + theirs)
            top = max(0.0, max(accuse, declare))
            a, d, o = np.exp((accuse - top) / heat), np.exp((declare - top) / heat), np.exp(-top / heat)
            a, d, o = a / (a + d + o), d / (a + d + o), o / (a + d + o)
            accused = swing * ((1 - over) * theirs - over * mine) + full * my_prize
            declared = swing * ((1 - full) * theirs - full * mine) - full * their_prize * rest
            trap = weights[TRAP] * (over + full) * theirs
            later = trap + weights[SECRET] * down * swing * (mine + theirs)
            worths[FACE_DOWN + value if down else value] = pay + a * accused + d * declared + o * later


@kernel
def stake_worths(g: Lane, weights: Any, worths: Any) -> None:
    """What each stake is worth in points."""
    p, last = g.asked, g.by[g.lined - 1]
    odds, other = np.empty(SUMS), np.empty(SUMS)
    missing = GOAL - spread(g, p, weights, odds, other)
    right = beyond(odds, missing) if g.call == ACCUSED else exactly(odds, missing)
    most = min(MOST, g.points[p])  # C21-20
    worths[NOTHING] = 0.0
    for side in range(g.players):
        if side != g.caller and side != last:
            continue
        if side != p and (p == g.caller or p == last):  # C21-21
            continue
        share = right if side == g.caller else 1.0 - right
        for points in range(1, most + 1):
            saved = 0.5 * (1.0 - share) if side == p else 0.0  # C21-32: what is in the fist is not halved
            worths[STAKE + MOST * side + points - 1] = points * (2 * share - 1 + saved)


@kernel
def appraise(g: Lane, weights: Any, worths: Any) -> None:
    """What everything that may be done is worth in points to a player with these weights; NEVER: it may not be done."""
    for a in range(ACTIONS):
        worths[a] = NEVER
    if g.call:
        stake_worths(g, weights, worths)
    else:
        turn_worths(g, weights, worths)


@kernel
def think(g: Lane, weights: Any, shares: Any) -> None:
    """How likely such a player is to do each thing."""
    appraise(g, weights, shares)
    heat = STAKE_HEAT if g.call else weights[HEAT]
    top = NEVER
    for a in range(ACTIONS):
        top = max(top, shares[a])
    total = 0.0
    for a in range(ACTIONS):
        shares[a] = np.exp((shares[a] - top) / heat) if shares[a] > NEVER else 0.0
        total += shares[a]
    for a in range(ACTIONS):
        shares[a] /= total


@kernel
def draw_action(g: Lane, shares: Any) -> int:
    """One action, drawn by its share."""
    pick = below(g, 1 << 20) / (1 << 20)
    chosen = 0
    for a in range(ACTIONS):
        if shares[a] > 0.0:
            chosen = a
            pick -= shares[a]
            if pick < 0.0:
                break
    return chosen


@kernel
def club(g: Lane) -> int:
    shares = np.empty(ACTIONS)
    think(g, CLUB, shares)
    return draw_action(g, shares)


@kernel
def beginner(g: Lane) -> int:
    shares = np.empty(ACTIONS)
    think(g, BEGINNER, shares)
    return draw_action(g, shares)


POLICIES: Final[dict[str, Policy]] = {"beginner": beginner, "club": club}
