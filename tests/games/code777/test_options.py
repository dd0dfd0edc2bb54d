"""What can be agreed on in Code 777, and what cannot."""

from __future__ import annotations

import pytest

from tablee import options as agreed
from tablee.contract import OptionError, Seat
from tablee.games.code777.options import Options


def test_the_usual_game() -> None:
    usual = Options()
    assert (usual.players, usual.target, usual.colours, usual.show_removed) == (4, 3, False, False)
    assert (usual.questions, usual.declare_again, usual.limit, usual.first) == ("cycle", "after_asking", 230, None)


def test_every_option_is_read_and_written_back() -> None:
    texts = {
        "players": "2", "target": "10", "colours": "on", "show_removed": "on", "questions": "reshuffle",
        "declare_again": "any", "limit": "0", "first": "1",
    }  # fmt: skip
    options = agreed.read(Options, texts)
    assert options == Options(
        players=2, target=10, colours=True, show_removed=True, questions="reshuffle", declare_again="any", limit=0,
        first=Seat(1),
    )  # fmt: skip
    assert agreed.write(options) == texts


@pytest.mark.parametrize(
    ("option", "text", "rule"),
    [
        ("players", "1", "C77-03"),
        ("players", "5", "C77-03"),
        ("target", "0", "C77-30"),
        ("target", "11", "C77-30"),
        ("target", "three", "C77-30"),
        ("colours", "yes", "C77-20"),
        ("show_removed", "1", "C77-21"),
        ("questions", "random", "C77-04"),
        ("declare_again", "never", "C77-26"),
        ("limit", "-1", "C77-31"),
        ("limit", "10000", "C77-31"),
        ("limit", "none", "C77-31"),
        ("first", "4", "C77-11"),
        ("first", "-1", "C77-11"),
        ("first", "last", "C77-11"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule(option: str, text: str, rule: str) -> None:
    with pytest.raises(OptionError) as caught:
        agreed.read(Options, {option: text})
    assert (caught.value.option, caught.value.rule) == (option, rule)


def test_c77_11_who_asks_first_sits_at_the_table() -> None:
    assert agreed.read(Options, {"players": "3", "first": "2"}).first == 2
    with pytest.raises(OptionError) as caught:
        agreed.read(Options, {"players": "3", "first": "3"})
    assert (caught.value.option, caught.value.rule) == ("first", "C77-11")
