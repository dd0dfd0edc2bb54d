"""Questions about Sixteen that many simulated games answer: the totals to aim for, jokers and luck, and whether the
first player has an advantage."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.sixteen.policy import NINE, TWO, best_card, by_the_book
from tablee.games.sixteen.rules import GOAL
from tablee.games.sixteen.turbo import BOTH, BUST, JOKER, MATCH, SIXTEEN, choose
from tablee.turbo.compiled import kernel
from tablee.turbo.counting import Counts, Estimate, Finding, Question, Simulator, with_margins
from tablee.turbo.interface import Lane

# Who is asked. `plain` is the club player without the rulebook's totals; those behind are `plain` or `sound` and one of
# these totals: between plays that seem equally good (a little), or as much as the club player believes (much).
PLAYERS: Final = (
    "random", "sound", "club", "plain",
    "plain 9 a little", "plain 9 much", "plain 2 a little", "plain 2 much",
    "sound 9 a little", "sound 9 much", "sound 2 a little", "sound 2 much",
)  # fmt: skip
LITTLE: Final = 0.02
NINES: Final = np.array([0, 0, NINE, 0, LITTLE, NINE, 0, 0, LITTLE, NINE, 0, 0])
TWOS: Final = np.array([0, 0, TWO, 0, 0, 0, LITTLE, TWO, 0, 0, LITTLE, TWO])

TOTALS: Final = GOAL  # from 0 to one less than the goal: what a play can leave
LEFT: Final = 0  # by total: how often a play left it, in a series that somebody won
TOOK: Final = TOTALS  # and how often the side that left it won that series
GAMES: Final = 2 * TOTALS
FIRST: Final = GAMES + 1  # halves of a win of the side that played first
SEAT_0: Final = GAMES + 2  # halves of a win of the side of seat 0
DRAWN: Final = GAMES + 3  # by jokers: how many sides drew this many
LUCKY: Final = DRAWN + 3  # and halves of a win of these
KINDS: Final = LUCKY + 3  # by how a series ends: how many did
COUNTERS: Final = KINDS + 5
MEMORY: Final = 1  # the seat that played first, and one more


@kernel
def answer(g: Lane, player: int) -> int:
    if player == 0:
        return choose(g)
    if 1 < player < 8:
        return by_the_book(g, NINES[player], TWOS[player])
    return best_card(g, NINES[player], TWOS[player])


@kernel
def note(g: Lane, seat: int, action: int, memo: Any, counts: Any) -> None:
    """Counts at the end: the record has every card that was played, by whom, and where each series ended."""
    if seat >= 0:
        if memo[0] == 0:
            memo[0] = seat + 1
        return
    start = 0
    for n in range(g.series):
        end = int(g.ends[n])
        winner = g.by[end - 1] & 1
        counts[KINDS + g.kind[n]] += 1
        if g.kind[n] == BUST:
            winner = 1 - winner
        total = 0
        for i in range(start, end - 1):
            total += g.value[i]
            counts[LEFT + total] += 1
            counts[TOOK + total] += g.by[i] & 1 == winner
        start = end
    jokers = 0
    for i in range(g.played):
        jokers += g.card[i] == JOKER and g.by[i] & 1 == 0
    for side in range(2):
        halves = half_wins(g, side)
        held = jokers if side == 0 else 2 * g.jokers - jokers
        counts[DRAWN + held] += 1
        counts[LUCKY + held] += halves
        if side == 0:
            counts[SEAT_0] += halves
        if side == (memo[0] - 1) & 1:
            counts[FIRST] += halves
    counts[GAMES] += 1


@kernel
def half_wins(g: Lane, side: int) -> int:
    """2 for a win, 1 where nobody won."""
    lead = int(g.won[side]) - int(g.won[1 - side])
    return 2 if lead > 0 else 1 if lead == 0 else 0


# ---- the questions --------------------------------------------------------------------

# of the games asked for: so that every question has as many, whoever plays
HALF, QUARTER, EIGHTH = 1 / 2, 1 / 4, 1 / 8


def took(found: Counts, of: str, total: int) -> Estimate:
    return found.ratio(TOOK + total, LEFT + total, of, total)


def share_won(found: Counts, counter: int, of: str, at: int | str) -> Estimate:
    """The games that the side under this counter won, a drawn one counting half."""
    return found.ratio(counter, GAMES, of, at, unit=2)


def nine(simulate: Simulator) -> Finding:
    """What becomes of a pile that a player leaves at a total."""
    casts = {"random": simulate(["random"]), "sound": simulate(["sound"], HALF)}
    figures = [took(found, of, total) for of, found in casts.items() for total in range(TOTALS)]
    everything = {
        of: found.ratio(slice(TOOK, TOOK + TOTALS), slice(LEFT, LEFT + TOTALS), of, 0) for of, found in casts.items()
    }
    value = {(figure.of, figure.at): figure.value for figure in figures}
    facts = {
        "nine": value["sound", 9], "nine_random": value["random", 9], "two": value["sound", 2],
        "two_random": value["random", 2], "ten": value["sound", 10], "ten_random": value["random", 10],
        "zero": value["sound", 0], "one": value["sound", 1], "fourteen": value["sound", 14],
        "mean": everything["sound"].value, "mean_random": everything["random"].value,
    }  # fmt: skip
    return Finding("nine", "lines", "share", figures, facts, fair=0.5)


def advice(simulate: Simulator) -> Finding:
    """Two players who play alike, except that one of them likes a total."""
    figures = [
        share_won(simulate([f"{base} {total} {liking}", base], EIGHTH), SEAT_0, base, f"{total} {liking}")
        for base in ("plain", "sound")
        for total in (9, 2)
        for liking in ("a little", "much")
    ]
    club = share_won(simulate(["club", "plain"], EIGHTH), SEAT_0, "plain", "both")
    names = ("nine_little", "nine_much", "two_little", "two_much")
    named = dict(zip([*names, *(f"sound_{name}" for name in names), "both"], [*figures, club], strict=True))
    return Finding("advice", "bars", "share", [*figures[:4], club, *figures[4:]], with_margins(named, 100), fair=0.5)


def jokers(simulate: Simulator) -> Finding:
    """What players win who draw no joker, one, or both."""
    casts = {"random": simulate(["random"]), "sound": simulate(["sound"], HALF)}
    figures = [
        found.ratio(LUCKY + held, DRAWN + held, of, held, unit=2) for of, found in casts.items() for held in range(3)
    ]
    facts = {"both": figures[5].value, "none": figures[3].value, "both_random": figures[2].value}
    return Finding("jokers", "bars", "share", figures, facts, fair=0.5)


def stronger(simulate: Simulator) -> Finding:
    """How often the better player wins, with jokers and without: the less often, the more luck."""
    casts = {"over_club": ["sound", "club"], "over_random": ["club", "random"]}
    figures = [
        share_won(simulate(bots, QUARTER, jokers=jokers), SEAT_0, of, f"jokers_{jokers}")
        for of, bots in casts.items()
        for jokers in ("on", "off")
    ]
    named: dict[str, Estimate] = dict(zip(("on", "off", "random_on", "random_off"), figures, strict=True))
    return Finding("stronger", "bars", "share", figures, with_margins(named, 100), 0.5)


def endings(simulate: Simulator) -> Finding:
    """How series end."""
    casts = {"random": simulate(["random"], EIGHTH), "sound": simulate(["sound"], EIGHTH)}
    figures = [
        found.ratio(KINDS + kind, slice(KINDS, COUNTERS), of, at)
        for of, found in casts.items()
        for kind, at in ((SIXTEEN, "sixteen"), (MATCH, "match"), (BOTH, "both at once"), (BUST, "bust"))
    ]
    facts = {f"{figure.of}_{str(figure.at).split()[0]}": figure.value for figure in figures}
    return Finding("endings", "bars", "share", figures, facts)


def start(simulate: Simulator) -> Finding:
    """What the side that plays first wins."""
    figures = [
        share_won(simulate([of], share, players=players), FIRST, of, f"players_{players}")
        for of, share in (("random", 1), ("club", QUARTER), ("sound", HALF))
        for players in ("2", "4")
    ]
    facts = with_margins({f"{figure.of}_{figure.at}": figure for figure in figures}, 100)
    return Finding("start", "bars", "share", figures, facts, fair=0.5)


CLAIMS: Final[dict[str, Question]] = {
    "nine": nine,
    "advice": advice,
    "jokers": jokers,
    "stronger": stronger,
    "start": start,
    "endings": endings,
}
