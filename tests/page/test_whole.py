"""Each of the five games, from the shelf to its end, by clicking: a laptop in English and a phone in French."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from tablee.games import GAMES
from tablee.languages import Lang
from tablee.server.protocol.catalogue import bot_name
from tablee.words import words
from tests.page.browsing import Visitor
from tests.page.looking import violations
from tests.page.playing import at_the_table, stands, whole_game
from tests.page.test_table import HANDS

OPTIONS = {
    "coda": {},
    "code21": {"missions": "3,4"},
    "code777": {"players": "3", "target": "1", "limit": "8"},
    "golden21": {"players": "3", "years": "1"},
    "sixteen": {},
}


def calmly(legal: list[str], rng: Random) -> str:
    """Anything, but no wild declaration that would end a game before it has begun."""
    tame = [action for action in legal if not action.startswith(("declare", "accuse"))]
    return rng.choice(tame if tame and rng.random() < 0.9 else legal)


@pytest.mark.parametrize("game", HANDS)
def test_two_people_play_a_whole_game_and_neither_browser_is_told_the_others_secrets(
    visitor: Callable[..., Visitor], game: str
) -> None:
    told: list[tuple[Visitor, dict[str, Any]]] = []

    def come(**wishes: Any) -> Visitor:
        one = visitor(**wishes)
        one.page.on("websocket", lambda socket: overhear(one, socket))
        return one

    def overhear(one: Visitor, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: told.append((one, json.loads(frame))))

    ann, ben = whole_game(come, game, HANDS[game], options=OPTIONS[game], seed=4, choose=calmly)
    spoken: tuple[tuple[Visitor, int, Lang], ...] = ((ann, 0, "en"), (ben, 1, "fr"))
    for one, seat, lang in spoken:
        result = one.page.get_by_test_id("result")
        over = stands(one.page)["awaits"]
        rule, endings = over["rule"], words(lang, GAMES[game]).section("endings")
        why = endings.get(f"{rule} draw") if set(over["ranks"]) == {1} else None
        expect(result).to_contain_text(why or endings[rule])
        expect(result.locator("p a")).to_have_attribute("href", f"/g/{game}/rules#{rule}")
        table = at_the_table(one.page)
        views = [news for reader, news in told if reader is one and "view" in news]
        assert len(views) > 3
        assert {news["seat"] for news in views} <= {seat, None}
        assert all(news["view"]["seat"] == news["seat"] for news in views if news.get("view"))
        log = one.page.evaluate(
            "path => fetch(path).then((answer) => answer.json())", f"/api/tables/{table}/log?seat={seat}"
        )
        lines = [event for event in log if event["is"] == "line"]
        assert len(lines) > 5
    end = stands(ann.page)
    about = words("en", GAMES[game])
    names = [chair["name"] or bot_name(GAMES[game], chair["level"], about) for chair in end["head"]["chairs"]]
    assert len({*names}) == len(names)  # a level that is there twice is two characters
    first = {name for name, rank in zip(names, end["awaits"]["ranks"], strict=True) if rank == 1}
    named = first if len(first) < len(names) else set()  # where all are equal, it says so
    for one, seat, lang in spoken:  # each is called "you" by their own page
        said = one.page.get_by_test_id("result").get_by_role("heading").inner_text()
        you = {"en": "You win", "fr": "Vous gagnez"}[lang] in said
        assert you == (names[seat] in named), said
        assert {name for name in names if name in said} == named - {names[seat]}, said
    assert violations(ann.page) == []  # with all that was ever said in the log
    expect(ben.page.locator("html")).to_have_attribute("lang", "fr")
