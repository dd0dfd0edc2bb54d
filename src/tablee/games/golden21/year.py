"""The years of The Golden 21: how one begins, how it is balanced, and what comes after."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.contract import Seat
from tablee.games.golden21.bourse import LIMIT
from tablee.games.golden21.state import GOAL, Line, State, Trader, Turn, Year, speculating
from tablee.tuples import put

GOLDEN = 2  # G21-03


def begin_year(state: State, first: Seat) -> State:
    """A new year: two Golden dice, no Crisis dice (G21-03), and the first line of every column."""
    traders = tuple(replace(trader, crisis=0) for trader in state.traders)
    return replace(
        state,
        traders=traders,
        supply=state.options.crisis_supply,
        golden=GOLDEN,
        year=state.year + 1,
        turn=Turn(first, "announce"),
        lines=tuple(
            () if seat in state.dead else (Line(trader.debt, trader.account or None),)  # G21-113
            for seat, trader in enumerate(traders)
        ),
        insolvent=(),
        at21=(),
    )


def close_year(state: State) -> State:
    """The year is over: its balance, and the next one or the end of the contract."""
    options = state.options
    survivor = speculating(state)[0]
    ending = state.year == options.last_year
    raw = ending and options.goal == "original" and options.final == "raw"
    traders = state.traders if raw else balance_year(state, survivor)  # G21-60
    balance = tuple(None if seat in state.dead else trader.debt for seat, trader in enumerate(traders))
    block = Year(state.year, state.lines, balance)
    state = replace(state, traders=traders, past=(*state.past, block), lines=((),) * options.players)
    if ending:
        return replace(state, turn=None)
    first_out = next((seat for seat in state.insolvent if seat not in state.dead), survivor)  # G21-53, G21-110
    return begin_year(state, first_out)


def balance_year(state: State, survivor: Seat) -> tuple[Trader, ...]:
    """The traders as they start the next year."""
    if state.at21:
        traders = golden_balance(state, state.at21[-1])
    else:
        debt = max(-LIMIT, state.traders[survivor].debt - GOAL)  # G21-52
        traders = put(reset_debts(state), survivor, replace(state.traders[survivor], debt=debt))
    if state.options.goal == "killer":  # G21-72: 50%, rounded up
        traders = tuple(
            replace(trader, account=min(LIMIT, trader.account + (trader.account + 1) // 2)) for trader in traders
        )
    return traders


def golden_balance(state: State, lucky: Seat) -> tuple[Trader, ...]:
    """G21-51: the last one to reach 21 gains everybody's distance from 21, and every account.

    A trader who was killed for good in an earlier year has no distance, but leaves their account (G21-110).
    """
    distance = sum(abs(GOAL - trader.debt) for trader, lines in zip(state.traders, state.lines, strict=True) if lines)
    points = sum(trader.account for trader in state.traders)
    traders = tuple(replace(trader, account=0) for trader in reset_debts(state))
    gains = replace(state.traders[lucky], debt=max(-LIMIT, -distance), account=min(LIMIT, points))
    return put(traders, lucky, gains)


def reset_debts(state: State) -> tuple[Trader, ...]:
    """All at 0 with their accounts (G21-54); the dead keep the debt that killed them."""
    return tuple(trader if seat in state.dead else replace(trader, debt=0) for seat, trader in enumerate(state.traders))
