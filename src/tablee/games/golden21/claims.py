"""Questions about The Golden 21 that many simulated games answer: what to announce, how strong a 21 is, who can still
win, how long a game is."""

from __future__ import annotations

from typing import Any, Final

from tablee.games.golden21.bots.dice_odds import differences, mean
from tablee.games.golden21.choices import choose
from tablee.games.golden21.policy import ANNOUNCED, FEWEST, sound
from tablee.games.golden21.record import SEATS
from tablee.games.golden21.state import GOAL
from tablee.games.golden21.turbo import ANNOUNCING, LOWEST, ORIGINAL, TO_ANNOUNCE, TOTALS, rank, standing
from tablee.turbo.chance import below
from tablee.turbo.compiled import kernel
from tablee.turbo.counting import Counts, Estimate, Finding, Question, Simulator, exact, with_margins
from tablee.turbo.interface import Lane

PLAYERS: Final = ("random", "sound", "curious")  # curious: as sound, but one total in four is any
NOW_AND_THEN: Final = 4

UNIT: Final = 2520  # a win: 1 to 10 can share it without a remainder
YEARS: Final = 5  # of the usual contract
DEBTS: Final = (0, 10, 20)  # at which announcements are looked at: at just one, all else is alike
SHOWN: Final = 11  # totals of two dice
CELLS: Final = SHOWN * len(DEBTS)
MOST_GOLDS: Final = 3  # 21s of a trader; more count as this many

TRIED: Final = 0  # by cell: how often it was announced
PAID: Final = CELLS  # and what these traders won
HAD: Final = PAID + CELLS  # by 21s: traders who made this many
GOT: Final = HAD + MOST_GOLDS + 1  # and what they won
BEHIND: Final = (
    GOT + MOST_GOLDS + 1
)  # by year: traders who were last as it began, and what they won; the same for first
CAUGHT: Final = BEHIND + YEARS + 1
AHEAD: Final = CAUGHT + YEARS + 1
KEPT: Final = AHEAD + YEARS + 1
GAMES: Final = KEPT + YEARS + 1
ROLLS: Final = GAMES + 1
LASTED: Final = GAMES + 2  # years
BY_PLACE: Final = GAMES + 3  # what each of four places from the first trader on won
COUNTERS: Final = BY_PLACE + 4

YEAR: Final = 0  # remembered: the year, rolls, and by year the last and the first as bits; then by seat and cell
THROWS: Final = 1
LAST: Final = 2
BEST: Final = LAST + YEARS + 1
SAID: Final = BEST + YEARS + 1
BEGAN: Final = SAID + SEATS * CELLS  # the first trader, and one more
MEMORY: Final = BEGAN + 1


@kernel
def answer(g: Lane, player: int) -> int:
    if player == 0:
        return choose(g)
    action = sound(g)
    if player == 2 and action >= TO_ANNOUNCE and below(g, NOW_AND_THEN) == 0:
        dice = int(g.golden) + int(g.crisis[g.turn])
        return TO_ANNOUNCE + dice - LOWEST + below(g, 5 * dice + 1)
    return action


@kernel
def note(g: Lane, seat: int, action: int, memo: Any, counts: Any) -> None:
    if seat < 0:
        settle(g, memo, counts)
        return
    if g.year != memo[YEAR]:
        memo[YEAR] = g.year
        if 1 < g.year <= YEARS:
            note_places(g, memo)
    if g.step == ANNOUNCING and memo[BEGAN] == 0:
        memo[BEGAN] = seat + 1
    if g.step == ANNOUNCING and action >= TO_ANNOUNCE:
        memo[THROWS] += 1
        if int(g.golden) + int(g.crisis[seat]) == 2:
            for row in range(len(DEBTS)):
                if g.debt[seat] == DEBTS[row]:
                    memo[SAID + seat * CELLS + row * SHOWN + (action - TO_ANNOUNCE) % TOTALS] += 1


