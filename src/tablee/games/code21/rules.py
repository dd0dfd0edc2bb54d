"""How Code 21 is played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from msgspec.structs import replace

from tablee.chance import OneOf
from tablee.contract import (
    Awaited,
    Choice,
    Happened,
    Move,
    Over,
    Played,
    Seat,
    check_awaited,
    refuse_misplaced,
    require,
)
from tablee.games.code21.actions import (
    ACCUSE,
    DECLARE,
    DOWN,
    PASS,
    UP,
    Accuse,
    Act,
    Declare,
    First,
    Pass,
    Play,
    Stake,
    StakeNothing,
    Turned,
    stakes,
)
from tablee.games.code21.options import EACH, Options
from tablee.games.code21.state import GOAL, Bet, Call, Soldier, State, Verdict
from tablee.tuples import around, left_of, only, put, ranks_of, without

MOST = 3  # C21-20: the highest stake
TOLL = 2  # C21-12: the price of a pass
CAP = 10  # C21-33: the most that one of two players takes
TO_WIN = 3  # C21-50: this many missions win at once


def start(options: Options) -> State:
    players = options.players
    return State(
        options,
        deck=options.missions,  # C21-02
        hands=(options.soldiers,) * players,  # C21-01
        laid=((),) * players,
        cards=((),) * players,
        points=(EACH,) * players,
        bank=None if options.bank is None else options.bank - EACH * players,  # C21-36
        turn=options.first,
    )


# ---- what is awaited ----------------------------------------------------------


def awaits(state: State) -> Awaited[Act]:
    if state.call is not None:
        return await_stakes(tuple([bet is None for bet in state.stakes]))
    if state.turn is None:
        return OneOf(First, around(state.options.players))  # C21-03
    if state.mission is not None:
        return only(state.turn)
    return result(state) or OneOf(Turned, state.deck)  # C21-42


@cache
def await_stakes(unstaked: tuple[bool, ...]) -> Choice:
    """C21-20: the game waits for every player whose stake is missing, in any order."""
    return Choice(frozenset(seat for seat in around(len(unstaked)) if unstaked[seat]))


def result(state: State) -> Over | None:
    """How it ended, if it has; asked between two missions."""
    for seat, cards in enumerate(state.cards):
        if len(cards) == TO_WIN:  # C21-50: first whatever the points, and the others follow by theirs
            return Over(ranks_of(put(state.scores, seat, max(state.scores) + 1)), "C21-50", state.scores)
    return None if state.deck else Over(ranks_of(state.scores), "C21-51", state.scores)


# ---- what a player may do -----------------------------------------------------


def legal(state: State, seat: Seat) -> Sequence[Act]:
    if state.call is not None:
        return () if state.stakes[seat] is not None else possible_stakes(state.points[seat], state.call, seat)
    if state.mission is None or seat != state.turn:
        return ()
    hand = state.hands[seat]  # C21-43: it may be empty
    actions: list[Act] = [UP[value] for value in hand]
    actions += [DOWN[value] for value in hand]
    if state.line:
        if may_pass(state, seat):
            actions.append(PASS)
        actions += (ACCUSE, DECLARE)
    return actions


def may_pass(state: State, seat: Seat) -> bool:
    """C21-12, once a soldier was played."""
    return left_of(seat, state.options.players) != state.line[-1].by and can_pay(state, seat)


def can_pay(state: State, seat: Seat) -> bool:
    return state.options.pass_paid_by == "bank" or state.points[seat] >= TOLL


def possible_stakes(points: int, call: Call, seat: Seat) -> Sequence[Stake | StakeNothing]:
    """C21-20: up to 3 of the player's own points."""
    return stakes(min(MOST, points), sides(call, seat))


def sides(call: Call, seat: Seat) -> tuple[Seat, ...]:
    """C21-21: a principal can stake only on their own side."""
    if seat in (call.by, call.last):
        return (seat,)
    return (call.by, call.last) if call.by < call.last else (call.last, call.by)


# ---- what happens then --------------------------------------------------------


