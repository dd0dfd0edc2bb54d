"""Code 777 for speed: the same rules over a flat record. The law `turbo` compares the two, move by move.

A tile is its place in `TILES`, 0 to 10; a rack is its place in `RACKS`, 0 to 250, and -1 before it is first filled. The
alphabet of actions: 0 ask, 1 let it pass, 2 to 85 declare the digits in the order of `BY_DIGITS`, 86 to 336 declare the
tiles in the order of `RACKS`. Before each question all who may declare are polled once, from the player who is to ask
on; after a declaration polling goes on with the next seat. Then that player asks, which nothing else can be done about.

An observation is int8, from the seat's own point of view: the own seat is 0, then they are counted to the left, and the
racks that are nobody's keep their places after the players'. -1 is nobody.
    0–32     the other three racks, 11 numbers each: how many of each tile (all 0: it stands empty)
    33–43    of each tile, how many may be on the own rack: less what was seen out of the stock at any one time since it
             was drawn (on the others' racks or set aside; one's own, set aside, only if they were shown)
    44–294   of each rack in the order of `RACKS`, in how many ways it can be made of these tiles, and 0 if it does not
             fit all that the others answered since the own rack stands: so at most 64
    295–363  each question, if it is one of the last 23 answered, and the last time it was: the answer (first 1, equal
             0, second -1; -2: none), by whom, and the racks that still stand as they did then (bit n is rack n)
    364–386  how many questions come before each: -1 not known, it is in the pile; -2 it comes after the next shuffle
    387–390  points                          391–394  who may not declare now (both 0 where nobody sits)
    395      whose turn to ask               396–397  the rack to be filled (-1: none), and how many are
    398      a question is being turned      399–400  tiles in the stock, tiles set aside
    401–402  the last question is answered; how many are left (127: that or more, -1: no limit)
    403–405  the own seat, players, target   406–409  colours, show_removed, questions (cycle 0, reshuffle 1),
             declare_again (after_asking 0, next_question 1, any 2)
What was said before the last 512 questions and declarations is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from tablee.contract import Seat
from tablee.games.code777.actions import ASK, BY_DIGITS, BY_TILES, Act, First, Racked, Turned
from tablee.games.code777.options import Options
from tablee.games.code777.questions import CARDS, Answer, answer, coloured, tiles
from tablee.games.code777.rules import FEW
from tablee.games.code777.state import ALL_RACKS, Asked, Declared, State, racks_to_refill
from tablee.games.code777.tiles import BOX, COLOUR, COLOURS, COUNT, DIGIT, DIGITS, PLACE, RACKS, TILES, Rack, Tile
from tablee.games.code777.view import View
from tablee.turbo.chance import FIELDS, below
from tablee.turbo.compiled import kernel

TO_ASK, TO_PASS = 0, 1
BY_DIGIT: Final = 2
TRIPLES: Final = len(BY_DIGITS)
BY_TILE: Final = BY_DIGIT + TRIPLES
MADE: Final = len(RACKS)
ACTIONS: Final = BY_TILE + MADE

KINDS: Final = len(TILES)
QUESTIONS: Final = len(CARDS)
LEFT: Final = 3 * KINDS
FIT: Final = LEFT + KINDS
HEARD: Final = FIT + MADE
NEXT: Final = HEARD + 3 * QUESTIONS
POINTS: Final = NEXT + QUESTIONS
REST: Final = POINTS + 8
OBSERVED: Final = REST + 15
NONE: Final = -2  # no answer

CHANCE, OVER = -1, -2
FIRST, RACKED, TURNED = 0, 1, 2  # what chance said last
AFTER_ASKING, NEXT_QUESTION, ANY = 0, 1, 2
WON, TALKED_OUT = 1, 2  # how it ended

LOG: Final = 512  # what was said last, and is kept: all of it, unless the game is longer than the usual limit allows
DECLARED: Final = 2048  # in the log: above all questions

# ---- what is known of the 251 racks -----------------------------------------------

ROW: Final = np.array([[PLACE[tile] for tile in rack] for rack in RACKS], np.int8)
TRIPLE: Final = np.array([[act.digits for act in BY_DIGITS].index(DIGITS[rack]) for rack in RACKS], np.int8)
THERE: Final = np.array([COUNT[tile] for tile in TILES], np.int8)
WHOLE: Final = np.array([PLACE[tile] for tile in BOX], np.int8)

RACK: Final = np.full((KINDS, KINDS, KINDS), -1, np.int16)  # three tiles in any order
for number_of, (a, b, c) in enumerate(ROW.tolist()):
    for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
        RACK[x, y, z] = number_of

# Counts of several things in one number, four bits each: of tiles, of colours, of digits.
TILED: Final = np.array([sum(1 << 4 * PLACE[tile] for tile in rack) for rack in RACKS], np.int64)
COLOURED: Final = np.array([sum(1 << 4 * COLOURS.index(COLOUR[tile]) for tile in rack) for rack in RACKS], np.int64)
DIGITED: Final = np.array([sum(1 << 4 * (DIGIT[tile] - 1) for tile in rack) for rack in RACKS], np.int64)
HIGH: Final = 0x8888888
ONE_OR_MORE: Final = 0x7777777  # what lifts a count of one, or of three, to the highest of its four bits
THREE_OR_MORE: Final = 0x5555555

COMPARED: Final = {
    12: (tiles("3k"), tiles("6p")), 13: (tiles("6g"), tiles("7y")), 14: (tiles("2y"), tiles("7y")),
    15: (tiles("6p"), tiles("6g")), 16: (tiles("7b"), tiles("7y", "7p")),
    17: (coloured("n"), coloured("b")), 18: (coloured("r"), coloured("p")), 19: (coloured("g"), coloured("b")),
    20: (coloured("y"), coloured("p")), 21: (coloured("k"), coloured("n")), 22: (coloured("k"), coloured("r")),
    23: (coloured("g"), coloured("y")),
}  # fmt: skip
LAST_COUNTED: Final = 11  # from the next question on two counts are compared


def worth(number: int, rack: Rack) -> int:
    """What a rack adds to the answer; 0 for the questions that are not a sum over the racks."""
    if number in (0, 8, 9, 10):
        return 0
    if number <= LAST_COUNTED:
        return int(answer(number, (rack,)))
    first, second = COMPARED[number]
    return sum(tile in first for tile in rack) - sum(tile in second for tile in rack)


WORTH: Final = np.array([[worth(number, rack) for rack in RACKS] for number in range(QUESTIONS + 1)], np.int8)

# The last of three equal tiles is one of two less, and so on; then the order in which they come makes no difference.
SECOND: Final = (ROW[:, 1] == ROW[:, 0]).astype(np.int8)
THIRD: Final = (ROW[:, 2] == ROW[:, 0]).astype(np.int8) + (ROW[:, 2] == ROW[:, 1])
ORDERS: Final = ((1 + SECOND) * (1 + THIRD)).astype(np.int8)
SHARE: Final = 258 // ORDERS.astype(np.int16)  # n * SHARE >> 8 is n // ORDERS, for n up to 6 * 64 that it divides

i8, i16 = np.int8, np.int16
DTYPE: Final = np.dtype(
    [
        *((field.name, field.type) for field in FIELDS),
        ("asked", np.int64), ("logged", np.int64),  # 64 bits: without a limit there is no end to them
        ("limit", i16),
        ("rack", i16, ALL_RACKS),
        ("fell", i16), ("onto", i8), ("kind", i8),  # the last thing that chance said: a seat, a rack, a question
        ("players", i8), ("target", i8), ("colours", i8), ("shown", i8), ("reshuffle", i8), ("again", i8),
        ("first", i8),
        ("who", i8),                       # who is asked, CHANCE or OVER
        ("turn", i8), ("heard", i8),       # who is to ask; how far to the left polling has come, `players`: it is done
        ("asking", i8), ("ended", i8), ("spent", i8),  # spent: bit p for seat p
        ("points", i8, 4), ("total", i8),  # at most 4 * 10
        ("to_fill", i8), ("filling", i8, ALL_RACKS),
        ("stock", i8), ("aside", i8), ("deck", i8, len(BOX)),  # first the stock, then what is set aside, in no order
        ("turned", i8), ("order", i8, QUESTIONS),  # so many were turned, in this order; the rest are the pile, in none
        ("said", i16, LOG),                # entry n of the log is in place n % LOG: for what it means see `tell`
        ("off", i16, LOG), ("also", i16, LOG),  # a declaration: the tiles that were declared, those of the free rack
        ("free", i8, LOG),                 # and which rack that is, or -1
    ],
    align=True,
)  # fmt: skip


# ---- the course of the game -----------------------------------------------------


@kernel
def begin(g: Any) -> None:
    """A new game, with the options that stand in the record."""
    g.turn, g.who, g.heard, g.ended, g.spent = g.first, CHANCE, -1, 0, 0
    g.asking, g.asked, g.logged, g.turned, g.total = 0, 0, 0, 0, 0
    g.to_fill, g.stock, g.aside = ALL_RACKS, len(WHOLE), 0
    for i in range(ALL_RACKS):  # C77-03
        g.rack[i], g.filling[i], g.points[i] = -1, i, 0
    for i in range(len(WHOLE)):  # C77-01
        g.deck[i] = WHOLE[i]
    for i in range(QUESTIONS):
        g.order[i] = i + 1


@kernel
def awaits(g: Any) -> int:
    """The seat that is asked; -1: chance; -2: the game is over."""
    return g.who


@kernel
def happen(g: Any) -> None:
    """Chance has its say."""
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
        answered(g, number)


@kernel
def act(g: Any, action: int) -> None:
    """A legal action of the seat that is asked."""
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
        answered(g, g.order[g.asked % QUESTIONS])  # C77-04


@kernel
def poll(g: Any) -> None:
    """The next who may declare, from whoever is to ask on; and then that one asks (C77-25)."""
    spent = int(g.spent)
    for n in range(int(g.heard) + 1, 1 if closing(g) else int(g.players)):  # C77-31: nobody cuts in any more
        q = int(g.turn) + n
        p = q if q < g.players else q - g.players
        if not spent >> p & 1:
            g.who, g.heard = p, n
            return
    g.who, g.heard = g.turn, g.players


@kernel
def closing(g: Any) -> bool:
    return g.asked == g.limit and g.limit > 0  # C77-31


@kernel
def pass_on(g: Any) -> None:
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
def tell(g: Any, said: int) -> int:
    """Writes into the log what somebody said, and in which place.

    A question is number + 32 * by + 128 * (answer + 1); a declaration DECLARED + what + 512 * by + 2048 * right.
    """
    place = g.logged & (LOG - 1)
    g.said[place] = said
    g.logged += 1
    return place


# ---- racks ------------------------------------------------------------------------


@kernel
def fill(g: Any) -> None:
    """Three tiles from the stock for the rack that is due."""
    a = taken(g, below(g, g.stock))
    b = taken(g, below(g, g.stock))
    c = taken(g, below(g, g.stock))
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
def taken(g: Any, place: int) -> int:
    """This tile of the stock; what is set aside moves up."""
    tile = g.deck[place]
    g.stock -= 1
    g.deck[place] = g.deck[g.stock]
    g.deck[g.stock] = g.deck[g.stock + g.aside]
    return tile


@kernel
def clear(g: Any, r: int) -> None:
    """The tiles of a rack are set aside."""
    n = g.stock + g.aside
    for i in range(3):
        g.deck[n + i] = ROW[g.rack[r], i]
    g.aside += 3


# ---- questions --------------------------------------------------------------------


@kernel
def answered(g: Any, number: int) -> None:
    """C77-10, C77-11."""
    p = int(g.turn)
    found = answer_to(number, stood(g), p, p)
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
def stood(g: Any) -> int:
    """The four racks in one number, 16 bits each."""
    return int(g.rack[0]) | int(g.rack[1]) << 16 | int(g.rack[2]) << 32 | int(g.rack[3]) << 48


@kernel
def total(number: int, racks: int, p: int, q: int) -> int:
    """What the racks add to the answer, but for those of p and of q: a sum, or so many of each colour or digit."""
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
def lifted(counts: int, by: int) -> int:
    """How many of the seven counts this lifts to 8 or more. No count is above 7, nor with what lifts it above 15."""
    return (((counts + by) & HIGH) >> 3) * 0x1111111 >> 24 & 15


@kernel
def answer_to(number: int, racks: int, p: int, q: int) -> int:
    """What is answered by somebody who sees all racks but those of p and q; compared: 1 first, 0 equal, -1 second."""
    found = total(number, racks, p, q)
    if number > LAST_COUNTED:
        return 1 if found > 0 else -1 if found < 0 else 0
    if number == 8:
        return lifted(found, ONE_OR_MORE)
    if number == 9:
        return lifted(found, THREE_OR_MORE)
    if number == 10:
        return 7 - lifted(found, ONE_OR_MORE)
    return found


# ---- declarations -----------------------------------------------------------------


@kernel
def declare(g: Any, p: int, action: int) -> None:
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
def legal(g: Any, mask: Any) -> int:
    """Marks what the seat that is asked may do; how many things that is."""
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
def choose(g: Any) -> int:
    """One of the legal actions, each as likely."""
    if g.heard == g.players:
        return TO_ASK
    pick = below(g, 1 + (MADE if g.colours else TRIPLES))
    if pick == 0:
        return TO_PASS
    return (BY_TILE if g.colours else BY_DIGIT) + pick - 1


@kernel
def rank(g: Any, p: int) -> int:
    """C77-30, C77-31."""
    better = 1
    for q in range(g.players):
        if g.points[q] > g.points[p]:
            better += 1
    return better


@kernel
def score(g: Any, p: int) -> int:
    return g.points[p]


# ---- what a seat sees -----------------------------------------------------------------


@kernel
def observe(g: Any, p: int, out: Any) -> None:
    """The observation of seat p: the module's docstring says what stands where."""
    players = int(g.players)
    for i in range(players, 4):
        out[POINTS + i] = out[POINTS + 4 + i] = 0
    for q in range(players):
        i = place_of(p, q, players)
        out[POINTS + i], out[POINTS + 4 + i] = g.points[q], int(g.spent) >> q & 1
    asked = g.asked % QUESTIONS
    for i in range(g.turned):  # C77-04
        out[NEXT + int(g.order[i]) - 1] = -2 if g.reshuffle else i - asked if i >= asked else i - asked + QUESTIONS
    for i in range(g.turned, QUESTIONS):
        out[NEXT + int(g.order[i]) - 1] = -1
    observe_racks(g, p, out)
    out[REST] = place_of(p, g.turn, players) if g.turn >= 0 else -1
    out[REST + 1] = place_of(p, g.filling[0], players) if g.to_fill else -1
    out[REST + 2], out[REST + 3], out[REST + 4], out[REST + 5] = g.to_fill, g.asking, g.stock, g.aside
    out[REST + 6], out[REST + 7] = closing(g), min(127, g.limit - g.asked) if g.limit else -1
    out[REST + 8], out[REST + 9], out[REST + 10], out[REST + 11] = p, players, g.target, g.colours
    out[REST + 12], out[REST + 13], out[REST + 14] = g.shown, g.reshuffle, g.again


