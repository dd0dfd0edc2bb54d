"""Puzzles of Sixteen: the draw pile is empty, so every card is known. Which play wins, or saves a draw? Can you force
the series that is being made?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from tablee.bots.search import pack_states
from tablee.contract import Over, Played, Seat
from tablee.games.sixteen import GAME, policy
from tablee.games.sixteen.actions import Act, Play, parse
from tablee.games.sixteen.bots.master import numbers, results
from tablee.games.sixteen.cards import COLOUR, JOKER, VALUE, Card
from tablee.games.sixteen.state import State
from tablee.games.sixteen.turbo import BUST
from tablee.games.sixteen.view import View, imagine
from tablee.puzzle_file import Facts, Found, Sentence

THEMES: Final[dict[str, tuple[str, ...]]] = {"win": (), "draw": (), "force": ("yes", "no")}
TABLES: Final = ({"players": "2"}, {"players": "2", "match": "off"})
CARDS: Final = range(4, 8)  # in both hands


def theme_of(action: Act, hope: float) -> str | None:
    """Who is ahead looks for the card that wins, who is behind for the one that saves a draw."""
    return "win" if hope >= 0.5 else "draw"


def find(view: View, legal: Sequence[Act], rng: Random) -> Iterator[Found]:
    if view.seat is None or not is_open(view, rng) or len(legal) < 2:
        return
    state = imagine(view, rng)
    yield from find_forced(view, state)
    found = results(pack_states(GAME, [state], 0), [numbers()[action] for action in legal], view.seat)
    best = [action for action, result in zip(legal, found, strict=True) if result == max(found)]
    if len(best) != 1 or max(found) == 0:
        return
    theme = "win" if max(found) == 1 else "draw"
    near = sum(result == 0.5 for result in found)  # a draw looks like a good answer, too
    difficulty = 250 + 150 * sum(view.counts) + 60 * len(legal) + 60 * near
    yield Found(theme, (str(best[0]),), difficulty, tuple(solution(view, state, best[0])))


def find_forced(view: View, state: State) -> Iterator[Found]:
    """Whether the series that is being made can be forced, where no card takes it at once, and each could be played."""
    assert view.seat is not None
    mine, theirs = (tuple(map(face, state.hands[seat])) for seat in (view.seat, 1 - view.seat))
    cards = tuple(policy.face(laid.value, laid.colour) for laid in view.pile)
    match = int(view.options.match)
    at_once = [made(match, view.total, cards, card) for card in mine]
    if not cards or any(at_once) or not theirs or len(mine) < 2:
        return
    answer = "yes" if forces(match, mine, theirs, view.total, cards, True) else "no"
    difficulty = 250 + 130 * sum(view.counts) + 40 * view.total
    yield Found("force", (answer,), difficulty, (*known(view, state), forced(state, view.seat)[1]))


def face(card: Card) -> int:
    return policy.face(VALUE[card], COLOUR[card])


def made(match: int, total: int, pile: tuple[int, ...], card: int) -> int:
    """The series that this card makes; 0: none."""
    before, last = (-1, -1, *pile)[-2:]
    return policy.makes(match, total, before, last, card)


def forces(
    match: int, mine: tuple[int, ...], theirs: tuple[int, ...], total: int, pile: tuple[int, ...], my_turn: bool
) -> bool:
    """Whether I take this series whatever the other player does. Without a card left, nobody does."""
    if not mine and not theirs:
        return False
    if not (mine if my_turn else theirs):
        my_turn = not my_turn
    hand = mine if my_turn else theirs
    for place, card in enumerate(hand):
        rest = hand[:place] + hand[place + 1 :]
        if done := made(match, total, pile, card):
            taken = (done != BUST) == my_turn
        else:
            hands = (rest, theirs) if my_turn else (mine, rest)
            taken = forces(match, *hands, total + card % 7, (*pile, card), not my_turn)
        if taken == my_turn:  # I have found a way, or the other has found one against it
            return taken
    return not my_turn


def is_open(view: View, rng: Random) -> bool:
    """Nothing is hidden any more, and no joker is left, which could be any card."""
    if view.options.players != 2 or view.stock or sum(view.counts) not in CARDS:
        return False
    return all(JOKER not in hand for hand in imagine(view, rng).hands)


def solution(view: View, state: State, best: Act) -> Iterator[Sentence]:
    assert view.seat is not None
    yield from known(view, state)
    yield best_play("play", state, view.seat, best)


def known(view: View, state: State) -> Iterator[Sentence]:
    assert view.seat is not None
    other = Seat(1 - view.seat)
    yield Sentence("known", {"by": other, "cards": ",".join(state.hands[other])})
    yield Sentence("score", {"mine": view.won[view.seat], "theirs": view.won[other], "total": view.total})


# ---- every way to play on, by the rules ---------------------------------------


def refute(view: View, theme: str, answer: str, answers: Sequence[str], rng: Random) -> Sentence | None:
    """How the game goes on after another card, with the best play on both sides; it is right if nothing ends better."""
    assert view.seat is not None
    state = imagine(view, rng)
    if theme == "force":
        can, line = forced(state, view.seat)
        return None if can == (answer == "yes") else line
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


def forced(state: State, seat: Seat) -> tuple[bool, Sentence]:
    """Whether this seat takes the series that is being made whatever the other plays, and how it goes on then."""
    taken, cards = next_taker(state, seat, len(state.series))
    facts: Facts = {"card": cards[0], "cards": ",".join(cards[1:]), "by": Seat(1 - seat)}
    return taken, Sentence("forced" if taken else "not forced", facts)


def next_taker(state: State, seat: Seat, before: int) -> tuple[bool, tuple[Card, ...]]:
    """Whether `seat` gets the series after these ones, and the cards that are played; both play for that alone."""
    if len(state.series) > before:
        return state.series[before].side == seat, ()
    if isinstance(GAME.awaits(state), Over):
        return False, ()
    assert state.turn is not None
    mine = state.turn == seat
    longest: tuple[Card, ...] = ()
    for action in GAME.legal(state, state.turn):
        taken, line = next_taker(play(state, action), seat, before)
        if taken == mine:
            return taken, (name(action), *line)
        longest = max(longest, (name(action), *line), key=len)
    return not mine, longest
