"""Puzzles of Sixteen: the draw pile is empty, so every card is known, and exactly one play wins, or saves a draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from tablee.bots.search import pack_states
from tablee.contract import Over, Played, Seat
from tablee.games.sixteen import GAME
from tablee.games.sixteen.actions import Act, Play, parse
from tablee.games.sixteen.bots.master import numbers, results
from tablee.games.sixteen.cards import JOKER, Card
from tablee.games.sixteen.state import State
from tablee.games.sixteen.view import View, imagine
from tablee.puzzle_file import Facts, Found, Sentence

THEMES: Final[dict[str, tuple[str, ...]]] = {"win": (), "draw": ()}
TABLES: Final = ({"players": "2"}, {"players": "2", "match": "off"})
CARDS: Final = range(4, 8)  # in both hands


def find(view: View, legal: Sequence[Act], rng: Random) -> Iterator[Found]:
    if view.seat is None or not is_open(view, rng) or len(legal) < 2:
        return
    state = imagine(view, rng)
    found = results(pack_states(GAME, [state], 0), [numbers()[action] for action in legal], view.seat)
    best = [action for action, result in zip(legal, found, strict=True) if result == max(found)]
    if len(best) != 1 or max(found) == 0:
        return
    theme = "win" if max(found) == 1 else "draw"
    near = sum(result == 0.5 for result in found)  # a draw looks like a good answer, too
    difficulty = 250 + 150 * sum(view.counts) + 60 * len(legal) + 60 * near
    yield Found(theme, (str(best[0]),), difficulty, tuple(solution(view, state, best[0])))


def is_open(view: View, rng: Random) -> bool:
    """Nothing is hidden any more, and no joker is left, which could be any card."""
    if view.options.players != 2 or view.stock or sum(view.counts) not in CARDS:
        return False
    return all(JOKER not in hand for hand in imagine(view, rng).hands)


def solution(view: View, state: State, best: Act) -> Iterator[Sentence]:
    assert view.seat is not None
    other = Seat(1 - view.seat)
    yield Sentence("known", {"by": other, "cards": ",".join(state.hands[other])})
    yield Sentence("score", {"mine": view.won[view.seat], "theirs": view.won[other], "total": view.total})
    yield best_play("play", state, view.seat, best)


# ---- every way to play on, by the rules ---------------------------------------


def refute(view: View, theme: str, answer: str, rng: Random) -> Sentence | None:
    """How the game goes on after another card, with the best play on both sides; it is right if nothing ends better."""
    assert view.seat is not None
    state = imagine(view, rng)
    ends = {str(action): value(play(state, action), view.seat)[0] for action in GAME.legal(state, view.seat)}
    if ends[answer] == max(ends.values()):
        return None
    return best_play("then", state, view.seat, parse(answer))


def best_play(key: str, state: State, seat: Seat, action: Act) -> Sentence:
    """What a card leads to, as a sentence."""
    result, line, (mine, theirs) = value(play(state, action), seat)
    ended = "won" if result > 0 else "lost" if result < 0 else "drawn"
    facts: Facts = {"card": name(action), "cards": ",".join(line), "mine": mine, "theirs": theirs}
    return Sentence(f"{key} {ended}", facts)


def value(state: State, seat: Seat) -> tuple[int, tuple[Card, ...], tuple[int, int]]:
    """How it ends for `seat` if both play their best: 1, 0 or -1; the cards that are played; the series of both."""
    awaited = GAME.awaits(state)
    if isinstance(awaited, Over):
        mine, theirs = state.won[seat], state.won[1 - seat]
        return (mine > theirs) - (mine < theirs), (), (mine, theirs)
    assert state.turn is not None
    side = 1 if state.turn == seat else -1
    best: tuple[int, tuple[Card, ...], tuple[int, int]] | None = None
    for action in GAME.legal(state, state.turn):
        result, line, score = value(play(state, action), seat)
        if best is None or side * result > side * best[0]:
            best = result, (name(action), *line), score
    assert best is not None
    return best


def play(state: State, action: Act) -> State:
    assert state.turn is not None
    return GAME.apply(state, Played(state.turn, action))


def name(action: Act) -> Card:
    assert isinstance(action, Play)
    return action.card
