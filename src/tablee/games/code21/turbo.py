"""Code 21 for speed: the same rules over a flat record. The law `turbo` compares the two, move by move.

A set of soldiers is a whole number in which bit v stands for the soldier of value v, 0 to 20. The alphabet of actions:
0 to 20 play that value face up, 21 to 41 play it face down, 42 accuse, 43 declare, 44 pass, 45 stake nothing, and
46 + 3 * side + points - 1, up to 57, stake 1 to 3 points on the seat `side`. Stakes are asked seat by seat, from seat 0
on; what lies in a fist is in nobody else's observation.

An observation is int8, from the seat's own point of view: the own seat is 0, then they are counted to the left, and -1
is nobody. Each seat has 30 numbers, the own first; they are 0 where nobody sits.
    0–20     each value: 0 there is none, 1 in hand or face down, 2 the same, but taken back on this mission, 3 face up
             on the mission, 4 laid in front
    21       soldiers in hand       22–23  on the mission face down: before anything was taken back on it, and after
    24–26    points                 27–28  missions won: how many, worth how much     29  a stake is placed
Then come
    120–140  each value: in the own hand        141–160  the missions to come of the values 1 to 20
    161      the mission (0: none)              162      whose turn
    163      soldiers on the mission            164      their total as far as it is known, or 127 where it is more
    165      accused 1, declared 2, neither 0   166–167  who spoke, who played the last soldier
    168–169  the own stake (-1: not placed), on whom
    170      the bank has a bottom              171–173  what it holds then
    174–177  players, the own seat, half (down 0, up 1), who pays for a pass (passer 0, bank 1)
    178–201  the last twelve soldiers, the very last first: by whom, which value (21: not seen, -1: no soldier)
Points, and what the bank holds, may be many: they are three digits to the base 128, the units first. Of the earlier
missions there is what still lies on the table, and no more.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from tablee.contract import Seat
from tablee.games.code21.actions import ACCUSE, DECLARE, DOWN, PASS, UP, Act, First, Stake, StakeNothing, Turned
from tablee.games.code21.options import EACH, Options
from tablee.games.code21.rules import CAP, MOST, TO_WIN, TOLL
from tablee.games.code21.state import GOAL, Bet, Call, Soldier, State
from tablee.games.code21.view import View
from tablee.turbo.chance import FIELDS, below
from tablee.turbo.compiled import kernel

VALUES: Final = 21
FACE_DOWN: Final = VALUES
TO_ACCUSE, TO_DECLARE, TO_PASS = 42, 43, 44
NOTHING: Final = 45
STAKE: Final = 46
ACTIONS: Final = 58
BLOCK: Final = 30  # numbers of an observation about one seat
TABLE: Final = 4 * BLOCK
TAIL: Final = 12  # soldiers of the line in an observation
OBSERVED: Final = 202
LINE: Final = 48  # nobody plays a soldier twice on a mission (C21-41), so four times twelve is the most
UNSEEN: Final = 21

ACCUSED, DECLARED = 1, 2

BIT: Final = np.array([1 << value for value in range(VALUES)], np.int32)

# Points are int32: with the most of everything, a mission brings all players together 648 for soldiers, 192 for passes
# and 12 for stakes, so that they never own 30 000. The bank never holds more than the 1 000 000 in the box.
i8, i16, i32 = np.int8, np.int16, np.int32
DTYPE: Final = np.dtype(
    [
        *((field.name, field.type) for field in FIELDS),
        ("box", i32),                    # all points, or -1: the bank is never empty
        ("bank", i32),                   # -1: it is never empty
        ("set", i32),                    # everybody's soldiers
        ("points", i32, 4), ("hand", i32, 4), ("laid", i32, 4),
        ("up", i32, 4), ("down", i32, 4),  # on the mission
        ("back", i32, 4),                # what a seat took back on this mission, which it does once
        ("total", i16), ("shown", i16),  # of the mission, at most 4 * 165; and of what is face up
        ("deck", i16, 30),               # the first `stock` of them are to come, in no order
        ("players", i8), ("first", i8), ("half", i8), ("bank_pays", i8),
        ("troop", i8), ("missions", i8), ("pack", i8, 30),  # soldiers in a set; missions in the box
        ("turn", i8), ("fell", i8),      # the last thing that chance said: a mission, or less the first seat
        ("mission", i8),                 # 0: none is turned up
        ("stock", i8), ("held", i8, 4),  # missions to come; soldiers in hand
        ("when", i8, 4),                 # the place of the soldier after which `back` was taken, or LINE
        ("won", i8, 4), ("card", i8, (4, TO_WIN)),
        ("lined", i8), ("by", i8, LINE), ("value", i8, LINE), ("open", i8, LINE),
        ("call", i8), ("caller", i8), ("asked", i8),  # asked: the first seat whose stake is missing
        ("stake", i8, 4), ("side", i8, 4),  # -1: not placed; on nobody
    ],
    align=True,
)  # fmt: skip


# ---- the course of the game -----------------------------------------------------


@kernel
def begin(g: Any) -> None:
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
def clear(g: Any) -> None:
    """No soldier is on the mission."""
    g.lined, g.total, g.shown = 0, 0, 0
    for p in range(4):
        g.up[p] = g.down[p] = g.back[p] = 0
        g.when[p] = LINE


@kernel
def awaits(g: Any) -> int:
    """The seat that is to choose; -1: chance; -2: the game is over."""
    if g.call:
        return g.asked
    if g.turn < 0:
        return -1
    if g.mission:
        return g.turn
    return -2 if g.stock == 0 or won_by(g) >= 0 else -1  # C21-42


@kernel
def won_by(g: Any) -> int:
    """Who owns three missions (C21-50); -1: nobody."""
    for p in range(g.players):
        if g.won[p] == TO_WIN:
            return p
    return -1


@kernel
def happen(g: Any) -> None:
    """Chance has its say."""
    if g.turn < 0:  # C21-03
        g.turn = below(g, g.players)
        g.fell = -g.turn
    else:  # C21-42
        place = below(g, g.stock)
        g.mission = g.fell = g.deck[place]
        g.stock -= 1
        g.deck[place] = g.deck[g.stock]


@kernel
def act(g: Any, action: int) -> None:
    """A legal action of the awaited seat."""
    if action < TO_ACCUSE:
        play(g, action if action < FACE_DOWN else action - FACE_DOWN, action < FACE_DOWN)
    elif action < TO_PASS:
        g.call, g.caller, g.asked = action - TO_ACCUSE + ACCUSED, g.turn, 0
        for p in range(4):
            g.stake[p] = g.side[p] = -1
    elif action == TO_PASS:
        p, last = g.turn, g.by[g.lined - 1]
        if g.bank_pays:  # C21-12
            g.points[last] += paid(g, TOLL)
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
def play(g: Any, value: int, up: bool) -> None:
    p, n = g.turn, g.lined
    g.hand[p] -= BIT[value]
    g.held[p] -= 1
    g.total += value
    if up:
        g.up[p] += BIT[value]
        g.shown += value
        g.points[p] += paid(g, 2 + n // 2)  # C21-10
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
def rally(g: Any, p: int) -> int:
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
def paid(g: Any, points: int) -> int:
    """What the bank gives of this: as much as it still holds (C21-36)."""
    if g.bank < 0:
        return points
    points = min(points, g.bank)
    g.bank -= points
    return points


@kernel
def verify(g: Any) -> None:
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
            g.points[p] += paid(g, g.stake[p])  # C21-34
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
def may_pass(g: Any) -> bool:
    """C21-12, once a soldier was played."""
    after = g.turn + 1 if g.turn + 1 < g.players else 0
    return after != g.by[g.lined - 1] and (g.bank_pays == 1 or g.points[g.turn] >= TOLL)


@kernel
def legal(g: Any, mask: Any) -> int:
    """Marks what the awaited seat may do; how many things that is."""
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
def choose(g: Any) -> int:
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
def choose_stake(g: Any) -> int:
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
def rank(g: Any, p: int) -> int:
    """C21-51; whoever has three missions is first whatever the points (C21-50)."""
    first = won_by(g)
    if p == first:
        return 1
    better = 1
    for q in range(g.players):
        if q == first or score(g, q) > score(g, p):
            better += 1
    return better


@kernel
def score(g: Any, p: int) -> int:
    """C21-51, C21-52: bravery and, only here, the values of the missions won."""
    return g.points[p] + worth(g, p)


@kernel
def worth(g: Any, p: int) -> int:
    total = 0
    for i in range(g.won[p]):
        total += g.card[p, i]
    return total


# ---- what a seat sees -----------------------------------------------------------------


@kernel
def observe(g: Any, p: int, out: Any) -> None:
    """The observation of seat p: the module's docstring says what stands where."""
    players, lined = int(g.players), int(g.lined)
    for i in range(players):
        q = p + i if p + i < players else p + i - players
        observe_seat(g, q, out, i * BLOCK)
    for i in range(players * BLOCK, TABLE):
        out[i] = 0
    for n in range(lined):
        q = g.by[n]
        out[seen_from(g, p, q) * BLOCK + (22 if n <= g.when[q] else 23)] += 1 - g.open[n]
    known, hand, down = int(g.shown), int(g.hand[p]), int(g.down[p])
    for value in range(VALUES):
        out[120 + value] = hand >> value & 1
        known += value * (down >> value & 1)
    for value in range(20):
        out[141 + value] = 0
    for i in range(g.stock):
        out[140 + g.deck[i]] += 1
    out[161], out[162] = g.mission, seen_from(g, p, g.turn)
    out[163], out[164] = lined, min(known, 127)
    out[165], out[166], out[167] = g.call, -1, -1
    out[168], out[169] = -1, -1
    if lined:
        out[167] = seen_from(g, p, g.by[lined - 1])
    if g.call:
        out[166] = seen_from(g, p, g.caller)
        out[168], out[169] = g.stake[p], seen_from(g, p, g.side[p])
    out[170] = g.bank >= 0
    digits(max(0, g.bank), out, 171)
    out[174], out[175], out[176], out[177] = players, p, g.half, g.bank_pays
    last = min(lined, TAIL)
    for i in range(last):
        n = lined - 1 - i
        out[178 + 2 * i] = seen_from(g, p, g.by[n])
        out[179 + 2 * i] = g.value[n] if g.open[n] or g.by[n] == p else UNSEEN
    for i in range(178 + 2 * last, OBSERVED):
        out[i] = -1


