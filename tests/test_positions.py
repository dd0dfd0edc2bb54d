"""Positions: whoever enters what they see of a real game is told what the game itself would tell them, and no more."""

from __future__ import annotations

import io
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tablee import options as agreed
from tablee import positions
from tablee.__main__ import main
from tablee.bots import bot, posterior
from tablee.contract import AnyGame, Choice, Refusal, Seat
from tablee.games import GAMES, parts
from tablee.positions import Position
from tablee.testing import covering
from tablee.testing.play import playout
from tablee.words import words
from tests.test_notebook import often_right

OFFERED = [game for game in GAMES.values() if parts.has_position(game)]
SETS = [(game, options) for game in OFFERED for options in covering(game.options)]
LONG = 60  # moves of a game
ALIKE: dict[str, dict[str, Any]] = {  # what is not entered, as nothing follows from it
    "coda": {"out": (), "right": False},
    "code21": {"verdicts": (), "discarded": ()},
    "golden21": {"casts": (), "bourse": (), "thrown": None, "spent": None},
}


def moments(game: AnyGame, options: Any) -> list[Any]:
    """The views of everybody, at each choice of a game."""
    states = (state for _, _, state in islice(playout(game, options, Random(1), often_right), LONG))
    return [
        game.view(state, Seat(seat))
        for state in states
        if isinstance(game.awaits(state), Choice)
        for seat in range(options.players)
    ]


@pytest.mark.parametrize(("game", "options"), SETS, ids=lambda value: getattr(value, "name", ""))
def test_what_is_entered_for_a_view_is_that_view(game: AnyGame, options: Any) -> None:
    entered = 0
    for view in moments(game, options):
        if position := positions.write(game, view):
            found, left_out = positions.read(game, position), ALIKE.get(game.name, {})
            assert replace(found, **left_out) == replace(view, **left_out)
            entered += 1
    assert entered


@pytest.mark.parametrize("game", OFFERED, ids=lambda game: game.name)
def test_what_may_be_hidden_is_what_the_game_itself_says(game: AnyGame) -> None:
    for view in moments(game, game.options())[::7]:
        if position := positions.write(game, view):
            true, found = posterior(game, view), posterior(game, positions.read(game, position))
            assert (true is None) == (found is None)
            if true and found:
                assert found.worlds == true.worlds
                assert {place: dict(odds) for place, odds in found.chances.items()} == {
                    place: dict(odds) for place, odds in true.chances.items()
                }


@pytest.mark.parametrize("game", OFFERED, ids=lambda game: game.name)
def test_most_moments_of_a_game_can_be_entered(game: AnyGame) -> None:
    views = moments(game, game.options())
    assert sum(positions.write(game, view) is not None for view in views) > len(views) / 2
    start = game.view(game.start(game.options()), None)
    assert positions.write(game, start) is None  # a spectator sees nothing of their own


@pytest.mark.parametrize("game", OFFERED, ids=lambda game: game.name)
def test_any_words_are_read_or_refused_and_nothing_breaks(game: AnyGame) -> None:
    rng = Random(3)
    views = [view for view in moments(game, game.options()) if positions.write(game, view)]
    for _ in range(300):
        position = positions.write(game, rng.choice(views))
        assert position
        field = rng.choice(positions.fields(game, position))
        own = position.entered.get(field.name, "").split()
        pool = [*own, *(tap for group in field.taps for tap in group), "x", "-1", "99", "٣", "0:", "1:5=", "/", "a+b"]
        changed = " ".join(rng.choices(pool, k=rng.randrange(len(own) + 2)))
        try:
            view = positions.read(game, replace(position, entered={**position.entered, field.name: changed}))
        except Refusal as error:
            assert all(words(lang, game).why(error) for lang in ("en", "fr"))
        else:
            assert game.view(game.imagine(view, Random(1)), view.seat) == view


