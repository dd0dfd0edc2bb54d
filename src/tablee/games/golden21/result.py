"""Who wins The Golden 21: the least indebted, the first with enough Kills, or the last one not killed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tablee.contract import Over
from tablee.games.golden21.collection import taken_home
from tablee.games.golden21.state import State, Trader
from tablee.tuples import ranks_of


def is_won(state: State) -> bool:
    """Whether the game is over at once, in the middle of a turn."""
    match state.options.goal:
        case "original":
            return False
        case "killer":
            return max(kills(state)) >= state.options.kills  # G21-70
        case "survivor":
            return sides_alive(state) == 1  # G21-75


def result(state: State) -> Over:
    """Ranks and scores (G21-111) and the rule that ended the game (G21-115)."""
    match state.options.goal:
        case "original":
            scores = together(state, [final_debt(state, trader) for trader in state.traders], sum)
            over = Over(ranks_of([-score for score in scores]), "G21-62", scores)
        case "killer":
            scores = kills(state)
            over = Over(ranks_of(scores), "G21-70", scores)
        case "survivor":
            lasted = [
                state.dead.index(seat) if seat in state.dead else len(state.dead) for seat in range(len(state.traders))
            ]
            rule = "G21-75" if sides_alive(state) == 1 else "G21-76"
            over = Over(ranks_of(together(state, lasted, max)), rule)
    return over if state.options.teams is None else Over(over.ranks, "G21-80", over.scores)


def final_debt(state: State, trader: Trader) -> int:
    """The debt after the last year, less what Kills and 21s are worth (G21-61)."""
    options = state.options
    golds = sum(trader.golds) if options.expert else len(trader.golds) * options.last_year  # G21-63
    return trader.debt - trader.kills * options.players - golds


def kills(state: State) -> tuple[int, ...]:
    return together(state, [trader.kills for trader in state.traders], sum)


def sides_alive(state: State) -> int:
    return len({side for seat, side in enumerate(state.options.sides) if seat not in state.dead})


def together(state: State, each: Sequence[int], join: Callable[[Iterable[int]], int]) -> tuple[int, ...]:
    """Each seat's share of its side's result: every member has the team's (G21-80)."""
    sides = state.options.sides
    return tuple(join(value for value, other in zip(each, sides, strict=True) if other == side) for side in sides)


def stakes(state: State, over: Over | None) -> tuple[int, ...]:
    """The collector's dice that each trader has before them, or takes home in the end (G21-95)."""
    nobody_first = (1,) * state.options.players  # all are equal: each keeps their own
    return taken_home(state.options, over.ranks if over else nobody_first)
