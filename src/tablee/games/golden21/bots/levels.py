"""The levels of The Golden 21.

The beginner announces about what dice show on average and uses points in the plainest way. The club player weighs the
next roll exactly. The master plays every choice on to the end of the contract, many times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from tablee.bots.bot import NEUTRAL, Advice, Mixture, Style, Weighed
from tablee.bots.mixture import evenly, mixed_bot, only
from tablee.games.golden21.actions import Act, Aim, Announce, Give, Roll, SpendAccount, SpendBonus
from tablee.games.golden21.bots.move_values import SWAY, chance, worth
from tablee.games.golden21.bots.reasons import reason
from tablee.games.golden21.state import GOAL
from tablee.games.golden21.view import View

Liking = Callable[[View, Act], float]  # in points of debt, the more the better

# What a style adds, in points of debt
FAR: Final = 0.35  # to the bold, for each pip that an announcement is away from the middle
HARM: Final = 1.5  # to the cruel, for points that hurt somebody
OWING: Final = 0.2  # to the cruel, for each point of debt of whoever gets a Crisis die
SPARED: Final = 4.0  # to the generous, for a Crisis die that stays in the box
LEEWAY: Final = 0.75  # of what a beginner takes for as good as the best: more for the bold, less for the careful


def weigh(view: View, legal: Sequence[Act], values: Sequence[float]) -> Weighed:
    """All of them with their reasons, the best first; of equals the one that is better at first sight."""
    pairs = sorted(zip(values, legal, strict=True), key=lambda pair: (pair[0], worth(view, pair[1])), reverse=True)
    return [Advice(action, value, *reason(view, action)) for value, action in pairs]


def like(view: View, legal: Sequence[Act], liking: Liking) -> Weighed:
    return weigh(view, legal, [chance(view.options, liking(view, action)) for action in legal])


def taste(view: View, action: Act, style: Style) -> float:
    """What a style finds better in this than the level does, in points of debt."""
    turn = view.turn
    assert turn is not None
    sides = view.options.sides
    match action:
        case Announce(total) | Aim(total, _):
            return FAR * style.boldness * abs(total - 3.5 * view.dice)
        case Give(seat) if sides[seat] != sides[turn.seat]:
            if style.cruelty > 0:
                return OWING * style.cruelty * view.traders[seat].debt
            return 0.0 if view.traders[turn.seat].crisis else SPARED * style.cruelty  # G21-22: one's own dice go first
        case SpendBonus(use, seat) | SpendAccount(use, seat) if sides[seat] != sides[turn.seat]:
            return HARM * style.cruelty if use in ("+debt", "-account") else 0.0
        case _:
            return 0.0


# ---- the beginner ---------------------------------------------------------------


def plain(view: View, action: Act) -> float:
    """What a beginner thinks of this: announce the average, have less debt, kill where that wins, give to whomever."""
    turn = view.turn
    assert turn is not None
    sides = view.options.sides
    match action:
        case Announce(total):
            return -abs(total - 3.5 * view.dice)
        case Aim(total, seat):
            rival = sides[seat] != sides[turn.seat]
            harmless = rival != (view.options.free_throw == "literal")  # G21-91, G21-94: more debt, or less
            return -abs(total - 3.5 * view.dice) - (1 if harmless else 5)
        case Roll():
            return -20.0
        case SpendBonus(use, seat) | SpendAccount(use, seat):
            have = turn.points if isinstance(action, SpendBonus) else view.traders[turn.seat].account
            rival = sides[seat] != sides[turn.seat]
            if use == "+debt" and rival and view.traders[seat].debt + have > GOAL and view.options.goal != "original":
                return 10.0
            if seat == turn.seat:
                return 2.0 if use == "-debt" else -1.0
            return -2.0 if rival == (use in ("-debt", "+account")) else -3.0
        case Give(seat):
            return 1.0 if sides[seat] != sides[turn.seat] else -1.0
        case _:
            return 0.0


def mix_plainly(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Mixture:
    """Anything that seems about as good as the best: a total is guessed rather than worked out."""
    announcing = isinstance(legal[0], Announce)
    likings = [plain(view, action) + (0.0 if announcing else taste(view, action, style)) for action in legal]
    leeway = view.dice * (1 + LEEWAY * style.boldness) if announcing else 0
    top = max(likings)
    return evenly(action for action, liking in zip(legal, likings, strict=True) if liking >= top - leeway)


def advise_plainly(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    return like(view, legal, plain)


# ---- the club player --------------------------------------------------------------


def mix_soundly(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Mixture:
    return only(max(legal, key=lambda action: worth(view, action) + taste(view, action, style)))


def advise_soundly(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    return like(view, legal, worth)


# ---- the master -------------------------------------------------------------------


def mix_ahead(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Mixture:
    if len(legal) == 1:
        return only(legal[0])
    values = load_master(view, legal, rng)
    if style != NEUTRAL:
        fair = chance(view.options, 0)
        point = fair * (1 - fair) / SWAY  # the chance to win that a point of debt is worth
        values = [value + point * taste(view, action, style) for value, action in zip(values, legal, strict=True)]
    return only(max(zip(values, legal, strict=True), key=lambda pair: (pair[0], worth(view, pair[1])))[1])


def advise_ahead(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    return weigh(view, legal, load_master(view, legal, rng))


def load_master(view: View, legal: Sequence[Act], rng: Random) -> Sequence[float]:
    """Imported here, so that only a master starts the compiler."""
    from tablee.games.golden21.bots.master import values

    return values(view, legal, rng)


beginner = mixed_bot("golden21", "beginner", mix_plainly, advise_plainly)
club = mixed_bot("golden21", "club", mix_soundly, advise_soundly)
master = mixed_bot("golden21", "master", mix_ahead, advise_ahead)
BOTS = (beginner, club, master)
