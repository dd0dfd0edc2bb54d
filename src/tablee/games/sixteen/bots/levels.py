"""The levels of Sixteen: a beginner on a first evening, the rulebook's advice, and many imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tablee.bots.bot import NEUTRAL, Advice, Bot, Style, Weighed
from tablee.contract import Action
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
    """The best first, each with the sentence that says why."""
    advice = [
        Advice(action, value, *reason(prospect))
        for action, value, prospect in zip(legal, values, found, strict=True)
    ]  # fmt: skip
    return sorted(advice, key=lambda one: -one.value)


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


def choose_beginner(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Action:
    """Takes a Sixteen when there is one, sees every other match, goes bust only where it must; else any card."""
    if Draw() in legal:
        return Draw()
    sees_matches = rng.random() < 0.5
    found = {action: look_ahead(view, action) for action in legal}
    kinds = {action: prospect.kind for action, prospect in found.items() if prospect}
    wanted = ("sixteen", "match+sixteen", "match") if sees_matches else ("sixteen", "match+sixteen")
    taking = [action for action, kind in kinds.items() if kind in wanted]
    safe = [action for action, kind in kinds.items() if kind != "bust"]
    plain = [action for action in safe if style.boldness > 0 or not isinstance(action, PlayJoker)]
    among = taking or plain or safe or list(legal)
    if not style.boldness:
        return rng.choice(among)
    return max(rng.choices(among, k=2), key=lambda action: style.boldness * liking(action))


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


def choose_club(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Action | None:
    if Draw() in legal:
        return Draw()
    if not style.boldness:
        return advise_club(view, legal, rng)[0].action
    return max(legal, key=lambda action: promise(view, look_ahead(view, action)) + style.boldness * liking(action))


# ---- many worlds --------------------------------------------------------------


def advise_master(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    from tablee.games.sixteen.bots import master

    values = master.values(view, legal, rng)
    return rank(legal, values, [look_ahead(view, action) for action in legal])


def choose_master(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Action | None:
    from tablee.games.sixteen.bots import master

    if len(legal) == 1:
        return legal[0]
    if Draw() in legal:
        return Draw()
    values = master.values(view, legal, rng)
    if style.boldness:
        leaning = SERIES * style.boldness
        values = [value + leaning * liking(action) for value, action in zip(values, legal, strict=True)]
    return legal[values.index(max(values))]


BOTS: Final = (
    Bot("sixteen", "beginner", choose_beginner, advise_beginner, choose_beginner),
    Bot("sixteen", "club", choose_club, advise_club, choose_club),
    Bot("sixteen", "master", choose_master, advise_master, choose_master),
)
