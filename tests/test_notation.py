"""An action's text is its identity: `parse` is the exact inverse of `str`, and takes nothing else."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.contract import Action, NotationError, Seat
from tablee.games import GAMES
from tablee.notation import reader

Card = NewType("Card", str)
CARDS = (Card("g3"), Card("o0"), Card("joker"))


class Play(Action, frozen=True):
    form: ClassVar[str] = "play {card} {face}"
    card: Annotated[Card, CARDS]
    face: Literal["up", "down"]


class Stake(Action, frozen=True):
    form: ClassVar[str] = "stake {points} on {seat}"
    points: int
    seat: Seat


class Declare(Action, frozen=True):
    form: ClassVar[str] = "declare {digits}"
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.digits) != 3:
            raise ValueError(self.digits)


class Show(Action, frozen=True):
    form: ClassVar[str] = "show {cards}"
    cards: tuple[Annotated[Card, CARDS], ...]


class Pass(Action, frozen=True):
    form: ClassVar[str] = "pass"


class Ask(Action, frozen=True):
    form: ClassVar[str] = "ask (why?) {n}"
    n: int


parse = reader(Play, Stake, Declare, Show, Pass, Ask)

ACTIONS = st.one_of(
    st.builds(Play, st.sampled_from(CARDS), st.sampled_from(("up", "down"))),
    st.builds(Stake, st.integers(), st.integers().map(Seat)),
    st.builds(Declare, st.tuples(st.integers(), st.integers(), st.integers())),
    st.builds(Show, st.lists(st.sampled_from(CARDS), min_size=1).map(tuple)),
    st.just(Pass()),
    st.builds(Ask, st.integers()),
)


@given(ACTIONS)
def test_what_is_written_is_read_back(action: Action) -> None:
    assert parse(str(action)) == action


@given(st.one_of(st.text(), ACTIONS.flatmap(lambda action: st.sampled_from(mangled(str(action))))))
def test_whatever_is_read_is_written_so(text: str) -> None:
    try:
        action = parse(text)
    except NotationError:
        return
    assert str(action) == text


def mangled(text: str) -> list[str]:
    return [f" {text}", f"{text} ", text.upper(), text.replace(" ", "  "), text[1:], text[:-1], text + "0", text + "\n"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pass ",
        " pass",
        "PASS",
        "pass\n",
        "pass 1",
        "stake 03 on 1",
        "stake +3 on 1",
        "stake 3  on 1",
        "stake 3 on",
        "stake 3 on x",
        "stake ٣ on 1",  # a digit, but not ours
        "stake ３ on 1",
        "stake 1_0 on 1",
        "stake 3.0 on 1",
        "stake -0 on 1",
        "play g4 up",
        "play G3 up",
        "play g3 sideways",
        "play g3",
        "declare 1,2",
        "declare 1,2,3,4",
        "declare 1, 2,3",
        "declare 1,,3",
        "declare 1,2,3,",
        "declare 01,2,3",
        "show g3,g4",
        "show ",
        "ask why? 3",
        "ask (why) 3",
    ],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)


def test_a_number_out_of_range_is_read_since_only_the_rules_can_tell() -> None:
    assert parse("stake -3 on 99") == Stake(-3, Seat(99))


def test_a_form_is_no_pattern() -> None:
    assert parse("ask (why?) 3") == Ask(3)


def test_a_very_long_number_is_no_action() -> None:
    with pytest.raises(NotationError):
        parse(f"stake {'9' * 5000} on 1")


def test_the_refusal_quotes_the_text_and_lists_the_moves() -> None:
    with pytest.raises(NotationError) as caught:
        parse("jump")
    assert str(caught.value).startswith(
        "'jump' is not a move of this game; moves are written: play {card} {face}, stake"
    )


@pytest.mark.parametrize("name", GAMES)
@given(text=st.text())
def test_no_text_makes_a_game_stumble(name: str, text: str) -> None:
    try:
        action = GAMES[name].parse(text)
    except NotationError:
        return
    assert str(action) == text
