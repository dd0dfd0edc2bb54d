"""The Golden 21 for speed: the same rules over a flat record. The law `turbo` compares the two, move by move.

The alphabet of actions, in which seats are those of the table and uses are +debt 0, -debt 1, +account 2, -account 3:
    0–39     4 * seat + use: use the bonus points so             40–79  the same with the account
    80–89    give that seat a Crisis die       90  done          91     roll unannounced
    92–420   announce the totals 2 to 330, the most that 5 Golden and 50 Crisis dice can show
    421–3710 421 + 329 * seat + total - 2: announce the total and aim at that seat

An observation is int8, from the seat's own point of view: the own seat is 0, then they are counted to the left, and -1
is nobody. What may be over 127 is two numbers, marked ²: x & 127 and then x >> 7, which has the sign; of what has no
limit (21s and years) never more than 16 383. Each seat has 16 numbers, the own first; they are 0 where nobody sits.
    0–1   debt²           2–3   account²        4     Crisis dice        5–6  Kills²
    7–8   21s²            9–10  the years in which they were made, added up²
    11    the number of its side, or its team     12  how many places after the own it plays (-1: not known yet)
    13    over 21 this year: 1 for the first, 2 …, 0 for not             14   the same for standing at 21
    15    the same for those killed for good
Then come
    160      the own seat                 161      traders who are still to cast in this round
    162      the game is over             163–164  the year²
    165–166  Golden dice; Crisis dice in the box
    167      whose turn                   168      its step (announce 0, roll, fine, bonus, account, gift, standing 6)
    169–171  the account is used, points are placed on it, rolled unannounced, in this turn
    172–173  the total announced² (0: none)        174  aimed at
    175–176  bonus points to use²         177      Crisis dice to give        178  dice to roll
    179      who rolled last              180–181  the total announced then²
    182–187  how many dice showed 1 to 6  188–189  aimed at, hit
    190      who used points last         191      from the account
    192–193  how many²                    194–195  in which use, on whom
    196–201  players, goal (original 0, killer 1, survivor 2), last year (0: none), Kills to reach, expert, penalties
    202–205  free throw and its odds: aim_hit, aim_off, off
    206–209  collection, at21 (frozen 0, open 1), final (balance 0, raw 1), Crisis dice that the box holds
The Bourse is not in it, nor what was cast for seats: nothing that is still to come depends on them.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import Any, Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from tablee.contract import Seat
from tablee.games.golden21.actions import (
    DONE,
    ROLL,
    USES,
    Act,
    Aim,
    Announce,
    Cast,
    Fined,
    Give,
    Hit,
    Off,
    Rolled,
    SpendAccount,
    SpendBonus,
)
from tablee.games.golden21.bourse import LIMIT
from tablee.games.golden21.dice import FACES, straight
from tablee.games.golden21.options import Options
from tablee.games.golden21.state import GOAL, Line, Spent, State, Step, Thrown, Trader, Turn
from tablee.games.golden21.turn import MOST_GOLDEN
from tablee.games.golden21.view import View
from tablee.games.golden21.year import GOLDEN
from tablee.turbo.chance import FIELDS, below
from tablee.turbo.compiled import kernel

SEATS: Final = 10
TO_ACCOUNT: Final = 4 * SEATS
TO_GIVE: Final = 8 * SEATS
TO_DECLINE: Final = 9 * SEATS
TO_ROLL: Final = TO_DECLINE + 1
TO_ANNOUNCE: Final = TO_ROLL + 1
LOWEST: Final = 2  # totals of two dice to 55
TOTALS: Final = 6 * 55 - LOWEST + 1
ACTIONS: Final = TO_ANNOUNCE + TOTALS * (SEATS + 1)
BLOCK: Final = 16  # numbers of an observation about one seat
TABLE: Final = SEATS * BLOCK
OBSERVED: Final = TABLE + 50
MOST: Final = (1 << 14) - 1  # what two numbers of an observation can say
ROUNDS: Final = 21  # of casting for seats: three bits each

ANNOUNCING, ROLLING, FINING, BONUS, ACCOUNT, GIVING, STANDING = range(7)
ORIGINAL, KILLER, SURVIVOR = range(3)
MORE_DEBT, LESS_DEBT, MORE_ACCOUNT, LESS_ACCOUNT = range(4)
FELL_CAST, FELL_ROLLED, FELL_HIT, FELL_OFF, FELL_FINED = range(5)

# By the faces that a roll shows, bit 0 for the 1, the Golden dice that it adds (G21-25).
STRAIGHTS: Final = np.array([straight(frozenset(f for f in FACES if kinds >> f - 1 & 1)) for kinds in range(64)], "i1")

# Debts and accounts never leave ±999 (G21-114). 55 dice earn 7 535 points at most (G21-30), so int16 holds any sum of
# the two. A trader kills at most nine others a year, and there are Kills in 50 years at most, or up to 20 of them, or
# nine in all. Years and 21s alone have no limit: int64.
i8, i16, i64 = np.int8, np.int16, np.int64
DTYPE: Final = np.dtype(
    [
        *((field.name, field.type) for field in FIELDS),
        ("year", i64), ("golds", i64, SEATS), ("gold_years", i64, SEATS),  # 21s, and their years added up
        ("casts", i64, SEATS),            # three bits a round, the first one highest: they compare as casts do
        ("debt", i16, SEATS), ("account", i16, SEATS), ("kills", i16, SEATS),
        ("casting", i16),                 # bit p: seat p is still to cast in this round
        ("total", i16), ("points", i16), ("thrown_total", i16), ("spent_points", i16),
        ("players", i8), ("goal", i8), ("last_year", i8), ("enough", i8), ("expert", i8), ("penalties", i8),
        ("free_throw", i8), ("aim_hit", i8), ("aim_off", i8), ("off", i8),
        ("collection", i8), ("open", i8), ("raw", i8), ("box", i8), ("side", i8, SEATS),
        ("rounds", i8),                   # of casting, how many are over
        ("order", i8, SEATS), ("after", i8, SEATS),  # in which they play; who plays after whom
        ("crisis", i8, SEATS), ("supply", i8), ("golden", i8),
        ("outs", i8), ("out", i8, SEATS),       # over 21 this year: how many; 1 for the first, 2 …, 0 for not
        ("stands", i8), ("stand", i8, SEATS),   # the same for those at 21
        ("deaths", i8), ("dead", i8, SEATS),    # and for those killed for good
        ("buried", i8),                   # how many of these before this year began
        ("lasting", i8),                  # the year is not closed
        ("turn", i8), ("step", i8), ("used", i8), ("placed", i8), ("hasty", i8), ("aim", i8), ("gifts", i8),
        ("thrown_by", i8), ("face", i8, 6), ("thrown_aim", i8), ("hit", i8),
        ("spent_by", i8), ("saved", i8), ("spent_use", i8), ("spent_on", i8),
        ("fell", i8), ("fell_face", i8),  # the last thing that chance said; how a roll fell stands in `face`
    ],
    align=True,
)  # fmt: skip


# ---- the course of the game -----------------------------------------------------


@kernel
def begin(g: Any) -> None:
    """A new game, with the options that stand in the record."""
    for p in range(SEATS):
        g.debt[p] = g.account[p] = g.kills[p] = g.crisis[p] = 0  # G21-02
        g.golds[p] = g.gold_years[p] = g.casts[p] = 0
        g.order[p] = g.after[p] = g.out[p] = g.stand[p] = g.dead[p] = 0
    g.casting, g.rounds = (1 << int(g.players)) - 1, 0
    g.year, g.golden, g.supply, g.lasting = 0, 0, g.box, 0
    g.outs = g.stands = g.deaths = g.buried = 0
    g.thrown_by = g.thrown_aim = g.spent_by = g.spent_on = -1
    g.thrown_total = g.hit = g.spent_points = g.saved = g.spent_use = 0
    for f in range(6):
        g.face[f] = 0
    g.turn = -1
    fresh_turn(g)


@kernel
def awaits(g: Any) -> int:
    """The seat that is to choose; -1: chance; -2: the game is over."""
    if g.turn < 0:
        return -1 if g.casting else -2
    return -1 if g.step == ROLLING or g.step == FINING else g.turn


@kernel
def happen(g: Any) -> None:
    """Chance has its say."""
    if g.turn < 0:
        g.fell, g.fell_face = FELL_CAST, 1 + below(g, 6)
        cast(g)
        return
    debtor = g.turn
    if g.step == FINING:  # G21-85, G21-86
        difference = 1 + below(g, 6)
        g.fell, g.fell_face = FELL_FINED, difference
    else:
        hit = g.aim_hit if g.aim >= 0 else 0  # G21-93
        off = g.aim_off if g.aim >= 0 else g.off if g.penalties else 0  # G21-92, G21-107
        where = below(g, 100) if hit or off else 100
        if where < off:
            g.fell, g.step = FELL_OFF, FINING
            return
        g.hit = where < int(hit) + int(off)
        g.fell = FELL_HIT if g.hit else FELL_ROLLED
        difference = roll(g)
        if g.hit:  # G21-91
            debtor = g.aim
    owe(g, debtor, difference, debtor)
    onward(g)


@kernel
def cast(g: Any) -> None:
    """Dice for the seats, in rounds: who is still tied with somebody casts again (G21-01, G21-100)."""
    n = int(g.players)
    if g.rounds == ROUNDS:
        fold(g)
    p = 0
    while not int(g.casting) >> p & 1:
        p += 1
    g.casts[p] |= int(g.fell_face) << 60 - 3 * int(g.rounds)
    g.casting -= 1 << p
    if g.casting:
        return
    g.rounds += 1
    for p in range(n):
        for q in range(n):
            if q != p and g.casts[q] == g.casts[p]:
                g.casting |= 1 << p
    if g.casting:
        return
    for p in range(n):
        g.order[lower(g, p)] = p
    for i in range(n):
        g.after[g.order[i]] = g.order[i + 1 if i + 1 < n else 0]
    g.turn = g.order[0]
    begin_year(g)


@kernel
def lower(g: Any, p: int) -> int:
    """How many have cast lower than p."""
    n = 0
    for q in range(g.players):
        n += g.casts[q] < g.casts[p]
    return n


@kernel
def fold(g: Any) -> None:
    """All rounds as two, which put everybody in the same order: whoever is tied after 21 rounds finds room for more."""
    rank = 0  # four bits for each seat
    for p in range(g.players):
        rank |= lower(g, p) << 4 * p
    for p in range(g.players):
        place = rank >> 4 * p & 15
        g.casts[p] = (1 + place // 6 << 60) + (1 + place % 6 << 57)
    g.rounds = 2


@kernel
def roll(g: Any) -> int:
    """All dice at once: what they earn, and the difference that is owed (G21-11)."""
    p = g.turn
    n = int(g.golden) + int(g.crisis[p])  # G21-10
    for f in range(6):
        g.face[f] = 0
    total, left = n, n
    while left >= 4:  # four dice are a number below 1296
        four = below(g, 1296)
        for _ in range(4):
            f = four % 6
            four //= 6
            g.face[f] += 1
            total += f
        left -= 4
    for _ in range(left):
        f = below(g, 6)
        g.face[f] += 1
        total += f
    kinds = gifts = 0
    for f in range(6):
        if g.face[f]:
            kinds |= 1 << f
            gifts += g.face[f] - 1  # G21-20
    difference = abs(total - int(g.total))
    g.golden = min(MOST_GOLDEN, g.golden + STRAIGHTS[kinds])  # G21-25: whatever becomes of the roller
    g.points = 0 if difference else n * (abs(2 * total - 7 * n) // 2)  # G21-30
    g.gifts = gifts
    g.thrown_by, g.thrown_total, g.thrown_aim = p, g.total, g.aim
    return difference


@kernel
def act(g: Any, action: int) -> None:
    """A legal action of whose turn it is."""
    p = g.turn
    if action >= TO_ANNOUNCE:
        g.total, g.aim = LOWEST + (action - TO_ANNOUNCE) % TOTALS, (action - TO_ANNOUNCE) // TOTALS - 1
        g.step = ROLLING
        return
    if action == TO_ROLL:  # G21-85
        g.step, g.hasty = FINING, 1
        return
    if action == TO_DECLINE:  # G21-102
        if g.step != ACCOUNT:
            g.gifts, g.step = 0, GIVING  # that leaves nothing, and the turn goes on
    elif action >= TO_GIVE:  # G21-22: the giver's own go first
        if g.crisis[p]:
            g.crisis[p] -= 1
        else:
            g.supply -= 1
        g.crisis[action - TO_GIVE] += 1
        g.gifts -= 1
    else:
        spend(g, action)
    onward(g)


@kernel
def spend(g: Any, action: int) -> None:
    """Points are used whole (G21-31), the account's too (G21-41)."""
    p, use, saved = g.turn, action & 3, action >= TO_ACCOUNT
    points = int(g.account[p]) if saved else int(g.points)
    g.spent_by, g.spent_on, g.spent_use = p, (action >> 2) % SEATS, use
    g.saved, g.spent_points = saved, points
    q = g.spent_on
    if saved:
        g.used, g.account[p] = 1, 0
    else:
        g.points, g.placed = 0, use == MORE_ACCOUNT and q == p
    if use in (LESS_DEBT, LESS_ACCOUNT):
        points = -points
    if use in (MORE_DEBT, LESS_DEBT):
        owe(g, q, points, p)
    else:
        g.account[q] = max(0, min(LIMIT, int(g.account[q]) + points))  # G21-33, G21-104, G21-114


