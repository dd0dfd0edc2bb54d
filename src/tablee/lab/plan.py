"""What an arena is to play: the same plan gives the same games, whoever plays them and in how many processes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct

from tablee import bots
from tablee import options as agreed
from tablee.bots.compiled import compiled
from tablee.contract import AnyGame, OptionError, Options
from tablee.games import GAMES
from tablee.record import told_apart

Seating = tuple[int, ...]  # by seat, which bot sits there


class Plan(Struct, frozen=True):
    """Names and texts only, so that it can travel to another process."""

    game: str
    agreed: tuple[tuple[str, str], ...]  # the options, as a record writes them
    bots: tuple[str, ...]  # the level of each bot, or the name of a compiled player, as many as there are seats
    seed: int
    limit: float = 2000  # milliseconds a move may take

    @property
    def options(self) -> Any:
        return agreed.read(GAMES[self.game].options, dict(self.agreed))

    @property
    def seatings(self) -> list[Seating]:
        """The bots moved round the table, seat by seat, as long as that seats the levels anew."""
        n = len(self.bots)
        found: dict[tuple[str, ...], Seating] = {}
        for turn in range(n):
            seating = tuple((seat - turn) % n for seat in range(n))
            found.setdefault(tuple(self.bots[bot] for bot in seating), seating)
        return list(found.values())

    @property
    def rows(self) -> tuple[str, ...]:
        """By bot, under which name it is counted: its level. Where all are of one level, each on its own."""
        return self.bots if len(set(self.bots)) > 1 else self.numbered

    @property
    def numbered(self) -> tuple[str, ...]:
        """The levels, with a number where several are of one: club 1, club 2."""
        return tuple(told_apart(self.bots))


def planned(game: AnyGame, options: Options, levels: Sequence[str], seed: int, limit: float) -> Plan:
    """The last bot takes all seats that are left; OptionError where there are too many, or none of such a name."""
    known = bots.levels(game)
    if not {*levels} <= {*known}:
        known = list(dict.fromkeys([*known, *compiled(game)]))
    if len(levels) > options.players:
        raise OptionError(
            "bots", "{asked} bots were given for {players} players", asked=len(levels), players=options.players
        )
    for level in levels:
        if level not in known:
            raise OptionError(
                "bots", "there is no bot {level!r}; there are: {levels}", level=level, levels=", ".join(known)
            )
    seated = (*levels, *[levels[-1]] * (options.players - len(levels)))
    return Plan(game.name, tuple(agreed.write(options).items()), seated, seed, limit)


def identity(plan: Plan) -> dict[str, Any]:
    """All that the figures depend on. The code of rules and bots is part of it: a changed bot is another one."""
    game = GAMES[plan.game]
    return {
        "arena": 1,
        "game": game.name,
        "version": game.version,
        "options": dict(plan.agreed),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "code": code(game),
        "compiled": os.environ.get("TABLEE_TURBO") != "off" and find_spec("numba") is not None,
    }


def code(game: AnyGame) -> str:
    """A digest of everything a game among bots is decided by."""
    digest = sha256()
    for package in (game.package, "tablee.bots", "tablee.turbo"):
        spec = find_spec(package)
        assert spec is not None
        for folder in spec.submodule_search_locations or ():
            for source in sorted(Path(folder).rglob("*.py")):
                digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
