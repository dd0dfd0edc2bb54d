"""What is to be played among bots. The same plan gives the same games in any process and on any machine."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct

from tablee import options as agreed
from tablee.bots.outside import find_bot, is_outside, source_digest
from tablee.contract import AnyGame, OptionError, Options
from tablee.games import GAMES
from tablee.record import told_apart

Seating = tuple[int, ...]  # by seat, which bot sits there


class MatchPlan(Struct, frozen=True):
    """Names and texts only, so that it can be sent to another process."""

    game: str
    agreed: tuple[tuple[str, str], ...]  # the options, as a record writes them
    bots: tuple[str, ...]  # names as `tablee.bots.outside` takes them, as many as there are seats
    seed: int
    limit: float = 2000  # milliseconds a move may take

    @property
    def options(self) -> Any:
        return agreed.read(GAMES[self.game].options, dict(self.agreed))

    @property
    def seatings(self) -> list[Seating]:
        """The bots moved around the table by one seat at a time, as long as that gives a new order of levels."""
        n = len(self.bots)
        found: dict[tuple[str, ...], Seating] = {}
        for turn in range(n):
            seating = tuple((seat - turn) % n for seat in range(n))
            found.setdefault(tuple(self.bots[bot] for bot in seating), seating)
        return list(found.values())

    @property
    def rows(self) -> tuple[str, ...]:
        """By bot, the name under which it is counted: its level, or a numbered name if there is only one level."""
        return self.bots if len(set(self.bots)) > 1 else self.numbered

    @property
    def numbered(self) -> tuple[str, ...]:
        """The levels, with numbers where several bots are of one level: club 1, club 2."""
        return tuple(told_apart(self.bots))


def make_plan(game: AnyGame, options: Options, levels: Sequence[str], seed: int, limit: float) -> MatchPlan:
    """The last bot takes all remaining seats. OptionError: too many bots, or no bot of this name."""
    if len(levels) > options.players:
        raise OptionError(
            "bots", "{asked} bots were given for {players} players", asked=len(levels), players=options.players
        )
    for level in levels:
        find_bot(game, level)
    seated = (*levels, *[levels[-1]] * (options.players - len(levels)))
    return MatchPlan(game.name, tuple(agreed.write(options).items()), seated, seed, limit)


def parse_bots(text: str | None) -> list[str]:
    """The bots of a command line: `club,random`. A command with commas is put in quotes: `club,"cmd:bot 1,2"`."""
    return [level.strip() for level in next(csv.reader([text], skipinitialspace=True))] if text else []


def plan_identity(plan: MatchPlan) -> dict[str, Any]:
    """Everything the figures depend on. The code of rules and bots belongs to it: a changed bot is another bot."""
    game = GAMES[plan.game]
    outside = {name: source_digest(name) for name in plan.bots if is_outside(game, name)}
    return {
        "arena": 1,
        "game": game.name,
        "version": game.version,
        "options": dict(plan.agreed),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "code": code_digest(game),
        "compiled": os.environ.get("TABLEE_TURBO") != "off" and find_spec("numba") is not None,
    } | ({"outside": outside} if outside else {})


def code_digest(game: AnyGame) -> str:
    """A digest of all code that decides how a game among bots goes."""
    digest = sha256()
    for package in (game.package, "tablee.bots", "tablee.turbo"):
        spec = find_spec(package)
        assert spec is not None
        for folder in spec.submodule_search_locations or ():
            for source in sorted(Path(folder).rglob("*.py")):
                digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
