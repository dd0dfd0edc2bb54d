"""A position of Code 777 as somebody enters it: the racks that they see, and what was said while these stood.

A rack has a field with its tiles: three of them stand there now; those that stood there before come first. In `said`
"2:5=2" is a question with its answer ("2:18=first"), "1:wrong=1,3,5" and "3:right=4,4,6" are declarations, in their
order; "4:pass" says that the fourth player has had their say in the last round (C77-31). What is not entered was not
said: so the older half of a long game may be left out, if no tiles of that time are entered either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from tablee.contract import IllegalMove, NotationError, Seat, require, write_value
from tablee.games.code777.deduction import choose_racks, out_of_stock, seen_from, unseen_racks
from tablee.games.code777.options import Options
from tablee.games.code777.questions import CARDS, COMPARED, Answer, answer
from tablee.games.code777.rules import FEW
from tablee.games.code777.state import ALL_RACKS, Asked, Declared, racks_to_refill
from tablee.games.code777.tiles import BOX, DIGITS, RACK_SIZE, RACKS, TILES, Rack, Tile, standing
from tablee.games.code777.view import View
from tablee.position_fields import (
    Entered,
    PositionField,
    each,
    field_of,
    number,
    numbers,
    one_seat,
    read_seat,
    seat_word,
    seat_words,
    unreadable,
)
from tablee.tuples import around, left_of

MOST_SAID: Final = 400  # questions and declarations that are entered
COMPARISONS: Final = ("first", "second", "equal")
PASS: Final = "pass"


class SaidSoFar(Struct):
    """What follows from all that was said, one thing after the other."""

    counts: list[int]  # how many racks each of the four has had
    stock: int
    aside: int
    points: list[int]
    pile: tuple[int, ...] = CARDS
    turned: tuple[int, ...] = ()
    asked: int = 0
    spent: frozenset[Seat] = frozenset()
    log: tuple[Asked | Declared, ...] = ()


def fields(options: Options, seat: Seat) -> tuple[PositionField, ...]:
    seats = seat_words(options.players)
    tiles = (TILES,)
    begins = tuple(f"{seat}:" for seat in seats)
    answers = tuple(f"={n}" for n in (*range(8), *COMPARISONS))
    verdicts = ("right=", "wrong=")
    said = tuple(f"{digit}" for digit in range(1, 8)) if not options.colours else TILES
    return (
        PositionField("turn", taps=(seats,), single=True, seats=True),
        *(PositionField("rack", Seat(rack), taps=tiles) for rack in around(options.players) if rack != seat),
        *(PositionField("free", place=rack, taps=tiles) for rack in range(options.players, ALL_RACKS)),
        *((PositionField("mine", taps=tiles),) if options.show_removed else ()),
        PositionField(
            "said", taps=(begins, tuple(map(str, CARDS)), answers, verdicts, tuple(f",{one}" for one in said))
        ),
        PositionField("points", taps=(tuple(map(str, range(options.target))),)),
    )


def read(options: Options, seat: Seat, entered: Entered, rng: Random) -> View:
    sets: list[tuple[Rack, ...]] = [
        () if rack == seat else read_racks(name_of(rack, options.players), entered) for rack in range(ALL_RACKS)
    ]
    mine = read_racks("mine", entered)
    so_far = follow(options, seat, sets, mine, entered.get("said", ()))
    own: tuple[Rack | None, ...] = (*mine, None) if options.show_removed else (None,) * so_far.counts[seat]
    racks = tuple(own if rack == seat else sets[rack] for rack in range(ALL_RACKS))
    for rack, stood in enumerate(racks):
        require(
            len(stood) == so_far.counts[rack],
            "C77-21",
            "rack {n} has stood with {now} sets of tiles, going by what was said: {given} are entered",
            n=rack + 1,
            now=so_far.counts[rack],
            given=len(stood),
        )
    asked = [event for event in so_far.log if isinstance(event, Asked)]
    usual = left_of(asked[-1].by, options.players) if asked else seat
    turn = one_seat(entered, "turn", options.players, usual)
    view = View(
        options=options,
        seat=seat,
        points=read_points(options, entered, tuple(so_far.points)),
        turn=turn,
        stock=so_far.stock,
        aside=so_far.aside,
        racks=racks,
        filling=(),
        pile=so_far.pile,
        turned=so_far.turned,
        asking=False,
        asked=so_far.asked,
        log=so_far.log,
        spent=so_far.spent,
        ended="",
    )
    check_fits(view, rng)
    return view


def write(view: View) -> Mapping[str, str] | None:
    """None while tiles or questions are drawn, and after the end."""
    if view.ended or view.turn is None or view.filling or view.asking:
        return None
    players = view.options.players
    closing = 0 < view.options.limit == view.asked
    passed = [f"{seat_word(seat)}:{PASS}" for seat in sorted(view.spent) if closing]
    return {
        "turn": seat_word(view.turn),
        **{
            name_of(rack, players): " ".join(tile for stood in racks for tile in stood or ())
            for rack, racks in enumerate(view.racks)
            if rack != view.seat
        },
        "mine": " ".join(tile for stood in view.racks[view.seat or 0] for tile in stood or ()),
        "said": " ".join([*map(write_event, view.log), *passed]),
        "points": " ".join(map(str, view.points)),
    }


def write_event(event: Asked | Declared) -> str:
    if isinstance(event, Asked):
        return f"{seat_word(event.by)}:{event.number}={event.answer}"
    return f"{seat_word(event.by)}:{'right' if event.right else 'wrong'}={write_value(event.said)}"


def name_of(rack: int, players: int) -> str:
    """The field of this rack: a player's, or one that is nobody's (C77-03)."""
    return field_of("rack" if rack < players else "free", rack)


def read_racks(field: str, entered: Entered) -> tuple[Rack, ...]:
    """All that stood on a rack, the first tiles first."""
    tiles = each(entered, field, lambda word: next((tile for tile in TILES if tile == word), None))
    if len(tiles) % RACK_SIZE:
        raise IllegalMove(
            "C77-02", "three tiles stand on a rack: {n} are entered in {field!r}", n=len(tiles), field=field
        )
    racks = [standing(tiles[n : n + RACK_SIZE]) for n in range(0, len(tiles), RACK_SIZE)]
    for rack in racks:
        require(rack in DIGITS, "C77-01", "there are not that many of these tiles in the box")
    return tuple(racks)


def read_points(options: Options, entered: Entered, known: tuple[int, ...]) -> tuple[int, ...]:
    """Those that are entered; else as many as were declared right."""
    points = numbers(entered, "points", 0, options.target - 1) or known
    if len(points) != options.players:
        raise NotationError("enter the points of all {n} players, or none", n=options.players)
    require(max(points) < options.target, "C77-30", "the game is over with {n} points", n=options.target)
    return points


# ---- what was said ---------------------------------------------------------------------------


def follow(
    options: Options, seat: Seat, sets: Sequence[tuple[Rack, ...]], mine: tuple[Rack, ...], words: Sequence[str]
) -> SaidSoFar:
    """Plays through all that was said, as far as it changes what this seat sees."""
    if len(words) > MOST_SAID:
        raise NotationError("at most {n} questions and declarations can be entered", n=MOST_SAID)
    so_far = SaidSoFar([1] * ALL_RACKS, len(BOX) - ALL_RACKS * RACK_SIZE, 0, [0] * options.players)
    for word in words:
        number_of, _, rest = word.partition(":")
        what, equals, text = rest.partition("=")
        if number_of not in seat_words(options.players) or not (
            equals or (what == PASS and is_closing(options, so_far))
        ):
            raise unreadable("said", word)
        by = read_seat("said", number_of, options.players)
        stood = tuple(so_far.counts)
        seen = [standing_rack(sets, rack, stood) for rack in range(ALL_RACKS) if rack != by and rack != seat]
        if what == PASS:
            so_far.spent |= {by}
        elif what in ("right", "wrong"):
            declared = read_declared(options, text, word)
            declare(options, so_far, Declared(by, declared, what == "right", stood))
            if by != seat:
                check_declared(standing_rack(sets, by, stood), declared, what == "right")
            elif mine and what == "right":
                check_declared(mine[stood[seat] - 1] if stood[seat] <= len(mine) else None, declared, right=True)
        else:
            card, said = number("said", what, 1, len(CARDS)), read_answer(int_or_zero(what), text, word)
            if by == seat and None not in seen:
                true = answer(card, [rack for rack in seen if rack is not None])
                require(true == said, "C77-11", "the answer to question {n} is {true}", n=card, true=str(true))
            ask(options, so_far, Asked(card, by, said, stood))
    return so_far


def is_closing(options: Options, so_far: SaidSoFar) -> bool:
    """C77-31: no question is left."""
    return 0 < options.limit == so_far.asked


def int_or_zero(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() else 0


def standing_rack(sets: Sequence[tuple[Rack, ...]], rack: int, stood: Sequence[int]) -> Rack | None:
    """What stood there then, if it is entered."""
    return sets[rack][stood[rack] - 1] if stood[rack] <= len(sets[rack]) else None


def read_answer(card: int, text: str, word: str) -> Answer:
    if card in COMPARED or text in COMPARISONS:
        if card not in COMPARED or text not in COMPARISONS:
            raise unreadable("said", word)
        return text  # type: ignore[return-value]
    return number("said", text, 0, 7)


def read_declared(options: Options, text: str, word: str) -> tuple[int | Tile, ...]:
    """C77-20: the digits, or the tiles with the option `colours`."""
    said = tuple(part for part in text.split(",") if part)
    if options.colours:
        tiles = standing(tuple(tile for part in said for tile in TILES if tile == part))
        if len(said) != RACK_SIZE or tiles not in RACKS:
            raise unreadable("said", word)
        return tiles
    if len(said) != RACK_SIZE:
        raise unreadable("said", word)
    return tuple(sorted(number("said", digit, 1, 7) for digit in said))


def check_declared(rack: Rack | None, said: tuple[int | Tile, ...], right: bool) -> None:
    """C77-21: whoever sees the rack knows whether a declaration is right."""
    if rack is None:
        return
    holds, text = said in (rack, DIGITS[rack]), write_value(said)
    require(holds or not right, "C77-21", "the declaration {said} is wrong with the tiles that stood there", said=text)
    require(right or not holds, "C77-21", "the declaration {said} is right with the tiles that stood there", said=text)


def ask(options: Options, so_far: SaidSoFar, event: Asked) -> None:
    """C77-04: a card that was turned is not in the pile until all were."""
    if event.number in so_far.pile:
        so_far.pile = tuple(card for card in so_far.pile if card != event.number)
        so_far.turned = (*so_far.turned, event.number)
        if not so_far.pile and options.questions == "reshuffle":
            so_far.pile, so_far.turned = CARDS, ()
    so_far.asked += 1
    so_far.log = (*so_far.log, event)
    so_far.spent = frozenset() if options.declare_again == "next_question" else so_far.spent - {event.by}  # C77-26


def declare(options: Options, so_far: SaidSoFar, event: Declared) -> None:
    """C77-21 to C77-23: the point, and the racks that get new tiles, one after the other."""
    so_far.points[event.by] += event.right
    so_far.log = (*so_far.log, event)
    again = options.declare_again == "any" and not is_closing(options, so_far)
    so_far.spent = frozenset() if again else so_far.spent | {event.by}  # C77-26
    for rack in racks_to_refill(options, event.by, event.right, sum(so_far.points)):
        so_far.aside += RACK_SIZE
        so_far.stock -= RACK_SIZE
        so_far.counts[rack] += 1
        if so_far.stock == FEW:
            so_far.stock, so_far.aside = so_far.stock + so_far.aside, 0


def check_fits(view: View, rng: Random) -> None:
    """Refuses what no game can have led to."""
    assert view.seat is not None
    spans = out_of_stock(view)
    rounds = seen_from(view, spans)
    for tile in TILES:
        require(
            all(one.left[tile] >= 0 for one in rounds),
            "C77-01",
            "there are not that many {tile} in the box",
            tile=tile,
        )
    unseen = unseen_racks(view, spans[view.seat], rounds)
    fits = all(one.fitting for one in unseen) and choose_racks(unseen, rounds, rng) is not None
    require(fits, "C77-10", "no tiles on this rack fit all that was said: there is a mistake somewhere")
