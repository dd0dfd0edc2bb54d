"""The rulebook of Code de Vinci, retold in its order."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablee.contract import Chance, NotationError, Over
from tablee.games.coda import GAME
from tablee.games.coda.tiles import PLAIN, TILES
from tests.games.coda.table import code, emptied, hidden, right, stand, take, waiting, wrong
from tests.playing import after, legal, play, refused

ANA, BEN = "b1 b4 w7 w10", "b3 w3 b8 w8"  # the two rows of the rulebook
EXPERT = {"jokers": "on"}


# ---- the tiles ------------------------------------------------------------------


def test_cod_01_there_are_0_to_11_in_black_and_in_white() -> None:
    table = after(GAME).table
    assert sorted(table) == sorted(f"{colour}{number}" for colour in "bw" for number in range(12))


def test_cod_01_experts_add_a_black_and_a_white_joker() -> None:
    assert set(after(GAME, jokers="on").table) - set(PLAIN) == {"b-", "w-"}


def test_cod_01_a_tile_that_is_not_on_the_table_is_not_dealt() -> None:
    state = after(GAME, ["0: pick 2"], first="0")
    assert refused(GAME, state, "*: dealt b-") == "COD-01"
    assert refused(GAME, play(GAME, state, "*: dealt b4"), "*: dealt b4") == "COD-01"


def test_cod_01_a_tile_that_is_not_on_the_table_is_not_drawn() -> None:
    state = play(GAME, stand(ANA, BEN), "0: take black")
    assert refused(GAME, state, "*: drawn b4") == "COD-01"
    assert refused(GAME, state, "*: drawn b-") == "COD-01"


# ---- set-up ---------------------------------------------------------------------


@pytest.mark.parametrize(("players", "each"), [("2", 4), ("3", 4), ("4", 3)])
def test_cod_02_each_player_takes_four_tiles_or_three_when_four_play(players: str, each: int) -> None:
    state = after(GAME, players=players, first="0", dealing="random")
    for tile in PLAIN[: each * int(players)]:
        assert state.phase == "deal"
        state = play(GAME, state, f"*: dealt {tile}")
    assert waiting(state) == ("take", 0)
    assert [len(code) for code in state.codes] == [each] * int(players)


def test_cod_02_any_number_of_them_may_be_black() -> None:
    assert legal(GAME, after(GAME, first="0"), 0) == [f"pick {n}" for n in range(5)]
    assert legal(GAME, after(GAME, first="0", players="4"), 0) == [f"pick {n}" for n in range(4)]


@pytest.mark.parametrize("black", ["5", "-1", "12"])
def test_cod_02_not_more_than_one_takes(black: str) -> None:
    assert refused(GAME, after(GAME, first="0"), f"0: pick {black}") == "COD-02"


def test_cod_02_a_joker_counts_as_a_tile_of_its_colour() -> None:
    state = after(GAME, ["0: pick 1", "*: dealt b-"], first="0", jokers="on")
    assert refused(GAME, state, "*: dealt b3") == "COD-02"
    assert play(GAME, state, "*: dealt w-").hand == ("b-", "w-")


def test_cod_02_set_up_has_its_order() -> None:
    picking = after(GAME, first="0", **EXPERT)
    for line in ("arrange b1,b2,b3,b4", "take black", "attack 1 0 0", "stop", "place 0", "show 0"):
        assert refused(GAME, picking, f"0: {line}") == "COD-02"
    arranging = play(GAME, picking, "0: pick 4", "*: dealt b1", "*: dealt b2", "*: dealt b3", "*: dealt b4")
    for line in ("pick 4", "take black", "attack 1 0 0", "stop", "place 0", "show 0"):
        assert refused(GAME, arranging, f"0: {line}") == "COD-02"
    playing = stand(ANA, BEN, **EXPERT)
    for line in ("pick 2", "arrange b1,b4,w7,w10"):
        assert refused(GAME, playing, f"0: {line}") == "COD-02"


def test_cod_03_first_example_of_the_rulebook() -> None:
    """It draws the black 10 and places the white one: a slip."""
    state = after(GAME, ["0: pick 2", "*: dealt b4", "*: dealt b1", "*: dealt w7", "*: dealt w10"], first="0")
    assert code(state, 0) == "b1 b4 w7 w10"


def test_cod_03_second_example_of_the_rulebook() -> None:
    state = after(GAME, ["0: pick 2", "*: dealt b3", "*: dealt b8", "*: dealt w3", "*: dealt w8"], first="0")
    assert code(state, 0) == "b3 w3 b8 w8"


def test_cod_03_ten_stands_right_of_nine() -> None:
    state = after(GAME, ["0: pick 3", "*: dealt b10", "*: dealt b2", "*: dealt b9", "*: dealt w9"], first="0")
    assert code(state, 0) == "b2 b9 w9 b10"


@pytest.mark.parametrize("row", ["b3,b8,w3,w8", "w3,b3,b8,w8", "b3,w3,w8,b8"])
def test_cod_03_an_arranged_row_ascends_with_black_left_of_white(row: str) -> None:
    dealt = ["0: pick 2", "*: dealt b3", "*: dealt b8", "*: dealt w3", "*: dealt w8"]
    state = after(GAME, dealt, first="0", jokers="on")
    assert legal(GAME, state, 0) == ["arrange b3,w3,b8,w8"]
    assert refused(GAME, state, f"0: arrange {row}") == "COD-03"


def test_cod_03_a_placed_number_keeps_the_order() -> None:
    state = play(GAME, take(stand(ANA, BEN, **EXPERT), "b7"), "0: attack 1 0 0")
    assert legal(GAME, state, 0) == ["place 2"]  # left of the white 7
    assert {refused(GAME, state, f"0: place {place}") for place in (0, 1, 3, 4)} == {"COD-03"}


def test_cod_06_set_up_goes_seat_by_seat_from_the_first_player() -> None:
    state = after(GAME, ["*: first 2"], players="3")
    turns = []
    for seat, tiles in (("2", "b0 b1 w0 w1"), ("0", "b2 b3 w2 w3"), ("1", "b4 b5 w4 w5")):
        turns.append(waiting(state))
        state = play(GAME, state, f"{seat}: pick 2", *(f"*: dealt {tile}" for tile in tiles.split()))
    assert turns == [("pick", 2), ("pick", 0), ("pick", 1)]
    assert waiting(state) == ("take", 2)


def test_cod_06_black_ones_come_first_each_as_likely_as_another() -> None:
    state = after(GAME, ["0: pick 1"], first="0")
    chance = GAME.awaits(state)
    assert isinstance(chance, Chance) and chance.hand == 0
    assert {str(action): odds for action, odds in chance.odds().items()} == {
        f"dealt b{number}": Fraction(1, 12) for number in range(12)
    }
    assert refused(GAME, state, "*: dealt w1") == "COD-02"
    assert refused(GAME, play(GAME, state, "*: dealt b1"), "*: dealt b2") == "COD-02"


def test_cod_06_at_random_nobody_picks_and_any_tile_may_come() -> None:
    state = after(GAME, ["*: dealt w4"], first="1", dealing="random")
    chance = GAME.awaits(state)
    assert isinstance(chance, Chance) and chance.hand == 1
    assert set(chance.odds().values()) == {Fraction(1, 23)} and len(chance.odds()) == 23
    assert refused(GAME, state, "1: pick 2") == "chance"


def test_cod_07_experts_arrange_their_row_joker_or_not() -> None:
    for tiles in ("b1 b2 b3 b4", "b- b1 b2 b3"):
        state = after(
            GAME, ["0: pick 4", *(f"*: dealt {tile}" for tile in tiles.split())], first="0", jokers="on", players="2"
        )
        assert waiting(state) == ("arrange", 0)
    assert waiting(play(GAME, state, "0: arrange b1,b2,b3,b-")) == ("pick", 1)  # only then is it the next seat's turn


@pytest.mark.parametrize("row", ["b1,b2,b3", "b1,b2,b3,b4,b5", "b1,b2,b3,b5", "b1,b2,b4,b4"])
def test_cod_07_the_whole_row_is_arranged(row: str) -> None:
    dealt = ["0: pick 4", "*: dealt b1", "*: dealt b2", "*: dealt b3", "*: dealt b4"]
    assert refused(GAME, after(GAME, dealt, first="0", jokers="on"), f"0: arrange {row}") == "COD-07"


def test_cod_07_without_jokers_rows_stand_by_themselves() -> None:
    state = after(GAME, ["0: pick 4", "*: dealt b4", "*: dealt b2", "*: dealt b3", "*: dealt b1"], first="0")
    assert waiting(state) == ("pick", 1)
    assert code(state, 0) == "b1 b2 b3 b4"


def test_cod_08_who_begins_is_agreed_or_drawn_by_lot() -> None:
    chance = GAME.awaits(after(GAME, players="3"))
    assert isinstance(chance, Chance)
    assert {str(action): odds for action, odds in chance.odds().items()} == {
        f"first {seat}": Fraction(1, 3) for seat in range(3)
    }
    assert waiting(after(GAME, ["*: first 2"], players="3")) == ("pick", 2)
    assert waiting(after(GAME, players="3", first="1")) == ("pick", 1)


@pytest.mark.parametrize("seat", ["2", "-1"])
def test_cod_08_only_somebody_at_the_table_begins(seat: str) -> None:
    assert refused(GAME, after(GAME), f"*: first {seat}") == "COD-08"


# ---- a turn ---------------------------------------------------------------------


def test_nobody_speaks_for_chance_nor_out_of_turn() -> None:
    state = stand(ANA, BEN)
    assert refused(GAME, state, "0: drawn w5") == refused(GAME, state, "*: drawn w5") == "chance"
    assert refused(GAME, state, "1: take black") == "turn"
    assert refused(GAME, play(GAME, state, "0: take black"), "0: attack 1 0 3") == "chance"


def test_cod_10_a_turn_begins_with_a_tile_from_the_table() -> None:
    state = stand(ANA, BEN)
    assert legal(GAME, state, 0) == ["take black", "take white"]
    assert legal(GAME, state, 1) == []
    assert refused(GAME, state, "0: attack 1 0 3") == "COD-10"
    state = play(GAME, state, "0: take white")
    chance = GAME.awaits(state)
    assert isinstance(chance, Chance) and chance.hand == 0
    assert {str(action) for action in chance.odds()} == {
        f"drawn w{number}" for number in range(12) if number not in (3, 7, 8, 10)
    }
    assert refused(GAME, state, "*: drawn b0") == "COD-10"


def test_cod_10_the_tile_is_kept_apart_and_one_is_enough() -> None:
    state = take(stand(ANA, BEN), "w2")
    assert code(state, 0) == ANA
    assert (state.drawn, "w2" in state.table) == ("w2", False)
    assert refused(GAME, state, "0: take black") == "COD-10"


def test_cod_10_of_a_colour_that_still_lies_there() -> None:
    state = stand("b0 b1 b2 b3", "b4 b5 b6 b7")
    for tile in ("b8", "b9", "b10", "b11"):
        state = wrong(take(state, tile))
    assert legal(GAME, state, 0) == ["take white"]
    assert refused(GAME, state, "0: take black") == "COD-10"


def test_cod_11_any_number_may_be_named_for_any_hidden_tile_of_the_others() -> None:
    state = take(stand(ANA, BEN, "b0 w0 b2 w2"), "w5")
    assert legal(GAME, state, 0) == [
        f"attack {seat} {place} {number}" for seat in (1, 2) for place in range(4) for number in range(12)
    ]
    assert code(play(GAME, state, "0: attack 2 3 11"), 0) == "b1 b4 (w5) w7 w10"  # impossible, but said


@pytest.mark.parametrize(
    "attack", ["0 0 1", "2 0 1", "-1 0 1", "1 4 1", "1 -1 1", "1 0 12", "1 0 -1", "1 0 -"],
    ids=["own", "no seat", "no seat", "no place", "no place", "12", "-1", "no jokers"],
)  # fmt: skip
def test_cod_11_own_and_missing_tiles_and_numbers_are_not_attacked(attack: str) -> None:
    assert refused(GAME, take(stand(ANA, BEN), "w5"), f"0: attack {attack}") == "COD-11"


def test_cod_11_nor_are_tiles_turned_up() -> None:
    state = right(take(stand(ANA, BEN), "w5"), 1, 0)
    assert refused(GAME, state, "0: attack 1 0 3") == "COD-11"
    assert "attack 1 0 3" not in legal(GAME, state, 0)


def test_cod_11_experts_may_say_joker() -> None:
    state = take(stand(ANA, "b3 w- b8 w8", **EXPERT), "w5")
    assert "attack 1 1 -" in legal(GAME, state, 0)
    assert code(play(GAME, state, "0: attack 1 1 -"), 1) == "b3 (w-) b8 w8"
    assert code(play(GAME, state, "0: attack 1 0 -"), 1) == "b3 w- b8 w8"


@pytest.mark.parametrize(
    "text", ["attack 1 0 x", "attack 1 0 07", "attack 1 0 --", "attack 1 0", "take grey", "place x"]
)
def test_cod_11_what_is_no_notation(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse(text)


@pytest.mark.parametrize("tile", ["b12", "r3", "b", "B3", "b?", "b03"])
def test_cod_01_names_of_tiles_are_a_closed_list(tile: str) -> None:
    assert tile not in TILES
    for form in ("dealt {}", "drawn {}", "arrange b1,{}"):
        with pytest.raises(NotationError):
            GAME.parse(form.format(tile))


def test_cod_12_a_right_attack_turns_the_tile_up() -> None:
    state = right(take(stand(ANA, BEN), "w5"), 1, 2)
    assert code(state, 1) == "b3 w3 (b8) w8"
    assert waiting(state) == ("attack", 0)


def test_cod_12_then_one_attacks_again_without_drawing_or_stops() -> None:
    state = right(take(stand(ANA, BEN, "b0 w0 b2 w2"), "w5"), 1, 2)
    assert legal(GAME, state, 0)[-1] == "stop"
    assert {line.split()[1] for line in legal(GAME, state, 0)[:-1]} == {"1", "2"}
    assert refused(GAME, state, "0: take black") == "COD-12"
    assert code(right(state, 2, 0), 2) == "(b0) w0 b2 w2"


def test_cod_13_stopping_hides_the_drawn_tile_in_the_code() -> None:
    state = play(GAME, right(take(stand(ANA, BEN), "w5"), 1, 2), "0: stop")
    assert code(state, 0) == "b1 b4 w5 w7 w10"
    assert waiting(state) == ("take", 1)
    assert state.drawn is None


def test_cod_13_not_before_an_attack_was_right() -> None:
    state = stand(ANA, BEN)
    assert refused(GAME, state, "0: stop") == "COD-13"
    state = take(state, "w5")
    assert refused(GAME, state, "0: stop") == "COD-13"
    state = take(play(GAME, right(state, 1, 2), "0: stop"), "w6")
    assert refused(GAME, state, "1: stop") == "COD-13"  # another's right attack does not count
    state = take(wrong(state), "b5")
    assert refused(GAME, state, "0: stop") == "COD-13"  # nor one's own of another turn


def test_cod_14_wrong_and_the_drawn_tile_joins_face_up() -> None:
    state = play(GAME, take(stand(ANA, BEN), "w5"), "0: attack 1 0 2")
    assert code(state, 0) == "b1 b4 (w5) w7 w10"
    assert code(state, 1) == BEN
    assert waiting(state) == ("take", 1)


def test_cod_14_also_after_right_attacks() -> None:
    state = play(GAME, right(take(stand(ANA, BEN), "w5"), 1, 2), "0: attack 1 0 2")
    assert code(state, 0) == "b1 b4 (w5) w7 w10"
    assert code(state, 1) == "b3 w3 (b8) w8"
    assert (waiting(state), state.right) == (("take", 1), False)


def test_cod_15_on_an_empty_table_one_attacks_without_a_drawn_tile() -> None:
    state = emptied(stand(ANA, BEN))
    assert waiting(state) == ("attack", 0)
    assert refused(GAME, state, "0: take black") == "COD-15"
    assert refused(GAME, state, "0: stop") == "COD-13"
    stopped = play(GAME, right(state, 1, hidden(state, 1)[0]), "0: stop")
    assert (waiting(stopped), len(stopped.codes[0])) == (("attack", 1), 12)


def test_cod_15_a_wrong_attack_turns_up_ones_own_tile() -> None:
    state = emptied(stand(ANA, BEN))
    mine = hidden(state, 0)
    up = next(place for place in range(12) if place not in mine)
    state = play(GAME, state, f"0: attack 1 {hidden(state, 1)[0]} 0")
    assert waiting(state) == ("show", 0)
    assert legal(GAME, state, 0) == [f"show {place}" for place in mine]
    assert {refused(GAME, state, f"0: show {place}") for place in (up, -1, 12)} == {"COD-15"}
    for other in ("take black", "attack 1 0 0", "stop", "place 0"):
        assert refused(GAME, state, f"0: {other}") == "COD-15"
    state = play(GAME, state, f"0: show {mine[1]}")
    assert hidden(state, 0) == [mine[0], *mine[2:]]
    assert waiting(state) == ("attack", 1)


def test_cod_15_the_last_tile_of_the_table_is_still_drawn() -> None:
    state = stand(ANA, BEN)
    while len(state.table) != 1:
        state = wrong(take(state, state.table[0]))
    state = take(state, state.table[0])
    assert waiting(state) == ("attack", 1)
    assert refused(GAME, state, "1: take black") == "COD-15"
    assert waiting(wrong(state)) == ("attack", 0)


def test_cod_15_own_tiles_are_not_shown_for_anything_else() -> None:
    state = stand(ANA, BEN)
    assert refused(GAME, state, "0: show 0") == "COD-15"
    assert refused(GAME, take(state, "w5"), "0: show 0") == "COD-15"


def test_cod_16_without_jokers_a_tile_goes_to_its_place_by_itself() -> None:
    state = take(stand(ANA, BEN), "b7")
    assert refused(GAME, state, "0: place 2") == "COD-16"
    assert code(wrong(state), 0) == "b1 b4 (b7) w7 w10"


def test_cod_16_with_jokers_every_tile_is_placed_forced_or_not() -> None:
    state = take(stand(ANA, BEN, **EXPERT), "b7")
    missed = play(GAME, state, "0: attack 1 0 0")
    assert legal(GAME, missed, 0) == ["place 2"]
    assert code(play(GAME, missed, "0: place 2"), 0) == "b1 b4 (b7) w7 w10"  # COD-14
    stopped = play(GAME, right(state, 1, 0), "0: stop")
    assert legal(GAME, stopped, 0) == ["place 2"]
    assert code(play(GAME, stopped, "0: place 2"), 0) == "b1 b4 b7 w7 w10"  # COD-13
    assert waiting(play(GAME, stopped, "0: place 2")) == ("take", 1)


def test_cod_13_a_tile_is_hidden_though_the_turn_before_was_a_wrong_one() -> None:
    state = take(wrong(take(stand(ANA, BEN, **EXPERT), "b7")), "b2")
    state = play(GAME, right(state, 0, 0), "1: stop", "1: place 0")
    assert code(state, 1) == "b2 b3 w3 b8 w8"


def test_cod_16_placing_has_its_moment_and_its_places() -> None:
    state = stand(ANA, BEN, **EXPERT)
    assert refused(GAME, state, "0: place 0") == "COD-16"
    state = take(state, "b7")
    assert refused(GAME, state, "0: place 2") == "COD-16"
    state = play(GAME, state, "0: attack 1 0 0")
    for line in ("place 5", "place -1", "take black", "attack 1 0 0", "stop", "show 0"):
        assert refused(GAME, state, f"0: {line}") == "COD-16"


def test_cod_17_the_turn_passes_to_the_left() -> None:
    state = stand(ANA, BEN, "b0 w0 b2 w2")
    turns = [state.turn]
    for _ in range(4):
        state = wrong(take(state, state.table[0]))
        turns.append(state.turn)
    assert turns == [0, 1, 2, 0, 1]


# ---- jokers ---------------------------------------------------------------------


FIVE = "w5 w6 b8 b9"  # and a joker: the rulebook's five rows


@pytest.mark.parametrize("joker", ["b-", "w-"])
def test_cod_04_five_rows_of_the_rulebook(joker: str) -> None:
    state = play(GAME, take(stand(FIVE, ANA, **EXPERT), joker), "0: attack 1 0 0")
    assert refused(GAME, state, "0: place 1") == "COD-04"  # 5 white, joker, 6 white
    assert refused(GAME, state, "0: place 3") == "COD-04"  # 8 black, joker, 9 black
    assert legal(GAME, state, 0) == ["place 0", "place 2", "place 4"]
    assert code(play(GAME, state, "0: place 2"), 0) == f"w5 w6 ({joker}) b8 b9"
    assert code(play(GAME, state, "0: place 0"), 0) == f"({joker}) w5 w6 b8 b9"
    assert code(play(GAME, state, "0: place 4"), 0) == f"w5 w6 b8 b9 ({joker})"


def test_cod_04_at_set_up_too() -> None:
    state = after(GAME, ["0: pick 1", "*: dealt b-", "*: dealt w5", "*: dealt w6", "*: dealt w8"], first="0", **EXPERT)
    assert legal(GAME, state, 0) == ["arrange b-,w5,w6,w8", "arrange w5,w6,b-,w8", "arrange w5,w6,w8,b-"]
    assert refused(GAME, state, "0: arrange w5,b-,w6,w8") == "COD-04"


def test_cod_04_another_joker_in_between_does_not_count() -> None:
    state = after(GAME, ["0: pick 1", "*: dealt b-", "*: dealt w-", "*: dealt w5", "*: dealt w6"], first="0", **EXPERT)
    assert refused(GAME, state, "0: arrange w5,b-,w-,w6") == "COD-04"
    assert refused(GAME, state, "0: arrange w5,w-,w6,b-") == "COD-04"
    assert len(legal(GAME, state, 0)) == 6  # both left, both right, one at each end: twice each


def test_cod_04_two_jokers_may_stand_side_by_side_and_between_equal_or_unlike_numbers() -> None:
    state = after(GAME, ["0: pick 2", "*: dealt b-", "*: dealt b5", "*: dealt w-", "*: dealt w5"], first="0", **EXPERT)
    assert "arrange b5,b-,w-,w5" in legal(GAME, state, 0)
    assert len(legal(GAME, state, 0)) == 12
    assert code(stand("b5 w- w6 b7", ANA, **EXPERT), 0) == "b5 w- w6 b7"  # consecutive, but of two colours
    assert code(stand("b5 w- b7 w7", BEN, **EXPERT), 0) == "b5 w- b7 w7"  # of one colour, but not consecutive


def test_cod_04_without_the_ban_a_joker_stands_anywhere() -> None:
    free = {**EXPERT, "joker_ban": "off"}
    state = play(GAME, take(stand(FIVE, ANA, **free), "b-"), "0: attack 1 0 0")
    assert legal(GAME, state, 0) == [f"place {place}" for place in range(5)]
    assert code(stand("w5 b- w6 w8", ANA, **free), 0) == "w5 b- w6 w8"


def test_cod_05_a_number_beside_a_joker_goes_to_the_side_one_likes() -> None:
    state = play(GAME, take(stand("b1 w- b- w9", ANA.replace("b1", "b2"), **EXPERT), "b5"), "0: attack 1 0 0")
    assert legal(GAME, state, 0) == ["place 1", "place 2", "place 3"]
    assert code(play(GAME, state, "0: place 2"), 0) == "b1 w- (b5) b- w9"
    assert refused(GAME, state, "0: place 0") == "COD-03"


def test_cod_05_but_not_where_it_would_shut_the_joker_in() -> None:
    state = stand("b1 w- b8 w9", ANA.replace("b1", "b3"), **EXPERT)
    left = play(GAME, take(state, "b2"), "0: attack 1 0 0")
    assert legal(GAME, left, 0) == ["place 1"]
    assert refused(GAME, left, "0: place 2") == "COD-05"  # 1 black, joker, 2 black
    right = play(GAME, take(state, "b7"), "0: attack 1 0 0")
    assert legal(GAME, right, 0) == ["place 2"]
    assert refused(GAME, right, "0: place 1") == "COD-05"  # 7 black, joker, 8 black


def test_cod_05_where_it_cannot_be_avoided_any_side_will_do() -> None:
    state = play(GAME, take(stand("w5 b- w7 w9", ANA.replace("w7", "w8"), **EXPERT), "w6"), "0: attack 1 0 0")
    assert legal(GAME, state, 0) == ["place 1", "place 2"]


def test_cod_05_two_jokers_are_not_parted_to_shut_one_in() -> None:
    state = play(GAME, take(stand("b1 w- b- b8", ANA.replace("b1", "b3"), **EXPERT), "b2"), "0: attack 1 0 0")
    assert legal(GAME, state, 0) == ["place 1"]
    assert {refused(GAME, state, f"0: place {place}") for place in (2, 3)} == {"COD-05"}


def test_cod_05_a_joker_shut_in_before_shuts_nobody_out() -> None:
    """5 white, joker, 6 white stand there since it could not be avoided; the black 6 may go to either side of it."""
    state = play(GAME, take(stand("w5 b- w7 w9", ANA.replace("w7", "w8"), **EXPERT), "w6"), "0: attack 1 0 0")
    state = take(wrong(take(play(GAME, state, "0: place 2"), "b0")), "b6")
    assert code(state, 0) == "w5 b- (w6) w7 w9"
    assert legal(GAME, play(GAME, state, "0: attack 1 1 11"), 0) == ["place 1", "place 2"]


def test_cod_05_without_the_ban_no_side_is_forbidden() -> None:
    state = stand("b1 w- b8 w9", ANA.replace("b1", "b3"), joker_ban="off", **EXPERT)
    assert legal(GAME, play(GAME, take(state, "b2"), "0: attack 1 0 0"), 0) == ["place 1", "place 2"]


# ---- the end --------------------------------------------------------------------


THREE = ("b1 b4 w7 w10", "b3 w3 b8 w8", "b0 w0 b2 w2")


def test_cod_20_a_code_turned_up_wholly_is_out_in_the_middle_of_anothers_turn() -> None:
    state = take(stand(*THREE), "w5")
    for place in range(4):
        state = right(state, 1, place)
    assert (waiting(state), state.out) == (("attack", 0), (1,))
    assert {line.split()[1] for line in legal(GAME, state, 0) if line != "stop"} == {"2"}
    assert refused(GAME, state, "0: attack 1 0 3") == "COD-20"
    state = play(GAME, state, "0: stop")
    assert waiting(state) == ("take", 2)  # COD-17: over seat 1
    assert refused(GAME, state, "1: take black") == "COD-20"


def test_cod_17_those_who_are_out_are_passed_over() -> None:
    state = take(stand(*THREE), "w5")
    for place in range(4):
        state = right(state, 2, place)
    state = wrong(take(play(GAME, state, "0: stop"), "b5"))
    assert waiting(state) == ("take", 0)


def test_cod_20_a_drawn_tile_face_up_puts_nobody_out() -> None:
    state = take(stand(ANA, BEN), "w5")
    for place in range(3):
        state = right(state, 1, place)
    state = wrong(state)
    state = wrong(take(state, "w6"))
    assert (state.out, code(state, 1)) == ((), "(b3) (w3) (w6) (b8) w8")


def test_cod_21_the_last_player_with_a_hidden_tile_wins_at_once() -> None:
    state = take(stand(*THREE), "w5")
    for seat in (2, 1):
        for place in range(4):
            state = right(state, seat, place)
    assert GAME.awaits(state) == Over(ranks=(1, 2, 3), rule="COD-21")
    assert state.drawn == "w5" and code(state, 0) == THREE[0]  # it stays apart
    assert refused(GAME, state, "0: stop") == "over"
    assert legal(GAME, state, 0) == []


def test_cod_15_one_may_put_oneself_out_and_the_others_play_on() -> None:
    state = emptied(stand(*THREE))
    assert waiting(state) == ("attack", 0)
    while 0 not in state.out:
        state = wrong(state)
    assert waiting(state) == ("attack", 1)
    assert legal(GAME, state, 0) == []


def test_cod_21_who_puts_themself_out_gives_the_game_to_the_last_one() -> None:
    state = emptied(stand(ANA, BEN))
    while state.phase != "over":
        state = wrong(state)
    assert GAME.awaits(state) == Over(ranks=(2, 1), rule="COD-21")
    assert (hidden(state, 0), len(hidden(state, 1))) == ([], 1)


def test_cod_21_the_later_one_went_out_the_better() -> None:
    state = take(stand("b1 b4 w7", "b3 w3 b8", "b0 w0 b2", "b9 w9 w11"), "w5")
    for seat in (2, 3, 1):
        for place in range(3):
            state = right(state, seat, place)
    assert GAME.awaits(state) == Over(ranks=(1, 2, 4, 3), rule="COD-21")
