"""What may be done in Code de Vinci, over a record: all of it as a mask, or one of the choices at random."""

from __future__ import annotations

from typing import Any

from tablee.games.coda.turbo import (
    ACTIONS,
    ATTACKING,
    JOKER,
    LONGEST,
    NONE,
    PICKING,
    PLACING,
    SHOWING,
    TAKING,
    TO_ARRANGE,
    TO_ATTACK,
    TO_PLACE,
    TO_SHOW,
    TO_STOP,
    TO_TAKE,
    VALUES,
)
from tablee.turbo.chance import below
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane


@kernel
def places(g: Lane) -> int:
    """Where the drawn tile may stand in the code of the seat to move, as bits."""
    p, t = g.turn, g.drawn
    if t >= JOKER:
        return joker_places(g, g.length[p] + 1)
    left, low, right, high = -9, 0, 99, int(g.length[p])  # its neighbours, and the places beside them
    for i in range(g.length[p]):
        other = g.row[p, i]
        if other < t:
            left, low = other, i + 1
        elif other < JOKER:
            right, high = other, i
            break
    if g.ban and (t - left == 2) != (right - t == 2):  # COD-05: where both sides would shut a joker in, any will do
        if t - left == 2:
            high = low
        else:
            low = high
    return (2 << high) - (1 << low)


@kernel
def joker_places(g: Lane, n: int) -> int:
    """Which of the first n places of this row are open to a joker, as bits."""
    p, left, low, found = g.turn, -9, 0, 0  # the last number so far, and the place beside it
    for i in range(n - 1):
        other = g.row[p, i]
        if other < JOKER:
            if not g.ban or other - left != 2:  # COD-04
                found |= (2 << i) - (1 << low)
            left, low = other, i + 1
    return found | (1 << int(n)) - (1 << low)  # a shift by an int8 would stay one, interpreted


@kernel
def count(bits: int) -> int:
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@kernel
def nth(bits: int, n: int) -> int:
    """The place of the n-th bit, from 0 on."""
    for _ in range(n):
        bits &= bits - 1
    i = 0
    while not bits >> i & 1:
        i += 1
    return i


@kernel
def jokers(g: Lane) -> int:
    """The jokers in hand: 1 the black one, 2 the white one."""
    found = 0
    for h in range(g.held):
        if g.hand[h] >= JOKER:
            found |= 1 if g.hand[h] == JOKER else 2
    return found


@kernel
def arrangement(held: int, black: int, white: int) -> int:
    """The action that puts the jokers before these numbers; before the same number, the black joker comes first."""
    if held < 3:
        return TO_ARRANGE + (black if held & 1 else NONE) * 5 + (white if held & 2 else NONE)
    return TO_ARRANGE + (black + (white < black)) * 5 + white + (black <= white)


@kernel
def arrangements(g: Lane, mask: Any) -> int:
    held = jokers(g)
    bits = joker_places(g, g.each + 1 - count(held))
    n = 0
    for black in range(5 if held & 1 else 1):
        for white in range(5 if held & 2 else 1):
            if (not held & 1 or bits >> black & 1) and (not held & 2 or bits >> white & 1):
                mask[arrangement(held, black, white)] = 1
                n += 1
                if held == 3 and black == white:
                    mask[TO_ARRANGE + (black + 1) * 5 + white] = 1
                    n += 1
    return n


@kernel
def some_arrangement(g: Lane) -> int:
    held = jokers(g)
    if held == 0:
        return TO_ARRANGE + NONE * 5 + NONE
    bits = joker_places(g, g.each + 1 - count(held))
    n = count(bits)
    if held < 3:
        at = nth(bits, below(g, n))
        return arrangement(held, at, at)
    pick = below(g, n * (n + 1))
    black, white = nth(bits, pick % n), pick // n
    if white == n:  # before the same number, the white one first
        return TO_ARRANGE + (black + 1) * 5 + black
    return arrangement(held, black, nth(bits, white))


@kernel
def legal(g: Lane, mask: Any) -> int:
    """Marks what the seat to move may do, and returns how many things that is."""
    for a in range(ACTIONS):
        mask[a] = 0
    p, n = g.turn, 0
    if g.phase == ATTACKING:
        values = 12 + int(g.jokers)
        for q in range(g.players):
            if q != p:
                for i in range(g.length[q]):
                    hidden = 1 - int(g.up[g.row[q, i]])  # COD-11; an int8 would overflow, interpreted
                    n += values * hidden
                    for value in range(values):
                        mask[TO_ATTACK + (q * LONGEST + i) * VALUES + value] = hidden
        if g.right:  # COD-13
            mask[TO_STOP] = 1
            n += 1
    elif g.phase == TAKING:  # COD-10
        for colour in range(2):
            if g.left[colour]:
                mask[TO_TAKE + colour] = 1
                n += 1
    elif g.phase == PICKING:  # COD-02
        n = g.each + 1
        for a in range(n):
            mask[a] = 1
    elif g.phase == PLACING:  # COD-16
        bits = places(g)
        for i in range(g.length[p] + 1):
            if bits >> i & 1:
                mask[TO_PLACE + i] = 1
                n += 1
    elif g.phase == SHOWING:  # COD-15
        for i in range(g.length[p]):
            if not g.up[g.row[p, i]]:
                mask[TO_SHOW + i] = 1
                n += 1
    else:  # COD-07
        n = arrangements(g, mask)
    return n


@kernel
def choose(g: Lane) -> int:
    """One of the legal actions, each as likely."""
    p = int(g.turn)
    if g.phase == ATTACKING:
        return some_attack(g)
    if g.phase == TAKING:
        if g.left[0] and g.left[1]:
            return TO_TAKE + below(g, 2)
        return TO_TAKE if g.left[0] else TO_TAKE + 1
    if g.phase == PICKING:
        return below(g, g.each + 1)
    if g.phase == PLACING:
        bits = places(g)
        return TO_PLACE + nth(bits, below(g, count(bits)))
    if g.phase == SHOWING:
        return TO_SHOW + nth_hidden(g, p, below(g, g.hidden[p]))
    return some_arrangement(g)


@kernel
def some_attack(g: Lane) -> int:
    p, values, n = g.turn, 12 + int(g.jokers), 0
    for q in range(g.players):
        if q != p:
            n += int(g.hidden[q])  # an int8 would be too small for n * values, interpreted
    pick = below(g, n * values + int(g.right))
    at = pick // values
    if at == n:
        return TO_STOP
    q = 0
    while q == p or at >= g.hidden[q]:
        if q != p:
            at -= g.hidden[q]
        q += 1
    return TO_ATTACK + (q * LONGEST + nth_hidden(g, q, at)) * VALUES + pick % values


@kernel
def nth_hidden(g: Lane, p: int, n: int) -> int:
    """The place of seat p's n-th hidden tile, from 0 on."""
    i = 0
    while True:
        if not g.up[g.row[p, i]]:
            if n == 0:
                return i
            n -= 1
        i += 1
