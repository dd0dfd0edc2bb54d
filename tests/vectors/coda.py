"""Code de Vinci: what a hidden tile may still be, which key a drawn tile gets, who would be or is out, and what is
tapped into a notebook."""

from __future__ import annotations

from typing import Any

from tablee.contract import Played, Seat
from tablee.games.coda import GAME
from tablee.games.coda.actions import Show
from tablee.games.coda.state import State
from tablee.games.coda.tiles import COLOUR, TILES, VALUE, WITH_DASH
from tablee.games.coda.view import unseen
from tablee.tuples import around
from tests.vectors.notes import Noted, note_coda
from tests.vectors.playing import plain, play, play_whole, sample

RULES = (
    "COD-01", "COD-06", "COD-07", "COD-11", "COD-12", "COD-13", "COD-14", "COD-15", "COD-16", "COD-20", "COD-21",
)  # fmt: skip
OPTIONS = (
    {"players": "2"},
    {"players": "3", "dealing": "random"},
    {"players": "4", "dealing": "random", "jokers": "on"},
    {"players": "2", "jokers": "on", "joker_ban": "off"},
)


def cases() -> dict[str, list[Any]]:
    attacking, drawn, showing, broken = [], [], [], []
    for _, _, (before, _, after) in play(GAME, OPTIONS, games=6):
        turn = before.turn
        if before.phase == "attack":
            attacking += [(before, seat) for seat in around(before.options.players)]
        if before.drawn is not None and after.drawn is None:
            since = max(standing.since for standing in after.codes[turn])
            drawn.append({"view": plain(GAME.view(before, turn)), "since": since})
        if out := [seat for seat in after.out if seat not in before.out]:
            broken.append(
                {"before": plain(GAME.view(before, None)), "after": plain(GAME.view(after, None)), "out": out}
            )
        if before.phase == "show":
            showing.append(last_tiles(before, turn))
    return {"positions": [position(*case) for case in sample(attacking, 80)], "drawn": sample(drawn, 30),
            "showing": sample(showing, 40), "broken": sample(broken, 12), "noted": noted()}  # fmt: skip


def noted() -> list[Any]:
    """What one player taps in, and the lines that it makes."""
    found = Noted(GAME)
    for steps in play_whole(GAME, OPTIONS, games=2):
        note_coda(GAME, steps, Seat(0), found)
    return found.cases()


def position(state: State, seat: Seat) -> dict[str, Any]:
    """Of every hidden tile, what is neither seen elsewhere nor was said of it. What is true is always among it."""
    view = GAME.view(state, seat)
    free = unseen(view)
    still = {}
    for other, code in enumerate(view.codes):
        for place, seen in enumerate(code):
            if seen.tile is None:
                said = {guess.value for guess in seen.guesses}
                open_values = {VALUE[tile] for tile in TILES if tile in free and COLOUR[tile] == seen.colour} - said
                assert VALUE[state.codes[other][place].tile] in open_values
                still[f"{other}:{place}"] = [value for value in WITH_DASH if value in open_values]
    return {"view": plain(view), "still": still}


def last_tiles(state: State, seat: Seat) -> dict[str, Any]:
    """Whether turning up a tile puts this seat out."""
    outs = {
        seat in GAME.apply(state, Played(seat, action)).out
        for action in GAME.legal(state, seat)
        if isinstance(action, Show)
    }
    assert len(outs) == 1
    return {"view": plain(GAME.view(state, seat)), "seat": seat, "out": outs.pop()}