@kernel
def owe(g: Any, p: int, debt: int, by: int) -> None:
    """This debt changes by so much; with points of `by`, or if that is p itself in any other way."""
    was = int(g.debt[p])
    owed = max(-LIMIT, min(LIMIT, was + debt))  # G21-114
    g.debt[p] = owed
    if owed == was or (owed < GOAL and was < GOAL):
        return
    if was == GOAL:  # G21-109: pulled back or put over, the tally stays
        for q in range(g.players):
            g.stand[q] -= g.stand[q] > g.stand[p]
        g.stand[p] = 0
        g.stands -= 1
    if owed == GOAL:  # G21-13
        g.stands += 1
        g.stand[p] = g.stands
        g.golds[p] += 1
        g.gold_years[p] += g.year
    elif owed > GOAL:  # G21-12
        g.outs += 1
        g.out[p] = g.outs
        if g.side[by] != g.side[p]:  # G21-34, G21-91, G21-106
            g.kills[by] += 1
            if g.goal == SURVIVOR:  # G21-75: out for good
                g.deaths += 1
                g.dead[p] = g.deaths


@kernel
def onward(g: Any) -> None:
    """After a step: the next one in which there is something to decide (G21-102), else the next trader's turn."""
    if g.outs or g.stands:  # G21-50: the year ends at once, even within a turn
        if won(g):
            g.turn = -1
            fresh_turn(g)
            return
        if speculating(g) == 1:
            close(g)
            return
    p, step = g.turn, g.step
    if step == ROLLING and g.points:
        g.step = BONUS
    elif step in (ROLLING, BONUS) and g.account[p] and g.debt[p] < GOAL and may_use_account(g):
        g.step = ACCOUNT
    elif g.gifts and g.debt[p] <= GOAL and (g.crisis[p] or g.supply):  # G21-12, G21-22
        g.step = GIVING
    elif g.debt[p] < GOAL and step == FINING:
        g.step = ROLLING if g.total else ANNOUNCING
    elif g.debt[p] >= GOAL or step != ANNOUNCING:  # G21-87, G21-103
        pass_on(g)


