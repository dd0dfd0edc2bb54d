"""The kinds of options: what each reads, writes and admits."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import options as agreed
from tablee.contract import Option, OptionError, Options, Seat, describe_options
from tablee.games import GAMES
from tablee.options import Or, Switch, Whole, Word, whole
from tablee.testing import covering

SWITCH = Switch("ABC-01")
WAYS = Switch("ABC-07", "loudly")
WORD = Word("slow", "fast", rule="ABC-02")
WHOLE = Whole(2, 8, step=2, rule="ABC-03")
LONG = Whole(0, 100, rule="ABC-04", tried=(0, 7))
OR = Or("random", Whole(0, 3, rule="ABC-05"))
KINDS: list[Option] = [SWITCH, WAYS, WORD, WHOLE, LONG, OR]


class Agreed(Options, frozen=True, kw_only=True):
    players: Annotated[int, Whole(2, 6, rule="ABC-00")] = 3
    quick: Annotated[bool, SWITCH] = False
    pace: Annotated[str, WORD] = "slow"
    goal: Annotated[int, WHOLE] = 4
    first: Annotated[Seat | None, OR] = None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: type(kind).__name__)
def test_every_sample_is_admitted_and_read_back_as_it_was_written(kind: Option) -> None:
    for value in kind.samples:
        assert kind.admits(value)
        assert kind.read(kind.write(value)) == value


@pytest.mark.parametrize(
    ("kind", "allowed", "samples"),
    [
        (SWITCH, "on, off", (False, True)),
        (WAYS, "on, off, loudly", (False, True, "loudly")),
        (WORD, "slow, fast", ("slow", "fast")),
        (WHOLE, "2, 4, 6, 8", (2, 4, 6, 8)),
        (LONG, "0–100", (0, 7)),
        (Whole(1, 9, rule="ABC-06"), "1–9", (1, 9)),
        (OR, "random, 0, 1, 2, 3", (None, 0, 1, 2, 3)),
    ],
)
def test_what_is_allowed_is_said_and_tried(kind: Option, allowed: str, samples: tuple[Any, ...]) -> None:
    assert (kind.allowed, kind.samples) == (allowed, samples)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (SWITCH, 1),
        (SWITCH, None),
        (SWITCH, "on"),
        (SWITCH, "loudly"),
        (WAYS, "on"),
        (WAYS, 1),
        (WORD, "quick"),
        (WORD, None),
        (WHOLE, 3),
        (WHOLE, 10),
        (WHOLE, 2.0),
        (WHOLE, "2"),
        (Whole(0, 1, rule="ABC-06"), True),
        (OR, 4),
        (OR, "random"),
    ],
)
def test_what_is_not_allowed_is_not_admitted(kind: Option, value: object) -> None:
    assert not kind.admits(value)


def test_or_speaks_for_the_other() -> None:
    assert OR.rule == "ABC-05"
    assert (OR.read("random"), OR.write(None), OR.write(2)) == (None, "random", "2")


@given(st.integers(0))
def test_a_whole_number_is_read_as_it_is_written(number: int) -> None:
    assert whole(str(number)) == number


@pytest.mark.parametrize("text", ["", "03", "+3", " 3", "3 ", "٣", "３", "1_0", "3.0", "x", "-0"])
def test_a_whole_number_is_written_in_one_way(text: str) -> None:
    with pytest.raises(ValueError):
        whole(text)


# ---- sets of them -------------------------------------------------------------------------


@given(
    st.builds(
        Agreed,
        players=st.integers(2, 6),
        quick=st.booleans(),
        pace=st.sampled_from(("slow", "fast")),
        goal=st.sampled_from((2, 4, 6, 8)),
        first=st.one_of(st.none(), st.integers(0, 3).map(Seat)),
    )
)
def test_a_set_of_options_is_read_back_as_it_was_written(options: Agreed) -> None:
    assert agreed.read(Agreed, agreed.write(options)) == options


def test_only_what_is_not_as_usual_is_written_and_always_the_players() -> None:
    assert agreed.write(Agreed()) == {"players": "3"}
    assert agreed.write(Agreed(pace="fast", first=Seat(0))) == {"players": "3", "pace": "fast", "first": "0"}


@pytest.mark.parametrize(
    ("texts", "option", "rule", "why"),
    [
        ({"players": "7"}, "players", "ABC-00", "'7' is not allowed; allowed: 2–6"),
        ({"players": "٣"}, "players", "ABC-00", "'٣' is not allowed; allowed: 2–6"),
        ({"quick": "yes"}, "quick", "ABC-01", "'yes' is not allowed; allowed: on, off"),
        ({"pace": ""}, "pace", "ABC-02", "'' is not allowed; allowed: slow, fast"),
        ({"goal": "3"}, "goal", "ABC-03", "'3' is not allowed; allowed: 2, 4, 6, 8"),
        ({"first": "nobody"}, "first", "ABC-05", "'nobody' is not allowed; allowed: random, 0, 1, 2, 3"),
        ({"tea": "on"}, "tea", None, "there is no such option; the options are: players, quick, pace, goal, first"),
    ],
)
def test_a_bad_text_is_refused_by_name_and_rule(texts: dict[str, str], option: str, rule: str | None, why: str) -> None:
    with pytest.raises(OptionError) as caught:
        agreed.read(Agreed, texts)
    assert (caught.value.option, caught.value.rule, caught.value.why) == (option, rule, why)


@given(st.dictionaries(st.sampled_from(("players", "quick", "pace", "goal", "first", "x")), st.text()))
def test_no_text_does_worse_than_an_option_error(texts: dict[str, str]) -> None:
    try:
        options = agreed.read(Agreed, texts)
    except OptionError:
        return
    assert {name: text for name, text in agreed.write(options).items() if name in texts}.items() <= texts.items()


# ---- the games' own ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_game_reads_its_options_back_as_it_writes_them(name: str) -> None:
    for options in covering(GAMES[name].options):
        assert agreed.read(type(options), agreed.write(options)) == options
        assert not any(" " in text for text in agreed.write(options).values())


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_a_game_is_described(name: str) -> None:
    for option in describe_options(GAMES[name].options).values():
        assert option.allowed and option.samples
        assert "-" in option.rule
        assert all(option.admits(value) for value in option.samples)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_no_text_makes_a_game_accept_a_strange_option(name: str, data: st.DataObject) -> None:
    kind = GAMES[name].options
    option = data.draw(st.sampled_from(list(describe_options(kind))))
    text = data.draw(st.text())
    try:
        options = agreed.read(kind, {option: text})
    except OptionError:
        return
    assert describe_options(kind)[option].write(getattr(options, option)) == text
