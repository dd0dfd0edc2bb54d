"""The levels of Code 777.

A beginner looks at the racks, follows the easier questions, and guesses when few digits are left. A club player follows
every question and declares what is certain. A master weighs what is likely, draws conclusions from what the others say
and do not say, and guesses when waiting is worth less.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from tablee.bots.bot import NEUTRAL, Advice, Mixture, Style, Weighed
from tablee.bots.calibrated import Correction, as_it_turns_out
from tablee.bots.mixture import blend, mixed_bot, only
from tablee.contract import Action
from tablee.games.code777.actions import Act, Declare, DeclareTiles
from tablee.games.code777.bots.point_race import PACE, Race
from tablee.games.code777.bots.rack_beliefs import Mind, Said, Thought, count_by_declaration, sum_by_declaration
from tablee.games.code777.bots.rivals import THERE
from tablee.games.code777.deduction import others, out_of_stock, seen_from, unseen_racks
from tablee.games.code777.fits import fits, made_of, members, together, total_of, ways
from tablee.games.code777.state import Asked
from tablee.games.code777.tiles import PLACE, Rack
from tablee.games.code777.view import View

EASY: Final = 8  # a beginner follows the questions from this one on: those about this many racks are harder
FEW: Final = 3  # so few things are left to declare when a beginner guesses
FEW_BY_STYLE: Final = 2  # so many more when a bold beginner does, so many fewer when a careful one does
FEW_FOR_BOLD_CLUB: Final = 2  # a bold club player guesses between two
HESITATES: Final = 0.5  # how often a careful club player who is certain waits for one more question
TRUST: Final = 0.15  # so much likelier their best guess seems to bold masters, and less so to careful ones
SURE: Final = 0.999  # as good as certain
DIM: Final = 0.15  # no guess is as unlikely as this
EDGE: Final = 1e-9  # by so much is a move better that is better for certain
TURNS_OUT: Final = {4: Correction(0.77, 0.57)}  # by players: three rivals who guess are faster than a master thinks
VISIBLE: Final = 0.01  # percentages that differ by less look the same


# ---- what everybody does --------------------------------------------------------


def silent_action(legal: Sequence[Act | None]) -> Act | None:
    """What a player does who declares nothing: asks, or lets it pass."""
    return legal[0] if declared_as(legal[0]) is None else None


def declared_as(action: Action | None) -> Said | None:
    """What is declared; None: nothing is."""
    match action:
        case Declare(digits):
            return digits
        case DeclareTiles(tiles):
            return tiles
    return None


def declaration(what: Said, legal: Sequence[Act | None]) -> Act | None:
    return next(action for action in legal if declared_as(action) == what)


def is_closing(view: View) -> bool:
    """No question is left, so a guess costs nothing any more (C77-31)."""
    return 0 < view.options.limit == view.asked


def advice(view: View, legal: Sequence[Act | None], thought: Thought) -> Weighed:
    """All that can be done, the best first. What is certainly wrong comes last: to wait is never worse."""
    found = []
    for action in dict.fromkeys((silent_action(legal), *legal)):
        what = declared_as(action)
        if what is None:
            found.append(waiting(view, action, legal, thought))
        elif not (chance := thought.chances.get(what, 0.0)):
            value = min(thought.wrong, thought.waiting)
            found.append(Advice(action, value, "impossible", {"n": sum(thought.racks.values())}))
        else:
            figures = {"x": chance, "k": thought.racks[what], "n": sum(thought.racks.values())}
            figures["tiles"] = thought.tiles_alone(what)
            found.append(Advice(action, thought.value(what), declaring_reason(thought, what), figures))
    return sorted(found, key=lambda one: (-one.value, one.reason == "impossible"))


def declaring_reason(thought: Thought, what: Said) -> str:
    """The sentence says what its figure assumes: that rivals speak up, or that some racks are drawn more often."""
    if len(thought.chances) == 1:
        return "certain"
    if counts_silence(thought, what):
        return "likely_silent"
    even = thought.racks[what] / sum(thought.racks.values())
    return "likely" if abs(thought.chances[what] - even) < VISIBLE else "likely_uneven"


def counts_silence(thought: Thought, what: Said) -> bool:
    """Whether what the others did not say makes a difference that can be seen."""
    return abs(thought.chances[what] - thought.tiles_alone(what)) >= VISIBLE


def waiting(view: View, action: Act | None, legal: Sequence[Act | None], thought: Thought) -> Advice:
    """What is to be said for declaring nothing."""
    if len(legal) == 1:
        return Advice(action, thought.waiting, "must ask")
    if is_closing(view):
        return Advice(action, thought.waiting, "last")
    if len(thought.chances) == 1:
        return Advice(action, thought.waiting, "known")
    best = thought.best
    figures: dict[str, int | float | str] = {"said": ",".join(map(str, best)), "x": thought.chances[best]}
    figures["n"] = sum(thought.racks.values())
    silent = "_silent" if counts_silence(thought, best) else ""
    if thought.rush is None:
        return Advice(action, thought.waiting, f"wait{silent}", figures)
    return Advice(action, thought.waiting, f"race{silent}", {**figures, "rush": thought.rush})


# ---- beginner and club ----------------------------------------------------------


def weigh(fitting: int) -> dict[Rack, float]:
    """Every rack as likely as there are ways to draw it from the whole box."""
    return {rack: ways(THERE, rack) for rack in members(fitting)}


def think_simply(view: View, fitting: int, few: int) -> Thought:
    """The thoughts of a player who counts what fits, and supposes that the others are halfway to their next point.

    Waiting brings them halfway to a right declaration; but if so few things are left, they think little of it.
    """
    racks = weigh(fitting)
    chances = sum_by_declaration(racks, view)
    players = view.options.players
    race = Race(view, [(round(PACE[players][0] / 2),) * (players - 1)])
    right, wrong = race.chance(race.points + 1, 0), race.chance(race.points, 0)
    top = max(chances.values())
    near = 0.0 if is_closing(view) else top * SURE if len(chances) <= few else (1 + top) / 2
    return Thought(chances, count_by_declaration(racks, view), right, wrong, min(1.0, wrong + near * (right - wrong)))


def fitting_for_beginner(view: View) -> int:
    """What fits for a beginner: the tiles that stand elsewhere now are not here, and the easier questions."""
    assert view.seat is not None
    left = list(THERE)
    for rack, racks in enumerate(view.racks):
        for tile in (racks[-1] if rack != view.seat else None) or ():
            left[PLACE[tile]] -= 1
    fitting = made_of(left)
    for event in view.log:
        here = event.stood[view.seat] == len(view.racks[view.seat])
        if here and isinstance(event, Asked) and event.number >= EASY and event.by != view.seat:
            fitting &= fits(event.number, total_of(event.number, others(view, event)), event.answer)
    return fitting


def fitting_for_club(view: View) -> int:
    """What fits all that was seen and heard."""
    assert view.seat is not None
    spans = out_of_stock(view)
    return together(unseen_racks(view, spans[view.seat], seen_from(view, spans))[-1].fitting)


def mix_beginner(view: View, legal: Sequence[Act | None], rng: Random, style: Style = NEUTRAL) -> Mixture:
    few = FEW + round(FEW_BY_STYLE * style.boldness)
    return only(declare_if_few(view, legal, fitting_for_beginner(view), few))


def mix_club(view: View, legal: Sequence[Act | None], rng: Random, style: Style = NEUTRAL) -> Mixture:
    hesitates = 0.0 if is_closing(view) else max(0.0, -HESITATES * style.boldness)
    declared = declare_if_few(view, legal, fitting_for_club(view), FEW_FOR_BOLD_CLUB if style.boldness > 0 else 1)
    return blend((hesitates, only(silent_action(legal))), (1 - hesitates, only(declared)))


def declare_if_few(view: View, legal: Sequence[Act | None], fitting: int, few: int) -> Act | None:
    """The likeliest, if so few things are left, or if it is the last chance."""
    chances = sum_by_declaration(weigh(fitting), view)
    if len(legal) == 1 or (len(chances) > few and not is_closing(view)):
        return silent_action(legal)
    return declaration(max(chances, key=chances.__getitem__), legal)


def advise_beginner(view: View, legal: Sequence[Act | None], rng: Random) -> Weighed:
    return advice(view, legal, think_simply(view, fitting_for_beginner(view), FEW))


def advise_club(view: View, legal: Sequence[Act | None], rng: Random) -> Weighed:
    return advice(view, legal, think_simply(view, fitting_for_club(view), 1))


# ---- master ---------------------------------------------------------------------


def mix_master(view: View, legal: Sequence[Act | None], rng: Random, style: Style = NEUTRAL) -> Mixture:
    return only(choose_as_master(view, legal, rng, style))


def choose_as_master(view: View, legal: Sequence[Act | None], rng: Random, style: Style) -> Act | None:
    if len(legal) == 1:
        return legal[0]
    mind = Mind(view)
    best = max(mind.chances, key=mind.chances.__getitem__)
    chance = mind.chances[best]
    if chance < SURE and not is_closing(view):
        if chance < DIM:
            return silent_action(legal)
        thought = mind.think(rng)
        if thought.value(best) + TRUST * style.boldness * (thought.right - thought.wrong) <= thought.waiting:
            return silent_action(legal)
    return declaration(best, legal)


def advise_master(view: View, legal: Sequence[Act | None], rng: Random) -> Weighed:
    """As it plays: what is as good as certain is declared, and nothing that is unlikely."""
    thought = Mind(view).think(rng)
    chance, worth = thought.chances[thought.best], thought.value(thought.best)
    declares = chance >= SURE or is_closing(view)
    if declares:
        thought = replace(thought, waiting=min(thought.waiting, max(0.0, worth - EDGE)))
    elif chance < DIM:
        thought = replace(thought, waiting=max(thought.waiting, worth))
    leading = thought.best if declares and len(legal) > 1 else None  # of what is worth the same; None: to be silent

    def order(one: Advice) -> tuple[float, bool, bool]:
        said = declared_as(one.action)
        return -one.value, said != leading, said != thought.best

    weighed = sorted(advice(view, legal, thought), key=order)
    return as_it_turns_out(weighed, TURNS_OUT.get(view.options.players))


BOTS: Final = (
    mixed_bot("code777", "beginner", mix_beginner, advise_beginner),
    mixed_bot("code777", "club", mix_club, advise_club),
    mixed_bot("code777", "master", mix_master, advise_master),
)
