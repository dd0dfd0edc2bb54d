"""A position of Sixteen as somebody enters it: their hand, how many cards the others hold, and all that was played.

In `pile` each word is a card, "g3", or a joker with what it counts as, "joker.o4"; "1:g3" says that seat 1 played it,
and whoever is not named sat on the left of the one before. Each word of `series` is a pile that was won, from its first
card: "0:g3,b5,p2,o6".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from tablee.contract import NotationError, Seat, require
from tablee.games.sixteen.cards import CARDS, COLOUR, JOKER, VALUE, Card
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.rules import FULL_HAND, completed_series
from tablee.games.sixteen.state import Laid, Series, side
from tablee.games.sixteen.view import View
from tablee.position_fields import (
    Entered,
    PositionField,
    each,
    field_of,
    number,
    one,
    one_seat,
    read_seat,
    seat_word,
    seat_words,
    unreadable,
)
from tablee.tuples import around, left_of

MOST: Final = FULL_HAND + 1  # S16-10: cards in a hand, once one is drawn


def fields(options: Options, seat: Seat) -> tuple[PositionField, ...]:
    cards = tuple(card for card in CARDS if card in options.pack)
    plain = tuple(card for card in cards if card != JOKER)
    jokers = (f"{JOKER}.",) if options.jokers else ()
    seats = seat_words(options.players)
    begins = tuple(f"{other}:" for other in seats)
    held = tuple(map(str, range(MOST + 1)))
    return (
        PositionField("hand", taps=(cards,)),
        *(
            PositionField("held", other, taps=(held,), single=True)
            for other in around(options.players)
            if other != seat
        ),
        PositionField("pile", taps=((*plain, *jokers), begins)),
        PositionField("turn", taps=(seats,), single=True, seats=True),
        PositionField("series", taps=(begins, tuple(f",{card}" for card in (*plain, *jokers)))),
        PositionField("drawn", taps=(held,), single=True),
    )


def read(options: Options, seat: Seat, entered: Entered, rng: Random) -> View:
    hand = tuple(
        sorted(each(entered, "hand", lambda word: next((card for card in options.pack if card == word), None)))
    )
    turn = one_seat(entered, "turn", options.players, seat)
    others = {
        other: number(field_of("held", other), one(entered, field_of("held", other), str(FULL_HAND)), 0, MOST)
        for other in around(options.players)
        if other != seat
    }
    counts = tuple(len(hand) if other == seat else others[other] for other in around(options.players))
    require(len(hand) <= MOST, "S16-10", "a hand has at most {most} cards", most=MOST)
    series = tuple(read_series(options, word) for word in entered.get("series", ()))
    words = entered.get("pile", ())
    first = Seat((turn - len(words)) % options.players)
    pile = read_cards(options, "pile", words, first)
    for n in range(1, len(pile) + 1):
        done = completed_series(pile[:n], sum(laid.value for laid in pile[:n]), options)
        require(not done, "S16-20", "with its card {n} this pile is won: enter it as a series", n=n)
    seen = Counter([*hand, *(laid.card for laid in pile), *(laid.card for won in series for laid in won.cards)])
    pack = Counter(options.pack)
    for card, n in seen.items():
        require(n <= pack[card], "S16-01", "there are not that many {card} in the pack", card=card)
    stock = pack.total() - seen.total() - sum(others.values())
    require(
        stock >= 0,
        "S16-01",
        "the others cannot hold that many cards: only {n} are left",
        n=stock + sum(others.values()),
    )
    full = counts[turn] > FULL_HAND
    require(
        options.draw != "auto" or not stock or full,
        "S16-50",
        "with cards in the draw pile, the player whose turn it is has drawn and holds {most}",
        most=MOST,
    )
    require(counts[turn] > 0 or stock > 0, "S16-40", "a player without cards has no turn")
    return View(
        options=options,
        seat=seat,
        hand=hand,
        counts=counts,
        stock=stock,
        turn=turn,
        to_deal=0,
        drawing=False,
        drawn=number("drawn", one(entered, "drawn", str(int(full))), 0, MOST),
        pile=pile,
        total=sum(laid.value for laid in pile),
        won=(
            sum(won.worth for won in series if won.side == 0),
            sum(won.worth for won in series if won.side == 1),
        ),
        series=series,
    )


def write(view: View) -> Mapping[str, str] | None:
    """None while cards are dealt or drawn, and after the end."""
    if view.turn is None or view.to_deal or view.drawing or not (view.stock or any(view.counts)):
        return None
    return {
        "hand": " ".join(view.hand),
        **{field_of("held", seat): f"{count}" for seat, count in enumerate(view.counts) if seat != view.seat},
        "pile": " ".join(f"{seat_word(laid.by)}:{write_card(laid)}" for laid in view.pile),
        "turn": seat_word(view.turn),
        "series": " ".join(
            ",".join(f"{seat_word(laid.by)}:{write_card(laid)}" for laid in won.cards) for won in view.series
        ),
        "drawn": f"{view.drawn}",
    }


def write_card(laid: Laid) -> str:
    return f"{JOKER}.{laid.colour[0]}{laid.value}" if laid.card == JOKER else laid.card


def read_series(options: Options, word: str) -> Series:
    """A pile that was won: how, and by whom, follows from its cards."""
    cards = read_cards(options, "series", word.split(","), None)
    kind = completed_series(cards, sum(laid.value for laid in cards), options)
    early = any(
        completed_series(cards[:n], sum(laid.value for laid in cards[:n]), options) for n in range(1, len(cards))
    )
    require(kind is not None and not early, "S16-30", "{word} is no series that was won with its last card", word=word)
    assert kind is not None
    player = side(cards[-1].by)
    winner = 1 - player if kind == "bust" else player  # S16-20 to S16-22
    return Series(kind, winner, cards, 2 if kind == "match+sixteen" and options.bonus else 1)  # S16-24


def read_cards(options: Options, field: str, words: Sequence[str], first: Seat | None) -> tuple[Laid, ...]:
    """Cards in the order in which they were played."""
    found: list[Laid] = []
    for word in words:
        by, colon, name = word.rpartition(":")
        if colon:
            player = read_seat(field, by, options.players)
        elif found:
            player = left_of(found[-1].by, options.players)
        elif first is None:
            raise NotationError("say who played the first card of {word!r}: {example}", word=word, example=f"1:{name}")
        else:
            player = first
        found.append(read_card(options, field, name, player))
    return tuple(found)


def read_card(options: Options, field: str, name: str, by: Seat) -> Laid:
    joker, dot, as_card = name.partition(".")
    shown = next((card for card in COLOUR if card == (as_card if dot else name)), None)
    if shown is None or (dot and not (joker == JOKER and options.jokers)):
        raise unreadable(field, name)
    return Laid(Card(JOKER) if dot else shown, VALUE[shown], COLOUR[shown], by)
