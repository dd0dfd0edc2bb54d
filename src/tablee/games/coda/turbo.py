"""Code de Vinci for speed: the same rules over a flat record. The law `turbo` compares the two, move by move.

A tile is a number: value * 2 + colour (black 0, white 1), its rank; the jokers, of value 12, are 24 and 25. Places are
counted from 0, from the owner's left; no code ever has more than 13. The alphabet of actions:
    0–4      pick so many black tiles               5–6      take black, take white
    7–682    attack: 7 + (target * 13 + place) * 13 + value
    683      stop        684–696  place at 0 to 12        697–709  show the own tile at 0 to 12
    710–734  arrange: 710 + the black joker's place * 5 + the white joker's, 4 for one that is not in the hand; where
             the numbers stand follows, so that only `meaning` can write the row down

An observation is int8, from the seat's own point of view. Four blocks of 83, the own seat's first, then to the left
(zeros, and -1 for values, where nobody sits), each with
    0–77   thirteen places (left to right) of six numbers: colour of the back (0 no tile, 1 black, 2 white); value (12 a
           joker, -1 not seen); turned up; since (0 the set-up, n the n-th tile that was added); what was said of it, as
           bits: 0 to 6, then 7 to 12
    78–81  what this seat has said of the others' black tiles, of their white ones, as bits: 0 to 6, then 7 to 12
    82     as which it went out, from 1 on (0: it is still in)
and then, where colours and values are written as above,
    332–339  colour and value of each tile in hand at set-up, in the order of dealing
    340–341  colour and value of the drawn tile          342  the colour that is on its way
    343–344  black, white tiles on the table             345  the phase, in the order of `PHASES`
    346      whose turn, counted from the own seat (-1: not known yet)
    347      black tiles asked for at set-up             348  an attack was right            349  the last was wrong
    350–353  players, jokers, dealing (choose 0, random 1), joker_ban
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_args

import numpy as np
from numpy.typing import NDArray

from tablee.contract import Seat
from tablee.games.coda.actions import EXPERT_ATTACKS, PLACE, SHOW, STOP, TAKE, Act, Arrange, Dealt, Drawn, First, Pick
from tablee.games.coda.options import Options
from tablee.games.coda.state import Guess, Phase, Standing, State
from tablee.games.coda.tiles import COLOURS, DASH, JOKERS, RANK, TILES, WITH_DASH, Tile, Value
from tablee.games.coda.view import Seen, View
from tablee.turbo.chance import FIELDS, below
from tablee.turbo.compiled import kernel

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

EACH: Final = 6  # numbers that tell of one tile in a code
SPOKEN: Final = LONGEST * EACH
WENT: Final = SPOKEN + 4
BLOCK: Final = WENT + 1
APART: Final = 4 * BLOCK
OBSERVED: Final = APART + 22

FIRST, PICKING, DEALING, ARRANGING, TAKING, DRAWING, ATTACKING, PLACING, SHOWING, OVER = range(10)  # as in `PHASES`

i8, i16 = np.int8, np.int16
DTYPE: Final = np.dtype(
    [
        *((field.name, field.type) for field in FIELDS),
        ("players", i8), ("jokers", i8), ("dealing", i8), ("ban", i8), ("first", i8), ("each", i8),
        ("phase", i8), ("turn", i8), ("black", i8), ("held", i8), ("taking", i8), ("drawn", i8),  # -1: nothing
        ("right", i8), ("missed", i8), ("outs", i8),
        ("fell", i8), ("dealt", i8),  # the last thing that chance said: a tile, or -1 less the first seat
        ("hand", i8, 4),           # the first `held` of them, in the order of dealing
        ("left", i8, 2),
        ("table", i8, (2, 13)),    # by colour, the first `left` of them, in no order
        ("length", i8, 4), ("hidden", i8, 4), ("went", i8, 4),  # by seat; as which it went out, 0: it is still in
        ("row", i8, (4, LONGEST)),  # the first `length` of them; while a hand is arranged, its numbers stand here
        ("up", i8, PACK), ("since", i8, PACK),  # by tile
        ("said", i16, PACK), ("spoken", i16, (4, 2)),  # thirteen bits: values said of a tile; by a seat of a colour
        # Every attack turns one tile up, the one that is hit or one of the attacker's: there are no more than tiles.
        ("attacks", i8), ("about", i8, PACK), ("by", i8, PACK), ("value", i8, PACK),
    ],
    align=True,
)  # fmt: skip


# ---- the course of the game -----------------------------------------------------


@kernel
def begin(g: Any) -> None:
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
def opening(g: Any) -> int:
    """How each seat's set-up begins (COD-06)."""
    return DEALING if g.dealing else PICKING


