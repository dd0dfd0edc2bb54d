"""How the levels of Sixteen play: what is certain is done, what is feared is avoided, the end is exact."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from tablee import bots
from tablee.bots.search import pack_states
from tablee.contract import Choice, Over, Played, Seat
from tablee.games.sixteen import GAME
from tablee.games.sixteen.bots import master, world_search
from tablee.games.sixteen.bots.prospects import look_ahead
from tablee.games.sixteen.cards import CARDS
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.packing import unpack
from tablee.games.sixteen.state import State
from tablee.testing import playout
from tests.games.sixteen.greedy import game, greedy
from tests.games.sixteen.test_rules import table, turns
from tests.playing import play

LEVELS = ("beginner", "club", "master")
ZERO, ONE = Seat(0), Seat(1)


def chosen(level: str, state: State, seed: int = 1) -> str:
    assert state.turn is not None
    seat = state.turn
    return str(bots.bot(GAME, level).choose(GAME.view(state, seat), GAME.legal(state, seat), Random(seed)))


# ---- what is certain --------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_sixteen_is_taken(level: str) -> None:
    state = turns(table("g6 o5 b1", "o6 g2 p5"), "p1 play g6", "p2 play o6")
    assert chosen(level, play(GAME, state, "*: drawn b4")) == "play b4"


@pytest.mark.parametrize("level", ["club", "master"])
def test_a_match_is_taken(level: str) -> None:
    state = turns(table("g3 o5 g1", "g6 p2 p5"), "p1 play g3", "p2 play g6")
    assert chosen(level, play(GAME, state, "*: drawn b4")) == "play g1"


@pytest.mark.parametrize("level", ["club", "master"])
def test_with_the_bonus_match_and_sixteen_at_once_come_before_either(level: str) -> None:
    state = turns(table("g6 o4 g4", "g6 p2 p5", bonus="on"), "p1 play g6", "p2 play g6")
    assert chosen(level, play(GAME, state, "*: drawn g1")) == "play g4"


@pytest.mark.parametrize("level", ["beginner", "club"])  # master gives up a series that is lost, to keep a good card
def test_nobody_goes_bust_who_need_not(level: str) -> None:
    tried = 0
    for before, _, _ in playout(GAME, Options(jokers=False), Random(5)):
        if isinstance(GAME.awaits(before), Choice) and before.stock and before.total > 10:
            assert before.turn is not None
            view = GAME.view(before, before.turn)
            kinds = {str(act): look_ahead(view, act) for act in GAME.legal(before, before.turn)}
            busts = {name for name, found in kinds.items() if found and found.kind == "bust"}
            if 0 < len(busts) < len(kinds):
                assert chosen(level, before) not in busts
                tried += 1
    assert tried > 2


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("draw", ["strict", "loose"])
def test_nobody_forgets_to_draw(level: str, draw: str) -> None:
    assert chosen(level, table("g1 g2 g3", "o1 o2 o3", draw=draw)) == "draw"


@pytest.mark.parametrize("level", LEVELS)
def test_s16_53_nobody_counts_on_forgiveness(level: str) -> None:
    """A card drawn first is one more to choose from; drawn afterwards it is not."""
    state = table("g1 g2 g3", "o1 o2 o3", draw="strict", third="forgiven")
    state = play(GAME, state, "0: play g1", "1: play o1", "0: play g2", "1: play o2")
    assert chosen(level, state) == "draw"


# ---- the rulebook's advice --------------------------------------------------------


def test_club_brings_the_pile_to_nine() -> None:
    state = turns(table("g5 b4 b1", "o4 g2 p5"), "p3 play g5")
    assert chosen("club", play(GAME, state, "*: drawn p6")) == "play o4"


def test_club_says_how_many_unseen_cards_make_a_series_of_what_it_leaves() -> None:
    state = play(GAME, turns(table("g6 o5 b1", "o6 g2 p5"), "p1 play g6"), "*: drawn b4")
    weighed = bots.bot(GAME, "club").advise(GAME.view(state, ONE), GAME.legal(state, ONE), Random(1))
    told = {str(one.action): (one.reason, one.figures) for one in weighed}
    reason, figures = told["play o6"]  # 12 on two sixes: a 4 (seven unseen: b4 is in hand) or a joker; a 6 is too much
    assert (reason, figures["n"], figures["m"]) == ("risk", 7 + 2, 54 - 1 - 4)
    reason, figures = told["play g2"]  # 8 on two greens: green 0 to 6, but for what was seen, or a joker
    assert (reason, figures["n"]) == ("risk", 1 + 2 + 1 + 2 + 2 + 2 + 1 + 2)


# ---- many worlds ------------------------------------------------------------------


def test_master_believes_that_who_had_a_series_took_it() -> None:
    state = turns(table("g6 o5 b1", "o6 g2 p5"), "p1 play g6", "b6 play o6", "p3 play b1", "g4 play g2")
    marks = int(master.ruled_out_cards(GAME.view(state, ZERO))[1])  # on 13 seat 1 played a 2
    assert {card for n, card in enumerate(CARDS) if marks >> n & 1} == {"g3", "o3", "b3", "p3", "joker"}


def test_s16_53_master_believes_nothing_of_a_card_that_may_have_been_drawn_after_the_play() -> None:
    def marks(**options: str) -> int:
        state = table("g1 g2 g3", "o1 o2 o3", draw="strict", **options)
        state = play(GAME, state, "0: play g1", "1: play o1", "0: play g2", "1: play o2")
        state = play(GAME, state, "0: draw", "*: drawn b6", "0: play b6", "1: draw", "*: drawn p1", "1: play p1")
        return int(master.ruled_out_cards(GAME.view(state, ZERO))[1])

    assert marks() != 0 == marks(third="forgiven")


def test_master_believes_that_who_went_bust_had_to() -> None:
    state = turns(table("g6 o6 b1", "o6 g2 p5"), "p1 play g6", "b6 play o6", "p3 play b1", "g4 play p5")
    assert state.series[-1].kind == "bust"
    marks = int(master.ruled_out_cards(GAME.view(state, ZERO))[1])
    assert {card for n, card in enumerate(CARDS) if not marks >> n & 1} == {
        f"{c}{v}" for c in "gobp" for v in (4, 5, 6)
    }


def test_dealt_worlds_look_the_same_from_the_seat_and_keep_to_what_is_believed() -> None:
    state = play(GAME, turns(table("g6 o5 b1", "o6 g2 p5"), "p1 play g6", "b6 play o6"), "*: drawn b4")
    view = GAME.view(state, ZERO)
    start = pack_states(GAME, [state], 1)
    worlds = np.zeros(300, start.dtype).view(np.recarray)
    fours = sum(1 << n for n, card in enumerate(CARDS) if card.endswith("4"))
    world_search.deal(worlds, start, 0, np.array([0, fours, 0, 0]), 1)
    states = [unpack(world, view.options) for world in worlds]
    assert all(GAME.view(one, ZERO) == view for one in states)
    held = [card for one in states for card in one.hands[1]]
    assert not any(card.endswith("4") for card in held)
    assert set(held) == {card for n, card in enumerate(CARDS) if not fours >> n & 1 and card not in ("b1", "b4")} | {
        "b1"
    }


# ---- the end ----------------------------------------------------------------------


@cache
def outcome(state: State, seat: Seat) -> float:
    """What this seat gets when both play their best, straight from the rules."""
    if isinstance(over := GAME.awaits(state), Over):
        return 0.5 if over.ranks == (1, 1) else float(over.ranks[seat] == 1)
    assert state.turn is not None
    after = [outcome(GAME.apply(state, Played(state.turn, act)), seat) for act in GAME.legal(state, state.turn)]
    return max(after) if state.turn == seat else min(after)


def endgames(cards: int, **options: Any) -> list[State]:
    """Positions of close games with no draw pile and so many cards left in the two hands."""
    found = []
    for seed in range(60):
        for before, _, _ in playout(GAME, Options(**options), Random(seed)):
            left = sum(map(len, before.hands))
            if not before.stock and left == cards and abs(before.won[0] - before.won[1]) < 2:
                found.append(before)
    return found


@pytest.mark.parametrize(
    ("cards", "options"),
    [(5, {"jokers": False}), (4, {"jokers": False, "bonus": True}), (3, {}), (3, {"match": False})],
)
def test_the_end_is_played_as_the_rules_work_it_out(cards: int, options: dict[str, Any]) -> None:
    kinds = set()
    for state in endgames(cards, **options):
        assert state.turn is not None
        legal = list(GAME.legal(state, state.turn))
        found = master.results(pack_states(GAME, [state], 1), [master.numbers()[act] for act in legal], state.turn)
        assert found == [outcome(GAME.apply(state, Played(state.turn, act)), state.turn) for act in legal]
        kinds |= set(found)
    assert kinds == {0, 0.5, 1}


# ---- strength ---------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_master_beats_the_rulebooks_advice(players: int) -> None:
    best = bots.bot(GAME, "master").choose
    won = sum(game(best, greedy, Options(players=players), seed, seed % 2) for seed in range(6))
    assert won >= 4


@pytest.mark.parametrize(("level", "below"), [("beginner", "random"), ("club", "beginner")])
def test_each_level_beats_the_one_below(level: str, below: str) -> None:
    one, other = bots.bot(GAME, level).choose, bots.bot(GAME, below).choose
    assert sum(game(one, other, Options(), seed, seed % 2) for seed in range(30)) >= 20


def test_the_same_view_and_the_same_luck_give_the_same_answer() -> None:
    state = play(GAME, table("joker g2 g3", "o1 o2 o3"), "*: drawn b5")
    view, legal = GAME.view(state, ZERO), GAME.legal(state, ZERO)
    advise = bots.bot(GAME, "master").advise
    assert advise(view, legal, Random(4)) == advise(view, legal, Random(4))