def apply(state: State, move: Move[Act]) -> State:
    if state.call is not None:
        require(not changes_stake(state, move), "C21-20", "a stake cannot be changed")
    check_awaited(awaits(state), move)
    match move:
        case Played(seat, action):
            match action:
                case Play(value, face):
                    return play_soldier(state, seat, value, face == "up")
                case Stake(points, side):
                    return place_stake(state, seat, points, side)
                case StakeNothing():
                    return place_stake(state, seat, 0, None)
                case Accuse():
                    require(state.line, "C21-13", "there is nobody to accuse: no soldier has been played yet")
                    return open_call(state, seat, "accuse")
                case Declare():
                    require(state.line, "C21-14", "there is no success to declare: no soldier has been played yet")
                    return open_call(state, seat, "declare")
                case Pass():
                    return pass_turn(state, seat)
        case Happened(Turned(value)):
            require(value in state.deck, "C21-02", "no mission of {value} is left", value=value)
            return replace(state, deck=without(state.deck, value), mission=value)
        case Happened(First(seat)):
            require(
                seat in range(state.options.players),
                "C21-03",
                "there are only {players} seats",
                players=state.options.players,
            )
            return replace(state, turn=seat)
    refuse_misplaced(move)


# ---- a turn -------------------------------------------------------------------


def play_soldier(state: State, seat: Seat, value: int, up: bool) -> State:
    check_no_call(state)
    require(value in state.options.soldiers, "C21-01", "no soldier is worth {value} in this game", value=value)
    require(value in state.hands[seat], "C21-41", "soldier {value} is not in your hand", value=value)
    hand, laid, back = rally(without(state.hands[seat], value), state.laid[seat])
    earned = payable(state.bank, pay(len(state.line))) if up else 0  # C21-11: face down earns nothing
    return replace(
        state,
        hands=put(state.hands, seat, hand),
        laid=put(state.laid, seat, laid) if back else state.laid,
        points=put(state.points, seat, state.points[seat] + earned) if earned else state.points,
        bank=state.bank if state.bank is None else state.bank - earned,
        turn=left_of(seat, state.options.players),  # C21-04
        line=(*state.line, Soldier(seat, value, up, back)),
    )


def pay(before: int) -> int:
    """C21-10: what a soldier earns after `before` others, face up or down: 2, 2, 3, 3, 4, 4 and so on."""
    return 2 + before // 2


