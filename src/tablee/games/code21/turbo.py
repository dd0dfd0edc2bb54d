"""Code 21 for speed: the same rules over a flat record. The law `turbo` compares the two, move by move.

A set of soldiers is a whole number in which bit v stands for the soldier of value v, 0 to 20. The numbers of actions:
0 to 20 play that value face up, 21 to 41 play it face down, 42 accuse, 43 declare, 44 pass, 45 stake nothing, and
46 + 3 * side + points - 1, up to 57, stake 1 to 3 points on the seat `side`. Stakes are asked seat by seat, from seat 0
on; what lies in a fist is in nobody else's observation.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.code21.options import EACH
from tablee.games.code21.rules import CAP, MOST, TO_WIN, TOLL
from tablee.games.code21.state import GOAL
from tablee.turbo.chance import FIELDS, below
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane
from tablee.turbo.layout import RecordField, RecordLayout

VALUES: Final = 21
FACE_DOWN: Final = VALUES
TO_ACCUSE, TO_DECLARE, TO_PASS = 42, 43, 44
NOTHING: Final = 45
STAKE: Final = 46
ACTIONS: Final = 58
LINE: Final = 48  # nobody plays a soldier twice on a mission (C21-41), so four times twelve is the most

ACCUSED, DECLARED = 1, 2

BIT: Final = np.array([1 << value for value in range(VALUES)], np.int32)

# Points are int32: with the most of everything, a mission brings all players together 648 for soldiers, 192 for passes
# and 12 for stakes, so that they never own 30,000. The bank never holds more than the 1,000,000 in the box.
i8, i16, i32 = np.int8, np.int16, np.int32
RECORD: Final = RecordLayout((
    *FIELDS,
    RecordField("box", i32, "option: all points, -1: the bank is never empty"),
    RecordField("bank", i32, "points in the bank, -1: it is never empty"),
    RecordField("set", i32, "option: the soldiers of everybody"),
    RecordField("points", i32, "points of each seat", 4),
    RecordField("hand", i32, "soldiers in each hand", 4),
    RecordField("laid", i32, "soldiers laid in front of each seat", 4),
    RecordField("up", i32, "each seat's soldiers on the mission, face up", 4),
    RecordField("down", i32, "each seat's soldiers on the mission, face down", 4),
    RecordField("back", i32, "what a seat took back on this mission, which it does once", 4),
    RecordField("total", i16, "the total of the mission, at most 4 * 165"),
    RecordField("shown", i16, "the total of what is face up"),
    RecordField("deck", i16, "the first `stock` missions are to come, in no order", 30),
    RecordField("players", i8, "players at the table: 2 to 4"),
    RecordField("first", i8, "option: the seat that begins, -1: by lot"),
    RecordField("half", i8, "option: halves are rounded down 0, up 1"),
    RecordField("bank_pays", i8, "option: the bank pays for a pass"),
    RecordField("troop", i8, "soldiers in a set"),
    RecordField("missions", i8, "missions in the box"),
    RecordField("pack", i8, "option: these missions", 30),
    RecordField("turn", i8, "the seat whose turn it is, -1: not known yet"),
    RecordField("fell", i8, "the last outcome of chance: a mission, or minus the first seat"),
    RecordField("mission", i8, "the mission, 0: none is turned up"),
    RecordField("stock", i8, "missions to come"),
    RecordField("held", i8, "soldiers in each hand, counted", 4),
    RecordField("when", i8, "the place of the soldier after which `back` was taken, or LINE", 4),
    RecordField("won", i8, "missions won by each seat", 4),
    RecordField("card", i8, "these missions", (4, TO_WIN)),
    RecordField("lined", i8, "soldiers on the mission"),
    RecordField("by", i8, "each soldier on the mission: the seat that played it", LINE),
    RecordField("value", i8, "each soldier on the mission: its value", LINE),
    RecordField("open", i8, "each soldier on the mission: it lies face up", LINE),
    RecordField("call", i8, "accused 1, declared 2, neither 0"),
    RecordField("caller", i8, "the seat that spoke"),
    RecordField("asked", i8, "the first seat whose stake is missing"),
    RecordField("stake", i8, "each seat's stake, -1: not placed", 4),
    RecordField("side", i8, "the seat on which it is staked, -1: nobody", 4),
))  # fmt: skip


# ---- the course of the game -----------------------------------------------------


@kernel
def begin(g: Lane) -> None:
    """A new game, with the options that stand in the record."""
    g.turn, g.mission, g.call = g.first, 0, 0
    g.bank = g.box if g.box < 0 else g.box - EACH * g.players  # C21-36
    g.stock = g.missions
    for i in range(g.missions):  # C21-02
        g.deck[i] = g.pack[i]
    for p in range(4):
        g.points[p], g.hand[p], g.held[p] = EACH, g.set, g.troop  # C21-01
        g.laid[p] = g.won[p] = 0
    clear(g)


@kernel
def clear(g: Lane) -> None:
    """No soldier is on the mission."""
    g.lined, g.total, g.shown = 0, 0, 0
    for p in range(4):
        g.up[p] = g.down[p] = g.back[p] = 0
        g.when[p] = LINE


@kernel
def awaits(g: Lane) -> int:
    """The seat that is to choose; -1: chance; -2: the game is over."""
    if g.call:
        return g.asked
    if g.turn < 0:
        return -1
    if g.mission:
        return g.turn
    return -2 if g.stock == 0 or won_by(g) >= 0 else -1  # C21-42


@kernel
def won_by(g: Lane) -> int:
    """Who owns three missions (C21-50); -1: nobody."""
    for p in range(g.players):
        if g.won[p] == TO_WIN:
            return p
    return -1


@kernel
def happen(g: Lane) -> None:
    """Makes the chance move that is due."""
    if g.turn < 0:  # C21-03
        g.turn = below(g, g.players)
        g.fell = -g.turn
    else:  # C21-42
        place = below(g, g.stock)
        g.mission = g.fell = g.deck[place]
        g.stock -= 1
        g.deck[place] = g.deck[g.stock]


@kernel
def act(g: Lane, action: int) -> None:
    """The awaited seat does this; it must be legal."""
    if action < TO_ACCUSE:
        play(g, action if action < FACE_DOWN else action - FACE_DOWN, action < FACE_DOWN)
    elif action < TO_PASS:
        g.call, g.caller, g.asked = action - TO_ACCUSE + ACCUSED, g.turn, 0
        for p in range(4):
            g.stake[p] = g.side[p] = -1
    elif action == TO_PASS:
        p, last = g.turn, g.by[g.lined - 1]
        if g.bank_pays:  # C21-12
            g.points[last] += pay(g, TOLL)
        else:
            g.points[p] -= TOLL
            g.points[last] += TOLL
        g.turn = p + 1 if p + 1 < g.players else 0  # C21-04
    else:
        p = g.asked
        if action == NOTHING:
            g.stake[p] = 0
        else:
            g.stake[p], g.side[p] = (action - STAKE) % MOST + 1, (action - STAKE) // MOST
        while p < g.players and g.stake[p] >= 0:
            p += 1
        g.asked = p
        if p == g.players:
            verify(g)


@kernel
def play(g: Lane, value: int, up: bool) -> None:
    p, n = g.turn, g.lined
    g.hand[p] -= BIT[value]
    g.held[p] -= 1
    g.total += value
    if up:
        g.up[p] += BIT[value]
        g.shown += value
        g.points[p] += pay(g, 2 + n // 2)  # C21-10
    else:
        g.down[p] += BIT[value]  # C21-11
    g.by[n], g.value[n], g.open[n] = p, value, up
    g.lined = n + 1
    if g.held[p] <= 1:
        back = rally(g, p)
        if back:
            g.back[p], g.when[p] = back, n
    g.turn = p + 1 if p + 1 < g.players else 0  # C21-04


@kernel
def rally(g: Lane, p: int) -> int:
    """C21-41: what lies in front of p comes back, but never the 0."""
    back = g.laid[p] & ~1
    g.laid[p] &= 1
    g.hand[p] += back
    g.held[p] += size(back)
    return back


@kernel
def size(soldiers: int) -> int:
    n = 0
    while soldiers:
        soldiers &= soldiers - 1
        n += 1
    return n


@kernel
def pay(g: Lane, points: int) -> int:
    """What the bank gives of this: as much as it still holds (C21-36)."""
    if g.bank < 0:
        return points
    points = min(points, g.bank)
    g.bank -= points
    return points


@kernel
def verify(g: Lane) -> None:
    """All stakes are in: the soldiers are turned up (C21-30) and the mission is settled."""
    last = g.by[g.lined - 1]
    right = g.total > GOAL if g.call == ACCUSED else g.total == GOAL  # C21-31
    winner = g.caller if right else last
    loser = last if right else g.caller
    taken = (g.points[loser] - g.stake[loser] + g.half) // 2  # C21-32
    if g.players == 2:
        taken = min(taken, CAP)  # C21-33
    g.points[loser] -= taken
    g.points[winner] += taken
    for p in range(g.players):
        if g.side[p] != winner:  # C21-34
            g.points[p] -= g.stake[p]
            if g.bank >= 0:
                g.bank += g.stake[p]
    p = winner
    for _ in range(g.players):  # C21-36: from the winner on
        if g.side[p] == winner:
            g.points[p] += pay(g, g.stake[p])  # C21-34
        p = p + 1 if p + 1 < g.players else 0
    if g.total == GOAL:  # C21-35
        g.card[winner, g.won[winner]] = g.mission
        g.won[winner] += 1
    for p in range(g.players):
        g.laid[p] += g.up[p] + g.down[p]  # C21-40
        if g.held[p] <= 1:
            rally(g, p)
    g.turn, g.mission, g.call = winner, 0, 0  # C21-42
    clear(g)


# ---- what may be done -------------------------------------------------------------


@kernel
def may_pass(g: Lane) -> bool:
    """C21-12, once a soldier was played."""
    after = g.turn + 1 if g.turn + 1 < g.players else 0
    return after != g.by[g.lined - 1] and (g.bank_pays == 1 or g.points[g.turn] >= TOLL)


@kernel
def legal(g: Lane, mask: Any) -> int:
    """Marks what the awaited seat may do, and returns how many things that is."""
    for a in range(ACTIONS):
        mask[a] = 0
    if g.call:
        p, last = g.asked, g.by[g.lined - 1]
        most = min(MOST, g.points[p])  # C21-20
        mask[NOTHING] = 1
        n = 1
        principal = p == g.caller or p == last
        for side in range(g.players):
            if side == p if principal else side == g.caller or side == last:  # C21-21
                for points in range(most):
                    mask[STAKE + MOST * side + points] = 1
                n += most
        return n
    p = g.turn
    hand = int(g.hand[p])
    for value in range(VALUES):
        mask[value] = mask[FACE_DOWN + value] = hand >> value & 1
    n = 2 * g.held[p]  # C21-43: it may be empty
    if g.lined:
        mask[TO_ACCUSE] = mask[TO_DECLARE] = 1  # C21-13, C21-14
        mask[TO_PASS] = may_pass(g)
        n += 2 + mask[TO_PASS]
    return n


@kernel
def choose(g: Lane) -> int:
    """One of the legal actions, each as likely."""
    if g.call:
        return choose_stake(g)
    p, n = g.turn, g.held[g.turn]
    pick = below(g, 2 * n + (2 + may_pass(g) if g.lined else 0))
    if pick >= 2 * n:
        return TO_ACCUSE + pick - 2 * n
    face = 0 if pick < n else FACE_DOWN
    soldiers = g.hand[p]
    for _ in range(pick if pick < n else pick - n):
        soldiers &= soldiers - 1
    value = 0
    while not soldiers & BIT[value]:
        value += 1
    return face + value


@kernel
def choose_stake(g: Lane) -> int:
    p, last = g.asked, g.by[g.lined - 1]
    most = min(MOST, g.points[p])  # C21-20
    if p == g.caller or p == last:  # C21-21
        pick = below(g, 1 + most)
        return STAKE + MOST * p + pick - 1 if pick else NOTHING
    pick = below(g, 1 + 2 * most)
    if pick == 0:
        return NOTHING
    if pick <= most:
        return STAKE + MOST * g.caller + pick - 1
    return STAKE + MOST * last + pick - most - 1


@kernel
def rank(g: Lane, p: int) -> int:
    """C21-51; a player with three missions is first whatever the points (C21-50)."""
    first = won_by(g)
    if p == first:
        return 1
    better = 1
    for q in range(g.players):
        if q == first or score(g, q) > score(g, p):
            better += 1
    return better


@kernel
def score(g: Lane, p: int) -> int:
    """C21-51, C21-52: bravery and, only here, the values of the missions won."""
    return g.points[p] + worth(g, p)


@kernel
def worth(g: Lane, p: int) -> int:
    total = 0
    for i in range(g.won[p]):
        total += g.card[p, i]
    return total
