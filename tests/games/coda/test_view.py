"""Who knows what in Code de Vinci."""

from __future__ import annotations

from random import Random

import pytest

from tablee.contract import Seat
from tablee.games.coda import GAME
from tablee.games.coda.options import Options
from tablee.games.coda.state import Guess, State
from tablee.games.coda.tiles import Value
from tablee.games.coda.view import View
from tablee.record import read_move
from tablee.testing.laws import check_imagine, check_secret
from tests.games.coda.table import emptied, hidden, right, stand, take, wrong
from tests.playing import after, play, told

ANA, BEN = "b1 b4 w7 w10", "b3 w3 b8 w8"
EXPERT = {"jokers": "on"}


def seen(state: State, seat: int | None, whose: int) -> str:
    """A code as a seat sees it; what is turned up stands in brackets: b? b4 (w7) w?."""
    view = GAME.view(state, None if seat is None else Seat(seat))
    names = [tile.tile or f"{tile.colour[0]}?" for tile in view.codes[whose]]
    return " ".join(f"({name})" if tile.up else name for name, tile in zip(names, view.codes[whose], strict=True))


def heard(seat: int | None, *lines: str, **options: str) -> list[str]:
    """Everything this seat is told in a game of these lines."""
    state, found = after(GAME, **options), []
    for line in lines:
        found.append(told(GAME, state, line, seat))
        state = play(GAME, state, line)
    return found


# ---- codes ----------------------------------------------------------------------


def test_cod_01_others_see_the_colours_of_the_backs() -> None:
    state = stand(ANA, BEN)
    assert seen(state, 0, 0) == ANA
    assert seen(state, 1, 0) == seen(state, None, 0) == "b? b? w? w?"


def test_cod_02_a_tile_on_its_way_into_a_code_is_seen_by_its_taker_alone() -> None:
    state = after(GAME, ["0: pick 2", "*: dealt b4", "*: dealt b1", "*: dealt w7"], first="0")
    for seat, tiles in ((0, ["b4", "b1", "w7"]), (1, [None] * 3), (None, [None] * 3)):
        view: View = GAME.view(state, None if seat is None else Seat(seat))
        assert [tile.tile for tile in view.hand] == tiles
        assert [tile.colour for tile in view.hand] == ["black", "black", "white"]
        assert (view.black, view.table) == (2, (10, 11))


def test_cod_10_the_drawn_tile_is_seen_by_its_taker_alone() -> None:
    state = play(GAME, stand(ANA, BEN), "0: take white")
    assert GAME.view(state, Seat(1)).taking == "white"
    state = play(GAME, state, "*: drawn w5")
    views = [GAME.view(state, seat) for seat in (Seat(0), Seat(1), None)]
    assert [view.drawn and (view.drawn.colour, view.drawn.tile) for view in views] == [
        ("white", "w5"),
        ("white", None),
        ("white", None),
    ]
    assert {view.table for view in views} == {(8, 7)}


def test_cod_12_what_is_turned_up_is_seen_by_all() -> None:
    state = right(take(stand(ANA, BEN), "w5"), 1, 2)
    assert seen(state, 0, 1) == seen(state, None, 1) == "b? w? (b8) w?"


def test_cod_13_a_tile_put_away_is_hidden_but_its_place_is_not() -> None:
    state = play(GAME, right(take(stand(ANA, BEN), "w5"), 1, 2), "0: stop")
    assert seen(state, 1, 0) == "b? b? w? w? w?"
    assert [tile.since for tile in GAME.view(state, Seat(1)).codes[0]] == [0, 0, 1, 0, 0]


def test_cod_14_a_wrong_guess_stays_known_and_goes_with_its_tile() -> None:
    state = play(GAME, take(stand(ANA, BEN), "w5"), "0: attack 1 2 7")
    state = play(GAME, right(take(state, "w0"), 0, 0), "1: stop")  # takes place 0: all others move on
    state = play(GAME, take(state, "b0"), "0: attack 1 3 9")
    for seat in (Seat(0), Seat(1), None):
        code = GAME.view(state, seat).codes[1]
        assert [tile.guesses for tile in code if tile.guesses] == [
            (Guess(Seat(0), Value("7")), Guess(Seat(0), Value("9")))
        ]
        assert code[3].guesses and not code[3].up


def test_cod_21_at_the_end_all_codes_are_turned_up_but_not_the_tile_apart() -> None:
    state = take(stand(ANA, BEN), "w5")
    for place in range(4):
        state = right(state, 1, place)
    for seat in (Seat(0), Seat(1), None):
        view = GAME.view(state, seat)
        assert seen(state, seat, 0) == ANA
        assert view.winner == 0
        assert view.drawn is not None and (view.drawn.tile == "w5") == (seat == 0)


# ---- the log --------------------------------------------------------------------


def test_cod_06_the_log_of_a_set_up() -> None:
    lines = ["*: first 0", "0: pick 2", "*: dealt b4", "*: dealt b1", "*: dealt w7", "*: dealt w2"]
    assert heard(0, *lines) == [*lines[:-1], "*: dealt w2 = b1,w2,b4,w7"]
    assert heard(1, *lines) == heard(None, *lines) == [
        "*: first 0", "0: pick 2", "*: dealt b?", "*: dealt b?", "*: dealt w?", "*: dealt w? = b?,w?,b?,w?",
    ]  # fmt: skip


