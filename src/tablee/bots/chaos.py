"""The bot that plays anything."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tablee.contract import Action


def chaos(view: Any, legal: Sequence[Action], rng: Random) -> Action | None:
    """Anything that is legal, each as likely."""
    return rng.choice(legal)
