"""Setting up a table of Code de Vinci, and playing turns of it."""

from __future__ import annotations

from tablee.contract import Seat
from tablee.games.coda import GAME
from tablee.games.coda.state import State
from tablee.games.coda.tiles import VALUE
from tests.playing import after, legal, play


def stand(*codes: str, **options: str) -> State:
    """Seat 0 begins, and these codes stand: stand("b1 b4 w7 w10", "b3 w3 b8 w8")."""
    lines = []
    for seat, code in enumerate(codes):
        tiles = code.split()
        lines += [f"{seat}: pick {code.count('b')}", *(f"*: dealt {tile}" for tile in sorted(tiles))]
        if options.get("jokers") == "on":
            lines.append(f"{seat}: arrange {','.join(tiles)}")
    state: State = after(GAME, lines, **{"players": str(len(codes)), "first": "0", **options})
    return state


def code(state: State, seat: int) -> str:
    """A code from its owner's left; what is turned up stands in brackets: b1 b4 (w7) w10."""
    return " ".join(f"({standing.tile})" if standing.up else standing.tile for standing in state.codes[seat])


def take(state: State, tile: str) -> State:
    """Whose turn it is takes this tile."""
    colour = "black" if tile[0] == "b" else "white"
    taken: State = play(GAME, state, f"{state.turn}: take {colour}", f"*: drawn {tile}")
    return taken


def right(state: State, target: int, place: int) -> State:
    """Whose turn it is guesses this tile."""
    tile = state.codes[target][place].tile
    struck: State = play(GAME, state, f"{state.turn}: attack {target} {place} {VALUE[tile]}")
    return struck


def hits(state: State, attack: str) -> bool:
    _, target, place, value = attack.split()
    return VALUE[state.codes[int(target)][int(place)].tile] == value


def wrong(state: State) -> State:
    """Whose turn it is makes a wrong attack on the first hidden tile, and pays with the first tile it may."""
    turn = state.turn
    assert turn is not None
    attack = next(attack for attack in legal(GAME, state, turn) if attack != "stop" and not hits(state, attack))
    state = play(GAME, state, f"{turn}: {attack}")
    if state.phase in ("place", "show"):
        state = play(GAME, state, f"{turn}: {legal(GAME, state, turn)[0]}")
    return state


def hidden(state: State, seat: int) -> list[int]:
    """The places where this seat's tiles are not turned up."""
    return [place for place, standing in enumerate(state.codes[seat]) if not standing.up]


def emptied(state: State) -> State:
    """Turn after turn somebody takes the first tile of the table and is wrong, until the table is empty."""
    while state.table:
        state = wrong(take(state, state.table[0]))
    return state


def waiting(state: State) -> tuple[str, Seat | None]:
    return state.phase, state.turn
