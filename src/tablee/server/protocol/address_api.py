"""The address under which others find this server, and QR codes of it."""

from __future__ import annotations

import asyncio
import re
import socket
from functools import lru_cache
from io import BytesIO
from typing import Annotated, Any, Literal, TypeAlias

import segno
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.protocol.context import api, services
from tablee.server.refusals import ServerRefusal

HERE = ("localhost", "127.0.0.1", "[::1]")  # these names mean something else on every machine
LONGEST = 120  # bytes of a link in a QR code: drawing a longer one would take too long
MASK = 4
HOST = r"[A-Za-z0-9.-]+(:[0-9]+)?|\[[0-9A-Fa-f:.]+\](:[0-9]+)?"


class Address(Struct, frozen=True):
    """The part of a link before its path, and who can follow it: everybody who can reach this server; nobody outside
    this machine, because the server listens to no other; nobody, because this machine is on no network."""

    base: str
    reach: Literal["others", "machine", "no_network"] = "others"


@api.add("GET", "/api/address", out=Address)
async def whereabouts(request: Request) -> Any:
    """Under which address others find this server: the one that its QR codes have"""
    return shared_address(request)


Path: TypeAlias = Annotated[str, Meta(max_length=LONGEST, pattern=r"^/([^/\\\s\x00-\x1f][^\s\\\x00-\x1f]*)?$")]


@api.add("GET", "/api/qr.svg", out=str, media="image/svg+xml", query={"path": Path})
async def qr(request: Request, path: str = "/") -> Any:
    """An address of this very server as a QR code, for invitations"""
    link = f"{shared_address(request).base}{path}"
    if len(link.encode()) > LONGEST:
        raise ServerRefusal("large", "this is too large: at most {size} bytes", size=LONGEST)
    await asyncio.sleep(0)  # each of the two steps takes about a millisecond
    make_qr(link)
    await asyncio.sleep(0)
    return Response(draw_qr(link), media_type="image/svg+xml")


class QrPath(Struct, frozen=True, forbid_unknown_fields=True):
    path: Path


@api.add("POST", "/api/qr.svg", body=QrPath, out=str, media="image/svg+xml")
async def private_qr(request: Request, wanted: QrPath) -> Any:
    """The same, where the path contains the key of a seat, which belongs in no log"""
    return await qr(request, wanted.path)


@lru_cache(16)
def make_qr(text: str) -> segno.QRCode:
    """A QR code. Choosing the best of its eight masks would take most of the time, and any is valid."""
    return segno.make(text, micro=False, mask=MASK, boost_error=False)


@lru_cache(512)  # an invitation is shown again and again
def draw_qr(text: str) -> bytes:
    """Its picture."""
    picture = BytesIO()
    make_qr(text).save(
        picture, kind="svg", xmldecl=False, omitsize=True, border=2, light="#fff", svgclass=None, lineclass=None
    )
    return picture.getvalue()


def listens_to_others(host: str) -> bool:
    """Whether a server that is bound to this host can be reached from other machines."""
    return host not in ("127.0.0.1", "localhost", "::1")


def shared_address(request: Request) -> Address:
    """The address that links for others have."""
    home = services(request)
    return find_address(request, home.listens_to_others, home.base)


def find_address(request: Request, others: bool, path: str = "") -> Address:
    """This server as the client named it; for a client on this machine, as others on its network name it, unless it
    does not listen to `others`. `path` is where the server is on its host."""
    host = request.headers.get("host", "")
    if not re.fullmatch(HOST, host):
        raise ServerRefusal("malformed", "{name} is not an address", name="host")
    name, colon, port = host.rpartition(":") if re.search(r":[0-9]+$", host) else (host, "", "")
    scheme = request.url.scheme
    if name not in HERE:
        return Address(f"{scheme}://{host}{path}")
    there = local_address() if others else None
    return Address(
        f"{scheme}://{there or name}{colon}{port}{path}", "others" if there else "no_network" if others else "machine"
    )


def local_address() -> str | None:
    """The address under which others on the local network find this machine. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: a route is chosen, and nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return None
