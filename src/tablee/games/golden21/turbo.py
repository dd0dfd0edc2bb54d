"""The Golden 21 for speed: the same rules over a flat record. The law `turbo` compares the two, move by move.

The numbers of actions, in which seats are those of the table and uses are +debt 0, -debt 1, +account 2, -account 3:
    0–39     4 * seat + use: use the bonus points so             40–79  the same with the account
    80–89    give that seat a Crisis die       90  done          91     roll unannounced
    92–420   announce the totals 2 to 330, the most that 5 Golden and 50 Crisis dice can show
    421–3710 421 + 329 * seat + total - 2: announce the total and aim at that seat
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tablee.games.golden21.bourse import LIMIT
from tablee.games.golden21.dice import FACES, straight
from tablee.games.golden21.record import SEATS
from tablee.games.golden21.state import GOAL
from tablee.games.golden21.turn import MOST_GOLDEN
from tablee.games.golden21.year import GOLDEN
from tablee.turbo.chance import below
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane

TO_ACCOUNT: Final = 4 * SEATS
TO_GIVE: Final = 8 * SEATS
TO_DECLINE: Final = 9 * SEATS
TO_ROLL: Final = TO_DECLINE + 1
TO_ANNOUNCE: Final = TO_ROLL + 1
LOWEST: Final = 2  # totals of two dice to 55
TOTALS: Final = 6 * 55 - LOWEST + 1
ACTIONS: Final = TO_ANNOUNCE + TOTALS * (SEATS + 1)
ROUNDS: Final = 21  # of casting for seats: three bits each

ANNOUNCING, ROLLING, FINING, BONUS, ACCOUNT, GIVING, STANDING = range(7)
ORIGINAL, KILLER, SURVIVOR = range(3)
LITERAL: Final = 2  # of `free_throw`: 0 for off, 1 for on
MORE_DEBT, LESS_DEBT, MORE_ACCOUNT, LESS_ACCOUNT = range(4)
FELL_CAST, FELL_ROLLED, FELL_HIT, FELL_OFF, FELL_FINED = range(5)

# By the faces that a roll shows, bit 0 for the 1, the Golden dice that it adds (G21-25).
STRAIGHTS: Final = np.array([straight(frozenset(f for f in FACES if kinds >> f - 1 & 1)) for kinds in range(64)], "i1")

# ---- the course of the game -----------------------------------------------------


@kernel
def begin(g: Lane) -> None:
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
def awaits(g: Lane) -> int:
    """The seat that is to choose; -1: chance; -2: the game is over."""
    if g.turn < 0:
        return -1 if g.casting else -2
    return -1 if g.step == ROLLING or g.step == FINING else g.turn


@kernel
def happen(g: Lane) -> None:
    """Makes the chance move that is due."""
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
            if g.free_throw == LITERAL:  # G21-94
                difference = -difference
    owe(g, debtor, difference, debtor)
    onward(g)


@kernel
def cast(g: Lane) -> None:
    """Dice for the seats, in rounds: a trader who is still tied casts again (G21-01, G21-100)."""
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
def lower(g: Lane, p: int) -> int:
    """How many have cast lower than p."""
    n = 0
    for q in range(g.players):
        n += g.casts[q] < g.casts[p]
    return n


@kernel
def fold(g: Lane) -> None:
    """All rounds become two that put everybody in the same order, so that there is room for more than 21 rounds."""
    rank = 0  # four bits for each seat
    for p in range(g.players):
        rank |= lower(g, p) << 4 * p
    for p in range(g.players):
        place = rank >> 4 * p & 15
        g.casts[p] = (1 + place // 6 << 60) + (1 + place % 6 << 57)
    g.rounds = 2


@kernel
def roll(g: Lane) -> int:
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
def act(g: Lane, action: int) -> None:
    """The seat to move does this; it must be legal."""
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
def spend(g: Lane, action: int) -> None:
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
def owe(g: Lane, p: int, debt: int, by: int) -> None:
    """This debt changes by this much; with points of `by`, or if that is p itself in any other way."""
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
def onward(g: Lane) -> None:
    """After a step: the next one in which there is something to decide (G21-102), else the next trader's turn."""
    if g.outs or g.stands:  # G21-50: the year ends at once, even within a turn
        if is_won(g):
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
def may_use_account(g: Lane) -> bool:
    """Once a turn (G21-41); points placed this turn count in Killer only (G21-104)."""
    return g.used == 0 and (g.placed == 0 or g.goal == KILLER)


@kernel
def speculating(g: Lane) -> int:
    n = 0
    for p in range(g.players):
        n += g.debt[p] < GOAL
    return n


@kernel
def pass_on(g: Lane) -> None:
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
def fresh_turn(g: Lane) -> None:
    g.step, g.aim = ANNOUNCING, -1
    g.used = g.placed = g.hasty = g.total = g.points = g.gifts = 0


# ---- the year ---------------------------------------------------------------------


@kernel
def begin_year(g: Lane) -> None:
    """Two Golden dice, no Crisis dice (G21-03)."""
    for p in range(g.players):
        g.crisis[p] = g.out[p] = g.stand[p] = 0
    g.supply, g.golden, g.lasting = g.box, GOLDEN, 1
    g.year += 1
    g.outs = g.stands = 0
    g.buried = g.deaths
    fresh_turn(g)


@kernel
def close(g: Lane) -> None:
    """The year is over: its balance, and the next one or the end of the contract."""
    ending = g.year == g.last_year
    place = SEATS + 1
    for p in range(g.players):
        late = SEATS + 1
        if g.debt[p] < GOAL:
            late = SEATS  # the survivor, after all who are out
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
def balance(g: Lane) -> None:
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
def is_won(g: Lane) -> bool:
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
def standing(g: Lane, p: int) -> int:
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
def rank(g: Lane, p: int) -> int:
    """One more than the number of traders who did better (G21-111)."""
    mine, n = standing(g, p), 1
    for q in range(g.players):
        n += standing(g, q) > mine
    return n


@kernel
def score(g: Lane, p: int) -> int:
    """The final debt, or the Kills (G21-115)."""
    if g.goal == SURVIVOR:
        return 0
    return -standing(g, p) if g.goal == ORIGINAL else standing(g, p)
