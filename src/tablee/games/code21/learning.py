"""What a net of Code 21 is shown: the observation, unfolded into numbers that a small net can use, and what it is
judged by. `tablee learn` trains on it, and `tablee.bots.nets` plays from it.

`unfold` reads nothing but the observation. `reveal` adds what is hidden, for the critic, which is needed in training
only.
"""

from __future__ import annotations

from typing import Any, Final

from tablee.games.code21.observation import (
    BANK,
    BOUNDED,
    CALL,
    CALLER,
    DOWN,
    HALF,
    HAND,
    HELD,
    KNOWN,
    LAST,
    LAST_SOLDIER,
    LINED,
    MISSION,
    MISSIONS,
    PAYER,
    PLAYERS,
    POINTS,
    SEAT,
    SEATS,
    SOLDIERS,
    STAKED,
    TAIL_BY,
    TAIL_VALUE,
    TO_COME,
    UNSEEN,
    WON,
    WORTH,
)
from tablee.games.code21.rules import CAP
from tablee.games.code21.state import GOAL
from tablee.games.code21.turbo import VALUES
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane

ROOMS: Final = 29  # how much room is left to 21: from 21 down to -7 or less
ROOM: Final = GOAL + 2
EARLIER: Final = 8  # soldiers of the line that are told one by one
STEPS: Final = 9  # soldiers on the mission that are told apart, and more

OF_SEAT: Final = VALUES + 11
OF_SOLDIER: Final = 8
AT_HAND: Final = SEATS * OF_SEAT
AT_ROOM: Final = AT_HAND + VALUES
AT_SHOWN: Final = AT_ROOM + ROOMS
AT_FULL: Final = AT_SHOWN + ROOMS
AT_OVER: Final = AT_FULL + VALUES
AT_LINED: Final = AT_OVER + VALUES
AT_TABLE: Final = AT_LINED + STEPS
AT_TAIL: Final = AT_TABLE + 26
FEATURES: Final = AT_TAIL + EARLIER * OF_SOLDIER
SECRETS: Final = ROOMS + 3 * (VALUES + 1)


