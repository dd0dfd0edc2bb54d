"""What many games of Code 21 are asked: nine soldiers or eight, what missions are worth, who pays a pass, the cap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from tablee.games.code21.policy import BEGINNER, CLUB, draw_action, think
from tablee.games.code21.rules import CAP, MOST
from tablee.games.code21.state import GOAL
from tablee.games.code21.turbo import ACCUSED, ACTIONS, NOTHING, STAKE, TO_ACCUSE, TO_PASS, choose, rank, won_by
from tablee.turbo.compiled import kernel
from tablee.turbo.counting import Counts, Estimate, Finding, Simulator

PLAYERS: Final = ("random", "beginner", "club")
WEIGHTS: Final = np.stack([BEGINNER, CLUB])

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
COUNTERS: Final = CAPPED + MISSIONS
MEMORY: Final = 1  # missions that are over


@kernel
def answer(g: Any, player: int) -> int:
    if player == 0:
        return choose(g)
    shares = np.empty(ACTIONS)
    think(g, WEIGHTS[player - 1], shares)
    return draw_action(g, shares)


@kernel
def note(g: Any, seat: int, action: int, memo: Any, counts: Any) -> None:
    if seat < 0:
        settle(g, counts)
        return
    counts[DECISIONS] += 1
    counts[SOLDIERS] += action < TO_ACCUSE
    counts[PASSES] += action == TO_PASS
    if g.call and seat == g.players - 1:  # the last fist closes: the verdict is known
        verdict(g, action, memo[0], counts)
        memo[0] += 1


@kernel
def verdict(g: Any, action: int, number: int, counts: Any) -> None:
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
def settle(g: Any, counts: Any) -> None:
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
    counts[SEAT_0] += UNIT // many if winners & 1 else 0
    if won_by(g) >= 0:
        counts[THREE] += 1
    else:
        counts[SWAYED] += winners != same


# ---- the questions --------------------------------------------------------------------

SETS: Final[dict[str, dict[str, str]]] = {"nine": {}, "eight": {"soldiers": "0,1,2,3,4,5,6,8"}}
PAYERS: Final[dict[str, dict[str, str]]] = {"passer": {}, "bank": {"pass_paid_by": "bank"}}
SHARES: Final = {"club": 1 / 8, "random": 1.0}  # of the games asked for: the club player takes its time


def all_alike(simulate: Simulator, bot: str, players: str = "4", **options: str) -> Counts:
    return simulate([bot], SHARES[bot], players=players, **options)


def claims(simulate: Simulator) -> Iterator[Finding]:
    yield soldiers(simulate)
    yield skill(simulate)
    yield values(simulate)
    yield count_missions(simulate)
    yield passing(simulate)
    yield cap(simulate)


def soldiers(simulate: Simulator) -> Finding:
    """How missions end, with nine soldiers and with eight."""
    figures = [
        all_alike(simulate, bot, **options).ratio(counter, ENDED, f"{name} {bot}", at)
        for bot in ("club", "random")
        for name, options in SETS.items()
        for counter, at in ((EXACT, "exact"), (OVER, "over"), (UNDER, "under"))
    ]
    facts = {f"{one.of.replace(' ', '_')}_{one.at}": one.value for one in figures}
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
    facts = {f"{one.of.split()[1]}_{one.at}": one.value for one in figures}
    return Finding("skill", "bars", "share", figures, facts, fair=0.5)


def values(simulate: Simulator) -> Finding:
    """How many missions of each value reach 21."""
    figures = [
        all_alike(simulate, bot).ratio(REACHED + value, TURNED + value, bot, value)
        for bot in ("club", "random")
        for value in VALUES
    ]
    facts = {f"{one.of}_{one.at}": one.value for one in figures}
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
