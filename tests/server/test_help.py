"""Help: where the table agreed on it, for one's own seat, from that seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tablee import bots
from tablee.bots.thinking import Opinion, Question, weigh
from tablee.contract import Choice
from tablee.games import GAMES
from tablee.testing import playout
from tablee.words import words
from tests.server.serving import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served"), limits="on") as server:
        yield server


def begun(served: Served, ann: str, ben: str, **settings: Any) -> str:
    table = served.table(ann, "coda", [{"kind": "me"}, {"kind": "open"}], **settings)
    served.ask(table, ben, seat=1, sit="Ben")
    served.ask(table, ann, start=True)
    return table


def test_help_is_for_who_agreed_on_it_and_for_ones_own_seat(served: Served) -> None:
    ann, ben, watcher = served.guest("Ann"), served.guest("Ben", "fr"), served.guest("Cleo")
    for agreed, said in (("none", "sans aide"), ("book", "notes")):
        table = begun(served, ann, ben, help=agreed)
        status, answer = served.answer("GET", f"/api/tables/{table}/help", token=ben)
        assert (status, answer["code"]) == (409, "help") and said in answer["why"]
    table = begun(served, ann, ben, help="full")
    path = f"/api/tables/{table}/help"
    assert served.call("GET", path, token=watcher)["code"] == "spectator"
    assert served.call("GET", f"{path}?seat=1", token=ann)["code"] == "seat"
    assert served.call("GET", path)["code"] == "who"
    seat = served.call("GET", f"/api/tables/{table}", token=ann)[0]["awaits"]["seats"][0]
    tokens = (ann, ben)
    mine, theirs = (served.call("GET", path, token=token) for token in (tokens[seat], tokens[1 - seat]))
    news = served.call("GET", f"/api/tables/{table}", token=tokens[seat])[0]
    assert [thought["do"] for thought in mine["weighed"]] and theirs["weighed"] == []
    assert {thought["do"] for thought in mine["weighed"]} == set(news["legal"])
    values = [thought["value"] for thought in mine["weighed"]]
    assert values == sorted(values, reverse=True) and all(thought["why"] for thought in mine["weighed"])
    assert served.call("GET", path, token=tokens[seat]) == mine  # asked again, it says the same
    assert mine["worlds"] >= 1 and mine["n"] == news["n"]
    served.ask(table, ann, resign=True)
    assert served.call("GET", path, token=ann)["code"] == "over"


def test_help_is_limited(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = begun(served, ann, ben, help="full")
    codes = [served.call("GET", f"/api/tables/{table}/help", token=ann).get("code") for _ in range(14)]
    assert codes[0] is None and "fast" in codes


@pytest.mark.parametrize("name", GAMES)
def test_an_opinion_is_made_of_a_views_words_alone_and_weighs_all_that_may_be_done(name: str) -> None:
    game = GAMES[name]
    level = bots.levels(game)[1]  # the quickest that thinks at all
    options = game.options()
    asked = 0
    for before, _, _ in playout(game, options, Random(5)):
        awaited = game.awaits(before)
        if not isinstance(awaited, Choice):
            continue
        asked += 1
        if asked % 9 != 1:
            continue
        for seat in awaited.seats | awaited.free:
            view = game.view(before, seat)
            legal = tuple(map(str, game.legal(before, seat)))
            question = Question(name, level, msgspec.Raw(msgspec.json.encode(view)), legal, 3)
            opinion = msgspec.json.decode(weigh(msgspec.json.encode(question)), type=Opinion)
            passing = {None} if seat in awaited.free else set()
            assert {weight.do for weight in opinion.weighed} == set(legal) | passing
            hidden = bots.posterior(game, view)
            assert (opinion.worlds is None) == (hidden is None) == (opinion.chances is None)
            if hidden is not None:
                assert opinion.worlds == pytest.approx(hidden.worlds)
                assert opinion.chances == {place: dict(values) for place, values in hidden.chances.items()}
            names = [f"P{n}" for n in range(options.players)]
            for weight in opinion.weighed:
                assert words("fr", game).advice(weight.reason, weight.figures, names)
        if asked > 40:
            break
    assert asked
