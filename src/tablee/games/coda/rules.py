"""How Code de Vinci is played."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tablee.chance import OneOf
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
from tablee.games.coda.actions import (
    ATTACKS,
    EXPERT_ATTACKS,
    PLACE,
    SHOW,
    STOP,
    TAKE,
    Act,
    Arrange,
    Attack,
    Dealt,
    Drawn,
    First,
    Pick,
    Place,
    Show,
    Stop,
    Take,
)
from tablee.games.coda.options import Options
from tablee.games.coda.row import arrangements, in_order, in_order_places, places
from tablee.games.coda.state import Code, Guess, Phase, Standing, State, is_broken
from tablee.games.coda.tiles import (
    COLOUR,
    COLOURS,
    DASH,
    PLAIN,
    RANK,
    VALUE,
    VALUES,
    WITH_JOKERS,
    Colour,
    Tile,
    of_colour,
)
from tablee.tuples import around, left_of, only, put, without


def start(options: Options) -> State:
    return State(
        options,
        table=WITH_JOKERS if options.jokers else PLAIN,  # COD-01
        codes=((),) * options.players,
        phase="first" if options.first is None else opening(options),  # COD-08
        turn=options.first,
    )


def opening(options: Options) -> Phase:
    """How each seat's set-up begins (COD-06)."""
    return "pick" if options.dealing == "choose" else "deal"


# ---- what is awaited ----------------------------------------------------------


def awaits(state: State) -> Awaited[Act]:
    match state.phase:
        case "draw":
            assert state.taking is not None
            return OneOf(Drawn, of_colour(state.taking, state.table), state.turn)  # COD-10
        case "deal":
            return OneOf(Dealt, tiles_to_deal(state), state.turn)
        case "first":
            return OneOf(First, around(state.options.players))
        case "over":
            return result(state)
        case _:
            assert state.turn is not None
            return only(state.turn)


def tiles_to_deal(state: State) -> tuple[Tile, ...]:
    """The tiles that may be dealt now: the black ones first, where colours are chosen (COD-06)."""
    if state.options.dealing == "random":
        return state.table
    return of_colour("black" if len(state.hand) < state.black else "white", state.table)


def result(state: State) -> Over:
    """COD-21: the later one went out, the better."""
    best_first = [state.winner, *reversed(state.out)]
    return Over(tuple(1 + best_first.index(seat) for seat in around(state.options.players)), "COD-21")


# ---- what a player may do -----------------------------------------------------


def legal(state: State, seat: Seat) -> Sequence[Act]:
    if seat != state.turn:
        return ()
    match state.phase:
        case "attack":
            return [*attacks(state, seat), STOP] if state.right else attacks(state, seat)
        case "take":
            return [TAKE[colour] for colour in COLOURS if of_colour(colour, state.table)]
        case "place":
            assert state.drawn is not None
            row = tiles(state.codes[seat])
            return [PLACE[place] for place in places(row, state.drawn, state.options.joker_ban)]
        case "show":
            return [SHOW[place] for place, standing in enumerate(state.codes[seat]) if not standing.up]
        case "pick":
            return [Pick(black) for black in pickable(state)]
        case "arrange":
            return [Arrange(row) for row in arrangements(state.hand, state.options.joker_ban)]
    return ()


def attacks(state: State, seat: Seat) -> list[Act]:
    """COD-11: any number on any hidden tile of another's."""
    known = EXPERT_ATTACKS if state.options.jokers else ATTACKS
    found: list[Act] = []
    for target, code in enumerate(state.codes):
        if target != seat:
            for place, standing in enumerate(code):
                if not standing.up:
                    found += known[target][place]
    return found


def pickable(state: State) -> range:
    """COD-02: any number of black tiles; there are always enough of either colour."""
    return range(state.options.tiles_each + 1)


def tiles(code: Code) -> tuple[Tile, ...]:
    return tuple([standing.tile for standing in code])


# ---- what happens then --------------------------------------------------------


def apply(state: State, move: Move[Act]) -> State:
    awaited = awaits(state)
    if state.out and type(awaited) is Choice and type(move) is Played:
        require(move.by not in state.out, "COD-20", "your whole code is face up: you are out")
    check_awaited(awaited, move)
    action = move.action
    if isinstance(move, Played):
        match action:
            case Attack():
                return resolve_attack(state, move.by, action)
            case Take(colour):
                return take(state, colour)
            case Stop():
                return stop(state, move.by)
            case Place(place):
                return place_drawn(state, move.by, place)
            case Show(place):
                return show_own(state, move.by, place)
            case Pick(black):
                return pick(state, black)
            case Arrange(row):
                return arrange(state, move.by, row)
    else:
        match action:
            case Drawn(tile):
                return draw(state, tile)
            case Dealt(tile):
                return deal(state, tile)
            case First(seat):
                require(
                    seat in range(state.options.players),
                    "COD-08",
                    "there are only {players} seats",
                    players=state.options.players,
                )
                return replace(state, turn=seat, phase=opening(state.options))
    refuse_misplaced(move)