@kernel
def place_of(p: int, r: int, players: int) -> int:
    """Where seat p sees rack or seat r: players to the left first, then the racks that are nobody's."""
    if r >= players:
        return r
    return r - p if r >= p else r - p + players


@kernel
def observe_racks(g: Any, p: int, out: Any) -> None:
    """The racks in sight, what was answered, and what the own rack can be: back through the log."""
    players, same, out_now = int(g.players), 0, 0
    for r in range(ALL_RACKS):
        i, place = int(g.rack[r]), place_of(p, r, players)
        tiled = 0
        if i >= 0 and not (g.to_fill and g.filling[0] == r):
            same |= 1 << place
            tiled = TILED[i]
        if place:
            out_now += tiled
            for k in range(KINDS):
                out[(place - 1) * KINDS + k] = tiled >> 4 * k & 15
    for i in range(MADE):
        out[FIT + i] = 1
    for i in range(QUESTIONS):
        out[HEARD + 3 * i], out[HEARD + 3 * i + 1], out[HEARD + 3 * i + 2] = NONE, -1, 0
    racks = stood(g) if g.logged else 0
    # Tiles are out of the stock from their draw to the merge after they were set aside, and every third draw brings a
    # merge (C77-23). `out_now`: what is seen to be out at the end of the round, from merge to merge, that we are in.
    most, drawn, done, answers = 0, False, False, 0
    due, draws = int(g.to_fill), (16 - int(g.stock)) // 3
    for n in range(1, min(g.logged, LOG) + 1):
        if done and answers == QUESTIONS:
            break
        entry = (g.logged - n) & (LOG - 1)
        said = int(g.said[entry])
        if said < DECLARED:
            number, by, found = said & 31, said >> 5 & 3, (said >> 7) - 1
            place = HEARD + 3 * (number - 1)
            if answers < QUESTIONS:
                answers += 1
                if out[place] == NONE:
                    out[place], out[place + 1], out[place + 2] = found, place_of(p, by, players), same
            if by != p and not drawn:
                narrow(number, racks, p, by, found, out)
            continue
        for which in range(2):  # the free rack was filled last (C77-23)
            r, i = (int(g.free[entry]), int(g.also[entry])) if which == 0 else (said >> 9 & 3, int(g.off[entry]))
            if r < 0:
                continue
            if due == 2:  # it still stands
                due = 1
                continue
            if due == 1:
                due = 0
            else:
                if draws == 0:
                    if not done:
                        most = more(most, out_now)
                    done = drawn
                    out_now = 0
                    for q in range(ALL_RACKS):
                        if q != p:
                            out_now += TILED[racks >> 16 * q & 0xFFFF]
                    draws = 3
                draws -= 1
            same &= ~(1 << place_of(p, r, players))
            racks += (i - (racks >> 16 * r & 0xFFFF)) << 16 * r
            if r == p:
                drawn = True
            if r != p or g.shown:  # C77-21
                out_now += TILED[i]
    if not done:
        most = more(most, out_now)
    for k in range(KINDS):
        out[LEFT + k] = THERE[k] - (most >> 4 * k & 15)
    for i in range(MADE):
        a, b, c = int(out[LEFT + ROW[i, 0]]), out[LEFT + ROW[i, 1]] - SECOND[i], out[LEFT + ROW[i, 2]] - THIRD[i]
        out[FIT + i] *= a * b * c * SHARE[i] >> 8


