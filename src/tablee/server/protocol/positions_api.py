"""The HTTP API of positions: what somebody enters, what may be hidden in it, and what a strong bot thinks of it.

Nothing is kept: the page holds the position, in its address.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request

from tablee.games import parts
from tablee.positions import Position
from tablee.server.protocol import position_jobs
from tablee.server.protocol.context import address, api, find_person, language, require_person, services, spend
from tablee.server.protocol.disconnects import while_connected
from tablee.server.protocol.games_api import game_in_path
from tablee.server.protocol.messages import Helping, WeighedMove
from tablee.server.protocol.position_jobs import EnteredPosition, PositionPage, PositionToWeigh, SeenPosition
from tablee.server.protocol.study_api import respond
from tablee.server.protocol.study_jobs import JobAnswer
from tablee.server.refusals import ServerRefusal
from tablee.words import words


@api.add("POST", "/api/games/{game}/position", body=EnteredPosition, out=PositionPage)
async def position(request: Request, entered: EnteredPosition) -> Any:
    """The fields of a position, and what may be hidden in it, as far as it is entered"""
    return respond(*await work(request, position_jobs.show, entered))


@api.add("POST", "/api/games/{game}/position/of", body=SeenPosition, out=Position)
async def position_of(request: Request, seen: SeenPosition) -> Any:
    """What has to be entered for this view"""
    return respond(*await work(request, position_jobs.read_off, bytes(seen.view)))


@api.add("POST", "/api/games/{game}/position/advice", body=EnteredPosition, out=Helping)
async def position_advice(request: Request, entered: EnteredPosition) -> Any:
    """What the strongest bot thinks of everything that this seat may do in a position"""
    who, home, game = await require_person(request), services(request), game_in_path(request)
    spend(request, "help", who)
    code, body = await work(request, position_jobs.to_weigh, entered)
    if code != 200:
        return respond(code, body)
    asked = msgspec.json.decode(body, type=PositionToWeigh)
    thinking = home.node.bot_pool.review(game, asked.view, asked.legal, 0, address(request))
    opinion = await while_connected(request, thinking)
    about = words(language(request, who), game)
    return Helping(
        n=0,
        worlds=opinion.worlds,
        chances=opinion.chances,
        weighed=tuple(
            WeighedMove(weight.do, weight.value, about.advice(weight.reason, weight.figures, entered.names))
            for weight in opinion.weighed
        ),
    )


async def work(request: Request, job: Callable[..., JobAnswer], sent: object) -> tuple[int, bytes]:
    """What a worker makes of a position, as long as the client waits for it."""
    who, home, game = await find_person(request), services(request), game_in_path(request)
    if not parts.has_position(game):
        raise ServerRefusal("game", "positions of {game!r} cannot be entered", game=game.name)
    spend(request, "study", who)
    working = home.study.run(job, game.name, sent, language(request, who), owner=address(request))
    return await while_connected(request, working)