def test_cod_07_the_log_of_an_arrangement() -> None:
    lines = ["0: pick 2", "*: dealt b4", "*: dealt b-", "*: dealt w7", "*: dealt w2", "0: arrange w2,b4,b-,w7"]
    assert heard(0, *lines, first="0", **EXPERT) == lines
    assert heard(1, *lines, first="0", **EXPERT)[1:] == [
        "*: dealt b?", "*: dealt b?", "*: dealt w?", "*: dealt w?", "0: arrange w?,b?,b?,w?",
    ]  # fmt: skip


def test_cod_10_the_log_of_a_draw() -> None:
    state = play(GAME, stand(ANA, BEN), "0: take white")
    assert [told(GAME, state, "*: drawn w5", seat) for seat in (0, 1, None)] == [
        "*: drawn w5", "*: drawn w?", "*: drawn w?",
    ]  # fmt: skip


def test_cod_12_the_log_of_a_right_attack() -> None:
    assert told(GAME, take(stand(ANA, BEN), "w5"), "0: attack 1 0 3", 1) == "0: attack 1 0 3 = right"


def test_cod_13_the_log_of_a_stop() -> None:
    state = right(take(stand(ANA, BEN), "w5"), 1, 0)
    assert told(GAME, state, "0: stop", 0) == "0: stop = w5 at 2"
    assert told(GAME, state, "0: stop", 1) == told(GAME, state, "0: stop", None) == "0: stop = w? at 2"


def test_cod_14_the_log_of_a_wrong_attack() -> None:
    state = take(stand(ANA, BEN), "w5")
    assert told(GAME, state, "0: attack 1 0 4", 1) == "0: attack 1 0 4 = wrong, w5 at 2"


def test_cod_15_the_log_on_an_empty_table() -> None:
    state = emptied(stand(ANA, BEN))
    attack = f"0: attack 1 {hidden(state, 1)[0]} 0"
    assert told(GAME, state, attack, None) == f"{attack} = wrong"
    state = play(GAME, state, attack)
    show = f"0: show {hidden(state, 0)[0]}"
    assert told(GAME, state, show, None) == f"{show} = b1"
    state = play(GAME, state, show)
    assert told(GAME, right(state, 0, hidden(state, 0)[0]), "1: stop", 0) == "1: stop"


def test_cod_16_the_log_of_a_placement() -> None:
    state = take(stand(ANA, BEN, **EXPERT), "w5")
    assert told(GAME, state, "0: attack 1 0 4", 1) == "0: attack 1 0 4 = wrong"
    assert told(GAME, play(GAME, state, "0: attack 1 0 4"), "0: place 2", 1) == "0: place 2 = w5"
    state = right(state, 1, 0)
    assert told(GAME, state, "0: stop", 1) == "0: stop"
    assert told(GAME, play(GAME, state, "0: stop"), "0: place 2", 1) == "0: place 2"


def test_cod_21_the_last_line_shows_the_winners_code() -> None:
    state = take(stand(ANA, BEN), "w5")
    for place in range(3):
        state = right(state, 1, place)
    assert told(GAME, state, "0: attack 1 3 8", 1) == "0: attack 1 3 8 = right, 0 wins with b1,b4,w7,w10"
    state = emptied(stand(ANA, BEN))
    while len(hidden(state, 0)) > 1 or state.turn != 0:
        state = wrong(state)
    state = play(GAME, state, f"0: attack 1 {hidden(state, 1)[0]} 0")
    (last,) = hidden(state, 0)
    row = ",".join(standing.tile for standing in state.codes[1])
    assert told(GAME, state, f"0: show {last}", 0) == f"0: show {last} = w10, 1 wins with {row}"


# ---- that being asked tells nobody anything -------------------------------------


def test_cod_07_with_or_without_a_joker_a_set_up_sounds_the_same() -> None:
    def lines(*row: str) -> list[str]:
        return ["0: pick 2", *(f"*: dealt {tile}" for tile in sorted(row)), f"0: arrange {','.join(row)}", "1: pick 0"]

    games = [lines("b1", "w2", "b4", "w7"), lines("b-", "w2", "b4", "w7"), lines("b-", "w-", "b4", "w7")]
    assert len({tuple(heard(1, *game, first="0", **EXPERT)) for game in games}) == 1
    assert len({GAME.view(after(GAME, game, first="0", **EXPERT), Seat(1)) for game in games}) == 1


@pytest.mark.parametrize("end", ["0: attack 1 0 3", "0: attack 1 0 4"])
def test_cod_16_with_or_without_a_joker_a_draw_sounds_the_same(end: str) -> None:
    """Up to the line where the tile is shown, if it is."""
    found = set()
    for row, drawn in ((ANA, "w5"), (ANA, "w-"), ("b1 b- w7 w10", "w5")):
        state = stand(row, BEN, **EXPERT)
        lines = ["0: take white", f"*: drawn {drawn}", end, *(["0: stop"] if end.endswith("3") else [])]
        words = []
        for line in lines:
            words.append(told(GAME, state, line, 1))
            state = play(GAME, state, line)
        assert read_move(GAME, "0: place 2").action in GAME.legal(state, Seat(0))
        found.add((tuple(words), GAME.view(state, Seat(1))))
    assert len(found) == 1


@pytest.mark.parametrize("seed", range(8))
def test_cod_07_and_cod_16_the_secret_law_holds_among_experts(seed: int) -> None:
    for players in (2, 3, 4):
        for ban in (True, False):
            check_secret(GAME, Options(players=players, jokers=True, joker_ban=ban), Random(seed))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("jokers", [True, False])
def test_what_is_imagined_looks_like_what_is(players: int, jokers: bool) -> None:
    check_imagine(GAME, Options(players=players, jokers=jokers), Random(0))
