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


# ---- changed in the game ---------------------------------------------------------------------------


def alone(served: Served, token: str, **settings: Any) -> str:
    table = served.table(token, "coda", [{"kind": "me"}, {"kind": "bot", "level": "random"}], **settings)
    served.ask(table, token, start=True)
    return table


def test_alone_against_bots_help_changes_at_any_time_and_all_see_it(served: Served) -> None:
    ann, watcher = served.guest("Ann"), served.guest("Cleo")
    table = alone(served, ann, help="none")
    path = f"/api/tables/{table}"
    assert served.call("GET", f"{path}/help", token=ann)["code"] == "help"
    for help in ("full", "book", "full"):
        assert "done" in served.ask(table, ann, help=help)
        for token in (ann, watcher):
            (news,) = served.call("GET", path, token=token)
            assert news["head"]["help"] == help
            told = [entry["event"] for entry in news["events"] if entry["is"] == "note"]
            assert (told[-1]["what"], told[-1]["seat"], told[-1]["help"]) == ("help", 0, help)
    assert "weighed" in served.call("GET", f"{path}/help", token=ann)
    listed = served.call("GET", "/api/tables", token=ann)["mine"]
    assert next(head for head in listed if head["id"] == table)["help"] == "full"
    assert served.ask(table, watcher, help="none")["code"] == "spectator"


@pytest.mark.parametrize(
    "seats", [[{"kind": "me"}, {"kind": "open"}], [{"kind": "me"}, {"kind": "me"}]], ids=["elsewhere", "at one screen"]
)
def test_where_other_people_play_help_stays_as_agreed(served: Served, seats: list[dict[str, str]]) -> None:
    ann, ben = served.guest("Ann", "fr"), served.guest("Ben")
    table = served.table(ann, "coda", seats, help="book")
    if seats[1]["kind"] == "open":
        served.ask(table, ben, seat=1, sit="Ben")
    served.ask(table, ann, seat=0, start=True)
    answer = served.ask(table, ann, seat=0, help="full")
    assert answer["code"] == "help" and "d’autres personnes" in answer["why"]
    assert served.call("GET", f"/api/tables/{table}", token=ann)[0]["head"]["help"] == "book"


def test_who_left_may_come_back_so_help_still_stays(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = begun(served, ann, ben, help="book")
    served.ask(table, ben, leave=True)
    assert served.ask(table, ann, help="full")["code"] == "help"


def test_a_rematch_has_the_help_that_the_game_ended_with(served: Served) -> None:
    ann = served.guest("Ann")
    table = alone(served, ann, help="none")
    served.ask(table, ann, help="full")
    served.ask(table, ann, resign=True)
    assert served.ask(table, ann, help="none")["code"] == "over"
    again = served.ask(table, ann, again=True)["table"]
    assert served.call("GET", f"/api/tables/{again}", token=ann)[0]["head"]["help"] == "full"
