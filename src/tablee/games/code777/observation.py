"""What a seat of Code 777 observes, as int8: declared once, written from a record and from a view.

All is seen from one seat, the observer's: it is 0, then they are counted to the left, and the racks that are
nobody's keep their places after the players'. -1 is nobody. What was said before the last 512 questions and
declarations is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablee.games.code777.packing import AGAIN, ANSWERS
from tablee.games.code777.questions import Answer, answer
from tablee.games.code777.rack_tables import (
    HAVING,
    KINDS,
    LAST_COUNTED,
    LEAST_WORTH,
    MADE,
    MOST_WORTH,
    ORDERS,
    QUESTIONS,
    RACKS_IN_WORD,
    ROW,
    SECOND,
    SHARE,
    THERE,
    THIRD,
    TILED,
    WITHIN,
    WORDS,
)
from tablee.games.code777.state import ALL_RACKS, Declared, racks_to_refill
from tablee.games.code777.tiles import PLACE, RACKS, Rack
from tablee.games.code777.turbo import DECLARED, LOG, closing, standing_racks, total
from tablee.games.code777.view import View
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane
from tablee.turbo.layout import Field, Layout, Repeat

SEATS: Final = 4
NO_ANSWER: Final = -2

Fit: TypeAlias = tuple[int, int, int, int]  # a set of racks, as in `rack_tables`
EVERY_RACK: Final[Fit] = (-1, -1, -1, -1)

OBSERVATION: Final = Layout((
    Repeat("others", "the other three racks", ALL_RACKS - 1, (
        Field("tiles", "how many of each tile stand on it (all 0: it is empty)", KINDS, high=3),
    )),
    Field("left", "of each tile, how many may be on the observer's rack: all of them less those seen outside the stock "
          "at any one time since the rack was filled (on the others' racks or set aside; the observer's own former "
          "tiles only if they were shown)",
          KINDS, high=7),
    Field("fit", "of each rack in the order of `RACKS`, in how many ways it can be made of these tiles, and 0 if it "
          "does not fit all that the others answered since the observer's rack stands", MADE, high=64),
    Repeat("answers", "each question, if it is one of the last 23 answered, and the last time it was", QUESTIONS, (
        Field("answer", "the answer (first 1, equal 0, second -1; -2: none)", low=NO_ANSWER, high=36),
        Field("by", "the seat that answered", low=-1, high=3),
        Field("same", "the racks that still stand as they did then (bit n is rack n)", high=15),
    )),
    Field("to_come", "how many questions come before each: -1 not known, it is in the pile; -2 it comes after the next "
          "shuffle", QUESTIONS, low=-2, high=QUESTIONS - 1),
    Field("points", "points of each seat, the observer's first (0 where nobody sits)", SEATS, high=10),
    Field("spent", "the seats that may not declare now, the observer's first (0 where nobody sits)", SEATS, high=1),
    Field("turn", "whose turn to ask", low=-1, high=3),
    Field("filling", "the rack to be filled (-1: none)", low=-1, high=3),
    Field("to_fill", "how many racks are to be filled", high=4),
    Field("asking", "a question is being turned", high=1),
    Field("stock", "tiles in the stock", high=28),
    Field("aside", "tiles set aside", high=28),
    Field("closing", "the last question is answered", high=1),
    Field("questions_left", "how many questions are left (127: that or more, -1: no limit)", low=-1),
    Field("own", "the observer's seat", high=3),
    Field("players", "players at the table", high=4),
    Field("target", "option: points that win", high=10),
    Field("colours", "option: tiles are declared, not only digits", high=1),
    Field("show_removed", "option: what is taken off a rack is shown", high=1),
    Field("reshuffle", "option: questions cycle 0, reshuffle 1", high=1),
    Field("declare_again", "option: after_asking 0, next_question 1, any 2", high=2),
))  # fmt: skip

OBSERVED: Final = OBSERVATION.size
OTHERS, LEFT, FIT = OBSERVATION.offsets("others", "left", "fit")
EACH = OBSERVATION.stride("answers")
ANSWER, BY, SAME = OBSERVATION.offsets("answers.answer", "answers.by", "answers.same")
TO_COME, POINTS, SPENT, TURN = OBSERVATION.offsets("to_come", "points", "spent", "turn")
FILLING, TO_FILL, ASKING, STOCK, ASIDE = OBSERVATION.offsets("filling", "to_fill", "asking", "stock", "aside")
CLOSING, QUESTIONS_LEFT, OWN, PLAYERS = OBSERVATION.offsets("closing", "questions_left", "own", "players")
TARGET, COLOURS, SHOW_REMOVED, RESHUFFLE, DECLARE_AGAIN = OBSERVATION.offsets(
    "target", "colours", "show_removed", "reshuffle", "declare_again"
)


@kernel
def observe(g: Lane, p: int, out: Any) -> None:
    """The observation of seat p."""
    players = int(g.players)
    for i in range(players, SEATS):
        out[POINTS + i] = out[SPENT + i] = 0
    for q in range(players):
        i = place_of(p, q, players)
        out[POINTS + i], out[SPENT + i] = g.points[q], int(g.spent) >> q & 1
    asked = g.asked % QUESTIONS
    for i in range(g.turned):  # C77-04
        out[TO_COME + int(g.order[i]) - 1] = -2 if g.reshuffle else i - asked if i >= asked else i - asked + QUESTIONS
    for i in range(g.turned, QUESTIONS):
        out[TO_COME + int(g.order[i]) - 1] = -1
    observe_racks(g, p, out)
    out[TURN] = place_of(p, g.turn, players) if g.turn >= 0 else -1
    out[FILLING] = place_of(p, g.filling[0], players) if g.to_fill else -1
    out[TO_FILL], out[ASKING], out[STOCK], out[ASIDE] = g.to_fill, g.asking, g.stock, g.aside
    out[CLOSING], out[QUESTIONS_LEFT] = closing(g), min(127, g.limit - g.asked) if g.limit else -1
    out[OWN], out[PLAYERS], out[TARGET], out[COLOURS] = p, players, g.target, g.colours
    out[SHOW_REMOVED], out[RESHUFFLE], out[DECLARE_AGAIN] = g.shown, g.reshuffle, g.again


@kernel
def place_of(p: int, r: int, players: int) -> int:
    """Where seat p sees rack or seat r: players to the left first, then the racks that are nobody's."""
    if r >= players:
        return r
    return r - p if r >= p else r - p + players


