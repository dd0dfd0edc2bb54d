"""Questions about Code 21 that many simulated games answer: when to accuse, how much to stake, face up or down, whether
the first player has an advantage; nine soldiers or eight, what missions are worth, who pays for a pass, the cap.

Two questions are about a single choice. A player who plays like a club player otherwise makes this choice by lot, at
one place of each mission that its number decides. So those who chose one thing and those who chose the other were in
the same positions.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.code21.policy import BEGINNER, CLUB, SUMS, beyond, draw_action, exactly, spread, think
from tablee.games.code21.rules import CAP, MOST
from tablee.games.code21.state import GOAL
from tablee.games.code21.turbo import (
    ACCUSED,
    ACTIONS,
    FACE_DOWN,
    NOTHING,
    STAKE,
    TO_ACCUSE,
    TO_PASS,
    choose,
    rank,
    won_by,
)
from tablee.turbo.chance import below
from tablee.turbo.compiled import kernel
from tablee.turbo.counting import Counts, Estimate, Finding, Question, Simulator, with_margins
from tablee.turbo.interface import Lane

# `accuser` and `hider` play as club, but choose by lot whether to accuse, and which face a soldier shows.
PLAYERS: Final = ("random", "beginner", "club", "accuser", "hider")
ACCUSER: Final = PLAYERS.index("accuser")
HIDER: Final = PLAYERS.index("hider")
WEIGHTS: Final = np.stack([BEGINNER, CLUB, CLUB, CLUB])

UNIT: Final = 12  # a win: 1 to 4 can share it without a remainder
VALUES: Final = range(3, 9)  # of the usual missions
MISSIONS: Final = 12

GAMES: Final = 0
DECISIONS: Final = 1
SOLDIERS: Final = 2  # that were played
PASSES: Final = 3
OVER: Final = 4  # missions that ended so
EXACT: Final = 5
UNDER: Final = 6
ENDED: Final = (OVER, EXACT, UNDER)
RIGHT: Final = 7  # missions in which the player who spoke was right
THREE: Final = 8  # games that somebody won with three missions
SWAYED: Final = 9  # games that others would have won if all missions had the same value
SEAT_0: Final = 10  # what seat 0 won, in UNITs
SPARED: Final = 11  # points that the cap left to the loser
TURNED: Final = 12  # by value: missions
REACHED: Final = TURNED + 9  # and how many were at 21
ASKED: Final = REACHED + 9  # by number of the mission: verdicts
CAPPED: Final = ASKED + MISSIONS  # and in how many the cap held
BY_PLACE: Final = CAPPED + MISSIONS  # what each place from the first player on won, in UNITs
# by what is counted on the mission: how often seat 0, by lot, did not accuse and did, with what it won then, in UNITs;
# and how often the total was over 21
COUNTED: Final = 31  # 0 to 29, and 30 or more
KEPT: Final = BY_PLACE + 4
KEPT_WON: Final = KEPT + COUNTED
SPOKE: Final = KEPT_WON + COUNTED
SPOKE_WON: Final = SPOKE + COUNTED
WAS_OVER: Final = SPOKE_WON + COUNTED
# by the soldier's number on the mission: how often seat 0, by lot, played it face up and face down, and what it won
PLACES: Final = 8
UP: Final = WAS_OVER + COUNTED
UP_WON: Final = UP + PLACES
DOWN: Final = UP_WON + PLACES
DOWN_WON: Final = DOWN + PLACES
# by role and chance to be right: stakes of seat 0 when it owns 3 points, and how many points 3 bring more than none
ROLES: Final = 2  # one of the two who are judged, somebody else
STEPS: Final = 10  # into which chances are divided
STAKES: Final = DOWN_WON + PLACES
BROUGHT: Final = STAKES + ROLES * STEPS
COUNTERS: Final = BROUGHT + ROLES * STEPS

OVERS: Final = 0  # remembered: missions that are over
BEGAN: Final = 1  # the first player, and one more
LOTS: Final = 2  # by what was counted: how often seat 0 did not accuse, and did
FACES: Final = LOTS + 2 * COUNTED  # by the soldier's number: how often seat 0 played it face up, and face down
MEMORY: Final = FACES + 2 * PLACES
EACH_UNKNOWN: Final = 4  # what a face-down soldier of somebody else is counted as: the mean of 0 to 8


@kernel
def answer(g: Lane, player: int) -> int:
    if player == 0:
        return choose(g)
    shares = np.empty(ACTIONS)
    think(g, WEIGHTS[player - 1], shares)
    if player == ACCUSER and lot_to_accuse(g):
        if below(g, 2):
            return TO_ACCUSE
        shares[TO_ACCUSE] = 0.0
        total = shares.sum()
        for a in range(ACTIONS):
            shares[a] /= total
    action = draw_action(g, shares)
    if player == HIDER and lot_to_hide(g) and action < TO_ACCUSE:
        action = action % FACE_DOWN + (FACE_DOWN if below(g, 2) else 0)
    return action


@kernel
def lot_to_accuse(g: Lane) -> bool:
    """Whether this is the moment to choose by lot: once on each mission, after the third to the eighth soldier."""
    return not g.call and g.lined == 3 + g.stock % 6


@kernel
def lot_to_hide(g: Lane) -> bool:
    """Whether the next soldier is the one of this mission: the first to the eighth, by the mission's number."""
    return not g.call and g.lined == g.stock % PLACES


