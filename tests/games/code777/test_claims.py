"""What is counted for claims, against the rules and plain sums."""

from __future__ import annotations

from collections import Counter
from math import comb, log2

import numpy as np
import pytest

from tablee import turbo
from tablee.contract import Seat
from tablee.games.code777 import GAME, claims
from tablee.games.code777 import turbo as kernel
from tablee.games.code777.options import Options
from tablee.games.code777.packing import unpack
from tablee.games.code777.questions import CARDS, answer
from tablee.games.code777.state import Asked, State
from tablee.games.code777.tiles import COUNT, DIGITS, RACKS, Rack

pytestmark = pytest.mark.slow


def ways(others: tuple[Rack, ...]) -> dict[Rack, int]:
    """In how many ways each rack can be made of the tiles that do not stand on these."""
    left = Counter(COUNT)
    for rack in others:
        left.subtract(rack)
    found: dict[Rack, int] = {}
    for rack in RACKS:
        number = 1
        for tile, times in Counter(rack).items():
            number *= comb(left[tile], times)
        if number:
            found[rack] = number
    return found


def bits(weights: Counter[object]) -> float:
    total = sum(weights.values())
    return -sum(n / total * log2(n / total) for n in weights.values() if n)


def dealt(lane: object, number: int, options: Options) -> State:
    claims.deal(lane[0], 7, number)  # type: ignore[index]
    return unpack(lane[0], options)  # type: ignore[index]


@pytest.mark.untraced
def test_what_the_first_question_tells_is_what_is_unknown_of_its_answer() -> None:
    options = Options(players=3)
    lane = turbo.lanes(GAME, options, 1)
    deals = 4
    counts = np.zeros(claims.HIDDEN + 1, np.int64)
    claims.count_first_answers(lane, 7, 0, deals, counts)
    rack, digits, hidden = [0.0] * 23, [0.0] * 23, 0.0
    for number in range(deals):
        racks = tuple(stood[-1] for stood in dealt(lane, number, options).racks)
        mine = ways(racks[1:])
        whole = Counter[object]()
        for one, n in mine.items():
            whole[DIGITS[one]] += n
        hidden += bits(whole)
        for card in CARDS:
            answers, both = Counter[object](), Counter[object]()
            for one, n in mine.items():
                said = answer(card, (one, *racks[2:]))
                answers[said] += n
                both[said, DIGITS[one]] += n
            rack[card - 1] += bits(answers)
            digits[card - 1] += bits(whole) + bits(answers) - bits(both)
    assert counts[claims.DEALS] == deals
    assert counts[: claims.OF_DIGITS] / claims.BITS == pytest.approx(rack, abs=1e-5)
    assert counts[claims.OF_DIGITS : claims.DEALS] / claims.BITS == pytest.approx(digits, abs=1e-5)
    assert counts[claims.HIDDEN] / claims.BITS == pytest.approx(hidden, abs=1e-5)


@pytest.mark.untraced
@pytest.mark.parametrize("players", [2, 4])
def test_one_is_certain_when_all_racks_that_fit_have_the_same_digits(players: int) -> None:
    options = Options(players=players, limit=0)
    lane = turbo.lanes(GAME, options, 1)
    for number in range(6):
        counts = np.zeros(claims.LONGEST + 2, np.int64)
        claims.count_questions(lane, 7, number, 1, counts)
        needed = int(counts[: claims.LONGEST + 1].sum())
        state = dealt(lane, number, options)
        racks = tuple(stood[-1] for stood in state.racks)
        fitting, asked = set(ways(racks[1:])), 0
        while len({DIGITS[rack] for rack in fitting}) > 1 and asked <= claims.LONGEST:
            claims.ask_on(lane[0])
            asked += 1
            event = unpack(lane[0], options).log[-1]
            assert isinstance(event, Asked)
            if event.by != 0:
                seen = [rack for place, rack in enumerate(racks) if place not in (0, event.by)]
                fitting = {rack for rack in fitting if answer(event.number, (rack, *seen)) == event.answer}
        assert needed == asked and counts[claims.LONGEST + 1] == 1


def test_what_a_game_tells_a_seat_is_what_it_knew_less_before() -> None:
    """From the first question that seat 0 hears on: the bits that were unknown grow fewer by as much as is counted."""
    options = Options(players=2, first=Seat(1))
    lane = turbo.lanes(GAME, options, 1)
    claims.deal(lane[0], 3, 0)
    memo, counts = np.zeros(claims.MEMORY, np.int64), np.zeros(claims.COUNTERS, np.int64)
    before = claims.unknown_bits(lane[0], 0)
    for _ in range(8):
        asked = lane[0].asked
        while lane[0].asked == asked:
            if kernel.awaits(lane[0]) == kernel.CHANCE:
                kernel.happen(lane[0])
                continue
            action = kernel.TO_ASK if lane[0].heard == lane[0].players else kernel.TO_PASS
            claims.note(lane[0], int(kernel.awaits(lane[0])), action, memo, counts)
            kernel.act(lane[0], action)
    claims.note(lane[0], 0, kernel.TO_PASS, memo, counts)
    learnt = counts[claims.LEARNT : claims.GAMES].sum()
    assert counts[claims.HEARD : claims.LEARNT].sum() == 4
    assert learnt == before - claims.unknown_bits(lane[0], 0) > 0