@cache
def example(name: str) -> Position:
    """A position in the middle of a game, of somebody whose turn it is."""
    game = GAMES[name]
    views = [view for view in moments(game, game.options()) if positions.write(game, view)]
    mine = [view for view in views if len(game.legal(game.imagine(view, Random(0)), view.seat)) > 1]
    found = positions.write(game, mine[len(mine) // 2])
    assert found
    return found


@pytest.mark.parametrize("game", OFFERED, ids=lambda game: game.name)
def test_a_bot_advises_on_what_is_entered(game: AnyGame) -> None:
    view = positions.read(game, example(game.name))
    legal = game.legal(game.imagine(view, Random(0)), view.seat)
    advice = bot(game, "club").advise(view, legal, Random(0))
    assert {str(one.action) for one in advice if one.action} == set(map(str, legal))


def test_a_position_has_only_the_fields_of_its_table() -> None:
    game = GAMES["code777"]
    with pytest.raises(Refusal, match="no field 'rack 4'"):
        positions.read(game, Position(0, {"players": "3"}, {"rack 4": "1g 2y 2y"}))
    with pytest.raises(Refusal, match="only 3 seats"):
        positions.read(game, Position(3, {"players": "3"}))
    with pytest.raises(Refusal, match="cannot be entered"):
        positions.read(outside(), Position())


def outside() -> AnyGame:
    """A game without this part."""
    from dataclasses import replace as changed

    return changed(GAMES["sixteen"], name="elsewhere", package="tests.outside")


def test_a_position_is_written_as_lines_of_text() -> None:
    seat, entered = positions.parse("seat: 2\nrack 1: 1g 2y 2y\n\n said : 1:5=2 \n")
    assert (seat, entered) == (1, {"rack 1": "1g 2y 2y", "said": "1:5=2"})
    with pytest.raises(Refusal, match="no field of a position"):
        positions.parse("rack 1")
    with pytest.raises(Refusal, match="'12' cannot be read in the field 'seat'"):
        positions.parse("seat: 12")


# ---- what is refused, with the rule ----------------------------------------------------------

RACKS = {"rack 2": "1g 2y 3k", "rack 3": "4n 5r 6p", "free 4": "5k 7b 7y"}
HAND = {"hand": "g1 g2 g3 g4"}
ROWS = {"row 1": "b1 w4 b7 w9", "row 2": "b w b3 w"}
REFUSED = [
    ("code777", {"players": "3"}, {"rack 2": "1g 2y"}, "C77-02", "three tiles stand on a rack: 2 are entered"),
    ("code777", {"players": "3"}, {**RACKS, "rack 3": "1g 2y 3k"}, "C77-01", "there are not that many 1g"),
    ("code777", {"players": "3"}, {**RACKS, "rack 3": "1g 1g 3k"}, "C77-01", "not that many of these tiles"),
    ("code777", {"players": "3"}, {"rack 2": "1g 2y 3k"}, "C77-21", "rack 3 has stood with 1 sets"),
    ("code777", {"players": "3"}, {**RACKS, "said": "1:18=first"}, "C77-11", "the answer to question 18 is"),
    ("code777", {"players": "3"}, {**RACKS, "said": "2:1=0 2:1=3"}, "C77-10", "no tiles on this rack fit"),
    ("code777", {"players": "3"}, {**RACKS, "said": "2:right=1,2,4"}, "C77-21", "1,2,4 is wrong"),
    ("code777", {"players": "3"}, {**RACKS, "said": "2:wrong=1,2,3"}, "C77-21", "1,2,3 is right"),
    ("code777", {"players": "3"}, {**RACKS, "points": "0 3 0"}, "", "'3' cannot be read in the field 'points'"),
    ("code777", {"players": "3"}, {**RACKS, "points": "0 2"}, "", "the points of all 3 players"),
    ("code777", {"players": "3"}, {**RACKS, "said": "2:5"}, "", "'2:5' cannot be read in the field 'said'"),
    ("coda", {}, {"row 1": "b1 w4 b7 w9", "row 2": "b w b3"}, "COD-02", "3 are entered for player 2"),
    ("coda", {}, {**ROWS, "row 1": "w4 b1 b7 w9"}, "COD-03", "the row of player 1 is not in ascending order"),
    ("coda", {}, {**ROWS, "row 2": "b w b7 w"}, "COD-01", "only one b7"),
    ("coda", {}, {**ROWS, "row 2": "b11 b w w"}, "COD-03", "no tiles fit"),
    ("coda", {}, {**ROWS, "row 1": "b1/1@2 w4 b7 w9"}, "COD-12", "a right guess turns the tile up"),
    ("coda", {}, {**ROWS, "moment": "attack"}, "COD-10", "enter the tile that was taken"),
    ("coda", {}, {**ROWS, "drawn": "b5", "moment": "take"}, "COD-10", "one tile a turn"),
    ("coda", {}, {**ROWS, "drawn": "b5", "moment": "place"}, "COD-16", "finds its place by itself"),
    ("coda", {}, {**ROWS, "row 2": "b3 w4 b5 w6"}, "COD-21", "only one code is left"),
    ("coda", {}, {**ROWS, "row 2": "b+2 w b3 w b"}, "", "1 tiles came to the row of player 2"),
    ("sixteen", {}, {"hand": "g1 g2 g3"}, "S16-50", "has drawn and holds 4"),
    ("sixteen", {}, {"hand": "g0 g0 g3 g4"}, "S16-01", "not that many g0"),
    ("sixteen", {}, {"hand": "g1 g2 g3 g4 g5"}, "S16-10", "at most 4 cards"),
    ("sixteen", {}, {**HAND, "pile": "b6 o6 p4 b1"}, "S16-20", "with its card 3 this pile is won"),
    ("sixteen", {}, {**HAND, "series": "1:b6,o6"}, "S16-30", "no series that was won"),
    ("sixteen", {}, {**HAND, "series": "b6,o6,p4"}, "", "who played the first card"),
    ("sixteen", {"jokers": "off"}, {**HAND, "pile": "joker.b2"}, "", "'joker.b2' cannot be read"),
    ("code21", {}, {"line": "2:7 2:7"}, "C21-01", "player 2 has only one soldier of 7"),
    ("code21", {}, {"line": "2:99"}, "", "'99' cannot be read"),
    ("code21", {}, {"line": "1:x"}, "", "'1:x' cannot be read"),
    ("code21", {}, {"line": "2:x", "call": "2:accuse"}, "C21-13", "the other side"),
    ("code21", {}, {"call": "2:accuse"}, "C21-13", "nobody to accuse"),
    ("code21", {}, {"line": "2:x", "staked": "3"}, "C21-20", "nobody has accused"),
    ("code21", {}, {"line": "2:x", "call": "1:accuse", "stake": "2>2"}, "C21-21", "this stake is not allowed"),
    ("code21", {}, {"line": "2:5", "laid 2": "5"}, "C21-01", "player 2 has only one soldier of 5"),
    ("code21", {}, {"points": "1 2"}, "", "the points of all 4 players"),
    ("golden21", {}, {"debt": "21 25 30 3"}, "G21-50", "this year is over"),
    ("golden21", {}, {"debt": "1 2"}, "", "enter 4 numbers in 'debt'"),
    ("golden21", {}, {"out": "2"}, "G21-12", "trader 2 is not over 21"),
    ("golden21", {}, {"at21": "2"}, "G21-13", "trader 2 is not at 21"),
    ("golden21", {}, {"step": "bonus"}, "G21-30", "how many bonus points"),
    ("golden21", {}, {"step": "gift"}, "G21-20", "how many Crisis dice"),
    ("golden21", {}, {"debt": "21", "step": "account"}, "", "enter 4 numbers"),
    ("golden21", {}, {"debt": "22 0 0 0", "turn": "1", "step": "announce"}, "G21-13", "is below 21"),
    ("golden21", {}, {"crisis": "9 9 9 0"}, "G21-22", "only 20 Crisis dice"),
    ("golden21", {}, {"year": "6"}, "", "'6' cannot be read"),
    ("golden21", {"goal": "killer"}, {"kills": "3 0 0 0"}, "G21-70", "this game is won"),
    ("coda", {}, {**ROWS, "drawn": "b"}, "", "'b' cannot be read in the field 'drawn'"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "entered", "rule", "why"), REFUSED)
def test_what_cannot_be_is_refused(name: str, options: dict[str, str], entered: Any, rule: str, why: str) -> None:
    with pytest.raises(Refusal) as caught:
        positions.read(GAMES[name], Position(0, options, entered))
    assert why in caught.value.why
    assert getattr(caught.value, "rule", "") == rule


# ---- what follows -------------------------------------------------------------------------------


def test_code_777_what_was_answered_narrows_the_own_rack() -> None:
    game, table = GAMES["code777"], {"players": "3"}
    nothing, answered = (
        posterior(game, positions.read(game, Position(0, table, {**RACKS, "said": said}))) for said in ("", "2:6=1")
    )
    assert nothing and answered
    assert 1 < answered.worlds < nothing.worlds
    assert all(len(set(rack.split(","))) < 3 for rack in answered.chances["rack 0"])  # question 6: identical tiles


def test_code_777_tiles_that_stood_there_before_count_for_what_was_said_then() -> None:
    game = GAMES["code777"]
    entered = {**RACKS, "rack 2": "5r 6g 7b 1g 2y 3k", "said": "3:6=1 2:wrong=1,2,3 1:1=1"}
    view = positions.read(game, Position(0, {"players": "3"}, entered))
    assert [event.stood for event in view.log] == [(1, 1, 1, 1), (1, 1, 1, 1), (1, 2, 1, 1)]
    assert (view.stock, view.aside, view.turn) == (13, 3, Seat(1))


def test_code_de_vinci_wrong_guesses_and_neighbours_narrow_a_hidden_tile() -> None:
    game = GAMES["coda"]
    view = positions.read(game, Position(0, {}, {**ROWS, "row 2": "b/0 w b3 w"}))
    found = posterior(game, view)
    assert found
    assert list(found.chances["1:0"]) == ["2"]  # black, left of the 3, neither the 0 nor one's own 1


def test_options_are_read_as_a_record_has_them() -> None:
    game = GAMES["coda"]
    assert positions.read(game, Position(0, {"jokers": "on"}, ROWS)).options == agreed.read(
        game.options, {"jokers": "on"}
    )


def test_sixteen_who_won_a_series_follows_from_its_cards() -> None:
    game = GAMES["sixteen"]
    entered = {**HAND, "series": "1:b6,o6,p4 2:joker.b5,o5,p5", "pile": "b2 joker.g3"}
    view = positions.read(game, Position(0, {}, entered))
    assert view.won == (1, 1)  # a Sixteen of the player who began it, and a match with the joker
    assert [series.kind for series in view.series] == ["sixteen", "match"]
    assert (view.total, [laid.by for laid in view.pile]) == (5, [0, 1])
    assert view.stock == len(game.options().pack) - 4 - 3 - 8


def test_code_21_what_is_in_hand_follows_from_what_lies_open() -> None:
    game = GAMES["code21"]
    view = positions.read(game, Position(0, {"players": "3"}, {"line": "2:7 3:x 1:4x", "laid 1": "1 2", "laid 3": "8"}))
    assert view.hand == tuple(value for value in game.options().soldiers if value not in (4, 1, 2))
    assert view.turn == 1 and view.counts[2] == len(game.options().soldiers) - 2
    found = posterior(game, view)
    assert found
    assert found.worlds == len(game.options().soldiers) - 1  # anything but the 8


# ---- in a terminal --------------------------------------------------------------------------------


def test_in_a_terminal_it_is_said_what_may_be_hidden_and_what_the_master_thinks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["row 1: b1 w4 b7 w9", "row 2: b/0 w b3 w"]
    assert main(["--lang", "en", "position", "coda", *lines]) == 0
    said = capsys.readouterr().out
    assert "possibilities" in said and "2:1: 2 100%" in said and "Draw a white tile" in said
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    assert main(["--lang", "en", "position", "coda", "-"]) == 0
    assert capsys.readouterr().out == said


def test_in_a_terminal_the_fields_are_listed_and_mistakes_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "fr", "position", "code777", "--players", "3"]) == 0
    listed = capsys.readouterr().out
    assert "rack 2\u00a0: Réglette de Joueur 2" in listed and "free 4" in listed and "rack 4" not in listed
    assert main(["--lang", "fr", "position", "coda", "row 1: b1"]) == 1
    assert "(COD-02)" in capsys.readouterr().err
