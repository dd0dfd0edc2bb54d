"""A position of Code de Vinci as somebody enters it: each row from its owner's left, and what is kept apart.

"b" is a hidden black tile, "w5" a white 5: in another's row it lies face up, in one's own it stands, unless "w5^" says
that it is turned up. "b/3/7@1" was guessed to be a 3 and a 7, both wrong; the 7 was player 1's guess. "b+2" is
the second tile that came to this row after the set-up; where that is not said, the last ones in the row came later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from tablee.contract import NotationError, Seat, require
from tablee.games.coda.options import Options
from tablee.games.coda.posterior import Codes
from tablee.games.coda.row import in_order
from tablee.games.coda.state import Guess, Phase
from tablee.games.coda.tiles import COLOURS, PLAIN, TILES, VALUES, WITH_DASH, WITH_JOKERS, Value, of_colour
from tablee.games.coda.view import Seen, View
from tablee.position_fields import (
    Entered,
    PositionField,
    field_of,
    number,
    one,
    one_of,
    one_seat,
    read_seat,
    seat_word,
    seat_words,
    unreadable,
)
from tablee.tuples import around, left_of

MOMENTS: Final[dict[str, tuple[Phase, bool, bool]]] = {  # phase, an attack of this turn was right, the last was wrong
    "take": ("take", False, False),
    "attack": ("attack", False, False),
    "again": ("attack", True, False),
    "place": ("place", True, False),
    "place_up": ("place", False, True),
    "show": ("show", False, True),
}
BACKS: Final = ("b", "w")
UP: Final = "^"
MOST: Final = 26  # tiles in one row


def fields(options: Options, seat: Seat) -> tuple[PositionField, ...]:
    tiles = tuple(tile for tile in TILES if options.jokers or tile in PLAIN)
    values = tuple(f"/{value}" for value in (WITH_DASH if options.jokers else VALUES))
    moments = tuple(moment for moment in MOMENTS if options.jokers or not moment.startswith("place"))
    return (
        *(
            PositionField("row", other, taps=((*tiles, UP), values) if other == seat else (BACKS, tiles, values))
            for other in (seat, *(other for other in around(options.players) if other != seat))
        ),
        PositionField("turn", taps=(seat_words(options.players),), single=True, seats=True),
        PositionField("drawn", taps=(BACKS, tiles)),
        PositionField("moment", taps=(moments,), single=True),
    )


def read(options: Options, seat: Seat, entered: Entered, rng: Random) -> View:
    codes = tuple(
        read_row(options, other, entered.get(field_of("row", other), ()), mine=other == seat)
        for other in around(options.players)
    )
    turn = one_seat(entered, "turn", options.players, seat)
    drawn = read_drawn(one(entered, "drawn", ""), mine=turn == seat)
    seen = Counter(tile.colour for tile in (*(tile for code in codes for tile in code), *([drawn] if drawn else ())))
    pack = WITH_JOKERS if options.jokers else PLAIN
    black, white = (len(of_colour(colour, pack)) - seen[colour] for colour in COLOURS)
    require(black >= 0 and white >= 0, "COD-01", "there are not that many tiles of this colour in the box")
    phase, right, missed = read_moment(options, entered, drawn, black + white)
    out = tuple(other for other in around(options.players) if all(tile.up for tile in codes[other]))
    view = View(
        options=options,
        seat=seat,
        phase=phase,
        turn=turn,
        codes=codes,
        table=(black, white),
        black=0,
        hand=(),
        taking=None,
        drawn=drawn,
        right=right,
        missed=missed,
        out=out,
        winner=None,
    )
    require(len(out) < options.players - 1, "COD-21", "the game is over: only one code is left")
    require(turn not in out, "COD-20", "a player whose code is all face up is out and has no turn")
    check_fits(view)
    return view


def write(view: View) -> Mapping[str, str] | None:
    """None in the set-up, while a tile is drawn, and after the end."""
    moment = next((name for name, known in MOMENTS.items() if known == state_of(view)), None)
    if moment is None or view.turn is None or view.hand or view.taking:
        return None
    return {
        **{
            field_of("row", seat): " ".join(write_tile(tile, mine=seat == view.seat) for tile in code)
            for seat, code in enumerate(view.codes)
        },
        "turn": seat_word(view.turn),
        "drawn": (view.drawn.tile or view.drawn.colour[0]) if view.drawn else "",
        "moment": moment,
    }


def state_of(view: View) -> tuple[Phase, bool, bool]:
    """Where the last attack was wrong, it makes no difference that one before was right."""
    return view.phase, view.right and not view.missed, view.missed


def write_tile(tile: Seen, *, mine: bool) -> str:
    since = f"+{tile.since}" if tile.since else ""
    guesses = "".join(f"/{guess.value}@{seat_word(guess.by)}" for guess in tile.guesses)
    return f"{tile.tile or tile.colour[0]}{UP if tile.up and mine else ''}{since}{guesses}"


# ---- rows ---------------------------------------------------------------------------------


def read_row(options: Options, owner: Seat, words: Sequence[str], *, mine: bool) -> tuple[Seen, ...]:
    """A row from its owner's left."""
    if len(words) > MOST:
        raise NotationError("there are not that many tiles in a row")
    row = [read_tile(options, owner, word, mine=mine) for word in words]
    require(
        len(row) >= options.tiles_each,
        "COD-02",
        "every row has at least the {n} tiles with which it began: {given} are entered for player {player}",
        n=options.tiles_each,
        given=len(row),
        player=owner + 1,
    )
    added = range(1, len(row) - options.tiles_each + 1)
    said = [tile.since for tile in row if tile.since]
    if len(set(said)) < len(said) or not set(said) <= set(added):
        raise NotationError(
            "after the set-up {n} tiles came to the row of player {player}: number them from 1",
            n=len(added),
            player=owner + 1,
        )
    missing = [n for n in added if n not in said]
    late = [place for place, tile in enumerate(row) if not tile.since][len(row) - len(said) - len(missing) :]
    since = dict(zip(late, missing, strict=True))
    return tuple(
        Seen(tile.colour, tile.tile, tile.up, since.get(place, tile.since), tile.guesses)
        for place, tile in enumerate(row)
    )


