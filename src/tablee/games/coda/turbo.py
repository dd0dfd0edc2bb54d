"""Code de Vinci for speed: the same rules over a flat record. The law `turbo` compares the two, move by move.

A tile is a number: value * 2 + colour (black 0, white 1), its rank; the jokers, of value 12, are 24 and 25. Places are
counted from 0, from the owner's left; no code ever has more than 13. The numbers of actions:
    0–4      pick this many black tiles               5–6      take black, take white
    7–682    attack: 7 + (target * 13 + place) * 13 + value
    683      stop        684–696  place at 0 to 12        697–709  show one's own tile at 0 to 12
    710–734  arrange: 710 + the black joker's place * 5 + the white joker's, 4 for one that is not in the hand; where
             the numbers stand follows, so that only `meaning` can write the row down
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tablee.turbo.chance import FIELDS, below
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane
from tablee.turbo.layout import RecordField, RecordLayout

JOKER: Final = 24  # and the white one
PACK: Final = 26
LONGEST: Final = 13  # two players take turns to draw: 4 + 9; more players, and those who are left, draw fewer each
VALUES: Final = 13
NONE: Final = 4  # the place of a joker that is not in the hand

TO_TAKE: Final = 5
TO_ATTACK: Final = TO_TAKE + 2
TO_STOP: Final = TO_ATTACK + 4 * LONGEST * VALUES
TO_PLACE: Final = TO_STOP + 1
TO_SHOW: Final = TO_PLACE + LONGEST
TO_ARRANGE: Final = TO_SHOW + LONGEST
ACTIONS: Final = TO_ARRANGE + 25

FIRST, PICKING, DEALING, ARRANGING, TAKING, DRAWING, ATTACKING, PLACING, SHOWING, OVER = range(10)  # as in `PHASES`

i8, i16 = np.int8, np.int16
RECORD: Final = RecordLayout((
    *FIELDS,
    RecordField("players", i8, "players at the table: 2 to 4"),
    RecordField("jokers", i8, "option: the two jokers are in the game"),
    RecordField("dealing", i8, "option: choose 0, random 1"),
    RecordField("ban", i8, "option: no joker between two consecutive numbers"),
    RecordField("first", i8, "option: the seat that begins, -1: by lot"),
    RecordField("each", i8, "tiles of each seat at set-up"),
    RecordField("phase", i8, "the phase, in the order of `PHASES`"),
    RecordField("turn", i8, "the seat whose turn it is, -1: not known yet"),
    RecordField("black", i8, "black tiles asked for at set-up"),
    RecordField("held", i8, "tiles in hand at set-up"),
    RecordField("taking", i8, "the colour of the tile that is being drawn, -1: none"),
    RecordField("drawn", i8, "the drawn tile, -1: none"),
    RecordField("right", i8, "an attack was right in this turn"),
    RecordField("missed", i8, "the last attack was wrong"),
    RecordField("outs", i8, "seats that are out"),
    RecordField("fell", i8, "the last outcome of chance: a tile, or -1 less the first seat"),
    RecordField("dealt", i8, "that tile was dealt, not drawn"),
    RecordField("hand", i8, "the first `held` are the hand, in the order of dealing", 4),
    RecordField("left", i8, "black, white tiles on the table", 2),
    RecordField("table", i8, "by colour, the first `left` are on the table, in no order", (2, 13)),
    RecordField("length", i8, "tiles in each code", 4),
    RecordField("hidden", i8, "hidden tiles in each code", 4),
    RecordField("went", i8, "the order in which each seat went out, 0: it is still in", 4),
    RecordField("row", i8, "each code: the first `length`; while a hand is arranged, its numbers", (4, LONGEST)),
    RecordField("up", i8, "each tile: it is turned up", PACK),
    RecordField("since", i8, "each tile: 0 the set-up, n the n-th tile that was added", PACK),
    RecordField("said", i16, "each tile: the values said of it, thirteen bits", PACK),
    RecordField("spoken", i16, "each seat and colour: the values that it said, thirteen bits", (4, 2)),
    # Every attack turns one tile up, the one that is hit or one of the attacker's: there are no more than tiles.
    RecordField("attacks", i8, "attacks so far"),
    RecordField("about", i8, "each attack: the tile", PACK),
    RecordField("by", i8, "each attack: the attacker", PACK),
    RecordField("value", i8, "each attack: the value said", PACK),
))  # fmt: skip


# ---- the course of the game -----------------------------------------------------


@kernel
def begin(g: Lane) -> None:
    """A new game, with the options that stand in the record."""
    g.turn, g.phase = g.first, FIRST if g.first < 0 else opening(g)  # COD-08
    g.black, g.held, g.taking, g.drawn, g.right, g.missed, g.outs, g.attacks = 0, 0, -1, -1, 0, 0, 0, 0
    for p in range(4):
        g.length[p] = g.hidden[p] = g.went[p] = 0
        g.spoken[p, 0] = g.spoken[p, 1] = 0
    g.left[0] = g.left[1] = 12 + g.jokers  # COD-01
    for t in range(PACK):
        g.table[t & 1, t >> 1] = t
        g.up[t] = g.since[t] = g.said[t] = 0


@kernel
def opening(g: Lane) -> int:
    """How each seat's set-up begins (COD-06)."""
    return DEALING if g.dealing else PICKING


