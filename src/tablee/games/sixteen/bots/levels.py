"""The levels of Sixteen: a beginner on a first evening, the rulebook's advice, and many imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Final

from tablee.bots.bot import NEUTRAL, Advice, Mixture, Style, Weighed
from tablee.bots.mixture import blend, evenly, mixed_bot, only
from tablee.games.sixteen.actions import Act, Draw, Play, PlayJoker
from tablee.games.sixteen.bots.prospects import Prospect, chance, gain, look_ahead, reason
from tablee.games.sixteen.cards import VALUE
from tablee.games.sixteen.view import View

KEY: Final = {9: 0.3, 2: 0.2}  # the totals that the rulebook recommends, in series
JOKER_KEPT: Final = 0.5  # what a joker in hand is worth, in series
JOKER_LIKED: Final = 0.2  # what the bold find better in playing one, and the careful worse, in series
HIGH_LIKED: Final = 0.03  # the same for each point of a card over the middle
SERIES: Final = 0.2  # the chance to win that a series is worth, where a master's likings are weighed


def rank(legal: Sequence[Act], values: Sequence[float], found: Sequence[Prospect | None]) -> Weighed:
    """The best first, each with the sentence that says why; drawing before what is as good."""
    advice = [
        Advice(action, value, *reason(prospect))
        for action, value, prospect in zip(legal, values, found, strict=True)
    ]  # fmt: skip
    return sorted(advice, key=lambda one: (-one.value, not isinstance(one.action, Draw)))


def liking(action: Act) -> float:
    """What a bold player finds better in this than others do, in series."""
    match action:
        case PlayJoker():
            return JOKER_LIKED
        case Play(card):
            return HIGH_LIKED * (VALUE[card] - 3)
        case _:
            return 0.0


# ---- a first evening ----------------------------------------------------------


def mix_beginner(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Mixture:
    """Takes a Sixteen when there is one, sees every other match, goes bust only where it must; else any card."""
    if Draw() in legal:
        return only(Draw())
    found = {action: look_ahead(view, action) for action in legal}
    kinds = {action: prospect.kind for action, prospect in found.items() if prospect}
    blind = [action for action, kind in kinds.items() if kind in ("sixteen", "match+sixteen")]
    seeing = [action for action, kind in kinds.items() if kind in ("sixteen", "match+sixteen", "match")]
    safe = [action for action, kind in kinds.items() if kind != "bust"]
    plain = [action for action in safe if style.boldness > 0 or not isinstance(action, PlayJoker)]
    rest = plain or safe or list(legal)
    return blend(*((1 / 2, one_that_is_liked(taking or rest, style.boldness)) for taking in (seeing, blind)))


def one_that_is_liked(among: Sequence[Act], boldness: float) -> Mixture:
    """Any of these; in a style, of any two the one that is liked better, or the first."""
    if not boldness:
        return evenly(among)
    return evenly(max(two, key=lambda action: boldness * liking(action)) for two in product(among, repeat=2))


def advise_beginner(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    """What a card makes at once is all that counts."""
    found = [look_ahead(view, action) for action in legal]
    return rank(legal, [chance(view, gain(view, one) if one else 0) for one in found], found)


# ---- the rulebook's advice ----------------------------------------------------


def promise(view: View, found: Prospect | None) -> float:
    """Series won at once; else what the next player is likely to take, and the rulebook's 9 and 2. Jokers are kept."""
    if found is None:  # drawing: a card more to choose from
        return 1
    ahead = gain(view, found) - JOKER_KEPT * (found.card == "joker")
    return ahead if found.kind else ahead - found.risk + KEY.get(found.total, 0)


def advise_club(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    found = [look_ahead(view, action) for action in legal]
    return rank(legal, [chance(view, promise(view, one)) for one in found], found)


def mix_club(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Mixture:
    if Draw() in legal:
        return only(Draw())
    if not style.boldness:
        return only(advise_club(view, legal, rng)[0].action)
    return only(
        max(legal, key=lambda action: promise(view, look_ahead(view, action)) + style.boldness * liking(action))
    )


# ---- many worlds --------------------------------------------------------------


def advise_master(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    from tablee.games.sixteen.bots import master

    values = master.values(view, legal, rng)
    return rank(legal, values, [look_ahead(view, action) for action in legal])


def mix_master(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Mixture:
    from tablee.games.sixteen.bots import master

    if len(legal) == 1:
        return only(legal[0])
    if Draw() in legal:
        return only(Draw())
    values = master.values(view, legal, rng)
    if style.boldness:
        leaning = SERIES * style.boldness
        values = [value + leaning * liking(action) for value, action in zip(values, legal, strict=True)]
    return only(legal[values.index(max(values))])


BOTS: Final = (
    mixed_bot("sixteen", "beginner", mix_beginner, advise_beginner),
    mixed_bot("sixteen", "club", mix_club, advise_club),
    mixed_bot("sixteen", "master", mix_master, advise_master),
)