@kernel
def more(one: int, two: int) -> int:
    """Of each tile, the higher of two counts."""
    found = 0
    for k in range(KINDS):
        found |= max(one >> 4 * k & 15, two >> 4 * k & 15) << 4 * k
    return found


@kernel
def narrow(number: int, racks: int, p: int, q: int, found: int, out: Any) -> None:
    """Strikes out what cannot be on the rack of p, if q answered so."""
    others = total(number, racks, p, q)
    if 8 <= number <= 10:
        lift = THREE_OR_MORE if number == 9 else ONE_OR_MORE
        if number == 10:
            found = 7 - found
            others = ((others + lift) & HIGH) >> 3  # up to seven 7s: only whether there are any counts
        for i in range(MADE):
            own = DIGITED[i] if number == 10 else COLOURED[i]
            out[FIT + i] &= lifted(others + own, lift) == found
        return
    low = high = found - others
    if number > LAST_COUNTED:
        low, high = 1 - others if found > 0 else -9 if found < 0 else -others, 9
        if found <= 0:
            high = -others if found == 0 else -1 - others
    least, most = np.int8(low), np.int8(high)  # as wide as what they are compared with, so that many are at once
    for i in range(MADE):
        out[FIT + i] &= (least <= WORTH[number, i]) & (WORTH[number, i] <= most)


