"""What can be agreed before a game of Sixteen, and what cannot."""

from __future__ import annotations

from typing import Any

import pytest

from tablee import options as agreed
from tablee.contract import OptionError, Seat
from tablee.games.sixteen.options import Options


def test_as_usual() -> None:
    assert Options() == Options(
        players=2, match=True, jokers=True, bonus=False, draw="auto", third="refused", first=None
    )


@pytest.mark.parametrize(
    ("texts", "options"),
    [
        ({"players": "4"}, Options(players=4)),
        ({"players": "2", "match": "off"}, Options(match=False)),
        ({"players": "2", "jokers": "off"}, Options(jokers=False)),
        ({"players": "2", "bonus": "on"}, Options(bonus=True)),
        ({"players": "2", "draw": "strict"}, Options(draw="strict")),
        ({"players": "2", "draw": "loose"}, Options(draw="loose")),
        ({"players": "2", "draw": "strict", "third": "forgiven"}, Options(draw="strict", third="forgiven")),
        ({"players": "4", "first": "3"}, Options(players=4, first=Seat(3))),
    ],
)
def test_each_option_is_read_and_written(texts: dict[str, str], options: Options) -> None:
    assert agreed.read(Options, texts) == options
    assert agreed.write(options) == texts


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        *[("players", text, "S16-12") for text in ("3", "1", "0", "5", "04", "two", "")],
        *[("match", text, "S16-25") for text in ("yes", "On", "1", "")],
        ("jokers", "none", "S16-01"),
        ("bonus", "double", "S16-24"),
        *[("draw", text, "S16-50") for text in ("never", "Auto", "")],
        *[("third", text, "S16-53") for text in ("on", "Forgiven", "")],
        *[("first", text, "S16-12") for text in ("4", "-1", "2", "anybody", "")],
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_its_rule(name: str, text: str, rule: str) -> None:
    with pytest.raises(OptionError) as caught:
        agreed.read(Options, {name: text})
    assert (caught.value.option, caught.value.rule) == (name, rule)


@pytest.mark.parametrize(
    ("name", "value"),
    [("players", 3), ("players", True), ("match", 1), ("jokers", "on"), ("bonus", None), ("draw", "never")],
)
def test_no_game_is_made_with_such_a_value_in_code_either(name: str, value: Any) -> None:
    with pytest.raises(OptionError) as caught:
        Options(**{name: value})
    assert caught.value.option == name


def test_s16_12_the_first_seat_must_be_at_the_table() -> None:
    assert Options(players=4, first=Seat(2)).first == 2
    with pytest.raises(OptionError, match="there are only 2 seats") as caught:
        Options(players=2, first=Seat(2))
    assert (caught.value.option, caught.value.rule) == ("first", "S16-12")


def test_there_is_no_other_option() -> None:
    with pytest.raises(OptionError, match="there is no such option"):
        agreed.read(Options, {"colour": "green"})
