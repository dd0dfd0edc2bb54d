"""How Code 777 is played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Final

from msgspec.structs import replace

from tablee.chance import Handful, OneOf
from tablee.contract import (
    Awaited,
    Choice,
    IllegalMove,
    Move,
    Over,
    Played,
    Seat,
    check_awaited,
    refuse_misplaced,
    require,
)
from tablee.games.code777.actions import (
    ASK,
    BY_DIGITS,
    BY_TILES,
    Act,
    Ask,
    Declare,
    DeclareTiles,
    First,
    Racked,
    Turned,
)
from tablee.games.code777.options import Options
from tablee.games.code777.questions import CARDS, answer
from tablee.games.code777.state import ALL_RACKS, Asked, Declared, State, rack_counts, racks_to_refill
from tablee.games.code777.tiles import DIGITS, RACK_SIZE, Rack, Tile, standing
from tablee.tuples import around, left_of, put, ranks_of, without

FEW: Final = 7  # C77-23: so few tiles left in the stock are mixed with those set aside
NOBODY: Final[frozenset[Seat]] = frozenset()


def start(options: Options) -> State:
    return State(options, points=(0,) * options.players, turn=options.first)


# ---- what is awaited ----------------------------------------------------------


def awaits(state: State) -> Awaited[Act]:
    if state.ended:
        return Over(ranks_of(state.points), state.ended, state.points)
    if state.turn is None:
        return OneOf(First, around(state.options.players))
    if state.filling:
        rack = state.filling[0]
        return Handful(Racked, state.stock, RACK_SIZE, ONTO[rack], filler(rack, state.options.players))
    if state.asking:
        return OneOf(Turned, state.pile, state.turn)
    if state.closing:
        return LAST_WORD[state.turn]
    return await_question(state.turn, state.options.players, state.spent)


@cache
def await_question(turn: Seat, players: int, spent: frozenset[Seat]) -> Choice:
    """One player asks. Any other may interrupt to declare (C77-20, C77-25), except those who just declared (C77-26)."""
    return Choice(frozenset({turn}), frozenset(around(players)) - spent - {turn})


LAST_WORD: Final = tuple(Choice(frozenset({seat})) for seat in around(4))  # C77-31: each in turn, and nobody cuts in


@cache
def racked(rack: int, tiles: Rack) -> Racked:
    """Reads three tiles as the new ones on this rack; there are few, so each is made once."""
    return Racked(rack, tiles)


ONTO: Final = tuple(partial(racked, rack) for rack in range(ALL_RACKS))


@cache
def filler(rack: int, players: int) -> Seat | None:
    """C77-02: the neighbour on the right fills a player's rack, unseen by its owner; anybody can fill a free one."""
    return Seat((rack - 1) % players) if rack < players else None


# ---- what a player may do -----------------------------------------------------

DECLARATIONS: Final[dict[bool, Sequence[Act]]] = {False: BY_DIGITS, True: BY_TILES}
ASK_OR_DECLARE: Final[dict[bool, Sequence[Act]]] = {False: (ASK, *BY_DIGITS), True: (ASK, *BY_TILES)}
ONLY_ASK: Final[Sequence[Act]] = (ASK,)


def legal(state: State, seat: Seat) -> Sequence[Act]:
    if state.ended or state.turn is None or state.filling or state.asking:
        return ()
    if seat == state.turn:
        return ONLY_ASK if seat in state.spent else ASK_OR_DECLARE[state.options.colours]
    if state.closing or seat in state.spent or seat not in around(state.options.players):
        return ()
    return DECLARATIONS[state.options.colours]


# ---- what happens then --------------------------------------------------------


def apply(state: State, move: Move[Act]) -> State:
    awaited = awaits(state)
    if type(awaited) is Choice and type(move) is Played and move.by in around(state.options.players):
        check_turn(state, move.by, move.action)
    check_awaited(awaited, move)
    action = move.action
    if type(move) is Played:
        if type(action) is Ask:
            return ask_question(state, move.by)
        if type(action) is Declare:
            digits = action.digits
            require(not state.options.colours, "C77-20", "declare tiles at this table, with their colours")
            require(digits[0] >= 1 and digits[2] <= 7, "C77-20", "digits go from 1 to 7")
            return declare(state, move.by, digits, digits == DIGITS[state.racks[move.by][-1]])
        if type(action) is DeclareTiles:
            tiles = action.tiles
            require(state.options.colours, "C77-20", "declare only the digits at this table")
            require(tiles in DIGITS, "C77-01", "there are not that many of these tiles in the box")
            return declare(state, move.by, tiles, tiles == state.racks[move.by][-1])
    else:
        if type(action) is Racked:
            return fill_rack(state, action.rack, action.tiles)
        if type(action) is Turned:
            number = action.number
            assert state.turn is not None
            require(number in state.pile, "C77-04", "question {number} is not in the pile", number=number)
            return answer_question(state, state.turn, number, fresh=True)
        if type(action) is First:
            seat = action.seat
            require(
                seat in range(state.options.players),
                "C77-11",
                "there are only {players} seats",
                players=state.options.players,
            )
            return replace(state, turn=seat)
    refuse_misplaced(move)