def rally(hand: tuple[int, ...], laid: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """C21-41: with one soldier left in hand, all that lie in front come back, but never the 0."""
    if len(hand) > 1:
        return hand, laid, ()
    back = tuple(value for value in laid if value != 0)
    return tuple(sorted(hand + back)), laid[: len(laid) - len(back)], back  # sorted: the 0 lies first


def payable(bank: int | None, points: int) -> int:
    """C21-36: the bank pays what it still holds."""
    return points if bank is None else min(bank, points)


def check_no_call(state: State) -> None:
    require(state.call is None, "C21-20", "the stakes come first: everybody is to place one")


def pass_turn(state: State, seat: Seat) -> State:
    check_no_call(state)
    require(state.line, "C21-12", "you cannot pass: no soldier has been played yet")
    last = state.line[-1].by
    after = left_of(seat, state.options.players)
    require(after != last, "C21-12", "you cannot pass: the next player is the one who played the last soldier")
    require(can_pay(state, seat), "C21-12", "you cannot pass: it costs {toll} points and you own {points}",
            toll=TOLL, points=state.points[seat])  # fmt: skip
    points, bank = state.points, state.bank
    if state.options.pass_paid_by == "passer":
        paid = TOLL
        points = put(points, seat, points[seat] - paid)
    else:
        paid = payable(bank, TOLL)
        bank = bank if bank is None else bank - paid
    return replace(state, points=put(points, last, points[last] + paid), bank=bank, turn=after)  # C21-04


def open_call(state: State, seat: Seat, kind: Literal["accuse", "declare"]) -> State:
    check_no_call(state)
    return replace(state, call=Call(seat, kind, state.line[-1].by), stakes=(None,) * state.options.players)


# ---- stakes -------------------------------------------------------------------


def changes_stake(state: State, move: Move[Act]) -> bool:
    """C21-20: nothing is awaited from a seat that has staked; this is why."""
    if type(move) is not Played or move.by not in around(state.options.players):
        return False
    return state.stakes[move.by] is not None and isinstance(move.action, Stake | StakeNothing)


def place_stake(state: State, seat: Seat, points: int, side: Seat | None) -> State:
    call, owned = state.call, state.points[seat]
    require(call, "C21-20", "nobody has accused or declared: there is nothing to stake on")
    assert call is not None
    require(0 <= points <= MOST, "C21-20", "a stake is 0 to {most} points", most=MOST)
    require(points <= owned, "C21-20", "you cannot stake that much: you own {points}", points=owned)
    principals = (call.by, call.last)
    if seat in principals:
        require(side in (seat, None), "C21-21", "you are one of the two sides: you can stake only on yourself")
    require(side in (*principals, None), "C21-21", "stake on the player who speaks up or on the one who played last")
    sealed = put(state.stakes, seat, Bet(points, side))
    after = replace(state, stakes=sealed)
    return after if None in sealed else verify(after)


# ---- verification -------------------------------------------------------------


def verify(state: State) -> State:
    """All stakes are in: the soldiers are turned up (C21-30) and the mission is settled."""
    verdict = judge(state)
    cards, winner = state.cards, verdict.winner
    points, bank = settle(state, verdict)
    troops = [rally(*retire_soldiers(state, seat)) for seat in around(state.options.players)]  # C21-40, then C21-41
    return replace(
        state,
        hands=tuple(hand for hand, _, _ in troops),
        laid=tuple(laid for _, laid, _ in troops),
        cards=put(cards, winner, (*cards[winner], verdict.mission)) if verdict.success else cards,  # C21-35
        points=points,
        bank=bank,
        turn=winner,  # C21-42
        mission=None,
        line=(),
        call=None,
        stakes=(),
        verdicts=(*state.verdicts, verdict),
    )


def judge(state: State) -> Verdict:
    call, bets = state.call, tuple(bet for bet in state.stakes if bet is not None)
    assert state.mission is not None and call is not None
    total = sum(soldier.value for soldier in state.line)
    right = total > GOAL if call.kind == "accuse" else total == GOAL  # C21-31
    winner, loser = (call.by, call.last) if right else (call.last, call.by)
    taken = half(state.points[loser] - bets[loser].points, state.options)  # C21-32: not what is in the fist
    return Verdict(state.mission, state.line, total, call, bets, winner, taken)


def half(points: int, options: Options) -> int:
    taken = points // 2 if options.half == "down" else (points + 1) // 2  # C21-32
    return min(taken, CAP) if options.players == 2 else taken  # C21-33


def settle(state: State, verdict: Verdict) -> tuple[tuple[int, ...], int | None]:
    """Points and bank once the half is taken, the lost stakes are in the bank, and the won ones are doubled."""
    points, bank, winner = list(state.points), state.bank, verdict.winner
    loser = verdict.call.by if winner == verdict.call.last else verdict.call.last
    points[loser] -= verdict.taken
    points[winner] += verdict.taken
    for seat, bet in enumerate(verdict.stakes):
        if bet.side != winner:  # C21-34
            points[seat] -= bet.points
            bank = bank if bank is None else bank + bet.points
    for seat in (*around(len(points))[winner:], *around(len(points))[:winner]):  # C21-36: from the winner on
        if verdict.stakes[seat].side == winner:
            gain = payable(bank, verdict.stakes[seat].points)  # C21-34
            points[seat] += gain
            bank = bank if bank is None else bank - gain
    return tuple(points), bank


def retire_soldiers(state: State, seat: Seat) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """C21-40: the hand of a seat, and all its used soldiers laid face up."""
    used = [soldier.value for soldier in state.line if soldier.by == seat]
    return state.hands[seat], tuple(sorted((*state.laid[seat], *used)))