@kernel
def unfold(seen: Any, out: Any, odds: Any, other: Any) -> None:
    """Writes the features of an observation into `out`; `odds` and `other` are room for GOAL + 2 numbers each."""
    for i in range(FEATURES):
        out[i] = 0.0
    players = int(seen[PLAYERS])
    left = 1
    worth = 0
    for value in range(MISSIONS):
        left += seen[TO_COME + value]
        worth += (value + 1) * seen[TO_COME + value]
    best, mine, total = -1000, 0, 0
    for i in range(players):
        at, to = i * SEAT, i * OF_SEAT
        for value in range(VALUES):
            code = seen[at + SOLDIERS + value]
            out[to + value] = 1.0 if code == 1 or code == 2 else -0.5 if code == 4 else 0.0
        points = read_points(seen, at + POINTS)
        score = points + int(seen[at + WORTH])
        to += VALUES
        out[to] = seen[at + HELD] / 8.0
        out[to + 1] = seen[at + DOWN] / 2.0
        out[to + 2] = seen[at + DOWN + 1] / 2.0
        out[to + 3] = min(points, 60) / 20.0
        out[to + 4] = min(points, 10) / 5.0
        out[to + 5] = 1.0 if seen[at + WON] >= 1 else 0.0
        out[to + 6] = 1.0 if seen[at + WON] >= 2 else 0.0
        out[to + 7] = seen[at + WORTH] / 10.0
        out[to + 8] = seen[at + STAKED]
        out[to + 9] = 1.0
        out[to + 10] = max(-2.0, min(2.0, score / (8.0 + 2.0 * left)))
        total += score
        if i == 0:
            mine = score
        elif score > best:
            best = score
    own = 0
    for value in range(VALUES):
        held = seen[HAND + value]
        out[AT_HAND + value] = held
        if held == 0 and (seen[SOLDIERS + value] == 1 or seen[SOLDIERS + value] == 2):
            own += value
    known = int(seen[KNOWN])
    room = GOAL - known
    out[AT_ROOM + max(0, min(ROOMS - 1, GOAL - room))] = 1.0
    out[AT_SHOWN + max(0, min(ROOMS - 1, known - own))] = 1.0
    guess(seen, players, odds, other)
    for value in range(VALUES):
        if value == 0 or seen[HAND + value]:
            missing = room - value
            over = 0.0
            if missing < 0:
                over = 1.0
            else:
                out[AT_FULL + value] = odds[missing]
                for s in range(missing + 1, GOAL + 2):
                    over += odds[s]
            out[AT_OVER + value] = over
    lined = int(seen[LINED])
    out[AT_LINED + min(lined, STEPS - 1)] = 1.0
    at = AT_TABLE
    out[at] = left / 12.0
    out[at + 1] = 1.0 / left
    out[at + 2] = worth / (8.0 * left)
    out[at + 3] = seen[MISSION] / 8.0
    out[at + 4] = lined / 6.0
    if seen[CALL]:
        out[at + 4 + int(seen[CALL])] = 1.0  # 5, 6
        out[at + 7 + int(seen[CALLER])] = 1.0  # 7 to 10
    last = int(seen[LAST])
    if last >= 0:
        out[at + 11 + last] = 1.0  # 11 to 14
        out[at + 15] = half_of(seen, last, players) / 10.0
    out[at + 16] = half_of(seen, 0, players) / 10.0
    out[at + 17] = seen[HALF]
    out[at + 18] = seen[PAYER]
    out[at + 19] = seen[BOUNDED]
    if seen[BOUNDED]:
        out[at + 20] = min(read_points(seen, BANK), 40) / 20.0
        out[at + 21] = 1.0 if read_points(seen, BANK) < 6 else 0.0
    out[at + 22] = 1.0 if players == 2 else 0.0
    out[at + 23] = 1.0 if players == 4 else 0.0
    ahead = mine - best
    out[at + 24] = max(-3.0, min(3.0, ahead / 10.0))
    out[at + 25] = max(-3.0, min(3.0, ahead / (4.0 + 4.0 * (left - 1) ** 0.5)))
    shown = known - own
    for i in range(min(lined, EARLIER)):
        to, by = AT_TAIL + i * OF_SOLDIER, int(seen[TAIL_BY + LAST_SOLDIER * i])
        value = int(seen[TAIL_VALUE + LAST_SOLDIER * i])
        out[to + by] = 1.0
        if value == UNSEEN:
            out[to + 4] = 1.0
        else:
            out[to + 6] = value / 8.0
            if by == 0 and seen[HAND + value] == 0 and (seen[SOLDIERS + value] == 1 or seen[SOLDIERS + value] == 2):
                out[to + 5] = 1.0
            else:
                shown -= value
        out[to + 7] = (GOAL - shown) / 12.0  # the room that all saw before it


@kernel
def read_points(seen: Any, at: int) -> int:
    return int(seen[at]) + 128 * int(seen[at + 1]) + 16384 * int(seen[at + 2])


@kernel
def half_of(seen: Any, i: int, players: int) -> int:
    """What this seat would lose to the other principal (C21-32), before stakes."""
    taken: int = (read_points(seen, i * SEAT + POINTS) + int(seen[HALF])) // 2
    return min(taken, CAP) if players == 2 else min(taken, 30)


@kernel
def guess(seen: Any, players: int, odds: Any, other: Any) -> None:
    """odds[s]: how likely what others hid adds up to s, or more than 21 for the last, were it drawn blindly."""
    for s in range(GOAL + 2):
        odds[s] = 0.0
    odds[0] = 1.0
    for i in range(1, players):
        at = i * SEAT
        for late in range(2):
            for _ in range(seen[at + DOWN + late]):
                count = 0
                for s in range(GOAL + 2):
                    other[s] = 0.0
                for value in range(VALUES):
                    code = seen[at + SOLDIERS + value]
                    if code == 1 or (code == 2 and late):
                        count += 1
                        for s in range(GOAL + 2):
                            if odds[s] > 0.0:
                                other[min(GOAL + 1, s + value)] += odds[s]
                for s in range(GOAL + 2):
                    odds[s] = other[s] / max(1, count)


@kernel
def reveal(g: Lane, p: int, out: Any) -> None:
    """What seat p does not see: the true total, what the others hold, and the room that each of them knows of."""
    for i in range(SECRETS):
        out[i] = 0.0
    out[max(0, min(ROOMS - 1, int(g.total)))] = 1.0
    for i in range(1, g.players):
        q = p + i if p + i < g.players else p + i - g.players
        at = ROOMS + (i - 1) * (VALUES + 1)
        known = int(g.shown)
        for value in range(VALUES):
            out[at + value] = g.hand[q] >> value & 1
            known += value * (g.down[q] >> value & 1)
        out[at + VALUES] = max(-1.0, (GOAL - known) / 10.0)
