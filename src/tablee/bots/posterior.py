"""What may be behind a view: how many worlds fit it, how likely each hidden thing is, and worlds drawn from just that.

Hints, pencil marks and reviews read the same figures as the bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol


class Posterior(Protocol):
    """What a careful player can work out. How others bluff is not weighed: an action counts only for what it proves."""

    @property
    def worlds(self) -> int:
        """How many worlds fit: different answers to everything that is hidden."""
        ...

    @property
    def chances(self) -> Mapping[str, Mapping[str, float]]:
        """By the place of each hidden thing: how likely each of its values is."""
        ...

    def sample(self, rng: Random) -> Any:
        """A whole state, drawn with its true probability."""
