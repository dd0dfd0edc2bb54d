"""What each seat knows in Code de Vinci: every colour, place and guess, every turned-up tile, and its own tiles."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from tablee.contract import Happened, Move, Played, Seat
from tablee.games.coda.actions import Act, Arrange, Attack, Dealt, Drawn, Place, Show, Stop
from tablee.games.coda.options import Options
from tablee.games.coda.state import Code, Guess, Phase, Standing, State
from tablee.games.coda.tiles import COLOUR, COLOURS, PLAIN, VALUE, WITH_JOKERS, Colour, Tile, back, of_colour
from tablee.games.coda.worlds import Row, Slot, worlds
from tablee.tuples import around


class Seen(Struct, frozen=True, gc=False):
    """A tile as one seat sees it: from behind only its colour."""

    colour: Colour
    tile: Tile | None = None  # None: not seen
    up: bool = False  # turned up for all
    since: int = 0  # 0: from the set-up; n: the n-th tile that was added to this code
    guesses: tuple[Guess, ...] = ()  # the guesses made at it; all were wrong as long as it is not turned up


class View(Struct, frozen=True, gc=False):
    options: Options
    seat: Seat | None
    phase: Phase
    turn: Seat | None
    codes: tuple[tuple[Seen, ...], ...]  # by seat, each from its owner's left
    table: tuple[int, int]  # black and white tiles on it
    black: int  # set-up: how many black tiles were asked for
    hand: tuple[Seen, ...]  # set-up: tiles dealt but not standing yet, in the order of dealing
    taking: Colour | None  # a tile of this colour is on its way from the table
    drawn: Seen | None  # kept apart by the player whose turn it is
    right: bool  # an attack of this turn was right
    missed: bool  # the last attack was wrong, and is yet to be paid for
    out: tuple[Seat, ...]  # in the order in which they went out
    winner: Seat | None


def view(state: State, seat: Seat | None) -> View:
    acting = seat is not None and seat == state.turn  # the hand and the drawn tile are theirs
    over = state.phase == "over"  # COD-21: all codes are turned up
    return View(
        options=state.options,
        seat=seat,
        phase=state.phase,
        turn=state.turn,
        codes=tuple(
            tuple(
                Seen(
                    COLOUR[standing.tile],
                    standing.tile if standing.up or over or seat == owner else None,
                    standing.up,
                    standing.since,
                    standing.guesses,
                )
                for standing in code
            )
            for owner, code in enumerate(state.codes)
        ),
        table=(len(of_colour("black", state.table)), len(of_colour("white", state.table))),
        black=state.black,
        hand=tuple(apart(tile, acting) for tile in state.hand),
        taking=state.taking,
        drawn=None if state.drawn is None else apart(state.drawn, acting),
        right=state.right,
        missed=state.missed,
        out=state.out,
        winner=state.winner,
    )


def apart(tile: Tile, seen: bool) -> Seen:
    return Seen(COLOUR[tile], tile if seen else None)


# ---- the log ------------------------------------------------------------------


def told(before: State, move: Move[Act], after: State, seat: Seat | None) -> str:
    mine = seat is not None and seat == before.turn
    match move:
        case Played(by, Attack() as attack):
            return f"{move} = {outcome(before, attack, after, by)}"
        case Played(by, Stop()) if has_new_tile(before, after, by):
            return f"{move} = {newcomer(after.codes[by], seen=mine)}"
        case Played(_, Place()) if before.missed:
            return f"{move} = {before.drawn}"
        case Played(by, Show(place)):
            return f"{move} = {before.codes[by][place].tile}{ending(after)}"
        case Played(by, Arrange(row)) if not mine:
            return f"{by}: arrange {','.join(map(back, row))}"
        case Happened(Dealt(tile)):
            assert before.turn is not None
            code = write_code(after.codes[before.turn], seen=mine)
            return f"*: dealt {tile if mine else back(tile)}{f' = {code}' if code else ''}"
        case Happened(Drawn(tile)) if not mine:
            return f"*: drawn {back(tile)}"
    return str(move)


def outcome(before: State, attack: Attack, after: State, by: Seat) -> str:
    """The result of an attack: right or wrong, the drawn tile if it is shown now, the winner's code at the end."""
    if VALUE[before.codes[attack.target][attack.place].tile] == attack.value:
        return f"right{ending(after)}"
    return f"wrong, {newcomer(after.codes[by], seen=True)}" if has_new_tile(before, after, by) else "wrong"


