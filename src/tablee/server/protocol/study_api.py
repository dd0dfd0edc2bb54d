"""The study of a record: all of its lines, every moment of it for every seat, and a review of each decision.

Nothing is kept: the page holds the record's text, from a closed table or from a file, and sends it each time. A record
is public, so nothing in it is hidden; reviews all the same think with what each seat saw at the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from tablee import options as agreed
from tablee import record
from tablee.awaits import describe_awaited
from tablee.contract import Played, Seat
from tablee.games import GAMES, parts
from tablee.languages import HOME, KnownLang, Lang
from tablee.record import Record
from tablee.server.protocol.context import Services, api, find_person, require_person, services, spend
from tablee.server.protocol.errors import refusal_message
from tablee.server.protocol.messages import Reviewed, Studied, TableMoment, Told
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.table import drawing_hand
from tablee.tuples import around
from tablee.words import words

LARGE = 1024 * 1024  # bytes of a record
LONG = 20_000  # lines of one
ROOM = 4096  # bytes for the rest of the JSON, and for line ends, which are two bytes there


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    record: str


class At(Struct, frozen=True, forbid_unknown_fields=True):
    """After line `at`, counted from 1; 0 is the beginning."""

    record: str
    at: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0, le=9)] | None = None


class Review(Struct, frozen=True, forbid_unknown_fields=True):
    record: str
    lang: KnownLang = HOME


@api.add("POST", "/api/study", body=Text, out=Studied, large=2 * LARGE + ROOM)
async def study(request: Request, sent: Text) -> Any:
    """A record laid open: its lines, how it ended, and its figures line by line"""
    spend(request, "study", await find_person(request))
    return await asyncio.to_thread(study_record, sent.record)


@api.add("POST", "/api/study/moment", body=At, out=TableMoment, large=2 * LARGE + ROOM)
async def study_moment(request: Request, asked: At) -> Any:
    """How a recorded game stood after one of its lines, through one seat's eyes and through all"""
    spend(request, "study", await find_person(request))
    return await asyncio.to_thread(describe_moment, asked)


@api.add("POST", "/api/study/review", body=Review, out=Reviewed, large=2 * LARGE + ROOM, media="application/x-ndjson")
async def review(request: Request, asked: Review) -> Any:
    """What the strongest bot thinks of every decision of a record: a line of JSON each, in their order, as it thinks"""
    who, home = await require_person(request), services(request)
    spend(request, "review", who)
    if who.id in home.reviewing:
        raise ServerRefusal("review", "one review at a time: the previous one is still running")
    read, states = await asyncio.to_thread(replay_record, asked.record)
    return OneAtATime(home.reviewing, who.id, review_lines(home, read, states, asked.lang))


class OneAtATime(StreamingResponse):
    """A stream for one person: while it lasts, they are in `noted`."""

    def __init__(self, noted: set[str], who: str, lines: AsyncIterator[bytes]) -> None:
        super().__init__(lines, media_type="application/x-ndjson", headers={"cache-control": "no-store"})
        self.noted, self.who = noted, who

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.noted.add(self.who)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.noted.discard(self.who)


# ---- a record ---------------------------------------------------------------------


def replay_record(text: str) -> tuple[Record, list[Any]]:
    """A record and every state of its game; RecordError, with its line, where it cannot be read or played."""
    if len(text.encode(errors="replace")) > LARGE:
        raise ServerRefusal("large", "this is too large: at most {size} bytes", size=LARGE)
    if text.count("\n") > LONG:
        raise ServerRefusal("large", "this record is too long: at most {lines} lines", lines=LONG)
    read = record.read(text, GAMES)
    return read, list(record.states(read))


def study_record(text: str) -> Studied:
    read, states = replay_record(text)
    game = read.game
    seats = around(read.options.players)
    told = [
        Told(n, game.told(before, move, after, None),
             fullest_line([game.told(before, move, after, seat) for seat in seats]), drawing_hand(game, before))
        for n, (before, move, after) in enumerate(zip(states[:-1], read.moves, states[1:], strict=True), 1)
    ]  # fmt: skip
    part = parts.figures(game)
    rows = [part.figures(state) for state in states] if part is not None else [{}]
    return Studied(
        game=game.name,
        version=game.version,
        options=agreed.write(read.options),
        seats=read.seats,
        lines=tuple(told),
        awaits=describe_awaited(game, states[-1]),
        figures={name: tuple(row[name] for row in rows[1:]) for name in rows[0]},
    )


def fullest_line(told: list[str]) -> str:
    """The line of the seat that was told most: what is hidden is written with question marks."""
    return min(told, key=lambda line: line.count("?"))


def describe_moment(asked: At) -> TableMoment:
    read, states = replay_record(asked.record)
    seats = around(read.options.players)
    if asked.at >= len(states):
        raise ServerRefusal("moment", "this record has only {n} lines", n=len(states) - 1)
    if asked.seat is not None and asked.seat not in seats:
        raise ServerRefusal("seat", "there are only {players} seats", players=len(seats))
    game, state = read.game, states[asked.at]
    eyes = None if asked.seat is None else Seat(asked.seat)
    views = {int(seat): game.view(state, seat) for seat in seats}
    return TableMoment(asked.at, eyes, game.view(state, eyes), awaits=describe_awaited(game, state), views=views)


# ---- a review ---------------------------------------------------------------------------


async def review_lines(home: Services, read: Record, states: list[Any], lang: Lang) -> AsyncIterator[bytes]:
    """A line for each decision. It ends when the client goes: a decision is weighed when the one before was sent."""
    try:
        for n, (state, move) in enumerate(zip(states[:-1], read.moves, strict=True), 1):
            if isinstance(move, Played):
                yield msgspec.json.encode(await review_decision(home, read, state, move, n, lang)) + b"\n"
    except ServerRefusal as error:
        yield msgspec.json.encode(refusal_message(error, lang)) + b"\n"


async def review_decision(home: Services, read: Record, state: Any, move: Played[Any], n: int, lang: Lang) -> Reviewed:
    opinion = await home.node.bot_pool.weigh(read.game, state, move.by, n)
    best, did = opinion.weighed[0], str(move.action)
    return Reviewed(
        n=n,
        seat=move.by,
        did=did,
        did_value=next(weight.value for weight in opinion.weighed if weight.do == did),
        best=best.do,
        best_value=best.value,
        why=words(lang, read.game).advice(best.reason, best.figures, read.seats),
        worlds=opinion.worlds,
    )
