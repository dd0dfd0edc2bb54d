"""Code de Vinci played in compiled code, over the kernel's record.

A policy sees a whole world but looks only at what its seat may know: its own tiles, the backs of the others' and what
was said of them, and what is turned up. Each row is read by itself: all ways to fill it in ascending order are counted,
as many for each place and number as there are ways left and right of it. That two rows cannot hold the same tile is
left out of account. A joker may stand anywhere, each place being worth one in this many as there are in the row.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.coda.choices import choose
from tablee.games.coda.turbo import (
    ATTACKING,
    JOKER,
    LONGEST,
    PACK,
    PICKING,
    SHOWING,
    TAKING,
    TO_ATTACK,
    TO_SHOW,
    TO_STOP,
    TO_TAKE,
    VALUES,
)
from tablee.turbo.chance import below
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane, Policy

# What speaks for a tile that its holder named elsewhere, wrongly, against 1 for all others. Blind to that (1.0),
# `sound` won 42.3% ± 0.5 of 40,000 games of two against itself; of games of four, two such players won 45.6% ± 0.5.
HELD: Final = 0.2
EQUAL: Final = 1e-9  # chances so close are the same
NUMBERS: Final = JOKER

# Which colour is drawn: of which there is more on the table, or less; of which one's own row has more, or less; any.
PLENTY, RARE, MINE, OTHER, BLACK, WHITE, EITHER = range(7)
WEIGHS, STOPS, NEVER = range(3)  # after a right attack: what counting hidden tiles advises, stop, go on


# ---- reading a row --------------------------------------------------------------------


@kernel
def known_tiles(g: Lane, p: int) -> int:
    """The tiles, as bits, that seat p knows not to be hidden elsewhere; -1: what everybody knows."""
    found = 0
    for q in range(g.players):
        for i in range(g.length[q]):
            if q == p or g.up[g.row[q, i]]:
                found |= 1 << int(g.row[q, i])
    if p >= 0 and p == g.turn and g.drawn >= 0:
        found |= 1 << int(g.drawn)
    if not g.jokers:
        found |= 3 << JOKER
    return found


@kernel
def read(g: Lane, q: int, seen: int, odds: Any) -> None:
    """odds[place, value] becomes the chance of each value of each hidden tile in the row of q, for a reader who has
    seen these tiles. Ways are counted from the left up to each place and from the right down to it: before[i, m, r] of
    the first i places, their numbers all below r, with the jokers m among them; after[i, m, r] of the others."""
    n = int(g.length[q])
    sets = 1 if seen >> JOKER & 3 == 3 else 4  # of jokers that may be hidden there
    before, after = np.zeros((LONGEST + 1, sets, NUMBERS + 1)), np.zeros((LONGEST + 1, sets, NUMBERS + 1))
    weights = np.zeros((LONGEST, PACK))
    for i in range(n):
        weigh(g, q, i, seen, weights)
    for r in range(NUMBERS + 1):
        before[0, 0, r] = after[n, 0, r] = 1.0
    for i in range(n):
        colour = int(g.row[q, i]) & 1
        joker = weights[i, JOKER + colour]
        for m in range(sets):
            ways = 0.0
            for r in range(NUMBERS + 1):
                before[i + 1, m, r] = ways
                if r < NUMBERS:
                    ways += before[i, m, r] * weights[i, r]
            if joker > 0.0:
                less = jokers_elsewhere(g, q, i, m)
                if less >= 0:
                    for r in range(NUMBERS + 1):
                        before[i + 1, m, r] += before[i, less, r] * joker
    for i in range(n - 1, -1, -1):
        colour = int(g.row[q, i]) & 1
        joker = weights[i, JOKER + colour]
        for m in range(sets):
            ways = 0.0
            for r in range(NUMBERS - 1, -1, -1):
                ways += weights[i, r] * after[i + 1, m, r + 1]
                after[i, m, r] = ways
            if joker > 0.0:
                less = jokers_elsewhere(g, q, i, m)
                if less >= 0:
                    for r in range(NUMBERS + 1):
                        after[i, m, r] += after[i + 1, less, r] * joker
    total = 0.0
    for m in range(sets):
        total += after[0, m, 0]
    for i in range(n):
        t = int(g.row[q, i])
        if g.up[t]:
            continue
        rest = 1.0
        for v in range(NUMBERS // 2):
            r = 2 * v + (t & 1)
            ways = 0.0
            if weights[i, r] > 0.0:
                for m in range(sets):
                    for k in range(sets):
                        if m & k == 0:
                            ways += before[i, m, r] * after[i + 1, k, r + 1]
            odds[i, v] = ways * weights[i, r] / total
            rest -= odds[i, v]
        odds[i, NUMBERS // 2] = max(0.0, rest) if weights[i, JOKER + (t & 1)] > 0.0 else 0.0


@kernel
def weigh(g: Lane, q: int, i: int, seen: int, weights: Any) -> None:
    """weights[i, tile] becomes what speaks for each tile at this place, other places left aside; 0: it cannot be."""
    t = int(g.row[q, i])
    if g.up[t]:
        weights[i, t] = 1.0
        return
    said, colour = int(g.said[t]), t & 1
    spoken = int(g.spoken[q, colour])
    for v in range(NUMBERS // 2):
        if not (seen >> (2 * v + colour) | said >> v) & 1:
            weights[i, 2 * v + colour] = HELD if spoken >> v & 1 else 1.0
    if not (seen >> (JOKER + colour) | said >> (NUMBERS // 2)) & 1:
        weights[i, JOKER + colour] = 1.0 / int(g.length[q])


@kernel
def jokers_elsewhere(g: Lane, q: int, i: int, jokers: int) -> int:
    """The jokers among the other places, if one stands here and this many are in all; -1: that cannot be."""
    t = int(g.row[q, i])
    if g.up[t]:  # seen there, so nowhere else
        return jokers
    return jokers & ~(1 << (t & 1)) if jokers >> (t & 1) & 1 else -1


# ---- what is done -----------------------------------------------------------------------


@kernel
def attack(g: Lane, stopping: int) -> int:
    """The likeliest value of any hidden tile; or enough, if this turn had its success."""
    p, theirs = int(g.turn), 0
    seen, best, chosen, equals = known_tiles(g, p), -1.0, -1, 0
    odds = np.zeros((LONGEST, VALUES))
    if stopping == STOPS and g.right:
        return TO_STOP
    for q in range(g.players):
        if q == p or g.hidden[q] == 0:
            continue
        theirs += int(g.hidden[q])
        read(g, q, seen, odds)
        for i in range(g.length[q]):
            if g.up[g.row[q, i]]:
                continue
            for v in range(VALUES):
                if odds[i, v] > best + EQUAL:
                    best, chosen, equals = odds[i, v], TO_ATTACK + (q * LONGEST + i) * VALUES + v, 1
                elif odds[i, v] > best - EQUAL:
                    equals += 1
                    if below(g, equals) == 0:
                        chosen = TO_ATTACK + (q * LONGEST + i) * VALUES + v
    if g.right and stopping == WEIGHS and not worth_it(g, best, theirs):
        return TO_STOP
    return chosen


@kernel
def worth_it(g: Lane, chance: float, theirs: int) -> bool:
    """Whether an attack with such a chance is better than none, where one wins by one's share of all hidden tiles."""
    drawn = 1 if g.drawn >= 0 else 0
    mine = int(g.hidden[g.turn])
    right, kept, lost = share(mine + drawn, theirs - 1), share(mine + drawn, theirs), share(mine - 1 + drawn, theirs)
    return chance * right + (1.0 - chance) * lost > kept


