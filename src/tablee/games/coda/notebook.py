"""A notebook of Code de Vinci: the player sees their own tiles, every colour and place, and what is turned up.

What they cannot see are the others' numbers. So a note fits if rows can be found that fit it and all that was noted
before. They are drawn from the exact posterior of a view in which what was noted is seen already: a tile that was
named, a guess that was wrong, a new tile at its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, TypeAlias

from msgspec.structs import replace

from tablee.contract import Happened, Move, Played, Seat
from tablee.games.coda.actions import Act, Arrange, Attack, Dealt, Drawn, Place, Show, Stop, parse
from tablee.games.coda.posterior import Codes, posterior
from tablee.games.coda.rules import tiles_to_deal
from tablee.games.coda.state import Guess, State
from tablee.games.coda.tiles import COLOUR, TILES, Colour, Tile, of_colour
from tablee.games.coda.view import Seen, View, complete, unseen
from tablee.notebook import NotedLine, NotedMove, incomplete
from tablee.tuples import put

EYES: Final = "player"
BACKS: Final[dict[str, Colour]] = {"b?": "black", "w?": "white"}

Rows: TypeAlias = list[list[Tile]]  # by seat
World: TypeAlias = tuple[State, Move[Act]]


def read(view: View, note: NotedLine) -> NotedMove:
    verb, _, rest = note.action.partition(" ")
    mine = view.turn == view.seat
    if note.by is None and verb in ("dealt", "drawn") and not mine:
        return dealt_to_another(view, note, verb, rest)
    if verb == "arrange" and not mine:
        return arranged(view, note, rest)
    action = parse(note.action)
    move: Move[Act] = note.move(action)

    def same(state: State, rng: Random) -> Move[Act]:
        return move

    match action:
        case Dealt(tile) | Drawn(tile):
            return NotedMove(same, "COD-01", lambda rng: own_tile(view, tile, move, rng), ("COD-01",), follows=True)
        case Attack():
            return attacked(view, note, action, move)
        case Stop() if not mine and view.drawn and not view.options.jokers:
            return entered(view, note, move, view, "COD-16")
        case Place(place) if not mine and view.drawn:
            return placed(view, note, move, place)
        case Show(place) if not mine and note.by is not None:
            return shown(view, note, move, place)
        case Show():
            return ended(view, note, move, view, "COD-15", follows=False)
    return NotedMove(same, "COD-11", follows=True)  # a move of this seat's own


def forced(view: View) -> str | None:
    return None


def certain(view: View) -> dict[str, str]:
    """The others' hidden numbers: "1:s0" is the first of those with which seat 1 began, "1:n2" the second that came."""
    found = {place: next(iter(odds)) for place, odds in posterior(view).chances.items() if len(odds) == 1}
    named: dict[str, str] = {}
    for seat, code in enumerate(view.codes):
        first = 0
        for place, seen in enumerate(code):
            name = f"{seat}:n{seen.since}" if seen.since else f"{seat}:s{first}"
            first += not seen.since
            if f"{seat}:{place}" in found:
                named[name] = found[f"{seat}:{place}"]
    return named


# ---- worlds that fit ------------------------------------------------------------


def rows_behind(seen: View, rng: Random) -> Rows | None:
    """The rows of one world behind this view; None where there is none."""
    codes = Codes(seen)
    if not all(len(row.weights) for row in codes.rows) or not codes.worlds:
        return None
    return [[standing.tile for standing in code] for code in codes.sample(rng).codes]


def world(view: View, rows: Rows, rng: Random) -> State:
    """The state behind the view in which these are the others' rows."""
    return complete(view, [row for seat, row in enumerate(rows) if seat != view.seat], rng)


def see(view: View, seat: int, place: int, tile: Tile) -> View | None:
    """The view in which this hidden tile is seen; None where it is seen elsewhere, or has another colour."""
    code = view.codes[seat] if 0 <= seat < len(view.codes) else ()
    if not 0 <= place < len(code):
        return None
    if code[place].tile is not None:
        return view if code[place].tile == tile else None
    if tile not in unseen(view) or COLOUR[tile] != code[place].colour:
        return None
    return replace(view, codes=put(view.codes, seat, put(code, place, replace(code[place], tile=tile))))


def see_row(view: View, seat: int, row: Sequence[Tile]) -> View | None:
    """The view in which all of this code is seen."""
    if len(row) != len(view.codes[seat]):
        return None
    seen: View | None = view
    for place, tile in enumerate(row):
        seen = seen and see(seen, seat, place, tile)
    return seen


