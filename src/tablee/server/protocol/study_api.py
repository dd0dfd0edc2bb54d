"""The study of a record: all of its lines, every moment of it for every seat, and a review of each decision.

Nothing is kept: the page holds the record's text, from a closed table or from a file, and sends it each time. A record
is public, so nothing in it is hidden; reviews all the same think with what each seat saw at the time.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from tablee.bots.appraisal import TELLING, JudgedDecision, accuracy, appraise, judge
from tablee.bots.thinking import Opinion
from tablee.games import GAMES
from tablee.languages import HOME, KnownLang, Lang
from tablee.server.metrics import REFUSED
from tablee.server.protocol import study_jobs
from tablee.server.protocol.catalogue import shown_names
from tablee.server.protocol.context import (
    Services,
    address,
    api,
    find_person,
    language,
    require_person,
    services,
    spend,
)
from tablee.server.protocol.disconnects import while_connected
from tablee.server.protocol.errors import refusal_message
from tablee.server.protocol.messages import (
    Appraised,
    LearningMoment,
    Refused,
    Reviewed,
    Studied,
    TableMoment,
    WeighedMove,
)
from tablee.server.protocol.study_jobs import LARGE, Decided, Decisions, JobAnswer, OwnDecision
from tablee.server.refusals import ServerRefusal, TemporaryRefusal
from tablee.server.store.appraisals import keep_appraisal, seat_at
from tablee.server.tables.record_text import record_text
from tablee.server.worker_pool import MIB, WorkLimits
from tablee.words import words

STUDY = WorkLimits(waiting=8, seconds=10.0, memory=512 * MIB)
ANSWERS: Final = 5  # of a decision that is asked again
ROOM = 4096  # bytes for the rest of the JSON, and for line ends, which are two bytes there


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    record: str


class At(Struct, frozen=True, forbid_unknown_fields=True):
    """After line `at`, counted from 1; 0 is the beginning."""

    record: str
    at: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0, le=9)] | None = None


class Review(Struct, frozen=True, forbid_unknown_fields=True):
    """A record, or a closed table: if I played there, how I played is kept with my results."""

    record: str | None = None
    table: str | None = None
    lang: KnownLang = HOME
    appraise: bool = False  # the last line is an `Appraised`


@api.add("POST", "/api/study", body=Text, out=Studied, large=2 * LARGE + ROOM)
async def study(request: Request, sent: Text) -> Any:
    """A record laid open: its lines, how it ended, and its figures line by line"""
    return await work(request, study_jobs.study, sent.record)


@api.add("POST", "/api/study/moment", body=At, out=TableMoment, large=2 * LARGE + ROOM)
async def study_moment(request: Request, asked: At) -> Any:
    """How a recorded game stood after one of its lines, through one seat's eyes and through all"""
    return await work(request, study_jobs.moment, asked.record, asked.at, asked.seat)


@api.add("POST", "/api/study/review", body=Review, out=Reviewed, large=2 * LARGE + ROOM, media="application/x-ndjson")
async def review(request: Request, asked: Review) -> Any:
    """What the strongest bot thinks of every decision of a record: a line of JSON each, in their order, as it thinks"""
    who, home, owner = await require_person(request), services(request), address(request)
    spend(request, "review", who)
    if who.id in home.reviewing:
        raise TemporaryRefusal("review", "one review at a time: the previous one is still running", 5)
    text, table = await record_to_study(home, asked.record, asked.table)
    asked = replace(asked, record=text)
    first = await while_connected(request, list_decisions(home, asked, 0, owner))
    if isinstance(first, Response):
        return first
    seat = await seat_at(home.node.store, who.id, table)
    mine = None if seat is None else OwnDecisions(who.id, table, seat)
    return OneAtATime(home.reviewing, who.id, review_lines(home, asked, owner, first, mine))


async def record_to_study(home: Services, record: str | None, table: str | None) -> tuple[str, str]:
    """The text of the record, and the table whose it is; ServerRefusal where that is not over."""
    if (table is None) == (record is None):
        raise ServerRefusal("record", "give a table or a record, and not both")
    if record is not None:
        return record, ""
    live = await home.node.live(table or "")
    return record_text(live.table, live.secret), live.table.id


async def work(request: Request, job: Callable[..., JobAnswer], *arguments: Any) -> Response:
    """What a worker makes of a record, as long as the client waits for it."""
    who, home = await find_person(request), services(request)
    spend(request, "study", who)
    working = home.study.run(job, *arguments, language(request, who), owner=address(request))
    return respond(*await while_connected(request, working))


def respond(code: int, body: bytes) -> Response:
    if code != 200:
        REFUSED.labels(msgspec.json.decode(body, type=Refused).code).inc()  # the worker has counted it, but for itself
    return Response(body, code, media_type="application/json")


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