@kernel
def observe_racks(g: Lane, p: int, out: Any) -> None:
    """The racks in sight, what was answered, and what the observer's rack can be: back through the log."""
    players, same, out_now = int(g.players), 0, 0
    for r in range(ALL_RACKS):
        i, place = int(g.rack[r]), place_of(p, r, players)
        tiled = 0
        if i >= 0 and not (g.to_fill and g.filling[0] == r):
            same |= 1 << place
            tiled = TILED[i]
        if place:
            out_now += tiled
            for k in range(KINDS):
                out[OTHERS + (place - 1) * KINDS + k] = tiled >> 4 * k & 15
    fit = EVERY_RACK
    for i in range(QUESTIONS):
        out[ANSWER + EACH * i], out[BY + EACH * i], out[SAME + EACH * i] = NO_ANSWER, -1, 0
    racks = standing_racks(g) if g.logged else 0
    # Tiles are out of the stock from their draw to the merge after they were set aside, and every third draw brings a
    # merge (C77-23). `out_now`: what is seen to be out at the end of the round, from merge to merge, that we are in.
    most, drawn, done, answers = 0, False, False, 0
    due, draws = int(g.to_fill), (16 - int(g.stock)) // 3
    for n in range(1, min(g.logged, LOG) + 1):
        if done and answers == QUESTIONS:
            break
        entry = (g.logged - n) & (LOG - 1)
        said = int(g.said[entry])
        if said < DECLARED:
            number, by, found = said & 31, said >> 5 & 3, (said >> 7) - 1
            at = EACH * (number - 1)
            if answers < QUESTIONS:
                answers += 1
                if out[ANSWER + at] == NO_ANSWER:
                    out[ANSWER + at], out[BY + at], out[SAME + at] = found, place_of(p, by, players), same
            if by != p and not drawn:
                fit = narrow(number, racks, p, by, found, fit)
            continue
        for which in range(2):  # the free rack was filled last (C77-23)
            r, i = (int(g.free[entry]), int(g.also[entry])) if which == 0 else (said >> 9 & 3, int(g.off[entry]))
            if r < 0:
                continue
            if due == 2:  # it still stands
                due = 1
                continue
            if due == 1:
                due = 0
            else:
                if draws == 0:
                    if not done:
                        most = more(most, out_now)
                    done = drawn
                    out_now = 0
                    for q in range(ALL_RACKS):
                        if q != p:
                            out_now += TILED[racks >> 16 * q & 0xFFFF]
                    draws = 3
                draws -= 1
            same &= ~(1 << place_of(p, r, players))
            racks += (i - (racks >> 16 * r & 0xFFFF)) << 16 * r
            if r == p:
                drawn = True
            if r != p or g.shown:  # C77-21
                out_now += TILED[i]
    if not done:
        most = more(most, out_now)
    for k in range(KINDS):
        out[LEFT + k] = THERE[k] - (most >> 4 * k & 15)
    for word in range(WORDS):
        write_fit(word, fit[word], out)


