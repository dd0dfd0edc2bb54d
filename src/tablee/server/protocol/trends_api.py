"""My results of one game over HTTP: game by game in their order, by opponent, and by theme."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee import bots
from tablee import options as agreed
from tablee.contract import OptionError
from tablee.games import GAMES, parts
from tablee.server.protocol.context import api, require_person, services
from tablee.server.protocol.games_api import game_in_path
from tablee.server.store import SqlRow
from tablee.server.store.appraisals import ALL, StoredAppraisal, last_appraisals, last_results
from tablee.server.store.heads import StoredHead, read_stored_head

MOST: Final = 200  # games that are looked through, the last ones


class OwnGame(Struct, frozen=True):
    """One of my closed tables. `accuracy` is that of an `Appraisal`; `reviewed`: it is known, or that there is none."""

    table: str
    at: int
    seat: int
    rank: int
    players: int
    shared: bool  # somebody else is first, too: an equal, or a partner
    reviewed: bool = False
    accuracy: float | None = None


class Opponent(Struct, frozen=True):
    """Somebody against whom I have played: a person, or all bots of one level."""

    name: str  # of a person, as they were called at the table
    level: str | None  # of the bots
    games: int
    won: int
    accuracy: float | None


class ThemeStrength(Struct, frozen=True):
    """How I played where a theme of the puzzles came up. An empty theme stands for all other decisions."""

    theme: str
    decisions: int
    accuracy: float | None


class GameTrend(Struct, frozen=True):
    """My last games of one game, the oldest first, and what they say of me."""

    game: str
    games: tuple[OwnGame, ...]
    opponents: tuple[Opponent, ...]  # those with whom I have played most often come first
    themes: tuple[ThemeStrength, ...]


@api.add("GET", "/api/me/games/{game}", out=GameTrend)
async def my_trend(request: Request) -> Any:
    """My results of one game: in their order, by opponent, and by theme"""
    who, node, game = await require_person(request), services(request).node, game_in_path(request).name
    rows = await last_results(node.store, who.id, game, MOST)
    appraised = await last_appraisals(node.store, who.id, game, MOST)
    body = await node.work.run(describe_trend, game, rows, appraised, owner=who.id)
    return Response(body, media_type="application/json")


# ---- in a worker: there may be two hundred heads to read ------------------------------------


class Sum(Struct):
    """What several appraisals come to."""

    decisions: int = 0
    cost: int = 0
    stake: int = 0

    def add(self, one: StoredAppraisal, sign: int = 1) -> None:
        self.decisions += sign * one.decisions
        self.cost += sign * one.cost
        self.stake += sign * one.stake

    @property
    def accuracy(self) -> float | None:
        return max(0.0, 1 - self.cost / self.stake) if self.stake > 0 else None


def describe_trend(game: str, rows: Sequence[SqlRow], appraised: Sequence[SqlRow]) -> bytes:
    """A `GameTrend` from what the store has, the last game first."""
    found: dict[str, dict[str, StoredAppraisal]] = {}
    for table, *row in appraised:
        found.setdefault(table, {})[row[0]] = StoredAppraisal(*row)
    heads = [(row, head) for *row, body in rows if (head := read_stored_head(bytes(body))) is not None]
    games = tuple(describe_game(row, head, found.get(row[0], {})) for row, head in reversed(heads))
    opponents = tuple(sum_by_opponent(game, heads, found))
    return msgspec.json.encode(GameTrend(game, games, opponents, tuple(sum_themes(game, found.values()))))


def describe_game(row: SqlRow | list[Any], head: StoredHead, appraised: Mapping[str, StoredAppraisal]) -> OwnGame:
    table, at, seat, rank, shared = row
    total = Sum()
    if ALL in appraised:
        total.add(appraised[ALL])
    return OwnGame(table, at, seat, rank, len(head.chairs), bool(shared), ALL in appraised, total.accuracy)


def sum_by_opponent(
    game: str, heads: Sequence[tuple[list[Any], StoredHead]], found: Mapping[str, Mapping[str, StoredAppraisal]]
) -> Iterator[Opponent]:
    games: Counter[tuple[str, str | None]] = Counter()
    won: Counter[tuple[str, str | None]] = Counter()
    sums: dict[tuple[str, str | None], Sum] = {}
    for (table, _, seat, rank, _), head in heads:
        for opponent in set(opponents_at(game, head, seat)):
            games[opponent] += 1
            won[opponent] += rank == 1
            if ALL in (appraised := found.get(table, {})):
                sums.setdefault(opponent, Sum()).add(appraised[ALL])
    for (name, level), count in games.most_common():
        yield Opponent(name, level, count, won[name, level], sums.get((name, level), Sum()).accuracy)


def opponents_at(game: str, head: StoredHead, seat: int) -> Iterator[tuple[str, str | None]]:
    """Who played against this seat: the name of a person, or the level of a bot. A person for whom a bot plays on stays
    the opponent."""
    sides: Sequence[int] = range(len(head.chairs))
    with suppress(OptionError):  # a table of another version of the game, with options that this one does not have
        sides = GAMES[game].sides(agreed.read(GAMES[game].options, head.options))
    characters = bots.characters(GAMES[game])
    for chair, side in zip(head.chairs, sides, strict=True):
        if side == sides[seat]:
            continue
        if chair.kind == "person" or chair.owned:
            yield chair.name, None
        elif chair.level is not None:
            yield "", characters[chair.level].level if chair.level in characters else chair.level


def sum_themes(game: str, found: Iterable[Mapping[str, StoredAppraisal]]) -> Iterator[ThemeStrength]:
    """In the order of the puzzles' themes, and last all other decisions."""
    part = parts.load_or_skip(parts.puzzles, GAMES[game], None)
    sums = {theme: Sum() for theme in (part.THEMES if part is not None else ())}
    rest = Sum()
    for appraised in found:
        for theme, one in appraised.items():
            rest.add(one, 1 if theme == ALL else -1)
            if theme in sums:
                sums[theme].add(one)
    for theme, total in [*sums.items(), ("", rest)]:
        yield ThemeStrength(theme, total.decisions, total.accuracy)