def encode(view: View) -> NDArray[np.int8]:
    """The same observation, made from a view: so it can hold nothing else."""
    assert view.seat is not None
    out = np.zeros(OBSERVED, i8)
    options, seat, players = view.options, view.seat, view.options.players
    place = [(r - seat) % players if r < players else r for r in range(ALL_RACKS)]
    standing = [bool(view.racks[r]) and r not in view.filling[:1] for r in range(ALL_RACKS)]
    for r in range(ALL_RACKS):
        if r != seat and standing[r]:
            for tile in view.racks[r][-1] or ():
                out[(place[r] - 1) * KINDS + PLACE[tile]] += 1
    out[LEFT:FIT] = left = left_for(view)
    fit = (left[ROW[:, 0]] * (left[ROW[:, 1]] - SECOND) * (left[ROW[:, 2]] - THIRD)) // ORDERS
    out[HEARD:NEXT] = (NONE, -1, 0) * QUESTIONS
    answers, stands = 0, [len(racks) for racks in view.racks]
    for event in reversed(view.log[-LOG:]):
        own = standing[seat] and event.stood[seat] == stands[seat]
        if answers >= QUESTIONS and not own:
            break
        if isinstance(event, Declared):
            continue
        at = HEARD + 3 * (event.number - 1)
        if answers < QUESTIONS and out[at] == NONE:
            same = sum(1 << place[r] for r in range(ALL_RACKS) if standing[r] and event.stood[r] == stands[r])
            out[at : at + 3] = ANSWERS.get(event.answer, event.answer), place[event.by], same
        answers += 1
        if own and event.by != seat:
            others = [view.racks[r][n - 1] for r, n in enumerate(event.stood) if r not in (seat, event.by)]
            fit = fit * fitting(event.number, tuple(sorted(rack for rack in others if rack)), event.answer)
    out[FIT:HEARD] = fit
    out[NEXT:POINTS] = -1
    for i, number in enumerate(view.turned):
        out[NEXT + number - 1] = -2 if options.questions == "reshuffle" else (i - view.asked) % QUESTIONS
    for q in range(players):
        out[POINTS + place[q]], out[POINTS + 4 + place[q]] = view.points[q], q in view.spent
    out[REST:] = (
        -1 if view.turn is None else place[view.turn],
        place[view.filling[0]] if view.filling else -1,
        len(view.filling),
        view.asking,
        view.stock,
        view.aside,
        0 < options.limit == view.asked,
        min(127, options.limit - view.asked) if options.limit else -1,
        seat,
        players,
        options.target,
        options.colours,
        options.show_removed,
        options.questions == "reshuffle",
        AGAIN.index(options.declare_again),
    )
    return out


