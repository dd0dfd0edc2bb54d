"""A notebook: whoever notes every line that their seat is told sees what their seat sees, and nothing else fits."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from tablee import notebook
from tablee import options as agreed
from tablee.bots import posterior
from tablee.contract import AnyGame, Choice, IllegalMove, Move, NotationError, Played, Refusal, Seat
from tablee.games import GAMES, parts
from tablee.games.code777.actions import Turned
from tablee.games.code777.questions import answer
from tablee.games.code777.tiles import Tile
from tablee.testing import covering
from tablee.testing.play import playout, random_move

KEPT = [game for game in GAMES.values() if parts.has_notebook(game)]
SETS = [(game, options) for game in KEPT for options in covering(game.options)]
LONG = 120  # moves of a game that are noted


def test_two_games_have_a_players_notebook_and_of_one_the_score_is_kept() -> None:
    assert {game.name: notebook.eyes(game, Seat(1)) for game in KEPT} == {"sixteen": None, "coda": 1, "code777": 1}
    with pytest.raises(Refusal, match="no notebook"):
        notebook.part_of(GAMES["golden21"])


def often_right(game: AnyGame, state: Any, rng: Random) -> Move[Any]:
    """A random move, but every third guess or declaration is right, and most turns are questions."""
    move = random_move(game, state, rng)
    awaited = game.awaits(state)
    if isinstance(awaited, Choice) and rng.random() < 2 / 3:
        for seat in awaited.seats:
            if "ask" in map(str, game.legal(state, seat)):
                return Played(seat, game.parse("ask"))
    if isinstance(move, Played) and rng.random() < 1 / 3:
        for action in game.legal(state, move.by):
            right = Played(move.by, action)
            if "= right" in game.told(state, right, game.apply(state, right), move.by):
                return right
    return move


def retell(game: AnyGame, options: Any, moves: list[tuple[Any, Move[Any], Any]], seat: Seat | None) -> int:
    """Notes the game as this seat is told it; how many lines were typed, as others follow of themselves."""
    lines, view = notebook.opening(game, options, seat)
    due, typed = list(lines), 0
    for before, move, after in moves:
        told = game.told(before, move, after, seat)
        if not due:
            lines, view = notebook.follow(game, view, told)
            due = list(lines)
            typed += 1
        assert due.pop(0) == told
        if not due:
            assert view == game.view(after, seat), told
    return typed


@pytest.mark.untraced
@pytest.mark.parametrize(("game", "options"), SETS, ids=[f"{game.name}{n}" for n, (game, _) in enumerate(SETS)])
def test_all_that_a_seat_is_told_gives_its_view(game: AnyGame, options: Any) -> None:
    for seed in range(2):
        moves = list(islice(playout(game, options, Random(seed), often_right), LONG))
        for seat in {notebook.eyes(game, Seat(seat)) for seat in range(options.players)}:
            assert retell(game, options, moves, seat)


def noted(game: AnyGame, view: Any, line: str) -> bool:
    try:
        notebook.follow(game, view, line)
    except IllegalMove as error:
        assert error.rule[:3] in ("COD", "C77"), error
        return False
    return True


@pytest.mark.parametrize("jokers", ["off", "on"])
def test_cod_11_an_attack_can_be_right_or_wrong_as_far_as_the_others_codes_allow_it(jokers: str) -> None:
    """The exact posterior says of each hidden tile what it can be: that much can be noted, and no more."""
    game = GAMES["coda"]
    options = agreed.read(game.options, {"players": "3", "jokers": jokers})
    for seed in range(3):
        moves = list(playout(game, options, Random(seed), often_right))
        for before, _, _ in moves[20::25]:
            view = game.view(before, Seat(0))
            if view.phase != "attack" or view.turn != 0:
                continue
            chances = posterior(game, view).chances  # type: ignore[union-attr]
            for place in [place for place in chances if ":" in place]:
                seat, at = place.split(":")
                for value in {"0", "5", "11", *chances[place]}:
                    odds = chances[place].get(value, 0.0)
                    assert noted(game, view, f"0: attack {seat} {at} {value} = right") == (odds > 0)
                    assert noted(game, view, f"0: attack {seat} {at} {value} = wrong") == (odds < 1 - 1e-9)


def test_c77_10_an_answer_can_be_noted_if_the_own_rack_allows_it() -> None:
    game = GAMES["code777"]
    options = agreed.read(game.options, {"players": "3", "declare_again": "any"})
    looked, rng = 0, Random(1)
    for seed in range(3):
        for before, move, _ in islice(playout(game, options, Random(seed), often_right), LONG):
            view = game.view(before, Seat(0))
            if not isinstance(move.action, Turned) or view.turn == 0 or rng.random() < 2 / 3:
                continue
            looked += 1
            seen = [racks[-1] for rack, racks in enumerate(view.racks) if rack not in (0, view.turn)]
            own = [tuple(map(Tile, rack.split(","))) for rack in posterior(game, view).chances["rack 0"]]  # type: ignore[union-attr]
            for number in view.pile[:5]:
                possible = {answer(number, [*seen, rack]) for rack in own}
                for said in (0, 1, 2, 3, "first", "second", "equal"):
                    assert noted(game, view, f"*: turned {number} = {said}") == (said in possible)
    assert looked > 5


def test_s16_the_score_is_kept_without_hands() -> None:
    """Only the cards that are played are noted; whoever played one had it."""
    game = GAMES["sixteen"]
    options = agreed.read(game.options, {"players": "2"})
    view = notebook.first_view(game, options, None)
    for line in ["*: first 1", "1: play o6", "0: play o6", "1: play joker 4 green"]:
        lines, view = notebook.follow(game, view, line)
    assert lines == ("1: play joker 4 green = sixteen", "*: drawn ?") and view.won == (0, 1)
    assert [laid.by for laid in view.series[0].cards] == [1, 0, 1] and view.turn == 1 and view.hand == ()
    assert refused(game, view, "1: play o6") == "S16-01"  # both orange sixes are played
    assert refused(game, view, "0: play g3") == "turn"
    assert refused(game, view, "1: draw") == "S16-50"


C777 = ["*: first 1", "*: racked 1 1g,2y,3k", "*: racked 2 4n,4n,5r", "*: racked 3 5k,6p,7b"]


def keep(game: AnyGame, lines: list[str], seat: int = 0, **options: str) -> Any:
    """What this seat knows once these lines are noted."""
    view = notebook.first_view(game, agreed.read(game.options, options), Seat(seat))
    for line in lines:
        _, view = notebook.follow(game, view, line)
    return view


def refused(game: AnyGame, view: Any, line: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        notebook.follow(game, view, line)
    assert caught.value.game is game
    return caught.value.rule


def test_c77_a_notebook_refuses_what_cannot_be() -> None:
    game = GAMES["code777"]
    view = keep(game, C777)
    assert view.racks[0] == (None,)  # the own tiles came by themselves
    assert (
        refused(game, keep(game, C777[:2]), "*: racked 2 1g,2y,2y") == "C77-01"
    )  # there is one green 1, and it is seen
    assert refused(game, keep(game, C777[:2]), "*: racked 3 4n,4n,5r") == "C77-02"
    assert refused(game, view, "2: ask") == "C77-10"
    asking = keep(game, [*C777, "1: ask"])
    assert refused(game, asking, "*: turned 1 = 3") == "C77-10"  # two racks that are seen are under 18
    with pytest.raises(NotationError):
        notebook.follow(game, asking, "*: turned 1")
    mine = keep(
        game, [*C777, "1: ask", "*: turned 1 = 1", "2: ask", "*: turned 5 = 0", "3: ask", "*: turned 2 = 1", "0: ask"]
    )
    assert refused(game, mine, "*: turned 10 = 6") == "C77-10"
    lines, after = notebook.follow(game, mine, "*: turned 10")  # what one sees, one need not say
    assert lines == ("*: turned 10 = 0",)
    assert refused(game, after, "*: turned 10 = 0") == "chance"
    lines, after = notebook.follow(game, after, "1: declare 1,2,3")
    assert lines == ("1: declare 1,2,3 = right",) and after.points == (0, 1, 0, 0)
    assert refused(game, after, "*: racked 2 6g,6g,6g") == "C77-21"
    with pytest.raises(NotationError):
        notebook.follow(game, keep(game, C777), "0: declare 7,7,7")
    lines, after = notebook.follow(game, keep(game, C777), "0: declare 7,7,7 = wrong")
    assert lines == ("0: declare 7,7,7 = wrong", "*: racked 0 ?,?,?") and after.racks[0] == (None, None)
    assert refused(game, view, "0: declare 1,1,1 = right") == "C77-21"


def test_c77_what_is_certain_is_named_by_the_rack_it_is_about() -> None:
    game = GAMES["code777"]
    view = keep(game, C777)
    assert certain(game, view) == {}
    view = keep_on(game, view, ["0: declare 7,7,7 = wrong", "1: ask", "*: turned 11 = 2"])
    view = keep_on(game, view, ["2: ask", "*: turned 1 = 1"])
    assert certain(game, view) == {}


CODA = ["*: first 1", "1: pick 2", "*: dealt b?", "*: dealt b?", "*: dealt w?", "*: dealt w? = b?,w?,b?,w?",
        "0: pick 2", "*: dealt b0", "*: dealt b1", "*: dealt w0", "*: dealt w1"]  # fmt: skip


def test_cod_a_notebook_refuses_what_cannot_be() -> None:
    game = GAMES["coda"]
    view = keep(game, CODA)
    assert [seen.tile for seen in view.codes[0]] == ["b0", "w0", "b1", "w1"]
    assert [(seen.colour, seen.tile) for seen in view.codes[1]] == [(colour, None) for colour in 2 * ("black", "white")]
    assert refused(game, keep(game, CODA[:-1]), "*: dealt b7") == "COD-02"  # two black tiles were picked
    assert refused(game, keep(game, CODA[:-1]), "*: dealt w0") == "COD-01"
    assert refused(game, keep(game, CODA[:5]), "*: dealt w? = b?,w?,w?,w?") == "COD-03"
    for line in ("*: dealt w?", "*: dealt w5", "*: dealt w? = b1,w1,b2,w2"):
        with pytest.raises(NotationError):
            notebook.follow(game, keep(game, CODA[:5]), line)
    drawn = keep(game, [*CODA, "1: take black", "*: drawn b?"])
    assert refused(game, view, "0: take black") == "turn"
    assert refused(game, drawn, "1: stop = b? at 0") == "COD-13"
    assert refused(game, drawn, "1: attack 0 0 0 = wrong, b7 at 2") == "COD-12"  # it is the black 0
    assert refused(game, drawn, "1: attack 0 0 5 = wrong, b1 at 0") == "COD-12"  # and the black 1 is here, too
    assert refused(game, drawn, "1: attack 0 0 5 = wrong, w7 at 0") == "COD-12"
    for line in ("1: attack 0 0 0", "1: attack 0 0 5 = wrong"):
        with pytest.raises((NotationError, IllegalMove)):
            notebook.follow(game, drawn, line)
    _, mine = notebook.follow(game, drawn, "1: attack 0 0 5 = wrong, b7 at 2")
    assert mine.codes[1][2].tile == "b7" and mine.turn == 0
    mine = keep_on(game, mine, ["0: take white", "*: drawn w9"])
    assert refused(game, mine, "0: attack 1 0 7 = right") == "COD-03"  # the black 7 is seen
    assert refused(game, mine, "0: attack 1 0 8 = right") == "COD-03"  # and what stands before it is smaller
    assert refused(game, mine, "0: attack 1 4 9 = right") == "COD-03"  # the white 9 is this player's own
    lines, after = notebook.follow(game, mine, "0: attack 1 0 2 = wrong")
    assert lines == ("0: attack 1 0 2 = wrong, w9 at 4",) and after.turn == 1


def keep_on(game: AnyGame, view: Any, lines: list[str]) -> Any:
    for line in lines:
        _, view = notebook.follow(game, view, line)
    return view


def test_cod_21_the_winners_code_is_noted_and_not_made_up() -> None:
    game = GAMES["coda"]
    view = keep(game, [*CODA, "1: take black", "*: drawn b?"])
    for place, value in enumerate(("0", "0", "1")):
        _, view = notebook.follow(game, view, f"1: attack 0 {place} {value} = right")
    assert refused(game, view, "1: attack 0 3 1 = right") == "COD-12"
    assert refused(game, view, "1: attack 0 3 1 = right, 1 wins with b3,w2,b4,w5") == "COD-12"
    _, over = notebook.follow(game, view, "1: attack 0 3 1 = right, 1 wins with b3,w3,b4,w5")
    assert over.winner == 1 and [seen.tile for seen in over.codes[1]] == ["b3", "w3", "b4", "w5"]


def test_cod_certain_tiles_keep_their_names_while_others_come_between() -> None:
    game = GAMES["coda"]
    view = keep(game, [*CODA, "1: take white", "*: drawn w?", "1: attack 0 0 5 = wrong, w4 at 3"])
    assert certain(game, view) == {}
    view = keep_on(
        game, view, ["0: take black", "*: drawn b2", "0: attack 1 0 5 = wrong", "1: take black", "*: drawn b?"]
    )
    view = keep_on(game, view, ["1: attack 0 0 6 = wrong, b5 at 4"])
    assert certain(game, view) == {"1:s0": "3", "1:s1": "3", "1:s2": "4"}  # from the black 2 to the white 4


def certain(game: AnyGame, view: Any) -> dict[str, str]:
    part = parts.notebook(game)
    assert part is not None
    return dict(part.certain(view))
