"""Collection 21: whose collection a game's staked Crisis dice go to."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.golden21.options import Options


def taken_home(options: Options, ranks: Sequence[int]) -> tuple[int, ...]:
    """The collector's dice that each trader takes home; none where nothing was staked (G21-95)."""
    if not options.collection:
        return ()
    if ranks.count(1) > 1 or options.teams is not None:
        return (1,) * options.players
    return tuple(options.players if rank == 1 else 0 for rank in ranks)


def gained(options: Options, ranks: Sequence[int]) -> tuple[int, ...]:
    """By how many dice each trader's collection has grown."""
    return tuple(dice - 1 for dice in taken_home(options, ranks))
