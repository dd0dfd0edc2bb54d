"""Who knows what in Sixteen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tablee.contract import Seat
from tablee.games.sixteen import GAME
from tablee.games.sixteen.face import draw
from tablee.games.sixteen.options import Options
from tablee.languages import LANGS, Lang
from tablee.testing import covering, playout
from tablee.words import words
from tests.games.sixteen.test_rules import table, turns
from tests.playing import after, play, told

ZERO, ONE = Seat(0), Seat(1)
NAMES = ("Ana", "Bo", "Cydalise", "Maximilien-Auguste")


def test_s16_02_a_player_sees_their_own_cards_and_the_number_of_the_others() -> None:
    state = table("g1 g2 g3", "o1 o2 o3")
    assert GAME.view(state, ZERO).hand == ("g1", "g2", "g3")
    assert GAME.view(state, ONE).hand == ("o1", "o2", "o3")
    assert GAME.view(state, ONE).counts == (3, 3)
    assert GAME.view(state, ONE).stock == 48


def test_s16_02_a_spectator_sees_no_hand() -> None:
    seen = GAME.view(table("g1 g2 g3", "o1 o2 o3"), None)
    assert (seen.hand, seen.counts) == ((), (3, 3))


def test_s16_02_partners_do_not_see_each_others_hands() -> None:
    one = table("g1 g2 g3", "o1 o2 o3", "b1 b2 b3", "p1 p2 p3")
    other = table("g1 g2 g3", "o1 o2 o3", "b4 b5 b6", "p1 p2 p3")
    assert GAME.view(one, ZERO) == GAME.view(other, ZERO)


def test_s16_10_what_another_player_draws_is_not_seen() -> None:
    state = table("g1 g2 g3", "o1 o2 o3")
    one, other = play(GAME, state, "*: drawn joker"), play(GAME, state, "*: drawn b6")
    assert GAME.view(one, ONE) == GAME.view(other, ONE)
    assert GAME.view(one, None) == GAME.view(other, None)
    assert GAME.view(one, ZERO) != GAME.view(other, ZERO)


def test_s16_30_everything_that_was_played_stays_known_to_all() -> None:
    state = turns(table("g6 joker b1", "o6 g2 p5"), "p1 play g6", "p2 play o6", "p3 play joker 4 blue")
    for seat in (None, ZERO, ONE):
        seen = GAME.view(state, seat)
        assert [(laid.card, laid.value, laid.by) for laid in seen.series[0].cards] == [
            ("g6", 6, 0),
            ("o6", 6, 1),
            ("joker", 4, 0),
        ]
        assert seen.won == (1, 0)


def test_s16_51_all_see_whether_a_player_has_drawn() -> None:
    state = table("g1 g2 g3", "o1 o2 o3", draw="strict")
    assert GAME.view(state, ONE).drawn == 0
    state = play(GAME, state, "0: draw")
    assert GAME.view(state, ONE).drawing
    assert GAME.view(play(GAME, state, "*: drawn b5"), ONE).drawn == 1


# ---- the log ------------------------------------------------------------------------


def test_who_gets_a_card_reads_which_and_the_others_that_it_was_one() -> None:
    state = after(GAME, ["*: dealt g1"], first="0")
    assert [told(GAME, state, "*: dealt o1", seat) for seat in (None, 0, 1)] == [
        "*: dealt ?",
        "*: dealt ?",
        "*: dealt o1",
    ]
    state = table("g1 g2 g3", "o1 o2 o3")
    assert [told(GAME, state, "*: drawn b5", seat) for seat in (None, 0, 1)] == [
        "*: drawn ?",
        "*: drawn b5",
        "*: drawn ?",
    ]


def test_the_lot_and_what_is_played_are_told_to_all_with_what_came_of_it() -> None:
    assert told(GAME, after(GAME), "*: first 1", 0) == "*: first 1"
    state = play(GAME, table("g3 joker b1", "o3 g2 p5"), "*: drawn p1")
    assert told(GAME, state, "0: play joker 3 green", 1) == "0: play joker 3 green"
    state = turns(table("g3 joker b1", "o3 g2 p5"), "p1 play g3", "p2 play o3")
    state = play(GAME, state, "*: drawn g6")
    assert told(GAME, state, "0: play joker 3 blue", 1) == "0: play joker 3 blue = match"
    assert told(GAME, state, "0: play b1", None) == "0: play b1"


# ---- imagining ----------------------------------------------------------------------------


def test_what_is_imagined_is_dealt_from_the_unseen_cards() -> None:
    state = turns(table("g6 o4 b1", "o6 g2 p5"), "p1 play g6", "p2 play o6", "p3 play o4")
    seen = GAME.view(state, ONE)
    hands = set()
    for seed in range(200):
        world = GAME.imagine(seen, Random(seed))
        assert world.hands[1] == state.hands[1]
        assert sorted([*world.hands[0], *world.stock]) == sorted([*state.hands[0], *state.stock])
        hands.add(world.hands[0])
    assert len(hands) > 150


def test_of_two_players_each_knows_the_others_hand_once_the_draw_pile_is_empty() -> None:
    for _, _, state in playout(GAME, Options(), Random(3)):
        if not state.stock:
            assert GAME.imagine(GAME.view(state, ZERO), Random(1)) == state


# ---- the table in a terminal ---------------------------------------------------------------


def shown(state: Any, seat: Seat | None, lang: Lang = "en") -> list[str]:
    names = NAMES[: state.options.players]
    return [line.plain.rstrip() for line in draw(GAME.view(state, seat), words(lang, GAME), names)]


@pytest.mark.parametrize("lang", LANGS)
def test_the_table_fits_a_small_terminal_in_every_position(lang: Lang) -> None:
    for options in covering(Options):
        names = NAMES[: options.players]
        for _, _, state in playout(GAME, options, Random(1)):
            for seat in (None, ZERO, ONE):
                lines = draw(GAME.view(state, seat), words(lang, GAME), names)
                assert len(lines) <= 13
                assert all(line.cell_len <= 80 for line in lines)


def test_the_table_shows_the_own_hand_and_what_each_card_would_make() -> None:
    state = turns(table("g6 o4 b1", "o6 g2 p5"), "o2 play g6", "p2 play o6")
    state = play(GAME, state, "*: drawn joker")
    lines = shown(state, ZERO)
    assert lines[0] == "Ana to play a card"
    assert lines[2:5] == [
        "0 series  ▸ Ana            ▮▮▮▮ 4",
        "0 series    Bo             ▮▮▮  3",
        "Draw pile 45 cards",
    ]
    assert lines[6] == "Pile       g6♣   o6☼  = 12"
    assert lines[7].strip() == "Sixteen with 4 · Bust from 5"
    assert lines[10].split() == ["Hand", "b1♦", "joker★", "o2☼", "o4☼"]
    assert lines[11].split() == ["13", "14", "16", "Sixteen"]


def test_nobody_is_shown_another_hand() -> None:
    state = play(GAME, table("g1 g2 g3", "o1 o2 o3"), "*: drawn b5")
    for seat, hidden in ((None, "g1 g2 g3 b5 o1 o2 o3"), (ZERO, "o1 o2 o3"), (ONE, "g1 g2 g3 b5")):
        text = "\n".join(shown(state, seat))
        assert not [card for card in hidden.split() if card in text]


def test_the_table_warns_of_matches() -> None:
    state = turns(table("g3 o4 b1", "o3 g3 p5"), "p1 play g3", "p2 play o3")
    assert "Match with 3" in "\n".join(shown(state, ONE))
    state = turns(table("g3 o4 b1", "g4 g3 p5"), "p1 play g3", "p2 play g4")
    assert "Match avec vert ♣" in "\n".join(shown(state, ONE, "fr"))


@pytest.mark.parametrize(("lang", "won", "level"), [("en", "Won by", "A draw"), ("fr", "Victoire", "Égalité")])
def test_the_table_says_who_won(lang: Lang, won: str, level: str) -> None:
    heads = set()
    for seed in range(40):
        *_, (_, _, end) = playout(GAME, Options(players=4), Random(seed))
        head = shown(end, None, lang)[0]
        assert head.startswith(level if end.won[0] == end.won[1] else won)
        heads.add(head.split()[0])
    assert len(heads) == 2


def test_the_headline_says_what_is_awaited() -> None:
    assert shown(after(GAME), None)[0] == "The first player is drawn by lot"
    assert shown(after(GAME, first="0"), None)[0] == "The cards are being dealt"
    state = table("g1 g2 g3", "o1 o2 o3")
    assert shown(state, None)[0] == "Ana draws a card"
    state = table("g1 g2 g3", "o1 o2 o3", draw="strict")
    assert shown(state, None, "fr")[0] == "Ana pioche ou joue"
    assert shown(play(GAME, state, "0: draw", "*: drawn b5"), None)[0] == "Ana to play a card"
    state = play(GAME, state, "0: play g1", "1: play o1", "0: play g2", "1: play o2")
    assert shown(state, None, "fr")[0] == "Ana pioche d’abord"
    state = table("g1 g2 g3", "o1 o2 o3", draw="strict", third="forgiven")  # S16-53
    state = play(GAME, state, "0: play g1", "1: play o1", "0: play g2", "1: play o2")
    assert shown(state, None, "fr")[0] == "Ana pioche ou joue"
    assert shown(play(GAME, state, "0: play g3"), None, "fr")[0] == "Ana pioche une carte"
    state = play(GAME, table("g1 g2 g3", "o1 o2 o3", draw="loose"), "0: draw", "*: drawn b5")
    assert shown(state, None)[0] == "Ana to play a card"
