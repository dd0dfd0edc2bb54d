"""A lesson over HTTP: the same for everybody, judged by the rules, and counted nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from tablee.games import GAMES
from tests.server.serving import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("lessons")) as server:
        yield server


def test_a_lesson_is_had_and_answered_without_an_account_and_leaves_no_trace(served: Served) -> None:
    boxes = {box["name"]: box for box in served.call("GET", "/api/games")}
    assert set(boxes) == set(GAMES) and boxes["sixteen"]["lesson"] == 10
    path = "/api/games/sixteen/lesson"
    lesson = served.call("GET", path)
    assert lesson["steps"][2]["do"] == "play b6" and "instead" not in lesson["steps"][2]
    number = next(n for n, step in enumerate(lesson["steps"]) if (step["do"] or "").startswith("play joker"))
    other = served.call("GET", f"{path}?chosen=" + quote(f'{{"{number}": "play joker 3 blue", "2": "play g4"}}'))
    assert [one == two for one, two in zip(lesson["steps"], other["steps"], strict=True)].index(False) == number + 1
    assert served.call("POST", f"{path}/answer", {"step": 2, "do": "play b6"})["right"]
    assert "bleu" in served.call("POST", f"{path}/answer", {"step": 2, "do": "play g4"})["say"]["fr"]
    refused = served.call("POST", f"{path}/answer", {"step": 2, "do": "play b5"})
    assert (refused["code"], refused["rule"]) == ("illegal", "S16-10")
    assert served.call("POST", f"{path}/answer", {"step": 99, "do": "play b5"})["code"] == "moment"
    assert served.call("GET", f"{path}?chosen=[]")["code"] == "malformed"
    assert served.call("GET", "/api/games/bridge/lesson")["code"] == "game"
    assert served.call("GET", "/api/tables") == {"mine": [], "open": []}
