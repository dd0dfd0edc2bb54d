"""The end of Sixteen, when nothing is hidden any more: solved exactly, in compiled code."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.sixteen.turbo import JOKER, act, awaits
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane

DEEPEST: Final = 8  # cards in two hands, at the most


@kernel
def solve_position(records: Any, seat: int) -> int:
    """Who ends ahead when both play their best from records[0] on: 1 for `seat`, -1 for the other, 0 for neither.

    The draw pile is empty and there are two players; the records behind the first are for trying. Written without
    recursion, which the compiler cannot keep on disk: at each depth stand the next play to try, the best result so far,
    the results between which it still matters, and the colours that matter for a joker.
    """
    tried, best, low, high, colours = np.zeros((5, DEEPEST + 1), np.int64)
    depth = 0
    best[0], low[0], high[0], colours[0] = -1 if records[0].turn == seat else 1, -1, 1, joker_colours(records[0])
    while True:
        g = records[depth]
        found = -1
        if awaits(g) == -2:
            lead = int(g.won[seat]) - int(g.won[1 - seat])
            best[depth] = 1 if lead > 0 else -1 if lead < 0 else 0
        elif low[depth] < high[depth]:
            found = next_play(g, tried[depth], colours[depth])
        if found >= 0:
            tried[depth] = found + 1
            c = int(g.hand[g.turn, found // 28])
            records[depth + 1] = records[depth]
            depth += 1
            g = records[depth]
            act(g, JOKER + found % 28 if c == JOKER else c)
            tried[depth], best[depth] = 0, -1 if g.turn == seat else 1
            low[depth], high[depth], colours[depth] = low[depth - 1], high[depth - 1], joker_colours(g)
        elif depth == 0:
            return best[0]
        else:
            depth -= 1
            if records[depth].turn == seat:
                best[depth] = max(best[depth], best[depth + 1])
                low[depth] = max(low[depth], best[depth])
            else:
                best[depth] = min(best[depth], best[depth + 1])
                high[depth] = min(high[depth], best[depth])


@kernel
def joker_colours(g: Lane) -> int:
    """The colours that matter for a joker, bit by bit: those of other cards, and one for all the rest."""
    if not g.match:
        return 1
    colours = 0
    for q in range(2):
        for i in range(g.held[q]):
            if g.hand[q, i] != JOKER:
                colours |= 1 << int(g.hand[q, i]) // 7
    if g.played > g.bottom:
        colours |= 1 << int(g.colour[g.played - 1])
    return colours if colours == 15 else colours | (colours + 1)


@kernel
def next_play(g: Lane, place: int, colours: int) -> int:
    """The next play to try: 28 places for each card in hand, all of them for a joker; -1: none is left."""
    p = g.turn
    while place < 28 * g.held[p]:
        i = place // 28
        c = g.hand[p, i]
        again = False
        for j in range(i):
            again |= g.hand[p, j] == c
        if again or (c != JOKER and place % 28):
            place = 28 * (i + 1)
        elif c != JOKER or colours >> (place % 28 // 7) & 1:
            return place
        else:
            place += 1
    return -1


@kernel
def solve(start: Any, records: Any, numbers: Any, seat: int, results: Any) -> None:
    """results[i] becomes 1, 0.5 or 0: what `seat` gets with numbers[i] in start[0] if all play their best."""
    for i in range(len(numbers)):
        records[0] = start[0]
        act(records[0], numbers[i])
        results[i] = share(solve_position(records, seat))


@kernel
def is_open(g: Lane) -> bool:
    """Whether the rest can be solved quickly: nothing to draw, two players, no joker to come."""
    return g.stock == 0 and g.players == 2 and g.gone[JOKER] == 2 * g.jokers


@kernel
def share(lead: float) -> float:
    return 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0