@lru_cache(maxsize=10_000)
def fitting(number: int, others: tuple[Rack, ...], found: Answer) -> NDArray[np.int8]:
    """The racks with which somebody who saw these others, too, had to answer this."""
    return np.array([answer(number, (*others, rack)) == found for rack in RACKS], i8)


def left_for(view: View) -> NDArray[np.int8]:
    """How many of each tile may be on the own rack."""
    draws = (16 - view.stock) // 3  # C77-23
    nth = [len(racks) - 1 for racks in view.racks]
    out_now = [
        rack for r, racks in enumerate(view.racks) if r not in (view.seat, *view.filling[:1]) for rack in racks[-1:]
    ]
    least, drawn = THERE.copy(), False
    for r, pending in fills(view):
        if not pending:
            if draws == 0:
                least = np.minimum(least, THERE - counted(out_now))
                if drawn:
                    return least
                out_now = [racks[nth[q]] for q, racks in enumerate(view.racks) if q != view.seat]
                draws = 3
            draws -= 1
            nth[r] -= 1
        drawn = drawn or r == view.seat
        out_now.append(view.racks[r][nth[r]])
    return np.minimum(least, THERE - counted(out_now))


def fills(view: View) -> Iterator[tuple[int, bool]]:
    """The racks that were cleared, the last first; and whether that one is still empty."""
    points, due = sum(view.points), len(view.filling)
    for event in reversed(view.log[-LOG:]):
        if isinstance(event, Declared):
            for r in reversed(racks_to_refill(view.options, event.by, event.right, points)):
                if due < 2:
                    yield r, due == 1
                due = max(0, due - 1)
            points -= event.right


