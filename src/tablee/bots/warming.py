"""Imports and compiles what the bots need before anybody has to wait for them.

A server does this when it starts. `python -m tablee.bots.warming` does it in advance, for example when a machine is
installed: compiled code is kept on disk.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tablee.bots import bot, levels, posterior, strongest_level
from tablee.contract import AnyGame, Choice, Happened, Over, Played, describe_options
from tablee.games import GAMES
from tablee.options import read

LAST = 3  # decisions at the end of a game, where some bots think in another way
LONGEST = 400  # decisions after which a game at random is long enough


def warm_up(name: str, level: str) -> None:
    """Asks the bot of this level every kind of question that the game has; the strongest bot also for its advice."""
    game = GAMES[name]
    chosen = bot(game, level)
    fewest = min(describe_options(game.options)["players"].samples)
    for players in {fewest, game.options().players}:
        for view, legal in kinds_of_decisions(game, players):
            chosen.choose(view, legal, Random(1))
            if level == strongest_level(game):
                posterior(game, view)
                chosen.advise(view, legal, Random(1))


def kinds_of_decisions(game: AnyGame, players: int) -> list[tuple[Any, Sequence[Any]]]:
    """Of a random game: for each set of action types the first and the latest decision, and the final decisions."""
    options = read(game.options, {"players": str(players)})
    first: dict[frozenset[type], tuple[Any, Sequence[Any]]] = {}
    latest: dict[frozenset[type], tuple[Any, Sequence[Any]]] = {}
    asked = list(decisions(game, options, Random(1)))
    for view, legal in asked:
        types = frozenset(map(type, legal))
        first.setdefault(types, (view, legal))
        latest[types] = view, legal
    return [*first.values(), *latest.values(), *asked[-LAST:]]


def decisions(game: AnyGame, options: Any, rng: Random) -> Iterator[tuple[Any, Sequence[Any]]]:
    """The view and the legal actions at each decision of a game in which everybody plays at random."""
    state: Any = game.start(options)
    asked = 0
    while asked < LONGEST and not isinstance(awaited := game.awaits(state), Over):
        if isinstance(awaited, Choice):
            seat = min(awaited.seats)
            legal = list(game.legal(state, seat))
            if len(legal) > 1:
                yield game.view(state, seat), legal
            asked += 1
            state = game.apply(state, Played(seat, rng.choice(legal)))
        else:
            state = game.apply(state, Happened(awaited.sample(rng)))


def main() -> int:
    for name, game in GAMES.items():
        for level in levels(game):
            print(name, level, flush=True)
            warm_up(name, level)
    return 0


if __name__ == "__main__":
    sys.exit(main())
