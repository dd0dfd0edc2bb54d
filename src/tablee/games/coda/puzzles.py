"""Puzzles of Code de Vinci: of all hidden tiles exactly one is certain: which, and what is it? And after a right attack
near the end: go on or stop?

The second kind is decided by who draws the last tile. When none lies on the table and two players are left, each sees
every tile but the other's, and a row stands in order: so the player who draws the last one knows the other's code, and
wins. Before that, nobody wins but by naming a whole row in one turn, which is right in one of the rows that fit. So the
chances of both answers are exact. The other player is taken to draw the colour that tells them more or, where both tell
as much, the one that is worse for me.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import log2
from random import Random
from typing import Final, NamedTuple, TypeAlias

from tablee.contract import Chance, Happened, Over, Played, Seat
from tablee.games.coda import GAME
from tablee.games.coda.actions import STOP, TAKE, Act, Attack, Drawn, Stop, parse
from tablee.games.coda.bots.row_fillings import fillings
from tablee.games.coda.posterior import Codes, posterior
from tablee.games.coda.state import State
from tablee.games.coda.tiles import COLOUR, COLOURS, NUMBERS, RANK, TILES, VALUE, Colour, Tile, Value
from tablee.games.coda.view import View, complete, others, slots, unseen
from tablee.games.coda.worlds import Slot
from tablee.puzzle_file import Facts, Found, Sentence

THEMES: Final[dict[str, tuple[str, ...]]] = {"certain": (), "go on": ("on", "stop")}
TABLES: Final = ({"players": "3"}, {"players": "4"}, {"players": "2"})
CERTAIN: Final = 1 - 1e-9
WORLDS: Final = range(6, 3001)  # so many may be listed
LAST: Final = (1, 2)  # tiles on the table
CODES: Final = range(1, 31)  # so many rows of the last opponent may be weighed
CLEAR: Final = Fraction(1, 10)  # the right answer wins so much more often than the other one

Row: TypeAlias = tuple[Tile, ...]
Rows: TypeAlias = dict[Seat, Row]  # by seat, all tiles of the others


class Outlook(NamedTuple):
    """The chances to win."""

    on: Fraction
    stop: Fraction

    @property
    def better(self) -> str | None:
        """The answer that is clearly better; None: neither."""
        if abs(self.on - self.stop) < CLEAR:
            return None
        return "on" if self.on > self.stop else "stop"


def theme_of(action: Act, hope: float) -> str | None:
    if isinstance(action, Stop):
        return "go on"
    return "certain" if isinstance(action, Attack) else None


def find(view: View, legal: Sequence[Act], rng: Random) -> Iterator[Found]:
    if view.seat is None or view.phase != "attack" or view.options.jokers:
        return
    codes = posterior(view)
    yield from find_certain(view, legal, codes)
    yield from find_stop(view, codes)


def find_certain(view: View, legal: Sequence[Act], codes: Codes) -> Iterator[Found]:
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


# ---- going on or stopping -----------------------------------------------------


def find_stop(view: View, codes: Codes) -> Iterator[Found]:
    """Two are left (COD-20), and the last tile is drawn next turn or in the one after it."""
    other = opponent(view)
    if other is None or not view.right or sum(view.table) not in LAST:
        return
    [found] = [rows for seat, rows in zip(codes.seats, codes.rows, strict=True) if seat == other]
    if len(found.tiles) not in CODES:
        return
    rows = [tuple(TILES[number] for number in line) for line in found.tiles]
    kept, shown = ({row: escape(view, other, row, up) for row in rows} for up in (False, True))
    outlook = Outlook(
        going_on(tuple(rows), found.hidden, kept, shown) / len(rows), sum(kept.values(), Fraction(0)) / len(rows)
    )
    if outlook.better:
        near = float(1 - abs(outlook.on - outlook.stop))
        difficulty = round(600 + 300 * near + 120 * log2(len(rows)) + 200 * (sum(view.table) == 2))
        steps = tuple(weighing(view, other, rows, found.hidden, outlook, kept, shown))
        yield Found("go on", (outlook.better,), difficulty, steps)


def opponent(view: View) -> Seat | None:
    """The only other player who is not out."""
    left = [seat for seat in others(view) if seat not in view.out]
    return left[0] if len(left) == 1 else None


def escape(view: View, other: Seat, row: Row, up: bool) -> Fraction:
    """The chance that the other, who has this row, does not name all of mine next turn. `up`: my drawn tile is seen."""
    table = unseen(view).difference(row)
    if len(table) < 2:  # they draw the last tile, and know my code
        return Fraction(0)
    mine, unknown = mine_from_behind(view, table, up)
    codes = [{TILES[number] for number in code} for code in fillings(view.options, mine, unknown).tiles]
    fitting = {tile: sum(tile not in code for code in codes) for tile in unknown}  # codes, if they draw this one
    found: dict[Colour, Fraction] = {}
    telling: dict[Colour, Fraction] = {}
    for colour in COLOURS:
        draws = [tile for tile in table if COLOUR[tile] == colour]
        if not draws:
            continue
        found[colour] = 1 - sum((Fraction(1, fitting[tile]) for tile in draws), Fraction(0)) / len(draws)
        may_lie = sum(COLOUR[tile] == colour and fitting[tile] > 0 for tile in unknown)
        telling[colour] = Fraction(may_lie, len(draws))  # as often as this, among all codes, they can name mine
    return min(escape for colour, escape in found.items() if telling[colour] == max(telling.values()))


def mine_from_behind(view: View, table: Collection[Tile], up: bool) -> tuple[tuple[Slot, ...], frozenset[Tile]]:
    """My code with the tile that I have drawn, as the other sees it, and the tiles that may be hidden in it."""
    assert view.seat is not None
    code, drawn = view.codes[view.seat], drawn_tile(view)
    mine = [slot if seen.up else slot._replace(tile=None) for slot, seen in zip(slots(code), code, strict=True)]
    place = sum(RANK[seen.tile] < RANK[drawn] for seen in code if seen.tile)
    mine.insert(place, Slot(COLOUR[drawn], drawn if up else None, len(mine) + 1, frozenset()))
    hidden = {seen.tile for seen in code if seen.tile and not seen.up}
    return tuple(mine), frozenset(hidden.union(table) if up else hidden.union(table, [drawn]))


def going_on(
    rows: tuple[Row, ...], hidden: tuple[int, ...], kept: Mapping[Row, Fraction], shown: Mapping[Row, Fraction]
) -> Fraction:
    """In how many of these rows I win with the best attacks from here, one at least: by naming all, or by escaping."""
    best = Fraction(0)
    for place in hidden:
        rest = tuple(one for one in hidden if one != place)
        for tile in dict.fromkeys(row[place] for row in rows):
            right = tuple(row for row in rows if row[place] == tile)
            won = sum((shown[row] for row in rows if row[place] != tile), Fraction(0))
            if not rest:
                won += len(right)  # COD-21
            else:
                won += max(sum(kept[row] for row in right), going_on(right, rest, kept, shown))
            best = max(best, won)
    return best


def weighing(
    view: View, other: Seat, rows: Sequence[Row], hidden: Sequence[int], outlook: Outlook,
    kept: Mapping[Row, Fraction], shown: Mapping[Row, Fraction],
) -> Iterator[Sentence]:  # fmt: skip
    """Who draws the last tile, what the other makes of it, what naming the whole row is worth, and what follows."""
    yield Sentence("other draws last" if sum(view.table) == 1 else "you draw last", {"by": other})
    if sum(view.table) == 2:
        for key, escaping in (("if kept", kept), ("if shown", shown)):
            found = 1 - sum(escaping.values(), Fraction(0)) / len(rows)
            yield Sentence(key, {"by": other, "tile": drawn_tile(view), "p": float(found)})
    row = rows[0]
    one: Facts = {"by": other, "tiles": ",".join(row[place] for place in hidden)}
    yield Sentence("one row", one) if len(rows) == 1 else Sentence("rows", {"by": other, "n": len(rows)})
    yield Sentence(f"so {outlook.better}", {"on": float(outlook.on), "stop": float(outlook.stop)})


def drawn_tile(view: View) -> Tile:
    assert view.drawn is not None and view.drawn.tile is not None
    return view.drawn.tile


# ---- every world, one after the other -----------------------------------------


def refute(view: View, theme: str, answer: str, answers: Sequence[str], rng: Random) -> Sentence | None:
    """A world in which this tile is another one, or in which going on or stopping fails."""
    if theme == "go on":
        return refute_stop(view, answer, rng)
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


# ---- every way to play on, by the rules ---------------------------------------


class Passing(NamedTuple):
    """The next turn of the other player, who draws, and then sees so many codes that may be mine."""

    escape: Fraction  # the chance that they do not name it
    fewest: int
    drawn: Tile  # with which these are so few


class World(NamedTuple):
    """A table that may be the one I see, and what comes of it when the turn passes."""

    state: State
    row: Row  # the other player's
    kept: Passing  # after stopping
    shown: Passing  # after a wrong attack


def refute_stop(view: View, answer: str, rng: Random) -> Sentence | None:
    """A world in which the other player comes close to my code if I go on, or stop; and what both are worth."""
    found, outlook = play_on(view, rng)
    if outlook.better == answer:
        return None
    world = min(found, key=lambda one: (one.shown if answer == "on" else one.kept).fewest)
    passing = world.shown if answer == "on" else world.kept
    other = opponent(view)
    assert other is not None
    hidden = [tile for tile, seen in zip(world.row, view.codes[other], strict=True) if not seen.up]
    return Sentence(f"{answer} fails", {
        "by": other, "tiles": ",".join(hidden), "tile": passing.drawn, "n": passing.fewest, "mine": drawn_tile(view),
        "on": float(outlook.on), "stop": float(outlook.stop),
    })  # fmt: skip


def play_on(view: View, rng: Random) -> tuple[tuple[World, ...], Outlook]:
    """All worlds, and what going on and stopping are worth in them: nothing is taken from the posterior."""
    other = opponent(view)
    assert other is not None and view.seat is not None
    found = []
    for rows in worlds(view):
        state = complete(view, [rows[seat] for seat in others(view)], rng)
        wrong = next(
            action for action in GAME.legal(state, view.seat)
            if isinstance(action, Attack) and VALUE[rows[other][action.place]] != action.value
        )  # fmt: skip
        kept, shown = (pass_turn(play(state, action), other, rng) for action in (STOP, wrong))
        found.append(World(state, rows[other], kept, shown))
    stop = sum((one.kept.escape for one in found), Fraction(0))
    on = attack_on([(one, one.state) for one in found], other)
    return tuple(found), Outlook(on / len(found), stop / len(found))


def play(state: State, action: Act) -> State:
    assert state.turn is not None
    return GAME.apply(state, Played(state.turn, action))


def pass_turn(state: State, other: Seat, rng: Random) -> Passing:
    """The other player draws the colour that tells them more, and names any of the codes that may then be mine."""
    assert state.turn == other
    view = GAME.view(state, other)
    behind = [complete(view, [rows[seat] for seat in others(view)], rng) for rows in worlds(view)]
    fitting: dict[Tile, int] = {}
    takes = GAME.legal(state, other)
    own = {take: sum((naming(one, take, fitting) for one in behind), Fraction(0)) for take in takes}
    best = [take for take in takes if own[take] == max(own.values())]
    escape = min(1 - naming(state, take, fitting) for take in best)
    drawn = min((tile for tile in state.table if TAKE[COLOUR[tile]] in best), key=lambda tile: fitting[tile])
    return Passing(escape, fitting[drawn], drawn)


def naming(state: State, take: Act, fitting: dict[Tile, int]) -> Fraction:
    """The chance to name the only other code that is hidden, after drawing this colour. `fitting`: how many codes may
    be that one once a tile has been drawn."""
    assert state.turn is not None
    drawing = play(state, take)
    awaited = GAME.awaits(drawing)
    assert isinstance(awaited, Chance)
    found = Fraction(0)
    for drawn, odds in awaited.odds().items():
        assert isinstance(drawn, Drawn)
        if drawn.tile not in fitting:
            seen = GAME.view(GAME.apply(drawing, Happened(drawn)), state.turn)
            fitting[drawn.tile] = sum(1 for _ in worlds(seen))
        found += odds / fitting[drawn.tile]
    return found


def attack_on(found: Sequence[tuple[World, State]], other: Seat) -> Fraction:
    """In how many of these worlds I win: every attack that is right in one of them is made in all of them."""
    code = found[0][1].codes[other]
    best = Fraction(0)
    for place in (place for place, standing in enumerate(code) if not standing.up):
        for value in {VALUE[world.row[place]] for world, _ in found}:
            after = [(world, play(state, Attack(other, place, value))) for world, state in found]
            right = [(world, state) for world, state in after if state.codes[other][place].up]
            won = sum((world.shown.escape for world, state in after if not state.codes[other][place].up), Fraction(0))
            if isinstance(GAME.awaits(right[0][1]), Over):  # COD-21
                won += len(right)
            else:
                won += max(sum(world.kept.escape for world, _ in right), attack_on(right, other))
            best = max(best, won)
    return best
