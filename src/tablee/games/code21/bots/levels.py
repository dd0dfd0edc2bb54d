"""The levels of Code 21.

They are mixed strategies: a strategy says how likely each legal action is, computed from the view alone and without
luck. So `choose` only draws, and how far each can be exploited can be measured exactly.
`beginner` takes the points of open soldiers and believes any soldier behind a back; `club` hides what it can and
reckons with what others would hide; `master` tries everything in worlds that fit what the others did, and solves small
missions of two players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from math import exp
from random import Random
from typing import Any, Final, TypeAlias

from tablee.bots.bot import NEUTRAL, Advice, Adviser, Bot, Figure, Mixture, Style, StyledMixer, Weighed
from tablee.bots.mixture import mixed_bot
from tablee.contract import Seat
from tablee.games.code21.actions import Accuse, Act, Declare, Pass, Play, Stake
from tablee.games.code21.posterior import plain, posterior
from tablee.games.code21.rules import TOLL, pay
from tablee.games.code21.state import GOAL
from tablee.games.code21.view import View

Shares: TypeAlias = Sequence[float]  # of each legal action, in their order
Strategy: TypeAlias = Callable[[View, Sequence[Act]], Shares]

TRIED: Final = 160  # worlds that the master weighs by what the others did
LOOKED: Final = 32  # worlds of those in which it tries everything
WORLDS: Final = 112  # and in this many what then looks best
BEST: Final = 6  # as many things
INTERPRETED: Final = 16  # this many times fewer where nothing is compiled
GOLDEN: Final = 0.6180339887
HEAT: Final = 0.02  # what wins this much less often is done a third as often
NEVER: Final = 0.03  # what would be done less often than this is not done
SPEAKS: Final = 1.0  # the bold accuse and declare e times as often, and pass e times as rarely; the careful the reverse
STAKES: Final = 0.15  # the same for each point that is staked


# ---- the record ------------------------------------------------------------------


def record(view: View) -> Any:
    """The kernel's record of a world that fits, with this seat to choose."""
    import numpy as np

    from tablee.games.code21 import packing, turbo

    records = np.zeros(1, turbo.RECORD.dtype).view(np.recarray)
    packing.pack(plain(view), records[0])
    records[0].asked = view.seat
    return records


def own_seat(view: View) -> Seat:
    assert view.seat is not None  # a spectator is not asked
    return view.seat


def number(action: Act) -> int:
    """The number of an action in the kernel's alphabet."""
    return numbers()[action]


@cache
def numbers() -> dict[Act, int]:
    from tablee.games.code21.options import Options
    from tablee.games.code21.packing import alphabet
    from tablee.games.code21.turbo import VALUES

    soldiers = Options(soldiers=tuple(range(12))), Options(soldiers=(0, *range(12, VALUES)))
    return {action: n for options in soldiers for n, action in enumerate(alphabet(options)) if action is not None}


# ---- strategies ------------------------------------------------------------------


def beginner_strategy(view: View, legal: Sequence[Act]) -> Shares:
    from tablee.games.code21.policy import BEGINNER

    return policy_strategy(view, legal, BEGINNER)


def club_strategy(view: View, legal: Sequence[Act]) -> Shares:
    from tablee.games.code21.policy import CLUB

    return policy_strategy(view, legal, CLUB)


def policy_strategy(view: View, legal: Sequence[Act], weights: Any) -> Shares:
    import numpy as np

    from tablee.games.code21.policy import think
    from tablee.games.code21.turbo import ACTIONS

    shares = np.empty(ACTIONS)
    think(record(view)[0], weights, shares)
    return [float(shares[number(action)]) for action in legal]


def master_strategy(view: View, legal: Sequence[Act]) -> Shares:
    shares = solved_strategy(view, legal) or soften(values(view, legal))
    kept = [share if share >= NEVER else 0.0 for share in shares]
    return [share / sum(kept) for share in kept]


def solved_strategy(view: View, legal: Sequence[Act]) -> Shares | None:
    """As a small mission of two is played once it is solved; None where it is too large, or this was never reached."""
    from tablee.games.code21.bots import master_search, mission_solver
    from tablee.turbo.compiled import COMPILED

    if view.options.players > 2 or len(view.options.soldiers) > mission_solver.SOLDIERS or not COMPILED:
        return None
    here, root = record(view), record(view)
    master_search.rewind(root[0])
    for trace in ("by", "value", "open", "stake", "side", "caller", "asked"):
        root[0][trace] = 0
    found = mission_solver.shares(here[0], solution_of(root.tobytes(), len(view.options.soldiers)))
    return None if found is None else [found[number(action)] for action in legal]


@lru_cache(maxsize=2)
def solution_of(root: bytes, soldiers: int) -> Any:
    """The same for every decision of a mission, so it is not worked out each time."""
    import numpy as np

    from tablee.games.code21 import turbo
    from tablee.games.code21.bots import mission_solver

    records = np.frombuffer(root, turbo.RECORD.dtype).copy().view(np.recarray)
    return mission_solver.solution(records, mission_solver.ROUNDS[soldiers])