@kernel
def may_use_account(g: Any) -> bool:
    """Once a turn (G21-41); points placed this turn count in Killer only (G21-104)."""
    return g.used == 0 and (g.placed == 0 or g.goal == KILLER)


@kernel
def speculating(g: Any) -> int:
    n = 0
    for p in range(g.players):
        n += g.debt[p] < GOAL
    return n


@kernel
def pass_on(g: Any) -> None:
    """The turn goes to the next trader who speculates, or who stands at 21 with an account to use (G21-43)."""
    p = g.after[g.turn]
    for _ in range(g.players):
        if g.debt[p] < GOAL or (g.debt[p] == GOAL and g.account[p]):
            break
        p = g.after[p]
    g.turn = p
    fresh_turn(g)
    if g.debt[p] == GOAL:
        g.step = STANDING


@kernel
def fresh_turn(g: Any) -> None:
    g.step, g.aim = ANNOUNCING, -1
    g.used = g.placed = g.hasty = g.total = g.points = g.gifts = 0


# ---- the year ---------------------------------------------------------------------


@kernel
def begin_year(g: Any) -> None:
    """Two Golden dice, no Crisis dice (G21-03)."""
    for p in range(g.players):
        g.crisis[p] = g.out[p] = g.stand[p] = 0
    g.supply, g.golden, g.lasting = g.box, GOLDEN, 1
    g.year += 1
    g.outs = g.stands = 0
    g.buried = g.deaths
    fresh_turn(g)


