"""Code 777 between rules and record: actions by number, options, outcomes of chance and states, there and back."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tablee.contract import Seat
from tablee.games.code777.actions import ASK, BY_DIGITS, BY_TILES, Act, First, Racked, Turned
from tablee.games.code777.options import Options
from tablee.games.code777.questions import Answer
from tablee.games.code777.rack_tables import LAST_COUNTED, MADE, TRIPLES
from tablee.games.code777.state import ALL_RACKS, Asked, Declared, State, racks_to_refill
from tablee.games.code777.tiles import PLACE, RACKS, TILES, Rack, Tile
from tablee.games.code777.turbo import DECLARED, FIRST, LOG, OVER, RACKED, begin, poll
from tablee.turbo.interface import Lane

AGAIN: Final = ("after_asking", "next_question", "any")
ENDS: Final = ("", "C77-30", "C77-31")
ANSWERS: Final[dict[Answer, int]] = {"first": 1, "equal": 0, "second": -1}
WORDS: Final[tuple[Answer, ...]] = ("equal", "first", "second")  # by 0, 1 and -1
NUMBER: Final[dict[tuple[Tile, ...], int]] = {rack: n for n, rack in enumerate(RACKS)}
SAID: Final[dict[tuple[int | Tile, ...], int]] = {act.digits: n for n, act in enumerate(BY_DIGITS)}
SAID.update((rack, n) for n, rack in enumerate(RACKS))


def alphabet(options: Options) -> list[Act | None]:
    """Every action that a player can ever take, by its number."""
    if options.colours:
        return [ASK, None, *[None] * TRIPLES, *BY_TILES]
    return [ASK, None, *BY_DIGITS, *[None] * MADE]


def agree(g: Lane, options: Options) -> None:
    """Writes the options into the record."""
    g.players, g.target, g.limit = options.players, options.target, options.limit
    g.colours, g.shown, g.reshuffle = options.colours, options.show_removed, options.questions == "reshuffle"
    g.again, g.first = AGAIN.index(options.declare_again), -1 if options.first is None else options.first


def fell(g: Lane) -> Act:
    """What `happen` just did."""
    if g.kind == FIRST:
        return First(Seat(int(g.fell)))
    return Racked(int(g.onto), RACKS[g.fell]) if g.kind == RACKED else Turned(int(g.fell))


def pack(state: State, g: Lane) -> None:
    """Writes a state into the record. Nobody has been polled yet."""
    agree(g, state.options)
    begin(g)
    players = state.options.players
    g.points[:players] = state.points
    g.total, g.turn = sum(state.points), -1 if state.turn is None else state.turn
    g.rack[:] = [NUMBER[racks[-1]] if racks else -1 for racks in state.racks]
    g.stock, g.aside = len(state.stock), len(state.aside)
    g.deck[: len(state.stock) + len(state.aside)] = [PLACE[tile] for tile in state.stock + state.aside]
    g.to_fill = len(state.filling)
    g.filling[: len(state.filling)] = state.filling
    g.order[:], g.turned = state.turned + state.pile, len(state.turned)
    g.asking, g.asked, g.spent = state.asking, state.asked, sum(1 << seat for seat in state.spent)
    g.ended = ENDS.index(state.ended)
    if state.log:
        pack_log(state, g)
    if state.ended:
        g.who = OVER
    elif state.turn is not None and not state.filling and not state.asking:
        poll(g)


def pack_log(state: State, g: Lane) -> None:
    entries: list[tuple[int, int, int, int]] = []
    points = sum(state.points)
    for event in reversed(state.log[-LOG:]):
        if isinstance(event, Asked):
            found = ANSWERS[event.answer] if event.number > LAST_COUNTED else int(event.answer)
            entries.append((event.number + 32 * event.by + 128 * (found + 1), 0, 0, 0))
            continue
        off, *free = racks_to_refill(state.options, event.by, event.right, points)
        said = DECLARED + SAID[event.said] + 512 * event.by + 2048 * event.right
        also, r = (NUMBER[state.racks[free[0]][event.stood[free[0]] - 1]], free[0]) if free else (-1, -1)
        entries.append((said, NUMBER[state.racks[off][event.stood[off] - 1]], also, r))
        points -= event.right
    n = g.logged = len(entries)
    g.said[:n], g.off[:n], g.also[:n], g.free[:n] = zip(*reversed(entries), strict=True)


def bare(state: State) -> State:
    """The state without what was said before the last 512 questions and declarations, and the tiles that stood then."""
    if len(state.log) <= LOG:
        return state
    log = state.log[-LOG:]
    before = [n - 1 for n in log[0].stood]
    return replace(
        state,
        racks=tuple(racks[n:] for racks, n in zip(state.racks, before, strict=True)),
        log=tuple(
            replace(event, stood=tuple(n - less for n, less in zip(event.stood, before, strict=True))) for event in log
        ),
    )


def unpack(g: Lane, options: Options) -> State:
    """The state that the record holds."""
    players, turn, turned, stock, aside = options.players, int(g.turn), int(g.turned), int(g.stock), int(g.aside)
    order, deck, spent = g.order.tolist(), g.deck.tolist(), int(g.spent)
    filling = tuple(g.filling[: g.to_fill].tolist())
    log, racks = unpack_log(g, options, filling)
    return State(
        options=options,
        points=tuple(g.points[:players].tolist()),
        turn=None if turn < 0 else Seat(turn),
        stock=tuple(TILES[tile] for tile in sorted(deck[:stock])),
        aside=tuple(TILES[tile] for tile in sorted(deck[stock : stock + aside])),
        racks=racks,
        filling=filling,
        pile=tuple(sorted(order[turned:])),
        turned=tuple(order[:turned]),
        asking=bool(g.asking),
        asked=int(g.asked),
        log=log,
        spent=frozenset(Seat(seat) for seat in range(players) if spent >> seat & 1),
        ended=ENDS[g.ended],
    )


def unpack_log(
    g: Lane, options: Options, filling: tuple[int, ...]
) -> tuple[tuple[Asked | Declared, ...], tuple[tuple[Rack, ...], ...]]:
    """What was said, and all that stood on each rack since the first of it."""
    logged = int(g.logged)
    rows = [field.tolist() for field in (g.said, g.off, g.also, g.free)]
    entries = [[row[n % LOG] for row in rows] for n in range(max(0, logged - LOG), logged)]
    racks: list[list[Rack]] = [[] for _ in range(ALL_RACKS)]
    nth = [1] * ALL_RACKS
    stood = tuple(nth)
    log: list[Asked | Declared] = []
    for said, off, also, free in entries:
        if said < DECLARED:
            number, by, found = said & 31, Seat(said >> 5 & 3), (said >> 7) - 1
            log.append(Asked(number, by, WORDS[found] if number > LAST_COUNTED else found, stood))
            continue
        what, by, right = said & 511, Seat(said >> 9 & 3), said >= 2 * DECLARED
        log.append(Declared(by, RACKS[what] if options.colours else BY_DIGITS[what].digits, right, stood))
        last = len(log) == len(entries)
        for r, i in ((by, off), (free, also)):
            if r >= 0 and not (last and r in filling):
                racks[r].append(RACKS[i])
                nth[r] += 1
        stood = tuple(nth)
    for gone, i in zip(racks, g.rack.tolist(), strict=True):
        if i >= 0:
            gone.append(RACKS[i])
    return tuple(log), tuple(map(tuple, racks))