def values(view: View, legal: Sequence[Act]) -> list[float]:
    """The chance to win with each action, as the master sees it."""
    import numpy as np

    from tablee.games.code21.bots import master_search
    from tablee.turbo.compiled import COMPILED

    me, fewer = own_seat(view), 1 if COMPILED else INTERPRETED
    base, count, looked = record(view), WORLDS // fewer, LOOKED // fewer
    worlds = np.repeat(base, count)
    master_search.imagine(base, np.repeat(base, TRIED // fewer), worlds, me)
    worlds = worlds[np.argsort(np.arange(count) * GOLDEN % 1)]  # so that any part of them stands for all
    asked = np.array([number(action) for action in legal])
    found = np.zeros(len(asked))
    master_search.weigh(worlds, 0, looked, base.copy(), asked, me, found)
    order = np.argsort(-found, kind="stable")
    best, rest = order[:BEST], order[BEST:]
    more = np.zeros(len(best))
    master_search.weigh(worlds, looked, count, base.copy(), asked[best], me, more)
    found /= looked
    found[best] = (found[best] * looked + more) / count
    found[rest] = np.minimum(found[rest], found[best].min())  # few worlds flatter
    return [float(value) for value in found]


def soften(found: Sequence[float]) -> Shares:
    """Mostly the best, and what is nearly as good nearly as often: a player who always does the best can be read."""
    shares = [exp((value - max(found)) / HEAT) for value in found]
    return [share / sum(shares) for share in shares]


STRATEGIES: Final[dict[str, Strategy]] = {
    "beginner": beginner_strategy,
    "club": club_strategy,
    "master": master_strategy,
}


# ---- advice -----------------------------------------------------------------------


def hopes(view: View, legal: Sequence[Act], weights: Any) -> list[float]:
    """The chance to win with the points that each action seems to be worth."""
    import numpy as np

    from tablee.games.code21.bots.master_search import hope
    from tablee.games.code21.policy import appraise
    from tablee.games.code21.turbo import ACTIONS

    g, me, worths = record(view)[0], own_seat(view), np.empty(ACTIONS)
    appraise(g, weights, worths)
    return [float(hope(g, me, float(worths[number(action)]), len(view.deck) + 1)) for action in legal]


def explain(view: View, legal: Sequence[Act], found: Sequence[float]) -> Weighed:
    totals = posterior(view).totals
    weighed = [Advice(action, value, *reason(view, action, totals)) for action, value in zip(legal, found, strict=True)]
    return sorted(weighed, key=lambda advice: -advice.value)


def reason(view: View, action: Act, totals: Mapping[int, float]) -> tuple[str, dict[str, Figure]]:
    """Which sentence speaks for or against this, and its figures: shares of all worlds that fit the view."""
    over, full = beyond(totals, GOAL), totals.get(GOAL, 0.0)
    match action:
        case Play(value, face):
            facts: dict[str, Figure] = {"value": value, "n": pay(len(view.line))}
            over, full = beyond(totals, GOAL - value), totals.get(GOAL - value, 0.0)
            if over + full == 0:
                return f"{face} safe", facts
            return face, facts | {"over": over, "full": full}
        case Pass():
            return "pass", {"last": view.line[-1].by, "n": TOLL}
        case Accuse():
            return "accuse", {"last": view.line[-1].by, "over": over}
        case Declare():
            return "declare", {"full": full}
    assert view.call is not None
    right = over if view.call.kind == "accuse" else full
    if isinstance(action, Stake):
        return "stake", {"side": action.side, "right": right if action.side == view.call.by else 1 - right}
    return "stake nothing", {"by": view.call.by, "right": right}


def beyond(totals: Mapping[int, float], goal: int) -> float:
    return min(1.0, sum(chance for total, chance in totals.items() if total > goal))


def advise_beginner(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    from tablee.games.code21.policy import BEGINNER

    return explain(view, legal, hopes(view, legal, BEGINNER))


def advise_club(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    from tablee.games.code21.policy import CLUB

    return explain(view, legal, hopes(view, legal, CLUB))


def advise_master(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    found = values(view, legal)
    solved = solved_strategy(view, legal)
    if solved is None:
        return explain(view, legal, found)
    top = max(found)  # what a solved mission mixes is all worth the same, and nothing is worth more
    found = [top if share >= NEVER else value for share, value in zip(solved, found, strict=True)]
    likeliest = legal[max(range(len(legal)), key=lambda n: solved[n])]
    return sorted(explain(view, legal, found), key=lambda one: (-one.value, one.action != likeliest))


def lean(legal: Sequence[Act], shares: Shares, boldness: float) -> Shares:
    """The same mixture, with more of what a bold player likes; nothing comes in that the strategy never does."""
    if not boldness:
        return shares
    liked = [share * exp(boldness * liking(action)) for action, share in zip(legal, shares, strict=True)]
    return [share / sum(liked) for share in liked]


def liking(action: Act) -> float:
    match action:
        case Accuse() | Declare():
            return SPEAKS
        case Pass():
            return -SPEAKS
        case Stake(points):
            return STAKES * points
    return 0.0


def mix_as(strategy: Strategy) -> StyledMixer[View, Act]:
    def mix(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Mixture:
        return dict(zip(legal, lean(legal, strategy(view, legal), style.boldness), strict=True))

    return mix


def make_bot(level: str, advise: Adviser[View, Act]) -> Bot[View, Act]:
    return mixed_bot("code21", level, mix_as(STRATEGIES[level]), advise)


BOTS: Final = (
    make_bot("beginner", advise_beginner),
    make_bot("club", advise_club),
    make_bot("master", advise_master),
)
