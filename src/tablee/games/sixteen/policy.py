"""Compiled players of Sixteen, over the kernel's record.

A policy sees a whole world but looks only at what its seat may know: its hand, the pile, what is gone, how many cards
the others hold. On the pile only its total and its last two cards matter, `a` and `b` (-1: none).
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from tablee.games.sixteen.cards import COLOURS, Colour
from tablee.games.sixteen.rules import GOAL
from tablee.games.sixteen.turbo import BOTH, BUST, DRAW, JOKER, MATCH, SIXTEEN, may_draw
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane, Policy

# Fitted to 10,000 games, between series: what a lead of one is worth, over the root of the cards left, and what each
# value and a joker in hand are worth, in series. With them `sound` won 57% ± 1 of 8,000 games against itself without.
LEAD: Final = 3.4
KEEP: Final = (0.11, 0.14, -0.04, -0.13, -0.22, -0.26, -0.24, 0.64)

# As in bots/levels.py, which does not wait for a compiler: what the totals 9 and 2 are worth, in series, and a joker.
NINE: Final = 0.3
TWO: Final = 0.2
JOKER_KEPT: Final = 0.5


@kernel
def makes(match: int, total: int, a: int, b: int, shown: int) -> int:
    """The series that this card makes on such a pile, if any."""
    total += shown % 7
    if total > GOAL:
        return BUST  # S16-21, S16-23
    alike = match and a >= 0 and ((a % 7 == b % 7 == shown % 7) or (a // 7 == b // 7 == shown // 7))  # S16-22
    if total == GOAL:
        return BOTH if alike else SIXTEEN
    return MATCH if alike else 0


def face(value: int, colour: Colour) -> int:
    """A card as declared, by its number."""
    return COLOURS.index(colour) * 7 + value


@kernel
def last(g: Lane, back: int) -> int:
    """The pile's last card (1) or its last but one (2) as declared; -1: none."""
    n = g.played - back
    return g.colour[n] * 7 + g.value[n] if n >= g.bottom else -1


@kernel
def sound(g: Lane) -> int:
    """Draws when it may; takes a series when it can; else the card that promises most of the next two turns."""
    return best_card(g, 0.0, 0.0)


@kernel
def best_card(g: Lane, nine: float, two: float) -> int:
    """What promises most, where these totals are worth this much more."""
    if may_draw(g):
        return DRAW
    p = g.turn
    unseen, values, own = np.zeros(29, np.int64), np.zeros(7, np.int64), np.zeros(8, np.int64)
    many = count(g, unseen, values, own)
    a, b = last(g, 2), last(g, 1)
    colour = b // 7 if a // 7 == b // 7 and a >= 0 else (b // 7 + 1) % 4  # a joker's: it makes a match, or helps none
    best, chosen, seen = -9.0, -1, 0
    for i in range(g.held[p]):
        c = int(g.hand[p, i])
        if seen >> c & 1:
            continue
        seen |= 1 << c
        if c < JOKER:
            worth = promise(g, c, False, unseen, values, own, many) + key(g, c, nine, two)
            if worth > best:
                best, chosen = worth, c
            continue
        for shown in range(colour * 7, colour * 7 + 7):
            worth = promise(g, shown, True, unseen, values, own, many) + key(g, shown, nine, two)
            if worth > best:
                best, chosen = worth, JOKER + shown
    return chosen


@kernel
def key(g: Lane, shown: int, nine: float, two: float) -> float:
    """What it is said to be worth that this card brings the pile to 9 or to 2, and makes no series of it."""
    total = g.total + shown % 7
    if (total != 9 and total != 2) or makes(g.match, g.total, last(g, 2), last(g, 1), shown):
        return 0.0
    return nine if total == 9 else two


@kernel
def count(g: Lane, unseen: Any, values: Any, own: Any) -> int:
    """Whose turn it is counts: unseen cards, each and by value, and one's owns by value, jokers behind; how many."""
    p = g.turn
    for c in range(28):
        unseen[c] = (1 if c % 7 == 0 else 2) - g.gone[c]
    unseen[JOKER] = 2 * g.jokers - g.gone[JOKER]
    for i in range(g.held[p]):
        c = g.hand[p, i]
        unseen[c] -= 1
        own[7 if c == JOKER else c % 7] += 1
    many = unseen[JOKER]
    for c in range(28):
        values[c % 7] += unseen[c]
        many += unseen[c]
    return many


