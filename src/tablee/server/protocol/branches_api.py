"""What-ifs: a finished game played on from one of its moments, against bots. Each belongs to the person who began it.

A table that is not over cannot be branched off: its record is not given out. A record that somebody sends holds only
what they know already.
"""

from __future__ import annotations

from secrets import token_bytes
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from tablee.games import GAMES
from tablee.record import plain
from tablee.server.ids import new_id
from tablee.server.people.people import Person
from tablee.server.protocol import study_jobs
from tablee.server.protocol.context import address, api, language, require_person, services, spend
from tablee.server.protocol.disconnects import while_connected
from tablee.server.protocol.messages import Compared
from tablee.server.protocol.study_api import ROOM, describe_review, record_to_study, respond, value_of, weigh
from tablee.server.protocol.study_jobs import LARGE, Decisions, Fork
from tablee.server.protocol.tables_api import check_unfinished
from tablee.server.refusals import Quota, ServerRefusal
from tablee.server.store.branches import (
    count_branches,
    keep_branch,
    list_branches,
    owns_branch,
    rename_branch,
)
from tablee.server.tables.branches import BranchPlan
from tablee.server.tables.erasure import delete_table
from tablee.server.tables.head import Head, read_heads
from tablee.server.timekeeping import now

BranchName = Annotated[str, Meta(max_length=60)]
Digest = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}$")]


class NewBranch(Struct, frozen=True, forbid_unknown_fields=True):
    """Of which game: a table's, or a record that is sent. Exactly one of them is given."""

    plan: BranchPlan
    table: Annotated[str, Meta(max_length=40)] | None = None
    record: str | None = None
    name: BranchName = ""


class BranchCard(Struct, frozen=True):
    """One of my what-ifs. `source` is the id of a table, or the digest of a record."""

    id: str
    source: str
    name: str
    at: int
    head: Head


class Renamed(Struct, frozen=True, forbid_unknown_fields=True):
    name: BranchName


class TwoRecords(Struct, frozen=True, forbid_unknown_fields=True):
    """Two records, and the seat through which they are compared."""

    record: str
    other: str
    seat: Annotated[int, Meta(ge=0, le=9)]


class OpenedBranch(Struct, frozen=True):
    id: str


@api.add("GET", "/api/branches", out=list[BranchCard], query={"source": Digest})
async def branches(request: Request, source: str | None = None) -> Any:
    """My what-ifs, the newest first; with a `source`, those of one game"""
    who = await require_person(request)
    found = []
    for row in await list_branches(services(request).node.store, who.id, source):
        found += [BranchCard(row.id, row.source, row.name, row.at, head) for head in read_heads([row.head])]
    return found


@api.add("POST", "/api/branches", body=NewBranch, out=OpenedBranch, status=201, large=2 * LARGE + ROOM)
async def begin(request: Request, asked: NewBranch) -> Any:
    """A finished game, played on from one of its moments against bots"""
    who, home = await require_person(request), services(request)
    spend(request, "table", who)
    await check_unfinished(home, who)
    most = home.limits.settings.branches
    if home.limits.on and await count_branches(home.node.store, who.id) >= most:
        raise Quota("you have {most} what-ifs, which is the limit: delete some of them first", most=most)
    text, of = await record_to_study(home, asked.record, asked.table)
    id, secret = new_id(10), token_bytes(32)
    outside = {game: tuple(home.node.outside.names(game)) for game in GAMES}
    person = Person(who.id, who.name, who.lang)
    job = home.study.run(
        study_jobs.branch, text, of, asked.plan, id, person, now(), secret, outside, language(request, who),
        owner=address(request),
    )  # fmt: skip
    made = await while_connected(request, job)
    if isinstance(made, tuple):
        return respond(*made)
    await home.node.store.create(id, secret, made.events, made.summary)
    await keep_branch(home.node.store, id, who.id, of or made.digest, plain(asked.name), now())
    home.node.announce_lobby_change()
    return OpenedBranch(id)


@api.add("PATCH", "/api/branches/{table}", body=Renamed, status=204)
async def rename(request: Request, asked: Renamed) -> Any:
    """Another name for my what-if"""
    who, id = await require_owner(request)
    spend(request, "seat", who)
    await rename_branch(services(request).node.store, who.id, id, plain(asked.name))
    return Response(status_code=204)


@api.add("DELETE", "/api/branches/{table}", status=204)
async def delete(request: Request) -> Any:
    """Deletes my what-if, with its table"""
    who, id = await require_owner(request)
    spend(request, "seat", who)
    await delete_table(services(request).node, id, who.id)
    return Response(status_code=204)


async def require_owner(request: Request) -> tuple[Person, str]:
    who, id = await require_person(request), request.path_params["table"]
    if not (id.isalnum() and await owns_branch(services(request).node.store, who.id, id)):
        raise ServerRefusal("branch", "you have no what-if {id!r}", id=id[:40])
    return who, id


@api.add("POST", "/api/study/compare", body=TwoRecords, out=Compared, large=4 * LARGE + ROOM)
async def compare(request: Request, asked: TwoRecords) -> Any:
    """Where two records part, what was decided there in each, and what the strongest bot thinks of both"""
    who, home = await require_person(request), services(request)
    spend(request, "study", who)
    lang, owner = language(request, who), address(request)
    job = home.study.run(study_jobs.compare, asked.record, asked.other, asked.seat, lang, owner=owner)
    code, body = await while_connected(request, job)
    if code != 200:
        return respond(code, body)
    fork = msgspec.json.decode(body, type=Fork)
    found = Compared(fork.n, fork.ranks, fork.other_ranks)
    if fork.decided is None:
        return found
    opinion = await while_connected(request, weigh(home, fork.game, fork.decided, owner))
    did = describe_review(Decisions(fork.game, fork.seats, (fork.decided,), None), fork.decided, opinion, lang)
    return replace(found, decided=did, other=fork.other, other_value=value_of(opinion, fork.other))
