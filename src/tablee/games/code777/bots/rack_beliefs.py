"""What a master makes of a view: how likely each rack is, how near the others are, and whether waiting pays."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from tablee.contract import Seat
from tablee.games.code777.bots.point_race import Race
from tablee.games.code777.bots.rivals import THERE, Rivals, certain
from tablee.games.code777.fits import BIT, WORTH, fits, said_of, ways
from tablee.games.code777.posterior import OwnRack
from tablee.games.code777.questions import CARDS
from tablee.games.code777.tiles import DIGITS, Rack
from tablee.games.code777.view import View

PATHS: Final = 32  # ways in which it may go on
STEPS: Final = 10  # questions in each of them
BARS: Final = (0.3, 0.4, 0.5, 0.6, 0.75, 1.0)  # how sure one may want to be before one declares

Said: TypeAlias = tuple[object, ...]


class Thought(Struct, frozen=True):
    """What a player believes: how likely each thing is right to declare, and what there is to win."""

    chances: Mapping[Said, float]
    racks: Mapping[Said, int]  # of each thing, the racks that fit of which it is right
    right: float  # the chance to win after a right declaration
    wrong: float  # after a wrong one
    waiting: float  # without one
    rush: float | None = None  # how likely a rival is certain after the next question; None: no thought was given to it
    by_tiles: Mapping[Said, float] | None = None  # `chances` without what the others' silence says; None: the same

    @property
    def best(self) -> Said:
        return max(self.chances, key=self.chances.__getitem__)

    def tiles_alone(self, said: Said) -> float:
        return self.chances[said] if self.by_tiles is None else self.by_tiles[said]

    def value(self, said: Said) -> float:
        chance = self.chances.get(said, 0.0)
        return min(1.0, chance * self.right + (1 - chance) * self.wrong)


def declaration_of(rack: Rack, view: View) -> Said:
    """How this rack is declared (C77-20)."""
    return rack if view.options.colours else DIGITS[rack]


def sum_by_declaration(racks: Mapping[Rack, float], view: View) -> dict[Said, float]:
    """How likely each thing is right to declare."""
    found: dict[Said, float] = {}
    for rack, chance in racks.items():
        said = declaration_of(rack, view)
        found[said] = found.get(said, 0.0) + chance
    total = sum(found.values())
    return {said: chance / total for said, chance in found.items()}


class Mind:
    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        own = OwnRack(view)
        earlier = {
            place: rack or max(own.unseen[place].fitting, key=lambda rack: ways(THERE, rack))
            for place, rack in enumerate(view.racks[view.seat][:-1])
        }
        self.rivals = Rivals(view, earlier)
        self.racks = {rack: chance * self.rivals.weight(rack) for rack, chance in own.now.items()}
        self.chances = sum_by_declaration(self.racks, view)
        self.by_tiles = sum_by_declaration(own.now, view)

    def think(self, rng: Random) -> Thought:
        """Waiting is worth what the best of a few simple plans brings: to declare when one is so sure, or at last."""
        known = {mine: {seat: self.rivals.known(seat, mine) for seat in self.rivals.now} for mine in self.racks}
        nexts: list[tuple[int, ...]] = []
        tops: list[list[float]] = []
        for mine in rng.choices(list(self.racks), list(self.racks.values()), k=PATHS):
            top, soon = self.path(mine, dict(known[mine]), rng)
            tops.append(top)
            nexts.append(soon)
        race = Race(self.view, nexts)
        last = min(STEPS, race.left)
        right = [race.chance(race.points + 1, t) for t in range(last + 1)]
        wrong = [race.chance(race.points, t) for t in range(last + 1)]
        waiting = 0.0
        for bar in BARS if last else ():
            worth = 0.0
            for top in tops:
                t = next((t for t in range(1, last) if top[t] >= bar), last)
                worth += top[t] * right[t] + (1 - top[t]) * wrong[t]
            waiting = max(waiting, worth / PATHS)
        rush = sum(min(soon) <= 1 for soon in nexts) / PATHS
        racks = count_by_declaration(self.racks, self.view)
        return Thought(self.chances, racks, right[0], wrong[0], min(1.0, waiting), rush, self.by_tiles)

    def path(self, mine: Rack, known: dict[Seat, int], rng: Random) -> tuple[list[float], tuple[int, ...]]:
        """One way it may go on, if this is one's own rack: how sure one is after each question, and when each rival is.

        `known` are the racks that each rival thinks possible; it is used up.
        """
        colours, players = self.view.options.colours, self.view.options.players
        racks = [racks[-1] or mine for racks in self.view.racks]
        own = [(BIT[rack], declaration_of(rack, self.view), chance) for rack, chance in self.racks.items()]
        soon = {seat: 1 if certain(fitting, colours) else STEPS + 2 for seat, fitting in known.items()}
        tops = [max(self.chances.values())]
        for t, number in enumerate(self.questions(rng)):
            asker = ((self.view.turn or 0) + t) % players
            worths = WORTH[number]
            total = sum(worths[rack] for place, rack in enumerate(racks) if place != asker)
            found = said_of(number, total)
            for seat, fitting in known.items():
                if seat != asker and soon[seat] > STEPS:
                    known[seat] = fitting & fits(number, total - worths[racks[seat]], found)
                    if certain(known[seat], colours):
                        soon[seat] = t + 1
            if asker != self.seat:
                fitting = fits(number, total - worths[mine], found)
                own = [one for one in own if one[0] & fitting]
            sums: dict[Said, float] = {}
            for _, said, chance in own:
                sums[said] = sums.get(said, 0.0) + chance
            tops.append(max(sums.values()) / sum(sums.values()))
        return tops, tuple(soon.values())

    def questions(self, rng: Random) -> list[int]:
        """The next questions, as far as they are known; the others in any order (C77-04)."""
        pile = list(self.view.pile)
        rng.shuffle(pile)
        if self.view.options.questions == "reshuffle":
            return [*pile, *rng.sample(CARDS, len(CARDS))][:STEPS]
        order = [*self.view.turned, *pile]
        ahead = self.view.asked % len(CARDS)
        return (order[ahead:] + order)[:STEPS]


def count_by_declaration(racks: Mapping[Rack, float], view: View) -> dict[Said, int]:
    """Of how many racks each thing is right."""
    found: dict[Said, int] = {}
    for rack in racks:
        found[declaration_of(rack, view)] = found.get(declaration_of(rack, view), 0) + 1
    return found