@kernel
def count_total(g: Lane, p: int) -> int:
    """The total as anybody can count it at a table: what p knows, and 4 for each other soldier."""
    total = 0
    for n in range(g.lined):
        total += int(g.value[n]) if g.open[n] or g.by[n] == p else EACH_UNKNOWN
    return min(total, COUNTED - 1)


@kernel
def note(g: Lane, seat: int, action: int, memo: Any, counts: Any) -> None:
    if seat < 0:
        settle(g, memo, counts)
        return
    if memo[BEGAN] == 0:
        memo[BEGAN] = seat + 1
    counts[DECISIONS] += 1
    counts[SOLDIERS] += action < TO_ACCUSE
    counts[PASSES] += action == TO_PASS
    if seat == 0 and lot_to_accuse(g):
        counted = count_total(g, seat)
        memo[LOTS + counted + (COUNTED if action == TO_ACCUSE else 0)] += 1
        counts[WAS_OVER + counted] += g.total > GOAL
    if seat == 0 and lot_to_hide(g) and action < TO_ACCUSE:
        memo[FACES + int(g.lined) + (PLACES if action >= FACE_DOWN else 0)] += 1
    if seat == 0 and g.call and g.stock % 6 == 3 and g.points[0] >= MOST:  # on two missions of each game
        note_stake(g, counts)
    if g.call and seat == g.players - 1:  # the last fist closes: the verdict is known
        verdict(g, action, memo[OVERS], counts)
        memo[OVERS] += 1


@kernel
def note_stake(g: Lane, counts: Any) -> None:
    """What a stake of 3 on the likelier side, or on oneself, brings seat 0 more than none. It changes no winner."""
    last, odds, other = g.by[g.lined - 1], np.empty(SUMS), np.empty(SUMS)
    missing = GOAL - spread(g, 0, CLUB, odds, other)
    share = beyond(odds, missing) if g.call == ACCUSED else exactly(odds, missing)
    right = g.total > GOAL if g.call == ACCUSED else g.total == GOAL
    judged = g.caller == 0 or last == 0
    if last == 0 if judged else share < 0.5:  # it is on the other side
        share, right = 1.0 - share, not right
    cell = (0 if judged else STEPS) + min(STEPS - 1, int(STEPS * share + 1e-9))
    brought = MOST if right else -MOST
    if judged and not right:  # C21-32: what is in the fist is not halved
        brought += half(g, 0, 0) - half(g, 0, MOST)
    counts[STAKES + cell] += 1
    counts[BROUGHT + cell] += brought


@kernel
def half(g: Lane, p: int, stake: int) -> int:
    """What p loses to the winner after this stake (C21-32, C21-33)."""
    taken = (int(g.points[p]) - stake + int(g.half)) // 2
    return min(taken, CAP) if g.players == 2 else taken


@kernel
def verdict(g: Lane, action: int, number: int, counts: Any) -> None:
    last, total = g.by[g.lined - 1], int(g.total)
    counts[OVER if total > GOAL else EXACT if total == GOAL else UNDER] += 1
    right = total > GOAL if g.call == ACCUSED else total == GOAL
    counts[RIGHT] += right
    if g.mission < 9:
        counts[TURNED + g.mission] += 1
        counts[REACHED + g.mission] += total == GOAL
    if number >= MISSIONS:
        return
    loser = last if right else g.caller
    stake = int(g.stake[loser])
    if loser == g.players - 1:
        stake = 0 if action == NOTHING else (action - STAKE) % MOST + 1
    half = (int(g.points[loser]) - stake + int(g.half)) // 2
    counts[ASKED + number] += 1
    if g.players == 2 and half > CAP:
        counts[CAPPED + number] += 1
        counts[SPARED] += half - CAP


