"""Code 777 for speed: the same rules over a flat record. The law `turbo` compares the two, move by move.

A tile is its place in `TILES`, 0 to 10; a rack is its place in `RACKS`, 0 to 250, and -1 before it is first filled. The
numbers of actions: 0 ask, 1 let it pass, 2 to 85 declare the digits in the order of `BY_DIGITS`, 86 to 336 declare the
tiles in the order of `RACKS`. Before each question all seats that may declare are polled once, from the player who is
to ask on; after a declaration polling goes on with the next seat. Then that player asks, and can do nothing else.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.code777.rack_tables import (
    COLOURED,
    DIGITED,
    HIGH,
    LAST_COUNTED,
    MADE,
    ONE_OR_MORE,
    QUESTIONS,
    RACK,
    ROW,
    THREE_OR_MORE,
    TRIPLE,
    TRIPLES,
    WHOLE,
    WORTH,
)
from tablee.games.code777.rules import FEW
from tablee.games.code777.state import ALL_RACKS
from tablee.turbo.chance import FIELDS, below
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane
from tablee.turbo.layout import RecordField, RecordLayout

TO_ASK, TO_PASS = 0, 1
BY_DIGIT: Final = 2
BY_TILE: Final = BY_DIGIT + TRIPLES
ACTIONS: Final = BY_TILE + MADE

CHANCE, OVER = -1, -2
FIRST, RACKED, TURNED = 0, 1, 2  # the last outcome of chance
AFTER_ASKING, NEXT_QUESTION, ANY = 0, 1, 2
WON, TALKED_OUT = 1, 2  # how it ended

LOG: Final = 512  # what was said last, and is kept: all of it, unless the game is longer than the usual limit allows
DECLARED: Final = 2048  # in the log: above all questions

i8, i16, i64 = np.int8, np.int16, np.int64
RECORD: Final = RecordLayout((
    *FIELDS,
    RecordField("asked", i64, "questions asked: 64 bits, as without a limit there is no end to them"),
    RecordField("logged", i64, "entries written into the log"),
    RecordField("limit", i16, "option: the most questions, 0: no limit"),
    RecordField("rack", i16, "what stands on each rack", ALL_RACKS),
    RecordField("fell", i16, "the last outcome of chance: a seat, a rack, a question"),
    RecordField("onto", i8, "the place of that rack"),
    RecordField("kind", i8, "which of them it is: 0, 1, 2"),
    RecordField("players", i8, "players at the table: 2 to 4"),
    RecordField("target", i8, "option: points that win"),
    RecordField("colours", i8, "option: tiles are declared, not only digits"),
    RecordField("shown", i8, "option: what is taken off a rack is shown"),
    RecordField("reshuffle", i8, "option: the questions are shuffled again, cycle 0, reshuffle 1"),
    RecordField("again", i8, "option: declare again after_asking 0, next_question 1, any 2"),
    RecordField("first", i8, "option: the seat that begins, -1: by lot"),
    RecordField("who", i8, "the seat that is asked, CHANCE or OVER"),
    RecordField("turn", i8, "the seat that is to ask, -1: not known yet"),
    RecordField("heard", i8, "how far to the left polling has come, `players`: it is done"),
    RecordField("asking", i8, "a question is being turned"),
    RecordField("ended", i8, "how it ended: won 1, no question left 2, not yet 0"),
    RecordField("spent", i8, "bit p: seat p may not declare now"),
    RecordField("points", i8, "points of each seat", 4),
    RecordField("total", i8, "all points, at most 4 * 10"),
    RecordField("to_fill", i8, "racks to be filled"),
    RecordField("filling", i8, "these racks, the next one first", ALL_RACKS),
    RecordField("stock", i8, "tiles in the stock"),
    RecordField("aside", i8, "tiles set aside"),
    RecordField("deck", i8, "first the stock, then what is set aside, in no order", len(WHOLE)),
    RecordField("turned", i8, "questions turned since they were shuffled"),
    RecordField("order", i8, "the questions: those that were turned in this order, then the pile, in none", QUESTIONS),
    RecordField("said", i16, "the log, entry n in place n % LOG: for what it means see `tell`", LOG),
    RecordField("off", i16, "of a declaration in the log: what stood on the rack that was declared", LOG),
    RecordField("also", i16, "of a declaration in the log: what stood on the free rack that was renewed", LOG),
    RecordField("free", i8, "of a declaration in the log: which rack that is, or -1", LOG),
))  # fmt: skip


# ---- the course of the game -----------------------------------------------------


@kernel
def begin(g: Lane) -> None:
    """A new game, with the options that stand in the record."""
    g.turn, g.who, g.heard, g.ended, g.spent = g.first, CHANCE, -1, 0, 0
    g.asking, g.asked, g.logged, g.turned, g.total = 0, 0, 0, 0, 0
    g.to_fill, g.stock, g.aside = ALL_RACKS, len(WHOLE), 0
    for i in range(ALL_RACKS):  # C77-03
        g.rack[i], g.filling[i] = -1, i
    for i in range(ALL_RACKS):  # by itself: in the loop above, CUDA's compiler takes points[3] for `aside` from here on
        g.points[i] = 0
    for i in range(len(WHOLE)):  # C77-01
        g.deck[i] = WHOLE[i]
    for i in range(QUESTIONS):
        g.order[i] = i + 1


@kernel
def awaits(g: Lane) -> int:
    """The seat that is asked; -1: chance; -2: the game is over."""
    return g.who


@kernel
def happen(g: Lane) -> None:
    """Makes the chance move that is due."""
    if g.turn < 0:  # C77-11
        g.turn = below(g, g.players)
        g.kind, g.fell = FIRST, g.turn
    elif g.to_fill:
        fill(g)
    else:  # C77-04
        n = g.turned
        place = n + below(g, QUESTIONS - n)
        number = g.order[place]
        g.order[place] = g.order[n]
        g.order[n] = number
        g.kind, g.fell = TURNED, number
        g.turned = 0 if n + 1 == QUESTIONS and g.reshuffle else n + 1
        answer_question(g, number)


@kernel
def act(g: Lane, action: int) -> None:
    """The seat that is asked does this; it must be legal."""
    p = g.who
    if action >= BY_DIGIT:
        declare(g, p, action)
    elif action == TO_PASS:
        poll(g)
    elif closing(g):  # C77-31
        g.spent |= 1 << int(p)
        pass_on(g)
    elif g.turned < QUESTIONS:
        g.asking, g.who = 1, CHANCE
    else:
        answer_question(g, g.order[g.asked % QUESTIONS])  # C77-04


@kernel
def poll(g: Lane) -> None:
    """The next seat that may declare is asked, from the seat that is to ask on; after them that seat asks (C77-25)."""
    spent = int(g.spent)
    for n in range(int(g.heard) + 1, 1 if closing(g) else int(g.players)):  # C77-31: nobody cuts in any more
        q = int(g.turn) + n
        p = q if q < g.players else q - g.players
        if not spent >> p & 1:
            g.who, g.heard = p, n
            return
    g.who, g.heard = g.turn, g.players


@kernel
def closing(g: Lane) -> bool:
    return g.asked == g.limit and g.limit > 0  # C77-31


@kernel
def pass_on(g: Lane) -> None:
    """C77-31: after the last question, the turn is the next seat's that may still declare; without one, it is over."""
    p, spent = int(g.turn), int(g.spent)
    for _ in range(g.players):
        if not spent >> p & 1:
            g.turn, g.heard = p, -1
            poll(g)
            return
        p = p + 1 if p + 1 < g.players else 0
    g.ended, g.who = TALKED_OUT, OVER