@kernel
def observe_seat(g: Any, q: int, out: Any, at: int) -> None:
    up, laid = int(g.up[q]), int(g.laid[q])
    rest = int(g.set) & ~(up | laid)
    back = rest & int(g.back[q])
    for value in range(VALUES):  # without branches: which of them it is nobody can foresee
        once = (up >> value & 1) + (rest >> value & 1) + (back >> value & 1)
        out[at + value] = once + 2 * (up >> value & 1) + 4 * (laid >> value & 1)
    out[at + 21], out[at + 22], out[at + 23] = g.held[q], 0, 0
    digits(g.points[q], out, at + 24)
    out[at + 27], out[at + 28] = g.won[q], worth(g, q)
    out[at + 29] = g.call > 0 and g.stake[q] >= 0


@kernel
def seen_from(g: Any, p: int, q: int) -> int:
    """The seat q, counted from p; -1: nobody."""
    if q < 0:
        return -1
    return q - p if q >= p else q - p + g.players


@kernel
def digits(number: int, out: Any, at: int) -> None:
    """Three digits to the base 128."""
    out[at], out[at + 1], out[at + 2] = number & 127, number >> 7 & 127, number >> 14


def encode(view: View) -> NDArray[np.int8]:
    """The same observation, made from a view: so it can hold nothing else."""
    me, options = view.seat, view.options
    assert me is not None
    players, line = options.players, view.line

    def from_me(seat: int | None) -> int:
        return -1 if seat is None else (seat - me) % players

    out: list[int] = []
    for seat in [(me + n) % players for n in range(players)]:
        theirs = [(n, soldier) for n, soldier in enumerate(line) if soldier.by == seat]
        back, when = next(((soldier.back, n) for n, soldier in theirs if soldier.back), ((), LINE))
        row = [0] * VALUES
        for value in options.soldiers:
            row[value] = 3
        for value in view.laid[seat]:
            row[value] = 4
        for value in view.unseen[seat]:
            row[value] = 2 if value in back else 1
        down = [n <= when for n, soldier in theirs if not soldier.up]
        cards = view.cards[seat]
        out += [*row, view.counts[seat], sum(down), len(down) - sum(down), *three_digits(view.points[seat])]
        out += [len(cards), sum(cards), view.call is not None and view.staked[seat]]
    out += [0] * (TABLE - len(out))
    out += [value in view.hand for value in range(VALUES)]
    out += [view.deck.count(value) for value in range(1, 21)]
    known = sum(soldier.value for soldier in line if soldier.value is not None)
    out += [view.mission or 0, from_me(view.turn), len(line), min(known, 127)]
    call = view.call
    out += [0, -1] if call is None else [CALLS.index(call.kind) + 1, from_me(call.by)]
    out += [from_me(line[-1].by if line else None)]
    out += [-1, -1] if view.stake is None else [view.stake.points, from_me(view.stake.side)]
    out += [view.bank is not None, *three_digits(view.bank or 0)]
    out += [players, me, HALVES.index(options.half), PAYERS.index(options.pass_paid_by)]
    for soldier in line[: -TAIL - 1 : -1]:
        out += [from_me(soldier.by), UNSEEN if soldier.value is None else soldier.value]
    out += [-1] * (OBSERVED - len(out))
    return np.array(out, i8)


