"""The tiles that one seat of Code de Vinci did not see, as another world has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tablee.contract import Seat
from tablee.games.coda.state import State
from tablee.games.coda.tiles import Tile, back
from tablee.told_line import ToldLine
from tablee.tuples import around


def redeal(lines: Sequence[ToldLine], world: State, rng: Random) -> Sequence[str]:
    first = {seat: set_up_tiles(world, seat) for seat in around(world.options.players)}
    deals = {seat: rng.sample(tiles, len(tiles)) if world.codes[seat] else tiles for seat, tiles in first.items()}
    added = {seat: iter(added_tiles(world, seat)) for seat in first}
    return [line.complete(complete(line, first, deals, added)) for line in lines]


def complete(
    line: ToldLine, first: dict[Seat, list[Tile]], deals: dict[Seat, list[Tile]], added: dict[Seat, Iterator[Tile]]
) -> str:
    verb, _, what = line.action.partition(" ")
    match verb:
        case "dealt":
            assert line.hand is not None
            return f"dealt {take(deals[line.hand], what)}"
        case "drawn":
            assert line.hand is not None
            tile = next(added[line.hand])
            return f"drawn {tile if what.endswith('?') else what}"
        case "arrange" if what.endswith("?"):
            assert line.by is not None
            return f"arrange {','.join(first[line.by])}"
    return line.action


def take(tiles: list[Tile], what: str) -> Tile:
    """The next tile that was dealt: this one, or any of its colour."""
    found = next(tile for tile in tiles if what in (tile, back(tile)))
    tiles.remove(found)
    return found


def set_up_tiles(world: State, seat: Seat) -> list[Tile]:
    """The first tiles of this seat, from its left; during its set-up, in the order of dealing."""
    if not world.codes[seat]:
        return list(world.hand) if seat == world.turn else []
    return [standing.tile for standing in world.codes[seat] if standing.since == 0]


def added_tiles(world: State, seat: Seat) -> list[Tile]:
    """What this seat has drawn since, in order."""
    later = sorted((standing for standing in world.codes[seat] if standing.since), key=lambda one: one.since)
    drawn = [world.drawn] if world.drawn and seat == world.turn else []
    return [standing.tile for standing in later] + drawn
