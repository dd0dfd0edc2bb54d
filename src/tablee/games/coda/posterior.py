"""What may be behind a view of Code de Vinci, exactly: also with jokers, and with four players.

Each other row's fillings are listed (`row_fillings.py`). Rows may not share a tile; with three of them, what the third
leaves to each pair of fillings of the first two is one product of matrices.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from random import Random

import numpy as np

from tablee.contract import Seat
from tablee.games.coda.bots.row_fillings import TILE_VALUES, Fillings, Floats, apart, fillings
from tablee.games.coda.state import State
from tablee.games.coda.tiles import COLOUR, TILES, WITH_DASH, Tile
from tablee.games.coda.view import Seen, View, complete, others, slots, unseen


@lru_cache(maxsize=8)
def posterior(view: View) -> Codes:
    """Cached: hints, pencil marks and bots ask about the same view."""
    return Codes(view)


class Codes:
    """The joint distribution of the others' rows; whatever else is hidden is any of the tiles that are left."""

    def __init__(self, view: View, trust: Mapping[Seat, Floats] | None = None) -> None:
        """`trust`: where more is believed than is known of a seat's row, a factor for each hidden place and tile."""
        assert view.seat is not None, "a spectator has no row to start from"
        self.view = view
        self.seats = others(view)
        self.unknown = unseen(view)
        self.rows = [fillings(view.options, slots(view.codes[seat]), self.unknown) for seat in self.seats]
        if trust:
            self.rows = [
                apply_beliefs(row, trust[seat]) if seat in trust else row
                for seat, row in zip(self.seats, self.rows, strict=True)
            ]

    @cached_property
    def masks(self) -> list[np.ndarray]:
        return [row.masks for row in self.rows]

    @cached_property
    def weights(self) -> list[Floats]:
        """How likely each filling of each row is."""
        found = marginals([row.weights for row in self.rows], self.masks)
        return [weights / weights.sum() for weights in found]

    @property
    def worlds(self) -> int:
        """How many different answers there are to everything that is hidden, the table being the rest."""
        known = [np.ones(len(row.weights)) for row in self.rows]
        found = round(float(marginals(known, self.masks)[0].sum()))
        left = self.left
        for seen in self.loose:
            found *= left[seen.colour]
            left[seen.colour] -= 1
        return found

    @property
    def loose(self) -> list[Seen]:
        """What others keep apart: at set-up their hand, later the drawn tile."""
        return [seen for seen in (*self.view.hand, self.view.drawn) if seen and seen.tile is None]

    @property
    def left(self) -> dict[str, int]:
        """How many tiles of each colour stand in no row and are not seen."""
        black, white = self.view.table
        apart = [seen.colour for seen in self.loose]
        return {"black": black + apart.count("black"), "white": white + apart.count("white")}

    @property
    def chances(self) -> dict[str, dict[str, float]]:
        """For each hidden tile ("1:3" is seat 1, place 3; "drawn"; "hand 0"), how likely each value is."""
        found: dict[str, dict[str, float]] = {}
        free = np.array([float(tile in self.unknown) for tile in TILES])
        for seat, row, weights in zip(self.seats, self.rows, self.weights, strict=True):
            for place in row.hidden:
                odds: Floats = np.bincount(row.tiles[:, place], weights, len(TILES)).astype(float)
                free -= odds
                found[f"{seat}:{place}"] = by_value(odds)
        for name, seen in [("drawn", self.view.drawn), *((f"hand {n}", seen) for n, seen in enumerate(self.view.hand))]:
            if seen and seen.tile is None:
                mine = np.array([COLOUR[tile] == seen.colour for tile in TILES])
                found[name] = by_value(free * mine / self.left[seen.colour])
        return found

    def sample(self, rng: Random) -> State:
        """A whole state, drawn with its true probability."""
        rows: list[list[Tile]] = []
        weights, masks = [row.weights for row in self.rows], self.masks
        chosen = self.weights[0]
        for n, row in enumerate(self.rows):
            if n:
                chosen = marginals(weights[n:], masks[n:])[0]
            line = min(int(np.searchsorted(np.cumsum(chosen), rng.random() * chosen.sum(), "right")), len(chosen) - 1)
            rows.append([TILES[number] for number in row.tiles[line]])
            weights = [
                weight * (mask & masks[n][line] == 0) if later > n else weight
                for later, (weight, mask) in enumerate(zip(weights, masks, strict=True))
            ]
        return complete(self.view, rows, rng)


def marginals(weights: list[Floats], masks: list[np.ndarray]) -> list[Floats]:
    """What each filling of each row weighs, summed over the fillings of the other rows that leave it its tiles."""
    if len(weights) == 1:
        return weights
    if len(weights) == 2:
        one, two = weights
        free = apart(*masks)
        return [one * (free @ two), two * (one @ free)]
    one, two, three = weights
    first, second, third = masks
    one_two, one_three, two_three = apart(first, second), apart(first, third), apart(second, third)
    pairs = (one_three * three) @ two_three.T * one_two
    rest = (two_three.T * two) @ one_two.T * one_three.T  # [third, first]
    return [one * (pairs @ two), two * (one @ pairs), three * (rest @ one)]


def by_value(odds: Floats) -> dict[str, float]:
    """Odds of tiles as odds of values; what cannot be is left out."""
    values = [float(odds[2 * n] + odds[2 * n + 1]) for n in range(TILE_VALUES)]
    return {value: odd for value, odd in zip(WITH_DASH, values, strict=True) if odd > 1e-12}


def apply_beliefs(row: Fillings, factors: Floats) -> Fillings:
    """The fillings, weighed by what is believed of the hidden tiles, each for itself."""
    return row._replace(
        weights=row.weights * factors[np.arange(len(row.hidden)), row.tiles[:, list(row.hidden)]].prod(1)
    )