@kernel
def note_places(g: Lane, memo: Any) -> None:
    """Notes which trader would be last and which first if the contract ended now; none where all are equal."""
    least = most = standing(g, 0)
    for p in range(1, g.players):
        least, most = min(least, standing(g, p)), max(most, standing(g, p))
    if least == most:
        return
    for p in range(g.players):
        memo[LAST + g.year] |= (standing(g, p) == least) << p
        memo[BEST + g.year] |= (standing(g, p) == most) << p


@kernel
def settle(g: Lane, memo: Any, counts: Any) -> None:
    winners = 0
    for p in range(g.players):
        winners += rank(g, p) == 1
    for p in range(g.players):
        share = UNIT // winners if rank(g, p) == 1 else 0
        if g.players == 4:
            counts[BY_PLACE + (p - (memo[BEGAN] - 1)) % 4] += share
        golds = min(MOST_GOLDS, g.golds[p])
        counts[HAD + golds] += 1
        counts[GOT + golds] += share
        for year in range(2, YEARS + 1):
            if memo[LAST + year] >> p & 1:
                counts[BEHIND + year] += 1
                counts[CAUGHT + year] += share
            if memo[BEST + year] >> p & 1:
                counts[AHEAD + year] += 1
                counts[KEPT + year] += share
        for cell in range(CELLS):
            said = memo[SAID + p * CELLS + cell]
            if said:
                counts[TRIED + cell] += said
                counts[PAID + cell] += said * share
    counts[GAMES] += 1
    counts[ROLLS] += memo[THROWS]
    counts[LASTED] += g.year


# ---- the questions --------------------------------------------------------------------


