"""What may stand on one's own rack, and a whole table that could be the one that is seen.

Tiles leave the stock and come back only when it is merged (C77-23). So the game falls into *rounds*, from one merge to
the next, and within a round no tile is seen in two places: a rack's tiles are out of the stock from the round in which
they were drawn to the round in which they were set aside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain, islice, pairwise
from math import comb, perm, prod
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from tablee.games.code777.fits import fits, made_of, members, saying, total_of
from tablee.games.code777.questions import Answer
from tablee.games.code777.state import Asked, Declared, State, racks_to_refill
from tablee.games.code777.tiles import COUNT, RACKS, TILES, Rack, Tile
from tablee.games.code777.view import View
from tablee.tuples import put

DRAWS: Final = 3  # C77-23: a stock of 16 is down to 7 when three racks have been filled

TAKES: Final = {rack: tuple(Counter(rack).items()) for rack in RACKS}

Heard: TypeAlias = tuple[int, tuple[Rack, ...], Answer]  # a question, the other racks that the asker saw, the answer
Verdict: TypeAlias = tuple[tuple[int | Tile, ...], bool]  # what was declared, and whether it was right


class Round(Struct):
    """From one merge of the stock to the next: how many of each tile may be on racks that are not seen."""

    begun: dict[Tile, int]  # not on a rack that was seen when it began
    left: dict[Tile, int]  # nor seen to be drawn in it


class Unseen(Struct):
    """Tiles that stood on one's own rack: out of the stock from round `drawn` to round `gone`."""

    place: int
    drawn: int
    gone: int
    fitting: tuple[Rack, ...]


def imagine(view: View, rng: Random) -> State:
    """A table that fits all that was ever answered and declared, and every tile that was seen.

    What stands now, and what was set aside since the last merge, is as likely as it is (the most restricted rack is
    drawn first, without regard to the others: exact while one is unseen, near where several are). What was merged
    before is only possible. That the others' declarations may tell something is left out.
    """
    assert view.seat is not None, "a spectator imagines nothing"
    spans = out_of_stock(view)
    rounds = seen_from(view, spans)
    found = choose_racks(unseen_racks(view, spans[view.seat], rounds), rounds, rng)
    assert found is not None, "what is true fits"
    return build_state(view, found, rounds[-1])


def build_state(view: View, found: Mapping[int, Rack], last: Round) -> State:
    """The table on which these stood on one's own rack, by their place; in the last round that much was left."""
    assert view.seat is not None
    own = [found.get(place) if rack is None else rack for place, rack in enumerate(view.racks[view.seat])]
    racks = tuple(map(seen_racks, put(view.racks, view.seat, tuple(own))))
    stock = last.left
    standing = [tiles[-1] for rack, tiles in enumerate(racks) if tiles and rack not in view.filling[:1]]
    on_racks = Counter(tile for rack in standing for tile in rack)
    return State(
        options=view.options,
        points=view.points,
        turn=view.turn,
        stock=row(stock),
        aside=row({tile: count - stock[tile] - on_racks[tile] for tile, count in COUNT.items()}),
        racks=racks,
        filling=view.filling,
        pile=view.pile,
        turned=view.turned,
        asking=view.asking,
        asked=view.asked,
        log=view.log,
        spent=view.spent,
        ended=view.ended,
    )


def seen_racks(racks: tuple[Rack | None, ...]) -> tuple[Rack, ...]:
    return tuple(rack for rack in racks if rack is not None)


def row(counts: Mapping[Tile, int]) -> tuple[Tile, ...]:
    return tuple(tile for tile in TILES for _ in range(counts[tile]))


# ---- which tiles were where ---------------------------------------------------


