"""Code de Vinci between rules and record: actions by number, options, outcomes of chance, states, there and back."""

from __future__ import annotations

from functools import cache
from typing import Final, get_args

from tablee.contract import Seat
from tablee.games.coda.actions import EXPERT_ATTACKS, PLACE, SHOW, STOP, TAKE, Act, Arrange, Dealt, Drawn, First, Pick
from tablee.games.coda.options import Options
from tablee.games.coda.state import Guess, Phase, Standing, State
from tablee.games.coda.tiles import COLOURS, DASH, JOKERS, RANK, TILES, WITH_DASH, Tile, Value
from tablee.games.coda.turbo import LONGEST, NONE, PACK, TO_ARRANGE, TO_TAKE, begin, sort
from tablee.turbo.interface import Lane

NUMBER: Final[dict[Tile, int]] = {tile: n for n, tile in enumerate(TILES)}
VALUE_NUMBER: Final[dict[Value, int]] = {value: n for n, value in enumerate(WITH_DASH)}
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
DEALINGS: Final = ("choose", "random")


def alphabet(options: Options) -> list[Act | None]:
    """Every action that a player can ever take, by its number; arrangements, which depend on the hand, are left out."""
    picks = [Pick(black) if black <= options.tiles_each else None for black in range(TO_TAKE)]
    attacks = [
        attack if attack.target < options.players and (options.jokers or attack.value != DASH) else None
        for code in EXPERT_ATTACKS
        for place in code[:LONGEST]
        for attack in place
    ]
    placing: list[Act | None] = [*PLACE[:LONGEST]] if options.jokers else [None] * LONGEST
    return [*picks, *(TAKE[colour] for colour in COLOURS), *attacks, STOP, *placing, *SHOW[:LONGEST], *[None] * 25]


alphabets = cache(alphabet)


def meaning(number: int, state: State) -> Act | None:
    """The action that this number means here: an arrangement is told by the places of the jokers in hand."""
    if number < TO_ARRANGE:
        return alphabets(state.options)[number]
    row = sorted((tile for tile in state.hand if tile in RANK), key=RANK.__getitem__)
    for place, joker in sorted(zip(divmod(number - TO_ARRANGE, 5), JOKERS, strict=True)):
        if place != NONE:
            row.insert(place, joker)
    return Arrange(tuple(row))


def agree(g: Lane, options: Options) -> None:
    """Writes the options into the record."""
    g.players, g.jokers, g.ban, g.each = options.players, options.jokers, options.joker_ban, options.tiles_each
    g.dealing, g.first = DEALINGS.index(options.dealing), -1 if options.first is None else options.first


def fell(g: Lane) -> Act:
    """What `happen` just did."""
    if g.fell < 0:
        return First(Seat(-1 - int(g.fell)))
    return Dealt(TILES[g.fell]) if g.dealt else Drawn(TILES[g.fell])


def pack(state: State, g: Lane) -> None:
    """Writes a state into the record."""
    agree(g, state.options)
    begin(g)
    g.turn, g.phase = -1 if state.turn is None else state.turn, PHASES.index(state.phase)
    g.black, g.held, g.right, g.missed, g.outs = state.black, len(state.hand), state.right, state.missed, len(state.out)
    g.taking = -1 if state.taking is None else COLOURS.index(state.taking)
    g.drawn = -1 if state.drawn is None else NUMBER[state.drawn]
    g.hand[: len(state.hand)] = [NUMBER[tile] for tile in state.hand]
    went = g.went
    for n, seat in enumerate(state.out):
        went[seat] = n + 1
    numbers = [NUMBER[tile] for tile in state.table]
    for colour in range(2):
        pile = [t for t in numbers if t & 1 == colour]
        g.left[colour] = len(pile)
        g.table[colour, : len(pile)] = pile
    length, hidden, row, up, since, said, spoken = g.length, g.hidden, g.row, g.up, g.since, g.said, g.spoken
    log: list[tuple[int, int, int]] = []
    for p, code in enumerate(state.codes):
        length[p], hidden[p] = len(code), sum(not standing.up for standing in code)
        for place, standing in enumerate(code):
            t = row[p, place] = NUMBER[standing.tile]
            up[t], since[t] = standing.up, standing.since
            for guess in standing.guesses:
                value = VALUE_NUMBER[guess.value]
                said[t] |= 1 << value
                spoken[guess.by, t & 1] |= 1 << value
                log.append((t, guess.by, value))
    g.attacks = len(log)
    for field, column in zip((g.about, g.by, g.value), zip(*log, strict=True), strict=False):
        field[: len(log)] = column
    if state.phase == "arrange":
        sort(g)


def unpack(g: Lane, options: Options) -> State:
    """The state that the record holds."""
    n = g.attacks
    guesses: list[tuple[Guess, ...]] = [()] * PACK
    for t, by, value in zip(g.about[:n].tolist(), g.by[:n].tolist(), g.value[:n].tolist(), strict=True):
        guesses[t] += (Guess(Seat(by), WITH_DASH[value]),)
    rows, lengths, up, since = g.row.tolist(), g.length.tolist(), g.up.tolist(), g.since.tolist()
    table, left, went = g.table.tolist(), g.left.tolist(), g.went.tolist()
    return State(
        options=options,
        table=tuple(sorted(TILES[t] for colour in range(2) for t in table[colour][: left[colour]])),
        codes=tuple(
            tuple(Standing(TILES[t], bool(up[t]), since[t], guesses[t]) for t in rows[p][: lengths[p]])
            for p in range(options.players)
        ),
        phase=PHASES[g.phase],
        turn=None if g.turn < 0 else Seat(int(g.turn)),
        black=int(g.black),
        hand=tuple(TILES[t] for t in g.hand[: g.held].tolist()),
        taking=None if g.taking < 0 else COLOURS[g.taking],
        drawn=None if g.drawn < 0 else TILES[g.drawn],
        right=bool(g.right),
        missed=bool(g.missed),
        out=tuple(sorted((Seat(p) for p in range(options.players) if went[p]), key=went.__getitem__)),
    )
