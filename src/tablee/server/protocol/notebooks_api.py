"""Notebooks of real tables: each belongs to one person, who notes what they see and hear. Nobody else can read it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee.notebook_events import Begun, NotebookSettings, decoder
from tablee.server.ids import new_id
from tablee.server.people.people import Person
from tablee.server.protocol import notebook_jobs
from tablee.server.protocol.context import api, language, require_person, services, spend
from tablee.server.protocol.disconnects import while_connected
from tablee.server.protocol.notebook_jobs import NotebookAsk, NotebookPage
from tablee.server.protocol.study_api import respond
from tablee.server.protocol.tables_api import Notes
from tablee.server.refusals import Quota, ServerRefusal
from tablee.server.store import Conflict
from tablee.server.store.notebooks import (
    append_to_notebook,
    count_notebooks,
    list_notebooks,
    load_notebook,
    owns_notebook,
    remove_notebook,
)
from tablee.server.tables.notebooks import check_settings, no_notebook
from tablee.server.timekeeping import now


class NewNotebook(Struct, frozen=True):
    id: str


class NotebookCard(Struct, frozen=True):
    """One of my notebooks, in a list."""

    id: str
    settings: NotebookSettings
    touched: int
    events: int


@api.add("GET", "/api/notebooks", out=list[NotebookCard])
async def notebooks(request: Request) -> Any:
    """My notebooks, the one that was written in last first"""
    who = await require_person(request)
    rows = await list_notebooks(services(request).node.store, who.id)
    begun = [(id, n, at, decoder.decode(first)) for id, n, at, first in rows]
    return [NotebookCard(id, first.settings, at, n) for id, n, at, first in begun if isinstance(first, Begun)]


@api.add("POST", "/api/notebooks", body=NotebookSettings, out=NewNotebook, status=201)
async def begin(request: Request, settings: NotebookSettings) -> Any:
    """A new notebook"""
    who, home = await require_person(request), services(request)
    spend(request, "table", who)
    game, most = check_settings(settings), home.limits.settings.notebooks
    if home.limits.on and await count_notebooks(home.node.store, who.id) >= most:
        raise Quota("you have {most} notebooks, which is the limit: delete some of them first", most=most)
    id, begun = new_id(12), msgspec.json.encode(Begun(settings, game.version))
    await append_to_notebook(home.node.store, who.id, id, 1, now(), begun)
    return NewNotebook(id)


@api.add("GET", "/api/notebooks/{book}", out=NotebookPage)
async def look_into(request: Request) -> Any:
    """My notebook, as it stands"""
    who, home, id = await require_person(request), services(request), request.path_params["book"]
    rows = await load_notebook(home.node.store, who.id, id)
    if not rows:
        raise no_notebook(id)
    job = home.node.work.run(notebook_jobs.show, id, rows, language(request, who), owner=who.id)
    return respond(*await while_connected(request, job))


@api.add("POST", "/api/notebooks/{book}", body=NotebookAsk, out=NotebookPage)
async def write(request: Request, asked: NotebookAsk) -> Any:
    """One change in my notebook: what it is then. Anything impossible is refused, with the rule"""
    who, home, id = await require_person(request), services(request), request.path_params["book"]
    spend(request, "seat", who)
    rows, at = await load_notebook(home.node.store, who.id, id), now()
    if not rows:
        raise no_notebook(id)
    job = home.node.work.run(notebook_jobs.change, id, rows, asked, at, language(request, who), owner=who.id)
    code, body, event = await while_connected(request, job)
    if event:
        try:
            await append_to_notebook(home.node.store, who.id, id, len(rows) + 1, at, event)
        except Conflict:
            raise ServerRefusal("changed", "this notebook was changed elsewhere meanwhile: look at it again") from None
    return respond(code, body)


@api.add("DELETE", "/api/notebooks/{book}", status=204)
async def throw_away(request: Request) -> Any:
    """Deletes my notebook"""
    who, id = await require_owner(request)
    spend(request, "seat", who)
    await remove_notebook(services(request).node.store, who.id, id)
    return Response(status_code=204)


@api.add("GET", "/api/notebooks/{book}/notes", out=Notes)
async def pencil_marks(request: Request) -> Any:
    """My own pencil marks in my notebook"""
    who, id = await require_owner(request)
    return Notes(await services(request).node.store.notes(who.id, id))


@api.add("PUT", "/api/notebooks/{book}/notes", body=Notes, status=204)
async def keep_pencil_marks(request: Request, kept: Notes) -> Any:
    """Keeps them"""
    who, id = await require_owner(request)
    spend(request, "seat", who)
    await services(request).node.store.keep_notes(who.id, id, kept.text)
    return Response(status_code=204)


async def require_owner(request: Request) -> tuple[Person, str]:
    """Who asks, and the id of their notebook; ServerRefusal where they have no such notebook, whoever else may."""
    who, id = await require_person(request), request.path_params["book"]
    if not await owns_notebook(services(request).node.store, who.id, id):
        raise no_notebook(id)
    return who, id
