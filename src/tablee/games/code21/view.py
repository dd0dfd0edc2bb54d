"""What each seat knows in Code 21: all but the soldiers that others play face down, and the stakes until all are in."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from tablee.contract import Move, Over, Played, Seat
from tablee.games.code21.actions import Act, Play, Stake, StakeNothing
from tablee.games.code21.options import Options
from tablee.games.code21.rules import awaits, possible_stakes
from tablee.games.code21.state import Bet, Call, Soldier, State, Verdict
from tablee.tuples import around


class Seen(Struct, frozen=True, gc=False):
    """A soldier on the mission, as far as this seat knows it."""

    by: Seat
    up: bool
    value: int | None  # None: face down, and another player's
    may_be: tuple[int, ...]  # the values that it can have
    back: tuple[int, ...]  # the soldiers its player took back at once


class View(Struct, frozen=True, gc=False):
    options: Options
    seat: Seat | None
    mission: int | None
    deck: tuple[int, ...]  # missions to come, in no order
    turn: Seat | None
    hand: tuple[int, ...]  # this seat's own; a spectator has none
    counts: tuple[int, ...]  # soldiers in each hand
    unseen: tuple[tuple[int, ...], ...]  # of each seat: soldiers in hand or face down; everybody can work this out
    laid: tuple[tuple[int, ...], ...]
    line: tuple[Seen, ...]
    points: tuple[int, ...]
    bank: int | None  # None: it is never empty
    cards: tuple[tuple[int, ...], ...]
    discarded: tuple[int, ...]
    call: Call | None
    staked: tuple[bool, ...]  # which seats have staked, while there is a call
    stake: Bet | None  # one's own
    verdicts: tuple[Verdict, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # none before the end


def view(state: State, seat: Seat | None) -> View:
    over = awaits(state)
    unseen = tuple(hidden_soldiers(state, other) for other in around(state.options.players))
    return View(
        options=state.options,
        seat=seat,
        mission=state.mission,
        deck=state.deck,
        turn=state.turn,
        hand=() if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
        unseen=unseen,
        laid=state.laid,
        line=tuple(
            view_soldier(state.line, place, unseen[state.line[place].by], seat) for place in range(len(state.line))
        ),
        points=state.points,
        bank=state.bank,
        cards=state.cards,
        discarded=state.discarded,
        call=state.call,
        staked=tuple(bet is not None for bet in state.stakes),
        stake=state.stakes[seat] if state.stakes and seat is not None else None,
        verdicts=state.verdicts,
        scores=state.scores,
        ranks=over.ranks if isinstance(over, Over) else (),
    )


def hidden_soldiers(state: State, seat: Seat) -> tuple[int, ...]:
    """The soldiers a seat has in hand or face down. All sets are equal, so these are the ones that do not lie open."""
    open_ones = {*state.laid[seat], *(soldier.value for soldier in state.line if soldier.by == seat and soldier.up)}
    return tuple(value for value in state.options.soldiers if value not in open_ones)


def view_soldier(line: tuple[Soldier, ...], place: int, unseen: tuple[int, ...], seat: Seat | None) -> Seen:
    soldier = line[place]
    if soldier.up or soldier.by == seat:
        return Seen(soldier.by, soldier.up, soldier.value, (soldier.value,), soldier.back)
    return Seen(soldier.by, False, None, candidates(line, place, unseen), soldier.back)


def candidates(line: tuple[Soldier, ...], place: int, unseen: tuple[int, ...]) -> tuple[int, ...]:
    """The values a face-down soldier can have, given what everybody saw of its player.

    What was taken back lay open before: it is none of the soldiers played face down until then (`early`). And if
    those are as many as the values they can have, they use these up.
    """
    theirs = [(n, soldier) for n, soldier in enumerate(line) if soldier.by == line[place].by]
    returned = next(((n, soldier.back) for n, soldier in theirs if soldier.back), None)
    if returned is None:
        return unseen
    when, back = returned
    early = tuple(value for value in unseen if value not in back)
    if place <= when:
        return early
    if sum(n <= when and not soldier.up for n, soldier in theirs) == len(early):
        return tuple(value for value in unseen if value in back)
    return unseen


def told(before: State, move: Move[Act], after: State, seat: Seat | None) -> str:
    match move:
        case Played(by, Stake() | StakeNothing()):
            if len(after.verdicts) > len(before.verdicts):
                return f"{move} = {write_verdict(after.verdicts[-1])}"
            return str(move) if by == seat else f"{by}: stake ?"
        case Played(by, Play(_, "down")) if by != seat:
            return f"{by}: play ? down"
    return str(move)


def write_verdict(verdict: Verdict) -> str:
    """What everybody sees at the verification: every soldier, every stake and the result."""
    soldiers = "+".join(str(soldier.value) for soldier in verdict.soldiers)
    stakes = ",".join(str(bet.points) if bet.side is None else f"{bet.points}>{bet.side}" for bet in verdict.stakes)
    mission = f" mission {verdict.mission}" if verdict.success else ""
    return f"{soldiers}={verdict.total} stakes {stakes} winner {verdict.winner} takes {verdict.taken}{mission}"


def imagine(view: View, rng: Random) -> State:
    """Every world that agrees with the view is as likely as every other: face-down soldiers and sealed stakes are
    chosen blindly among what they can be. How people bluff is not weighed."""
    line: list[Soldier] = []
    for soldier in view.line:
        others = {other.value for other in line if other.by == soldier.by}
        value = soldier.value
        if value is None:  # earlier ones first: they have the fewer candidates, so that the choice is fair
            value = rng.choice([value for value in soldier.may_be if value not in others])
        line.append(Soldier(soldier.by, value, soldier.up, soldier.back))
    hands = tuple(
        tuple(value for value in view.unseen[seat] if not any(s.by == seat and s.value == value for s in line))
        for seat in around(view.options.players)
    )
    return State(
        options=view.options,
        deck=view.deck,
        hands=hands,
        laid=view.laid,
        cards=view.cards,
        points=view.points,
        bank=view.bank,
        turn=view.turn,
        mission=view.mission,
        line=tuple(line),
        call=view.call,
        stakes=tuple(imagine_stake(view, seat, rng) for seat in around(len(view.staked))),
        verdicts=view.verdicts,
    )


def imagine_stake(view: View, seat: Seat, rng: Random) -> Bet | None:
    """A stake that this seat may hold in its fist."""
    if not view.staked[seat]:
        return None
    if seat == view.seat:
        return view.stake
    assert view.call is not None
    match rng.choice(possible_stakes(view.points[seat], view.call, seat)):
        case Stake(points, side):
            return Bet(points, side)
        case StakeNothing():
            return Bet(0, None)
