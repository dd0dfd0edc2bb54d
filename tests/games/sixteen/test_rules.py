"""The rules of Sixteen, in the order of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tablee.contract import AnyGame, Chance, Happened, Move, NotationError, Over, Played, Seat
from tablee.games.sixteen import GAME
from tablee.games.sixteen.actions import Act, Draw, Drawn
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.state import State
from tablee.testing import Policy, playout, random_move
from tests.playing import after, legal, play, refused


def table(*hands: str, **options: str) -> Any:
    """The cards are dealt, one each three times round, and seat 0 is first: table("g1 g2 g3", "o1 o2 o3")."""
    cards = [hand.split() for hand in hands]
    lines = [f"*: dealt {hand[n]}" for n in range(3) for hand in cards]
    return after(GAME, lines, **{"players": str(len(hands)), "first": "0", **options})


def turns(state: Any, *moves: str) -> Any:
    """At a table where cards are drawn by themselves: turns(state, "g5 play g1") draws g5, then plays g1."""
    for move in moves:
        card, _, action = move.partition(" ")
        state = play(GAME, state, f"*: drawn {card}", f"{state.turn}: {action}")
    return state


def last(state: Any) -> tuple[str, int, int]:
    """The series won last: its kind, the side that won it, and how often it counts."""
    series = state.series[-1]
    return series.kind, series.side, series.worth


def endings(
    games: int = 40, policy: Policy = random_move, **options: Any
) -> Iterator[tuple[State, Played[Act], State]]:
    """What was played in many games once the draw pile was empty."""
    for seed in range(games):
        for before, move, state in playout(GAME, Options(**options), Random(seed), policy):
            if not before.stock:
                assert isinstance(move, Played)
                yield before, move, state


def chance(state: Any) -> Chance[Act]:
    awaited = GAME.awaits(state)
    assert isinstance(awaited, Chance)
    return awaited


def uneven(game: AnyGame, state: State, rng: Random) -> Move[Any]:
    """Random play in which seat 1 forgets to draw whenever it may and the others never do: hands of unequal size."""
    move = random_move(game, state, rng)
    if isinstance(move, Happened):
        return move
    actions = game.legal(state, move.by)
    asked = [action for action in actions if isinstance(action, Draw)]
    plays = [action for action in actions if not isinstance(action, Draw)]
    return Played(move.by, rng.choice(plays if plays and move.by == 1 else asked or plays))


# ---- the pack and the deal ----------------------------------------------------------


def test_s16_01_fifty_four_cards_one_zero_and_two_of_each_other_value_a_colour_and_two_jokers() -> None:
    pack = Counter(after(GAME).stock)
    assert pack.total() == 54
    assert pack["joker"] == 2
    for colour in "gobp":
        assert [pack[f"{colour}{value}"] for value in range(7)] == [1, 2, 2, 2, 2, 2, 2]


def test_s16_01_without_jokers_there_are_fifty_two_cards() -> None:
    pack = after(GAME, jokers="off").stock
    assert len(pack) == 52
    assert "joker" not in pack


def test_s16_01_a_card_that_cannot_be_there_is_not_dealt_or_drawn() -> None:
    assert refused(GAME, after(GAME, ["*: dealt g0"], first="0"), "*: dealt g0") == "S16-01"
    state = table("g3 g3 o1", "o2 o3 o4")
    assert refused(GAME, state, "*: drawn g3") == "S16-01"
    assert refused(GAME, table("g1 g2 g3", "o1 o2 o3", jokers="off"), "*: drawn joker") == "S16-01"


def test_s16_01_the_odds_of_a_draw_are_those_of_the_cards_that_are_left() -> None:
    odds = {str(action): odd for action, odd in chance(table("g3 g4 o1", "o2 o3 o4")).odds().items()}
    assert len(odds) == 29
    assert odds["drawn g3"] * 48 == 1
    assert odds["drawn g5"] * 48 == odds["drawn joker"] * 48 == 2


def test_s16_02_each_player_is_dealt_three_cards_in_turn_from_the_first() -> None:
    state = after(GAME, ["*: first 1", "*: dealt g1"])
    assert state.hands == ((), ("g1",))
    state = play(GAME, state, *[f"*: dealt {card}" for card in ("o1", "g2", "o2", "g3", "o3")])
    assert state.hands == (("o1", "o2", "o3"), ("g1", "g2", "g3"))
    assert len(state.stock) == 48


def test_s16_02_four_players_are_dealt_three_cards_each_too() -> None:
    state = table("g1 g2 g3", "o1 o2 o3", "b1 b2 b3", "p1 p2 p3")
    assert state.hands[2] == ("b1", "b2", "b3")
    assert len(state.stock) == 42


# ---- a turn ---------------------------------------------------------------------------


def test_s16_10_a_turn_is_to_draw_a_card_and_then_to_play_one() -> None:
    state = table("g1 g2 g3", "o1 o2 o3")
    assert refused(GAME, state, "0: play g1") == "chance"
    state = play(GAME, state, "*: drawn b5")
    assert legal(GAME, state, 0) == ["play b5", "play g1", "play g2", "play g3"]
    state = play(GAME, state, "0: play g1")
    assert state.hands[0] == ("b5", "g2", "g3")
    assert [laid.card for laid in state.pile] == ["g1"]


def test_s16_10_a_card_that_is_not_in_hand_is_not_played() -> None:
    state = play(GAME, table("g1 g2 g3", "o1 o2 o3"), "*: drawn b5")
    assert refused(GAME, state, "0: play o1") == "S16-10"
    assert refused(GAME, state, "0: play joker 4 green") == "S16-10"


def test_s16_10_two_equal_cards_are_one_choice() -> None:
    state = play(GAME, table("g1 g1 g3", "o1 o2 o3"), "*: drawn g3")
    assert legal(GAME, state, 0) == ["play g1", "play g3"]
    assert play(GAME, state, "0: play g1").hands[0] == ("g1", "g3", "g3")


def test_s16_10_once_the_draw_pile_is_empty_one_only_plays() -> None:
    for draw in ("auto", "strict", "loose"):
        for before, move, _ in endings(10, draw=draw):
            assert not isinstance(move.action, Draw)
            assert refused(GAME, before, f"{move.by}: draw") == ("S16-50" if draw == "auto" else "S16-10")


def test_s16_11_a_joker_is_given_a_value_and_a_colour_and_keeps_them() -> None:
    state = turns(table("joker g2 g3", "o1 o2 o3"), "b5 play joker 4 purple")
    assert (state.pile[0].card, state.pile[0].value, state.pile[0].colour) == ("joker", 4, "purple")
    assert state.total == 4
    state = turns(state, "p1 play p1", "p2 play p2")
    assert last(state) == ("match", 0, 1)
    assert [laid.colour for laid in state.series[0].cards] == ["purple"] * 3


def test_s16_11_a_joker_can_be_any_of_twenty_eight_cards() -> None:
    state = play(GAME, table("joker joker g3", "o1 o2 o3"), "*: drawn b5")
    assert len(legal(GAME, state, 0)) == 2 + 28
    assert legal(GAME, state, 0)[2:4] == ["play joker 0 green", "play joker 0 orange"]


@pytest.mark.parametrize("action", ["play joker 7 green", "play joker -1 green", "play joker"])
def test_s16_11_a_joker_is_worth_nothing_else(action: str) -> None:
    state = play(GAME, table("joker g2 g3", "o1 o2 o3"), "*: drawn b5")
    assert refused(GAME, state, f"0: {action}") == "S16-11"


@pytest.mark.parametrize(
    "text", ["play g7", "play r3", "play joker 4 red", "play joker 4 g", "play", "draw g3", "first x"]
)
def test_names_of_cards_and_colours_are_a_closed_list(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse(text)


def test_s16_12_play_alternates_until_a_series_is_made() -> None:
    state = turns(table("g1 g2 g3", "o1 o2 o3"), "b5 play g1", "b6 play o1")
    assert state.turn == 0
    assert state.series == ()


def test_s16_12_four_players_take_turns_clockwise() -> None:
    state = table("g1 g2 g3", "o1 o2 o3", "b1 b2 b3", "p1 p2 p3", first="3")
    assert state.turn == 3
    assert turns(state, "p6 play p6").turn == 0


def test_s16_12_who_plays_first_is_drawn_by_lot_unless_it_was_agreed() -> None:
    odds = chance(after(GAME, players="4")).odds()
    assert list(map(str, odds)) == ["first 0", "first 1", "first 2", "first 3"]
    assert refused(GAME, after(GAME), "*: first 2") == "S16-12"
    assert refused(GAME, after(GAME, first="1"), "*: first 1") == "chance"


def test_nobody_plays_out_of_turn_or_before_the_deal_or_in_the_place_of_chance() -> None:
    assert refused(GAME, after(GAME), "0: play g1") == "chance"
    assert refused(GAME, after(GAME), "*: dealt g1") == "chance"
    assert refused(GAME, after(GAME, first="0"), "0: dealt g1") == "chance"
    state = play(GAME, table("g1 g2 g3", "o1 o2 o3"), "*: drawn b5")
    assert refused(GAME, state, "1: play o1") == "turn"
    assert refused(GAME, state, "5: play o1") == "turn"
    assert refused(GAME, state, "*: drawn b6") == "chance"
    assert refused(GAME, state, "0: drawn b6") == "chance"
    assert refused(GAME, state, "*: play g1") == "chance"


# ---- three kinds of series ---------------------------------------------------------------


def test_s16_20_a_total_of_exactly_sixteen_wins_the_series_for_the_last_player() -> None:
    state = turns(table("g6 o4 b1", "o6 g2 p5"), "p1 play g6", "p2 play o6", "p3 play o4")
    assert last(state) == ("sixteen", 0, 1)


def test_s16_21_a_total_over_sixteen_gives_the_series_to_the_other_side() -> None:
    state = turns(table("g6 o4 b5", "o6 g2 p5"), "p1 play g6", "p2 play o6", "p3 play b5")
    assert last(state) == ("bust", 1, 1)


def test_s16_22_example_three_threes_of_any_colour_are_a_match() -> None:
    state = turns(table("g3 b3 b1", "o3 g2 p5"), "p1 play g3", "p2 play o3", "p6 play b3")
    assert last(state) == ("match", 0, 1)


def test_s16_22_example_three_blues_of_any_value_are_a_match() -> None:
    state = turns(table("g3 b1 b4", "b2 g2 p5"), "p1 play b1", "p2 play b2", "p6 play b4")
    assert last(state) == ("match", 0, 1)


def test_s16_22_the_third_card_wins_the_match_whoever_played_the_others() -> None:
    state = turns(table("g3 b1 b4", "b2 b5 p5"), "p1 play g3", "p2 play b2", "p6 play b4", "g6 play b5")
    assert last(state) == ("match", 1, 1)


def test_s16_22_two_alike_are_no_match_nor_are_three_that_are_not_the_last() -> None:
    state = turns(table("g3 b1 b4", "b2 o1 p5"), "p1 play b1", "p2 play b2", "p6 play g3", "o6 play o1", "p3 play b4")
    assert state.series == ()
    assert state.total == 11


def test_s16_22_cards_of_the_pile_before_do_not_count() -> None:
    state = turns(table("g3 b1 b4", "b2 g2 p5"), "b3 play b1", "p2 play b2", "b5 play b4")  # match in blue
    state = turns(state, "p6 play b5", "b6 play g2")  # one more blue, on a new pile
    assert len(state.series) == 1
    assert state.total == 7


def test_s16_23_a_bust_cancels_a_match() -> None:
    state = turns(table("g6 b6 b1", "o6 g2 p5"), "p1 play g6", "p2 play o6", "p3 play b6")
    assert last(state) == ("bust", 1, 1)


@pytest.mark.parametrize(("bonus", "worth"), [("off", 1), ("on", 2)])
def test_s16_24_example_the_third_two_in_a_row_reaches_sixteen(bonus: str, worth: int) -> None:
    state = table("g6 o2 b1", "o4 b2 p5", bonus=bonus)
    state = turns(state, "p2 play g6", "p1 play o4", "p3 play o2", "g1 play b2", "b3 play p2")
    assert last(state) == ("match+sixteen", 0, worth)
    assert state.won == (worth, 0)


def test_s16_24_the_bonus_is_for_both_at_once_only() -> None:
    state = turns(table("g6 o4 b1", "o6 g2 p5", bonus="on"), "p1 play g6", "p2 play o6", "p3 play o4")
    assert last(state) == ("sixteen", 0, 1)
    state = turns(table("g3 b3 b1", "o3 g2 p5", bonus="on"), "p1 play g3", "p2 play o3", "p6 play b3")
    assert last(state) == ("match", 0, 1)
    state = turns(table("g6 b6 b1", "o6 g2 p5", bonus="on"), "p1 play g6", "p2 play o6", "p3 play b6")
    assert last(state) == ("bust", 1, 1)


def test_s16_24_alike_in_value_and_in_colour_is_still_one_match() -> None:
    state = table("g3 g3 b1", "joker g2 p5", bonus="on")
    state = turns(state, "p1 play g3", "p2 play joker 3 green", "p6 play g3")
    assert last(state) == ("match", 0, 1)


def test_s16_25_young_players_have_no_matches() -> None:
    state = table("g3 b3 b1", "o3 g2 p5", match="off")
    state = turns(state, "p1 play g3", "p2 play o3", "p6 play b3")
    assert state.series == ()
    state = table("g6 o2 b1", "o4 b2 p5", match="off", bonus="on")
    state = turns(state, "p2 play g6", "p1 play o4", "p3 play o2", "g1 play b2", "b3 play p2")
    assert last(state) == ("sixteen", 0, 1)


# ---- after a series ---------------------------------------------------------------------------


def test_s16_30_the_series_leaves_play_and_counts_for_the_side_that_won_it() -> None:
    state = turns(table("g6 o4 b1", "o6 g2 p5"), "p1 play g6", "p2 play o6", "p3 play o4")
    assert (state.pile, state.total, state.won) == ((), 0, (1, 0))
    assert [laid.card for laid in state.series[0].cards] == ["g6", "o6", "o4"]


def test_s16_31_of_two_players_the_winner_of_the_series_starts_the_next() -> None:
    sixteen = turns(table("g6 o4 b1", "o6 g2 p5"), "p1 play g6", "p2 play o6", "p3 play o4")
    assert sixteen.turn == 0
    bust = turns(table("g6 o4 b5", "o6 g2 p5"), "p1 play g6", "p2 play o6", "p3 play b5")
    assert bust.turn == 1


def four(*moves: str) -> Any:
    return turns(table("g6 g2 g3", "o6 o2 o3", "b4 b5 b3", "p1 p2 p3"), *moves)


def test_s16_32_of_four_players_the_one_left_of_the_last_player_starts_whatever_the_series() -> None:
    sixteen = four("g1 play g6", "o1 play o6", "b1 play b4")
    assert (last(sixteen), sixteen.turn) == (("sixteen", 0, 1), 3)
    bust = four("g1 play g6", "o1 play o6", "b1 play b5")
    assert (last(bust), bust.turn) == (("bust", 1, 1), 3)
    match = four("g1 play g3", "o1 play o3", "b1 play b3")
    assert (last(match), match.turn) == (("match", 0, 1), 3)


def test_s16_32_partners_sit_opposite_and_win_for_their_side() -> None:
    state = four("g1 play g2", "o1 play o3", "b1 play b3", "p6 play p3")
    assert last(state) == ("match", 1, 1)
    assert (state.won, state.turn) == ((0, 1), 0)


# ---- the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_s16_40_who_has_no_card_left_is_passed_over(players: int) -> None:
    passed = 0
    for _, move, state in endings(policy=uneven, players=players, draw="strict"):
        if any(state.hands):
            due = (move.by + 1) % players
            if players == 2 and not state.pile:
                due = state.series[-1].side
            order = [(due + n) % players for n in range(players)]
            assert state.turn == next(seat for seat in order if state.hands[seat])
            passed += state.turn != due
    assert passed > 10


def test_s16_40_who_is_alone_with_cards_plays_on_alone() -> None:
    kinds: Counter[tuple[str, bool]] = Counter()
    for before, move, state in endings(120, uneven, draw="strict"):
        seat = move.by
        alone = not before.hands[1 - seat]
        if alone and state.hands[seat]:
            assert state.turn == seat
        if alone and len(state.series) > len(before.series):
            kind, side, _ = last(state)
            own = all(laid.by == seat for laid in state.series[-1].cards[-3:])
            assert side == (1 - seat if kind == "bust" else seat)
            kinds[kind, own] += 1
    assert kinds["bust", False] and kinds["match", True]  # such games were among them


@pytest.mark.parametrize("draw", ["auto", "strict", "loose"])
def test_s16_40_the_game_ends_when_every_card_has_been_played(draw: Any) -> None:
    for seed in range(10):
        *_, (before, _, end) = playout(GAME, Options(draw=draw), Random(seed))
        assert not isinstance(GAME.awaits(before), Over)
        assert not end.stock and not any(end.hands)
        assert sum(len(series.cards) for series in end.series) + len(end.pile) == 54


def test_s16_41_series_of_the_last_phase_count_and_an_unfinished_pile_does_not() -> None:
    late: Counter[str] = Counter()
    unfinished = 0
    for before, _, state in endings():
        if len(state.series) > len(before.series):
            kind, side, worth = last(state)
            late[kind] += 1
            assert state.won[side] == before.won[side] + worth
        else:
            assert state.won == before.won
            unfinished += isinstance(GAME.awaits(state), Over)
    assert late["bust"] and late["sixteen"] and late["match"] and unfinished


@pytest.mark.parametrize("players", [2, 4])
def test_s16_42_most_series_win_equal_numbers_are_a_draw_and_partners_share(players: int) -> None:
    seen = set()
    for seed in range(60):
        *_, (_, _, end) = playout(GAME, Options(players=players), Random(seed))
        over = GAME.awaits(end)
        assert isinstance(over, Over)
        ours, theirs = end.won
        assert over.rule == "S16-42"
        assert over.scores == (ours, theirs) * (players // 2)
        assert over.ranks == ((1, 2) if ours > theirs else (2, 1) if theirs > ours else (1, 1)) * (players // 2)
        seen.add(over.ranks[:2])
        assert refused(GAME, end, "0: play g1") == refused(GAME, end, "*: drawn g1") == "over"
    assert len(seen) == 3


# ---- forgetting to draw -----------------------------------------------------------------------


def test_s16_50_auto_draws_for_the_player_and_nothing_can_be_forgotten() -> None:
    state = table("g1 g2 g3", "o1 o2 o3")
    assert isinstance(chance(state).sample(Random(1)), Drawn)
    state = play(GAME, state, "*: drawn b5")
    assert refused(GAME, state, "0: draw") == "S16-50"
    state = play(GAME, state, "0: play b5")
    assert chance(state).hand == 1


def test_s16_51_strict_drawing_is_an_action_once_a_turn() -> None:
    state = table("g1 g2 g3", "o1 o2 o3", draw="strict")
    assert legal(GAME, state, 0) == ["play g1", "play g2", "play g3", "draw"]
    state = play(GAME, state, "0: draw", "*: drawn b5")
    assert legal(GAME, state, 0) == ["play b5", "play g1", "play g2", "play g3"]
    assert refused(GAME, state, "0: draw") == "S16-10"


def test_s16_51_strict_who_forgets_plays_with_a_card_less_but_keeps_one_card() -> None:
    state = table("g1 g2 g3", "o1 o2 o3", draw="strict")
    state = play(GAME, state, "0: play g1", "1: play o1", "0: play g2", "1: play o2")
    assert (state.hands, state.turn) == ((("g3",), ("o3",)), 0)
    assert legal(GAME, state, 0) == ["draw"]
    assert refused(GAME, state, "0: play g3") == "S16-51"
    state = play(GAME, state, "0: draw", "*: drawn b5")
    assert refused(GAME, state, "0: draw") == "S16-10"  # what was forgotten is lost
    assert legal(GAME, state, 0) == ["play b5", "play g3"]


def test_s16_51_strict_without_a_draw_pile_the_last_card_is_played() -> None:
    assert any(len(before.hands[move.by]) == 1 for before, move, _ in endings(5, draw="strict"))


def test_s16_52_loose_what_was_forgotten_is_caught_up_later_up_to_four_cards() -> None:
    state = table("g1 g2 g3", "o1 o2 o3", draw="loose")
    state = play(GAME, state, "0: play g1", "1: play o1")
    state = play(GAME, state, "0: draw", "*: drawn b5", "0: draw", "*: drawn b6")
    assert state.hands[0] == ("b5", "b6", "g2", "g3")
    assert "draw" not in legal(GAME, state, 0)
    assert refused(GAME, state, "0: draw") == "S16-52"
    assert play(GAME, state, "0: play b5").turn == 1


def test_s16_52_loose_one_may_stop_drawing_at_any_time() -> None:
    state = play(
        GAME, table("g1 g2 g3", "o1 o2 o3", draw="loose"), "0: play g1", "1: play o1", "0: draw", "*: drawn b5"
    )
    assert legal(GAME, state, 0) == ["play b5", "play g2", "play g3", "draw"]


def test_s16_52_loose_with_one_card_in_hand_one_draws_first() -> None:
    state = table("g1 g2 g3", "o1 o2 o3", draw="loose")
    state = play(GAME, state, "0: play g1", "1: play o1", "0: play g2", "1: play o2")
    assert legal(GAME, state, 0) == ["draw"]
    assert refused(GAME, state, "0: play g3") == "S16-52"


def forgetful(**options: str) -> Any:
    """Both have forgotten to draw twice and hold one card."""
    state = table("g1 g2 g3", "o1 o2 o3", draw="strict", **options)
    return play(GAME, state, "0: play g1", "1: play o1", "0: play g2", "1: play o2")


def test_s16_53_a_third_oversight_is_forgiven_a_card_is_drawn_after_the_play() -> None:
    state = forgetful(third="forgiven")
    assert legal(GAME, state, 0) == ["play g3", "draw"]
    state = play(GAME, state, "0: play g3")
    assert (state.turn, state.hands[0], chance(state).hand) == (0, (), 0), "the turn lasts until the card is drawn"
    assert legal(GAME, state, 0) == legal(GAME, state, 1) == []
    state = play(GAME, state, "*: drawn b5")
    assert (state.turn, state.hands, state.drawn) == (1, (("b5",), ("o3",)), 0)
    state = play(GAME, state, "1: draw", "*: drawn b6", "1: play b6")
    assert legal(GAME, state, 0) == ["play b5", "draw"], "the hand got no smaller"


def test_s16_53_whoever_draws_first_plays_on_as_in_strict() -> None:
    state = play(GAME, forgetful(third="forgiven"), "0: draw", "*: drawn b5")
    assert refused(GAME, state, "0: draw") == "S16-10"
    assert play(GAME, state, "0: play g3").turn == 1


@pytest.mark.parametrize(("card", "kind", "starts"), [("b4", "sixteen", 1), ("b6", "bust", 0)])
def test_s16_53_the_turn_after_a_series_goes_where_it_always_goes(card: str, kind: str, starts: int) -> None:
    """S16-31: with two players the winner of a series starts the next one, also when the card is drawn late."""
    state = table("g1 g2 o6", f"o1 o2 {card}", draw="strict", third="forgiven")
    state = play(GAME, state, "0: play g1", "1: play o1", "0: play g2", "1: play o2", "0: play o6", "*: drawn p5")
    state = play(GAME, state, f"1: play {card}")
    assert (last(state)[0], state.turn, chance(state).hand) == (kind, 1, 1)
    assert play(GAME, state, "*: drawn p6").turn == starts


def test_s16_53_with_four_players_the_next_to_the_left_follows() -> None:
    state = table("g1 g3 o6", "o0 o1 b4", "b1 b0 p5", "p4 p0 g6", draw="strict", third="forgiven")
    for n, card in enumerate(["g1", "o0", "b1", "p4", "g3", "o1", "b0", "p0"]):
        state = play(GAME, state, f"{n % 4}: play {card}")
    assert state.turn == 0 and not state.series
    state = play(GAME, state, "0: play o6")
    assert (last(state)[0], state.turn) == ("sixteen", 0)
    assert play(GAME, state, "*: drawn p6").turn == 1


def test_s16_53_only_where_drawing_is_strict() -> None:
    assert legal(GAME, forgetful(), 0) == ["draw"]
    loose = table("g1 g2 g3", "o1 o2 o3", draw="loose", third="forgiven")
    loose = play(GAME, loose, "0: play g1", "1: play o1", "0: play g2", "1: play o2")
    assert legal(GAME, loose, 0) == ["draw"]
    assert refused(GAME, loose, "0: play g3") == "S16-52"
    assert chance(table("g1 g2 g3", "o1 o2 o3", third="forgiven")).hand == 0, "auto draws as ever"


def test_s16_53_no_hand_is_ever_empty_while_there_is_a_draw_pile() -> None:
    late = 0
    for seed in range(20):
        for before, _, state in playout(GAME, Options(draw="strict", third="forgiven"), Random(seed), uneven):
            late += bool(before.stock) and before.drawing and not before.hands[before.turn]
            assert all(state.hands) or not state.stock or state.drawing or state.to_deal
    assert late > 0


# ---- how long it lasts ------------------------------------------------------------------------


def lazy(game: AnyGame, state: State, rng: Random) -> Move[Any]:
    """Draws only when it must, and plays the lowest card: the longest piles there are."""
    move = random_move(game, state, rng)
    if isinstance(move, Happened):
        return move
    return Played(move.by, min(game.legal(state, move.by), key=lambda act: (act == Draw(), str(act)[-1])))


@pytest.mark.parametrize("draw", ["auto", "strict", "loose"])
@pytest.mark.parametrize("players", [2, 4])
def test_every_game_takes_a_known_number_of_moves(players: int, draw: Any) -> None:
    """One lot, one chance move for every card, one play for every card; and, as an action, every card drawn."""
    asked = 0 if draw == "auto" else 54 - 3 * players
    options = Options(players=players, draw=draw)
    for policy in (random_move, lazy):
        for seed in range(5):
            assert len(list(playout(GAME, options, Random(seed), policy))) == 1 + 54 + 54 + asked


def test_the_value_of_the_pile_is_the_sum_of_its_cards_and_no_card_is_ever_lost() -> None:
    for seed in range(10):
        for _, _, state in playout(GAME, Options(), Random(seed)):
            assert state.total == sum(laid.value for laid in state.pile) < 16
            laid = [laid.card for series in state.series for laid in series.cards] + [laid.card for laid in state.pile]
            assert sorted([*state.stock, *laid, *(card for hand in state.hands for card in hand)]) == sorted(
                GAME.start(Options()).stock
            )


def test_nothing_is_legal_for_a_seat_that_is_not_awaited() -> None:
    state = table("g1 g2 g3", "o1 o2 o3")
    assert GAME.legal(state, Seat(0)) == ()
    state = play(GAME, state, "*: drawn b5")
    assert GAME.legal(state, Seat(1)) == ()
