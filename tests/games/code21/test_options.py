"""What can be agreed on in Code 21, and what cannot."""

from __future__ import annotations

import pytest

from tablee import options as agreed
from tablee.contract import OptionError
from tablee.games.code21.options import Options

ASCENDING_30 = ",".join(map(str, [1] * 15 + [20] * 15))


@pytest.mark.parametrize(
    ("option", "text", "rule"),
    [
        ("players", "1", "C21-01"),
        ("players", "5", "C21-01"),
        ("players", "two", "C21-01"),
        ("soldiers", "0,1", "C21-01"),  # too few
        ("soldiers", ",".join(map(str, range(13))), "C21-01"),  # too many
        ("soldiers", "1,2,3", "C21-01"),  # no 0
        ("soldiers", "0,1,1,2", "C21-01"),  # twice the same
        ("soldiers", "0,2,1", "C21-01"),  # not in order
        ("soldiers", "0,1,21", "C21-01"),
        ("soldiers", "-1,0,1", "C21-01"),
        ("soldiers", "0,1,02", "C21-01"),
        ("soldiers", "0,1,2,", "C21-01"),
        ("soldiers", "", "C21-01"),
        ("missions", "", "C21-02"),
        ("missions", "0", "C21-02"),
        ("missions", "21", "C21-02"),
        ("missions", "5,4", "C21-02"),
        ("missions", f"{ASCENDING_30},20", "C21-02"),
        ("half", "even", "C21-32"),
        ("bank", "5", "C21-36"),
        ("bank", "11", "C21-36"),  # four players own twelve
        ("bank", "endless", "C21-36"),
        ("bank", "-12", "C21-36"),
        ("pass_paid_by", "nobody", "C21-12"),
        ("first", "4", "C21-03"),
        ("first", "-1", "C21-03"),
        ("first", "last", "C21-03"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule(option: str, text: str, rule: str) -> None:
    with pytest.raises(OptionError) as caught:
        agreed.read(Options, {option: text})
    assert (caught.value.option, caught.value.rule) == (option, rule)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        ("players", "2", 2),
        ("soldiers", "0,1,20", (0, 1, 20)),
        ("soldiers", "0,1,2,3,4,5,6,8", (0, 1, 2, 3, 4, 5, 6, 8)),
        ("soldiers", "0,1,2,3,4,5,6,7,8,9,10,20", (*range(11), 20)),
        ("missions", "5", (5,)),
        ("missions", "3,3,8", (3, 3, 8)),
        ("missions", ASCENDING_30, (1,) * 15 + (20,) * 15),
        ("half", "up", "up"),
        ("bank", "12", 12),
        ("bank", "100", 100),
        ("bank", "unlimited", None),
        ("pass_paid_by", "bank", "bank"),
        ("first", "3", 3),
        ("first", "random", None),
    ],
)
def test_a_good_value_is_read_and_written_back(option: str, text: str, value: object) -> None:
    options = agreed.read(Options, {option: text})
    assert getattr(options, option) == value
    assert agreed.read(Options, agreed.write(options)) == options
    assert agreed.write(options).get(option, text) == text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c21_36_the_box_holds_what_the_players_begin_with(players: int) -> None:
    assert Options(players=players, bank=3 * players).bank == 3 * players
    with pytest.raises(OptionError) as caught:
        Options(players=players, bank=3 * players - 1)
    assert (caught.value.option, caught.value.rule) == ("bank", "C21-36")


def test_c21_03_the_first_player_sits_at_the_table() -> None:
    with pytest.raises(OptionError) as caught:
        agreed.read(Options, {"players": "3", "first": "3"})
    assert (caught.value.option, caught.value.rule) == ("first", "C21-03")


def test_c21_02_the_usual_missions() -> None:
    assert Options().missions == (3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8)


def test_c21_01_what_is_allowed_is_said() -> None:
    with pytest.raises(OptionError) as caught:
        agreed.read(Options, {"soldiers": "1,2,3"})
    assert caught.value.why == "give 3 to 12 different whole numbers from 0 to 20, 0 first, with commas"
    with pytest.raises(OptionError):
        Options(soldiers=[0, 1, 2])  # type: ignore[arg-type]