def three_digits(number: int) -> tuple[int, int, int]:
    return number & 127, number >> 7 & 127, number >> 14


# ---- from the rules and back --------------------------------------------------------------

CALLS: Final[tuple[Literal["accuse"], Literal["declare"]]] = ("accuse", "declare")
HALVES: Final = ("down", "up")
PAYERS: Final = ("passer", "bank")


def alphabet(options: Options) -> list[Act | None]:
    """Every action that a player can ever take, by its number."""
    faces = [face[value] if value in options.soldiers else None for face in (UP, DOWN) for value in range(VALUES)]
    bets = [Stake(points, Seat(side)) if side < options.players else None for side in range(4) for points in (1, 2, 3)]
    return [*faces, ACCUSE, DECLARE, PASS, StakeNothing(), *bets]


def agree(g: Any, options: Options) -> None:
    """Writes the options into the record."""
    g.players, g.first = options.players, -1 if options.first is None else options.first
    g.half, g.bank_pays = HALVES.index(options.half), PAYERS.index(options.pass_paid_by)
    g.box = -1 if options.bank is None else options.bank
    g.set, g.troop = bits(options.soldiers), len(options.soldiers)
    g.missions = len(options.missions)
    g.pack[: len(options.missions)] = options.missions


def fell(g: Any) -> Act:
    """What `happen` just did."""
    said = int(g.fell)
    return Turned(said) if said > 0 else First(Seat(-said))


