"""What may be done in The Golden 21, over a record: all of it as a mask, or one of the choices at random."""

from __future__ import annotations

from typing import Any

from tablee.games.golden21.record import SEATS
from tablee.games.golden21.state import GOAL
from tablee.games.golden21.turbo import (
    ACTIONS,
    ANNOUNCING,
    BONUS,
    GIVING,
    KILLER,
    LOWEST,
    TO_ACCOUNT,
    TO_ANNOUNCE,
    TO_DECLINE,
    TO_GIVE,
    TO_ROLL,
    TOTALS,
    speculating,
)
from tablee.turbo.chance import below
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane


@kernel
def uses(g: Lane) -> int:
    """For what the points at hand may be used (G21-31): bit 4 * seat + use."""
    p, saved = g.turn, g.step != BONUS
    points = int(g.account[p]) if saved else int(g.points)
    if points == 0 or (saved and g.used):  # G21-41
        return 0
    ways = 0
    for q in range(g.players):
        debt, found = int(g.debt[q]), 0
        if q == p:
            if debt < GOAL:
                found = 3 if debt + points <= GOAL else 2  # G21-32
            if not saved and (g.goal == KILLER or (g.account[p] == 0 and g.used == 0)):  # G21-40, G21-71, G21-104
                found |= 4
        elif debt < GOAL or (debt == GOAL and g.open):  # G21-33
            found = 15
        elif debt == GOAL:
            found = 12
        ways |= found << 4 * q
    return ways


@kernel
def is_exposed(g: Lane, q: int) -> bool:
    """Whether one may aim at q: another whose debt can be changed (G21-107)."""
    return q != g.turn and (g.debt[q] < GOAL or (g.open == 1 and g.debt[q] == GOAL))


@kernel
def legal(g: Lane, mask: Any) -> int:
    """Marks what the seat to move may do, and returns how many things that is."""
    for a in range(ACTIONS):
        mask[a] = 0
    p, n = g.turn, 0
    if g.step == ANNOUNCING:  # G21-10
        dice = int(g.golden) + int(g.crisis[p])
        span = 5 * dice + 1
        low = TO_ANNOUNCE + dice - LOWEST
        for a in range(low, low + span):
            mask[a] = 1
        n += span
        if g.free_throw:  # G21-90
            for q in range(g.players):
                low += TOTALS
                if is_exposed(g, q):
                    for a in range(low, low + span):
                        mask[a] = 1
                    n += span
        if g.penalties and not g.hasty:  # G21-85, G21-108
            mask[TO_ROLL] = 1
            n += 1
    elif g.step != BONUS:  # G21-101, G21-102
        mask[TO_DECLINE] = 1
        n += 1
    if g.step == GIVING:  # G21-21
        for q in range(g.players):
            if q != p and g.debt[q] < GOAL:
                mask[TO_GIVE + q] = 1
                n += 1
        return n
    first, ways = 0 if g.step == BONUS else TO_ACCOUNT, uses(g)
    for a in range(4 * SEATS):
        if ways >> a & 1:
            mask[first + a] = 1
            n += 1
    return n


@kernel
def choose(g: Lane) -> int:
    """One of the legal actions, each as likely."""
    p = g.turn
    if g.step == GIVING:
        pick = below(g, speculating(g) - (g.debt[p] < GOAL) + 1)
        for q in range(g.players):
            if q != p and g.debt[q] < GOAL:
                if pick == 0:
                    return TO_GIVE + q
                pick -= 1
        return TO_DECLINE
    ways, many = uses(g), 0
    left = ways
    while left:
        left &= left - 1
        many += 1
    if g.step == ANNOUNCING:
        dice = int(g.golden) + int(g.crisis[p])
        span, targets = 5 * dice + 1, 1
        hasty = 1 if g.penalties and not g.hasty else 0
        if g.free_throw:
            for q in range(g.players):
                targets += is_exposed(g, q)
        pick = below(g, many + hasty + span * targets)
        if pick == many and hasty:
            return TO_ROLL
        if pick >= many:
            pick -= many + hasty
            action, aim = TO_ANNOUNCE + dice - LOWEST + pick % span, pick // span
            for q in range(g.players):
                if aim == 0:
                    break
                action += TOTALS
                aim -= is_exposed(g, q)
            return action
    else:
        pick = below(g, many + (g.step != BONUS))
        if pick == many:
            return TO_DECLINE
    a = 0 if g.step == BONUS else TO_ACCOUNT
    while True:
        if ways & 1:
            if pick == 0:
                return a
            pick -= 1
        ways >>= 1
        a += 1
