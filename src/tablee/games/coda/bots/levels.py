"""The levels of Code de Vinci: a beginner on a first evening, a club player, and the master."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from tablee.bots.bot import NEUTRAL, Advice, Mixture, Style, Weighed
from tablee.bots.calibrated import Correction, as_it_turns_out
from tablee.bots.mixture import blend, evenly, mixed_bot, only
from tablee.games.coda.actions import Act, Attack, Pick, Show, Stop, Take
from tablee.games.coda.bots.estimates import Reading, read, readings
from tablee.games.coda.tiles import PLAIN, WITH_JOKERS, Tile, Value
from tablee.games.coda.view import View, unseen

WANDERS: Final = 0.5  # how often a beginner looks at just any tile
CONTENT: Final = 0.6  # how often a beginner stops once there was a right attack
CONTENT_BY_STYLE: Final = 0.35  # the same, more for the careful and less for the bold
DRAWS: Final = {2: Correction(0.58, 1.26)}  # by players: how the chances that a master sees before a draw turn out
CLUB_NERVE, MASTER_NERVE = 0.06, 0.03  # chances to win that going on seems better to the bold, worse to the careful


# ---- what both have in common -------------------------------------------------------


def share(mine: int, theirs: int) -> float:
    """A chance to win: one's own share of all the hidden tiles."""
    if not mine:
        return 0.0
    return mine / (mine + theirs) if theirs else 1.0


def weigh(view: View, legal: Sequence[Act], read: Sequence[Reading]) -> Weighed:
    """Every action with the chance to win that counting hidden tiles gives it, the best first."""
    odds = {(reading.seat, reading.place): reading.odds for reading in read}
    best = max((odd for reading in read for odd in reading.odds.values()), default=0.0)
    mine = sum(not seen.up for seen in view.codes[view.seat or 0])
    theirs = len(read)
    drawn = view.drawn is not None
    kept, lost = share(mine + drawn, theirs), share(mine - (not drawn), theirs)
    found: list[Advice] = []
    for action in legal:
        match action:
            case Attack(target, place, value):
                fits = odds[target, place]
                p = fits.get(value, 0.0)
                right = share(mine + drawn, theirs - 1)
                reason = "misfit" if not p else "only" if len(fits) == 1 else "fits"
                found.append(Advice(action, p * right + (1 - p) * lost, reason, {"n": len(fits), "p": p}))
            case Stop():
                found.append(Advice(action, kept, "stop" if drawn else "stop_bare", {"p": best}))
            case Take(colour):
                n = view.table[colour == "white"]
                found.append(Advice(action, kept * n / sum(view.table), "plenty", {"n": n, "colour": colour}))
            case Pick(black):
                each = view.options.tiles_each
                even = 1 - abs(2 * black - each) / (2 * each)
                found.append(
                    Advice(action, even / view.options.players, "mixed", {"black": black, "white": each - black})
                )
            case Show(place):
                n = len(guess_of_others(view, place))
                found.append(Advice(action, lost * (1 - n / 100), "readable", {"n": n}))
            case _:
                found.append(Advice(action, kept, "place", {"n": len(legal)}))
    return sorted(found, key=lambda advice: -advice.value)


def guess_of_others(view: View, place: int) -> Mapping[Value, float]:
    """What the player's own tile could be for the others, who see its back."""
    up = {seen.tile for code in view.codes for seen in code if seen.up}
    return read(view.codes[view.seat or 0], place, all_tiles(view).difference(up), counting=False)


def all_tiles(view: View) -> frozenset[Tile]:
    """All the tiles of the game."""
    return frozenset(WITH_JOKERS if view.options.jokers else PLAIN)


def lean(weighed: Weighed, nerve: float) -> Weighed:
    """The same in the eyes of somebody who likes going on: stopping seems worse by this much."""
    if not nerve:
        return weighed
    leant = [replace(advice, value=advice.value - nerve) if advice.action == Stop() else advice for advice in weighed]
    return sorted(leant, key=lambda advice: -advice.value)


def one_of_the_best(weighed: Weighed) -> Mixture:
    return evenly(advice.action for advice in weighed if advice.value >= weighed[0].value - 1e-9)


# ---- a first evening ----------------------------------------------------------------


def beginner_advises(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    """From the order alone: any number that fits between its neighbours, wherever else it may be seen."""
    return weigh(view, legal, readings(view, all_tiles(view), counting=False))


def beginner_mixes(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Mixture:
    """Looks at the tile that seems easiest, or just at any, and is soon content."""
    if view.phase != "attack":
        return evenly(legal)
    read = readings(view, all_tiles(view), counting=False)
    best = max(read, key=lambda reading: max(reading.odds.values(), default=0.0))
    unsure = view.right and max(best.odds.values(), default=0.0) < 1
    stops = CONTENT - CONTENT_BY_STYLE * style.boldness if unsure else 0.0
    somewhere = [attacks_on(reading) for reading in read if reading.odds]
    anywhere = blend(*((1 / len(somewhere), attack) for attack in somewhere))
    attack = blend((WANDERS, anywhere), (1 - WANDERS, attacks_on(best)))
    return blend((stops, only(Stop())), (1 - stops, attack))


def attacks_on(looked: Reading) -> Mixture:
    """Any value that it may be."""
    return evenly(Attack(looked.seat, looked.place, value) for value in looked.odds)


# ---- at the club --------------------------------------------------------------------


def club_advises(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    """Counts for each tile by itself what it may be, with all that is seen; goes on while that seems worth it."""
    return weigh(view, legal, readings(view, unseen(view), counting=True))


def club_mixes(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Mixture:
    return one_of_the_best(lean(club_advises(view, legal, rng), CLUB_NERVE * style.boldness))


# ---- the master ---------------------------------------------------------------------


def master_advises(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    """See `master.py`, which needs NumPy: it is not asked for before a master plays.

    Before a draw it counts on one attack only, so its chances turn out better than it thinks.
    """
    from tablee.games.coda.bots import master

    weighed = master.advise(view, legal, rng)
    return as_it_turns_out(weighed, DRAWS.get(view.options.players) if view.phase == "take" else None)


def master_mixes(view: View, legal: Sequence[Act], rng: Random, style: Style = NEUTRAL) -> Mixture:
    from tablee.games.coda.bots import master

    if view.phase == "attack" and style.boldness:
        return only(lean(master.advise(view, legal, rng), MASTER_NERVE * style.boldness)[0].action)
    return master.mix(view, legal, rng)


BOTS: Final = (
    mixed_bot("coda", "beginner", beginner_mixes, beginner_advises),
    mixed_bot("coda", "club", club_mixes, club_advises),
    mixed_bot("coda", "master", master_mixes, master_advises),
)
