"""Positions over HTTP: the fields with their words, what follows from what is entered, and why where nothing does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tablee.games import GAMES
from tablee.positions import write
from tests.server.serving import Served
from tests.test_positions import ALIKE, OFFERED, example, moments

RACKS = {"rack 2": "1g 2y 3k", "rack 3": "4n 5r 6p", "free 4": "5k 7b 7y"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("positions")) as server:
        yield server


def show(served: Served, game: str, lang: str = "en", **sent: Any) -> Any:
    return served.call("POST", f"/api/games/{game}/position?lang={lang}", sent)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", OFFERED, ids=lambda game: game.name)
def test_every_field_has_its_words(served: Served, game: Any, lang: str) -> None:
    for field in show(served, game.name, lang, names=["Ana", "Bo", "Cy", "Di"])["fields"]:
        assert field["title"] and field["title"] != field["name"] and "{" not in field["title"] + field["help"]
        assert field["single"] or (field["help"] and field["taps"])
        for tap in (tap for group in field["taps"] for tap in group):
            assert tap["says"] and "{" not in tap["says"] and "_" not in tap["says"]


def test_what_may_be_hidden_follows_from_what_is_entered(served: Served) -> None:
    found = show(served, "code777", options={"players": "3"}, entered=RACKS)
    assert found["refused"] is None and found["worlds"] > 100 and "ask" in found["legal"]
    assert found["view"]["racks"][0] == [None]
    less = show(served, "code777", options={"players": "3"}, entered={**RACKS, "said": "2:6=1"})
    assert less["worlds"] < found["worlds"]


def test_why_nothing_follows_is_said_beside_the_fields(served: Served) -> None:
    found = show(served, "code777", "fr", options={"players": "3"}, entered={"rack 2": "1g"})
    assert found["view"] is None and found["fields"]
    assert found["refused"]["rule"] == "C77-02" and "porte trois tuiles" in found["refused"]["why"]


@pytest.mark.parametrize("game", OFFERED, ids=lambda game: game.name)
def test_a_view_is_read_off_and_leads_to_itself(served: Served, game: Any) -> None:
    view = next(view for view in moments(game, game.options()) if write(game, view))
    sent = msgspec.json.decode(msgspec.json.encode(view))
    entered = served.call("POST", f"/api/games/{game.name}/position/of", {"view": sent})
    found = show(served, game.name, **entered)["view"]
    assert {**found, **ALIKE.get(game.name, {})} == {**sent, **ALIKE.get(game.name, {})}


@pytest.mark.parametrize("view", [{}, [], {"seat": 3}, "x", None])
def test_what_is_no_view_is_refused(served: Served, view: Any) -> None:
    refused = served.call("POST", "/api/games/coda/position/of", {"view": view})
    assert refused["code"] == "position"
    start = GAMES["coda"].view(GAMES["coda"].start(GAMES["coda"].options()), None)
    sent = msgspec.json.decode(msgspec.json.encode(start))
    assert served.call("POST", "/api/games/coda/position/of", {"view": sent})["code"] == "position"


@pytest.mark.parametrize("game", OFFERED, ids=lambda game: game.name)
def test_the_master_weighs_all_that_is_legal(served: Served, game: Any) -> None:
    sent = msgspec.json.decode(msgspec.json.encode(example(game.name)))
    found = served.call(
        "POST", f"/api/games/{game.name}/position/advice", {**sent, "names": ["Ana", "Bo"]}, served.guest("Ana")
    )
    legal = show(served, game.name, **sent)["legal"]
    assert {one["do"] for one in found["weighed"]} - {None} == set(legal)
    assert all(one["why"] for one in found["weighed"])


def test_only_games_with_this_part_have_an_editor(served: Served) -> None:
    boxes = served.call("GET", "/api/games")
    assert {box["name"] for box in boxes if box["position"]} == {game.name for game in OFFERED}
    assert show(served, "nothing")["code"] == "game"
