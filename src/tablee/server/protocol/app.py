"""The application: what it consists of, its routes, its headers and its error handlers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from secrets import token_bytes
from typing import Any

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from tablee import __version__
from tablee.contract import Refusal
from tablee.server.config import ServerConfig
from tablee.server.people.names import reserved_names
from tablee.server.people.people import Keep, People
from tablee.server.protocol import (  # noqa: F401  (importing them adds their routes to the API)
    address_api,
    branches_api,
    claims_api,
    daily_api,
    games_api,
    help_api,
    history_api,
    lessons_api,
    my_data_api,
    notebooks_api,
    people_api,
    positions_api,
    puzzles_api,
    records_api,
    sheet_api,
    study_api,
    tables_api,
    trends_api,
)
from tablee.server.protocol.asyncapi import asyncapi
from tablee.server.protocol.base_path import BasePath
from tablee.server.protocol.budgets import WAIT, Limits
from tablee.server.protocol.cached_json import CachedJson, cache_json, respond
from tablee.server.protocol.context import Services, address, api, identify, language, services
from tablee.server.protocol.errors import respond_with_refusal
from tablee.server.protocol.figures import Figures, stylesheet
from tablee.server.protocol.guard import Guard
from tablee.server.protocol.health import health
from tablee.server.protocol.lobby import Lobby
from tablee.server.protocol.loop_monitor import LoopMonitor
from tablee.server.protocol.offline_files import offline_files
from tablee.server.protocol.previews import Previews
from tablee.server.protocol.static_files import page
from tablee.server.protocol.study_api import STUDY
from tablee.server.refusals import ServerRefusal, TooFast
from tablee.server.store import Store
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import Bus, NoBus, PostgresBus, RedisBus
from tablee.server.tables.housekeeping import run_housekeeping
from tablee.server.tables.node import Node
from tablee.server.tables.outside_bots import OfferedBot, OutsideBots
from tablee.server.tables.periodic_jobs import join_time, run_periodic_jobs
from tablee.server.worker_pool import WorkerPool

log = structlog.get_logger()

SHARED_EVERY = 0.5  # seconds between two messages to other nodes about what was spent


def choose_store(config: ServerConfig) -> Store:
    if config.store.startswith("postgresql://"):
        from tablee.server.store.postgres import Postgres

        return Postgres(config.store)
    from tablee.server.store.sqlite import Sqlite

    return Sqlite(config.file, make_folder=not config.store)


def choose_bus(config: ServerConfig) -> Bus:
    if config.bus:
        return RedisBus(config.bus)
    return PostgresBus(config.store) if config.store.startswith("postgresql://") else NoBus()


def application(config: ServerConfig, offered: Sequence[OfferedBot] = ()) -> ASGIApp:
    """The whole server as an ASGI application. The store and the bus are opened when it starts.

    `offered` are the bots from outside that people may seat at tables.
    """

    limits, figures = Limits(config.limits), Figures(config.metrics_key, config.name)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store, bot_pool = choose_store(config), BotPool(config.workers)
        await store.open()
        bus = choose_bus(config)
        outside = OutsideBots(offered, config.limits.bot_seconds, config.limits.bot_memory)
        node = Node(store, bus, bot_pool, pace=config.pace / 1000, most_events=config.limits.events, outside=outside)
        await bus.open(node.on_table_grown, limits.spend_elsewhere)
        people = People(store, await store.key("signing", token_bytes(32)), [bot.name for bot in offered])
        study = WorkerPool("study", STUDY)
        with suppress(ServerRefusal):  # the store is away: a periodic job tries again
            await join_time(node)
        keep = Keep(config.keep_sessions, config.keep_guests)
        app.state.services = Services(
            node, people, limits, Lobby(node), study, keep, address_api.listens_to_others(config.host), config.base
        )
        await make_ready(outside)
        limits.shared = not bus.alone
        jobs = [
            asyncio.create_task(job)
            for job in (run_periodic_jobs(node), share_budgets(bus, limits), run_housekeeping(node, people, keep))
        ]
        if config.warm:
            bot_pool.start_warming()
        monitor = LoopMonitor(asyncio.get_running_loop(), config.monitor / 1000)
        kind = "postgresql" if config.store.startswith("postgresql://") else "sqlite"  # its address may hold a password
        log.info("started", version=__version__, host=config.host, port=config.port, store=kind)
        try:
            yield
        finally:
            monitor.stop()
            for job in jobs:
                job.cancel()
                with suppress(asyncio.CancelledError):
                    await job
            await bus.close()
            for pool in (bot_pool, outside, node.work, node.loading, study, people.passwords):
                pool.stop()
            await store.close()
            log.info("stopped")

    folder = Path(config.web) if config.web else Path(__file__).parents[2] / "page"
    routes = [
        *api.routes(),
        Route("/openapi.json", openapi),
        Route("/asyncapi.json", sockets_described),
        Route("/metrics", figures.metrics),
        Route("/dashboard", figures.dashboard),
        Route("/dashboard.css", stylesheet),
        Route("/healthz", health),
        Mount("/api", app=unknown),
        *offline_files(folder),
        *page(folder, Previews(config.name, config.languages, folder, config.base)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers())
    guarded = Guard(app, config, limits)
    return BasePath(guarded, config.base) if config.base else guarded


def api_application() -> Starlette:
    """The HTTP API alone, for a browser (`tablee.browser`): whoever makes it adds the services."""
    return Starlette(routes=[*api.routes(), Mount("/api", app=unknown)], exception_handlers=handlers())


def handlers() -> dict[Any, Any]:
    """What becomes of an exception."""
    return {
        Exception: internal_error, Refusal: refuse, msgspec.MsgspecError: refuse, UnicodeError: refuse,
        RecursionError: refuse, HTTPException: wrong_path,
    }  # fmt: skip


async def share_budgets(bus: Bus, limits: Limits) -> None:
    """Tells other nodes what was spent here, so that nobody has a share of each."""
    while limits.shared:
        await asyncio.sleep(SHARED_EVERY)
        bus.share(limits.take_spent())


async def make_ready(outside: OutsideBots) -> None:
    """What is made once and kept: now, so that the first one to ask for it makes nobody wait."""
    cached_openapi()
    cached_asyncapi()
    games_api.cached_boxes(outside.offered)
    await run_in_threadpool(reserved_names)  # this way, what Starlette needs to send files is loaded, too


@cache
def cached_openapi() -> CachedJson:
    return cache_json(api.openapi("Tablée", "1"))


async def openapi(request: Request) -> Response:
    return respond(request, cached_openapi())


@cache
def cached_asyncapi() -> CachedJson:
    return cache_json(asyncapi("Tablée", "1"))


async def sockets_described(request: Request) -> Response:
    return respond(request, cached_asyncapi())


async def unknown(scope: Scope, receive: Receive, send: Send) -> None:
    request = HTTPConnection(scope)
    error = ServerRefusal("path", "there is nothing at {path}", path=scope["path"][:200])
    await respond_with_refusal(error, language(request), as_status=404)(scope, receive, send)


async def refuse(request: Request, error: Exception) -> Response:
    who = None
    with suppress(Refusal):  # the store may be away
        who = await identify(request)
    if isinstance(error, TooFast):
        await asyncio.sleep(WAIT)  # a client that asks too fast is answered slowly
        await services(request).limits.turnstile.enter(address(request))
    return respond_with_refusal(error, language(request, who), getattr(request.state, "asked", None))


async def wrong_path(request: Request, error: Exception) -> Response:
    """A path that is not there, or that does not know this method."""
    assert isinstance(error, HTTPException)
    path = f"{request.method} {request.scope['path'][:200]}"
    refusal = ServerRefusal("path", "there is nothing at {path}", path=path)
    return respond_with_refusal(refusal, language(request), as_status=error.status_code, headers=error.headers)


async def internal_error(request: Request, error: Exception) -> Response:
    """A mistake of ours: it is logged, and the client learns no more than that."""
    log.error("broken", path=request.scope["path"], error=repr(error))
    refusal = ServerRefusal("broken", "something went wrong on the server; nothing was changed")
    return respond_with_refusal(refusal, language(request), as_status=500)
