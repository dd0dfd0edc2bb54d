"""Puzzles of The Golden 21: the game can be won in this very turn. Where do the points go, and what is announced?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import Final

from tablee.contract import Chance, Choice, Happened, Over, Played, Seat
from tablee.games.golden21 import GAME
from tablee.games.golden21.actions import Act, Aim, Announce, Decline, Rolled, SpendAccount, SpendBonus, parse
from tablee.games.golden21.dice import FACES, points
from tablee.games.golden21.state import GOAL, State, dice
from tablee.games.golden21.view import View, imagine
from tablee.puzzle_file import Facts, Found, Sentence

THEMES: Final[dict[str, tuple[str, ...]]] = {"spend": (), "announce": ()}
TABLES: Final = (
    {"players": "3", "years": "1"},
    {"players": "3", "goal": "killer", "kills": "1", "years": "3"},
    {"players": "4", "years": "1"},
)
MOST_DICE: Final = 3
CLEAR: Final = Fraction(4, 5)  # the second best wins at most so often, as a share of the best
LEAST: Final = Fraction(1, 36)
TRIES: Final = 100  # games that are played on to find one that is lost after all


def theme_of(action: Act, hope: float) -> str | None:
    if isinstance(action, Announce | Aim):
        return "announce"
    return "spend" if isinstance(action, SpendBonus | SpendAccount | Decline) else None


def find(view: View, legal: Sequence[Act], rng: Random) -> Iterator[Found]:
    if view.seat is None or view.turn is None or view.turn.seat != view.seat or not near_end(view):
        return
    state = imagine(view, rng)
    if view.turn.step in ("bonus", "account") and len(legal) > 3:
        winning = [action for action in legal if is_won(play(state, action), view.seat)]
        if len(winning) == 1:
            yield Found("spend", (str(winning[0]),), 600 + 60 * len(legal), tuple(spending(view, state, winning[0])))
    if view.turn.step == "announce" and view.dice <= MOST_DICE:
        odds = {str(action): chance_to_win(state, action) for action in legal if isinstance(action, Announce)}
        best = max(odds.values())
        accepted = tuple(answer for answer, chance in odds.items() if chance == best)
        rest = max((chance for chance in odds.values() if chance < best), default=Fraction(0))
        if best >= LEAST and len(accepted) <= 2 and rest <= CLEAR * best:
            difficulty = 900 + 25 * len(legal) + 120 * sum(chance > 0 for chance in odds.values())
            yield Found("announce", accepted, min(2200, difficulty), tuple(announcing(view, accepted, best)))


def near_end(view: View) -> bool:
    """Whether the game may end in this turn."""
    assert view.seat is not None
    if view.options.goal == "killer":
        return view.traders[view.seat].kills == view.options.kills - 1
    speculating = sum(trader.debt < GOAL for trader in view.traders)
    return view.year == view.options.last_year and speculating == 2


def spending(view: View, state: State, action: Act) -> Iterator[Sentence]:
    assert view.seat is not None and view.turn is not None
    points = view.turn.points or view.traders[view.seat].account
    yield Sentence("points", {"n": points})
    yield from debts(view)
    yield Sentence("wins", ended(play(state, action), view.seat))


def announcing(view: View, accepted: Sequence[str], chance: Fraction) -> Iterator[Sentence]:
    yield from debts(view)
    total = int(accepted[0].split()[1])
    yield Sentence("exact", {"total": total, "n": points(view.dice, total)})
    yield Sentence("chance both" if len(accepted) > 1 else "chance", {
        "total": total, "other": int(accepted[-1].split()[1]), "p": float(chance)
    })  # fmt: skip


def debts(view: View) -> Iterator[Sentence]:
    for seat, trader in enumerate(view.traders):
        if trader.debt < GOAL:
            yield Sentence("debt", {"by": seat, "debt": trader.debt, "n": GOAL - trader.debt})


def ended(state: State, seat: Seat) -> Facts:
    over = GAME.awaits(state)
    assert isinstance(over, Over)
    return {"mine": over.scores[seat] if over.scores else 0, "by": seat}


def is_won(state: State, seat: Seat) -> bool:
    """Whether the game is over, and this seat alone is first."""
    over = GAME.awaits(state)
    return isinstance(over, Over) and over.ranks[seat] == 1 and over.ranks.count(1) == 1


def can_win(state: State, seat: Seat) -> bool:
    """Whether this seat has won, or wins with the points that it may still use in this turn."""
    if is_won(state, seat):
        return True
    turn = state.turn
    if turn is None or turn.seat != seat or turn.step not in ("bonus", "account"):
        return False
    return any(can_win(play(state, action), seat) for action in GAME.legal(state, seat))


def play(state: State, action: Act) -> State:
    assert state.turn is not None
    return GAME.apply(state, Played(state.turn.seat, action))


def chance_to_win(state: State, action: Act) -> Fraction:
    """By the odds of the dice, as the rules list them."""
    assert state.turn is not None
    rolling = play(state, action)
    awaited = GAME.awaits(rolling)
    assert isinstance(awaited, Chance)
    return sum(
        (odds for rolled, odds in awaited.odds().items()
         if can_win(GAME.apply(rolling, Happened(rolled)), state.turn.seat)),
        Fraction(0),
    )  # fmt: skip


# ---- every roll, and every answer ---------------------------------------------


def refute(view: View, theme: str, answer: str, answers: Sequence[str], rng: Random) -> Sentence | None:
    assert view.seat is not None
    state, action = imagine(view, rng), parse(answer)
    if theme == "spend":
        after = play(state, action)
        return None if is_won(after, view.seat) else lost(after, view.seat, rng)
    odds = count_rolls(state, view.seat)
    if odds.get(answer, 0) == max(odds.values()):
        return None
    return Sentence("less", {"p": odds.get(answer, 0) / 6**view.dice})


@lru_cache(8)
def count_rolls(state: State, seat: Seat) -> dict[str, int]:
    """By announcement, with how many of all rolls the game can be won in this turn: each die is thrown by itself."""
    found: dict[str, int] = {}
    for action in GAME.legal(state, seat):
        if isinstance(action, Announce):
            rolling = play(state, action)
            rolls = product(FACES, repeat=dice(state, seat))
            found[str(action)] = sum(
                can_win(GAME.apply(rolling, Happened(Rolled(tuple(sorted(faces))))), seat) for faces in rolls
            )
    return found


def lost(state: State, seat: Seat, rng: Random) -> Sentence | None:
    """How the game may go on and be won by somebody else; none if that is not found."""
    for _ in range(TRIES):
        now, rolls = state, 0
        while not isinstance(awaited := GAME.awaits(now), Over):
            if isinstance(awaited, Chance):
                now, rolls = GAME.apply(now, Happened(awaited.sample(rng))), rolls + 1
            else:
                assert isinstance(awaited, Choice)
                by = min(awaited.seats)
                now = GAME.apply(now, Played(by, rng.choice(GAME.legal(now, by))))
        if awaited.ranks[seat] != 1:
            winner = Seat(awaited.ranks.index(1))
            return Sentence("lost at once" if not rolls else "lost", {"by": winner, "n": rolls})
    return None
