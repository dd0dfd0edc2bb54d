"""One deal, played once for each seating with the same chance."""

from __future__ import annotations

from msgspec import Struct

from tablee.lab.bot_game import BotGame, BotLog, Fault, setup_for
from tablee.lab.plan import MatchPlan


class Deal(Struct, frozen=True, omit_defaults=True):
    """The result of one deal, as a line of the journal holds it."""

    number: int
    ranks: tuple[tuple[int, ...], ...]  # by seating, then by bot
    times: tuple[dict[int, int], ...]  # by bot, decisions by time bucket
    longest: tuple[float, ...]  # by bot, in milliseconds
    faults: tuple[Fault, ...] = ()
    records: tuple[str, ...] = ()  # by seating; never in the journal


def play_deal(plan: MatchPlan, number: int, keep_records: bool) -> Deal:
    setup, log = setup_for(plan), BotLog(plan)
    games = [BotGame(setup, log, number, n, seating) for n, seating in enumerate(setup.seatings)]
    ranks = [game.play() for game in games]
    return Deal(
        number,
        tuple(ranks),
        tuple(map(dict, log.times)),
        tuple(log.longest),
        tuple(log.faults.values()),
        tuple(game.record() for game in games) if keep_records else (),
    )
