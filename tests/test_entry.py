"""Entry by value: what people type at a table of each game, in French and in English."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tablee.contract import AnyGame, Chance, Choice, NotationError, Seat
from tablee.entry import Typed, possible_actions, question, read_action
from tablee.games import GAMES, parts
from tablee.languages import LANGS, Lang
from tablee.real import witnesses
from tablee.record import read_move
from tablee.testing import covering, playout
from tablee.tuples import around
from tablee.words import words

NAMES = ("Ana", "Ben", "Cléo", "Zoé 2")


def after(game: AnyGame, *lines: str, **options: Any) -> Any:
    state = game.start(game.options(**options))
    for line in lines:
        state = game.apply(state, read_move(game, line))
    return state


def read(game: AnyGame, state: Any, seat: int, text: str, lang: Lang) -> str:
    return str(read_action(game, state, Seat(seat), text, lang, NAMES[: len(around(state.options.players))]))


GOLDEN = GAMES["golden21"]
SEATED = ("*: cast 1", "*: cast 2", "*: cast 3")


def golden(*lines: str, **options: Any) -> Any:
    return after(GOLDEN, *SEATED, *lines, players=3, **options)


@pytest.mark.parametrize("text", ["35", "3 5", "5,3", "5 3", " 3,5 ", "3 et 5", "5+3", "rolled 3 5", "rolled 5,3"])
def test_dice_are_typed_in_any_order_and_any_way(text: str) -> None:
    assert read(GOLDEN, golden("0: announce 7"), 0, text, "fr") == "rolled 3,5"


def test_a_die_is_one_digit() -> None:
    assert read(GOLDEN, after(GOLDEN, players=3), 0, "6", "fr") == "cast 6"
    assert read(GOLDEN, golden("0: announce 7"), 0, "11", "en") == "rolled 1,1"


@pytest.mark.parametrize(
    ("lang", "typed", "action"),
    [
        ("fr", "7", "announce 7"),
        ("fr", "7 ben", "announce 7 at 1"),
        ("en", "7 at Cleo", "announce 7 at 2"),
        ("fr", "lance", "roll"),
    ],
)
def test_an_announcement_is_a_number(lang: Lang, typed: str, action: str) -> None:
    assert read(GOLDEN, golden(free_throw=True, penalties=True), 0, typed, lang) == action


@pytest.mark.parametrize(
    ("lang", "typed", "action"),
    [
        ("fr", "3 5 touché", "rolled 3,5 hit"),
        ("en", "35 hit", "rolled 3,5 hit"),
        ("fr", "tombé", "off"),
        ("en", "off", "off"),
    ],
)
def test_an_aimed_roll_may_hit_or_fall(lang: Lang, typed: str, action: str) -> None:
    assert read(GOLDEN, golden("0: announce 7 at 1", free_throw=True), 0, typed, lang) == action


@pytest.mark.parametrize(
    ("lang", "typed", "action"),
    [
        ("fr", "- dette Ben", "bonus -debt 1"),
        ("fr", "-ben", "bonus -debt 1"),
        ("fr", "+ cleo", "bonus +debt 2"),
        ("fr", "- dette", "bonus -debt 0"),
        ("fr", "compte", "bonus +account 0"),
        ("fr", "+ compte", "bonus +account 0"),
        ("fr", "- compte ben", "bonus -account 1"),
        ("en", "minus debt ben", "bonus -debt 1"),
        ("en", "account", "bonus +account 0"),
        ("fr", "retrancher dette ben", "bonus -debt 1"),
    ],
)
def test_bonus_points_go_to_a_name(lang: Lang, typed: str, action: str) -> None:
    state = golden("0: announce 3", "*: rolled 1,2")
    assert read(GOLDEN, state, 0, typed, lang) == action


SIXTEEN = GAMES["sixteen"]


@pytest.mark.parametrize(
    ("lang", "typed", "card"),
    [
        ("fr", "vert 3", "g3"),
        ("fr", "3 vert", "g3"),
        ("fr", "ve3", "g3"),
        ("fr", "g3", "g3"),
        ("fr", "VIOLET 0", "p0"),
        ("fr", "b6", "b6"),
        ("fr", "green 3", "g3"),
        ("en", "green 3", "g3"),
        ("en", "vert 3", "g3"),
        ("en", "p2", "p2"),
        ("fr", "joker", "joker"),
    ],
)
def test_a_card_is_a_colour_and_a_value(lang: Lang, typed: str, card: str) -> None:
    assert read(SIXTEEN, after(SIXTEEN, "*: first 0"), 0, typed, lang) == f"dealt {card}"


def test_who_begins_is_a_name_or_a_number_from_one() -> None:
    for game in GAMES.values():
        if game is not GOLDEN:
            state = game.start(game.options())
            assert read(game, state, 0, "ben", "fr") == "first 1"
            assert read(game, state, 0, "2", "fr") == "first 1"
            assert read(game, state, 0, "Ana", "en") == "first 0"


HAND = ("*: dealt g3", "*: dealt o1", "*: dealt joker", "*: dealt o2", "*: dealt b4", "*: dealt b5", "*: drawn p1")


@pytest.mark.parametrize(
    ("typed", "action"),
    [("vert 3", "play g3"), ("bleu4", "play b4"), ("joker 4 vert", "play joker 4 green"), ("1 violet", "play p1")],
)
def test_a_card_is_played_by_value(typed: str, action: str) -> None:
    assert read(SIXTEEN, after(SIXTEEN, "*: first 0", *HAND), 0, typed, "fr") == action


CODE21 = GAMES["code21"]


@pytest.mark.parametrize(
    ("lang", "typed", "action"),
    [
        ("fr", "8 visible", "play 8 up"),
        ("fr", "8v", "play 8 up"),
        ("fr", "caché 8", "play 8 down"),
        ("en", "8 down", "play 8 down"),
        ("en", "8 hidden", "play 8 down"),
    ],
)
def test_a_soldier_is_a_number_and_a_face(lang: Lang, typed: str, action: str) -> None:
    state = after(CODE21, "*: first 0", "*: turned 5", players=3)
    assert read(CODE21, state, 0, typed, lang) == action


def test_a_mission_is_its_value_and_a_call_is_a_word() -> None:
    assert read(CODE21, after(CODE21, "*: first 0", players=3), 0, "5", "fr") == "turned 5"
    state = after(CODE21, "*: first 0", "*: turned 5", "0: play 8 up", players=3)
    for text in ("accuse", "j’accuse", "accuser"):
        assert read(CODE21, state, 1, text, "fr") == "accuse"
    assert read(CODE21, state, 1, "passe", "en") == "pass"


def test_a_stake_is_a_number_and_a_name() -> None:
    state = after(CODE21, "*: first 0", "*: turned 5", "0: play 8 up", "1: accuse", players=3)
    assert read(CODE21, state, 2, "2 ben", "fr") == "stake 2 on 1"
    assert read(CODE21, state, 2, "rien", "fr") == "stake 0"
    assert read(CODE21, state, 1, "2", "fr") == "stake 2 on 1"  # C21-21: on themselves
    assert read(CODE21, state, 0, "0", "en") == "stake 0"


CODA = GAMES["coda"]


@pytest.mark.parametrize(
    ("lang", "typed", "tile"),
    [
        ("fr", "noir 7", "b7"),
        ("fr", "n7", "b7"),
        ("fr", "b7", "w7"),  # blanc
        ("en", "b7", "b7"),
        ("fr", "w7", "w7"),
        ("en", "7 white", "w7"),
        ("fr", "11 blanche", "w11"),
        ("fr", "dealt b7", "b7"),  # the notation
        ("fr", "joker noir", "b-"),
    ],
)
def test_a_tile_is_a_number_and_a_colour_in_the_own_language(lang: Lang, typed: str, tile: str) -> None:
    state = after(CODA, "*: first 0", dealing="random", jokers=True)
    assert read(CODA, state, 0, typed, lang) == f"dealt {tile}"


def test_a_tile_of_the_colour_that_is_due_needs_only_its_number() -> None:
    state = after(CODA, "*: first 0", "0: pick 1")
    assert read(CODA, state, 0, "7", "fr") == "dealt b7"
    assert read(CODA, after(CODA, "*: first 0"), 0, "2 noires", "fr") == "pick 2"


STOOD = ("*: first 0", "*: dealt b1", "*: dealt b3", "*: dealt w5", "*: dealt w9",
         "*: dealt b2", "*: dealt b4", "*: dealt w6", "*: dealt w11")  # fmt: skip


def test_places_are_counted_from_one() -> None:
    state = after(CODA, *STOOD, "0: take black", "*: drawn b8", dealing="random")
    for text in ("ben 3 6", "3 6", "Ben 3 = 6"):
        assert read(CODA, state, 0, text, "fr") == "attack 1 2 6"
    assert read(CODA, after(CODA, *STOOD, dealing="random"), 0, "noire", "fr") == "take black"
    right = after(CODA, *STOOD, "0: take black", "*: drawn b8", "0: attack 1 2 6", dealing="random")
    assert read(CODA, right, 0, "stop", "fr") == read(CODA, right, 0, "s’arrêter", "fr") == "stop"


CODE777 = GAMES["code777"]


@pytest.mark.parametrize(
    ("lang", "typed", "tiles"),
    [
        ("fr", "7 bleu, 3 noir, 5 rouge", "3k,5r,7b"),
        ("fr", "7b 3 5r", "3k,5r,7b"),
        ("fr", "bleu 7 noir 3 rouge 5", "3k,5r,7b"),
        ("en", "7 blue 3 black 5 red", "3k,5r,7b"),
        ("fr", "4 4 1", "1g,4n,4n"),
        ("fr", "5n 5r 6r", "5k,5r,6p"),
        ("fr", "5k,3k,1g", "1g,3k,5k"),
    ],
)
def test_tiles_are_typed_in_any_order(lang: Lang, typed: str, tiles: str) -> None:
    assert read(CODE777, after(CODE777, "*: first 0"), 1, typed, lang) == f"racked 0 {tiles}"


RACKED = ("*: first 0", "*: racked 0 1g,2y,3k", "*: racked 1 4n,5r,6g", "*: racked 2 7b,7b,7b", "*: racked 3 6p,6p,7y")


@pytest.mark.parametrize("text", ["777", "7 7 7", "7,7,7", "7/7/7"])
def test_three_digits_declare(text: str) -> None:
    assert read(CODE777, after(CODE777, *RACKED), 2, text, "fr") == "declare 7,7,7"
    assert read(CODE777, after(CODE777, *RACKED), 2, "754", "en") == "declare 4,5,7"


def test_a_question_is_its_number() -> None:
    assert read(CODE777, after(CODE777, *RACKED, "0: ask"), 0, "16", "fr") == "turned 16"
    assert read(CODE777, after(CODE777, *RACKED), 0, "question", "fr") == "ask"


# ---- refusals ---------------------------------------------------------------------------


def spread(every: list[Any], most: int = 12) -> list[Any]:
    """So many of them, from the first to the last: a label for each declaration of Code 777 takes long."""
    return every[:: -(-len(every) // most)]


def refused(game: AnyGame, state: Any, seat: int, text: str, lang: Lang) -> str:
    with pytest.raises(NotationError) as caught:
        read(game, state, seat, text, lang)
    return words(lang, game).why(caught.value)


def test_a_refusal_says_what_would_be_valid_now_in_the_own_language() -> None:
    state = golden("0: announce 7")
    assert refused(GOLDEN, state, 0, " bonjour  ", "fr") == (
        "«\u00a0bonjour\u00a0» ne se comprend pas ici. Dés d’Ana (2 dés), par ex. 3 5"
    )
    assert refused(GOLDEN, state, 0, "hello", "en").endswith("Ana’s roll (2 dice), such as 3 5")
    both = refused(CODE21, after(CODE21, "*: first 0", "*: turned 5", players=3), 0, "8", "fr")
    assert "Jouer le 8 face visible · Jouer le 8 face cachée" in both
    several = refused(SIXTEEN, after(SIXTEEN, "*: first 0"), 0, "v3", "fr")
    assert "3 vert" in several and "3 violet" in several


@pytest.mark.parametrize("text", ["", " ", ",", "é", "½", "３", "9" * 400, "-", "🎲"])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_typed_breaks_anything(name: str, text: str) -> None:
    game = GAMES[name]
    for before in spread([before for before, _, _ in playout(game, game.options(), Random(3))]):
        for seat in around(before.options.players):
            try:
                action = read_action(game, before, seat, text, "fr", NAMES)
            except NotationError:
                continue
            assert game.parse(str(action)) == action


# ---- every game, every moment -------------------------------------------------------------


def asked(game: AnyGame, state: Any) -> list[Seat]:
    awaited = game.awaits(state)
    if isinstance(awaited, Choice):
        return sorted(awaited.seats | awaited.free)
    return witnesses(game, state, around(state.options.players)) if isinstance(awaited, Chance) else []


def moments(game: AnyGame, options: Any) -> list[tuple[Any, Seat]]:
    return [
        (before, seat)
        for before in spread([before for before, _, _ in playout(game, options, Random(5))])
        for seat in asked(game, before)[:2]
    ]


def each_set(check: Callable[[AnyGame, Any, Seat], None], game: AnyGame) -> None:
    for options in list(covering(game.options))[:8]:
        for state, seat in moments(game, options):
            check(game, state, seat)


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_is_asked_in_words(name: str) -> None:
    names = [f"Nom{n}" for n in range(10)]

    def check(game: AnyGame, state: Any, seat: Seat) -> None:
        for lang in LANGS:
            said = question(game, game.view(state, seat), lang, names)
            assert said and "{" not in said and "_" not in said, said

    each_set(check, GAMES[name])


@pytest.mark.parametrize("name", GAMES)
def test_the_notation_and_the_label_of_every_action_are_read_as_that_action(name: str) -> None:
    """A label that fits two actions is refused with both of them: it never means another one."""
    names = [f"Nom{n}" for n in range(10)]

    def check(game: AnyGame, state: Any, seat: Seat) -> None:
        possible = possible_actions(game, state, seat)
        for action in possible[:: max(1, len(possible) // 5)]:
            assert read_action(game, state, seat, str(action), "fr", names) == action
            label = words("fr", game).move(action, names, seat)
            try:
                assert read_action(game, state, seat, label, "fr", names) == action, label
            except NotationError as error:
                assert "choices" in error.facts, label

    each_set(check, GAMES[name])


def test_a_name_may_be_abbreviated_where_only_one_begins_so() -> None:
    typed = Typed("be 3", CODA, "fr", ("Ana", "Ben", "Berthe"))
    assert typed.seats == () and Typed("ber 3", CODA, "fr", ("Ana", "Ben", "Berthe")).seats == (2,)
    assert Typed("zoe 2 3", CODA, "fr", NAMES).seats == (3,)
    assert Typed("zoe 2 3", CODA, "fr", NAMES).numbers == (3,)


def test_every_game_of_ours_reads_what_people_type() -> None:
    assert all(parts.entry(game) is not None for game in GAMES.values())
