"""What may be behind a view of Code de Vinci, against every world listed the simple way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tablee.bots.posterior import Posterior
from tablee.contract import Choice, Happened, Over, Played, Seat
from tablee.games.coda import GAME
from tablee.games.coda.bots.row_fillings import placement_odds
from tablee.games.coda.options import Options
from tablee.games.coda.posterior import posterior
from tablee.games.coda.state import State
from tablee.games.coda.tiles import COLOUR, TILES, VALUE
from tablee.games.coda.view import View, others, slots, unseen
from tablee.games.coda.worlds import likelihood
from tests.games.coda.table import right, stand, take, wrong
from tests.games.coda.test_worlds import listed, replayed, rows
from tests.playing import play


def positions(options: Options, seed: int) -> Iterator[State]:
    """A random game, whenever somebody is to choose."""
    rng = Random(seed)
    state = GAME.start(options)
    while not isinstance(awaited := GAME.awaits(state), Over):
        if isinstance(awaited, Choice):
            (seat,) = awaited.seats
            yield state
            state = GAME.apply(state, Played(seat, rng.choice(GAME.legal(state, seat))))
        else:
            state = GAME.apply(state, Happened(awaited.sample(rng)))


def counted(view: View) -> tuple[int, dict[str, Counter[str]]]:
    """Without jokers: the worlds one by one, and of each hidden tile in a code how often it has each value."""
    rows = [slots(view.codes[seat]) for seat in others(view)]
    known = tuple(tuple(slot._replace(ruled_out=frozenset()) if slot.tile else slot for slot in row) for row in rows)
    worlds = listed(known, unseen(view))
    found: dict[str, Counter[str]] = {}
    for seat, code in zip(others(view), zip(*worlds, strict=True), strict=True):
        for place, seen in enumerate(view.codes[seat]):
            if not seen.up:
                found[f"{seat}:{place}"] = Counter(VALUE[row[place]] for row in code)
    return len(worlds), found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_jokers_every_chance_is_a_share_of_the_worlds(players: int) -> None:
    looked = 0
    for state in positions(Options(players=players), seed=players):
        view = GAME.view(state, Seat(0))
        hidden = sum(not seen.up for seat in others(view) for seen in view.codes[seat])
        if state.phase != "attack" or state.turn != 0 or hidden > (5 if players > 2 else 4):
            continue
        total, expected = counted(view)
        found = posterior(view)
        assert found.worlds == total
        assert found.chances.keys() == expected.keys()
        for place, counts in expected.items():
            assert found.chances[place] == pytest.approx({value: n / total for value, n in counts.items()})
        looked += 1
    assert looked


def test_with_jokers_a_row_weighs_what_its_owner_s_choices_make_it_weigh() -> None:
    """Against every row that ascends, each weighed for itself; `test_worlds` holds those weights against the rules."""
    played = replayed((TILES[6], TILES[7], TILES[25], TILES[16], TILES[17]), 2)
    assert played is not None
    view = GAME.view(played[0], Seat(1))
    code = slots(view.codes[0])
    weights = {
        row: weight
        for row in rows("bwwbw")
        if (weight := likelihood(code, row, True) if any("-" in tile for tile in row) else 1.0)
        and all(VALUE[tile] not in slot.ruled_out for tile, slot in zip(row, code, strict=True))
    }
    total = sum(weights.values())
    found = posterior(view)
    assert found.worlds == len(weights)
    for place in range(5):
        if view.codes[0][place].up:
            continue
        exact: Counter[str] = Counter()
        for row, weight in weights.items():
            exact[VALUE[row[place]]] += weight / total  # type: ignore[assignment]
        assert found.chances[f"0:{place}"] == pytest.approx(dict(exact))


@pytest.mark.parametrize("ban", [True, False])
def test_rows_with_jokers_are_weighed_all_at_once_as_they_are_one_by_one(ban: bool) -> None:
    import numpy as np

    rng, compared, never = Random(5), 0, 0
    for state in positions(Options(players=3, jokers=True, joker_ban=ban), seed=2):
        code = slots(GAME.view(state, Seat(0)).codes[1])
        if state.phase != "take" or len(code) < 4:
            continue
        fillings = []
        for _ in range(12):
            numbers = sorted(rng.sample(range(24), len(code)))
            for joker in (24, 25):
                if rng.random() < 0.7:
                    numbers[rng.randrange(len(numbers))] = joker
            fillings.append(numbers)
        found = placement_odds(code, np.array(fillings), ban).tolist()
        one_by_one = [likelihood(code, tuple(TILES[number] for number in filling), ban) for filling in fillings]
        assert found == pytest.approx(one_by_one)
        compared += len(found)
        never += one_by_one.count(0.0)
    assert compared > 50 and (never > 0) == ban


@pytest.mark.parametrize(("players", "jokers"), [(2, True), (3, False), (4, True)])
def test_what_is_drawn_looks_like_what_is_seen_in_every_phase(players: int, jokers: bool) -> None:
    rng, phases = Random(1), set()
    for n, state in enumerate(positions(Options(players=players, jokers=jokers), seed=11)):
        if n % 3 and n > 12:
            continue
        for seat in (n % players, (n + 1) % players):
            view = GAME.view(state, Seat(seat))
            found: Posterior = posterior(view)
            assert GAME.view(found.sample(rng), Seat(seat)) == view
            assert found.worlds >= 1
            for place, odds in found.chances.items():
                assert sum(odds.values()) == pytest.approx(1), place
        phases.add(state.phase)
    assert phases >= {"pick", "take", "attack"}


def test_worlds_are_drawn_as_often_as_they_are_likely() -> None:
    """With three players and a tile that another keeps apart."""
    state = stand("b0 w0 b1 w1", "b9 w9 b11 w11", "b8 w8 b10 w10")
    for tile in ("b2", "w2", "b3", "w3", "b4", "w4", "b5", "w5", "b6"):
        state = wrong(take(state, tile))
    state = right(right(take(state, "w6"), 1, 3), 1, 4)
    view = GAME.view(state, Seat(1))
    assert view.drawn is not None and view.drawn.tile is None
    found, rng, draws = posterior(view), Random(0), 3000
    seen: dict[str, Counter[str]] = {place: Counter() for place in found.chances}
    whole: Counter[tuple[str, ...]] = Counter()
    for _ in range(draws):
        world = found.sample(rng)
        assert world.drawn is not None
        values = {"drawn": VALUE[world.drawn]} | {
            f"{seat}:{place}": VALUE[standing.tile]
            for seat, code in enumerate(world.codes)
            for place, standing in enumerate(code)
        }
        for place, counts in seen.items():
            counts[values[place]] += 1
        whole[tuple(values[place] for place in sorted(seen))] += 1
    for place, counts in seen.items():
        for value, odds in found.chances[place].items():
            assert abs(counts[value] / draws - odds) < 4.5 * (odds * (1 - odds) / draws) ** 0.5 + 1e-9
    assert len(whole) <= found.worlds
    expected = draws / found.worlds  # without jokers all worlds are as likely
    assert expected > 3
    squares = sum((n - expected) ** 2 / expected for n in whole.values()) + expected * (found.worlds - len(whole))
    assert squares < found.worlds + 5 * (2 * found.worlds) ** 0.5  # chi-squared


def test_the_tile_that_another_keeps_apart_is_any_that_is_left() -> None:
    state = take(stand("b1 b4 w7 w10", "b3 w3 b8 w8"), "b0")
    found = posterior(GAME.view(state, Seat(1)))
    odds = found.chances["drawn"]
    assert set(odds) == {VALUE[tile] for tile in TILES[:24] if COLOUR[tile] == "black"} - {"3", "8"}
    view = GAME.view(state, Seat(1))
    assert found.worlds == len(listed((slots(view.codes[0]),), unseen(view))) * 8


def test_a_wrong_guess_is_ruled_out_and_a_right_one_is_certain() -> None:
    state = play(GAME, take(stand("b1 b4 w7 w10", "b3 w3 b8 w8"), "w5"), "0: attack 1 0 2")
    assert "2" not in posterior(GAME.view(state, Seat(0))).chances["1:0"]
    state = right(take(state, "b2"), 0, 0)
    found = posterior(GAME.view(state, Seat(1))).chances
    assert "0:0" not in found and "1" not in found["0:1"]
