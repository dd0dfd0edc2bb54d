"""How Sixteen is played."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tablee.chance import OneOf
from tablee.contract import Awaited, Happened, Move, Over, Played, Seat, admit, misplaced, require
from tablee.games.sixteen.actions import JOKERS, PLAY, Act, Dealt, Draw, Drawn, First, Play, PlayJoker
from tablee.games.sixteen.cards import COLOUR, JOKER, PLAIN, VALUE, VALUES, WITH_JOKERS, Card, Colour
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.state import Kind, Laid, Series, State, side
from tablee.tuples import around, left_of, only, put, without

FULL_HAND = 3  # S16-02
GOAL = 16  # S16-20


def start(options: Options) -> State:
    pack = WITH_JOKERS if options.jokers else PLAIN  # S16-01
    return State(options, pack, hands=((),) * options.players, turn=options.first)


# ---- what is awaited ----------------------------------------------------------


def awaits(state: State) -> Awaited[Act]:
    if state.turn is None:
        return OneOf(First, around(state.options.players))
    if state.dealt < FULL_HAND * state.options.players:  # S16-02: one card each, three times round
        return OneOf(Dealt, state.stock, hand=taker(state))
    if state.drawing:
        return OneOf(Drawn, state.stock, hand=state.turn)
    if state.stock or any(state.hands):
        return only(state.turn)
    return result(state)  # S16-40: every card has been played


def taker(state: State) -> Seat:
    """Who is dealt the next card."""
    assert state.turn is not None
    return Seat((state.turn + state.dealt) % state.options.players)


def result(state: State) -> Over:
    scores = tuple(state.won[side(seat)] for seat in around(state.options.players))
    return Over(tuple(1 if score == max(scores) else 2 for score in scores), "S16-42", scores)


# ---- what a player may do -----------------------------------------------------


def legal(state: State, seat: Seat) -> Sequence[Act]:
    if awaits(state) is not only(seat):
        return ()
    hand = state.hands[seat]
    actions: list[Act] = []
    if not must_draw(state, seat):
        actions = [PLAY[card] for card in dict.fromkeys(hand) if card != JOKER]
        if JOKER in hand:
            actions += JOKERS
    if may_draw(state, seat):
        actions.append(Draw())
    return actions


def may_draw(state: State, seat: Seat) -> bool:
    match state.options.draw:
        case "auto":  # S16-50: it was drawn already
            return False
        case "strict":  # S16-51: at most one a turn
            return bool(state.stock) and not state.drawn
        case "loose":  # S16-52: up to a full hand and one
            return bool(state.stock) and len(state.hands[seat]) <= FULL_HAND


def must_draw(state: State, seat: Seat) -> bool:
    """S16-51, S16-52: one card always stays in hand while there is a draw pile."""
    return state.options.draw != "auto" and bool(state.stock) and len(state.hands[seat]) == 1


# ---- what happens then --------------------------------------------------------


def apply(state: State, move: Move[Act]) -> State:
    admit(awaits(state), move)
    match move:
        case Played(seat, action):
            match action:
                case Play(card):
                    require(card != JOKER, "S16-11", "say what the joker is to be: play joker 4 green")
                    require(card in state.hands[seat], "S16-10", "{card} is not in your hand", card=card)
                    return played(state, seat, card, VALUE[card], COLOUR[card])
                case PlayJoker(value, colour):
                    require(value in VALUES, "S16-11", "a joker is worth 0 to 6, not {value}", value=value)
                    require(JOKER in state.hands[seat], "S16-10", "{card} is not in your hand", card=JOKER)
                    return played(state, seat, JOKER, value, colour)
                case Draw():
                    return drawing(state, seat)
        case Happened(Drawn(card)):
            assert state.turn is not None
            return replace(taken(state, card, state.turn), drawing=False, drawn=state.drawn + 1)
        case Happened(Dealt(card)):
            after = taken(state, card, taker(state))
            ready = state.dealt + 1 == FULL_HAND * state.options.players
            return replace(after, dealt=state.dealt + 1, drawing=ready and state.options.draw == "auto")
        case Happened(First(seat)):
            require(seat in range(state.options.players), "S16-12", "there is no seat {seat}", seat=seat)
            return replace(state, turn=seat)
    misplaced(move)


def taken(state: State, card: Card, seat: Seat) -> State:
    require(card in state.stock, "S16-01", "no {card} is left in the draw pile", card=card)
    hand = tuple(sorted((*state.hands[seat], card)))
    return replace(state, stock=without(state.stock, card), hands=put(state.hands, seat, hand))


def drawing(state: State, seat: Seat) -> State:
    """S16-51, S16-52: drawing is an action."""
    require(state.options.draw != "auto", "S16-50", "cards are drawn for you at this table")
    require(state.stock, "S16-10", "the draw pile is empty")
    if state.options.draw == "strict":
        require(not state.drawn, "S16-10", "one card a turn: you have drawn already")
    require(may_draw(state, seat), "S16-52", "your hand is full: {cards} cards", cards=FULL_HAND + 1)
    return replace(state, drawing=True)


def played(state: State, seat: Seat, card: Card, value: int, colour: Colour) -> State:
    if state.options.draw == "strict":
        require(not must_draw(state, seat), "S16-51", "draw first: one card must stay in your hand")
    require(not must_draw(state, seat), "S16-52", "draw first: one card must stay in your hand")
    hands = put(state.hands, seat, without(state.hands[seat], card))
    pile = (*state.pile, Laid(card, value, colour, seat))
    total = state.total + value
    kind = made(pile, total, state.options)
    if kind is None:
        after = replace(state, hands=hands, pile=pile, total=total)
        return turned(after, left_of(seat, state.options.players))  # S16-12
    winner = 1 - side(seat) if kind == "bust" else side(seat)  # S16-20, S16-21, S16-22
    worth = 2 if kind == "match+sixteen" and state.options.bonus else 1  # S16-24
    series = (*state.series, Series(kind, winner, pile, worth))  # S16-30
    after = replace(state, hands=hands, pile=(), total=0, series=series)
    if state.options.players == 2:
        return turned(after, Seat(winner))  # S16-31: with two, a side is its seat
    return turned(after, left_of(seat, state.options.players))  # S16-32


def made(pile: tuple[Laid, ...], total: int, options: Options) -> Kind | None:
    """The series that the last card makes, if any."""
    if total > GOAL:  # S16-21, S16-23: whatever else it makes
        return "bust"
    if options.match and len(pile) >= 3 and alike(*pile[-3:]):  # S16-22, S16-25
        return "match+sixteen" if total == GOAL else "match"
    return "sixteen" if total == GOAL else None


def alike(one: Laid, two: Laid, three: Laid) -> bool:
    return one.value == two.value == three.value or one.colour == two.colour == three.colour


def turned(state: State, seat: Seat) -> State:
    """The turn goes to `seat`, or to the next who still has a card (S16-40)."""
    if not state.stock and any(state.hands):  # S16-10: only play
        while not state.hands[seat]:
            seat = left_of(seat, state.options.players)
    return replace(state, turn=seat, drawn=0, drawing=bool(state.stock) and state.options.draw == "auto")  # S16-50