@kernel
def settle(g: Lane, memo: Any, counts: Any) -> None:
    counts[GAMES] += 1
    winners, same, best = 0, 0, 0
    for p in range(g.players):
        winners |= (rank(g, p) == 1) << p
        best = max(best, 2 * g.points[p] + 11 * g.won[p])  # as if every card had the mean value, 5.5
    for p in range(g.players):
        same |= (2 * g.points[p] + 11 * g.won[p] == best) << p
    many = 0
    for p in range(g.players):
        many += winners >> p & 1
    for p in range(g.players):
        place = p - (memo[BEGAN] - 1)
        counts[BY_PLACE + (place if place >= 0 else place + g.players)] += UNIT // many if winners >> p & 1 else 0
    share = UNIT // many if winners & 1 else 0
    counts[SEAT_0] += share
    for i in range(COUNTED):
        counts[KEPT + i] += memo[LOTS + i]
        counts[KEPT_WON + i] += memo[LOTS + i] * share
        counts[SPOKE + i] += memo[LOTS + COUNTED + i]
        counts[SPOKE_WON + i] += memo[LOTS + COUNTED + i] * share
    for i in range(PLACES):
        counts[UP + i] += memo[FACES + i]
        counts[UP_WON + i] += memo[FACES + i] * share
        counts[DOWN + i] += memo[FACES + PLACES + i]
        counts[DOWN_WON + i] += memo[FACES + PLACES + i] * share
    if won_by(g) >= 0:
        counts[THREE] += 1
    else:
        counts[SWAYED] += winners != same


# ---- the questions --------------------------------------------------------------------

SETS: Final[dict[str, dict[str, str]]] = {"nine": {}, "eight": {"soldiers": "0,1,2,3,4,5,6,8"}}
PAYERS: Final[dict[str, dict[str, str]]] = {"passer": {}, "bank": {"pass_paid_by": "bank"}}
SHARES: Final = {"club": 1 / 8, "random": 1.0}  # of the games asked for: the club player takes its time


BY_LOT: Final = 1 / 16  # of the games asked for: each has several choices by lot
FEWEST: Final = 500  # choices of each kind: fewer say little
SEEN: Final = range(12, COUNTED)  # totals that are shown


def all_alike(simulate: Simulator, bot: str, players: str = "4", **options: str) -> Counts:
    return simulate([bot], SHARES[bot], players=players, **options)


def accuse(simulate: Simulator) -> Finding:
    """How many games of 100 accusing won more than any other action, by the total that a player can count."""
    figures: list[Estimate] = []
    facts: dict[str, float] = {}
    for players in ("2", "4"):
        found = simulate(["accuser", "club"], BY_LOT, players=players)
        figures += [
            found.difference((KEPT_WON + n, KEPT + n), (SPOKE_WON + n, SPOKE + n), f"players {players}", n, UNIT / 100,
                             FEWEST)
            for n in SEEN
        ]  # fmt: skip
        for n in SEEN:
            facts[f"over_{players}_{n}"] = found.ratio(WAS_OVER + n, [KEPT + n, SPOKE + n], "", n).value
    facts |= with_margins({f"gain_{one.of[-1]}_{one.at}": one for one in figures})
    facts |= {f"cost_{one.of[-1]}_{one.at}": -one.value for one in figures}
    return Finding("accuse", "lines", "number", figures, facts, fair=0.0)


def stakes(simulate: Simulator) -> Finding:
    """What 3 staked points bring, by the chance of the side they are staked on."""
    figures = [
        all_alike(simulate, "club", players).ratio(BROUGHT + role * STEPS + step, STAKES + role * STEPS + step, of,
                                                   10 * step + 5)
        for of, players, role in (("judged 2", "2", 0), ("judged 4", "4", 0), ("others 4", "4", 1))
        for step in range(STEPS)
    ]  # fmt: skip
    figures = [one if one.n >= FEWEST else Estimate(one.of, one.at, 0.0, 0.0, 0.0, 0) for one in figures]
    named = {f"{one.of.replace(' ', '_')}_{one.at}": one for one in figures}
    return Finding("stakes", "lines", "number", figures, with_margins(named), fair=0.0)


def face(simulate: Simulator) -> Finding:
    """How many games of 100 a soldier face down won more than one face up, by its number on the mission."""
    figures: list[Estimate] = []
    for players in ("2", "4"):
        found = simulate(["hider", "club"], BY_LOT, players=players)
        figures += [
            found.difference((UP_WON + n, UP + n), (DOWN_WON + n, DOWN + n), f"players {players}", n + 1, UNIT / 100,
                             FEWEST)
            for n in range(PLACES)
        ]  # fmt: skip
    named = {f"gain_{one.of[-1]}_{one.at}": one for one in figures}
    return Finding("face", "lines", "number", figures, with_margins(named), fair=0.0)