@kernel
def close(g: Any) -> None:
    """The year is over: its balance, and the next one or the end of the contract."""
    ending = g.year == g.last_year
    place = SEATS + 1
    for p in range(g.players):
        late = SEATS + 1
        if g.debt[p] < GOAL:
            late = SEATS  # the survivor, after whoever is out
        elif g.out[p] and g.dead[p] == 0:  # G21-53, G21-110
            late = g.out[p]
        if late < place:
            g.turn, place = p, late
    if not (ending and g.raw and g.goal == ORIGINAL):  # G21-60
        balance(g)
    g.lasting = 0
    if ending:
        g.turn = -1
        fresh_turn(g)
    else:
        begin_year(g)


@kernel
def balance(g: Any) -> None:
    """What everybody starts the next year with."""
    distance = points = debt = 0
    for p in range(g.players):
        if g.dead[p] == 0 or g.dead[p] > g.buried:  # G21-110: they took part in the year
            distance += abs(GOAL - int(g.debt[p]))
        points += int(g.account[p])
    for p in range(g.players):
        if g.stands:  # G21-51
            lucky = g.stand[p] == g.stands
            debt = -distance if lucky else 0
            g.account[p] = min(LIMIT, points) if lucky else 0
        else:
            debt = int(g.debt[p]) - GOAL if g.debt[p] < GOAL else 0  # G21-52
        if g.dead[p] == 0:  # the dead keep the debt that killed them
            g.debt[p] = max(-LIMIT, debt)
        if g.goal == KILLER:  # G21-72
            g.account[p] = min(LIMIT, int(g.account[p]) + (int(g.account[p]) + 1) // 2)


# ---- the end ------------------------------------------------------------------------


@kernel
def won(g: Any) -> bool:
    """Whether the game is over at once, in the middle of a turn."""
    if g.goal == KILLER:  # G21-70
        for p in range(g.players):
            if standing(g, p) >= g.enough:
                return True
    elif g.goal == SURVIVOR:  # G21-75
        side = -1
        for p in range(g.players):
            if g.side[p] != side and g.dead[p] == 0:
                if side >= 0:
                    return False
                side = g.side[p]
        return True
    return False


@kernel
def standing(g: Any, p: int) -> int:
    """How well the side of p did, the more the better (G21-80, G21-111)."""
    best = 0
    for q in range(g.players):
        if g.side[q] == g.side[p]:
            if g.goal == ORIGINAL:  # G21-61, G21-63
                golds = g.gold_years[q] if g.expert else g.golds[q] * g.last_year
                best += golds + int(g.kills[q]) * int(g.players) - int(g.debt[q])
            elif g.goal == KILLER:
                best += int(g.kills[q])
            else:
                best = max(best, int(g.dead[q]) if g.dead[q] else int(g.deaths) + 1)
    return best


@kernel
def rank(g: Any, p: int) -> int:
    """One more than the number of traders who did better (G21-111)."""
    mine, n = standing(g, p), 1
    for q in range(g.players):
        n += standing(g, q) > mine
    return n


@kernel
def score(g: Any, p: int) -> int:
    """The final debt, or the Kills (G21-115)."""
    if g.goal == SURVIVOR:
        return 0
    return -standing(g, p) if g.goal == ORIGINAL else standing(g, p)


# ---- what may be done -------------------------------------------------------------


@kernel
def uses(g: Any) -> int:
    """For what the points at hand may be used (G21-31): bit 4 * seat + use."""
    p, saved = g.turn, g.step != BONUS
    points = int(g.account[p]) if saved else int(g.points)
    if points == 0 or (saved and g.used):  # G21-41
        return 0
    ways = 0
    for q in range(g.players):
        debt, found = int(g.debt[q]), 0
        if q == p:
            if debt < GOAL:
                found = 3 if debt + points <= GOAL else 2  # G21-32
            if not saved and (g.goal == KILLER or (g.account[p] == 0 and g.used == 0)):  # G21-40, G21-71, G21-104
                found |= 4
        elif debt < GOAL or (debt == GOAL and g.open):  # G21-33
            found = 15
        elif debt == GOAL:
            found = 12
        ways |= found << 4 * q
    return ways


@kernel
def exposed(g: Any, q: int) -> bool:
    """Whether one may aim at q: another whose debt can be changed (G21-107)."""
    return q != g.turn and (g.debt[q] < GOAL or (g.open == 1 and g.debt[q] == GOAL))


@kernel
def legal(g: Any, mask: Any) -> int:
    """Marks what whose turn it is may do; how many things that is."""
    for a in range(ACTIONS):
        mask[a] = 0
    p, n = g.turn, 0
    if g.step == ANNOUNCING:  # G21-10
        dice = int(g.golden) + int(g.crisis[p])
        span = 5 * dice + 1
        low = TO_ANNOUNCE + dice - LOWEST
        for a in range(low, low + span):
            mask[a] = 1
        n += span
        if g.free_throw:  # G21-90
            for q in range(g.players):
                low += TOTALS
                if exposed(g, q):
                    for a in range(low, low + span):
                        mask[a] = 1
                    n += span
        if g.penalties and not g.hasty:  # G21-85, G21-108
            mask[TO_ROLL] = 1
            n += 1
    elif g.step != BONUS:  # G21-101, G21-102
        mask[TO_DECLINE] = 1
        n += 1
    if g.step == GIVING:  # G21-21
        for q in range(g.players):
            if q != p and g.debt[q] < GOAL:
                mask[TO_GIVE + q] = 1
                n += 1
        return n
    first, ways = 0 if g.step == BONUS else TO_ACCOUNT, uses(g)
    for a in range(4 * SEATS):
        if ways >> a & 1:
            mask[first + a] = 1
            n += 1
    return n


@kernel
def choose(g: Any) -> int:
    """One of the legal actions, each as likely."""
    p = g.turn
    if g.step == GIVING:
        pick = below(g, speculating(g) - (g.debt[p] < GOAL) + 1)
        for q in range(g.players):
            if q != p and g.debt[q] < GOAL:
                if pick == 0:
                    return TO_GIVE + q
                pick -= 1
        return TO_DECLINE
    ways, many = uses(g), 0
    left = ways
    while left:
        left &= left - 1
        many += 1
    if g.step == ANNOUNCING:
        dice = int(g.golden) + int(g.crisis[p])
        span, targets = 5 * dice + 1, 1
        hasty = 1 if g.penalties and not g.hasty else 0
        if g.free_throw:
            for q in range(g.players):
                targets += exposed(g, q)
        pick = below(g, many + hasty + span * targets)
        if pick == many and hasty:
            return TO_ROLL
        if pick >= many:
            pick -= many + hasty
            action, aim = TO_ANNOUNCE + dice - LOWEST + pick % span, pick // span
            for q in range(g.players):
                if aim == 0:
                    break
                action += TOTALS
                aim -= exposed(g, q)
            return action
    else:
        pick = below(g, many + (g.step != BONUS))
        if pick == many:
            return TO_DECLINE
    a = 0 if g.step == BONUS else TO_ACCOUNT
    while True:
        if ways & 1:
            if pick == 0:
                return a
            pick -= 1
        ways >>= 1
        a += 1


# ---- what a seat sees -----------------------------------------------------------------


@kernel
def split(out: Any, place: int, number: int) -> None:
    out[place], out[place + 1] = number & 127, number >> 7


@kernel
def counted(g: Any, p: int, q: int) -> int:
    """Seat q counted from p; -1 stays nobody."""
    return q if q < 0 else (q - p + int(g.players)) % int(g.players)


@kernel
def observe(g: Any, p: int, out: Any) -> None:
    """The observation of seat p: the module's docstring says what stands where."""
    p, n = int(p), int(g.players)
    for i in range(TABLE):
        out[i] = 0
    for k in range(n):
        q, at = (p + k) % n, BLOCK * k
        split(out, at, int(g.debt[q]))
        split(out, at + 2, int(g.account[q]))
        out[at + 4] = g.crisis[q]
        split(out, at + 5, int(g.kills[q]))
        split(out, at + 7, min(MOST, int(g.golds[q])))
        split(out, at + 9, min(MOST, int(g.gold_years[q])))
        out[at + 11], out[at + 12] = g.side[q], -1
        out[at + 13], out[at + 14], out[at + 15] = g.out[q], g.stand[q], g.dead[q]
    if g.casting == 0:
        q = p
        for k in range(n):
            out[BLOCK * counted(g, p, q) + 12] = k
            q = int(g.after[q])
    at = TABLE
    casting = 0
    for q in range(n):
        casting += int(g.casting) >> q & 1
    out[at], out[at + 1], out[at + 2] = p, casting, g.turn < 0 and casting == 0
    split(out, at + 3, min(MOST, int(g.year)))
    out[at + 5], out[at + 6], out[at + 7], out[at + 8] = g.golden, g.supply, counted(g, p, int(g.turn)), g.step
    out[at + 9], out[at + 10], out[at + 11] = g.used, g.placed, g.hasty
    split(out, at + 12, int(g.total))
    out[at + 14] = counted(g, p, int(g.aim))
    split(out, at + 15, int(g.points))
    out[at + 17] = g.gifts
    out[at + 18] = g.golden + g.crisis[g.turn] if g.turn >= 0 else 0
    out[at + 19] = counted(g, p, int(g.thrown_by))
    split(out, at + 20, int(g.thrown_total))
    for f in range(6):
        out[at + 22 + f] = g.face[f]
    out[at + 28], out[at + 29] = counted(g, p, int(g.thrown_aim)), g.hit
    out[at + 30], out[at + 31] = counted(g, p, int(g.spent_by)), g.saved
    split(out, at + 32, int(g.spent_points))
    out[at + 34], out[at + 35] = g.spent_use, counted(g, p, int(g.spent_on))
    out[at + 36], out[at + 37], out[at + 38], out[at + 39] = n, g.goal, g.last_year, g.enough
    out[at + 40], out[at + 41], out[at + 42] = g.expert, g.penalties, g.free_throw
    out[at + 43], out[at + 44], out[at + 45] = g.aim_hit, g.aim_off, g.off
    out[at + 46], out[at + 47], out[at + 48], out[at + 49] = g.collection, g.open, g.raw, g.box


def encode(view: View) -> NDArray[np.int8]:
    """The same observation, made from a view: so it can hold nothing else."""
    own, n, options = view.seat, view.options.players, view.options
    assert own is not None

    def counted(seat: Seat | None) -> int:
        return -1 if seat is None else (seat - own) % n

    out: list[int] = []
    for k in range(n):
        q = Seat((own + k) % n)
        trader = view.traders[q]
        out += (
            *two(trader.debt), *two(trader.account), trader.crisis, *two(trader.kills),
            *two(min(MOST, len(trader.golds))), *two(min(MOST, sum(trader.golds))), options.sides[q],
            (view.order.index(q) - view.order.index(own)) % n if view.order else -1,
            *(1 + seats.index(q) if q in seats else 0 for seats in (view.insolvent, view.at21, view.dead)),
        )  # fmt: skip
    out += (0,) * (TABLE - len(out))
    turn = NOBODY if view.turn is None else view.turn
    thrown, spent = view.thrown, view.spent
    out += (
        own, len(view.casting), view.result is not None, *two(min(MOST, view.year)), view.golden, view.supply,
        -1 if view.turn is None else counted(turn.seat), STEPS.index(turn.step), turn.used, turn.placed, turn.hasty,
        *two(turn.total or 0), counted(turn.aim), *two(turn.points), turn.gifts, view.dice,
    )  # fmt: skip
    if thrown is None:
        out += (-1, *(0,) * 8, -1, 0)
    else:
        shown = map(thrown.faces.count, FACES)
        out += (counted(thrown.by), *two(thrown.total), *shown, counted(thrown.aim), thrown.hit)
    if spent is None:
        out += (-1, *(0,) * 4, -1)
    else:
        out += (counted(spent.by), spent.saved, *two(spent.points), USES.index(spent.use), counted(spent.seat))
    return np.array(out + agreed(options), i8)


def two(number: int) -> tuple[int, int]:
    return number & 127, number >> 7


# ---- from the rules and back --------------------------------------------------------------

STEPS: Final[tuple[Step, ...]] = ("announce", "roll", "fine", "bonus", "account", "gift", "standing")
GOALS: Final = ("original", "killer", "survivor")
NOBODY: Final = Turn(Seat(-1), "announce")
AGREED: Final = (
    "players", "goal", "last_year", "enough", "expert", "penalties", "free_throw", "aim_hit", "aim_off", "off",
    "collection", "open", "raw", "box",
)  # fmt: skip


def agreed(options: Options) -> list[int]:
    """The options as numbers, in the order of their names above."""
    return [
        options.players, GOALS.index(options.goal), options.last_year, options.kills, options.expert, options.penalties,
        options.free_throw, options.aim_hit, options.aim_off, options.off, options.collection,
        options.at21 == "open", options.final == "raw", options.crisis_supply,
    ]  # fmt: skip


def alphabet(options: Options) -> list[Act | None]:
    """Every action that a player can ever take, by its number; None where there is none at this table."""
    here = [Seat(seat) if seat < options.players else None for seat in range(SEATS)]
    most = 6 * (MOST_GOLDEN + options.crisis_supply)
    totals = [total if total <= most else None for total in range(LOWEST, LOWEST + TOTALS)]
    actions: list[Act | None] = []
    for kind in (SpendBonus, SpendAccount):
        actions += [None if seat is None else kind(use, seat) for seat in here for use in USES]
    actions += [None if seat is None else Give(seat) for seat in here]
    actions += [DONE, ROLL if options.penalties else None]
    actions += [None if total is None else Announce(total) for total in totals]
    for seat in here:
        aims = seat is not None and options.free_throw
        actions += [Aim(total, seat) if aims and total is not None and seat is not None else None for total in totals]
    return actions


def agree(g: Any, options: Options) -> None:
    """Writes the options into the record."""
    for name, number in zip(AGREED, agreed(options), strict=True):
        g[name] = number
    g["side"][: options.players] = options.sides


def fell(g: Any) -> Act:
    """What `happen` just did."""
    if g.fell == FELL_OFF:
        return Off()
    if g.fell in (FELL_CAST, FELL_FINED):
        return (Cast if g.fell == FELL_CAST else Fined)(int(g.fell_face))
    return (Hit if g.fell == FELL_HIT else Rolled)(spread(g.face.tolist()))


def spread(counts: list[int]) -> tuple[int, ...]:
    """So many of each face, as dice."""
    return tuple(chain.from_iterable(map(repeat, FACES, counts)))


def pack(state: State, g: Any) -> None:
    """Writes a state into the record."""
    n, traders, order = state.options.players, state.traders, state.order
    agree(g, state.options)
    begin(g)
    casts = folded(state.casts)
    each: dict[str, list[int]] = {
        "casts": [sum(face << 60 - 3 * i for i, face in enumerate(cast)) for cast in casts],
        "debt": [trader.debt for trader in traders],
        "account": [trader.account for trader in traders],
        "crisis": [trader.crisis for trader in traders],
        "kills": [trader.kills for trader in traders],
        "golds": [len(trader.golds) for trader in traders],
        "gold_years": [sum(trader.golds) for trader in traders],
    }
    one: dict[str, int] = {
        "casting": sum(1 << seat for seat in state.casting),
        "rounds": len(casts[state.casting[0]]) if state.casting else max(map(len, casts)),
        "year": state.year,
        "golden": state.golden,
        "supply": state.supply,
        "lasting": any(state.lines),
        "buried": sum(not column for column in state.lines) if any(state.lines) else 0,
    }
    if order:
        each["order"], each["after"] = [*order], [order[(order.index(Seat(p)) + 1) % n] for p in range(n)]
    for many, which, seats in (
        ("outs", "out", state.insolvent), ("stands", "stand", state.at21), ("deaths", "dead", state.dead),
    ):  # fmt: skip
        one[many] = len(seats)
        each[which] = [1 + seats.index(Seat(p)) if p in seats else 0 for p in range(n)]
    if (turn := state.turn) is not None:
        one |= {
            "turn": turn.seat, "step": STEPS.index(turn.step), "used": turn.used, "placed": turn.placed,
            "hasty": turn.hasty, "total": turn.total or 0, "aim": -1 if turn.aim is None else turn.aim,
            "points": turn.points, "gifts": turn.gifts,
        }  # fmt: skip
    if (thrown := state.thrown) is not None:
        one |= {"thrown_by": thrown.by, "thrown_total": thrown.total, "hit": thrown.hit}
        one["thrown_aim"] = -1 if thrown.aim is None else thrown.aim
        each["face"] = [*map(thrown.faces.count, FACES)]
    if (spent := state.spent) is not None:
        one |= {"spent_by": spent.by, "saved": spent.saved, "spent_points": spent.points}
        one |= {"spent_use": USES.index(spent.use), "spent_on": spent.seat}
    for name, number in one.items():
        g[name] = number
    for name, numbers in each.items():
        g[name][: len(numbers)] = numbers


def unpack(g: Any, options: Options) -> State:
    """The state that the record holds."""
    n = options.players
    values = (value if isinstance(value, int) else value.tolist() for value in g.item())
    of: dict[str, Any] = dict(zip(DTYPE.names or (), values, strict=True))
    traders = tuple(
        Trader(debt, account, crisis, kills, evenly(golds, years))
        for debt, account, crisis, kills, golds, years in zip(
            of["debt"][:n], of["account"], of["crisis"], of["kills"], of["golds"], of["gold_years"], strict=False
        )
    )
    dead = ranked(of["dead"])
    return State(
        options=options,
        casts=tuple(tuple(face for i in range(ROUNDS) if (face := cast >> 60 - 3 * i & 7)) for cast in of["casts"][:n]),
        casting=tuple(Seat(seat) for seat in range(n) if of["casting"] >> seat & 1),
        traders=traders,
        supply=of["supply"],
        golden=of["golden"],
        order=() if of["casting"] else tuple(map(Seat, of["order"][:n])),
        year=of["year"],
        turn=None if of["turn"] < 0 else Turn(
            Seat(of["turn"]), STEPS[of["step"]], bool(of["used"]), bool(of["placed"]), bool(of["hasty"]),
            of["total"] or None, somebody(of["aim"]), of["points"], of["gifts"],
        ),
        lines=standings(traders, dead[: of["buried"]]) if of["lasting"] else ((),) * n,
        insolvent=ranked(of["out"]),
        at21=ranked(of["stand"]),
        dead=dead,
        thrown=None if of["thrown_by"] < 0 else Thrown(
            Seat(of["thrown_by"]), of["thrown_total"], spread(of["face"]), somebody(of["thrown_aim"]), bool(of["hit"])
        ),
        spent=None if of["spent_by"] < 0 else Spent(
            Seat(of["spent_by"]), bool(of["saved"]), of["spent_points"], USES[of["spent_use"]], Seat(of["spent_on"])
        ),
    )  # fmt: skip


def ranked(places: list[int]) -> tuple[Seat, ...]:
    """Whoever has a place, in the order of the places."""
    return tuple(sorted((Seat(seat) for seat, place in enumerate(places) if place), key=places.__getitem__))


def somebody(number: int) -> Seat | None:
    return None if number < 0 else Seat(number)


def bare(state: State) -> State:
    """The state without what a record does not keep of the Bourse and the tally, none of which sways the game.

    The earlier years are gone, and each column of this one is as if the year began now. Of the years in which a trader
    made a 21 there is how many and their sum, which is all that counts (G21-61, G21-63): `evenly`. Of more than 21
    rounds of casting, which hardly a game in 10^14 has, there is what came of them: `folded`.
    """
    return replace(
        state,
        past=(),
        lines=standings(state.traders, tuple(Seat(p) for p, column in enumerate(state.lines) if not column)),
        traders=tuple(replace(trader, golds=evenly(len(trader.golds), sum(trader.golds))) for trader in state.traders),
        casts=folded(state.casts),
    )


def standings(traders: tuple[Trader, ...], without: tuple[Seat, ...]) -> tuple[tuple[Line, ...], ...]:
    """Columns of one line, as a year begins with (G21-113)."""
    return tuple(
        () if p in without else (Line(trader.debt, trader.account or None),) for p, trader in enumerate(traders)
    )


def evenly(many: int, years: int) -> tuple[int, ...]:
    """So many years in ascending order that make this sum, none more than one later than another."""
    return tuple((years + i) // many for i in range(many))


def folded(casts: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """What was cast for seats; the first 21 rounds of more as two that put everybody in the same order."""
    while max(map(len, casts)) > ROUNDS:
        early = [cast[:ROUNDS] for cast in casts]
        places = [sum(other < cast for other in early) for cast in early]
        casts = tuple(
            (1 + place // 6, 1 + place % 6, *cast[ROUNDS:]) for place, cast in zip(places, casts, strict=True)
        )
    return casts