def check_turn(state: State, seat: Seat, action: Act) -> None:
    """Names the rule that keeps a seat from acting, where there is one more exact than `turn`."""
    if type(action) is Ask:
        require(seat == state.turn, "C77-10", "it is not your turn to ask")
    elif type(action) is Declare or type(action) is DeclareTiles:
        require(
            not state.closing or seat == state.turn,
            "C77-31",
            "the last round is played in turn: it is not your turn yet",
        )
        require(seat not in state.spent, "C77-26", "ask a question first: you have already declared")


# ---- racks --------------------------------------------------------------------


def fill_rack(state: State, rack: int, tiles: Rack) -> State:
    require(rack == state.filling[0], filling_rule(state), "rack {n} is filled first", n=state.filling[0] + 1)
    stock = take_from_stock(state.stock, tiles)
    aside = state.aside
    filling = state.filling[1:]
    if len(stock) == FEW:  # C77-23
        stock, aside = standing(stock + aside), ()
    if filling and state.racks[filling[0]]:  # C77-23: one at a time, so it is cleared only now
        aside = standing(aside + state.racks[filling[0]][-1])
    racks = put(state.racks, rack, state.racks[rack] + (tiles,))
    after = replace(state, stock=stock, aside=aside, racks=racks, filling=filling)
    return pass_last_word(after) if after.closing and not filling else after


def filling_rule(state: State) -> str:
    """The rule by which the next rack is filled."""
    rack = state.filling[0]
    if not state.racks[rack]:
        return "C77-02"
    return "C77-21" if rack < state.options.players else "C77-22"


def take_from_stock(stock: tuple[Tile, ...], tiles: Rack) -> tuple[Tile, ...]:
    left = list(stock)
    for tile in tiles:
        try:
            left.remove(tile)
        except ValueError:
            raise IllegalMove("C77-01", "there is no {tile} left in the stock", tile=tile) from None
    return tuple(left)


# ---- questions ----------------------------------------------------------------


def ask_question(state: State, seat: Seat) -> State:
    if state.closing:  # C77-31: there is no question left, so this seat has had its say
        return pass_last_word(replace(state, spent=state.spent | {seat}))
    if state.pile:
        return replace(state, asking=True)
    return answer_question(state, seat, state.turned[state.asked % len(CARDS)], fresh=False)  # C77-04


def answer_question(state: State, seat: Seat, number: int, *, fresh: bool) -> State:
    """C77-10, C77-11. A `fresh` card leaves the pile; after that its place is known."""
    seen = [racks[-1] for racks in state.racks]
    del seen[seat]
    event = Asked(number, seat, answer(number, seen), rack_counts(state))
    pile, turned = state.pile, state.turned
    if fresh:
        pile, turned = without(pile, number), (*turned, number)
        if not pile and state.options.questions == "reshuffle":  # C77-04
            pile, turned = CARDS, ()
    after = replace(
        state,
        turn=left_of(seat, state.options.players),
        pile=pile,
        turned=turned,
        asking=False,
        asked=state.asked + 1,
        log=state.log + (event,),  # noqa: RUF005 (unpacking is slower)
        spent=NOBODY if state.options.declare_again == "next_question" else state.spent - {seat},  # C77-26
    )
    return pass_last_word(after) if after.closing else after


def pass_last_word(state: State) -> State:
    """C77-31: after the last question the next seat that may still declare has the turn; without one it is over."""
    assert state.turn is not None
    seats = around(state.options.players)
    left = [seat for seat in seats[state.turn :] + seats[: state.turn] if seat not in state.spent]
    return replace(state, turn=left[0]) if left else replace(state, ended="C77-31")


# ---- declarations -------------------------------------------------------------


def declare(state: State, seat: Seat, said: tuple[int | Tile, ...], right: bool) -> State:
    """C77-21. The turn stays where it is (C77-24), but for the last round of declarations."""
    options = state.options
    points = put(state.points, seat, state.points[seat] + 1) if right else state.points
    event = Declared(seat, said, right, rack_counts(state))
    won = right and points[seat] == options.target  # C77-30: at once, nothing is drawn any more
    return replace(
        state,
        points=points,
        aside=standing(state.aside + state.racks[seat][-1]),
        filling=racks_to_refill(options, seat, right, sum(points)),
        log=state.log + (event,),  # noqa: RUF005 (unpacking is slower)
        spent=state.spent | {seat} if state.closing or options.declare_again != "any" else NOBODY,  # C77-26
        ended="C77-30" if won else "",
    )
