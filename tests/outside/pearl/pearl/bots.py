"""Pearl's own bot: it guesses what the dice sum to on average."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pearl import Act, Guess, View
from tablee.bots.bot import Advice, Bot, Weighed, best


def expected(view: View) -> float:
    """What the dice sum to on average, as far as this seat knows."""
    mean = (1 + view.options.sides) / 2
    return sum((mean if die is None else die) * (2 if n in view.lifted else 1) for n, die in enumerate(view.dice))


def advise(view: View, legal: Sequence[Act | None], rng: Random) -> Weighed:
    """The nearer a guess is to the expected sum, the better; lifting the cup helps the others."""
    likely = expected(view)
    share = 1 / view.options.players
    weighed = [
        Advice(action, share / (1 + abs(action.total - likely)), "near", {"n": round(likely)})
        if isinstance(action, Guess)
        else Advice(action, share / 2 if action is None else 0.0, "quiet")
        for action in legal
    ]
    return sorted(weighed, key=lambda advice: -advice.value)


def choose(view: View, legal: Sequence[Act | None], rng: Random) -> Act | None:
    action = best(advise(view, legal, rng))
    return next(each for each in legal if each == action)


BOTS = (Bot("pearl", "diver", choose, advise),)