def start(simulate: Simulator) -> Finding:
    """What each place from the first player on wins, among equals."""
    figures = [
        all_alike(simulate, "club", players).ratio(BY_PLACE + place, GAMES, f"players {players}", f"place {place + 1}",
                                                   UNIT)
        for players in ("2", "3", "4")
        for place in range(int(players))
    ]  # fmt: skip
    named = {f"{one.of[-1]}_{str(one.at)[-1]}": one for one in figures}
    return Finding("start", "bars", "share", figures, with_margins(named, 100))


def soldiers(simulate: Simulator) -> Finding:
    """How missions end, with nine soldiers and with eight."""
    figures = [
        all_alike(simulate, bot, **options).ratio(counter, ENDED, f"{name} {bot}", at)
        for bot in ("club", "random")
        for name, options in SETS.items()
        for counter, at in ((EXACT, "exact"), (OVER, "over"), (UNDER, "under"))
    ]
    facts = with_margins({f"{one.of.replace(' ', '_')}_{one.at}": one for one in figures}, 100)
    return Finding("soldiers", "bars", "share", figures, facts)


def skill(simulate: Simulator) -> Finding:
    """How often the better of two wins."""
    figures = [
        simulate(["club", other], SHARES["club"], players="2", **options).ratio(
            SEAT_0, GAMES, f"over {other}", at, UNIT
        )
        for other in ("beginner", "random")
        for at, options in SETS.items()
    ]
    facts = with_margins({f"{one.of.split()[1]}_{one.at}": one for one in figures}, 100)
    return Finding("skill", "bars", "share", figures, facts, fair=0.5)


def values(simulate: Simulator) -> Finding:
    """How many missions of each value reach 21."""
    figures = [
        all_alike(simulate, bot).ratio(REACHED + value, TURNED + value, bot, value)
        for bot in ("club", "random")
        for value in VALUES
    ]
    facts = with_margins({f"{one.of}_{one.at}": one for one in figures}, 100)
    return Finding("values", "lines", "share", figures, facts)


def count_missions(simulate: Simulator) -> Finding:
    """What missions decide."""
    figures = [
        all_alike(simulate, bot, players).ratio(counter, GAMES, f"{players} {bot}", at)
        for bot in ("club", "random")
        for players in ("2", "4")
        for counter, at in ((THREE, "three"), (SWAYED, "swayed"))
    ]
    facts = {f"{bot}_{players}_{one.at}": one.value for one in figures for players, bot in (one.of.split(),)}
    return Finding("decided", "bars", "share", figures, facts)


def passing(simulate: Simulator) -> Finding:
    """Passes and soldiers on a mission, by who pays."""
    figures: list[Estimate] = []
    for bot in ("club", "random"):
        for payer, options in PAYERS.items():
            found = all_alike(simulate, bot, **options)
            figures.append(found.ratio(PASSES, ENDED, f"{payer} {bot}", "passes"))
            figures.append(found.ratio(SOLDIERS, ENDED, f"{payer} {bot}", "soldiers"))
    facts = {f"{payer}_{bot}_{one.at}": one.value for one in figures for payer, bot in (one.of.split(),)}
    return Finding("passing", "bars", "number", figures, facts)


def cap(simulate: Simulator) -> Finding:
    """In how many verdicts of two players the cap holds, mission by mission."""
    casts = {bot: all_alike(simulate, bot, "2") for bot in ("club", "random")}
    figures = [
        found.ratio(CAPPED + number, ASKED + number, bot, number + 1)
        for bot, found in casts.items()
        for number in range(MISSIONS)
    ]
    facts = {}
    for bot, found in casts.items():
        held, asked = slice(CAPPED, CAPPED + MISSIONS), slice(ASKED, ASKED + MISSIONS)
        facts[f"{bot}_all"] = found.ratio(held, asked, bot, 0).value
        facts[f"{bot}_spared"] = found.ratio(SPARED, held, bot, 0).value
    facts |= {f"{one.of}_{one.at}": one.value for one in figures}
    return Finding("cap", "lines", "share", figures, facts)


CLAIMS: Final[dict[str, Question]] = {
    "accuse": accuse, "stakes": stakes, "face": face, "start": start, "soldiers": soldiers, "skill": skill,
    "values": values, "decided": count_missions, "passing": passing, "cap": cap,
}  # fmt: skip
