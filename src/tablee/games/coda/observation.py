"""What a seat of Code de Vinci observes, as int8: declared once, written from a record and from a view.

All is seen from one seat, the observer's: it comes first, then they are counted to the left. A colour is 0 for
no tile, 1 black, 2 white; a value is 12 for a joker and -1 if it is not seen. Values that were said are thirteen bits
in two cells: 0 to 6, then 7 to 12.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.contract import Seat
from tablee.games.coda.packing import DEALINGS, NUMBER, PHASES, VALUE_NUMBER
from tablee.games.coda.tiles import COLOURS
from tablee.games.coda.turbo import LONGEST, OVER
from tablee.games.coda.view import Seen, View
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane
from tablee.turbo.layout import Field, Layout, Repeat, digits, wide

SEATS: Final = 4
HAND_SIZE: Final = 4
ALL_VALUES: Final = (1 << 13) - 1

TILE: Final = (
    Field("colour", "the colour of its back", high=2),
    Field("value", "its value", low=-1, high=12, empty=-1),
)
OBSERVATION: Final = Layout((
    Repeat("seats", "each seat, the observer's first, then to the left; no tiles where nobody sits", SEATS, (
        Repeat("code", "the places of its code, from left to right", LONGEST, (
            *TILE,
            Field("up", "it is turned up", high=1),
            Field("since", "0 the set-up, n the n-th tile that was added", high=9),
            wide("said", 0, ALL_VALUES, "the values said of it"),
        )),
        wide("said_of_black", 0, ALL_VALUES, "what this seat has said of the others' black tiles"),
        wide("said_of_white", 0, ALL_VALUES, "what this seat has said of the others' white tiles"),
        Field("went", "the order in which it went out, from 1 on (0: it is still in)", high=3),
    )),
    Repeat("hand", "each tile in hand at set-up, in the order of dealing", HAND_SIZE, TILE),
    Repeat("drawn", "the drawn tile", 1, TILE),
    Field("taking", "the colour of the tile that is being drawn", high=2),
    Field("black_left", "black tiles on the table", high=13),
    Field("white_left", "white tiles on the table", high=13),
    Field("phase", "the phase, in the order of `PHASES`", high=9),
    Field("turn", "whose turn, counted from the observer's seat (-1: not known yet)", low=-1, high=3),
    Field("black", "black tiles asked for at set-up", high=4),
    Field("right", "an attack was right in this turn", high=1),
    Field("missed", "the last attack was wrong", high=1),
    Field("players", "players at the table", high=4),
    Field("jokers", "option: the two jokers are in the game", high=1),
    Field("dealing", "option: choose 0, random 1", high=1),
    Field("joker_ban", "option: no joker between two consecutive numbers", high=1),
))  # fmt: skip

SEAT, EACH = OBSERVATION.stride("seats"), OBSERVATION.stride("seats.code")
COLOUR, VALUE, UP, SINCE, SAID = OBSERVATION.offsets(
    "seats.code.colour", "seats.code.value", "seats.code.up", "seats.code.since", "seats.code.said"
)
SPOKEN, WENT = OBSERVATION.offsets("seats.said_of_black", "seats.went")
HAND, DRAWN, APART = OBSERVATION.offset("hand"), OBSERVATION.offset("drawn"), OBSERVATION.stride("drawn")
TAKING, BLACK_LEFT, WHITE_LEFT, PHASE, TURN = OBSERVATION.offsets("taking", "black_left", "white_left", "phase", "turn")
BLACK, RIGHT, MISSED = OBSERVATION.offsets("black", "right", "missed")
PLAYERS, JOKERS, DEALING, JOKER_BAN = OBSERVATION.offsets("players", "jokers", "dealing", "joker_ban")


@kernel
def observe(g: Lane, p: int, out: Any) -> None:
    """The observation of seat p."""
    over = g.phase == OVER  # COD-21: all codes are turned up
    players = int(g.players)
    for n in range(SEATS):
        o = n * SEAT
        sits, q = n < players, p + n if p + n < players else p + n - players
        length = int(g.length[q]) if sits else 0
        for i in range(length):
            t = g.row[q, i]
            out[o + COLOUR], out[o + UP], out[o + SINCE] = 1 + (t & 1), g.up[t], g.since[t]
            out[o + VALUE] = t >> 1 if n == 0 or g.up[t] or over else -1
            out[o + SAID], out[o + SAID + 1] = g.said[t] & 127, g.said[t] >> 7
            o += EACH
        for _ in range(length, LONGEST):
            out[o + COLOUR], out[o + VALUE], out[o + UP], out[o + SINCE] = 0, -1, 0, 0
            out[o + SAID], out[o + SAID + 1] = 0, 0
            o += EACH
        o = n * SEAT
        for colour in range(2):
            said = g.spoken[q, colour] if sits else 0
            out[o + SPOKEN + 2 * colour], out[o + SPOKEN + 2 * colour + 1] = said & 127, said >> 7
        out[o + WENT] = g.went[q] if sits else 0
    mine = p == g.turn
    for h in range(HAND_SIZE):
        observe_tile(g.hand[h] if h < g.held else -1, mine, out, HAND + APART * h)
    observe_tile(g.drawn, mine, out, DRAWN)
    out[TAKING], out[BLACK_LEFT], out[WHITE_LEFT], out[PHASE] = g.taking + 1, g.left[0], g.left[1], g.phase
    out[TURN] = -1 if g.turn < 0 else g.turn - p if g.turn >= p else g.turn - p + g.players
    out[BLACK], out[RIGHT], out[MISSED] = g.black, g.right, g.missed
    out[PLAYERS], out[JOKERS], out[DEALING], out[JOKER_BAN] = g.players, g.jokers, g.dealing, g.ban


@kernel
def observe_tile(t: int, mine: bool, out: Any, o: int) -> None:
    """A tile that stands apart, -1 for none: its colour and, if it is mine, its value."""
    out[o] = 1 + (t & 1) if t >= 0 else 0
    out[o + 1] = t >> 1 if t >= 0 and mine else -1


def encode(view: View) -> NDArray[np.int8]:
    """The same observation, made from a view: so it can hold nothing else."""
    assert view.seat is not None
    options, players = view.options, view.options.players
    spoken = [[0, 0] for _ in range(players)]
    for code in view.codes:
        for standing in code:
            for guess in standing.guesses:
                spoken[guess.by][COLOURS.index(standing.colour)] |= 1 << VALUE_NUMBER[guess.value]
    seats = [encode_seat(view, Seat((view.seat + n) % players), spoken) for n in range(players)]
    return OBSERVATION.array({
        "seats": seats,
        "hand": [encode_tile(tile) for tile in view.hand],
        "drawn": [encode_tile(view.drawn)] if view.drawn else [],
        "taking": 0 if view.taking is None else COLOURS.index(view.taking) + 1,
        "black_left": view.table[0],
        "white_left": view.table[1],
        "phase": PHASES.index(view.phase),
        "turn": -1 if view.turn is None else (view.turn - view.seat) % players,
        "black": view.black,
        "right": view.right,
        "missed": view.missed,
        "players": players,
        "jokers": options.jokers,
        "dealing": DEALINGS.index(options.dealing),
        "joker_ban": options.joker_ban,
    })  # fmt: skip


def encode_seat(view: View, seat: Seat, spoken: list[list[int]]) -> dict[str, Any]:
    """What the observation says of one seat."""
    black, white = spoken[seat]
    return {
        "code": [encode_standing(tile) for tile in view.codes[seat]],
        "said_of_black": digits(black),
        "said_of_white": digits(white),
        "went": view.out.index(seat) + 1 if seat in view.out else 0,
    }


def encode_standing(tile: Seen) -> dict[str, int | tuple[int, ...]]:
    said = 0
    for guess in tile.guesses:
        said |= 1 << VALUE_NUMBER[guess.value]
    return {**encode_tile(tile), "up": tile.up, "since": tile.since, "said": digits(said)}


def encode_tile(tile: Seen) -> dict[str, int]:
    return {"colour": COLOURS.index(tile.colour) + 1, "value": -1 if tile.tile is None else NUMBER[tile.tile] >> 1}
