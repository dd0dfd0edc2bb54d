"""What the master thinks: worlds weighed by how they fit what the others did, and each action tried in all of them.

The others are taken for club players, in what their past says and in what they do next; the mission is played to its
end, and then `outlook` says how good the table looks. Like `policy`, it runs over the kernel's record.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.code21.policy import CLUB, draw_action, think
from tablee.games.code21.rules import MOST, TO_WIN, TOLL
from tablee.games.code21.turbo import (
    ACCUSED,
    ACTIONS,
    BIT,
    FACE_DOWN,
    NOTHING,
    STAKE,
    TO_ACCUSE,
    TO_PASS,
    VALUES,
    act,
    awaits,
    clear,
    rank,
    score,
)
from tablee.turbo.chance import below, seed
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane

DOUBT: Final = 0.02  # how often anybody does just anything: no world is ruled out for being odd


# ---- worlds -------------------------------------------------------------------------


@kernel
def deal(g: Lane, me: int) -> None:
    """Lays other soldiers under the backs of those that `me` does not see, every fitting world being as likely."""
    for n in range(g.lined):
        q = g.by[n]
        if q != me and not g.open[n]:
            move(g, n, q, -1)
    for n in range(g.lined):
        q = g.by[n]
        if q != me and not g.open[n]:
            among = g.hand[q]
            if n <= g.when[q]:  # what came back later lay in front then
                among &= ~g.back[q]
            count = 0
            for value in range(VALUES):
                count += (among & BIT[value]) != 0
            pick = below(g, count)
            for value in range(VALUES):
                if among & BIT[value]:
                    if pick == 0:
                        g.value[n] = value
                        break
                    pick -= 1
            move(g, n, q, 1)


@kernel
def move(g: Lane, n: int, q: int, way: int) -> None:
    """Soldier n of the line goes from its player's hand to the mission (1), or back (-1)."""
    value = g.value[n]
    g.hand[q] -= way * BIT[value]
    g.down[q] += way * BIT[value]
    g.total += way * value


@kernel
def rewind(g: Lane) -> None:
    """Back to where the mission was turned up. What a bank that ran dry did not pay is not known, and is forgotten."""
    n, last = g.lined, -1
    while n > 0:
        n -= 1
        last = g.by[n]
        after = g.turn if n == g.lined - 1 else g.by[n + 1]
        q = last + 1 if last + 1 < g.players else 0
        while q != after:
            pay(g, last, -TOLL)
            if not g.bank_pays:
                pay(g, q, TOLL)
            q = q + 1 if q + 1 < g.players else 0
        if g.open[n]:
            pay(g, last, -2 - n // 2)
    for p in range(g.players):
        g.laid[p] |= g.back[p]
        g.hand[p] = g.set & ~g.laid[p]  # C21-40: what is not laid out is in hand then
        g.held[p] = 0
        for value in range(VALUES):
            g.held[p] += (g.hand[p] & BIT[value]) != 0
    if last >= 0:
        g.turn = last
    g.call = 0
    clear(g)


@kernel
def pay(g: Lane, p: int, points: int) -> None:
    g.points[p] = max(0, g.points[p] + points)
    if g.bank >= 0:
        g.bank -= points


@kernel
def likelihood(g: Lane, again: Any, me: int) -> float:
    """How likely club players were to do what the others did on this mission, were this the world."""
    shares = np.empty(ACTIONS)
    result = 1.0
    rewind(again)
    for n in range(g.lined + 1):
        then = g.by[n] if n < g.lined else g.turn
        while n > 0 and again.turn != then:  # those in between passed
            result *= 1.0 if again.turn == me else chance_of(again, TO_PASS, shares)
            act(again, TO_PASS)
        if n < g.lined:
            action = g.value[n] if g.open[n] else FACE_DOWN + g.value[n]
            result *= 1.0 if then == me else chance_of(again, action, shares)
            act(again, action)
        elif g.call and g.caller != me:
            result *= chance_of(again, TO_ACCUSE + g.call - ACCUSED, shares)
    return result


@kernel
def chance_of(g: Lane, action: int, shares: Any) -> float:
    think(g, CLUB, shares)
    return DOUBT + (1.0 - DOUBT) * float(shares[action])


@kernel
def imagine(base: Any, tried: Any, worlds: Any, me: int) -> None:
    """Fills `worlds` with worlds that fit what `me` sees in base[0], drawn by how likely they are among those tried."""
    hidden = 0
    for n in range(base[0].lined):
        hidden += base[0].by[n] != me and not base[0].open[n]
    if hidden == 0:
        for i in range(len(worlds)):
            worlds[i] = base[0]
            seed(worlds[i], 21, i)
        return
    weights = np.empty(len(tried))
    total = 0.0
    for i in range(len(tried)):
        tried[i] = base[0]
        seed(tried[i], 7, i)
        deal(tried[i], me)
        worlds[0] = tried[i]
        weights[i] = likelihood(tried[i], worlds[0], me)
        total += weights[i]
    at, reached = 0, weights[0]
    for i in range(len(worlds)):
        while reached < total * (i + 0.5) / len(worlds) and at + 1 < len(tried):
            at += 1
            reached += weights[at]
        worlds[i] = tried[at]
        seed(worlds[i], 21, i)


# ---- what comes of it -----------------------------------------------------------------


@kernel
def weigh(worlds: Any, first: int, last: int, scratch: Any, numbers: Any, me: int, values: Any) -> None:
    """values[i] grows by how good it looks for `me` after numbers[i], in each of the worlds from first to last."""
    g = scratch[0]
    shares = np.empty(ACTIONS)
    for world in range(first, last):
        for i in range(len(numbers)):
            scratch[0] = worlds[world]
            if g.call:
                others_stake(g, me, shares)
            act(g, numbers[i])
            while g.mission:
                think(g, CLUB, shares)
                act(g, draw_action(g, shares))
            values[i] += outlook(g, me)


@kernel
def others_stake(g: Lane, me: int, shares: Any) -> None:
    """All but `me` stake as club players would, also those whose fist is closed already."""
    for q in range(g.players):
        if q != me:
            g.asked = q
            think(g, CLUB, shares)
            action = draw_action(g, shares)
            g.stake[q] = 0 if action == NOTHING else (action - STAKE) % MOST + 1
            g.side[q] = -1 if action == NOTHING else (action - STAKE) // MOST
    g.asked = me


@kernel
def outlook(g: Lane, me: int) -> float:
    """The chance to win, between two missions; at the end it is known."""
    if awaits(g) != -2:
        return hope(g, me, 0.0, g.stock)
    if rank(g, me) != 1:
        return 0.0
    equal = 0
    for q in range(g.players):
        equal += rank(g, q) == 1
    return 1.0 / equal


@kernel
def hope(g: Lane, me: int, more: float, left: int) -> float:
    """The chance to win with this many points more, and this many missions left.

    A guess, fitted to the ends of 6000 games of club players at tables of two, three and four: the share in all points
    counts the more, the fewer missions are left, and mission cards the less.
    """
    mean = 0.0
    for q in range(g.players):
        mean += score(g, q) / g.players
    total, mine = 0.0, 0.0
    for q in range(g.players):
        ahead = score(g, q) - mean + (more if q == me else 0.0)
        merit = 2.5 / left**0.65 * ahead / (mean + 6.0)
        merit += 0.02 * left * (g.won[q] > 0) + 0.07 * left * (g.won[q] == TO_WIN - 1)
        merit = np.exp(min(merit, 50.0))
        total += merit
        if q == me:
            mine = merit
    return mine / total