@kernel
def more(one: int, two: int) -> int:
    """Of each tile, the higher of two counts."""
    found = 0
    for k in range(KINDS):
        found |= max(one >> 4 * k & 15, two >> 4 * k & 15) << 4 * k
    return found


@kernel
def narrow(number: int, racks: int, p: int, q: int, found: int, fit: Fit) -> Fit:
    """Without what cannot be on the rack of p, if q answered so."""
    others = total(number, racks, p, q)
    if 8 <= number <= 10:
        kind, least = (1, 1) if number == 10 else (0, 3 if number == 9 else 1)
        if number == 10:
            found = 7 - found
        return (
            fit[0] & lifting(kind, least, others, found, 0),
            fit[1] & lifting(kind, least, others, found, 1),
            fit[2] & lifting(kind, least, others, found, 2),
            fit[3] & lifting(kind, least, others, found, 3),
        )
    low = high = found - others
    if number > LAST_COUNTED:
        low, high = 1 - others if found > 0 else LEAST_WORTH if found < 0 else -others, MOST_WORTH
        if found <= 0:
            high = -others if found == 0 else -1 - others
    sets = WITHIN[number]
    most = sets[min(max(high, LEAST_WORTH), MOST_WORTH) - LEAST_WORTH]
    below = sets[min(max(low - 1, LEAST_WORTH), MOST_WORTH) - LEAST_WORTH]
    return (
        fit[0] & int(most[0]) & ~int(below[0]),
        fit[1] & int(most[1]) & ~int(below[1]),
        fit[2] & int(most[2]) & ~int(below[2]),
        fit[3] & int(most[3]) & ~int(below[3]),
    )


@kernel
def lifting(kind: int, least: int, others: int, found: int, word: int) -> int:
    """The racks of a word with which so many of the seven counts are at least this high.

    The counts of all its racks are added up side by side: the n-th bits of their sums are one number.
    """
    ones = twos = fours = 0
    for k in range(7):
        high = int(HAVING[kind, k, max(0, least - (others >> 4 * k & 15)), word])
        carry = ones & high
        ones ^= high
        fours |= twos & carry
        twos ^= carry
    return (ones if found & 1 else ~ones) & (twos if found & 2 else ~twos) & (fours if found & 4 else ~fours)


@kernel
def write_fit(word: int, fit: int, out: Any) -> None:
    """In how many ways each rack of a word can be made of what is left, if it fits."""
    first = RACKS_IN_WORD * word
    for i in range(first, min(first + RACKS_IN_WORD, MADE)):
        a, b, c = int(out[LEFT + ROW[i, 0]]), int(out[LEFT + ROW[i, 1]]), int(out[LEFT + ROW[i, 2]])
        ways = a * (b - int(SECOND[i])) * (c - int(THIRD[i])) * int(SHARE[i]) >> 8
        out[FIT + i] = ways if fit >> (i - first) & 1 else 0


def encode(view: View) -> NDArray[np.int8]:
    """The same observation, made from a view: so it can hold nothing else."""
    assert view.seat is not None
    options, seat, players = view.options, view.seat, view.options.players
    place = [(r - seat) % players if r < players else r for r in range(ALL_RACKS)]
    standing = [bool(view.racks[r]) and r not in view.filling[:1] for r in range(ALL_RACKS)]
    others = [[0] * KINDS for _ in range(ALL_RACKS - 1)]
    for r in range(ALL_RACKS):
        if r != seat and standing[r]:
            for tile in view.racks[r][-1] or ():
                others[place[r] - 1][PLACE[tile]] += 1
    left = left_for(view)
    fit, answers = encode_answers(view, left, place, standing)
    to_come = [-1] * QUESTIONS
    for i, number in enumerate(view.turned):
        to_come[number - 1] = -2 if options.questions == "reshuffle" else (i - view.asked) % QUESTIONS
    points, spent = [0] * SEATS, [0] * SEATS
    for q in range(players):
        points[place[q]], spent[place[q]] = view.points[q], q in view.spent
    return OBSERVATION.array({
        "others": [{"tiles": tiles} for tiles in others],
        "left": left.tolist(),
        "fit": fit.tolist(),
        "answers": answers,
        "to_come": to_come,
        "points": points,
        "spent": spent,
        "turn": -1 if view.turn is None else place[view.turn],
        "filling": place[view.filling[0]] if view.filling else -1,
        "to_fill": len(view.filling),
        "asking": view.asking,
        "stock": view.stock,
        "aside": view.aside,
        "closing": 0 < options.limit == view.asked,
        "questions_left": min(127, options.limit - view.asked) if options.limit else -1,
        "own": seat,
        "players": players,
        "target": options.target,
        "colours": options.colours,
        "show_removed": options.show_removed,
        "reshuffle": options.questions == "reshuffle",
        "declare_again": AGAIN.index(options.declare_again),
    })  # fmt: skip


