"""Looking ahead in The Golden 21: a year is played on to its end many times, from what a choice may lead to.

What comes after the year is not played, but judged: it would be luck, which hides what the choice is worth.
An announcement is not tried itself: the roll may land in few ways (this much more debt, or a bonus), each of these is
played on, and the exact odds of the dice put them together for every total at once (`announcements`).
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any, Final

import numpy as np

from tablee.games.golden21.policy import sound
from tablee.games.golden21.turbo import (
    ACTIONS,
    KILLER,
    LITERAL,
    ORIGINAL,
    ROLLING,
    SURVIVOR,
    act,
    awaits,
    happen,
    onward,
    owe,
    rank,
    roll,
)
from tablee.turbo.chance import seed
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane

FAR: Final = 512  # differences, and
EARNED: Final = 8192  # bonus points, that a landing has room for

# How a game stands between two years. Luck is large and a new year is nearly a new game, so little is needed: what is
# banked, saved, and owed. The weights were found by regression over many games of the policy against itself.
# Original: what a point of the final score is worth, by players; the more there are, the more the last year decides.
BANKED: Final = np.array([0.0, 0.0, 0.0, 0.046, 0.050, 0.049, 0.036, 0.022, 0.011, 0.007, 0.004])
SAVED: Final = 0.03  # a point on an account of 30 at most
HEAD_START: Final = 0.4  # of a point banked: a point less of debt, as the last year begins
LAST_RAW: Final = 2.5  # how much more all this counts then, where the last year has no balance
KILLED: Final = 1.8  # Killer: a Kill, where one is enough
FUND: Final = 0.75  # Killer: the logarithm of the account, where one Kill is enough
CHEST: Final = 0.3  # Survivor: the logarithm of the account
ROOM: Final = 0.012  # a point less of debt, in Killer and Survivor


def landing(debtor: int, difference: int, points: int = 0) -> int:
    """The number of a way in which a roll may land, after those of the actions."""
    return ACTIONS + (debtor * FAR + difference) * EARNED + points


@kernel
def weigh(worlds: Any, scratch: Any, numbers: Any, seat: int, shares: Any) -> int:
    """Plays each of these actions or landings once in every world, and on to the year's end, with the same luck.

    shares[i] grows by the chance to win that `seat` then has with numbers[i]; returns the decisions.
    """
    n = 0
    g = scratch[0]
    for world in range(len(worlds)):
        for i in range(len(numbers)):
            scratch[0] = worlds[world]
            year = g.year
            if numbers[i] < ACTIONS:
                act(g, numbers[i])
            else:
                land(g, numbers[i] - ACTIONS)
            who = awaits(g)
            while who != -2 and g.year == year:
                if who == -1:
                    happen(g)
                else:
                    act(g, sound(g))
                    n += 1
                who = awaits(g)
            shares[i] += brings(g, seat) if who == -2 else promises(g, seat)
    return n


@kernel
def land(g: Lane, number: int) -> None:
    """The dice are rolled for what they give, but the difference and the bonus are these."""
    g.step, g.aim, g.total = ROLLING, -1, 0
    roll(g)
    g.points = number % EARNED
    number //= EARNED
    debtor = number // FAR
    difference = number % FAR
    if debtor != g.turn and g.free_throw == LITERAL:  # G21-94: somebody was hit
        difference = -difference
    owe(g, debtor, difference, debtor)
    onward(g)


@kernel
def shuffle(worlds: Any, number: int) -> None:
    """To each world its own luck."""
    for i in range(len(worlds)):
        seed(worlds[i], number, i)


# ---- how it ends, or stands -----------------------------------------------------


@kernel
def brings(g: Lane, p: int) -> float:
    """At the end: 1 for a win, partners winning together, equals sharing; in Collection 21 that moves no die."""
    if rank(g, p) != 1:
        return 0.0
    first = mine = 0
    for q in range(g.players):
        if rank(g, q) == 1:
            first += 1
            mine += g.side[q] == g.side[p]
    if g.collection and mine == 1 and first > 1:
        return 1.0 / int(g.players)
    return float(mine) / first


@kernel
def promises(g: Lane, p: int) -> float:
    """As a year begins: the chance that the side of p wins."""
    mine = total = 0.0
    seen = 0
    for q in range(g.players):
        if seen >> g.side[q] & 1:
            continue
        seen |= 1 << g.side[q]
        weight = side_weight(g, g.side[q])
        total += weight
        if g.side[q] == g.side[p]:
            mine = weight
    return mine / total


@kernel
def side_weight(g: Lane, side: int) -> float:
    """A side with twice the weight is twice as likely to win."""
    together = 0.0
    alive = 0.0
    for q in range(g.players):
        if g.side[q] == side:
            strength = trader_strength(g, q)
            together += strength
            if g.dead[q] == 0:
                alive += exp(min(strength, 300.0))
    return alive if g.goal == SURVIVOR else exp(min(together, 300.0))


@kernel
def trader_strength(g: Lane, q: int) -> float:
    ahead = -float(g.debt[q])
    left = int(g.last_year) - int(g.year) + 1
    if g.goal == ORIGINAL:
        golds = g.gold_years[q] if g.expert else g.golds[q] * g.last_year
        point = BANKED[g.players]
        strength = point * (golds + int(g.kills[q]) * int(g.players)) + SAVED * min(30, int(g.account[q]))
        if left == 1:
            strength += HEAD_START * point * min(80.0, ahead)
            if g.raw:
                strength *= LAST_RAW
        return float(strength)
    strength = ROOM * min(40.0, ahead)
    if g.goal == KILLER:
        pace = 1.0 / sqrt(float(g.enough))
        hurry = 1.0 + 1.0 / left if g.last_year else 1.0
        return strength + pace * (KILLED * hurry * float(g.kills[q]) + FUND * log(1.0 + g.account[q]))
    return strength + CHEST * log(1.0 + g.account[q])