def enter(view: View, seat: int, place: int, tile: Tile | None) -> View | None:
    """The view in which the drawn tile has its place in the code, seen or not."""
    code, drawn = view.codes[seat], view.drawn
    if drawn is None or not 0 <= place <= len(code):
        return None
    if tile is not None and (tile not in unseen(view) or COLOUR[tile] != drawn.colour):
        return None
    new = Seen(drawn.colour, tile, since=len(code) + 1 - view.options.tiles_each)
    return replace(view, drawn=None, codes=put(view.codes, seat, (*code[:place], new, *code[place:])))


def tiles_in(note: NotedLine, text: str) -> tuple[Tile, ...]:
    found = tuple(tile for name in text.split(",") for tile in TILES if tile == name)
    if len(found) != text.count(",") + 1:
        raise incomplete(note)
    return found


# ---- set-up and draws -----------------------------------------------------------


def own_tile(view: View, tile: Tile, move: Move[Act], rng: Random) -> Iterator[World]:
    """A tile that this seat takes: it fits if no other row needs it."""
    if tile in unseen(view) and (rows := rows_behind(replace(view, drawn=Seen(COLOUR[tile], tile)), rng)):
        yield world(view, rows, rng), move


def dealt_to_another(view: View, note: NotedLine, verb: str, name: str) -> NotedMove:
    """Somebody else takes a tile, of which this seat sees the back."""
    colour = BACKS.get(name)
    if colour is None:
        raise incomplete(note)
    kind: Callable[[Tile], Act] = Dealt if verb == "dealt" else Drawn
    last = verb == "dealt" and not view.options.jokers and len(view.hand) + 1 == view.options.tiles_each
    if last and not note.outcome:
        raise incomplete(note)

    def any_tile(state: State, rng: Random) -> Move[Act]:
        among = tiles_to_deal(state) if verb == "dealt" and state.phase == "deal" else state.table
        fitting = of_colour(colour, among) or among or TILES
        return Happened(kind(fitting[0]))

    def search(rng: Random) -> Iterator[World]:
        backs = colours_of(note, note.outcome)
        if sorted(backs) != sorted((*(seen.colour for seen in view.hand), colour)) or view.turn is None:
            return
        row = rows_of_backs(view, view.turn, backs, rng)
        if row is not None:
            hand, left = pick(row[view.turn], [seen.colour for seen in view.hand])
            yield world(with_hand(view, hand), put_row(row, view.turn, []), rng), Happened(Dealt(left[0]))

    return (
        NotedMove(any_tile, "COD-03", search)
        if last
        else NotedMove(any_tile, "COD-02" if verb == "dealt" else "COD-10")
    )


def arranged(view: View, note: NotedLine, names: str) -> NotedMove:
    """COD-07: somebody else stands their tiles up."""
    backs = colours_of(note, names)

    def any_row(state: State, rng: Random) -> Move[Act]:
        _, left = pick(list(state.hand), [])
        hand = pick(left, list(backs))[0]
        return note.move(Arrange(tuple(hand)))

    def search(rng: Random) -> Iterator[World]:
        if sorted(backs) != sorted(seen.colour for seen in view.hand) or view.turn is None:
            return
        rows = rows_of_backs(view, view.turn, backs, rng)
        if rows is not None:
            hand, _ = pick(rows[view.turn], [seen.colour for seen in view.hand])
            yield (
                world(with_hand(view, hand), put_row(rows, view.turn, []), rng),
                note.move(Arrange(tuple(rows[view.turn]))),
            )

    return NotedMove(any_row, "COD-04", search, ("COD-03", "COD-04", "COD-07"))


def colours_of(note: NotedLine, names: str) -> tuple[Colour, ...]:
    """What is seen of another's row."""
    try:
        return tuple(BACKS[name] for name in names.split(","))
    except KeyError:
        raise incomplete(note) from None


def rows_of_backs(view: View, seat: Seat, backs: Sequence[Colour], rng: Random) -> Rows | None:
    return rows_behind(replace(view, hand=(), codes=put(view.codes, seat, tuple(map(Seen, backs)))), rng)