def counted(racks: list[Rack | None]) -> NDArray[np.int8]:
    seen = [PLACE[tile] for rack in racks for tile in rack or ()]
    return np.bincount(seen, minlength=KINDS).astype(i8) if seen else np.zeros(KINDS, i8)


# ---- from the rules and back --------------------------------------------------------------

AGAIN: Final = ("after_asking", "next_question", "any")
ENDS: Final = ("", "C77-30", "C77-31")
ANSWERS: Final[dict[Answer, int]] = {"first": 1, "equal": 0, "second": -1}
WORDS: Final[tuple[Answer, ...]] = ("equal", "first", "second")  # by 0, 1 and -1
NUMBER: Final[dict[tuple[Tile, ...], int]] = {rack: n for n, rack in enumerate(RACKS)}
SAID: Final[dict[tuple[int | Tile, ...], int]] = {act.digits: n for n, act in enumerate(BY_DIGITS)}
SAID.update((rack, n) for n, rack in enumerate(RACKS))


def alphabet(options: Options) -> list[Act | None]:
    """Every action that a player can ever take, by its number."""
    if options.colours:
        return [ASK, None, *[None] * TRIPLES, *BY_TILES]
    return [ASK, None, *BY_DIGITS, *[None] * MADE]


def agree(g: Any, options: Options) -> None:
    """Writes the options into the record."""
    g.players, g.target, g.limit = options.players, options.target, options.limit
    g.colours, g.shown, g.reshuffle = options.colours, options.show_removed, options.questions == "reshuffle"
    g.again, g.first = AGAIN.index(options.declare_again), -1 if options.first is None else options.first


