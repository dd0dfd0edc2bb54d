"""A position of Code 21 as somebody enters it: the mission with its soldiers, and what lies in front of everybody.

In `line` "2:7" is a soldier of the second player, worth 7 and face up, "3:x" one that lies face down, and "1:4x" one's
own that lies face down; "2:3+2+5" says that its player took the soldiers 2 and 5 back with it (C21-41). What is in each
hand follows from that, as all have the same soldiers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from tablee.contract import NotationError, Seat, require
from tablee.games.code21.options import EACH, Options
from tablee.games.code21.rules import TO_WIN, possible_stakes
from tablee.games.code21.state import Bet, Call, Soldier, State
from tablee.games.code21.view import View, candidates, hidden_soldiers
from tablee.games.code21.view import view as see
from tablee.position_fields import (
    Entered,
    PositionField,
    field_of,
    number,
    numbers,
    one,
    one_seat,
    read_seat,
    seat_word,
    seat_words,
    unreadable,
)
from tablee.tuples import around, left_of

DOWN: Final = "x"
KINDS: Final = ("accuse", "declare")
RICH: Final = 1_000_000  # points that somebody may have


def fields(options: Options, seat: Seat) -> tuple[PositionField, ...]:
    seats = seat_words(options.players)
    begins = tuple(f"{other}:" for other in seats)
    values = tuple(map(str, options.soldiers))
    missions = tuple(map(str, sorted(set(options.missions))))
    return (
        PositionField("mission", taps=(missions,), single=True),
        PositionField("line", taps=(begins, values, (DOWN,), tuple(f"+{value}" for value in values if value != "0"))),
        *(PositionField("laid", other, taps=(values,)) for other in around(options.players)),
        PositionField("points", taps=(tuple(map(str, range(11))),)),
        *(PositionField("won", other, taps=(missions,)) for other in around(options.players)),
        PositionField("deck", taps=(missions,)),
        PositionField("turn", taps=(seats,), single=True, seats=True),
        PositionField("call", taps=(tuple(f"{other}:{kind}" for other in seats for kind in KINDS),), single=True),
        PositionField("staked", taps=(seats,), seats=True),
        PositionField("stake", taps=(("0", *(f"{n}>{other}" for n in range(1, 4) for other in seats)),), single=True),
    )


def read(options: Options, seat: Seat, entered: Entered, rng: Random) -> View:
    players = around(options.players)
    mission, won, deck = read_missions(options, entered)
    laid = tuple(tuple(sorted(read_values(options, field_of("laid", other), entered))) for other in players)
    line = read_line(options, seat, entered.get("line", ()))
    call = read_call(options, entered, line)
    usual = call.by if call else left_of(line[-1].by, options.players) if line else seat
    turn = one_seat(entered, "turn", options.players, usual)
    points = numbers(entered, "points", 0, RICH) or (EACH,) * options.players
    if len(points) != options.players:
        raise NotationError("enter the points of all {n} players, or none", n=options.players)
    bank = None if options.bank is None else options.bank - sum(points)  # C21-36: nothing is lost
    require(bank is None or bank >= 0, "C21-36", "there are only {n} points in the box", n=options.bank)
    state = State(
        options=options,
        deck=deck,
        hands=((),) * options.players,
        laid=laid,
        cards=won,
        points=points,
        bank=bank,
        turn=turn,
        mission=mission,
        line=line,
        call=call,
        stakes=read_stakes(options, seat, entered, points, call),
    )
    return see(fill_hands(state, seat), seat)


def write(view: View) -> Mapping[str, str] | None:
    """None between two missions, and after the end."""
    if view.mission is None or view.turn is None or view.ranks:
        return None
    return {
        "mission": f"{view.mission}",
        "line": " ".join(
            f"{seat_word(soldier.by)}:{'' if soldier.value is None else soldier.value}{'' if soldier.up else DOWN}"
            + "".join(f"+{value}" for value in soldier.back)
            for soldier in view.line
        ),
        **{field_of("laid", seat): " ".join(map(str, values)) for seat, values in enumerate(view.laid)},
        "points": " ".join(map(str, view.points)),
        **{field_of("won", seat): " ".join(map(str, cards)) for seat, cards in enumerate(view.cards)},
        "deck": " ".join(map(str, view.deck)) or "none",
        "turn": seat_word(view.turn),
        "call": f"{seat_word(view.call.by)}:{view.call.kind}" if view.call else "",
        "staked": " ".join(seat_word(seat) for seat, placed in enumerate(view.staked) if placed and seat != view.seat),
        "stake": write_stake(view.stake),
    }


def write_stake(stake: Bet | None) -> str:
    if stake is None:
        return ""
    return "0" if stake.side is None else f"{stake.points}>{seat_word(stake.side)}"


# ---- missions and soldiers --------------------------------------------------------------------


def read_missions(options: Options, entered: Entered) -> tuple[int, tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """The mission, those that each player has won, and those to come: all the others, where nothing is said."""
    left = list(options.missions)

    def take(field: str, word: str) -> int:
        value = number(field, word, 0, max(options.missions))
        require(value in left, "C21-02", "no mission of {value} is left", value=value)
        left.remove(value)
        return value

    mission = take("mission", one(entered, "mission", str(options.missions[0])))
    won = tuple(
        tuple(take(name, word) for word in entered.get(name, ()))
        for name in (field_of("won", seat) for seat in around(options.players))
    )
    for cards in won:
        require(len(cards) < TO_WIN, "C21-50", "the game is over: somebody has won {n} missions", n=TO_WIN)
    words = entered.get("deck", ())
    if tuple(words) == ("none",):
        return mission, won, ()
    deck = tuple(take("deck", word) for word in words) or tuple(left)
    return mission, won, tuple(sorted(deck))


def read_values(options: Options, field: str, entered: Entered) -> tuple[int, ...]:
    return tuple(read_value(options, field, word) for word in entered.get(field, ()))


def read_value(options: Options, field: str, word: str) -> int:
    value = number(field, word, 0, max(options.soldiers))
    require(value in options.soldiers, "C21-01", "no soldier is worth {value} in this game", value=value)
    return value


UNKNOWN: Final = -1  # the value of a soldier that lies face down, until one is chosen


def read_line(options: Options, seat: Seat, words: Sequence[str]) -> tuple[Soldier, ...]:
    """The soldiers of the mission, in the order in which they were played."""
    if len(words) > options.players * len(options.soldiers):
        raise NotationError("there are not that many soldiers in the game")
    found: list[Soldier] = []
    for word in words:
        by, colon, rest = word.partition(":")
        shown, *back = rest.split("+")
        up, text = not shown.endswith(DOWN), shown.removesuffix(DOWN)
        if not colon:
            raise unreadable("line", word)
        player = read_seat("line", by, options.players)
        if (not up and (player == seat) != bool(text)) or (up and not text):
            raise unreadable("line", word)
        value = read_value(options, "line", text) if text else UNKNOWN
        found.append(Soldier(player, value, up, tuple(read_value(options, "line", one) for one in back)))
    return tuple(found)


def fill_hands(state: State, seat: Seat) -> State:
    """The same with soldiers for those that lie face down, and all others in the hands; Refusal where none fit."""
    line = list(state.line)
    for other in around(state.options.players):
        known = [*state.laid[other], *(one.value for one in line if one.by == other and one.value != UNKNOWN)]
        for value in known:
            require(
                known.count(value) == 1,
                "C21-01",
                "player {player} has only one soldier of {value}",
                player=other + 1,
                value=value,
            )
        unseen = hidden_soldiers(replace(state, line=tuple(line)), other)
        for place, soldier in enumerate(line):
            if soldier.by == other and soldier.value == UNKNOWN:  # earlier ones first: they have the fewer candidates
                taken = {one.value for one in line if one.by == other}
                fitting = [value for value in candidates(state.line, place, unseen) if value not in taken]
                require(fitting, "C21-01", "player {player} has too few soldiers for that", player=other + 1)
                line[place] = Soldier(other, fitting[0], False, soldier.back)
        for soldier in line:
            require(
                soldier.by != other or not set(soldier.back) & set(state.laid[other]),
                "C21-41",
                "what player {player} took back does not lie in front of them any more",
                player=other + 1,
            )
    hands = tuple(
        tuple(
            value
            for value in state.options.soldiers
            if value not in state.laid[other] and not any(one.by == other and one.value == value for one in line)
        )
        for other in around(state.options.players)
    )
    return replace(state, hands=hands, line=tuple(line))


# ---- stakes --------------------------------------------------------------------------------------


def read_call(options: Options, entered: Entered, line: Sequence[Soldier]) -> Call | None:
    """Who has spoken up about the last soldier, if somebody has."""
    word = one(entered, "call", "")
    if not word:
        return None
    by, _, kind = word.partition(":")
    if kind not in KINDS:
        raise unreadable("call", word)
    seat = read_seat("call", by, options.players)
    require(line, "C21-13", "there is nobody to accuse: no soldier has been played yet")
    require(line[-1].by != seat, "C21-13", "the player of the last soldier is the other side")
    return Call(seat, "accuse" if kind == "accuse" else "declare", line[-1].by)


def read_stakes(
    options: Options, seat: Seat, entered: Entered, points: Sequence[int], call: Call | None
) -> tuple[Bet | None, ...]:
    """Who holds out a fist, and what is in one's own."""
    staked = {read_seat("staked", word, options.players) for word in entered.get("staked", ())} - {seat}
    mine = read_stake(options, one(entered, "stake", ""))
    if call is None:
        require(not staked and mine is None, "C21-20", "nobody has accused or declared: there is nothing to stake on")
        return ()
    if mine is not None:
        possible = [
            (getattr(one, "points", 0), getattr(one, "side", None)) for one in possible_stakes(points[seat], call, seat)
        ]
        require(
            (mine.points, mine.side) in possible,
            "C21-21",
            "this stake is not allowed: up to 3 of your points, on one of the two sides",
        )
    everybody = len(staked) + (mine is not None) == options.players
    require(not everybody, "C21-30", "all stakes are in: the soldiers are turned up")
    return tuple(
        mine if other == seat else Bet(0, None) if other in staked else None for other in around(options.players)
    )


def read_stake(options: Options, word: str) -> Bet | None:
    if not word:
        return None
    points, arrow, side = word.partition(">")
    if not arrow:
        return Bet(number("stake", points, 0, 0), None)
    return Bet(number("stake", points, 1, 3), read_seat("stake", side, options.players))
