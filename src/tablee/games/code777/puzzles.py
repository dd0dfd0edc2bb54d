"""Puzzles of Code 777: what was said about one's own rack leaves only three digits: which? And when another player is
about to ask: which question tells most about one's own rack?

Nobody chooses a question: the top card is taken, and answered by the player who takes it (C77-10). What I would ask
myself tells me nothing, as I see all that I answer from; what another answers tells me which of my possible racks they
may see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, log2, prod
from random import Random
from typing import Final, NamedTuple

from tablee.contract import write_value
from tablee.games.code777.actions import Act, Declare, DeclareTiles, parse
from tablee.games.code777.fits import answers as racks_by_answer
from tablee.games.code777.fits import members, together, total_of
from tablee.games.code777.posterior import posterior
from tablee.games.code777.questions import Answer
from tablee.games.code777.questions import answer as answer_question
from tablee.games.code777.state import Asked
from tablee.games.code777.tiles import COUNT, DIGIT, DIGITS, RACK_SIZE, TILES, Rack
from tablee.games.code777.view import View
from tablee.puzzle_file import Facts, Found, Sentence

THEMES: Final[dict[str, tuple[str, ...]]] = {"rack": (), "question": ()}
TABLES: Final = ({"players": "3"}, {"players": "4"}, {"players": "2"})
POSSIBLE: Final = range(4, 31)  # racks, among which a question is to tell apart
OFFERED: Final = 4  # questions
PLACES: Final = 6  # of an average: how floats are added is not the same in every Python
CLEAR: Final = Fraction(5, 4)  # the second best question leaves at least so many times as many racks


class RacksLeft(NamedTuple):
    """What an answer leaves on average, each weighed by how likely it is."""

    racks: float | Fraction
    digits: float | Fraction  # different ones that could be declared

    def clearly_less(self, other: RacksLeft) -> bool:
        """By far fewer racks, and no more digits: nobody can say that the other question is better after all."""
        return self.racks * CLEAR <= other.racks and self.digits <= other.digits


def theme_of(action: Act, hope: float) -> str | None:
    return "rack" if isinstance(action, Declare | DeclareTiles) else None


def find(view: View, legal: Sequence[Act], rng: Random) -> Iterator[Found]:
    """Only while the first tiles stand: what was on a rack before would have to be told in the solution, too."""
    if view.seat is None or view.options.colours or not first_tiles(view):
        return
    chances = posterior(view).now
    yield from find_rack(view, legal, chances)
    yield from find_question(view, chances)


def find_rack(view: View, legal: Sequence[Act], chances: Mapping[Rack, float]) -> Iterator[Found]:
    digits = {DIGITS[rack] for rack in chances}
    if len(digits) != 1 or len(legal) < 2:
        return
    declare = Declare(digits.pop())
    clues = tuple(solution(view))
    if declare in legal and len(clues) > 2:
        yield Found("rack", (str(declare),), min(2200, 500 + 170 * len(clues)), clues)


def first_tiles(view: View) -> bool:
    return all(len(racks) == 1 for racks in view.racks) and not view.filling


def solution(view: View) -> Iterator[Sentence]:
    """The clues that tell most, one after the other, until only one answer is left."""
    left = possible_racks(view)
    yield Sentence("tiles", {"n": len(left)})
    clues = [event for event in view.log if isinstance(event, Asked) and event.by != view.seat]
    while clues and len({DIGITS[rack] for rack in left}) > 1:
        best = min(clues, key=lambda event: len(agreeing(view, event, left)))
        clues.remove(best)
        left = agreeing(view, best, left)
        facts: Facts = {"by": best.by, "number": best.number, "answer": str(best.answer), "n": len(left)}
        yield Sentence("clue", facts)
    digits = {DIGITS[rack] for rack in left}
    if len(digits) == 1:
        yield Sentence("so", {"digits": write_value(digits.pop())})


# ---- the next question --------------------------------------------------------


def find_question(view: View, chances: Mapping[Rack, float]) -> Iterator[Found]:
    """Another player is to ask: of the questions to come, the one that splits best and three that are clearly worse."""
    if view.turn in (None, view.seat) or len(view.pile) < OFFERED or len(chances) not in POSSIBLE:
        return
    split = {number: split_by(view, number, chances) for number in view.pile}
    left = {number: average(groups, chances) for number, groups in split.items()}
    best, *others = sorted(left, key=left.__getitem__)
    worse = [number for number in others if len(split[number]) > 1 and left[best].clearly_less(left[number])]
    if len(worse) < OFFERED - 1:
        return
    offered = best, worse[0], worse[len(worse) // 2], worse[-1]
    near = float(left[best].racks / left[worse[0]].racks)
    steps = (
        Sentence("fitting", {"n": len(chances)}),
        Sentence("asker", {"by": view.turn}),
        *(splitting(number, split[number], left[number]) for number in offered),
    )
    difficulty = round(400 + 150 * log2(len(chances)) + 400 * near)
    yield Found("question", (str(best),), difficulty, steps, tuple(map(str, sorted(offered))))


def split_by(view: View, number: int, racks: Collection[Rack]) -> list[tuple[Rack, ...]]:
    """My possible racks by what the next asker would answer: of what they see, only my own rack is unknown to me."""
    others = [stood[0] for rack, stood in enumerate(view.racks) if rack not in (view.seat, view.turn)]
    total = total_of(number, [rack for rack in others if rack is not None])
    possible = together(racks)
    groups = (tuple(members(possible & bits)) for bits in racks_by_answer(number, total).values())
    return [group for group in groups if group]


def average(groups: Iterable[Sequence[Rack]], chances: Mapping[Rack, float]) -> RacksLeft:
    sizes = [(sum(chances[rack] for rack in group), group) for group in groups]
    return RacksLeft(
        round(sum(chance * len(group) for chance, group in sizes), PLACES),
        round(sum(chance * len({DIGITS[rack] for rack in group}) for chance, group in sizes), PLACES),
    )


def splitting(number: int, groups: Sequence[Sequence[Rack]], left: RacksLeft) -> Sentence:
    sizes = ",".join(map(str, sorted(map(len, groups), reverse=True)))
    facts: Facts = {"number": number, "sizes": sizes, "left": round(float(left.racks), 2)}
    return Sentence("splits", facts)


# ---- every rack, one after the other ------------------------------------------


def refute(view: View, theme: str, answer: str, answers: Sequence[str], rng: Random) -> Sentence | None:
    """A rack that fits all that was said, and has other digits; or two racks that a question does not tell apart."""
    if theme == "question":
        return refute_question(view, int(answer), [int(one) for one in answers])
    declare = parse(answer)
    if not isinstance(declare, Declare):  # to ask instead
        return Sentence("names none")
    for rack in fitting_racks(view):
        if digits_on(rack) != declare.digits:
            return Sentence("may be", {"tiles": write_value(rack)})
    return None


def refute_question(view: View, number: int, offered: Sequence[int]) -> Sentence | None:
    """What this question leaves on average, what the best leaves, and two racks that only the best tells apart."""
    racks = fitting_racks(view)
    ways = {rack: ways_to_draw(view, rack) for rack in racks}
    chances = {rack: Fraction(n, sum(ways.values())) for rack, n in ways.items()}
    heard: dict[int, dict[Rack, Answer]] = {
        one: {rack: answer_next(view, one, rack) for rack in racks} for one in offered
    }
    left = {one: left_by(said, chances) for one, said in heard.items()}
    if all(left[number].clearly_less(left[other]) for other in offered if other != number):
        return None
    best = min((one for one in offered if one != number), key=left.__getitem__)
    facts: Facts = {"number": number, "left": float(left[number].racks), "best": best, "less": float(left[best].racks)}
    alike = [
        (one, two) for one, two in combinations(racks, 2)
        if heard[number][one] == heard[number][two] and heard[best][one] != heard[best][two]
    ]  # fmt: skip
    if not alike:
        return Sentence("not clearly", facts)
    one, two = max(
        alike, key=lambda pair: (digits_on(pair[0]) != digits_on(pair[1]), chances[pair[0]] * chances[pair[1]])
    )
    return Sentence("leaves more", {**facts, "tiles": write_value(one), "others": write_value(two)})


def left_by(said: Mapping[Rack, Answer], chances: Mapping[Rack, Fraction]) -> RacksLeft:
    """On average over my possible racks: those, and their digits, with which the answer would be the same."""
    alike = {mine: [rack for rack in said if said[rack] == said[mine]] for mine in said}
    return RacksLeft(
        sum((chances[mine] * len(racks) for mine, racks in alike.items()), Fraction(0)),
        sum((chances[mine] * len(set(map(digits_on, racks))) for mine, racks in alike.items()), Fraction(0)),
    )


def digits_on(rack: Rack) -> tuple[int, ...]:
    return tuple(DIGIT[tile] for tile in rack)


def answer_next(view: View, number: int, mine: Rack) -> Answer:
    """What the next asker answers if this is my rack."""
    seen = [stood[0] for rack, stood in enumerate(view.racks) if rack not in (view.seat, view.turn)]
    return answer_question(number, [*(rack for rack in seen if rack is not None), mine])


def ways_to_draw(view: View, mine: Rack) -> int:
    """How many ways there are to draw these tiles from those that I do not see (C77-01)."""
    seen = Counter(tile for racks in view.racks for tile in racks[0] or ())
    return prod(comb(COUNT[tile] - seen[tile], n) for tile, n in Counter(mine).items())


def fitting_racks(view: View) -> list[Rack]:
    """All racks with which every answer was true."""
    racks = possible_racks(view)
    for event in view.log:
        racks = agreeing(view, event, racks) if isinstance(event, Asked) else racks
    return racks


def possible_racks(view: View) -> list[Rack]:
    """All racks that can be made of the tiles which are not seen on another one."""
    seen = Counter(tile for racks in view.racks for tile in racks[0] or ())
    return [
        rack
        for rack in combinations_with_replacement(TILES, RACK_SIZE)
        if all(n + seen[tile] <= COUNT[tile] for tile, n in Counter(rack).items())
    ]


def agreeing(view: View, event: Asked, racks: Sequence[Rack]) -> list[Rack]:
    """The racks with which this answer was true: of the racks that the asker saw, one is my own."""
    if event.by == view.seat:
        return list(racks)
    others = [stood[0] for rack, stood in enumerate(view.racks) if rack not in (view.seat, event.by)]
    seen = [rack for rack in others if rack is not None]
    return [rack for rack in racks if answer_question(event.number, [*seen, rack]) == event.answer]
