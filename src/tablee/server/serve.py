"""`tablee serve`: the whole server in one process, with a file as its store unless another is named."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import segno
import uvicorn
from msgspec.structs import replace

from tablee.server.config import ServerConfig, read_config, refused
from tablee.server.config_file import read_config_file
from tablee.server.limits import LimitSettings
from tablee.server.listener import PacedServer
from tablee.server.log import open_log
from tablee.server.protocol.address_api import listens_to_others, local_address
from tablee.server.protocol.app import application, choose_store
from tablee.server.tables.outside_bots import read_offers, try_offers
from tablee.words import Words

SWITCH: Final = (
    0.0001  # seconds that a thread waits for the interpreter lock: that of the store needs it for each statement
)
# Looking for reference cycles takes a tenth of a microsecond for each object, and many times that where they are not in
# a cache: so young ones are looked through a few at a time. Old ones are when nobody moves (`collect_garbage`), and
# otherwise very rarely.
GC_THRESHOLDS: Final = (500, 3, 1000)
OTHER_FILES: Final = 100  # file handles for the store, the log and processes
SECRETS: Final = ("TABLEE_STORE", "TABLEE_BUS", "TABLEE_METRICS_KEY")
NAMES = tuple(ServerConfig.__struct_fields__)


def serve(flags: Mapping[str, str | None], house: Words) -> int:
    """Runs until it is stopped."""
    config = gather_config(flags)
    open_log(config.log)
    offered = try_offers(read_offers(config.bots))
    if offered:
        for secret in SECRETS:  # in the environment, which their processes get
            os.environ.pop(secret, None)
    asyncio.run(try_store(config))
    bound = bind_socket(config.host, config.port)
    port = bound.getsockname()[1]
    print(house.house("serving", address=f"http://localhost:{port}{config.base}"), flush=True)
    if listens_to_others(config.host) and (address := local_address()):
        link = f"http://{address}:{port}{config.base}"
        print(house.house("serving_network", address=link), flush=True)
        if sys.stdout.isatty():
            segno.make(link).terminal(compact=True)
    config = replace(config, port=port, limits=fit_file_handles(config.limits))
    served = uvicorn.Config(
        application(config, offered), log_config=None, access_log=False, http=http_protocol(config.limits),
        ws=socket_protocol(config.sockets), ws_per_message_deflate=False, ws_max_size=64 * 1024,
        ws_ping_interval=20, ws_ping_timeout=20, timeout_graceful_shutdown=5, server_header=False, date_header=False,
    )  # fmt: skip
    gc.freeze()  # what is imported now stays
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH)
    server = uvicorn.Server(served) if sys.platform == "win32" else PacedServer(served)
    server.run([bound])
    return 0 if server.started else 1


def gather_config(flags: Mapping[str, str | None]) -> ServerConfig:
    """Flags override the environment, and the environment overrides the file that one of them names."""
    given = {name: os.environ[key] for name in (*NAMES, "config") if (key := f"TABLEE_{name.upper()}") in os.environ}
    given |= {name: text for name, text in flags.items() if text is not None}
    file = given.pop("config", "")
    return read_config({**(read_config_file(Path(file)) if file else {}), **given})


def fit_file_handles(limits: LimitSettings) -> LimitSettings:
    """Every connection takes a file handle: as many as there may be, less some for the store and the processes."""
    try:
        import resource
    except ImportError:  # this system has no such bound
        return limits
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.sockets + limits.connections + OTHER_FILES
    unbounded = hard == resource.RLIM_INFINITY
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if unbounded else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return limits
    room = max(2, soft - OTHER_FILES)
    return replace(limits, sockets=min(limits.sockets, room * 3 // 4), connections=min(limits.connections, room // 4))


def http_protocol(limits: LimitSettings) -> Any:
    """The class with which uvicorn speaks HTTP: ours, within bounds; its own where that is not as expected."""
    try:
        from tablee.server.protocol import http_connections
    except ImportError:
        return "auto"
    if not http_connections.is_supported():
        return "auto"
    return http_connections.bounded_protocol(limits, os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"))


def socket_protocol(wanted: str) -> Any:
    """The class with which uvicorn speaks WebSocket: our fast one, or one of its own, for `PlainTransport`."""
    if wanted == "plain":
        return "websockets-sansio"
    if (fast := fast_socket_protocol()) is not None:
        return fast
    if wanted == "fast":
        raise refused("sockets", wanted, "auto, plain")
    return "auto"


def fast_socket_protocol() -> Any:
    """Our own class; None where uvicorn is not as expected."""
    try:
        from tablee.server.protocol import uvicorn_transport
    except ImportError:
        return None
    return uvicorn_transport.SocketProtocol if uvicorn_transport.is_supported() else None


async def try_store(config: ServerConfig) -> None:
    """Opens and closes the store once before the server says that it runs; ServerRefusal where that fails."""
    store = choose_store(config)
    await store.open()
    await store.close()


def bind_socket(host: str, port: int) -> socket.socket:
    """A listening socket, so that early clients wait; OSError where the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    # On Windows the usual option would let a second server listen on the same port.
    once = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    bound.setsockopt(socket.SOL_SOCKET, once, 1)
    try:
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    bound.listen(2048)
    bound.set_inheritable(True)
    return bound
