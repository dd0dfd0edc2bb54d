"""The HTTP API of lessons: a whole guided first game, and what the rules say to an answer.

Nothing is kept here, and no table is opened: the page remembers how far somebody is. So a lesson counts nowhere.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request

from tablee import lesson as lessons
from tablee.contract import AnyGame, Refusal
from tablee.games import GAMES
from tablee.games.lesson_file import Lesson
from tablee.lesson import Answer, PlayedLesson
from tablee.server.protocol.cached_json import CachedJson, cache_json, respond
from tablee.server.protocol.context import api
from tablee.server.protocol.games_api import game_in_path
from tablee.server.refusals import ServerRefusal

Chosen = Annotated[dict[int, Annotated[str, Meta(max_length=200)]], Meta(max_length=60)]


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody would like to do at a step, counted from 0; `chosen` as in the lesson itself."""

    step: Annotated[int, Meta(ge=0, le=999)]
    do: Annotated[str, Meta(max_length=200)]
    chosen: Chosen = {}


@api.add("GET", "/api/games/{game}/lesson", out=PlayedLesson, query={"chosen": str})
async def lesson(request: Request, chosen: str = "{}") -> Any:
    """A guided first game, step by step; `chosen`, as JSON: what was done at steps that accept several actions"""
    game = game_in_path(request)
    asked = offered(lesson_in(game), msgspec.json.decode(chosen, type=Chosen))
    return respond(request, played(game.name, msgspec.json.encode(asked)))


@api.add("POST", "/api/games/{game}/lesson/answer", body=Try, out=Answer)
async def lesson_answer(request: Request, tried: Try) -> Any:
    """Whether this is what the lesson asks for; else why not now, or the rule that forbids it"""
    game = game_in_path(request)
    found = lesson_in(game)
    if tried.step >= len(found.steps):
        raise ServerRefusal("moment", "this lesson has only {n} steps", n=len(found.steps))
    try:
        return lessons.answer(game, found, tried.step, tried.do, offered(found, tried.chosen))
    except Refusal as error:
        error.game = game
        raise


def offered(lesson: Lesson, chosen: dict[int, str]) -> dict[int, str]:
    """The choices that this lesson offers: whatever else was sent makes no difference."""
    return {
        number: chosen[number] for number, step in enumerate(lesson.steps) if chosen.get(number) in step.accepted[1:]
    }


@lru_cache(256)
def played(name: str, chosen: bytes) -> CachedJson:
    game = GAMES[name]
    return cache_json(lessons.play_lesson(game, lesson_in(game), msgspec.json.decode(chosen, type=dict[int, str])))


def lesson_in(game: AnyGame) -> Lesson:
    found = lessons.lesson_of(game)
    if found is None:
        raise ServerRefusal("game", "the game {name!r} has no lesson", name=game.name)
    return found
