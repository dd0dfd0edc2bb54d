"""The worlds behind a view of Code de Vinci: all of them, no others, and each as likely as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tablee.contract import IllegalMove, Seat
from tablee.games.coda import GAME
from tablee.games.coda.options import Options
from tablee.games.coda.state import State
from tablee.games.coda.tiles import COLOUR, RANK, TILES, Tile
from tablee.games.coda.view import slots, unseen
from tablee.games.coda.worlds import Row, Slot, Worlds, scatter
from tests.games.coda.table import right, stand, take, wrong
from tests.playing import legal, play

ANA, BEN = "b1 b4 w7 w10", "b3 w3 b8 w8"


def slot(text: str, since: int = 0) -> Slot:
    """b? is a black tile not seen, b?≠3,7 one that is neither 3 nor 7."""
    name, _, ruled_out = text.partition("≠")
    tile = None if name[1] == "?" else Tile(name)
    return Slot("black" if name[0] == "b" else "white", tile, since, frozenset(ruled_out.split(",")))  # type: ignore[arg-type]


def listed(rows: tuple[Row, ...], unseen: frozenset[Tile]) -> set[tuple[tuple[Tile, ...], ...]]:
    """Every world without jokers, found the simple way."""

    def fill(row: Row, begun: tuple[Tile, ...], left: frozenset[Tile]) -> Iterator[tuple[Tile, ...]]:
        if len(begun) == len(row):
            yield begun
            return
        slot = row[len(begun)]
        for tile in left if slot.tile is None else {slot.tile}:
            ascends = not begun or RANK[begun[-1]] < RANK[tile]
            if COLOUR[tile] == slot.colour and tile[1:] not in slot.ruled_out and ascends:
                yield from fill(row, (*begun, tile), left - {tile})

    found: set[tuple[tuple[Tile, ...], ...]] = {()}
    for row in rows:
        found = {
            (*world, filled) for world in found for filled in fill(row, (), unseen - {t for r in world for t in r})
        }
    return found


@pytest.mark.parametrize(
    "rows",
    [
        ["b? b? b?"],
        ["b? w? w5 b?"],
        ["b?≠1,2 w? b7 w?≠11"],
        ["b? b3 w?", "w? b?"],
        ["b? w?", "w?≠0 b6", "b? b?"],
        ["b0 w0", "w?"],
        [""],
    ],
)
def test_each_world_without_jokers_is_counted_once(rows: list[str]) -> None:
    row_slots = tuple(tuple(slot(text) for text in row.split()) for row in rows)
    hidden = frozenset(RANK) - {slot.tile for row in row_slots for slot in row if slot.tile} - {Tile("b11"), Tile("w1")}
    worlds = Worlds(Options(players=4), row_slots, hidden)
    numbered = [tuple(map(tuple, worlds.world(index)[0])) for index in range(worlds.total)]
    assert len(numbered) == len(set(numbered))
    assert set(numbered) == listed(row_slots, hidden)


def test_without_jokers_every_world_is_as_likely_as_the_next() -> None:
    state = stand("b0 w0 b1 w1", "b9 w9 b11 w11")
    for tile in ("b2", "w2", "b3", "w3", "b4", "w4", "b5", "w5", "b6", "w6"):
        state = wrong(take(state, tile))
    view = GAME.view(state, Seat(1))
    possible = listed((slots(view.codes[0]),), unseen(view))
    rng = Random(0)
    drawn = Counter(tuple(standing.tile for standing in GAME.imagine(view, rng).codes[0]) for _ in range(4000))
    assert {(row,) for row in drawn} == possible
    expected = 4000 / len(possible)
    assert sum((count - expected) ** 2 / expected for count in drawn.values()) < 2 * len(possible)  # chi-squared


# ---- jokers ---------------------------------------------------------------------


def replayed(row: tuple[Tile, ...], since: int) -> tuple[State, float] | None:
    """A game in which seat 0 holds this row, the tile at place `since` added later, and how likely it was placed so."""
    first, added = (*row[:since], *row[since + 1 :]), row[since]
    chosen = 1.0
    state = play(GAME, GAME.start(Options(jokers=True, first=Seat(0))), "0: pick 2")
    for tile in sorted(first):
        state = play(GAME, state, f"*: dealt {tile}")
    try:
        chosen /= len(legal(GAME, state, 0))
        state = play(GAME, state, f"0: arrange {','.join(first)}", "1: pick 2")
        state = play(GAME, state, "*: dealt b0", "*: dealt b7", "*: dealt w0", "*: dealt w9")
        state = play(GAME, take(play(GAME, state, "1: arrange b0,w0,b7,w9"), added), "0: attack 1 0 0", "0: stop")
        chosen /= len(legal(GAME, state, 0))
        state = play(GAME, state, f"0: place {since}")
        state = take(state, "b6")
        state = play(GAME, state, "1: attack 0 3 5", "1: place 2")
    except IllegalMove:
        return None
    return (state, chosen) if not state.codes[0][3].up else None


def rows(backs: str, row: tuple[Tile, ...] = ()) -> Iterator[tuple[Tile, ...]]:
    """Every row with these backs that ascends, of tiles that seat 1 does not see."""
    if len(row) == len(backs):
        yield row
        return
    last = max((RANK[tile] for tile in row if tile in RANK), default=-1)
    for tile in TILES:
        if (
            tile[0] == backs[len(row)]
            and tile not in (*row, "b0", "w0", "b6", "b7", "w9")
            and RANK.get(tile, 99) > last
        ):
            yield from rows(backs, (*row, tile))


@pytest.mark.untraced
def test_with_jokers_a_world_weighs_what_its_choices_make_it_weigh() -> None:
    """Against every world there is, replayed."""
    played = replayed((Tile("b3"), Tile("w3"), Tile("w-"), Tile("b8"), Tile("w8")), 2)
    assert played is not None
    view = GAME.view(played[0], Seat(1))
    weights = {
        row: world[1] for row in rows("bwwbw") if (world := replayed(row, 2)) and GAME.view(world[0], Seat(1)) == view
    }
    total = sum(weights.values())
    rng, draws = Random(0), 800
    drawn = Counter(tuple(standing.tile for standing in GAME.imagine(view, rng).codes[0]) for _ in range(draws))
    assert set(drawn) <= set(weights)
    for place in range(5):
        for tile in TILES:
            exact = sum(weight for row, weight in weights.items() if row[place] == tile) / total
            found = sum(count for row, count in drawn.items() if row[place] == tile) / draws
            assert abs(found - exact) < 0.005 + 4 * (exact * (1 - exact) / draws) ** 0.5


def test_a_joker_is_never_imagined_where_it_may_not_have_been_placed() -> None:
    """Between the white 5 and 6 a black tile has stood since the set-up: that is no joker, where the ban holds."""
    state = stand("w5 b6 w6 w8", "b1 b4 w7 w10", jokers="on")
    state = wrong(take(state, "b0"))  # seat 0 now shows b0
    state = take(state, "b2")
    for place in (1, 3):
        state = right(state, 0, place)
    assert [standing.tile for standing in state.codes[0] if standing.up] == ["b0", "w5", "w6"]
    view, rng = GAME.view(state, Seat(1)), Random(0)
    assert {GAME.imagine(view, rng).codes[0][2].tile for _ in range(60)} == {"b6"}
    free = play(
        GAME, stand("w5 b6 w6 w8", "b1 b4 w7 w10", jokers="on", joker_ban="off"), "0: take black", "*: drawn b0"
    )
    free = take(wrong(free), "b2")
    for place in (1, 3):
        free = right(free, 0, place)
    view = GAME.view(free, Seat(1))
    assert {GAME.imagine(view, rng).codes[0][2].tile for _ in range(60)} == {"b6", "b-"}


def test_a_joker_guessed_wrongly_is_not_imagined_there_again() -> None:
    state = play(GAME, take(stand(ANA, BEN, jokers="on"), "w5"), "0: attack 1 0 -", "0: place 2")
    view, rng = GAME.view(state, Seat(0)), Random(0)
    worlds = [GAME.imagine(view, rng).codes[1] for _ in range(100)]
    assert "b-" not in {code[0].tile for code in worlds}
    assert "b-" in {code[2].tile for code in worlds}


@pytest.mark.parametrize("total", [1, 2, 12, 97, 1000])
def test_every_number_comes_once_so_that_a_search_ends(total: int) -> None:
    assert sorted(scatter(total, Random(total))) == list(range(total))
