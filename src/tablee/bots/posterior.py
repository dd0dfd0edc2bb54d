"""What may be behind a view: how many worlds fit it, how likely each hidden thing is, and samples of such worlds.

Hints, pencil marks and reviews use the same figures as the bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol


class Posterior(Protocol):
    """What a careful player can work out. Bluffing is not modelled: an action counts only for what it proves."""

    @property
    def worlds(self) -> int:
        """The number of worlds that fit the view: different possibilities for everything that is hidden."""
        ...

    @property
    def chances(self) -> Mapping[str, Mapping[str, float]]:
        """For each hidden thing, by its place: the probability of each value."""
        ...

    def sample(self, rng: Random) -> Any:
        """A complete state, drawn with its true probability."""