@kernel
def promise(g: Lane, shown: int, joker: bool, unseen: Any, values: Any, own: Any, many: int) -> float:
    """What is to be hoped of playing this card, from 2 for two series to -1 for one lost."""
    p = g.turn
    a, b = last(g, 2), last(g, 1)
    keep = KEEP[7 if joker else shown % 7]
    made = makes(g.match, g.total, a, b, shown)
    if made == BUST:
        return -1.0 - keep
    if made:
        return 1.0 + (made == BOTH and g.bonus) - keep
    total = g.total + shown % 7
    a, b = b, shown
    q = p + 1 if p + 1 < g.players else 0
    held = int(g.held[q]) + int(g.stock > 0)
    if many == 0 or held == 0:
        return -keep
    winning = winners(g.match, total, a, b, unseen, values)
    busting = 0
    for v in range(GOAL + 1 - total, 7):
        busting += values[v]
    lost = 1.0 - none_of(winning, many, held)
    bust = none_of(many - busting, many, held)
    left = 1.0 - lost - bust
    if left <= 0.0:
        return bust - lost - keep
    # a reply that makes nothing: every such card as likely; then this side wins if it holds what is needed
    mine = 0.0
    replies = 0
    o = 7 if joker else shown % 7
    own[o] -= 1
    partner = g.players == 4
    draws = int(g.stock > 1) + (int(g.held[(p + 2) % 4]) if partner else 0)
    for v in range(7):
        n = values[v]
        if n == 0 or total + v >= GOAL:
            continue
        replies += n
        need = GOAL - total - v
        if need > 6:
            continue
        if not partner and (own[need] or own[7]):
            mine += n
        elif draws:
            mine += n * (1.0 - none_of(values[need] + unseen[JOKER], many, draws))
    own[o] += 1
    return bust - lost + (left * 0.6 * mine / replies if replies else 0.0) - keep


@kernel
def winners(match: int, total: int, a: int, b: int, unseen: Any, values: Any) -> int:
    """How many of the unseen cards make a series on such a pile."""
    need = GOAL - total
    n = values[need] if need <= 6 else 0
    any_way = need <= 6
    if match and a >= 0:
        if a % 7 == b % 7 and a % 7 <= need:
            any_way = True
            if a % 7 != need:
                n += values[a % 7]
        if a // 7 == b // 7:
            any_way = True
            for v in range(min(6, need) + 1):
                if v != need and not (a % 7 == b % 7 and v == a % 7):
                    n += unseen[a // 7 * 7 + v]
    return n + unseen[JOKER] if any_way else n


@kernel
def none_of(some: int, many: int, taken: int) -> float:
    """How likely it is that `taken` of `many` cards are none of these `some`."""
    chance = 1.0
    for i in range(min(taken, many)):
        chance *= max(0, many - some - i) / (many - i)
    return chance


# ---- the rulebook's advice --------------------------------------------------------

IN_ORDER: Final = (2, 0, 1, 3)  # the colours as hands are sorted, by their letters


@kernel
def club(g: Lane) -> int:
    """Exactly as the club player does."""
    return by_the_book(g, NINE, TWO)


@kernel
def by_the_book(g: Lane, nine: float, two: float) -> int:
    """Series won at once; else what the next player is likely to take, and what these totals are said to be worth."""
    if may_draw(g):
        return DRAW
    p = g.turn
    unseen, values, own = np.zeros(29, np.int64), np.zeros(7, np.int64), np.zeros(8, np.int64)
    many = count(g, unseen, values, own)
    left = int(g.stock)
    for q in range(g.players):
        left += g.held[q]
    seen = 0
    for i in range(g.held[p]):
        seen |= 1 << int(g.hand[p, i])
    lead = float(g.won[p & 1] - g.won[1 - (p & 1)])
    best, chosen = -1.0, -1
    for colour in IN_ORDER:
        for c in range(7 * colour, 7 * colour + 7):
            if seen >> c & 1:
                ahead = lead + book_value(g, c, 0.0, nine, two, unseen, values, many)
                worth = 1.0 / (1.0 + math.exp(-LEAD * ahead / math.sqrt(left)))
                if worth > best:
                    best, chosen = worth, c
    if seen >> JOKER & 1:
        for n in range(28):
            c = n % 4 * 7 + n // 4
            ahead = lead + book_value(g, c, JOKER_KEPT, nine, two, unseen, values, many)
            worth = 1.0 / (1.0 + math.exp(-LEAD * ahead / math.sqrt(left)))
            if worth > best:
                best, chosen = worth, JOKER + c
    return chosen


@kernel
def book_value(g: Lane, shown: int, cost: float, nine: float, two: float, unseen: Any, values: Any, many: int) -> float:
    """What playing this card, which costs this much, is said to bring."""
    made = makes(g.match, g.total, last(g, 2), last(g, 1), shown)
    if made == BUST:
        return -1.0 - cost
    if made:
        return 1.0 + (made == BOTH and g.bonus) - cost
    total = g.total + shown % 7
    worth = key(g, shown, nine, two) - cost
    q = g.turn
    for _ in range(g.players - 1):
        q = q + 1 if q + 1 < g.players else 0
        if g.held[q] or g.stock:
            held = int(g.held[q]) + int(g.stock > 0)
            winning = winners(g.match, total, last(g, 1), shown, unseen, values)
            return worth - (1.0 - none_of(winning, many, held))
    return worth


POLICIES: Final[dict[str, Policy]] = {"sound": sound, "club": club}
