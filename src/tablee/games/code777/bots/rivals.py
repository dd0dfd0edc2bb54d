"""What the others can know of their racks, as seen by a player who does not see their own.

The others see the player's own rack, so what they can know depends on it. So what they do says something about it: a
rival who would be certain if these tiles stood there, and says nothing, makes it unlikely that they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tablee.contract import Seat
from tablee.games.code777.deduction import DRAWS
from tablee.games.code777.fits import ALL, BIT, TAKES, WORTH, fits, made_of, saying, total_of
from tablee.games.code777.questions import Answer
from tablee.games.code777.state import ALL_RACKS, Asked, Declared, racks_to_refill
from tablee.games.code777.tiles import COUNT, DIGITS, PLACE, RACKS, Rack
from tablee.games.code777.view import View
from tablee.tuples import around

MISSED: Final = 0.1  # how likely somebody overlooks what they could be certain of
GUESSED: Final = 0.15  # how likely somebody who was never wrong guesses
ABSURD: Final = 0.01  # how likely somebody declares what they could know to be wrong

THERE: Final = tuple(COUNT.values())
Said: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What somebody sees out of the stock leaves this many of each tile, less the viewer's own rack, if they see it."""

    left: tuple[int, ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody heard (a question), or what they said, or that they said nothing, while they saw this much."""

    number: int = 0
    total: int = 0
    mine: bool = False  # the viewer's own rack, as it is now, counts in the answer
    found: Answer = 0
    sights: tuple[Sight, ...] = ()
    said: Said | None = None


@dataclass(slots=True)
class Story:
    """All that matters of one rack of a rival, from when it was filled."""

    seat: Seat
    steps: list[Step] = field(default_factory=list[Step])
    told: bool = False  # there is a step that tells something about the viewer's rack


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a rival can know, if a given rack is one's own: what fits, and how well their conduct goes with it."""

    fitting: int
    weight: float


def alike(rack: Rack, colours: bool) -> int:
    """The racks that are declared in the same words."""
    return BIT[rack] if colours else saying(DIGITS[rack])


def certain(fitting: int, colours: bool) -> bool:
    """Whether all these racks are declared in the same words."""
    if not fitting:
        return False
    rack = RACKS[(fitting & -fitting).bit_length() - 1]
    return not fitting & ~alike(rack, colours)


class Rivals:
    """The stories of the others' racks, read once; then asked again and again what they mean."""

    def __init__(self, view: View, earlier: Mapping[int, Rack]) -> None:
        """`earlier`: what one believes to have had on one's own rack before, by place."""
        assert view.seat is not None
        self.view, self.seat, self.earlier = view, view.seat, earlier
        self.current = len(view.racks[view.seat])  # the place of one's own rack, counted from 1
        self.now: dict[Seat, Story] = {}
        self.past: list[Story] = []
        self.hasty = {event.by for event in view.log if isinstance(event, Declared) and not event.right}
        self.read()

    # ---- the record, from the start ---------------------------------------------

    def read(self) -> None:
        view, seats = self.view, around(self.view.options.players)
        self.nth = [min(1, len(racks)) for racks in view.racks]
        self.aside: list[tuple[int, int]] = []  # rack and place, since the last merge
        self.before: dict[Seat, list[Sight]] = {seat: [] for seat in seats}
        self.now = {seat: Story(seat) for seat in seats if seat != self.seat}
        spent: set[Seat] = set()
        draws = points = 0
        for event in view.log:
            if isinstance(event, Asked):
                for story in self.now.values():
                    if story.seat not in spent:
                        self.add_statement(story, None)
                self.add_answer(event)
                spent = set() if view.options.declare_again == "next_question" else spent - {event.by}
                continue
            points += event.right
            if event.by != self.seat:
                self.add_statement(self.now[event.by], event.said)
            if view.options.declare_again != "any":
                spent.add(event.by)
            for rack in racks_to_refill(view.options, event.by, event.right, points):
                self.aside.append((rack, self.nth[rack]))
                if self.nth[rack] == len(view.racks[rack]):
                    return  # it is being filled now
                self.nth[rack] += 1
                if rack in self.now:
                    self.past.append(self.now[Seat(rack)])
                    self.now[Seat(rack)], self.before[Seat(rack)] = Story(Seat(rack)), []
                draws += 1
                if draws % DRAWS == 0:
                    for seat in self.now:
                        self.before[seat].append(self.sight(seat))
                    self.aside = []

    def rack(self, rack: int, place: int) -> Rack | None:
        """What stood there, as far as one knows; None: what stands on one's own rack now."""
        if rack == self.seat:
            return None if place == self.current else self.earlier[place - 1]
        return self.view.racks[rack][place - 1]

    def add_answer(self, event: Asked) -> None:
        """Every rival who did not ask has heard this answer."""
        for story in self.now.values():
            if story.seat != event.by:
                seen = [self.rack(r, n) for r, n in enumerate(event.stood) if r not in (story.seat, event.by)]
                known = [rack for rack in seen if rack is not None]
                mine = len(known) < len(seen)
                story.steps.append(
                    Step(event.number, total_of(event.number, known), mine, event.answer)
                )  # fmt: skip

    def add_statement(self, story: Story, said: Said | None) -> None:
        """Somebody said this, or nothing. It tells something if one's own rack stood already, as it does now."""
        if self.nth[self.seat] == self.current:
            story.steps.append(Step(sights=self.sights(story.seat), said=said))
            story.told = True

    def sights(self, seat: Seat) -> tuple[Sight, ...]:
        """All that this seat saw out of the stock since their rack was filled, round by round."""
        return (*self.before[seat], self.sight(seat))

    def sight(self, seat: Seat) -> Sight:
        standing = [(rack, self.nth[rack]) for rack in range(ALL_RACKS) if rack != seat]
        gone = [(rack, place) for rack, place in self.aside if rack != seat or self.view.options.show_removed]
        left, mine = list(THERE), False
        for rack, place in standing + gone:
            tiles = self.rack(rack, place)
            if tiles is None:
                mine = True
                continue
            for tile in tiles:
                left[PLACE[tile]] -= 1
        return Sight(tuple(left), mine)

    # ---- what it means ----------------------------------------------------------

    def possible(self, sights: tuple[Sight, ...], mine: Rack) -> int:
        """The racks that can be made of what is not seen elsewhere."""
        found = ALL
        for sight in sights:
            left = list(sight.left)
            if sight.mine:
                for place, n in TAKES[mine]:
                    left[place] -= n
            found &= made_of([max(0, n) for n in left])
        return found

    def follow(self, story: Story, mine: Rack) -> Knowledge:
        """What the rival can know at the end of a story, if this is one's own rack, and how well they behaved so."""
        colours = self.view.options.colours
        fitting, weight, missed = ALL, 1.0, False
        sights: tuple[Sight, ...] = ()
        possible = ALL
        for step in story.steps:
            if step.number:
                total = step.total + WORTH[step.number][mine] if step.mine else step.total
                fitting &= fits(step.number, total, step.found)
                continue
            if step.sights != sights:
                sights, possible = step.sights, self.possible(step.sights, mine)
            known = fitting & possible
            if step.said is not None:
                weight *= self.conduct(story.seat, known, step.said)
            elif not missed and certain(known, colours):
                weight, missed = weight * MISSED, True
        return Knowledge(fitting, weight)

    def conduct(self, seat: Seat, known: int, said: Said) -> float:
        """How well a declaration goes with what the rival could know."""
        right = known & saying(said)
        if not known:
            return 1.0
        share = right.bit_count() / known.bit_count()
        if seat in self.hasty:
            return ABSURD + share
        return 1.0 if share == 1 else ABSURD + GUESSED * share

    def weight(self, mine: Rack) -> float:
        """How well all that the others said, and did not say, goes with this being one's own rack."""
        weight = 1.0
        for story in (*self.past, *self.now.values()):
            if story.told:
                weight *= self.follow(story, mine).weight
        return weight

    def known(self, seat: Seat, mine: Rack) -> int:
        """The racks that this rival can still think possible, if this is one's own rack."""
        return self.follow(self.now[seat], mine).fitting & self.possible(self.sights(seat), mine)
