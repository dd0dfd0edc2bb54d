"""Puzzles of Code 777: what was said about one's own rack leaves only three digits. Which?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from random import Random
from typing import Final

from tablee.contract import write_value
from tablee.games.code777.actions import Act, Declare, DeclareTiles, parse
from tablee.games.code777.posterior import posterior
from tablee.games.code777.questions import answer as answer_question
from tablee.games.code777.state import Asked
from tablee.games.code777.tiles import COUNT, DIGIT, DIGITS, RACK_SIZE, TILES, Rack
from tablee.games.code777.view import View
from tablee.puzzle_file import Facts, Found, Sentence

THEMES: Final[dict[str, tuple[str, ...]]] = {"rack": ()}
TABLES: Final = ({"players": "3"}, {"players": "4"}, {"players": "2"})


def theme_of(action: Act, hope: float) -> str | None:
    return "rack" if isinstance(action, Declare | DeclareTiles) else None


def find(view: View, legal: Sequence[Act], rng: Random) -> Iterator[Found]:
    """Only while the first tiles stand: what was on a rack before would have to be told in the solution, too."""
    if view.seat is None or view.options.colours or not first_tiles(view) or len(legal) < 2:
        return
    digits = {DIGITS[rack] for rack in posterior(view).now}
    if len(digits) != 1:
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


# ---- every rack, one after the other ------------------------------------------


def refute(view: View, theme: str, answer: str, rng: Random) -> Sentence | None:
    """A rack that fits all that was said, and has other digits."""
    declare = parse(answer)
    if not isinstance(declare, Declare):  # to ask instead
        return Sentence("names none")
    racks = possible_racks(view)
    for event in view.log:
        racks = agreeing(view, event, racks) if isinstance(event, Asked) else racks
    for rack in racks:
        if tuple(DIGIT[tile] for tile in rack) != declare.digits:
            return Sentence("may be", {"tiles": write_value(rack)})
    return None


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