@kernel
def awaits(g: Lane) -> int:
    """The seat that is to choose; -1: chance; -2: the game is over."""
    phase = g.phase
    if phase == OVER:
        return -2
    if phase in (DRAWING, DEALING, FIRST):
        return -1
    return g.turn


@kernel
def happen(g: Lane) -> None:
    """Makes the chance move that is due."""
    if g.phase == FIRST:  # COD-08
        g.turn = below(g, g.players)
        g.fell, g.phase = -1 - g.turn, opening(g)
        return
    g.dealt = g.phase == DEALING
    if g.phase == DRAWING:  # COD-10
        colour = int(g.taking)
    elif g.dealing == 0:  # COD-06: first the black ones
        colour = 0 if g.held < g.black else 1
    else:
        colour = 0 if below(g, g.left[0] + g.left[1]) < g.left[0] else 1
    place = below(g, g.left[colour])
    t = g.fell = g.table[colour, place]
    g.left[colour] -= 1
    g.table[colour, place] = g.table[colour, g.left[colour]]
    if not g.dealt:
        g.drawn, g.taking, g.phase = t, -1, ATTACKING
        return
    g.hand[g.held] = t
    g.held += 1
    if g.held == g.each:
        sort(g)
        if g.jokers:  # COD-07
            g.phase = ARRANGING
        else:
            stand(g)


@kernel
def sort(g: Lane) -> None:
    """The numbers in hand stand in ascending order (COD-03); jokers are still to come."""
    p, n = g.turn, 0
    for h in range(g.held):
        t = g.hand[h]
        if t < JOKER:
            i = n
            while i > 0 and g.row[p, i - 1] > t:
                g.row[p, i] = g.row[p, i - 1]
                i -= 1
            g.row[p, i] = t
            n += 1


@kernel
def stand(g: Lane) -> None:
    """This seat's code stands; the next seat sets up, or the first one begins to play."""
    p = g.turn
    g.length[p] = g.hidden[p] = g.each
    g.held = g.black = 0
    g.turn = p + 1 if p + 1 < g.players else 0
    g.phase = TAKING if g.length[g.turn] else opening(g)


