"""Puzzles of Code 21: what the soldiers on the mission can add up to. Can it be 21, and who is sure to lose a call?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import log2
from random import Random
from typing import Final

from tablee.games.code21.actions import ACCUSE, Act
from tablee.games.code21.posterior import posterior, troop
from tablee.games.code21.state import GOAL
from tablee.games.code21.view import View
from tablee.puzzle_file import Facts, Found, Sentence
from tablee.tuples import around

THEMES: Final[dict[str, tuple[str, ...]]] = {"total": ("yes", "no"), "accuse": ("last", "me", "open")}
TABLES: Final = ({"players": "4"}, {"players": "3"}, {"players": "2"})
WORLDS: Final = range(2, 3001)  # so many may be listed
NEAR: Final = 5  # how far from 21 a total is worth a question


def theme_of(action: Act, hope: float) -> str | None:
    return "accuse" if action == ACCUSE else None


def find(view: View, legal: Sequence[Act], rng: Random) -> Iterator[Found]:
    if view.seat is None or ACCUSE not in legal:
        return
    blind = posterior(view)
    totals = sorted(blind.totals)
    if blind.worlds not in WORLDS or not (totals[0] <= GOAL + NEAR and totals[-1] >= GOAL - NEAR):
        return
    difficulty = round(500 + 130 * log2(blind.worlds))
    clues = tuple(solution(view, totals))
    possible = "yes" if GOAL in totals else "no"
    yield Found("total", (possible,), difficulty, (*clues, Sentence(f"so {possible}")))
    pays = "last" if totals[0] > GOAL else "me" if totals[-1] <= GOAL else "open"
    facts: Facts = {"last": view.line[-1].by}
    yield Found("accuse", (pays,), difficulty + 60, (*clues, Sentence(f"pays {pays}", facts)))


def solution(view: View, totals: Sequence[int]) -> Iterator[Sentence]:
    """What is known, what each other player may have played face down, and what it all adds up to."""
    known = [soldier.value for soldier in view.line if soldier.value is not None]
    if known:
        yield Sentence("known", {"values": ",".join(map(str, known)), "total": sum(known)})
    for seat in around(view.options.players):
        hidden = troop(view, seat)
        if count := len(hidden.early) + len(hidden.late):
            sums = hidden.sums()
            side: Facts = {"by": seat, "n": count, "values": ",".join(map(str, hidden.unseen))}
            yield Sentence("hidden", {**side, "low": min(sums), "high": max(sums)})
            if hidden.back and hidden.early:
                yield Sentence("back", {"by": seat, "values": ",".join(map(str, hidden.back))})
    yield Sentence("between" if totals[0] < totals[-1] else "exactly", {"low": totals[0], "high": totals[-1]})


# ---- every world, one after the other -----------------------------------------


def refute(view: View, theme: str, answer: str, answers: Sequence[str], rng: Random) -> Sentence | None:
    """Soldiers that may lie there, with which this answer is wrong."""
    for soldiers in worlds(view):
        total = sum(soldiers)
        holds = {
            "yes": False, "no": total != GOAL,
            "last": total > GOAL, "me": total <= GOAL, "open": False,
        }[answer]  # fmt: skip
        if not holds and answer not in ("yes", "open"):
            return Sentence("may add up", {"values": ",".join(map(str, soldiers)), "total": total})
    return refute_possibility(view, answer)


def refute_possibility(view: View, answer: str) -> Sentence | None:
    """Where the answer is that something is possible: it is not in any world."""
    totals = {sum(soldiers) for soldiers in worlds(view)}
    if answer == "yes" and GOAL not in totals:
        return Sentence("never", {"low": min(totals), "high": max(totals)})
    if answer == "open" and (min(totals) > GOAL) == (max(totals) > GOAL):
        return Sentence("never open", {"low": min(totals), "high": max(totals)})
    return None


def worlds(view: View) -> Iterator[tuple[int, ...]]:
    """The values of all soldiers of the mission, in every way that fits: no two of a player are the same, and what
    lies open, or lay open when it was taken back (C21-41), was not played face down before."""
    players = [list(laid(view, seat)) for seat in around(view.options.players)]
    places = [[n for n, one in enumerate(view.line) if one.by == seat] for seat in around(view.options.players)]
    for chosen in product(*players):
        values = {n: value for seat, own in enumerate(places) for n, value in zip(own, chosen[seat], strict=True)}
        yield tuple(values[n] for n in range(len(view.line)))


def laid(view: View, seat: int) -> Iterator[tuple[int, ...]]:
    """What one player may have played, in order."""
    line = [one for one in view.line if one.by == seat]
    known = {one.value for one in line if one.value is not None}
    used = {*view.laid[seat]} | known
    hidden = [n for n, one in enumerate(line) if one.value is None]
    returned = next((n for n, one in enumerate(line) if one.back), None)
    free = [value for value in view.options.soldiers if value not in used]
    for values in permutations(free, len(hidden)):
        row = [one.value for one in line]
        for n, value in zip(hidden, values, strict=True):
            row[n] = value
        if returned is None or not any(
            value in line[returned].back for n, value in zip(hidden, values, strict=True) if n <= returned
        ):
            yield tuple(value for value in row if value is not None)
