"""Puzzles: every one that a game comes with is proved again, by code that shares no deduction with what found it."""

from __future__ import annotations

import re
from datetime import date
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from tablee import puzzles, record
from tablee.__main__ import main
from tablee.contract import AnyGame, Played
from tablee.games import GAMES, parts
from tablee.puzzle_file import Puzzle, PuzzleSet, Sentence
from tablee.puzzles import (
    answers,
    ask,
    choices,
    faults,
    finds_again,
    judge,
    kind,
    kinds,
    make_file,
    make_puzzles,
    of_the_day,
    part_of,
    position,
    puzzles_of,
    read,
    write,
)
from tablee.words import words

RECORDS = Path(__file__).parent / "games"
PUZZLED = [name for name, game in GAMES.items() if puzzles_of(game)]


def shipped(name: str) -> PuzzleSet:
    found = parts.puzzle_set(GAMES[name])
    assert found is not None
    return found


def test_every_game_comes_with_puzzles() -> None:
    assert set(GAMES) == set(PUZZLED)
    assert all(20 <= len(shipped(name).puzzles) <= 40 for name in PUZZLED)


@pytest.mark.parametrize("name", PUZZLED)
def test_every_puzzle_has_one_answer_that_is_proved(name: str) -> None:
    game, part = GAMES[name], part_of(GAMES[name])
    assert part is not None
    assert [
        (n, faults(game, part, puzzle)) for n, puzzle in enumerate(puzzles_of(game)) if faults(game, part, puzzle)
    ] == []


@pytest.mark.parametrize("name", PUZZLED)
def test_another_answer_is_not_proved(name: str) -> None:
    game, part = GAMES[name], part_of(GAMES[name])
    assert part is not None
    puzzle = puzzles_of(game)[0]
    wrong = next(answer for answer in answers(game, puzzle, part) if answer not in puzzle.accepted)
    assert len(faults(game, part, replace(puzzle, accepted=(wrong,)))) >= 2
    verdict = judge(game, part, puzzle, wrong)
    assert not verdict.right and verdict.fails is not None
    assert judge(game, part, puzzle, puzzle.accepted[0]).right


@pytest.mark.parametrize("name", PUZZLED)
def test_the_seed_makes_the_same_puzzles_again(name: str) -> None:
    game, part = GAMES[name], part_of(GAMES[name])
    assert part is not None
    found = shipped(name)
    assert list(islice(make_puzzles(game, part, found.seed), 2)) == list(found.puzzles[:2])
    assert next(make_puzzles(game, part, found.seed, found.puzzles[:2])) == found.puzzles[2]
    assert all(finds_again(game, part, puzzle) for puzzle in found.puzzles)


@pytest.mark.parametrize("name", PUZZLED)
def test_every_kind_is_there(name: str) -> None:
    part = part_of(GAMES[name])
    assert part is not None
    assert {kind(part, puzzle) for puzzle in puzzles_of(GAMES[name])} == set(kinds(part))


def sentences(game: AnyGame, puzzle: Puzzle) -> list[Sentence]:
    part = part_of(game)
    assert part is not None
    wrong = [answer for answer in answers(game, puzzle, part) if answer not in puzzle.accepted]
    fails = judge(game, part, puzzle, wrong[0]).fails
    assert fails is not None
    return [*puzzle.steps, fails]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", PUZZLED)
def test_everything_that_is_said_has_its_sentence(name: str, lang: str) -> None:
    game, part, about = GAMES[name], part_of(GAMES[name]), words(lang, GAMES[name])
    assert part is not None
    said = about.section("puzzles")
    for theme, answers_of in part.THEMES.items():
        assert {theme, f"{theme} ask", *(f"{theme} = {one}" for one in answers_of)} <= set(said)
    for puzzle in puzzles_of(game):
        assert {f"{puzzle.theme} = {one}" for one in puzzle.choices} <= set(said)
        names = [f"Name{n}" for n in range(len(puzzle.seats))]
        for sentence in sentences(game, puzzle):
            text = about.fill(said[sentence.key], sentence.facts, names)
            assert not re.search(r"[{}]|\b[bw]\?", text), text


