"""The greedy player of the rulebook's advice, and how a level does against it:

python -m tests.games.sixteen.greedy master 200
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tablee import bots
from tablee.contract import Action, Choice, Happened, Over, Played
from tablee.games.sixteen import GAME
from tablee.games.sixteen.actions import Act
from tablee.games.sixteen.bots.prospects import look_ahead
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.view import View

Chooser = Callable[[View, Sequence[Act], Random], Action | None]


def greedy(view: View, legal: Sequence[Act], rng: Random) -> Action:
    """The rulebook's advice and nothing else: a series, no bust, 9, 2; any card, a joker last, otherwise."""

    def liked(act: Act) -> tuple[int, float]:
        found = look_ahead(view, act)
        if found is None:
            return 9, 0
        rank = {"bust": -1, None: {9: 2, 2: 1}.get(found.total, 0)}.get(found.kind, 3)
        return rank, rng.random() - (found.card == "joker")

    return max(legal, key=liked)


def game(one: Chooser, other: Chooser, options: Options, seed: int, seat: int) -> float:
    """What `one`, on this seat and opposite, gets against `other`."""
    rng, state = Random(seed), GAME.start(options)
    while not isinstance(awaited := GAME.awaits(state), Over):
        if isinstance(awaited, Choice):
            turn = min(awaited.seats)
            choose = one if turn % 2 == seat else other
            action: Any = choose(GAME.view(state, turn), GAME.legal(state, turn), rng)
            state = GAME.apply(state, Played(turn, action))
        else:
            state = GAME.apply(state, Happened(awaited.sample(rng)))
    return 0.5 if awaited.ranks[0] == awaited.ranks[1] else float(awaited.ranks[seat] == 1)


def main(level: str, games: int) -> None:
    """Both seats of every deal."""
    for players in (2, 4):
        choose = bots.bot(GAME, level).choose
        won = [game(choose, greedy, Options(players=players), number // 2, number % 2) for number in range(games)]
        share = sum(won) / games
        error = 1.96 * (sum((one - share) ** 2 for one in won) / games**2) ** 0.5
        print(f"{level} against the rulebook's advice, {players} players: {share:.1%} ± {error:.1%} of {games} games")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
