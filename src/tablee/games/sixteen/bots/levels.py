"""The levels of Sixteen: a beginner on a first evening, the rulebook's advice, and many imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tablee.bots.bot import Advice, Bot, Weighed
from tablee.contract import Action
from tablee.games.sixteen.actions import Act, Draw, PlayJoker
from tablee.games.sixteen.bots.prospects import Prospect, chance, gain, look_ahead, reason
from tablee.games.sixteen.view import View

KEY: Final = {9: 0.3, 2: 0.2}  # the totals that the rulebook recommends, in series
JOKER_KEPT: Final = 0.5  # what a joker in hand is worth, in series


def rank(legal: Sequence[Act], values: Sequence[float], found: Sequence[Prospect | None]) -> Weighed:
    """The best first, each with the sentence that says why."""
    advice = [
        Advice(action, value, *reason(prospect))
        for action, value, prospect in zip(legal, values, found, strict=True)
    ]  # fmt: skip
    return sorted(advice, key=lambda one: -one.value)


# ---- a first evening ----------------------------------------------------------


def choose_beginner(view: View, legal: Sequence[Act], rng: Random) -> Action:
    """Takes a Sixteen when there is one, sees every other match, goes bust only where it must; else any card."""
    if Draw() in legal:
        return Draw()
    sees_matches = rng.random() < 0.5
    found = {action: look_ahead(view, action) for action in legal}
    kinds = {action: prospect.kind for action, prospect in found.items() if prospect}
    wanted = ("sixteen", "match+sixteen", "match") if sees_matches else ("sixteen", "match+sixteen")
    taking = [action for action, kind in kinds.items() if kind in wanted]
    safe = [action for action, kind in kinds.items() if kind != "bust"]
    plain = [action for action in safe if not isinstance(action, PlayJoker)]
    return rng.choice(taking or plain or safe or list(legal))


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


def choose_club(view: View, legal: Sequence[Act], rng: Random) -> Action | None:
    return Draw() if Draw() in legal else advise_club(view, legal, rng)[0].action


# ---- many worlds --------------------------------------------------------------


def advise_master(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    from tablee.games.sixteen.bots import master

    values = master.values(view, legal, rng)
    return rank(legal, values, [look_ahead(view, action) for action in legal])


def choose_master(view: View, legal: Sequence[Act], rng: Random) -> Action | None:
    from tablee.games.sixteen.bots import master

    if len(legal) == 1:
        return legal[0]
    if Draw() in legal:
        return Draw()
    values = master.values(view, legal, rng)
    return legal[values.index(max(values))]


BOTS: Final = (
    Bot("sixteen", "beginner", choose_beginner, advise_beginner),
    Bot("sixteen", "club", choose_club, advise_club),
    Bot("sixteen", "master", choose_master, advise_master),
)