def check_phase(state: State, phase: Phase, action: type[Act]) -> None:
    """Refuses an action of another phase, with the rule that says what is due instead."""
    if state.phase == phase:
        return
    require(phase not in ("pick", "arrange"), "COD-02", "this is not the moment for that in the set-up")
    require(state.phase not in ("pick", "arrange"), "COD-02", "first all players take their tiles and line them up")
    require(state.phase != "show", "COD-15", "first turn up one of your own tiles")
    require(state.phase != "place", "COD-16", "first put your tile into your code")
    if action is Take:
        require(not state.right, "COD-12", "you attack again without drawing")
        require(state.table, "COD-15", "no tile is left on the table")
        raise IllegalMove("COD-10", "one tile a turn: you have taken yours")
    require(action is not Stop, "COD-13", "you can only stop after a right attack")
    require(action is not Show, "COD-15", "you only turn up your own tile after a wrong attack without a drawn tile")
    require(action is not Place, "COD-16", "no tile is waiting to be placed")
    raise IllegalMove("COD-10", "first take a tile from the table")


# ---- set-up -------------------------------------------------------------------


def pick(state: State, black: int) -> State:
    check_phase(state, "pick", Pick)
    most = state.options.tiles_each
    require(black in pickable(state), "COD-02", "from 0 to {most} of your tiles can be black", most=most)
    return replace(state, black=black, phase="deal")


def deal(state: State, tile: Tile) -> State:
    require(tile in state.table, "COD-01", "{tile} is not on the table", tile=tile)
    require(tile in tiles_to_deal(state), "COD-02", "a tile of the other colour is expected, not {tile}", tile=tile)
    assert state.turn is not None
    table, hand = without(state.table, tile), (*state.hand, tile)
    if len(hand) < state.options.tiles_each:
        return replace(state, table=table, hand=hand)
    if state.options.jokers:  # COD-07
        return replace(state, table=table, hand=hand, phase="arrange")
    return stand_up(replace(state, table=table), state.turn, tuple(sorted(hand, key=RANK.__getitem__)))  # COD-03


def arrange(state: State, seat: Seat, row: tuple[Tile, ...]) -> State:
    check_phase(state, "arrange", Arrange)
    require(sorted(row) == sorted(state.hand), "COD-07", "arrange all the tiles that you were dealt, and no others")
    require(in_order(row), "COD-03", "numbers go in ascending order, black on the left of an equal white")
    require(
        row in arrangements(row, state.options.joker_ban),
        "COD-04",
        "a joker cannot stand between two consecutive numbers of one colour",
    )
    return stand_up(state, seat, row)


def stand_up(state: State, seat: Seat, row: tuple[Tile, ...]) -> State:
    """This seat's code stands; the next seat sets up, or the first one begins to play."""
    codes = put(state.codes, seat, tuple([Standing(tile) for tile in row]))
    after = left_of(seat, state.options.players)
    phase: Phase = "take" if codes[after] else opening(state.options)
    return replace(state, codes=codes, hand=(), black=0, turn=after, phase=phase)


# ---- a turn -------------------------------------------------------------------


def take(state: State, colour: Colour) -> State:
    check_phase(state, "take", Take)
    require(of_colour(colour, state.table), "COD-10", "no {colour} tile is left on the table", colour=colour)
    return replace(state, taking=colour, phase="draw")


def draw(state: State, tile: Tile) -> State:
    require(tile in state.table, "COD-01", "{tile} is not on the table", tile=tile)
    require(COLOUR[tile] == state.taking, "COD-10", "a {colour} tile is expected", colour=state.taking)
    return replace(state, table=without(state.table, tile), drawn=tile, taking=None, phase="attack")


def resolve_attack(state: State, seat: Seat, attack: Attack) -> State:
    check_phase(state, "attack", Attack)
    standing = aimed_at(state, seat, attack)
    target, place, value = attack.target, attack.place, attack.value
    right = VALUE[standing.tile] == value
    struck = Standing(standing.tile, right, standing.since, (*standing.guesses, Guess(seat, value)))
    codes = put(state.codes, target, put(state.codes[target], place, struck))
    if not right:
        return resolve_miss(state, seat, codes)
    if is_broken(codes[target]):  # COD-20
        out = (*state.out, target)
        phase: Phase = "over" if len(out) == state.options.players - 1 else "attack"  # COD-21
        return replace(state, codes=codes, right=True, out=out, phase=phase)
    return replace(state, codes=codes, right=True)  # COD-12