def odds(_: Simulator) -> Finding:
    """What an announcement costs on average, by how far it is from the middle: worked out, not played."""
    figures = [
        exact(f"{dice} dice", steps, mean(dice, 7 * dice // 2 - steps)) for dice in (2, 3, 4, 5) for steps in range(6)
    ]
    facts = {"two": figures[0].value, "three": figures[6].value, "five": figures[18].value, "far": figures[3].value}
    return Finding("odds", "lines", "number", figures, facts)


def golden(_: Simulator) -> Finding:
    """The chance that a roll makes exactly 21, at its best, by what is missing."""
    best = {
        (dice, missing): max(chances(dice, total, missing) for total in range(dice, 6 * dice + 1))
        for dice in (2, 3, 4, 5)
        for missing in range(1, 13)
    }
    figures = [exact(f"{dice} dice", missing, found) for (dice, missing), found in best.items()]
    facts = {"one": best[2, 1], "three": best[2, 3]}
    return Finding("golden", "lines", "share", figures, facts)


def chances(dice: int, total: int, missing: int) -> float:
    found = differences(dice, total)
    return found[missing] if missing < len(found) else 0.0


def table(_: Simulator) -> Finding:
    """How far from the middle the sound trader announces in the Original, by debt: worked out by looking ahead."""
    figures = [
        exact(f"{dice} dice", debt, float(abs(2 * total - 7 * dice) // 2))
        for dice in (2, 3, 4, 5)
        for debt in range(GOAL)
        for total in (int(ANNOUNCED[ORIGINAL, dice, debt - FEWEST]),)
    ]
    return Finding("table", "lines", "number", figures, {f"{one.of[0]}_{one.at}": one.value for one in figures})


def count_announcements(simulate: Simulator) -> Finding:
    """What traders won who announced a total with two dice, by their debt."""
    found = simulate(["curious"])
    figures = [
        found.ratio(PAID + row * SHOWN + shown, TRIED + row * SHOWN + shown, f"debt {debt}", LOWEST + shown, unit=UNIT)
        for row, debt in enumerate(DEBTS)
        for shown in range(SHOWN)
    ]
    facts = with_margins({f"at_{figure.of.split()[1]}_{figure.at}": figure for figure in figures}, 100)
    early = [figure.value for figure in figures[:SHOWN]]
    facts |= {"low_0": min(early), "high_0": max(early)}
    return Finding("announced", "lines", "share", figures, facts)


SHARES: Final = {"random": 1 / 2, "sound": 1.0}  # of the games asked for


def golds(simulate: Simulator) -> Finding:
    """What traders win after no 21, one, two or more."""
    figures = [
        simulate([of], SHARES[of]).ratio(GOT + made, HAD + made, of, made if made < MOST_GOLDS else "more", unit=UNIT)
        for of in ("random", "sound")
        for made in range(MOST_GOLDS + 1)
    ]
    names = ("none", "one", "two", "more")
    facts = dict(zip([*(f"random_{name}" for name in names), *names], (one.value for one in figures), strict=True))
    return Finding("golds", "bars", "share", figures, facts, fair=0.25)


def comeback(simulate: Simulator) -> Finding:
    """What traders win who are last, or first, when a year begins."""

    def since(found: Counts, of: str, all_: int, won: int, year: int) -> Estimate:
        return found.ratio(won + year, all_ + year, of, year, unit=UNIT)

    figures = [
        since(simulate([bot], SHARES[bot]), f"{place} {bot}", *counters, year)
        for place, counters in (("last", (BEHIND, CAUGHT)), ("first", (AHEAD, KEPT)))
        for bot in ("random", "sound")
        for year in range(2, YEARS + 1)
    ]
    value = {(figure.of, figure.at): figure.value for figure in figures}
    facts = {
        "last": value["last sound", 5], "last_random": value["last random", 5], "early": value["last sound", 2],
        "first": value["first sound", 5],
    }  # fmt: skip
    return Finding("comeback", "lines", "share", figures, facts, fair=0.25)


def start(simulate: Simulator) -> Finding:
    """What each of four traders wins, by place from the first on, among equals."""
    figures = [
        simulate([bot], SHARES[bot]).ratio(BY_PLACE + place, GAMES, bot, f"place {place + 1}", unit=UNIT)
        for bot in ("random", "sound")
        for place in range(4)
    ]
    named = {f"{one.of}_{str(one.at)[-1]}": one for one in figures}
    return Finding("start", "bars", "share", figures, with_margins(named, 100), fair=0.25)


TABLES: Final = range(3, 11)
GOALS: Final = ("original", "killer", "survivor")
FEW: Final = 1 / 100  # of the games asked for: among players at random they are twenty times as long


def length(simulate: Simulator, bot: str, goal: str, players: int, counter: int) -> Estimate:
    share = 1 / (len(GOALS) * len(TABLES)) if bot == "sound" else FEW
    found = simulate([bot], share, players=str(players), goal=goal)
    return found.ratio(counter, GAMES, goal, players)


def rolls(simulate: Simulator) -> Finding:
    figures = [length(simulate, "sound", goal, n, ROLLS) for goal in GOALS for n in TABLES]
    facts = {f"{one.of}_{one.at}": one.value for one in figures}
    facts["more"] = (facts["original_10"] - facts["original_3"]) / 7
    return Finding("rolls", "lines", "number", figures, facts)


def years(simulate: Simulator) -> Finding:
    """How many years a game lasts, for the goals that do not say how many."""
    figures = [length(simulate, "sound", goal, n, LASTED) for goal in GOALS[1:] for n in TABLES]
    return Finding("years", "lines", "number", figures, {f"{one.of}_{one.at}": one.value for one in figures})


def patience(simulate: Simulator) -> Finding:
    """The same among players at random, whom the cap on years ends."""
    figures = [length(simulate, "random", goal, n, LASTED) for goal in GOALS[1:] for n in TABLES]
    facts = {f"{one.of}_{one.at}": one.value for one in figures}
    return Finding("patience", "lines", "number", figures, facts)


CLAIMS: Final[dict[str, Question]] = {
    "odds": odds,
    "golden": golden,
    "table": table,
    "announced": count_announcements,
    "golds": golds,
    "comeback": comeback,
    "start": start,
    "rolls": rolls,
    "years": years,
    "patience": patience,
}
