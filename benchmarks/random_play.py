"""Random play from Python, one game for each call: Tablée by its rules, and the other engines.

Each loop is the shortest that its library allows, and all draw their choices from the same `random.Random`.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

from comparison import Playout, Tally

from tablee.contract import AnyGame, Choice, Happened, Move, Over, Played, Seat
from tablee.testing.play import cut_in


def tablee(game: AnyGame, sees: bool, rng: Random) -> Playout:
    """The contract and nothing else. `apply` checks every move, as always; `view` is called only for those who see."""
    options = game.options()

    def play() -> Tally:
        state = game.start(options)
        decisions = moves = 0
        while not isinstance(awaited := game.awaits(state), Over):
            if isinstance(awaited, Choice):
                seat = mover(awaited, rng)
                if sees:
                    game.view(state, seat)
                move: Move[Any] = Played(seat, rng.choice(game.legal(state, seat)))
                decisions += 1
            else:
                move = Happened(awaited.sample(rng))
            state = game.apply(state, move)
            moves += 1
        return Tally(decisions, moves)

    return play


def mover(choice: Choice, rng: Random) -> Seat:
    """Any awaited seat; now and then a free one cuts in, as often as in the laws' random play."""
    seats = choice.free if choice.free and rng.random() < cut_in else choice.seats
    return rng.choice(sorted(seats))


def open_spiel(name: str, rng: Random) -> Playout:
    """The bare state; its legal actions are asked for, its tensors are not."""
    pyspiel: Any = import_module("pyspiel")
    import_module("open_spiel.python.games")  # puts the games written in Python on its list
    game = pyspiel.load_game(name)
    return lambda: open_spiel_from(game.new_initial_state(), rng)


def open_spiel_from(state: Any, rng: Random) -> Tally:
    """From this state, which is used up, to the end."""
    decisions = moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])  # numpy's choice, in its examples, is slower
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        moves += 1
    return Tally(decisions, moves)


def rlcard(name: str, rng: Random) -> Playout:
    """Without RLCard's own agents and trajectories, which only cost; its `step` always builds an observation."""
    env: Any = import_module("rlcard").make(name, config={"seed": rng.randrange(2**31)})

    def play() -> Tally:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return Tally(decisions)

    return play


def pettingzoo(name: str, rng: Random) -> Playout:
    """With the wrappers that `make` gives everybody. It stops at the first dead agent: burying the rest only costs."""
    env: Any = import_module("pettingzoo").make("aec", f"classic/{name}")
    env.reset(seed=rng.randrange(2**31))  # once: a seed makes its card games anew from nothing

    def play() -> Tally:
        env.reset()
        decisions = 0
        while True:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return Tally(decisions)
            env.step(rng.choice(seen["action_mask"].nonzero()[0]))
            decisions += 1

    return play
