"""What deals add up to, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tablee.lab.arena.deal import Deal
from tablee.lab.arena.tally import ArenaTally, BotFigures
from tablee.lab.bot_game import bucket_time, time_bucket
from tablee.lab.plan import MatchPlan
from tablee.statistics import wilson_interval


def tally_of(bots: str, *deals: Sequence[tuple[int, ...]]) -> ArenaTally:
    """Deals with these ranks, by seating and bot."""
    levels = tuple(bots.split())
    tally = ArenaTally(MatchPlan("coda", (("players", str(len(levels))),), levels, seed=3))
    for number, ranks in enumerate(deals):
        tally.add(Deal(number, tuple(ranks), times=tuple({} for _ in levels), longest=tuple(0.0 for _ in levels)))
    return tally


def rows(tally: ArenaTally) -> dict[str, BotFigures]:
    return {row.bot: row for row in tally.figures()}


def test_a_shared_win_counts_its_share() -> None:
    found = rows(tally_of("master club random", [(1, 1, 3), (1, 2, 3), (1, 1, 1)]))
    assert [found[level].wins for level in ("master", "club", "random")] == pytest.approx([11 / 6, 5 / 6, 1 / 3])
    assert found["master"].times_fair == pytest.approx(11 / 6)


def test_two_of_a_level_are_one_row_and_count_twice() -> None:
    found = rows(tally_of("club random random", [(1, 2, 3), (2, 1, 3), (3, 2, 1)]))
    assert list(found) == ["random", "club"] or list(found) == ["club", "random"]
    assert (found["random"].games, found["random"].wins) == (6, 2)
    assert found["random"].win_rate == pytest.approx(1 / 3) == found["random"].fair


def test_where_all_are_of_one_level_each_has_a_row() -> None:
    assert set(rows(tally_of("club club", [(1, 2)]))) == {"club 1", "club 2"}


def test_random_is_at_zero_even_where_somebody_is_weaker() -> None:
    found = rows(tally_of("random club", *[[(1, 2), (1, 2)]] * 5))
    assert found["random"].rating == 0 > found["club"].rating


def test_one_deal_says_nothing_about_the_spread() -> None:
    (row, _) = tally_of("club random", [(1, 2), (1, 2)]).figures()
    assert (row.win_low, row.win_high, row.rating_low, row.rating_high) == (None, None, None, None)


def test_the_order_of_deals_changes_nothing() -> None:
    deals = [[tuple(Random(n).sample((1, 2, 3), 3)) for _ in range(3)] for n in range(40)]
    there = tally_of("master club random", *deals).figures()
    assert tally_of("master club random", *reversed(deals)).figures() == there


def test_seatings_that_always_come_out_alike_make_an_interval_wider() -> None:
    rng = Random(2)
    wins = [rng.random() < 0.5 for _ in range(400)]
    apart = [
        [(1, 2) if one else (2, 1), (1, 2) if two else (2, 1)] for one, two in zip(wins[::2], wins[1::2], strict=True)
    ]
    alike = [[(1, 2), (1, 2)] if one else [(2, 1), (2, 1)] for one in wins[::2]]
    (narrow, wide) = (rows(tally_of("club random", *deals))["club"] for deals in (apart, alike))
    widths = [row.win_high - row.win_low for row in (narrow, wide) if row.win_high and row.win_low]
    assert widths[1] == pytest.approx(widths[0] * 2**0.5, rel=0.1)


@pytest.mark.parametrize("rate", [0.03, 0.3, 0.5])
def test_an_interval_holds_the_truth_nineteen_times_in_twenty(rate: float) -> None:
    rng = Random(5)
    held = 0
    for _ in range(600):
        deals = [sum(rng.random() < rate for _ in range(4)) / 4 for _ in range(60)]
        mean = sum(deals) / 60
        low, high = wilson_interval(mean, sum((deal - mean) ** 2 for deal in deals), 60)
        assert low is not None and high is not None
        held += low <= rate <= high
    assert 0.93 <= held / 600 <= 0.98


def test_always_so_far_is_not_always() -> None:
    low, high = wilson_interval(1.0, 0.0, 20)
    assert high == 1 and low == pytest.approx(0.839, abs=0.001)


def test_the_interval_of_a_rating_holds_the_truth() -> None:
    """Two players 120 points apart, 200 deals, again and again."""
    chance = 1 / (1 + 10 ** (-120 / 400))
    held = 0
    for n in range(20):
        rng = Random(n)
        deals = [[(1, 2) if rng.random() < chance else (2, 1) for _ in range(2)] for _ in range(200)]
        row = rows(tally_of("club random", *deals))["club"]
        assert row.rating_low is not None and row.rating_high is not None
        held += row.rating_low <= 120 <= row.rating_high
    assert held >= 17


def test_a_time_is_kept_within_two_percent() -> None:
    for milliseconds in (0.004, 0.7, 3.0, 187.0, 40_000.0):
        assert bucket_time(time_bucket(milliseconds)) == pytest.approx(milliseconds, rel=0.011)
    assert time_bucket(0) == time_bucket(0.0005)