def encode_answers(
    view: View, left: NDArray[np.int8], place: list[int], standing: list[bool]
) -> tuple[NDArray[np.int8], list[dict[str, int]]]:
    """In how many ways each rack can be the observer's one, and what was answered last to each question."""
    seat = view.seat
    assert seat is not None
    fit = (left[ROW[:, 0]] * (left[ROW[:, 1]] - SECOND) * (left[ROW[:, 2]] - THIRD)) // ORDERS
    found = [{"answer": NO_ANSWER, "by": -1, "same": 0} for _ in range(QUESTIONS)]
    answers, stands = 0, [len(racks) for racks in view.racks]
    for event in reversed(view.log[-LOG:]):
        own = standing[seat] and event.stood[seat] == stands[seat]
        if answers >= QUESTIONS and not own:
            break
        if isinstance(event, Declared):
            continue
        if answers < QUESTIONS and found[event.number - 1]["answer"] == NO_ANSWER:
            found[event.number - 1] = {
                "answer": ANSWERS[event.answer] if event.answer in ANSWERS else int(event.answer),
                "by": place[event.by],
                "same": sum(1 << place[r] for r in range(ALL_RACKS) if standing[r] and event.stood[r] == stands[r]),
            }
        answers += 1
        if own and event.by != seat:
            others = [view.racks[r][n - 1] for r, n in enumerate(event.stood) if r not in (seat, event.by)]
            fit = fit * fitting(event.number, tuple(sorted(rack for rack in others if rack)), event.answer)
    return fit, found


@lru_cache(maxsize=10_000)
def fitting(number: int, others: tuple[Rack, ...], found: Answer) -> NDArray[np.int8]:
    """The racks with which somebody who saw these others, too, had to answer this."""
    return np.array([answer(number, (*others, rack)) == found for rack in RACKS], np.int8)


def left_for(view: View) -> NDArray[np.int8]:
    """How many of each tile may be on the observer's rack."""
    draws = (16 - view.stock) // 3  # C77-23
    nth = [len(racks) - 1 for racks in view.racks]
    out_now = [
        rack for r, racks in enumerate(view.racks) if r not in (view.seat, *view.filling[:1]) for rack in racks[-1:]
    ]
    least: NDArray[np.int8] = THERE.copy()
    drawn = False
    for r, pending in fills(view):
        if not pending:
            if draws == 0:
                least = np.minimum(least, THERE - count_tiles(out_now))
                if drawn:
                    return least
                out_now = [racks[nth[q]] for q, racks in enumerate(view.racks) if q != view.seat]
                draws = 3
            draws -= 1
            nth[r] -= 1
        drawn = drawn or r == view.seat
        out_now.append(view.racks[r][nth[r]])
    least = np.minimum(least, THERE - count_tiles(out_now))
    return least


def fills(view: View) -> Iterator[tuple[int, bool]]:
    """The racks that were cleared, the last first; and whether that one is still empty."""
    points, due = sum(view.points), len(view.filling)
    for event in reversed(view.log[-LOG:]):
        if isinstance(event, Declared):
            for r in reversed(racks_to_refill(view.options, event.by, event.right, points)):
                if due < 2:
                    yield r, due == 1
                due = max(0, due - 1)
            points -= event.right


def count_tiles(racks: list[Rack | None]) -> NDArray[np.int8]:
    seen = [PLACE[tile] for rack in racks for tile in rack or ()]
    return np.bincount(seen, minlength=KINDS).astype(np.int8) if seen else np.zeros(KINDS, np.int8)