def read_tile(options: Options, owner: Seat, word: str, *, mine: bool) -> Seen:
    field = field_of("row", owner)
    head, *guesses = word.split("/")
    head, plus, since = head.partition("+")
    name = head.removesuffix(UP)
    tile = next((tile for tile in TILES if tile == name and (options.jokers or tile in PLAIN)), None)
    if tile is None and (mine or name not in BACKS or head.endswith(UP)):
        raise unreadable(field, word)
    return Seen(
        COLOURS[name[0] == "w"],
        tile,
        head.endswith(UP) or (tile is not None and not mine),
        number(field, since, 1, MOST) if plus else 0,
        tuple(read_guess(options, owner, field, guess) for guess in guesses),
    )


def read_guess(options: Options, owner: Seat, field: str, text: str) -> Guess:
    """A guess of whoever it was; where that is not said, of the next player."""
    value, at, by = text.partition("@")
    known = WITH_DASH if options.jokers else VALUES
    if value not in known:
        raise unreadable(field, text)
    seat = read_seat(field, by, options.players) if at else left_of(owner, options.players)
    require(seat != owner, "COD-11", "attack another player's tile, not your own")
    return Guess(seat, Value(value))


def read_drawn(word: str, *, mine: bool) -> Seen | None:
    """The tile that is kept apart: only the player whose turn it is sees it."""
    if not word:
        return None
    tile = next((tile for tile in TILES if tile == word), None)
    if (tile is None) == mine or (tile is None and word not in BACKS):
        raise unreadable("drawn", word)
    return Seen(COLOURS[word[0] == "w"], tile)


def read_moment(options: Options, entered: Entered, drawn: Seen | None, table: int) -> tuple[Phase, bool, bool]:
    usual = "take" if drawn is None and table else "attack"
    moment = one_of(entered, "moment", MOMENTS, usual)
    if drawn is None:
        require(moment != "take" or table > 0, "COD-15", "no tile is left on the table")
        require(moment in ("take", "show") or not table, "COD-10", "enter the tile that was taken from the table")
        require(
            moment != "show" or not table, "COD-15", "while tiles lie on the table, a wrong attack shows the drawn one"
        )
    else:
        require(moment not in ("take", "show"), "COD-10", "one tile a turn: it is entered already")
    require(drawn is not None or not moment.startswith("place"), "COD-16", "no tile is waiting to be placed")
    require(
        options.jokers or not moment.startswith("place"), "COD-16", "a tile finds its place by itself without jokers"
    )
    return MOMENTS[moment]


def check_fits(view: View) -> None:
    """Refuses what no game can have led to."""
    known = [seen.tile for code in view.codes for seen in code if seen.tile]
    known += [view.drawn.tile] if view.drawn and view.drawn.tile else []
    for tile in known:
        require(known.count(tile) == 1, "COD-01", "there is only one {tile} in the box", tile=tile)
    for seat, code in enumerate(view.codes):
        row = tuple(seen.tile for seen in code if seen.tile)
        require(in_order(row), "COD-03", "the row of player {player} is not in ascending order", player=seat + 1)
        for seen in code:
            wrong = {guess.value for guess in seen.guesses if not seen.up}
            require(seen.tile is None or seen.tile[1:] not in wrong, "COD-12", "a right guess turns the tile up")
    codes = Codes(view)
    fits = all(len(row.weights) for row in codes.rows) and codes.worlds > 0
    require(fits, "COD-03", "no tiles fit these rows: there is a mistake somewhere")
