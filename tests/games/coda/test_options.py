"""What can be agreed before a game of Code de Vinci."""

from __future__ import annotations

import pytest

from tablee import options as agreed
from tablee.contract import OptionError, Seat
from tablee.games.coda.options import Options


def test_the_usual_game() -> None:
    assert Options() == Options(players=2, jokers=False, dealing="choose", joker_ban=True, first=None)
    assert agreed.write(Options()) == {"players": "2"}


def test_a_set_of_options_is_written_and_read_back() -> None:
    texts = {"players": "4", "jokers": "on", "dealing": "random", "joker_ban": "off", "first": "3"}
    options = agreed.read(Options, texts)
    assert options == Options(players=4, jokers=True, dealing="random", joker_ban=False, first=Seat(3))
    assert agreed.write(options) == texts


@pytest.mark.parametrize(
    ("option", "text", "rule"),
    [
        ("players", "1", "COD-02"),
        ("players", "5", "COD-02"),
        ("players", "two", "COD-02"),
        ("jokers", "yes", "COD-01"),
        ("dealing", "auto", "COD-06"),
        ("joker_ban", "1", "COD-04"),
        ("first", "-1", "COD-08"),
        ("first", "4", "COD-08"),
        ("first", "youngest", "COD-08"),
    ],
)
def test_values_that_are_not_allowed(option: str, text: str, rule: str) -> None:
    with pytest.raises(OptionError) as caught:
        agreed.read(Options, {option: text})
    assert (caught.value.option, caught.value.rule) == (option, rule)


@pytest.mark.parametrize(("players", "seat"), [("2", "2"), ("2", "3"), ("3", "3")])
def test_cod_08_the_first_player_sits_at_the_table(players: str, seat: str) -> None:
    with pytest.raises(OptionError) as caught:
        agreed.read(Options, {"players": players, "first": seat})
    assert (caught.value.option, caught.value.rule) == ("first", "COD-08")
