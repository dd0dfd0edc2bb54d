"""How a game was played: choices and luck add up to the result, on every recorded game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tablee import bots
from tablee import options as agreed
from tablee.bots.appraisal import (
    JudgedDecision,
    accuracy,
    appraise,
    judge,
    ranks_of,
    weigh_decisions,
    win_shares,
)
from tablee.bots.bot import Advice, Bot, Weighed
from tablee.contract import AnyGame, Played
from tablee.games import GAMES
from tests.test_records import each_record, load


def guessing_bot(game: AnyGame) -> Bot[object, object]:
    """It says anything: what must add up must do so whatever is said."""

    def advise(view: object, legal: object, rng: Random) -> Weighed:
        weighed = [Advice(action, rng.random(), "anything") for action in legal]  # type: ignore[attr-defined]
        return sorted(weighed, key=lambda one: -one.value)

    return Bot(game.name, "guessing", lambda view, legal, rng: None, advise)


@each_record
def test_choices_and_luck_add_up_to_the_result_of_every_recorded_game(path: Path) -> None:
    read = load(path)
    sides, ranks = read.game.sides(read.options), ranks_of(read)
    decisions = [one.judged for one in weigh_decisions(read, guessing_bot(read.game))]
    assert len(decisions) == sum(isinstance(move, Played) for move in read.moves)
    found = appraise(sides, ranks, decisions)
    shares = [
        float(rank == 1) / len({side for side, won in zip(sides, ranks, strict=True) if won == 1}) for rank in ranks
    ]
    for seat, one in enumerate(found):
        assert one.luck is not None and one.result is not None
        assert one.start + one.own + one.others + one.luck == one.result == round(100 * shares[seat])
        assert one.own <= 0
        assert abs(one.luck - luck_step_by_step(sides, shares, decisions, seat)) <= 2.0  # each part is a whole number
    by_side = {sides[one.seat]: one for one in found}
    assert abs(sum(one.luck or 0 for one in by_side.values())) <= 2 * len(
        by_side
    )  # what one side has by luck, others lack


def luck_step_by_step(sides: tuple[int, ...], shares: list[float], decisions: list[JudgedDecision], seat: int) -> float:
    """The same from the other end: how the chance of winning moved whenever this seat had not chosen anything."""
    rivals = len(set(sides)) - 1
    now, moved = 1 / (rivals + 1), 0.0
    for one in decisions:
        if one.seat == seat:
            moved += one.best - now
            now = one.best - max(0.0, one.best - one.did)
        else:
            moved -= one.cost / rivals if sides[one.seat] != sides[seat] else -one.cost
    return 100 * (moved + shares[seat] - now)


def test_partners_win_together_and_equals_share() -> None:
    assert win_shares((0, 1, 0, 1), (1, 3, 1, 3)) == (1, 0, 1, 0)
    assert win_shares((0, 1, 2), (1, 1, 3)) == (0.5, 0.5, 0)
    for name, options, sides in (
        ("sixteen", {"players": "4"}, (0, 1, 0, 1)),
        ("golden21", {"players": "5", "teams": "0+1,2+3+4"}, (0, 0, 1, 1, 1)),
        ("coda", {"players": "3"}, (0, 1, 2)),
    ):
        game = GAMES[name]
        assert game.sides(agreed.read(game.options, options)) == sides


def test_what_one_gives_away_the_others_gain_and_a_partner_loses() -> None:
    mistake = JudgedDecision(1, 0, best=0.6, did=0.4, random=0.3)
    alone = appraise((0, 1, 2), (3, 1, 2), [mistake])
    assert [(one.own, one.others) for one in alone] == [(-20, 0), (0, 10), (0, 10)]
    paired = appraise((0, 1, 0, 1), (3, 1, 3, 1), [mistake])
    assert [(one.own, one.others) for one in paired] == [(-20, 0), (0, 20), (0, -20), (0, 20)]


def test_a_game_that_was_not_played_to_its_end_has_no_luck() -> None:
    (one, _) = appraise((0, 1), (), [JudgedDecision(1, 0, best=0.6, did=0.4, random=0.3)])
    assert (one.start, one.own, one.luck, one.result) == (50, -20, None, None)


def test_accuracy_is_1_for_the_best_and_0_for_chance_and_counts_what_hangs_on_it() -> None:
    values = [0.8, 0.5, 0.2]
    assert accuracy([judge(1, 0, values, 0.8)]) == 1
    assert accuracy([judge(1, 0, values, 0.5)]) == 0
    assert accuracy([judge(1, 0, values, 0.2)]) == 0
    assert accuracy([judge(1, 0, [0.4], 0.4)]) is None  # there was no choice
    much, little = judge(1, 0, [0.9, 0.1], 0.9), judge(2, 0, [0.5, 0.48], 0.48)
    assert accuracy([much, little]) == pytest.approx(1 - 0.02 / 0.41)


def test_the_moments_to_learn_from_are_the_dearest_three() -> None:
    costs = [0.01, 0.3, 0.05, 0.2, 0.1, 0.4]
    decisions = [JudgedDecision(n, n % 2, 0.5, 0.5 - cost, 0.2) for n, cost in enumerate(costs)]
    found = appraise((0, 1), (1, 2), decisions)
    assert found[0].moments == (4, 2) and found[1].moments == (5, 1, 3)


def test_a_recorded_game_is_judged_by_a_real_bot() -> None:
    game = GAMES["sixteen"]
    read = load(Path(__file__).parent / "games" / "sixteen" / "records" / "two-auto.game")
    decisions = [one.judged for one in weigh_decisions(read, bots.bot(game, "club"))]
    assert all(one.best >= one.did for one in decisions)
    assert any(one.best > one.did for one in decisions)
