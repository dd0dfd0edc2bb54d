"""The figures of this node for its owner: /metrics for Prometheus, /dashboard for people. Nobody else is answered."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hmac import compare_digest
from html import escape
from ipaddress import ip_address
from time import time
from typing import Any, Final, NamedTuple

from prometheus_client import Metric, generate_latest
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response

from tablee import __version__
from tablee.games import GAMES
from tablee.server.metering import Pacer
from tablee.server.metrics import REGISTRY
from tablee.server.protocol.context import language
from tablee.server.protocol.errors import respond_with_refusal
from tablee.server.refusals import ServerRefusal
from tablee.words import Words, words

OWN_NAME: Final = re.compile(r"(localhost|127\.[0-9.]+|\[::1\])(:[0-9]{1,5})?")
PASSED_ON: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
PRIVATE: Final = {"cache-control": "no-store"}
REFRESH: Final = 10  # seconds
ASKED_FOR: Final = {"www-authenticate": 'Basic realm="tablee", charset="UTF-8"'}
STYLE: Final = """
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem }
table { border-collapse: collapse; min-width: 20rem; margin-bottom: 1.5rem }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8885; text-align: left }
td { text-align: right; font-variant-numeric: tabular-nums }
"""
Row = tuple[str, ...]


class Family(NamedTuple):
    """One family of figures, as if it were all that there is to collect."""

    figures: Metric

    def collect(self) -> Iterator[Metric]:
        yield self.figures


class Figures:
    """The two pages, and who may see them."""

    def __init__(self, key: str, name: str) -> None:
        self.key, self.name, self.begun = key, name, time()

    async def metrics(self, request: Request) -> Response:
        """Written one family after the other: together they take longer than one step may."""
        if refusal := self.refuse(request):
            return refusal
        pacer, text = Pacer(), b""
        for family in REGISTRY.collect():
            text += generate_latest(Family(family))
            await pacer.pause()
        return Response(text, 200, PRIVATE, "text/plain; version=0.0.4")

    async def dashboard(self, request: Request) -> Response:
        if refusal := self.refuse(request):
            return refusal
        house, pacer, found = words(language(request)), Pacer(), Samples()
        for family in REGISTRY.collect():
            found.add(family)
            await pacer.pause()
        return HTMLResponse(self.draw(house, found), headers=PRIVATE)

    def refuse(self, request: Request) -> Response | None:
        """Only for programs on this machine, and for those who have the key."""
        if is_local(request) or (self.key and compare_digest(key_of(request).encode(), self.key.encode())):
            return None
        error = ServerRefusal("owner", "this is only for the owner of this server")
        return respond_with_refusal(
            error, language(request), as_status=401 if self.key else 403, headers=ASKED_FOR if self.key else None
        )

    def draw(self, house: Words, found: Samples) -> str:
        say, number = house.house, house.language.format_number
        title = escape(say("dashboard", name=self.name or house.title))
        hours = number((time() - self.begun) / 3600, 1)
        loop = number(1000 * found.one("tablee_loop_longest_seconds"), 1)
        parts = [
            draw_table(say("dashboard_now"), [
                (say("dashboard_tables"), number(found.one("tablee_tables"))),
                (say("dashboard_readers"), number(found.one("tablee_readers"))),
                (say("dashboard_moves"), number(found.one("tablee_moves_total"))),
                (say("dashboard_loop"), f"{loop} ms"),
            ]),
            draw_table(say("dashboard_jobs"), [
                (pool, number(waiting), *(number(found.one("tablee_jobs_total", pool=pool, outcome=outcome))
                                          for outcome in found.values("tablee_jobs_total", "outcome")))
                for (pool,), waiting in found.rows("tablee_waiting_jobs", "pool")
            ], [say("dashboard_pool"), say("dashboard_waiting"), *found.values("tablee_jobs_total", "outcome")]),
            draw_table(say("dashboard_bots"), [
                (game_title(house, game), house.level(level), number(thoughts),
                 number(1000 * found.one("tablee_bot_seconds_sum", game=game, level=level) / max(thoughts, 1), 1))
                for (game, level), thoughts in found.rows("tablee_bot_seconds_count", "game", "level")
            ], [say("dashboard_game"), say("dashboard_level"), say("dashboard_thoughts"), say("dashboard_mean")]),
            draw_table(say("dashboard_refused"), [
                (code, number(times)) for (code,), times in found.rows("tablee_refused_total", "code")
            ]),
        ]  # fmt: skip
        return (
            f'<!doctype html><html lang="{house.lang}"><meta charset="utf-8"><title>{title}</title>'
            f'<meta http-equiv="refresh" content="{REFRESH}"><meta name="viewport" content="width=device-width">'
            f'<link rel="stylesheet" href="dashboard.css"><h1>{title}</h1>'
            f"<p>{escape(say('dashboard_since', version=__version__, hours=hours))}</p>{''.join(parts)}</html>"
        )


class Samples:
    """All figures by name and labels."""

    def __init__(self) -> None:
        self.found: list[Any] = []

    def add(self, family: Metric) -> None:
        self.found += family.samples

    def one(self, name: str, **labels: str) -> float:
        return float(sum(sample.value for sample in self.found if sample.name == name and sample.labels == labels))

    def rows(self, name: str, *labels: str) -> list[tuple[Row, float]]:
        """Each figure of this name, under the values of its labels."""
        return [
            (tuple(sample.labels[label] for label in labels), sample.value)
            for sample in self.found
            if sample.name == name
        ]

    def values(self, name: str, label: str) -> list[str]:
        """All values of one label."""
        return sorted({values[0] for values, _ in self.rows(name, label)})


def game_title(house: Words, game: str) -> str:
    return words(house.lang, GAMES[game]).title if game in GAMES else game


def draw_table(title: str, rows: Iterable[Row], heads: Iterable[str] = ()) -> str:
    """A table with a caption; nothing where it would be empty."""
    lines = [
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for first, *cells in rows
    ]
    if not lines:
        return ""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    return f"<h2>{escape(title)}</h2><table>{f'<tr>{head}</tr>' if head else ''}{''.join(lines)}</table>"


def is_local(connection: HTTPConnection) -> bool:
    """Whether a program on this machine asks for itself. A proxy on this machine asks for others: it says so in a
    header, after which the client has no port, or calls the server by a name that others know."""
    client, headers = connection.client, connection.headers
    if client is None or client.port == 0 or any(name in headers for name in PASSED_ON):
        return False
    if not OWN_NAME.fullmatch(headers.get("host", "").lower()):
        return False
    with suppress(ValueError):
        found = ip_address(client.host.partition("%")[0])
        return (getattr(found, "ipv4_mapped", None) or found).is_loopback
    return False


def key_of(connection: HTTPConnection) -> str:
    """The key that was sent: as a bearer token, or as the password that a browser asks for."""
    scheme, _, sent = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return sent.strip()
    if scheme.lower() == "basic":
        with suppress(Error, UnicodeError):
            return b64decode(sent, validate=True).decode().partition(":")[2]
    return ""


async def stylesheet(request: Request) -> Response:
    return Response(STYLE, 200, {"cache-control": "public, max-age=3600"}, "text/css")