@kernel
def act(g: Lane, action: int) -> None:
    """The seat to move does this; it must be legal."""
    if action < TO_TAKE:  # COD-02
        g.black, g.phase = action, DEALING
    elif action < TO_ATTACK:  # COD-10
        g.taking, g.phase = action - TO_TAKE, DRAWING
    elif action < TO_STOP:
        at = (action - TO_ATTACK) // VALUES
        attack(g, at // LONGEST, at % LONGEST, (action - TO_ATTACK) % VALUES)
    elif action == TO_STOP:  # COD-13
        if g.drawn < 0:
            pass_on(g)
        elif g.jokers:  # COD-16
            g.phase = PLACING
        else:
            enter(g, own_place(g))
    elif action < TO_SHOW:  # COD-16
        enter(g, action - TO_PLACE)
    elif action < TO_ARRANGE:  # COD-15
        p = int(g.turn)
        g.up[g.row[p, action - TO_SHOW]] = 1
        uncover(g, p)
        pass_on(g)
    else:  # COD-07
        arrange(g, (action - TO_ARRANGE) // 5, (action - TO_ARRANGE) % 5)


@kernel
def arrange(g: Lane, black: int, white: int) -> None:
    """The jokers come to stand at these places of the whole row, and the numbers make room for them."""
    p, n = g.turn, g.each - (black != NONE) - (white != NONE)
    for i in range(g.each - 1, -1, -1):
        if i == black:
            g.row[p, i] = JOKER
        elif i == white:
            g.row[p, i] = JOKER + 1
        else:
            n -= 1
            g.row[p, i] = g.row[p, n]
    stand(g)


@kernel
def attack(g: Lane, q: int, place: int, value: int) -> None:
    """COD-11: seat q's tile at this place must be this."""
    p, t, n = g.turn, int(g.row[q, place]), g.attacks
    g.about[n], g.by[n], g.value[n] = t, p, value
    g.attacks = n + 1
    g.said[t] |= 1 << value
    g.spoken[p, t & 1] |= 1 << value
    if t >> 1 == value:  # COD-12
        g.up[t] = g.right = 1
        uncover(g, q)
        if g.outs == g.players - 1:  # COD-21
            g.phase = OVER
        return
    g.missed = 1
    if g.drawn < 0:  # COD-15
        g.phase = SHOWING
    elif g.jokers:  # COD-16
        g.phase = PLACING
    else:
        enter(g, own_place(g))


@kernel
def uncover(g: Lane, p: int) -> None:
    """One of seat p's tiles was turned up; without a hidden one it is out (COD-20)."""
    g.hidden[p] -= 1
    if g.hidden[p] == 0:
        g.outs += 1
        g.went[p] = g.outs


@kernel
def own_place(g: Lane) -> int:
    """COD-16: where there are no jokers, a tile finds its place by itself."""
    i, p = 0, g.turn
    while i < g.length[p] and g.row[p, i] < g.drawn:
        i += 1
    return i


@kernel
def enter(g: Lane, place: int) -> None:
    """The drawn tile joins the code here, in sight after a wrong attack (COD-14), else hidden; the turn is over."""
    p, t = g.turn, g.drawn
    for i in range(g.length[p], place, -1):
        g.row[p, i] = g.row[p, i - 1]
    g.row[p, place] = t
    g.length[p] += 1
    g.hidden[p] += 1 - g.missed
    g.up[t], g.since[t] = g.missed, g.length[p] - g.each
    pass_on(g)


@kernel
def pass_on(g: Lane) -> None:
    """The turn passes to the left, over those who are out (COD-17), unless only one is left (COD-21)."""
    p = g.turn
    for _ in range(g.players):
        p = p + 1 if p + 1 < g.players else 0
        if g.went[p] == 0:
            break
    g.turn, g.drawn, g.right, g.missed = p, -1, 0, 0
    if g.outs == g.players - 1:
        g.phase = OVER
    else:
        g.phase = TAKING if g.left[0] or g.left[1] else ATTACKING  # COD-10, COD-15


# ---- the result ------------------------------------------------------------------


@kernel
def rank(g: Lane, p: int) -> int:
    """COD-21: the later one went out, the better."""
    return g.players + 1 - g.went[p] if g.went[p] else 1


@kernel
def score(g: Lane, p: int) -> int:
    """There are no points (COD-21)."""
    return 0