@kernel
def tell(g: Lane, said: int) -> int:
    """Writes into the log what somebody said, and returns its place.

    A question is number + 32 * by + 128 * (answer + 1); a declaration DECLARED + what + 512 * by + 2048 * right.
    """
    place = g.logged & (LOG - 1)
    g.said[place] = said
    g.logged += 1
    return place


# ---- racks ------------------------------------------------------------------------


@kernel
def fill(g: Lane) -> None:
    """Three tiles from the stock for the rack that is due."""
    a = take_tile(g, below(g, g.stock))
    b = take_tile(g, below(g, g.stock))
    c = take_tile(g, below(g, g.stock))
    r = g.filling[0]
    g.rack[r] = RACK[a, b, c]
    g.kind, g.onto, g.fell = RACKED, r, g.rack[r]
    if g.stock == FEW:  # C77-23
        g.stock += g.aside
        g.aside = 0
    g.to_fill -= 1
    for i in range(g.to_fill):
        g.filling[i] = g.filling[i + 1]
    if g.to_fill:
        if g.rack[g.filling[0]] >= 0:  # C77-23: one at a time, so it is cleared only now
            clear(g, g.filling[0])
    elif closing(g):
        pass_on(g)
    else:
        poll(g)


@kernel
def take_tile(g: Lane, place: int) -> int:
    """This tile of the stock; what is set aside moves up."""
    tile = g.deck[place]
    g.stock -= 1
    g.deck[place] = g.deck[g.stock]
    g.deck[g.stock] = g.deck[g.stock + g.aside]
    return tile


