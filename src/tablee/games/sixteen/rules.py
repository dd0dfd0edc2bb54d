"""How Sixteen is played."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tablee.chance import OneOf
from tablee.contract import Awaited, IllegalMove, Move, Over, Played, Seat, check_awaited, refuse_misplaced, require
from tablee.games.sixteen.actions import JOKERS, PLAY, Act, Dealt, Draw, Drawn, First, Play, PlayJoker
from tablee.games.sixteen.cards import COLOUR, JOKER, VALUE, VALUES, Card, Colour
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.state import Kind, Laid, Series, State, side
from tablee.tuples import around, insert_sorted, left_of, only, put, without

FULL_HAND = 3  # S16-02
GOAL = Options.goal  # S16-20


def start(options: Options) -> State:
    hands: tuple[tuple[Card, ...], ...] = ((),) * options.players
    return State(options, options.pack, hands, options.first, to_deal=FULL_HAND * options.players)


# ---- what is awaited ----------------------------------------------------------


def awaits(state: State) -> Awaited[Act]:
    if state.drawing:
        return OneOf(Drawn, state.stock, state.turn)
    if state.turn is None:
        return OneOf(First, around(state.options.players))
    if state.to_deal:
        return OneOf(Dealt, state.stock, taker(state))
    if state.stock or any(state.hands):
        return only(state.turn)
    return result(state)  # S16-40: every card has been played


def taker(state: State) -> Seat:
    """The seat that gets the next card: one each from the first player on, until every hand is full (S16-02)."""
    assert state.turn is not None
    return Seat((state.turn - state.to_deal) % state.options.players)


def result(state: State) -> Over:
    """S16-41, S16-42: series count, a pile left unfinished does not."""
    scores = tuple(state.won[side(seat)] for seat in around(state.options.players))
    return Over(tuple(1 if score == max(scores) else 2 for score in scores), "S16-42", scores)


# ---- what a player may do -----------------------------------------------------


def legal(state: State, seat: Seat) -> Sequence[Act]:
    if seat != state.turn or state.drawing or state.to_deal:
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
    """S16-51, S16-52: one card always stays in hand while there is a draw pile. S16-53: it may be drawn afterwards."""
    return len(state.hands[seat]) == 1 and bool(state.stock) and not state.options.forgiving


# ---- what happens then --------------------------------------------------------


def apply(state: State, move: Move[Act]) -> State:
    check_awaited(awaits(state), move)
    action = move.action
    if isinstance(move, Played):
        match action:
            case Play():
                card = action.card
                require(card != JOKER, "S16-11", "say what the joker counts as: play joker 4 green")
                return play_card(state, move.by, card, VALUE[card], COLOUR[card])
            case PlayJoker(value, colour):
                require(value in VALUES, "S16-11", "a joker is worth 0 to 6, not {value}", value=value)
                return play_card(state, move.by, JOKER, value, colour)
            case Draw():
                return start_drawing(state, move.by)
    else:
        match action:
            case Drawn():
                return draw_card(state, action.card)
            case Dealt():
                return deal_card(state, action.card)
            case First(seat):
                require(
                    seat in range(state.options.players),
                    "S16-12",
                    "there are only {players} seats",
                    players=state.options.players,
                )
                return replace(state, turn=seat)
    refuse_misplaced(move)


def draw_card(state: State, card: Card) -> State:
    """S16-10: the card goes to the player whose turn it is. Drawn after the play, it ends the turn (S16-53)."""
    assert state.turn is not None
    stock, hands = take_card(state, card, state.turn)
    if not state.hands[state.turn]:
        turn = next_player(state.pile, state.series, hands, stock)
        return replace(state, stock=stock, hands=hands, drawing=False, turn=turn)
    return replace(state, stock=stock, hands=hands, drawing=False, drawn=state.drawn + 1)


def deal_card(state: State, card: Card) -> State:
    stock, hands = take_card(state, card, taker(state))
    last = state.to_deal == 1
    return replace(
        state, stock=stock, hands=hands, to_deal=state.to_deal - 1, drawing=last and state.options.draw == "auto"
    )


def take_card(state: State, card: Card, seat: Seat) -> tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]:
    """The draw pile and the hands, once this card is in this seat's hand."""
    try:
        stock = without(state.stock, card)
    except ValueError:
        raise IllegalMove("S16-01", "no {card} is left in the draw pile", card=card) from None
    return stock, put(state.hands, seat, insert_sorted(state.hands[seat], card))


def start_drawing(state: State, seat: Seat) -> State:
    """S16-51, S16-52: drawing is an action."""
    require(state.options.draw != "auto", "S16-50", "at this table cards are drawn for you")
    require(state.stock, "S16-10", "the draw pile is empty")
    if state.options.draw == "strict":
        require(not state.drawn, "S16-10", "one card a turn: you have drawn already")
    require(may_draw(state, seat), "S16-52", "your hand is full: {cards} cards", cards=FULL_HAND + 1)
    return replace(state, drawing=True)


def play_card(state: State, seat: Seat, card: Card, value: int, colour: Colour) -> State:
    hand, options = state.hands[seat], state.options
    require(card in hand, "S16-10", "{card} is not in your hand", card=card)
    if must_draw(state, seat):
        rule = "S16-51" if options.draw == "strict" else "S16-52"
        raise IllegalMove(rule, "draw first: one card must stay in your hand")
    hands = put(state.hands, seat, without(hand, card))
    pile = (*state.pile, Laid(card, value, colour, seat))
    total = state.total + value
    series = state.series
    if kind := completed_series(pile, total, options):
        winner = 1 - side(seat) if kind == "bust" else side(seat)  # S16-20, S16-21, S16-22
        worth = 2 if kind == "match+sixteen" and options.bonus else 1  # S16-24
        series = (*series, Series(kind, winner, pile, worth))  # S16-30
        pile, total = (), 0
    forgotten = bool(state.stock) and not hands[seat]  # S16-53: the turn lasts until a card is drawn after all
    return replace(
        state,
        hands=hands,
        pile=pile,
        total=total,
        series=series,
        turn=seat if forgotten else next_player(pile, series, hands, state.stock),
        drawn=0,
        drawing=forgotten or (bool(state.stock) and options.draw == "auto"),  # S16-50
    )


def next_player(
    pile: tuple[Laid, ...], series: tuple[Series, ...], hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]
) -> Seat:
    """Who plays after the last card."""
    if not pile and len(hands) == 2:
        seat = Seat(series[-1].side)  # S16-31: with two, a side is its seat
    else:
        seat = left_of((pile or series[-1].cards)[-1].by, len(hands))  # S16-12, S16-32
    if not stock and any(hands):  # S16-40: the next that still has a card
        while not hands[seat]:
            seat = left_of(seat, len(hands))
    return seat


def completed_series(pile: tuple[Laid, ...], total: int, options: Options) -> Kind | None:
    """The series that the last card makes, if any."""
    if total > options.goal:  # S16-21, S16-23: whatever else it makes
        return "bust"
    if options.match and len(pile) >= 3 and alike(*pile[-3:]):  # S16-22, S16-25
        return "match+sixteen" if total == options.goal else "match"
    return "sixteen" if total == options.goal else None


def alike(one: Laid, two: Laid, three: Laid) -> bool:
    return one.value == two.value == three.value or one.colour == two.colour == three.colour
