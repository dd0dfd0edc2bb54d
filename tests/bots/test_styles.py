"""A style changes what a bot does: in the same views the bold go on, declare and speak up more than the careful."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from tablee import bots
from tablee.bots.bot import Style
from tablee.contract import AnyGame, Choice, Happened, Over, Played
from tablee.games import GAMES
from tablee.games.coda.actions import Stop
from tablee.games.code21.actions import Accuse, Declare, Pass, Stake
from tablee.games.code777.actions import Declare as DeclareDigits
from tablee.games.golden21.actions import Announce, Decline, Give
from tablee.games.sixteen.actions import Draw, Play
from tablee.games.sixteen.cards import VALUE
from tablee.options import read

BOLD, CAREFUL = Style(boldness=1), Style(boldness=-1)
CRUEL, GENEROUS = Style(cruelty=1), Style(cruelty=-1)
JOKER = 10  # as high as a card that is dear to everybody
LOOKS = {"beginner": 400, "club": 400, "master": 60}

Deed = Callable[[Any, Any], float]


def goes_on(view: Any, action: Any) -> float:
    return not isinstance(action, Stop)


def declares(view: Any, action: Any) -> float:
    return isinstance(action, DeclareDigits)


def speaks(view: Any, action: Any) -> float:
    match action:
        case Accuse() | Declare():
            return 1.0
        case Stake(points):
            return points / 5
    return -1.0 if isinstance(action, Pass) else 0.0


def plays_high(view: Any, action: Any) -> float:
    return VALUE[action.card] if isinstance(action, Play) else JOKER


def announces_far(view: Any, action: Any) -> float:
    return abs(action.total - 3.5 * view.dice) if isinstance(action, Announce) else 0.0


def gives_from_the_box(view: Any, action: Any) -> float:
    return isinstance(action, Give)


def may_stop(view: Any, legal: list[Any]) -> bool:
    return Stop() in legal


def may_declare(view: Any, legal: list[Any]) -> bool:
    return len(legal) > 1 and bool(view.log)


def may_speak(view: Any, legal: list[Any]) -> bool:
    return len(legal) > 1 and any(isinstance(action, Accuse | Declare | Stake) for action in legal)


def may_choose_a_card(view: Any, legal: list[Any]) -> bool:
    return len(legal) > 1 and Draw() not in legal


def announces(view: Any, legal: list[Any]) -> bool:
    return isinstance(legal[0], Announce)


def opens_the_box(view: Any, legal: list[Any]) -> bool:
    return Decline() in legal and isinstance(legal[0], Give) and not view.traders[view.turn.seat].crisis


def decisions(game: AnyGame, asked: Callable[[Any, list[Any]], bool]) -> Iterator[tuple[Any, list[Any]]]:
    """Views in which this is asked, in games of sound players: as many as one wants."""
    club = bots.bot(game, "club")
    for deal in range(10_000):
        rng = Random(deal)
        state: Any = game.start(read(game.options, {"players": "3"} if game.name == "golden21" else {}))
        while not isinstance(awaited := game.awaits(state), Over):
            if not isinstance(awaited, Choice):
                state = game.apply(state, Happened(awaited.sample(rng)))
                continue
            seat = min(awaited.seats)
            view, legal = game.view(state, seat), list(game.legal(state, seat))
            if asked(view, legal):
                yield view, legal
            state = game.apply(state, Played(seat, club.choose(view, legal, rng)))


def averages(name: str, level: str, asked: Any, deed: Deed, *styles: Style) -> list[float]:
    """What each style does, on average over the same views."""
    styled = bots.bot(GAMES[name], level).styled
    assert styled is not None
    sums = [0.0 for _ in styles]
    for n, (view, legal) in enumerate(islice(decisions(GAMES[name], asked), LOOKS[level])):
        for place, style in enumerate(styles):
            mixture = styled(view, legal, Random(n), style)
            sums[place] += sum(chance * deed(view, action) for action, chance in mixture.items())
    return [total / LOOKS[level] for total in sums]


@pytest.mark.parametrize("level", LOOKS)
@pytest.mark.parametrize(
    ("name", "asked", "deed"),
    [
        ("coda", may_stop, goes_on),
        ("code777", may_declare, declares),
        ("code21", may_speak, speaks),
        ("sixteen", may_choose_a_card, plays_high),
        ("golden21", announces, announces_far),
    ],
)
@pytest.mark.untraced
def test_in_the_same_views_the_bold_dare_more_than_the_careful(name: str, asked: Any, deed: Deed, level: str) -> None:
    bold, usual, careful = averages(name, level, asked, deed, BOLD, Style(), CAREFUL)
    assert bold >= usual >= careful and bold > careful, (bold, usual, careful)


@pytest.mark.parametrize("level", LOOKS)
def test_the_generous_leave_crisis_dice_in_the_box_and_the_cruel_give_them_to_whoever_owes_most(level: str) -> None:
    cruel, generous = averages("golden21", level, opens_the_box, gives_from_the_box, CRUEL, GENEROUS)
    assert cruel > generous == 0

    def debt(view: Any, action: Any) -> float:
        return view.traders[action.seat].debt if isinstance(action, Give) else 0.0

    cruel, usual = averages("golden21", level, opens_the_box, debt, CRUEL, Style())
    assert cruel > usual