def fell(g: Any) -> Act:
    """What `happen` just did."""
    if g.kind == FIRST:
        return First(Seat(int(g.fell)))
    return Racked(int(g.onto), RACKS[g.fell]) if g.kind == RACKED else Turned(int(g.fell))


def pack(state: State, g: Any) -> None:
    """Writes a state into the record. Nobody has been polled yet."""
    agree(g, state.options)
    begin(g)
    players = state.options.players
    g.points[:players] = state.points
    g.total, g.turn = sum(state.points), -1 if state.turn is None else state.turn
    g.rack[:] = [NUMBER[racks[-1]] if racks else -1 for racks in state.racks]
    g.stock, g.aside = len(state.stock), len(state.aside)
    g.deck[: len(state.stock) + len(state.aside)] = [PLACE[tile] for tile in state.stock + state.aside]
    g.to_fill = len(state.filling)
    g.filling[: len(state.filling)] = state.filling
    g.order[:], g.turned = state.turned + state.pile, len(state.turned)
    g.asking, g.asked, g.spent = state.asking, state.asked, sum(1 << seat for seat in state.spent)
    g.ended = ENDS.index(state.ended)
    if state.log:
        pack_log(state, g)
    if state.ended:
        g.who = OVER
    elif state.turn is not None and not state.filling and not state.asking:
        poll(g)