@pytest.mark.parametrize("name", PUZZLED)
def test_decisions_of_recorded_games_have_a_theme_of_these_puzzles_or_none(name: str) -> None:
    part = part_of(GAMES[name])
    assert part is not None
    games = [
        record.read(path.read_text(encoding="utf-8"), GAMES) for path in sorted((RECORDS / name).glob("records/*.game"))
    ]
    actions = [move.action for read in games for move in read.moves if isinstance(move, Played)]
    found = {part.theme_of(action, hope) for action in actions for hope in (0.2, 0.8)}
    by_actions = {puzzle.theme for puzzle in puzzles_of(GAMES[name]) if not choices(part, puzzle)}
    assert by_actions <= found <= {*part.THEMES, None}


@pytest.mark.parametrize("name", PUZZLED)
def test_what_is_shown_is_the_view_of_the_seat_and_nothing_else(name: str) -> None:
    game, part = GAMES[name], part_of(GAMES[name])
    assert part is not None
    for number, puzzle in enumerate(puzzles_of(game)[:5]):
        shown = ask(game, part, number, puzzle)
        assert shown.view == game.view(position(game, puzzle), puzzle.seat)  # type: ignore[arg-type]
        assert not hasattr(shown, "moves") and not hasattr(shown, "accepted")


def test_a_puzzle_may_have_answers_of_its_own() -> None:
    game, part = GAMES["code777"], part_of(GAMES["code777"])
    assert part is not None
    own = [puzzle for puzzle in puzzles_of(game) if puzzle.theme == "question"]
    assert len({puzzle.choices for puzzle in own}) > 1
    for puzzle in own:
        shown = ask(game, part, 0, puzzle)
        assert shown.answers == puzzle.choices and not shown.actions
        assert set(puzzle.accepted) < set(puzzle.choices)


def test_a_file_is_whole_after_each_puzzle_and_goes_on_where_it_was(tmp_path: Path) -> None:
    game, part, path = GAMES["code777"], part_of(GAMES["code777"]), tmp_path / "made.json"
    assert part is not None
    make_file(game, part, 1, 0, path)
    assert read(path.read_bytes()).puzzles == ()
    make_file(game, part, 1, 1, path)
    assert len(read(path.read_bytes()).puzzles) == 1
    make_file(game, part, 1, 3, path)
    made = path.read_bytes()
    assert read(made).puzzles == puzzles_of(game)[:3] and made == write(read(made))
    make_file(game, part, 1, 2, path)
    assert path.read_bytes() == made
    with pytest.raises(ValueError, match="code777 from seed 1"):
        make_file(game, part, 2, 3, path)


def test_the_command_continues_a_file_and_says_how_it_was_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "made.json"
    make = ["--lang", "en", "puzzles", "make", "code777", "--out", str(path)]
    for count in (1, 2):
        assert main([*make, "--count", str(count)]) == 0
        assert read(path.read_bytes()).puzzles == puzzles_of(GAMES["code777"])[:count]
    assert main([*make, "--seed", "2"]) == 1
    assert "code777 from seed 1" in capsys.readouterr().err

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(puzzles, "make_file", interrupt)
    assert main([*make, "--count", "3"]) == 130
    assert "run the same command to resume" in capsys.readouterr().err


def test_the_puzzle_of_the_day_is_of_each_game_in_its_turn() -> None:
    sizes = [(name, len(puzzles_of(GAMES[name]))) for name in PUZZLED]
    days = [of_the_day(date(2026, 11, day), sizes) for day in range(1, 29)]
    assert {game for game, _ in days} == set(PUZZLED)
    assert len(set(days)) > 14
    assert days == [of_the_day(date(2026, 11, day), sizes) for day in range(1, 29)]
    assert all(number < dict(sizes)[game] for game, number in days)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = shipped("coda")
    assert read(write(found)) == found
    with pytest.raises(ValueError, match="chess 1"):
        read(write(replace(found, game="chess")))