def ending(after: State) -> str:
    """COD-21: at the end the winner's code is turned up as well."""
    if after.winner is None:
        return ""
    return f", {after.winner} wins with {write_code(after.codes[after.winner], seen=True)}"


def has_new_tile(before: State, after: State, seat: Seat) -> bool:
    """Whether a tile has joined this seat's code."""
    return len(after.codes[seat]) > len(before.codes[seat])


def newcomer(code: Code, *, seen: bool) -> str:
    """The tile that joined last, and its place: that is public (COD-16)."""
    place = max(range(len(code)), key=lambda place: code[place].since)
    return f"{write_code(code[place : place + 1], seen=seen)} at {place}"


def write_code(code: Code, *, seen: bool) -> str:
    return ",".join(standing.tile if seen else back(standing.tile) for standing in code)


# ---- the worlds behind it -----------------------------------------------------


def imagine(view: View, rng: Random) -> State:
    """One of the worlds that this seat cannot tell apart.

    Without jokers each is as likely as the next, exactly: they are counted, not tried. With jokers a world weighs what
    its chance moves and the choice among its legal places make it weigh, up to drawing one among several dozen.
    """
    rows = worlds(view.options, tuple(slots(view.codes[seat]) for seat in others(view)), unseen(view)).draw(rng)
    return complete(view, rows, rng)


def others(view: View) -> list[Seat]:
    """Whose codes this seat does not see."""
    return [seat for seat in around(view.options.players) if seat != view.seat]


def complete(view: View, rows: Sequence[Sequence[Tile]], rng: Random) -> State:
    """The whole state in which the others' codes are these rows. Everything else that is hidden is drawn uniformly."""
    rest = iter(rows)
    codes: list[Code] = []
    for seat, code in enumerate(view.codes):
        row: Sequence[Tile] = [seen.tile for seen in code if seen.tile] if seat == view.seat else next(rest)
        codes.append(
            tuple(Standing(tile, seen.up, seen.since, seen.guesses) for tile, seen in zip(row, code, strict=True))
        )
    left = unseen(view).difference(standing.tile for code in codes for standing in code)
    bag = {colour: rng.sample(found := of_colour(colour, tuple(sorted(left))), len(found)) for colour in COLOURS}
    hand = tuple(seen.tile or bag[seen.colour].pop() for seen in view.hand)
    drawn = (view.drawn.tile or bag[view.drawn.colour].pop()) if view.drawn else None
    return State(
        options=view.options,
        table=tuple(sorted([*bag["black"], *bag["white"]])),
        codes=tuple(codes),
        phase=view.phase,
        turn=view.turn,
        black=view.black,
        hand=hand,
        taking=view.taking,
        drawn=drawn,
        right=view.right,
        missed=view.missed,
        out=view.out,
    )


def unseen(view: View) -> frozenset[Tile]:
    """The tiles that this seat sees nowhere."""
    apart = (*view.hand, view.drawn) if view.drawn else view.hand
    seen = {seen.tile for row in (*view.codes, apart) for seen in row}
    return frozenset(WITH_JOKERS if view.options.jokers else PLAIN).difference(seen)


def slots(code: Sequence[Seen]) -> Row:
    return tuple(
        Slot(seen.colour, seen.tile, seen.since, frozenset(guess.value for guess in seen.guesses)) for seen in code
    )