def pack_log(state: State, g: Any) -> None:
    entries: list[tuple[int, int, int, int]] = []
    points = sum(state.points)
    for event in reversed(state.log[-LOG:]):
        if isinstance(event, Asked):
            found = ANSWERS[event.answer] if event.number > LAST_COUNTED else int(event.answer)
            entries.append((event.number + 32 * event.by + 128 * (found + 1), 0, 0, 0))
            continue
        off, *free = racks_to_refill(state.options, event.by, event.right, points)
        said = DECLARED + SAID[event.said] + 512 * event.by + 2048 * event.right
        also, r = (NUMBER[state.racks[free[0]][event.stood[free[0]] - 1]], free[0]) if free else (-1, -1)
        entries.append((said, NUMBER[state.racks[off][event.stood[off] - 1]], also, r))
        points -= event.right
    n = g.logged = len(entries)
    g.said[:n], g.off[:n], g.also[:n], g.free[:n] = zip(*reversed(entries), strict=True)


def bare(state: State) -> State:
    """The state without what was said before the last 512 questions and declarations, and the tiles that stood then."""
    if len(state.log) <= LOG:
        return state
    log = state.log[-LOG:]
    before = [n - 1 for n in log[0].stood]
    return replace(
        state,
        racks=tuple(racks[n:] for racks, n in zip(state.racks, before, strict=True)),
        log=tuple(
            replace(event, stood=tuple(n - less for n, less in zip(event.stood, before, strict=True))) for event in log
        ),
    )


def unpack(g: Any, options: Options) -> State:
    """The state that the record holds."""
    players, turn, turned, stock, aside = options.players, int(g.turn), int(g.turned), int(g.stock), int(g.aside)
    order, deck, spent = g.order.tolist(), g.deck.tolist(), int(g.spent)
    filling = tuple(g.filling[: g.to_fill].tolist())
    log, racks = unpack_log(g, options, filling)
    return State(
        options=options,
        points=tuple(g.points[:players].tolist()),
        turn=None if turn < 0 else Seat(turn),
        stock=tuple(TILES[tile] for tile in sorted(deck[:stock])),
        aside=tuple(TILES[tile] for tile in sorted(deck[stock : stock + aside])),
        racks=racks,
        filling=filling,
        pile=tuple(sorted(order[turned:])),
        turned=tuple(order[:turned]),
        asking=bool(g.asking),
        asked=int(g.asked),
        log=log,
        spent=frozenset(Seat(seat) for seat in range(players) if spent >> seat & 1),
        ended=ENDS[g.ended],
    )


def unpack_log(
    g: Any, options: Options, filling: tuple[int, ...]
) -> tuple[tuple[Asked | Declared, ...], tuple[tuple[Rack, ...], ...]]:
    """What was said, and all that stood on each rack since the first of it."""
    logged = int(g.logged)
    rows = [field.tolist() for field in (g.said, g.off, g.also, g.free)]
    entries = [[row[n % LOG] for row in rows] for n in range(max(0, logged - LOG), logged)]
    racks: list[list[Rack]] = [[] for _ in range(ALL_RACKS)]
    nth = [1] * ALL_RACKS
    stood = tuple(nth)
    log: list[Asked | Declared] = []
    for said, off, also, free in entries:
        if said < DECLARED:
            number, by, found = said & 31, Seat(said >> 5 & 3), (said >> 7) - 1
            log.append(Asked(number, by, WORDS[found] if number > LAST_COUNTED else found, stood))
            continue
        what, by, right = said & 511, Seat(said >> 9 & 3), said >= 2 * DECLARED
        log.append(Declared(by, RACKS[what] if options.colours else BY_DIGITS[what].digits, right, stood))
        last = len(log) == len(entries)
        for r, i in ((by, off), (free, also)):
            if r >= 0 and not (last and r in filling):
                racks[r].append(RACKS[i])
                nth[r] += 1
        stood = tuple(nth)
    for gone, i in zip(racks, g.rack.tolist(), strict=True):
        if i >= 0:
            gone.append(RACKS[i])
    return tuple(log), tuple(map(tuple, racks))
