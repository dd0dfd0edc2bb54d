"""Code 21 between rules and record: actions by number, options, outcomes of chance and states, there and back."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from tablee.contract import Seat
from tablee.games.code21.actions import ACCUSE, DECLARE, DOWN, PASS, UP, Act, First, Stake, StakeNothing, Turned
from tablee.games.code21.options import Options
from tablee.games.code21.rules import TO_WIN
from tablee.games.code21.state import Bet, Call, Soldier, State
from tablee.games.code21.turbo import LINE, VALUES, begin
from tablee.turbo.interface import Lane

CALLS: Final[tuple[Literal["accuse"], Literal["declare"]]] = ("accuse", "declare")
HALVES: Final = ("down", "up")
PAYERS: Final = ("passer", "bank")


def alphabet(options: Options) -> list[Act | None]:
    """Every action that a player can ever take, by its number."""
    faces = [face[value] if value in options.soldiers else None for face in (UP, DOWN) for value in range(VALUES)]
    bets = [Stake(points, Seat(side)) if side < options.players else None for side in range(4) for points in (1, 2, 3)]
    return [*faces, ACCUSE, DECLARE, PASS, StakeNothing(), *bets]


def agree(g: Lane, options: Options) -> None:
    """Writes the options into the record."""
    g.players, g.first = options.players, -1 if options.first is None else options.first
    g.half, g.bank_pays = HALVES.index(options.half), PAYERS.index(options.pass_paid_by)
    g.box = -1 if options.bank is None else options.bank
    g.set, g.troop = soldier_bits(options.soldiers), len(options.soldiers)
    g.missions = len(options.missions)
    g.pack[: len(options.missions)] = options.missions


def fell(g: Lane) -> Act:
    """What `happen` just did."""
    said = int(g.fell)
    return Turned(said) if said > 0 else First(Seat(-said))


def soldier_bits(soldiers: tuple[int, ...]) -> int:
    return sum(1 << value for value in soldiers)


def list_soldiers(soldiers: int) -> tuple[int, ...]:
    return tuple([value for value in range(VALUES) if soldiers >> value & 1])


def bare(state: State) -> State:
    """Without the verdicts: what of them still matters lies on the table."""
    return replace(state, verdicts=())


def pack(state: State, g: Lane) -> None:
    """Writes a state into the record."""
    agree(g, state.options)
    begin(g)
    players, line = state.options.players, state.line
    g.points[:players] = state.points
    g.hand[:players] = [soldier_bits(hand) for hand in state.hands]
    g.held[:players] = [len(hand) for hand in state.hands]
    g.laid[:players] = [soldier_bits(laid) for laid in state.laid]
    g.won[:players] = [len(cards) for cards in state.cards]
    g.card[:players] = [(*cards, 0, 0, 0)[:TO_WIN] for cards in state.cards]
    g.bank = -1 if state.bank is None else state.bank
    g.turn, g.mission = -1 if state.turn is None else state.turn, state.mission or 0
    g.stock = len(state.deck)
    g.deck[: len(state.deck)] = state.deck
    if line:
        up, down, back, when = [0] * 4, [0] * 4, [0] * 4, [LINE] * 4
        for n, soldier in enumerate(line):
            (up if soldier.up else down)[soldier.by] += 1 << soldier.value
            if soldier.back:
                back[soldier.by], when[soldier.by] = soldier_bits(soldier.back), n
        g.up[:], g.down[:], g.back[:], g.when[:] = up, down, back, when
        g.lined = len(line)
        g.by[: len(line)] = [soldier.by for soldier in line]
        g.value[: len(line)] = [soldier.value for soldier in line]
        g.open[: len(line)] = [soldier.up for soldier in line]
        g.total = sum(soldier.value for soldier in line)
        g.shown = sum(soldier.value for soldier in line if soldier.up)
    if state.call is not None:
        g.call, g.caller = CALLS.index(state.call.kind) + 1, state.call.by
        g.asked = state.stakes.index(None)
        g.stake[:players] = [-1 if bet is None else bet.points for bet in state.stakes]
        g.side[:players] = [-1 if bet is None or bet.side is None else bet.side for bet in state.stakes]


def unpack(g: Lane, options: Options) -> State:
    """The state that the record holds, but for its verdicts."""
    players, n = options.players, int(g.lined)
    by, value, up = g.by[:n].tolist(), g.value[:n].tolist(), g.open[:n].tolist()
    back, when = g.back.tolist(), g.when.tolist()
    line = tuple(
        Soldier(by[i], value[i], bool(up[i]), list_soldiers(back[by[i]]) if when[by[i]] == i else ()) for i in range(n)
    )
    call: Call | None = None
    stakes: tuple[Bet | None, ...] = ()
    if g.call:
        call = Call(Seat(int(g.caller)), CALLS[g.call - 1], by[-1])
        stakes = tuple(
            None if points < 0 else Bet(points, None if side < 0 else Seat(side))
            for points, side in zip(g.stake[:players].tolist(), g.side[:players].tolist(), strict=True)
        )
    bank, turn, mission = int(g.bank), int(g.turn), int(g.mission)
    return State(
        options=options,
        deck=tuple(sorted(g.deck[: g.stock].tolist())),
        hands=tuple(map(list_soldiers, g.hand[:players].tolist())),
        laid=tuple(map(list_soldiers, g.laid[:players].tolist())),
        cards=tuple(
            tuple(cards[:won]) for cards, won in zip(g.card[:players].tolist(), g.won[:players].tolist(), strict=True)
        ),
        points=tuple(g.points[:players].tolist()),
        bank=None if bank < 0 else bank,
        turn=None if turn < 0 else Seat(turn),
        mission=mission or None,
        line=line,
        call=call,
        stakes=stakes,
    )
