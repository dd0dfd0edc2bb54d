"""How likely each rack is to be one's own, and whole tables drawn with just that likelihood.

What one's own tiles may be follows from what was said while they stood (`deduction`). How likely they are follows from
the ways to draw them, and those hang on what was out of the stock: on tiles that were seen, and on one's own earlier
racks, which were not. So all of these are weighed together, one draw after the other. Between two merges of the stock
(a round) nothing comes back, and what matters of the earlier ones is only how many of each tile they hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from math import perm, prod
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from tablee.contract import write_value
from tablee.games.code777.deduction import Round, build_state, choose_racks, out_of_stock, seen_from, take, unseen_racks
from tablee.games.code777.fits import TAKES, made_of, members, together, ways
from tablee.games.code777.state import State
from tablee.games.code777.tiles import DIGITS, RACKS, TILES, Rack
from tablee.games.code777.view import View

BACK: Final = 4  # a player's last racks that are weighed together; older ones hardly matter for the present one
MOST: Final = 200  # this many different hands of own tiles out of the stock are followed, the likeliest: see `Draw`

Counts: TypeAlias = tuple[int, ...]  # of each tile, in the order of `TILES`
Stretch: TypeAlias = tuple[Counts, Counts]  # a round: what one's own racks could be made of when it began; what is left

NOTHING: Final = (0,) * len(TILES)
HELD: Final = {rack: tuple(rack.count(tile) for tile in TILES) for rack in RACKS}


class Draw(Struct, frozen=True):
    """One draw of one's own tiles, weighed with all before it.

    `out`: how likely it is that these of one's own tiles were out of the stock then. Were there more than `MOST` such
    hands, the least likely were left out: `kept` is the share that was not. That takes two declarations of one's own
    between two merges, so it is rare.
    """

    round: int
    fresh: bool  # the first of its round
    left: Counts
    out: dict[Counts, float]
    kept: float

    def chances(self, fitting: int) -> dict[Rack, float]:
        """Of each rack that was possible and is in this set, how likely it was drawn; they need not sum to 1."""
        found = dict.fromkeys(members(fitting), 0.0)
        for out, chance in self.out.items():
            rest = less(self.left, out)
            for rack in members(fitting & made_of(rest)):
                found[rack] += chance * ways(rest, rack)
        return {rack: chance for rack, chance in found.items() if chance}


def less(one: Counts, two: Counts) -> Counts:
    return tuple(a - b for a, b in zip(one, two, strict=True))


def more(one: Counts, two: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, two, strict=True))


def likelihood_factor(rack: Rack, stretch: Stretch) -> float:
    """How much likelier all that was seen to be drawn in a round is made by these tiles being out from its start."""
    begun, left = stretch
    return prod(
        perm(begun[place] - n, begun[place] - left[place]) / perm(begun[place], begun[place] - left[place])
        if begun[place] - n >= 0
        else 0.0
        for place, n in TAKES[rack]
    )


@lru_cache(maxsize=2_000)  # it changes with a declaration, not with a question
def find_draws(
    drawn_in: tuple[int, ...], before: tuple[int, ...], rounds: tuple[Stretch, ...], most: int
) -> tuple[Draw, ...]:
    """The draws of one's own racks, each with its round. `before`: what fits all of them but the last.

    No more than `most` hands are followed. None of them may lead on: then there are no draws.
    """
    draws: list[Draw] = []
    for n, round in enumerate(drawn_in):
        out = {NOTHING: 1.0}
        if n:
            last, fitting = draws[-1], before[n - 1]
            out = standing_at(last, fitting, round, rounds) if last.round < round else still_out(last, fitting)
        if not out:
            return ()
        total = sum(out.values())
        kept = dict(sorted(out.items(), key=lambda item: -item[1])[:most])
        share = sum(kept.values())
        kept = {held: chance / share for held, chance in kept.items()}
        fresh = not n or draws[-1].round < round
        left = rounds[round][1]
        draws.append(Draw(round, fresh, left, kept, share / total))
    return tuple(draws)


def standing_at(last: Draw, fitting: int, round: int, rounds: tuple[Stretch, ...]) -> dict[Counts, float]:
    """What was drawn last stood when this round began: only that was out."""
    found = {}
    for rack, chance in last.chances(fitting).items():
        for stretch in rounds[last.round + 1 : round + 1]:
            chance *= likelihood_factor(rack, stretch)
        if chance:
            found[HELD[rack]] = chance
    return found


def still_out(last: Draw, fitting: int) -> dict[Counts, float]:
    """What was out before is out still, and so is what was drawn last."""
    found: dict[Counts, float] = {}
    for out, chance in last.out.items():
        rest = less(last.left, out)
        for rack in members(fitting & made_of(rest)):
            held = more(out, HELD[rack])
            found[held] = found.get(held, 0.0) + chance * ways(rest, rack)
    return found


class OwnRack:
    """What a seat can work out about its own rack. The other racks it sees."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "a spectator works nothing out"
        self.view = view
        self.spans = out_of_stock(view)
        self.rounds = seen_from(view, self.spans)
        self.unseen = unseen_racks(view, self.spans[view.seat], self.rounds)
        self.late = self.unseen[-BACK:]
        self.stretches = tuple(map(stretch, self.rounds))
        self.fitting = tuple(together(one.fitting) for one in self.late)

    @cached_property
    def weighed(self) -> tuple[tuple[Draw, ...], dict[Rack, float]]:
        """The own draws; and of the last tiles that are not seen, how likely each rack is."""
        most = MOST
        while self.late:
            draws = find_draws(tuple(one.drawn for one in self.late), self.fitting[:-1], self.stretches, most)
            found = draws[-1].chances(self.fitting[-1]) if draws else {}
            for rack in found:
                for part in self.stretches[draws[-1].round + 1 :]:
                    found[rack] *= likelihood_factor(rack, part)
            if total := sum(found.values()):
                return draws, {rack: chance / total for rack, chance in found.items() if chance}
            most *= 10  # what is true was left out
        return (), {}

    @property
    def draws(self) -> tuple[Draw, ...]:
        return self.weighed[0]

    @property
    def last(self) -> dict[Rack, float]:
        return self.weighed[1]

    @property
    def kept(self) -> float:
        """The share of all that was weighed; the rest was too unlikely to be followed. 1: every figure is exact."""
        return prod(draw.kept for draw in self.draws)

    @property
    def stands(self) -> bool:
        """Whether there are tiles on the rack now."""
        return bool(self.late) and self.view.seat not in self.view.filling[:1]

    @property
    def now(self) -> dict[Rack, float]:
        """Of what may stand on the rack now, how likely each is."""
        return self.last if self.stands else {}

    # ---- what every posterior has ---------------------------------------------

    @property
    def worlds(self) -> int:
        """How many racks may be one's own. What stood there before counts for nothing any more."""
        return max(1, len(self.now))

    @property
    def chances(self) -> Mapping[str, Mapping[str, float]]:
        """Of one's own rack: its tiles, and only their digits."""
        if not self.stands:
            return {}
        digits: dict[str, float] = {}
        for rack, chance in self.now.items():
            digits[write_value(DIGITS[rack])] = digits.get(write_value(DIGITS[rack]), 0.0) + chance
        return {
            f"rack {self.view.seat}": {write_value(rack): chance for rack, chance in self.now.items()},
            f"digits {self.view.seat}": digits,
        }

    def sample(self, rng: Random) -> State:
        """A table as likely as it is; of racks older than the last four, only one that is possible."""
        while True:
            found = self.backwards(rng)
            rounds = [Round(dict(part.begun), dict(part.left)) for part in self.rounds]
            for one in self.late:
                take(one, found[one.place], rounds, 1)
            older = self.unseen[: -len(self.late)] if self.late else []
            if (rest := choose_racks(older, rounds, rng)) is not None:
                return build_state(self.view, {**found, **rest}, rounds[-1])

    def backwards(self, rng: Random) -> dict[int, Rack]:
        """The last rack first, then each that came before it, given those that came after."""
        found: dict[int, Rack] = {}
        later: Counts | None = None
        for n in reversed(range(len(self.late))):
            draw = self.draws[n]
            chances = self.last if later is None else dict(self.before(n, later))
            [rack] = rng.choices(list(chances), list(chances.values()))
            found[self.late[n].place] = rack
            if later is not None and not self.draws[n + 1].fresh:
                later = less(later, HELD[rack])
            else:
                outs = {out: chance * ways(less(draw.left, out), rack) for out, chance in draw.out.items()}
                [later] = rng.choices(list(outs), list(outs.values()))
        return found

    def before(self, n: int, out: Counts) -> Iterator[tuple[Rack, float]]:
        """What the nth draw may have been if these own tiles were out at the next."""
        draw = self.draws[n]
        for rack in members(self.fitting[n]):
            if self.draws[n + 1].fresh:
                if HELD[rack] == out:
                    yield rack, 1.0
            elif (held := less(out, HELD[rack])) in draw.out:
                yield rack, draw.out[held] * ways(less(draw.left, held), rack)


def stretch(part: Round) -> Stretch:
    return tuple(part.begun[tile] for tile in TILES), tuple(part.left[tile] for tile in TILES)


def posterior(view: View) -> OwnRack:
    return OwnRack(view)