@kernel
def share(mine: int, theirs: int) -> float:
    return mine / (mine + theirs) if mine else 0.0


@kernel
def take(g: Lane, colour: int) -> int:
    """A tile of such a colour, as long as there are both."""
    black, white = int(g.left[0]), int(g.left[1])
    if black == 0 or white == 0:
        return TO_TAKE + (black == 0)
    if colour in (BLACK, WHITE):
        return TO_TAKE + (colour == WHITE)
    if colour in (MINE, OTHER):
        white = 0
        for i in range(g.length[g.turn]):
            white += int(g.row[g.turn, i]) & 1
        black = int(g.length[g.turn]) - white
    if black == white or colour == EITHER:
        return TO_TAKE + below(g, 2)
    return TO_TAKE + ((white > black) == (colour in (PLENTY, MINE)))


@kernel
def show(g: Lane) -> int:
    """The own tile that others read best."""
    p = int(g.turn)
    odds = np.zeros((LONGEST, VALUES))
    read(g, p, known_tiles(g, -1), odds)
    best, chosen = -1.0, -1
    for i in range(g.length[p]):
        t = int(g.row[p, i])
        if not g.up[t] and odds[i, t >> 1] > best:
            best, chosen = odds[i, t >> 1], i
    return TO_SHOW + chosen


@kernel
def play_by(g: Lane, colour: int, stopping: int) -> int:
    """What somebody does who draws such a colour, and stops so; jokers, and tiles beside them, stand anywhere."""
    if g.phase == ATTACKING:
        return attack(g, stopping)
    if g.phase == TAKING:
        return take(g, colour)
    if g.phase == PICKING:  # as many of both as can be
        return (int(g.each) + (below(g, 2) if g.each & 1 else 0)) // 2
    if g.phase == SHOWING:
        return show(g)
    return choose(g)


# ---- who plays --------------------------------------------------------------------------


@kernel
def sound(g: Lane) -> int:
    """Draws the colour of which there is more; goes on while that promises more than it risks."""
    return play_by(g, PLENTY, WEIGHS)


@kernel
def careful(g: Lane) -> int:
    """As `sound`, but stops after every right attack."""
    return play_by(g, PLENTY, STOPS)


@kernel
def bold(g: Lane) -> int:
    """As `sound`, but never stops."""
    return play_by(g, PLENTY, NEVER)


POLICIES: Final[dict[str, Policy]] = {"sound": sound, "careful": careful, "bold": bold}
