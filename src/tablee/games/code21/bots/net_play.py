"""The net from whose mixture the master starts at tables of four. docs/learning.md has its model card.

It knows the tables that it was trained for, from the view alone. At all others the master has only its search, and in a
browser, too, because what the net is shown is not compiled for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from tablee.games.code21.actions import Act
from tablee.games.code21.options import ALL_NINE, EIGHT, TWELVE, Options
from tablee.games.code21.view import View
from tablee.turbo.compiled import BROWSER

PLAYERS: Final = 4  # with two and three, the search alone does better against the club
BANK: Final = 60  # a smaller one may run dry, which the net has hardly seen


def net_shares(view: View, legal: Sequence[Act]) -> list[float] | None:
    """How likely each of these is; None at a table that the net was not trained for."""
    if BROWSER or not is_known(view.options):
        return None
    shares: list[float] = player().answer(view, legal)[0]
    return shares


def is_known(options: Options) -> bool:
    return (
        options.players == PLAYERS
        and options.soldiers in (ALL_NINE, EIGHT)
        and options.missions == TWELVE
        and (options.bank is None or options.bank >= BANK)
    )


@cache
def player() -> Any:
    from tablee.bots.nets import load_own_net
    from tablee.games.code21 import GAME

    return load_own_net(GAME, "bots/nets/four.bin")