# ---- a review ---------------------------------------------------------------------------


class OwnDecisions(Struct):
    """Those of a person at a closed table of theirs, as they are judged one after the other."""

    who: str
    table: str
    seat: int
    found: list[OwnDecision] = []


async def review_lines(
    home: Services, asked: Review, owner: str, chunk: Decisions, mine: OwnDecisions | None
) -> AsyncIterator[bytes]:
    """A line for each decision. It ends when the client goes: a decision is weighed when the one before was sent."""
    judged: list[JudgedDecision] = []
    questions: dict[int, LearningMoment] = {}
    try:
        while True:
            for decision in chunk.decided:
                opinion = await weigh(home, chunk.game, decision, owner)
                judged.append(judge_decision(decision, opinion))
                if mine is not None and mine.seat == decision.seat:
                    mine.found.append(OwnDecision(judged[-1], decision.did, opinion.weighed[0].do))
                if asked.appraise and judged[-1].cost >= TELLING:
                    questions[decision.n] = ask_again(chunk, decision, opinion, asked.lang)
                yield msgspec.json.encode(describe_review(chunk, decision, opinion, asked.lang)) + b"\n"
            if chunk.more is None:
                if mine is not None:
                    sums = await home.study.run(study_jobs.sum_by_theme, chunk.game, mine.found, owner=owner)
                    await keep_appraisal(home.node.store, mine.who, mine.table, sums)
                if asked.appraise:
                    yield msgspec.json.encode(describe_appraisal(chunk, judged, questions)) + b"\n"
                return
            following = await list_decisions(home, asked, chunk.more, owner)
            assert isinstance(following, Decisions)  # the record has been read before
            chunk = following
    except ServerRefusal as error:
        yield msgspec.json.encode(refusal_message(error, asked.lang)) + b"\n"


async def list_decisions(home: Services, asked: Review, after: int, owner: str) -> Decisions | Response:
    """The next decisions after this line; where the record cannot be read, a response that says so."""
    code, body = await home.study.run(study_jobs.decisions, asked.record or "", after, asked.lang, owner=owner)
    return msgspec.json.decode(body, type=Decisions) if code == 200 else respond(code, body)


async def weigh(home: Services, game: str, decision: Decided, owner: str) -> Opinion:
    return await home.node.bot_pool.review(GAMES[game], decision.view, decision.legal, decision.n, owner)


def describe_review(chunk: Decisions, decision: Decided, opinion: Opinion, lang: Lang) -> Reviewed:
    game = GAMES[chunk.game]
    best, did, about = opinion.weighed[0], decision.did, words(lang, game)
    return Reviewed(
        n=decision.n,
        seat=decision.seat,
        did=did,
        did_value=value_of(opinion, did),
        best=best.do,
        best_value=best.value,
        why=about.advice(best.reason, best.figures, shown_names(game, chunk.seats, about)),
        worlds=opinion.worlds,
        accuracy=accuracy([judge_decision(decision, opinion)]),
    )


def judge_decision(decision: Decided, opinion: Opinion) -> JudgedDecision:
    values = [weight.value for weight in opinion.weighed]
    return judge(decision.n, decision.seat, values, value_of(opinion, decision.did))


def ask_again(chunk: Decisions, decision: Decided, opinion: Opinion, lang: Lang) -> LearningMoment:
    """This decision as a question: the best action, the one that was played and the next best, in the rules' order."""
    game = GAMES[chunk.game]
    about = words(lang, game)
    names = shown_names(game, chunk.seats, about)
    ranked = sorted(opinion.weighed, key=lambda weight: weight.do != decision.did)  # what was played comes first
    best = opinion.weighed[0]
    asked = [best, *(weight for weight in ranked if weight is not best)][:ANSWERS]
    places: dict[str | None, int] = {action: n for n, action in enumerate(decision.legal)}
    asked.sort(key=lambda weight: places[weight.do])
    return LearningMoment(
        decision.n,
        decision.seat,
        tuple(
            WeighedMove(weight.do, weight.value, about.advice(weight.reason, weight.figures, names)) for weight in asked
        ),
    )


def describe_appraisal(
    chunk: Decisions, judged: Sequence[JudgedDecision], questions: Mapping[int, LearningMoment]
) -> Appraised:
    """`chunk` is the last one, which says how the game ended."""
    found = appraise(chunk.sides, chunk.ranks, judged)
    return Appraised(found, tuple(questions[n] for one in found for n in one.moments))


def value_of(opinion: Opinion, action: str) -> float:
    return next(weight.value for weight in opinion.weighed if weight.do == action)
