"""An outside game with bots of its own, for arenas and experiments that run in other processes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

PEARL = Path(__file__).parent.parent / "outside" / "pearl"
BOTS = '''
import os

from tablee.bots import Advice, Bot


def sensible(view, legal, rng):
    """What is seen, and the mean of what is not; a free seat lets it pass."""
    mean = (view.options.sides + 1) / 2
    total = sum(mean if die is None else die for die in view.dice)
    guesses = [action for action in legal if str(action).startswith("guess")]
    return min(guesses, key=lambda guess: abs(guess.total - total)) if guesses else None


def hasty(view, legal, rng):
    """All dice are like one's own, more or less; now and then the cup is lifted for nothing."""
    guesses = [action for action in legal if str(action).startswith("guess")]
    if not guesses or rng.random() < 0.1:
        return legal[-1] if rng.random() < 0.5 or guesses else None
    wanted = view.dice[view.seat] * len(view.dice) + rng.randint(-2, 2)
    return min(guesses, key=lambda guess: abs(guess.total - wanted))


def broken(view, legal, rng):
    raise RuntimeError("out of order")


def deadly(view, legal, rng):
    os._exit(9)


def weigh(view, legal, rng):
    return [Advice(action, 0.5, "anything", {"n": len(legal)}) for action in legal]


BOTS = tuple(
    Bot("pearl", level, choose, weigh)
    for level, choose in (("deadly", deadly), ("broken", broken), ("beginner", hasty), ("club", sensible))
)
'''


@pytest.fixture(scope="package")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Pearl is installed, with bots."""
    folder = tmp_path_factory.mktemp("installed")
    shutil.copytree(PEARL / "pearl", folder / "pearl", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pearl" / "bots.py").write_text(BOTS, encoding="utf-8")
    info = folder / "pearl-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pearl\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[tablee.games]\npearl = pearl:GAME\n")
    return folder