def out_of_stock(view: View) -> list[list[tuple[int, int]]]:
    """For each rack, and all tiles that ever stood on it, the rounds in which they were drawn and were set aside."""
    drawn = [[0] if tiles else [] for tiles in view.racks]
    draws = points = 0
    for event in view.log:
        if isinstance(event, Declared):
            points += event.right
            for rack in racks_to_refill(view.options, event.by, event.right, points):
                if len(drawn[rack]) < len(view.racks[rack]):  # the last ones may not have been drawn yet
                    drawn[rack].append(draws // DRAWS)
                    draws += 1
    return [list(pairwise((*rounds, draws // DRAWS))) for rounds in drawn]


def seen_from(view: View, spans: list[list[tuple[int, int]]]) -> list[Round]:
    """What is left for the racks that are not seen, round by round."""
    last = max((gone for lives in spans for _, gone in lives), default=0)
    rounds = [Round(dict(COUNT), dict(COUNT)) for _ in range(last + 1)]
    for racks, lives in zip(view.racks, spans, strict=True):
        for rack, (drawn, gone) in zip(racks, lives, strict=True):
            for tile in rack or ():
                rounds[drawn].left[tile] -= 1
                for later in rounds[drawn + 1 : gone + 1]:
                    later.begun[tile] -= 1
                    later.left[tile] -= 1
    return rounds


# ---- what fits ----------------------------------------------------------------


def unseen_racks(view: View, lives: list[tuple[int, int]], rounds: list[Round]) -> list[Unseen]:
    """All that stood on one's own rack and was never shown, with what fits what was said while it stood."""
    assert view.seat is not None
    own = view.racks[view.seat]
    heard: list[list[Heard]] = [[] for _ in own]
    verdicts: list[Verdict | None] = [None for _ in own]
    for event in view.log:
        place = event.stood[view.seat] - 1
        match event:
            case _ if own[place] is not None:
                continue
            case Asked(number, by, found) if by != view.seat:  # one's own answers tell nothing about one's own rack
                heard[place].append((number, others(view, event), found))
            case Declared(by, said, right) if by == view.seat:
                verdicts[place] = (said, right)
    return [
        Unseen(place, drawn, gone, fitting(least(rounds[drawn : gone + 1]), tuple(heard[place]), verdicts[place]))
        for place, (drawn, gone) in enumerate(lives)
        if own[place] is None
    ]


def others(view: View, event: Asked) -> tuple[Rack, ...]:
    """What the asker saw then, but for the rack of whoever looks."""
    hidden = (view.seat, event.by)
    return seen_racks(tuple(view.racks[rack][n - 1] for rack, n in enumerate(event.stood) if rack not in hidden))


def least(rounds: list[Round]) -> tuple[int, ...]:
    """How many of each tile can have been on one unseen rack through all these rounds."""
    return tuple(min(part.left[tile] for part in rounds) for tile in TILES)


@lru_cache(maxsize=10_000)  # what stood before stays as it was said: it is asked for again and again
def fitting(left: tuple[int, ...], heard: tuple[Heard, ...], verdict: Verdict | None) -> tuple[Rack, ...]:
    """The racks of tiles that were left with which every answer was true, and the declaration right or wrong."""
    bits = made_of(left)
    for number, seen, found in heard:
        bits &= fits(number, total_of(number, seen), found)
    if verdict is not None:
        said, right = verdict
        bits &= saying(said) if right else ~saying(said)
    return tuple(members(bits))


# ---- one of them --------------------------------------------------------------


def choose_racks(unseen: list[Unseen], rounds: list[Round], rng: Random) -> dict[int, Rack] | None:
    """A rack for each, such that no round needs more tiles than it has; they are taken from what the rounds have left.

    What is not back in the stock comes first, and the most restricted before the others. Where nothing is left for
    one, the last that took tiles from it is chosen again, and so are all after that. What is true is among the
    choices, and no choice is made twice, so this ends. None: nothing fits what was taken before.
    """
    order = sorted(unseen, key=lambda one: (one.gone < len(rounds) - 1, len(one.fitting)))
    found: list[Rack] = []
    tries: list[Iterator[Rack]] = []
    blamed: list[set[int]] = []  # by those who found nothing and made this one be chosen again
    while (n := len(found)) < len(order):
        if len(tries) == n:
            tries.append(choices(order[n], rounds, rng))
            blamed.append(set())
        if rack := next(tries[n], None):
            take(order[n], rack, rounds, 1)
            found.append(rack)
            continue
        culprits = blamed[n].union(k for k in range(n) if meet(order[k], order[n]))
        if not culprits:
            return None
        last = max(culprits)
        blamed[last] |= culprits - {last}
        for k in range(last, n):
            take(order[k], found[k], rounds, -1)
        del found[last:], tries[last + 1 :], blamed[last + 1 :]
    return {one.place: rack for one, rack in zip(order, found, strict=True)}


def meet(one: Unseen, other: Unseen) -> bool:
    """Whether they were out of the stock in one round."""
    return one.drawn <= other.gone and other.drawn <= one.gone


def take(one: Unseen, rack: Rack, rounds: list[Round], times: int) -> None:
    for through in rounds[one.drawn : one.gone + 1]:
        for tile in rack:
            through.left[tile] -= times


def choices(one: Unseen, rounds: list[Round], rng: Random) -> Iterator[Rack]:
    """What these tiles may be, in a random order: the likelier the earlier, if they are not back in the stock."""
    through = rounds[one.drawn : one.gone + 1]
    if one.gone < len(rounds) - 1:
        start = rng.randrange(len(one.fitting))
        for rack in chain(islice(one.fitting, start, None), islice(one.fitting, start)):
            if all(part.left[tile] >= n for part in through for tile, n in TAKES[rack]):
                yield rack
        return
    weights = {rack: weight for rack in one.fitting if (weight := likelihood(rack, through))}
    while weights:
        [rack] = rng.choices(list(weights), list(weights.values()))
        yield rack
        del weights[rack]


def likelihood(rack: Rack, through: list[Round]) -> float:
    """In how many ways it could be drawn then, and how likely all that was drawn later is, with these tiles gone."""
    first, *later = through
    ways: float = prod(comb(first.left[tile], n) for tile, n in TAKES[rack])
    for part in later:
        for tile, n in TAKES[rack]:
            ways *= perm(part.left[tile], n) / (perm(part.begun[tile], n) or 1)
    return ways