def bits(soldiers: tuple[int, ...]) -> int:
    return sum(1 << value for value in soldiers)


def listed(soldiers: int) -> tuple[int, ...]:
    return tuple([value for value in range(VALUES) if soldiers >> value & 1])


def bare(state: State) -> State:
    """Without the verdicts: what of them still matters lies on the table."""
    return replace(state, verdicts=())


def pack(state: State, g: Any) -> None:
    """Writes a state into the record."""
    agree(g, state.options)
    begin(g)
    players, line = state.options.players, state.line
    g.points[:players] = state.points
    g.hand[:players] = [bits(hand) for hand in state.hands]
    g.held[:players] = [len(hand) for hand in state.hands]
    g.laid[:players] = [bits(laid) for laid in state.laid]
    g.won[:players] = [len(cards) for cards in state.cards]
    g.card[:players] = [(*cards, 0, 0, 0)[:TO_WIN] for cards in state.cards]
    g.bank = -1 if state.bank is None else state.bank
    g.turn, g.mission = -1 if state.turn is None else state.turn, state.mission or 0
    g.stock = len(state.deck)
    g.deck[: len(state.deck)] = state.deck
    if line:
        up, down, back, when = [0] * 4, [0] * 4, [0] * 4, [LINE] * 4
        for n, soldier in enumerate(line):
            (up if soldier.up else down)[soldier.by] += 1 << soldier.value
            if soldier.back:
                back[soldier.by], when[soldier.by] = bits(soldier.back), n
        g.up[:], g.down[:], g.back[:], g.when[:] = up, down, back, when
        g.lined = len(line)
        g.by[: len(line)] = [soldier.by for soldier in line]
        g.value[: len(line)] = [soldier.value for soldier in line]
        g.open[: len(line)] = [soldier.up for soldier in line]
        g.total = sum(soldier.value for soldier in line)
        g.shown = sum(soldier.value for soldier in line if soldier.up)
    if state.call is not None:
        g.call, g.caller = CALLS.index(state.call.kind) + 1, state.call.by
        g.asked = state.stakes.index(None)
        g.stake[:players] = [-1 if bet is None else bet.points for bet in state.stakes]
        g.side[:players] = [-1 if bet is None or bet.side is None else bet.side for bet in state.stakes]


def unpack(g: Any, options: Options) -> State:
    """The state that the record holds, but for its verdicts."""
    players, n = options.players, int(g.lined)
    by, value, up = g.by[:n].tolist(), g.value[:n].tolist(), g.open[:n].tolist()
    back, when = g.back.tolist(), g.when.tolist()
    line = tuple(
        Soldier(by[i], value[i], bool(up[i]), listed(back[by[i]]) if when[by[i]] == i else ()) for i in range(n)
    )
    call: Call | None = None
    stakes: tuple[Bet | None, ...] = ()
    if g.call:
        call = Call(Seat(int(g.caller)), CALLS[g.call - 1], by[-1])
        stakes = tuple(
            None if points < 0 else Bet(points, None if side < 0 else Seat(side))
            for points, side in zip(g.stake[:players].tolist(), g.side[:players].tolist(), strict=True)
        )
    bank, turn, mission = int(g.bank), int(g.turn), int(g.mission)
    return State(
        options=options,
        deck=tuple(sorted(g.deck[: g.stock].tolist())),
        hands=tuple(map(listed, g.hand[:players].tolist())),
        laid=tuple(map(listed, g.laid[:players].tolist())),
        cards=tuple(
            tuple(cards[:won]) for cards, won in zip(g.card[:players].tolist(), g.won[:players].tolist(), strict=True)
        ),
        points=tuple(g.points[:players].tolist()),
        bank=None if bank < 0 else bank,
        turn=None if turn < 0 else Seat(turn),
        mission=mission or None,
        line=line,
        call=call,
        stakes=stakes,
    )
