"""What clients are sent that is not news of a table (`tables/news.py`): moments, advice, studies, refusals."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tablee.awaits import Awaits
from tablee.bots.appraisal import Appraisal


class TableMoment(Struct, frozen=True):
    """How a game stood after its event, or its line, `n`. `views` are those of all seats, where nothing is hidden."""

    n: int
    seat: int | None
    view: Any = None
    legal: tuple[str, ...] = ()  # always empty: nothing is to be done in the past
    awaits: Awaits | None = None
    views: dict[int, Any] | None = None


class Takeback(Struct, frozen=True):
    """Whether the last move may be taken back, if everybody agrees; where it may not, a sentence that says why."""

    why: str | None


class WeighedMove(Struct, frozen=True):
    """One thing that a seat may do, weighed by a bot. `do` is none where letting it pass is meant."""

    do: str | None
    value: float  # the chance to win with it
    why: str


class Helping(Struct, frozen=True):
    """What a careful player could work out from one seat's view, and what a strong one thinks of its moves."""

    n: int
    worlds: int | float | None = None  # how many worlds fit; none where nothing is hidden
    chances: dict[str, dict[str, float]] | None = None  # of each hidden place, how likely each value is
    weighed: tuple[WeighedMove, ...] = ()  # the best first; none where nothing is awaited from this seat


class Told(Struct, frozen=True, omit_defaults=True):
    """Line `n` of a record, from 1, as a spectator and as the seat that knows most is told of it. `hand` rolled."""

    n: int
    told: str
    open: str
    hand: int | None = None


class Studied(Struct, frozen=True):
    """A record with nothing hidden. Each of `figures` has a row for each line, with one figure for each seat."""

    game: str
    version: int
    options: dict[str, str]
    seats: tuple[str, ...]
    lines: tuple[Told, ...]
    awaits: Awaits
    figures: dict[str, tuple[tuple[float, ...], ...]]
    digest: str = ""  # what stands for this record in the list of what-ifs, where it is no table's
    redeal: bool = False  # whether what a seat did not know can be dealt again


class Reviewed(Struct, frozen=True):
    """One decision of a record, as the strongest bot thinks of it, from what that seat saw."""

    n: int  # the line
    seat: int
    did: str
    did_value: float
    best: str | None  # none: it would have let it pass
    best_value: float
    why: str  # why the best is best
    worlds: int | float | None = None
    accuracy: float | None = None  # 1: the best; 0: no better than at random; none: nothing hung on it


class LearningMoment(Struct, frozen=True):
    """A decision that gave much away, as a question: a few of the actions that were legal, in no telling order."""

    n: int  # the line that was played; the question is about the position before it
    seat: int
    answers: tuple[WeighedMove, ...]


class Appraised(Struct, frozen=True):
    """The end of a review: how each seat played, and the moments to learn from that `appraised` names."""

    appraised: tuple[Appraisal, ...]
    moments: tuple[LearningMoment, ...]


class Compared(Struct, frozen=True):
    """A what-if beside the game it branches off. `n` is the first line that differs; none: they do not differ."""

    n: int | None
    ranks: tuple[int, ...]  # how the game ended; empty: it did not
    other_ranks: tuple[int, ...]  # how the what-if ended
    decided: Reviewed | None = None  # what was decided there in the game, where that is a decision
    other: str = ""  # what was decided there in the what-if
    other_value: float = 0.0


class GameTally(Struct, frozen=True):
    """My closed tables of one game: a win with an equal or a partner is `shared`. `last` is when the last one ended."""

    game: str
    played: int
    won: int
    shared: int
    last: int
    collected: int | None = None  # dice by which my collection has grown, where the game has one


class Refused(Struct, frozen=True, omit_defaults=True):
    """An ask, or anything else, was not granted. `why` is a sentence in the caller's language."""

    refused: str | None
    code: str
    why: str
    rule: str | None = None
    line: int | None = None  # of a record that cannot be read or played, counted from 1
    retry: int | None = None  # seconds after which the same may be granted; none: asking again is of no use
