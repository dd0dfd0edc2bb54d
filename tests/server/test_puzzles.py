"""Puzzles over HTTP: what is shown is what the seat sees, and the solution comes with the answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee.games import GAMES
from tablee.puzzles import puzzles_of
from tests.server.serving import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("puzzles")) as server:
        yield server


def test_all_puzzles_are_listed_and_one_is_of_today(served: Served) -> None:
    found = served.call("GET", "/api/puzzles")
    assert len(found["puzzles"]) == sum(len(puzzles_of(game)) for game in GAMES.values())
    assert found["today"] in found["puzzles"]
    themes = {(theme["game"], theme["name"]): theme["title"] for theme in found["themes"]}
    assert {(one["game"], one["theme"]) for one in found["puzzles"]} == set(themes)
    assert themes["sixteen", "force"] == {"en": "Can you force the series?", "fr": "Pouvez-vous forcer la série\u202f?"}


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_had_without_its_solution_and_is_answered(served: Served, name: str) -> None:
    path, puzzle = f"/api/games/{name}/puzzles/1", puzzles_of(GAMES[name])[1]
    asked = served.call("GET", path)
    assert not {"moves", "accepted", "steps", "fails"} & set(asked)
    assert set(puzzle.accepted) < set(asked["answers"])
    right = served.call("POST", f"{path}/answer", {"do": puzzle.accepted[0]})
    assert right["right"] and right["fails"] is None and right["steps"]
    other = next(answer for answer in asked["answers"] if answer not in puzzle.accepted)
    wrong = served.call("POST", f"{path}/answer", {"do": other})
    assert not wrong["right"] and wrong["fails"] and wrong["accepted"] == list(puzzle.accepted)


def test_what_is_no_answer_is_refused_with_what_would_be_or_with_the_rule(served: Served) -> None:
    number = next(n for n, puzzle in enumerate(puzzles_of(GAMES["sixteen"])) if puzzle.theme == "win")
    question, offered = next(
        (n, puzzle.choices) for n, puzzle in enumerate(puzzles_of(GAMES["code777"])) if puzzle.choices
    )
    for path, answer, code, said in (
        ("sixteen/puzzles/999", "yes", "game", "n’existe pas"),
        ("code21/puzzles/0", "perhaps", "notation", "last, me, open"),
        (f"code777/puzzles/{question}", "24", "notation", ", ".join(offered)),
        (f"sixteen/puzzles/{number}", "play joker 9 green", "illegal", "S16-11"),
        (f"sixteen/puzzles/{number}", "jump", "notation", "jump"),
    ):
        refused = served.call("POST", f"/api/games/{path}/answer", {"do": answer})
        assert refused["code"] == code and said in f"{refused['why']} {refused.get('rule')}", refused
