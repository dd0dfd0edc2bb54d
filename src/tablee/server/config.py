"""The configuration of a server: flags, `TABLEE_…` in the environment, or a file, checked at the start."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct
from platformdirs import user_data_path

from tablee.contract import OptionError
from tablee.languages import HOME, LANGS
from tablee.server.limits import LimitSettings, read_limits

RANGES = {
    "port": (0, 65535), "workers": (1, 64), "pace": (0, 10_000), "monitor": (1, 1000), "keep_sessions": (1, 3650),
    "keep_guests": (1, 3650),
}  # fmt: skip
SHORTEST_KEY = 16  # characters
LONGEST_NAME = 60
LANGS_HOME_FIRST = (HOME, *(lang for lang in LANGS if lang != HOME))


class ServerConfig(Struct, frozen=True, kw_only=True):
    host: str = "0.0.0.0"
    port: int = 1621
    store: str = ""  # a file, or postgresql://…; empty: a file in the data folder
    bus: str = ""  # redis://… ; empty: the store's own
    web: str = ""  # the folder of the built page; empty: the one that comes with the package
    origins: tuple[str, ...] = ()  # other pages that may talk to this server
    workers: int = 1  # processes in which bots think
    pace: int = 400  # milliseconds that a bot waits, so that people can follow
    limits: LimitSettings = LimitSettings()
    hosts: tuple[str, ...] = ()  # names by which people on this network may call the server, beside its own
    keep_sessions: int = 180  # days after which a log-in ends that nobody uses
    keep_guests: int = 90  # days after which a guest is deleted who does not come back
    warm: bool = True  # whether bots are compiled and loaded when the server starts, before anybody asks them
    monitor: int = 4  # milliseconds between two looks at the event loop
    log: str = "json"  # json: one object in a line; text: for people
    metrics_key: str = ""  # with which /metrics and /dashboard are answered to others than this machine
    base: str = ""  # the path of this server on a bigger site, such as /tablee; empty: it has its host for itself
    name: str = ""  # what this server is called on its page and in previews of links; empty: Tablée
    languages: tuple[str, ...] = LANGS_HOME_FIRST  # which the page offers; the first is the usual one
    bots: tuple[
        str, ...
    ] = ()  # from outside, which people may seat at tables: NAME=module:name, NAME=cmd:…, or an entry point
    sockets: str = "auto"  # fast: with internals of uvicorn; plain: without; auto: fast where they are as expected

    @property
    def file(self) -> Path:
        return Path(self.store) if self.store else user_data_path("tablee") / "tables.db"


def read_values(texts: Mapping[str, str]) -> dict[str, object]:
    """Each setting by itself, from its text; OptionError where one makes no sense."""
    values: dict[str, object] = {}
    for name, text in texts.items():
        match name:
            case "port" | "workers" | "pace" | "monitor" | "keep_sessions" | "keep_guests":
                values[name] = whole(name, text, *RANGES[name])
            case "limits":
                values[name] = read_limits(text)
            case "bots":
                values[name] = read_bots(text)
            case "hosts":
                values[name] = tuple(text.lower().split())
                for host in text.split():
                    if not re.fullmatch(r"[A-Za-z0-9.-]+", host):
                        raise refused(name, host, "tablee.example.org")
            case "warm":
                if text not in ("on", "off"):
                    raise refused(name, text, "on, off")
                values[name] = text == "on"
            case "log" if text not in ("json", "text"):
                raise refused(name, text, "json, text")
            case "metrics_key" if text and len(text) < SHORTEST_KEY:
                raise OptionError(name, "a key has at least {n} characters", n=SHORTEST_KEY)
            case "base":
                values[name] = text.rstrip("/")
                if not re.fullmatch(r"(/[A-Za-z0-9_-]+)*", text.rstrip("/")):
                    raise refused(name, text, "/tablee")
            case "name" if len(text) > LONGEST_NAME or not text.isprintable():
                raise OptionError(name, "a name has at most {n} characters, on one line", n=LONGEST_NAME)
            case "languages":
                values[name] = tuple(dict.fromkeys(text.split()))
                for lang in text.split() or [""]:
                    if lang not in LANGS:
                        raise refused(name, lang, ", ".join(LANGS_HOME_FIRST))
            case "sockets" if text not in ("auto", "fast", "plain"):
                raise refused(name, text, "auto, fast, plain")
            case "origins":
                values[name] = tuple(text.split())
                for origin in text.split():
                    if not re.fullmatch(r"https?://[^/\s]+", origin):
                        raise refused(name, origin, "https://HOST")
            case "store" if "://" in text and not text.startswith("postgresql://"):
                raise refused(name, text, "a file, postgresql://…")
            case "web" if text and not (Path(text) / "index.html").is_file():
                raise OptionError(name, "there is no page in {text}: no index.html", text=text)
            case "bus" if not text.startswith(("redis://", "rediss://", "unix://")):
                raise refused(name, text, "redis://HOST:PORT")
            case _:
                values[name] = text
    return values


def read_config(texts: Mapping[str, str]) -> ServerConfig:
    """A configuration from texts by name; OptionError where they make no sense, or not together."""
    made = ServerConfig(**read_values(texts))  # type: ignore[arg-type]
    for name, text, package in (("store", made.store, "asyncpg"), ("bus", made.bus, "redis")):
        if "://" in text and find_spec(package) is None:
            raise OptionError(name, 'this needs another package: pip install "tablee[scale]"')
    if made.bus and not made.store.startswith("postgresql://"):
        raise OptionError("bus", "several nodes need a common database: add --store postgresql://…")
    return made


def read_bots(text: str) -> tuple[str, ...]:
    """The words of this text, as a shell has them: a command is in quotes."""
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise OptionError("bots", "{bot} cannot be read: {why}", bot=text, why=str(error)) from error


def whole(name: str, text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        raise refused(name, text, f"{low}–{high}")
    return int(text)


def refused(name: str, text: str, allowed: str) -> OptionError:
    return OptionError(name, "{text!r} is not allowed; allowed: {allowed}", text=text, allowed=allowed)