@kernel
def awaits(g: Any) -> int:
    """The seat that is to choose; -1: chance; -2: the game is over."""
    phase = g.phase
    if phase == OVER:
        return -2
    if phase in (DRAWING, DEALING, FIRST):
        return -1
    return g.turn


@kernel
def happen(g: Any) -> None:
    """Chance has its say."""
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
def sort(g: Any) -> None:
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
def stand(g: Any) -> None:
    """This seat's code stands; the next seat sets up, or the first one begins to play."""
    p = g.turn
    g.length[p] = g.hidden[p] = g.each
    g.held = g.black = 0
    g.turn = p + 1 if p + 1 < g.players else 0
    g.phase = TAKING if g.length[g.turn] else opening(g)


@kernel
def act(g: Any, action: int) -> None:
    """A legal action of whose turn it is."""
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
        uncovered(g, p)
        pass_on(g)
    else:  # COD-07
        arrange(g, (action - TO_ARRANGE) // 5, (action - TO_ARRANGE) % 5)


@kernel
def arrange(g: Any, black: int, white: int) -> None:
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
def attack(g: Any, q: int, place: int, value: int) -> None:
    """COD-11: seat q's tile at this place must be this."""
    p, t, n = g.turn, int(g.row[q, place]), g.attacks
    g.about[n], g.by[n], g.value[n] = t, p, value
    g.attacks = n + 1
    g.said[t] |= 1 << value
    g.spoken[p, t & 1] |= 1 << value
    if t >> 1 == value:  # COD-12
        g.up[t] = g.right = 1
        uncovered(g, q)
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
def uncovered(g: Any, p: int) -> None:
    """One of seat p's tiles was turned up; without a hidden one it is out (COD-20)."""
    g.hidden[p] -= 1
    if g.hidden[p] == 0:
        g.outs += 1
        g.went[p] = g.outs


@kernel
def own_place(g: Any) -> int:
    """COD-16: where there are no jokers, a tile finds its place by itself."""
    i, p = 0, g.turn
    while i < g.length[p] and g.row[p, i] < g.drawn:
        i += 1
    return i


@kernel
def enter(g: Any, place: int) -> None:
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
def pass_on(g: Any) -> None:
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


# ---- what may be done -------------------------------------------------------------


@kernel
def places(g: Any) -> int:
    """Where in the code of whose turn it is the drawn tile may stand, as bits."""
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
def joker_places(g: Any, n: int) -> int:
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
def jokers(g: Any) -> int:
    """The jokers in hand: 1 the black one, 2 the white one."""
    found = 0
    for h in range(g.held):
        if g.hand[h] >= JOKER:
            found |= 1 if g.hand[h] == JOKER else 2
    return found


@kernel
def arranged(held: int, black: int, white: int) -> int:
    """The number of the row in which the jokers stand before these numbers; before the same, the black one is first."""
    if held < 3:
        return TO_ARRANGE + (black if held & 1 else NONE) * 5 + (white if held & 2 else NONE)
    return TO_ARRANGE + (black + (white < black)) * 5 + white + (black <= white)


@kernel
def arrangements(g: Any, mask: Any) -> int:
    held = jokers(g)
    bits = joker_places(g, g.each + 1 - count(held))
    n = 0
    for black in range(5 if held & 1 else 1):
        for white in range(5 if held & 2 else 1):
            if (not held & 1 or bits >> black & 1) and (not held & 2 or bits >> white & 1):
                mask[arranged(held, black, white)] = 1
                n += 1
                if held == 3 and black == white:
                    mask[TO_ARRANGE + (black + 1) * 5 + white] = 1
                    n += 1
    return n


@kernel
def some_arrangement(g: Any) -> int:
    held = jokers(g)
    if held == 0:
        return TO_ARRANGE + NONE * 5 + NONE
    bits = joker_places(g, g.each + 1 - count(held))
    n = count(bits)
    if held < 3:
        at = nth(bits, below(g, n))
        return arranged(held, at, at)
    pick = below(g, n * (n + 1))
    black, white = nth(bits, pick % n), pick // n
    if white == n:  # before the same number, the white one first
        return TO_ARRANGE + (black + 1) * 5 + black
    return arranged(held, black, nth(bits, white))


@kernel
def legal(g: Any, mask: Any) -> int:
    """Marks what whose turn it is may do; how many things that is."""
    for a in range(ACTIONS):
        mask[a] = 0
    p, n = g.turn, 0
    if g.phase == ATTACKING:
        values = 12 + int(g.jokers)
        for q in range(g.players):
            if q != p:
                for i in range(g.length[q]):
                    hidden = 1 - g.up[g.row[q, i]]  # COD-11
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
def choose(g: Any) -> int:
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
def some_attack(g: Any) -> int:
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
def nth_hidden(g: Any, p: int, n: int) -> int:
    """The place of seat p's n-th hidden tile, from 0 on."""
    i = 0
    while True:
        if not g.up[g.row[p, i]]:
            if n == 0:
                return i
            n -= 1
        i += 1


@kernel
def rank(g: Any, p: int) -> int:
    """COD-21: the later one went out, the better."""
    return g.players + 1 - g.went[p] if g.went[p] else 1


@kernel
def score(g: Any, p: int) -> int:
    """There are no points (COD-21)."""
    return 0


# ---- what a seat sees -----------------------------------------------------------------


@kernel
def observe(g: Any, p: int, out: Any) -> None:
    """The observation of seat p: the module's docstring says what stands where."""
    over = g.phase == OVER  # COD-21: all codes are turned up
    players = int(g.players)
    for n in range(4):
        o = n * BLOCK
        sits, q = n < players, p + n if p + n < players else p + n - players
        length = int(g.length[q]) if sits else 0
        for i in range(length):
            t = g.row[q, i]
            out[o], out[o + 2], out[o + 3] = 1 + (t & 1), g.up[t], g.since[t]
            out[o + 1] = t >> 1 if n == 0 or g.up[t] or over else -1
            out[o + 4], out[o + 5] = g.said[t] & 127, g.said[t] >> 7
            o += EACH
        for _ in range(length, LONGEST):
            out[o], out[o + 1], out[o + 2], out[o + 3], out[o + 4], out[o + 5] = 0, -1, 0, 0, 0, 0
            o += EACH
        for colour in range(2):
            said = g.spoken[q, colour] if sits else 0
            out[o + 2 * colour], out[o + 2 * colour + 1] = said & 127, said >> 7
        out[o + 4] = g.went[q] if sits else 0
    o = APART
    mine = p == g.turn
    for h in range(4):
        seen(g.hand[h] if h < g.held else -1, mine, out, o + 2 * h)
    seen(g.drawn, mine, out, o + 8)
    out[o + 10], out[o + 11], out[o + 12], out[o + 13] = g.taking + 1, g.left[0], g.left[1], g.phase
    out[o + 14] = -1 if g.turn < 0 else g.turn - p if g.turn >= p else g.turn - p + g.players
    out[o + 15], out[o + 16], out[o + 17] = g.black, g.right, g.missed
    out[o + 18], out[o + 19], out[o + 20], out[o + 21] = g.players, g.jokers, g.dealing, g.ban


@kernel
def seen(t: int, mine: bool, out: Any, o: int) -> None:
    """A tile that stands apart, -1 for none."""
    out[o] = 1 + (t & 1) if t >= 0 else 0
    out[o + 1] = t >> 1 if t >= 0 and mine else -1


def encode(view: View) -> NDArray[np.int8]:
    """The same observation, made from a view: so it can hold nothing else."""
    assert view.seat is not None
    options, players = view.options, view.options.players
    nobody = [*([0, -1, 0, 0, 0, 0] * LONGEST), 0, 0, 0, 0, 0]
    blocks = [nobody.copy() for _ in range(4)]
    spoken = [[0, 0] for _ in range(players)]
    for seat, code in enumerate(view.codes):
        block = blocks[(seat - view.seat) % players]
        for place, standing in enumerate(code):
            said = 0
            for guess in standing.guesses:
                bit = 1 << VALUE_NUMBER[guess.value]
                said |= bit
                spoken[guess.by][COLOURS.index(standing.colour)] |= bit
            block[place * EACH : (place + 1) * EACH] = (
                *back_and_value(standing), standing.up, standing.since, said & 127, said >> 7,
            )  # fmt: skip
    for seat, (black, white) in enumerate(spoken):
        block = blocks[(seat - view.seat) % players]
        block[SPOKEN:WENT] = black & 127, black >> 7, white & 127, white >> 7
        block[WENT] = view.out.index(Seat(seat)) + 1 if seat in view.out else 0
    out = [number for block in blocks for number in block]
    for h in range(4):
        out += back_and_value(view.hand[h] if h < len(view.hand) else None)
    out += back_and_value(view.drawn)
    out += [0 if view.taking is None else COLOURS.index(view.taking) + 1, *view.table, PHASES.index(view.phase)]
    out += [-1 if view.turn is None else (view.turn - view.seat) % players, view.black, view.right, view.missed]
    out += [players, options.jokers, DEALINGS.index(options.dealing), options.joker_ban]
    return np.array(out, i8)


def back_and_value(tile: Seen | None) -> tuple[int, int]:
    if tile is None:
        return 0, -1
    return COLOURS.index(tile.colour) + 1, -1 if tile.tile is None else NUMBER[tile.tile] >> 1


# ---- from the rules and back --------------------------------------------------------------

NUMBER: Final[dict[Tile, int]] = {tile: n for n, tile in enumerate(TILES)}
VALUE_NUMBER: Final[dict[Value, int]] = {value: n for n, value in enumerate(WITH_DASH)}
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
DEALINGS: Final = ("choose", "random")


def alphabet(options: Options) -> list[Act | None]:
    """Every action that a player can ever take, by its number; arrangements, which depend on the hand, are left out."""
    picks = [Pick(black) if black <= options.tiles_each else None for black in range(TO_TAKE)]
    attacks = [
        attack if attack.target < options.players and (options.jokers or attack.value != DASH) else None
        for code in EXPERT_ATTACKS
        for place in code[:LONGEST]
        for attack in place
    ]
    placing: list[Act | None] = [*PLACE[:LONGEST]] if options.jokers else [None] * LONGEST
    return [*picks, *(TAKE[colour] for colour in COLOURS), *attacks, STOP, *placing, *SHOW[:LONGEST], *[None] * 25]


alphabets = cache(alphabet)


def meaning(number: int, state: State) -> Act | None:
    """The action that this number means here: an arrangement is told by the places of the jokers in hand."""
    if number < TO_ARRANGE:
        return alphabets(state.options)[number]
    row = sorted((tile for tile in state.hand if tile in RANK), key=RANK.__getitem__)
    for place, joker in sorted(zip(divmod(number - TO_ARRANGE, 5), JOKERS, strict=True)):
        if place != NONE:
            row.insert(place, joker)
    return Arrange(tuple(row))


def agree(g: Any, options: Options) -> None:
    """Writes the options into the record."""
    g.players, g.jokers, g.ban, g.each = options.players, options.jokers, options.joker_ban, options.tiles_each
    g.dealing, g.first = DEALINGS.index(options.dealing), -1 if options.first is None else options.first


def fell(g: Any) -> Act:
    """What `happen` just did."""
    if g.fell < 0:
        return First(Seat(-1 - int(g.fell)))
    return Dealt(TILES[g.fell]) if g.dealt else Drawn(TILES[g.fell])


def pack(state: State, g: Any) -> None:
    """Writes a state into the record."""
    agree(g, state.options)
    begin(g)
    g.turn, g.phase = -1 if state.turn is None else state.turn, PHASES.index(state.phase)
    g.black, g.held, g.right, g.missed, g.outs = state.black, len(state.hand), state.right, state.missed, len(state.out)
    g.taking = -1 if state.taking is None else COLOURS.index(state.taking)
    g.drawn = -1 if state.drawn is None else NUMBER[state.drawn]
    g.hand[: len(state.hand)] = [NUMBER[tile] for tile in state.hand]
    went = g.went
    for n, seat in enumerate(state.out):
        went[seat] = n + 1
    numbers = [NUMBER[tile] for tile in state.table]
    for colour in range(2):
        pile = [t for t in numbers if t & 1 == colour]
        g.left[colour] = len(pile)
        g.table[colour, : len(pile)] = pile
    length, hidden, row, up, since, said, spoken = g.length, g.hidden, g.row, g.up, g.since, g.said, g.spoken
    log: list[tuple[int, int, int]] = []
    for p, code in enumerate(state.codes):
        length[p], hidden[p] = len(code), sum(not standing.up for standing in code)
        for place, standing in enumerate(code):
            t = row[p, place] = NUMBER[standing.tile]
            up[t], since[t] = standing.up, standing.since
            for guess in standing.guesses:
                value = VALUE_NUMBER[guess.value]
                said[t] |= 1 << value
                spoken[guess.by, t & 1] |= 1 << value
                log.append((t, guess.by, value))
    g.attacks = len(log)
    for field, column in zip((g.about, g.by, g.value), zip(*log, strict=True), strict=False):
        field[: len(log)] = column
    if state.phase == "arrange":
        sort(g)


def unpack(g: Any, options: Options) -> State:
    """The state that the record holds."""
    n = g.attacks
    guesses: list[tuple[Guess, ...]] = [()] * PACK
    for t, by, value in zip(g.about[:n].tolist(), g.by[:n].tolist(), g.value[:n].tolist(), strict=True):
        guesses[t] += (Guess(Seat(by), WITH_DASH[value]),)
    rows, lengths, up, since = g.row.tolist(), g.length.tolist(), g.up.tolist(), g.since.tolist()
    table, left, went = g.table.tolist(), g.left.tolist(), g.went.tolist()
    return State(
        options=options,
        table=tuple(sorted(TILES[t] for colour in range(2) for t in table[colour][: left[colour]])),
        codes=tuple(
            tuple(Standing(TILES[t], bool(up[t]), since[t], guesses[t]) for t in rows[p][: lengths[p]])
            for p in range(options.players)
        ),
        phase=PHASES[g.phase],
        turn=None if g.turn < 0 else Seat(int(g.turn)),
        black=int(g.black),
        hand=tuple(TILES[t] for t in g.hand[: g.held].tolist()),
        taking=None if g.taking < 0 else COLOURS[g.taking],
        drawn=None if g.drawn < 0 else TILES[g.drawn],
        right=bool(g.right),
        missed=bool(g.missed),
        out=tuple(sorted((Seat(p) for p in range(options.players) if went[p]), key=went.__getitem__)),
    )
