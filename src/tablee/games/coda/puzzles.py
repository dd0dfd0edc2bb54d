"""Puzzles of Code de Vinci: of all hidden tiles exactly one is certain. Which, and what is it?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2
from random import Random
from typing import Final, TypeAlias

from tablee.contract import Seat
from tablee.games.coda.actions import Act, Attack, parse
from tablee.games.coda.posterior import posterior
from tablee.games.coda.tiles import COLOUR, NUMBERS, RANK, VALUE, Tile, Value
from tablee.games.coda.view import View, others, unseen
from tablee.puzzle_file import Facts, Found, Sentence

THEMES: Final[dict[str, tuple[str, ...]]] = {"certain": ()}
TABLES: Final = ({"players": "2"}, {"players": "3"})
CERTAIN: Final = 1 - 1e-9
WORLDS: Final = range(6, 3001)  # so many may be listed

Rows: TypeAlias = dict[Seat, tuple[Tile, ...]]  # by seat, all tiles of the others


def theme_of(action: Act, hope: float) -> str | None:
    return "certain" if isinstance(action, Attack) else None


def find(view: View, legal: Sequence[Act], rng: Random) -> Iterator[Found]:
    if view.seat is None or view.phase != "attack" or view.options.jokers:
        return
    codes = posterior(view)
    sure = [(name, value) for name, odds in codes.chances.items() for value, p in odds.items() if p > CERTAIN]
    if len(sure) != 1 or codes.worlds not in WORLDS:
        return
    [(name, value)] = sure
    target, place = map(int, name.split(":"))
    attack = Attack(Seat(target), place, Value(value))
    if attack in legal:
        difficulty = round(600 + 120 * log2(codes.worlds))
        yield Found("certain", (str(attack),), difficulty, tuple(solution(view, attack, codes.worlds)))


def solution(view: View, attack: Attack, worlds: int) -> Iterator[Sentence]:
    """What is seen nowhere, what its place in the row leaves of that, what was guessed in vain, and what is left."""
    row = view.codes[attack.target]
    seen = row[attack.place]
    left = [tile for tile in NUMBERS if tile in unseen(view) and COLOUR[tile] == seen.colour]
    yield Sentence("unseen", {"colour": seen.colour, "values": ",".join(VALUE[tile] for tile in left)})
    below = [(place, RANK[one.tile]) for place, one in enumerate(row[: attack.place]) if one.tile]
    above = [(place, RANK[one.tile]) for place, one in enumerate(row) if one.tile and place > attack.place]
    low, high = (below[-1][1] if below else -1), (above[0][1] if above else len(NUMBERS))
    kept = [tile for tile in left if low < RANK[tile] < high]
    if kept != left:
        yield Sentence("order", {"values": ",".join(VALUE[tile] for tile in kept)})
    if seen.guesses:
        yield Sentence("guessed", {"values": ",".join(sorted({guess.value for guess in seen.guesses}, key=int))})
    facts: Facts = {"n": worlds, "target": attack.target, "place": attack.place, "value": attack.value}
    yield Sentence("only" if len(view.codes) == 2 else "only all", facts)


# ---- every world, one after the other -----------------------------------------


def refute(view: View, theme: str, answer: str, rng: Random) -> Sentence | None:
    """A world in which this tile is another one."""
    attack = parse(answer)
    if not isinstance(attack, Attack):  # to stop: that names no tile
        return Sentence("names none")
    for rows in worlds(view):
        tile = rows[attack.target][attack.place]
        if VALUE[tile] != attack.value:
            return Sentence("may be", {"target": attack.target, "place": attack.place, "tile": tile})
    return None


def worlds(view: View) -> Iterator[Rows]:
    """Every way to stand up tiles that are seen nowhere: in ascending order (COD-03), and against no guess."""
    yield from fill(view, [], others(view), sorted(unseen(view), key=RANK.__getitem__), {})


def fill(view: View, row: list[Tile], seats: Sequence[Seat], free: Sequence[Tile], done: Rows) -> Iterator[Rows]:
    """All rows of the first of these seats that begin with these tiles, with all rows of the seats after it."""
    if not seats:
        yield done
        return
    code = view.codes[seats[0]]
    if len(row) == len(code):
        left = [tile for tile in free if tile not in row]
        yield from fill(view, [], seats[1:], left, {**done, seats[0]: tuple(row)})
        return
    seen = code[len(row)]
    last = RANK[row[-1]] if row else -1
    wrong = {guess.value for guess in seen.guesses}
    fitting = [seen.tile] if seen.tile else [t for t in free if COLOUR[t] == seen.colour and VALUE[t] not in wrong]
    for tile in fitting:
        if RANK[tile] > last:
            yield from fill(view, [*row, tile], seats, free, done)
