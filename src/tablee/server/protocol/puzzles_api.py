"""The HTTP API of puzzles: what there is, a puzzle as its seat sees it, and what is said to an answer.

Nothing is kept here: the page remembers what somebody has solved. The solution leaves the server with the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee import puzzles
from tablee.contract import Refusal
from tablee.games import GAMES
from tablee.languages import LANGS, Lang
from tablee.puzzles import AskedPuzzle, PuzzleVerdict
from tablee.record import date_of
from tablee.server.protocol.context import address, api, find_person, language, services
from tablee.server.protocol.games_api import game_in_path
from tablee.server.protocol.study_api import respond
from tablee.server.protocol.study_jobs import JobAnswer, encode
from tablee.server.refusals import ServerRefusal
from tablee.server.timekeeping import today
from tablee.words import words


class ListedPuzzle(Struct, frozen=True):
    game: str
    number: int  # from 0
    theme: str
    difficulty: int  # on the scale of a rating


class PuzzleTheme(Struct, frozen=True):
    """What a game's puzzles ask."""

    game: str
    name: str
    title: dict[Lang, str]


class PuzzleList(Struct, frozen=True):
    puzzles: tuple[ListedPuzzle, ...]
    themes: tuple[PuzzleTheme, ...]  # those that come up
    today: ListedPuzzle  # the same for everybody, until midnight UTC
    date: str


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody answers: one of the answers of the puzzle, or an action."""

    do: Annotated[str, Meta(max_length=200)]


@api.add("GET", "/api/puzzles", out=PuzzleList)
async def puzzle_list(request: Request) -> Any:
    """All puzzles, and the puzzle of the day"""
    return await services(request).node.work.run(list_puzzles, date_of(today()), owner=address(request))


@api.add("GET", "/api/games/{game}/puzzles/{number}", out=AskedPuzzle)
async def puzzle(request: Request) -> Any:
    """A puzzle, as its seat sees it: the solution comes with the answer"""
    name, number = game_in_path(request).name, number_in_path(request)
    return await work(request, ask, name, number)


@api.add("POST", "/api/games/{game}/puzzles/{number}/answer", body=PuzzleAnswer, out=PuzzleVerdict)
async def puzzle_answer(request: Request, given: PuzzleAnswer) -> Any:
    """Whether this is the answer; what is, how it is found, and where another one fails"""
    name, number = game_in_path(request).name, number_in_path(request)
    return await work(request, judge, name, number, given.do)


async def work(request: Request, job: Callable[..., JobAnswer], *arguments: Any) -> Response:
    lang = language(request, await find_person(request))
    return respond(*await services(request).node.work.run(job, *arguments, lang, owner=address(request)))


def number_in_path(request: Request) -> int:
    text = str(request.path_params["number"])
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1


# ---- in a worker: a position is played, and an answer refuted by listing what is possible ----


def list_puzzles(day: date) -> PuzzleList:
    listed = tuple(
        ListedPuzzle(name, number, found.theme, found.difficulty)
        for name, game in GAMES.items()
        for number, found in enumerate(puzzles.puzzles_of(game))
    )
    games = dict.fromkeys(one.game for one in listed)
    today = puzzles.of_the_day(day, [(name, sum(one.game == name for one in listed)) for name in games])
    themes = tuple(
        PuzzleTheme(name, theme, {lang: words(lang, GAMES[name]).section("puzzles")[theme] for lang in LANGS})
        for name, theme in dict.fromkeys((one.game, one.theme) for one in listed)
    )
    chosen = next(one for one in listed if (one.game, one.number) == today)
    return PuzzleList(listed, themes, chosen, day.isoformat())


def ask(name: str, number: int, lang: Lang) -> JobAnswer:
    return encode(lang, ask_one, name, number)


def ask_one(name: str, number: int) -> AskedPuzzle:
    part, puzzle = find(name, number)
    return puzzles.ask(GAMES[name], part, number, puzzle)


def judge(name: str, number: int, answer: str, lang: Lang) -> JobAnswer:
    return encode(lang, judge_one, name, number, answer)


def judge_one(name: str, number: int, answer: str) -> PuzzleVerdict:
    """Refusal where it is no answer: with the rule, where it is an action that a rule forbids."""
    game, (part, puzzle) = GAMES[name], find(name, number)
    choices = puzzles.choices(part, puzzle)
    if choices and answer not in choices:
        raise ServerRefusal(
            "notation", "this is no answer to this puzzle: choose one of {answers}", answers=", ".join(choices)
        )
    try:
        return puzzles.judge(game, part, puzzle, answer)
    except Refusal as error:
        error.game = game
        raise


def find(name: str, number: int) -> tuple[Any, Any]:
    """What asks and proves it, and the puzzle."""
    found = puzzles.puzzle_with_part(GAMES[name], number)
    if found is None:
        raise ServerRefusal("game", "there is no such puzzle")
    return found