@kernel
def clear(g: Lane, r: int) -> None:
    """The tiles of a rack are set aside."""
    n = g.stock + g.aside
    for i in range(3):
        g.deck[n + i] = ROW[g.rack[r], i]
    g.aside += 3


# ---- questions --------------------------------------------------------------------


@kernel
def answer_question(g: Lane, number: int) -> None:
    """C77-10, C77-11."""
    p = int(g.turn)
    found = answer_to(number, standing_racks(g), p, p)
    tell(g, int(number) + 32 * p + 128 * (found + 1))
    g.asked += 1
    g.asking, g.heard = 0, -1
    g.spent = 0 if g.again == NEXT_QUESTION else int(g.spent) & ~(1 << p)  # C77-26
    g.turn = p + 1 if p + 1 < g.players else 0
    if closing(g):
        pass_on(g)
    else:
        poll(g)


@kernel
def standing_racks(g: Lane) -> int:
    """The four racks in one number, 16 bits each."""
    return int(g.rack[0]) | int(g.rack[1]) << 16 | int(g.rack[2]) << 32 | int(g.rack[3]) << 48


@kernel
def total(number: int, racks: int, p: int, q: int) -> int:
    """What the racks add to the answer, but for those of p and of q: a sum, or this many of each colour or digit."""
    found = 0
    for r in range(ALL_RACKS):
        if r != p and r != q:
            i = racks >> 16 * r & 0xFFFF
            if number == 8 or number == 9:
                found += COLOURED[i]
            elif number == 10:
                found += DIGITED[i]
            else:
                found += int(WORTH[number, i])  # an int8 would stay one, interpreted
    return found


@kernel
def count_lifted(counts: int, by: int) -> int:
    """How many of the seven counts this lifts to 8 or more. No count is above 7, nor with what lifts it above 15."""
    return (((counts + by) & HIGH) >> 3) * 0x1111111 >> 24 & 15


@kernel
def answer_to(number: int, racks: int, p: int, q: int) -> int:
    """What is answered by somebody who sees all racks but those of p and q; compared: 1 first, 0 equal, -1 second."""
    found = total(number, racks, p, q)
    if number > LAST_COUNTED:
        return 1 if found > 0 else -1 if found < 0 else 0
    if number == 8:
        return count_lifted(found, ONE_OR_MORE)
    if number == 9:
        return count_lifted(found, THREE_OR_MORE)
    if number == 10:
        return 7 - count_lifted(found, ONE_OR_MORE)
    return found


# ---- declarations -----------------------------------------------------------------


@kernel
def declare(g: Lane, p: int, action: int) -> None:
    """C77-20, C77-21. The turn stays where it is (C77-24)."""
    i = g.rack[p]
    what = action - BY_TILE if g.colours else action - BY_DIGIT
    right = what == i if g.colours else what == TRIPLE[i]
    place = tell(g, DECLARED + what + 512 * int(p) + (2048 if right else 0))
    g.off[place], g.also[place], g.free[place] = i, -1, -1
    g.filling[0], g.to_fill, g.who = p, 1, CHANCE
    if right:
        g.points[p] += 1
        g.total += 1
        if g.players < 4:  # C77-22
            r = 3 if g.players == 3 else 2 + (g.total - 1) % 2
            g.filling[1], g.to_fill = r, 2
            g.also[place], g.free[place] = g.rack[r], r
        if g.points[p] == g.target:  # C77-30
            g.ended, g.who = WON, OVER
    clear(g, p)
    g.spent = int(g.spent) | 1 << int(p) if g.again != ANY or closing(g) else 0  # C77-26


# ---- what may be done -------------------------------------------------------------


@kernel
def legal(g: Lane, mask: Any) -> int:
    """Marks what the seat that is asked may do, and returns how many things that is."""
    for a in range(ACTIONS):
        mask[a] = 0
    if g.heard == g.players:
        mask[TO_ASK] = 1  # C77-10
        return 1
    mask[TO_PASS] = 1
    start, count = (BY_TILE, MADE) if g.colours else (BY_DIGIT, TRIPLES)  # C77-20
    for a in range(start, start + count):
        mask[a] = 1
    return 1 + count


@kernel
def choose(g: Lane) -> int:
    """One of the legal actions, each as likely."""
    if g.heard == g.players:
        return TO_ASK
    pick = below(g, 1 + (MADE if g.colours else TRIPLES))
    if pick == 0:
        return TO_PASS
    return (BY_TILE if g.colours else BY_DIGIT) + pick - 1


@kernel
def rank(g: Lane, p: int) -> int:
    """C77-30, C77-31."""
    better = 1
    for q in range(g.players):
        if g.points[q] > g.points[p]:
            better += 1
    return better


@kernel
def score(g: Lane, p: int) -> int:
    return g.points[p]
