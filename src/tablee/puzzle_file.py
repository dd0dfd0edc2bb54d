"""What puzzles are made of: sentences with facts, what a game's `puzzles.py` finds, and what `puzzles.json` holds."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

Facts: TypeAlias = dict[str, str | int | float]


class Sentence(Struct, frozen=True):
    """A sentence of the section `puzzles` of a game's words, with what it mentions."""

    key: str
    facts: Facts = {}


class Found(Struct, frozen=True):
    """A question about a position that has one best answer."""

    theme: str
    accepted: tuple[str, ...]  # the best answer; several where they are the same one mirrored
    difficulty: int  # on the scale of a rating: 600 is easy, 2200 is very hard
    steps: tuple[Sentence, ...]  # how it is found
    choices: tuple[str, ...] = ()  # the answers of this puzzle, where each one of its theme has its own


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of a game between bots, as one seat sees it, and what is asked about it."""

    theme: str
    options: dict[str, str]  # as a record writes them
    seats: tuple[str, ...]  # who plays, as in a record
    seat: int  # whose view it is
    moves: tuple[str, ...]  # all that was played before, as in a record
    accepted: tuple[str, ...]
    difficulty: int
    steps: tuple[Sentence, ...]
    drawn_from: int  # the number of that game, from 0, among those that the seed makes
    choices: tuple[str, ...] = ()  # as in `Found`


class PuzzleSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The puzzles of a file. The seed makes the same ones again."""

    game: str
    version: int  # of the game
    seed: int
    puzzles: tuple[Puzzle, ...]
