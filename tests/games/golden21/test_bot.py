"""The traders one can play against: what they see, what they never do, and the odds they go by."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tablee.bots.bot import Advice, AnyBot, Weighed
from tablee.contract import Seat
from tablee.games.golden21 import GAME
from tablee.games.golden21.actions import Aim
from tablee.games.golden21.bots.announcements import Landings, odds
from tablee.games.golden21.bots.dice_odds import differences, mean, sums
from tablee.games.golden21.bots.levels import beginner, club, master
from tablee.games.golden21.bots.lookahead import landing
from tablee.games.golden21.dice import ways
from tablee.games.golden21.packing import alphabet
from tablee.games.golden21.policy import announcing
from tablee.games.golden21.state import State
from tests.games.golden21.turns import bring, exact, go, owe, pair, table, turn_of, until
from tests.kernels import Workbench


def choice(bot: AnyBot, state: State) -> str:
    seat = Seat(turn_of(state))
    return str(bot.choose(GAME.view(state, seat), GAME.legal(state, seat), Random(1)))


def advice(bot: AnyBot, state: State) -> Weighed:
    seat = Seat(turn_of(state))
    return bot.advise(GAME.view(state, seat), GAME.legal(state, seat), Random(1))


def announced(chosen: str) -> int:
    return int(chosen.split()[1])


# ---- the odds ---------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_sums_are_what_counting_all_rolls_gives(dice: int) -> None:
    rolls = [sum(faces) for faces in product(range(1, 7), repeat=dice)]
    assert ways(dice) == tuple(rolls.count(total) for total in range(6 * dice + 1))
    assert sum(sums(dice)) == pytest.approx(1)


@pytest.mark.parametrize(("dice", "total"), [(2, 7), (2, 12), (3, 8), (4, 14)])
def test_differences_are_what_counting_all_rolls_gives(dice: int, total: int) -> None:
    rolls = [abs(sum(faces) - total) for faces in product(range(1, 7), repeat=dice)]
    counted = [rolls.count(far) / 6**dice for far in range(max(rolls) + 1)]
    assert differences(dice, total) == pytest.approx(counted)
    assert mean(dice, total) == pytest.approx(sum(rolls) / 6**dice)
    assert odds(dice)[total - dice][: len(counted)] == pytest.approx(counted)


# ---- announcements put together -----------------------------------------------------


def test_an_announcement_is_worth_what_its_landings_are_each_by_its_odds() -> None:
    state = bring(table(), 0, 14)
    ways = Landings(GAME.view(until(state, 0), Seat(0)))
    assert 7 in ways.owed and 8 in ways.owed  # 21, and just over
    golden = {number: float(place == ways.owed.index(7)) for place, number in enumerate(ways.numbers())}
    unaimed = ways.values(golden).unaimed()[0]
    for total in range(2, 13):
        chances = differences(2, total)
        assert unaimed[total - 2] == pytest.approx(chances[7] if len(chances) > 7 else 0)


def test_a_roll_that_always_leaves_the_table_is_worth_what_its_fines_are() -> None:
    view = GAME.view(until(bring(table(penalties="on"), 0, 20), 0), Seat(0))
    ways = Landings(replace(view, options=replace(view.options, off=100)))
    seen = {number: float(place < 2) for place, number in enumerate(ways.numbers())}  # 20 and 21 win, over 21 loses
    assert ways.values(seen).unaimed()[0] == pytest.approx([1 / 6] * 11)


def test_a_roll_that_always_hits_is_worth_what_the_other_then_owes() -> None:
    ways = Landings(GAME.view(table(free_throw="on", aim_hit="100", aim_off="0"), Seat(0)))
    assert ways.targets == [1, 2]
    hit = {landing(1, far) for far in range(30)}
    aimed = ways.values({number: 0.9 if number in hit else 0.2 for number in ways.numbers()}).aimed(Seat(1))
    for total in range(2, 13):
        exactly = differences(2, total)[0]
        assert aimed[total - 2] == pytest.approx(0.2 * exactly + 0.9 * (1 - exactly))


# ---- what they do -------------------------------------------------------------------


@pytest.mark.parametrize("bot", [club, master], ids=lambda bot: bot.level)
def test_points_that_make_21_are_used_so(bot: AnyBot) -> None:
    state = go(until(bring(table(), 0, 17), 0), *exact(0, 4))
    assert choice(bot, state) == "bonus +debt 0"


@pytest.mark.parametrize("bot", [beginner, club, master], ids=lambda bot: bot.level)
@pytest.mark.parametrize("goal", ["killer", "survivor"])
def test_a_kill_is_taken_where_kills_win(bot: AnyBot, goal: str) -> None:
    state = go(until(bring(table(goal=goal, kills="1"), 1, 15), 0), *exact(0, 8))
    assert choice(bot, state) == "bonus +debt 1"


@pytest.mark.parametrize("bot", [beginner, club, master], ids=lambda bot: bot.level)
def test_a_team_mate_is_not_killed(bot: AnyBot) -> None:
    state = go(until(bring(table(players="4", teams="0+1,2+3"), 1, 15), 0), *exact(0, 8))
    assert choice(bot, state) != "bonus +debt 1"


@pytest.mark.parametrize("bot", [beginner, club], ids=lambda bot: bot.level)
def test_a_crisis_die_does_not_go_to_a_team_mate(bot: AnyBot) -> None:
    state = go(table(players="4", teams="0+1,2+3"), *pair(0, 1)[:2])
    assert choice(bot, state) != "give 1"


def test_the_beginner_announces_about_the_average() -> None:
    state = table()
    view, legal = GAME.view(state, Seat(0)), GAME.legal(state, Seat(0))
    assert {announced(str(beginner.choose(view, legal, Random(n)))) for n in range(60)} == {5, 6, 7, 8, 9}


def test_the_club_player_at_20_announces_what_is_most_often_one_away() -> None:
    state = until(bring(table(), 0, 20), 0)
    ones = {total: differences(2, total)[1] for total in range(2, 13)}
    assert ones[announced(choice(club, state))] == max(ones.values())


def test_in_the_last_year_the_master_at_20_goes_for_21() -> None:
    state = until(bring(table(years="1"), 0, 20), 0)
    first, *_, last = advice(master, state)
    assert str(first.action) in ("announce 6", "announce 7", "announce 8")
    assert str(last.action) in ("announce 2", "announce 12")
    assert first.value > last.value + 0.05


def test_the_master_uses_a_saved_account_that_makes_21() -> None:
    state = go(table(years="1"), *exact(0, 4), "0: bonus +account 0")
    state = until(bring(state, 0, 17), 0)
    assert choice(master, state) == "account +debt 0"


def test_the_master_does_the_same_with_the_same_seed_and_weighs_every_action() -> None:
    state = go(table(players="4", free_throw="on", penalties="on"), *owe(0, 5))
    one, two = advice(master, state), advice(master, state)
    assert one == two
    assert len(one) == len(GAME.legal(state, Seat(1)))
    assert choice(master, state) == str(one[0].action)


def test_without_a_compiler_the_master_still_does_what_is_sound() -> None:
    state = table()
    states = [
        state,
        go(state, *exact(0, 4)),
        go(until(bring(state, 0, 17), 0), *exact(0, 4)),
        go(state, *pair(0, 1)[:2]),
    ]
    asked = [
        {"game": "golden21", "level": "master", "view": GAME.view(state, Seat(0)),
         "legal": list(map(str, GAME.legal(state, Seat(0)))), "seed": 1}
        for state in states
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "tablee.bots.thinking"], input=b"\n".join(map(msgspec.json.encode, asked)) + b"\n",
        env={**os.environ, "TABLEE_TURBO": "off"}, capture_output=True, check=True,
    )  # fmt: skip
    first, *rest = [msgspec.json.decode(line) for line in done.stdout.splitlines()]
    assert announced(first) in range(4, 11)
    assert rest == ["bonus +account 0", "bonus +debt 0", "give 1"]


def test_the_club_player_who_always_hits_aims() -> None:
    assert " at " in choice(club, table(free_throw="on", aim_hit="100", aim_off="0"))


# ---- Lancer Franc as the book's example has it ------------------------------------


def aims_of(bot: AnyBot, **options: str) -> list[Advice]:
    state = table(players="4", teams="0+2,1+3", free_throw="literal", **options)
    return [one for one in advice(bot, state) if isinstance(one.action, Aim) and one.action.total == 7]


@pytest.mark.parametrize("bot", [beginner, club], ids=lambda bot: bot.level)
def test_g21_94_whose_debt_a_hit_lowers_is_rather_a_team_mate(bot: AnyBot) -> None:
    mate, *rivals = aims_of(bot, aim_off="0")
    assert isinstance(mate.action, Aim) and mate.action.seat == 2
    assert all(mate.value > one.value for one in rivals)
    assert mate.reason == "aim_literal"


@pytest.mark.slow  # without a compiler the master looks at too few games to be sure
def test_g21_94_the_master_knows_which_way_a_hit_goes() -> None:
    """With a team-mate near ruin, hitting them helps in the one reading and harms in the other."""

    def aim_at_mate(free_throw: str) -> float:
        state = table(players="4", teams="0+2,1+3", years="1", free_throw=free_throw, aim_hit="30", aim_off="0")
        found = advice(master, until(bring(state, 2, 19), 0))
        worth = {str(one.action): one.value for one in found}
        return worth["announce 2 at 2"] - worth["announce 2"]

    assert aim_at_mate("literal") > 0 > aim_at_mate("on")


@pytest.mark.parametrize(
    ("debts", "aimed"),
    [({2: 9}, 2), ({2: 9, 1: 21}, 1), ({2: 21}, None), ({}, None)],
    ids=["a team-mate", "a rival at 21 is pulled back", "a team-mate at 21 is left alone", "nobody owes anything"],
)
def test_g21_94_the_policy_aims_at_whom_it_helps_the_right_one(debts: dict[int, int], aimed: int | None) -> None:
    state = table(players="4", teams="0+2,1+3", free_throw="literal", aim_hit="30", aim_off="5", at21="open")
    for seat, debt in debts.items():
        state = bring(state, seat, debt)
    g = Workbench(GAME).packed(until(state, 0))
    chosen = alphabet(state.options)[int(announcing(g))]
    assert (chosen.seat if isinstance(chosen, Aim) else None) == aimed