def pick(tiles: Sequence[Tile], colours: Sequence[Colour]) -> tuple[list[Tile], list[Tile]]:
    """A tile of each of these colours in turn, as far as there are any, and what is left."""
    left, found = list(tiles), []
    for colour in colours:
        for tile in left:
            if COLOUR[tile] == colour:
                found.append(tile)
                left.remove(tile)
                break
    return found, left


def with_hand(view: View, hand: Sequence[Tile]) -> View:
    return replace(view, hand=tuple(Seen(COLOUR[tile], tile) for tile in hand))


def put_row(rows: Rows, seat: int, row: list[Tile]) -> Rows:
    return [row if other == seat else tiles for other, tiles in enumerate(rows)]


# ---- attacks --------------------------------------------------------------------


def attacked(view: View, note: NotedLine, attack: Attack, move: Move[Act]) -> NotedMove:
    target, place = attack.target, attack.place
    code = view.codes[target] if 0 <= target < len(view.codes) else ()
    rule = "COD-03" if target != view.seat else "COD-12"
    seen: View | None = view
    if not note.outcome.startswith(("right", "wrong")):
        raise incomplete(note)
    if target == view.seat or not 0 <= place < len(code):
        pass  # this seat knows whether it is right; or there is no such tile, which the rules refuse
    elif note.outcome.startswith("right"):
        seen = see(view, target, place, Tile(f"{code[place].colour[0]}{attack.value}"))
    else:
        guesses = (*code[place].guesses, Guess(note.by or Seat(0), attack.value))
        guessed = replace(code[place], guesses=guesses)
        seen = replace(view, codes=put(view.codes, target, put(code, place, guessed)))
    if note.outcome.startswith("wrong") and note.by != view.seat and view.drawn and not view.options.jokers:
        return entered(view, note, move, seen, rule)
    return ended(view, note, move, seen, rule, follows=note.by == view.seat)


def ended(
    view: View, note: NotedLine, move: Move[Act], seen: View | None, rule: str, *, follows: bool = False
) -> NotedMove:
    """COD-21: where the game ends with this, the winner's code is told, too."""
    said, _, row = note.outcome.partition(" wins with ")
    for winner in range(len(view.codes)):
        if row and seen and winner != view.seat and said.endswith(f", {winner}"):
            seen = see_row(seen, winner, tiles_in(note, row))

    def same(state: State, rng: Random) -> Move[Act]:
        return move

    def search(rng: Random) -> Iterator[World]:
        if seen is not None and (rows := rows_behind(seen, rng)):
            yield world(view, rows, rng), move

    return NotedMove(same, rule, search, follows=follows)


def entered(view: View, note: NotedLine, move: Move[Act], seen: View | None, rule: str) -> NotedMove:
    """Another's drawn tile finds its place by itself (COD-16): in sight after a wrong attack, else from behind."""
    name, _, place = note.outcome.removeprefix("wrong, ").partition(" at ")
    if not (place.isascii() and place.isdecimal()):
        raise incomplete(note)
    tile = None if name in BACKS else tiles_in(note, name)[0]
    return into_code(view, move, seen, int(place), tile, rule)


def placed(view: View, note: NotedLine, move: Move[Act], place: int) -> NotedMove:
    """Another's drawn tile is placed (COD-16), with jokers."""
    if view.missed and not note.outcome:
        raise incomplete(note)
    tile = tiles_in(note, note.outcome)[0] if view.missed else None
    return into_code(view, move, view, place, tile, "COD-16", ("COD-03", "COD-04", "COD-05"))


def into_code(
    view: View, move: Move[Act], seen: View | None, place: int, tile: Tile | None, rule: str,
    hidden: tuple[str, ...] = (),
) -> NotedMove:  # fmt: skip
    seat = move.by if isinstance(move, Played) else Seat(0)

    def search(rng: Random) -> Iterator[World]:
        there = seen and view.drawn and view.turn == seat and enter(seen, seat, place, tile)
        if there and (rows := rows_behind(there, rng)):
            drawn = rows[seat].pop(place)
            yield world(replace(view, drawn=Seen(COLOUR[drawn], drawn)), rows, rng), move

    return NotedMove(lambda *_: move, rule, search, hidden)


def shown(view: View, note: NotedLine, move: Move[Act], place: int) -> NotedMove:
    """COD-15: another turns up a tile of their own."""
    tile = note.outcome.partition(",")[0]
    if not tile:
        raise incomplete(note)
    seen = see(view, note.by or 0, place, tiles_in(note, tile)[0])
    return ended(view, note, move, seen, "COD-03")