def aimed_at(state: State, seat: Seat, attack: Attack) -> Standing:
    """The hidden tile that is attacked (COD-11)."""
    target, place, value = attack.target, attack.place, attack.value
    if not 0 <= target < state.options.players:
        raise IllegalMove("COD-11", "there are only {players} seats", players=state.options.players)
    require(target != seat, "COD-11", "attack another player's tile, not your own")
    require(target not in state.out, "COD-20", "this player's code is already all face up")
    code = state.codes[target]
    if not 0 <= place < len(code):
        raise IllegalMove("COD-11", "there are only {n} tiles in this code", n=len(code))
    standing = code[place]
    if standing.up:
        raise IllegalMove("COD-11", "this tile is already face up")
    if value not in VALUES:
        require(value == DASH, "COD-11", "tiles go from 0 to 11: there is no {value}", value=value)
        require(state.options.jokers, "COD-11", "there are no jokers in this game")
    return standing


def resolve_miss(state: State, seat: Seat, codes: tuple[Code, ...]) -> State:
    """A wrong attack costs a tile turned up: the drawn one (COD-14), or one of the attacker's code (COD-15)."""
    if state.drawn is None:
        return replace(state, codes=codes, missed=True, phase="show")
    if state.options.jokers:  # COD-16
        return replace(state, codes=codes, missed=True, phase="place")
    return pass_turn(state, seat, insert_drawn(state, seat, codes, own_place(codes[seat], state.drawn), up=True))


def stop(state: State, seat: Seat) -> State:
    check_phase(state, "attack", Stop)
    require(state.right, "COD-13", "you can only stop after a right attack")
    if state.drawn is None:
        return pass_turn(state, seat, state.codes)
    if state.options.jokers:  # COD-16
        return replace(state, phase="place")
    place = own_place(state.codes[seat], state.drawn)
    return pass_turn(state, seat, insert_drawn(state, seat, state.codes, place, up=False))


def place_drawn(state: State, seat: Seat, place: int) -> State:
    """COD-16: the drawn tile enters the code, in sight after a wrong attack (COD-14), else hidden (COD-13)."""
    check_phase(state, "place", Place)
    tile, row = state.drawn, tiles(state.codes[seat])
    assert tile is not None
    require(0 <= place <= len(row), "COD-16", "there are only {n} places for a tile in your code", n=len(row) + 1)
    if place not in places(row, tile, state.options.joker_ban):
        require(tile in RANK, "COD-04", "a joker cannot stand between two consecutive numbers of one colour")
        require(place in in_order_places(row, tile), "COD-03", "the numbers would no longer be in ascending order")
        raise IllegalMove("COD-05", "on this side a joker would end up between two consecutive numbers of one colour")
    return pass_turn(state, seat, insert_drawn(state, seat, state.codes, place, up=state.missed))


def show_own(state: State, seat: Seat, place: int) -> State:
    """COD-15: with nothing drawn, a wrong attack costs a tile of one's own code. Only this can put oneself out."""
    check_phase(state, "show", Show)
    code = state.codes[seat]
    require(0 <= place < len(code), "COD-15", "there are only {n} tiles in this code", n=len(code))
    require(not code[place].up, "COD-15", "this tile is already face up")
    codes = put(state.codes, seat, put(code, place, replace(code[place], up=True)))
    if is_broken(codes[seat]):  # COD-20
        state = replace(state, out=(*state.out, seat))
    return pass_turn(state, seat, codes)


def own_place(code: Code, tile: Tile) -> int:
    """COD-16: where there are no jokers, a tile finds its place by itself."""
    rank = RANK[tile]
    return sum([RANK[standing.tile] < rank for standing in code])


def insert_drawn(state: State, seat: Seat, codes: tuple[Code, ...], place: int, *, up: bool) -> tuple[Code, ...]:
    """The codes, once the drawn tile stands at this place of this seat's."""
    assert state.drawn is not None
    code = codes[seat]
    entering = Standing(state.drawn, up, since=len(code) + 1 - state.options.tiles_each)
    return put(codes, seat, (*code[:place], entering, *code[place:]))


def pass_turn(state: State, seat: Seat, codes: tuple[Code, ...]) -> State:
    """The turn passes to the left, over those who are out (COD-17), unless only one is left (COD-21)."""
    players = state.options.players
    after = left_of(seat, players)
    while after in state.out:
        after = left_of(after, players)
    phase: Phase = "take" if state.table else "attack"  # COD-10, COD-15
    if len(state.out) == players - 1:
        phase = "over"
    return replace(state, codes=codes, turn=after, phase=phase, drawn=None, right=False, missed=False)
