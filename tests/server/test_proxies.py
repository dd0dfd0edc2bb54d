"""The sample configurations of deploy/, with the real proxies in front of the real program."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.server.serving import Player, Served, together
from tests.server.test_previews import INDEX
from tests.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
UNCHECKED = ssl._create_unverified_context()
BASES = ("", "/tablee")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        return int(opened.getsockname()[1])


def below_a_path(text: str) -> str:
    """What a sample says about a server under a path of a bigger site, as it is written into the block of that site."""
    lines = text.partition("Under a path of a bigger site")[2].splitlines()[1:]
    return "\n".join(line.lstrip("#") for line in lines)


def nginx(folder: Path, port: int, served: str, base: str) -> list[str]:
    certificate = ["-subj", "/CN=localhost", "-keyout", str(folder / "key.pem"), "-out", str(folder / "chain.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *certificate], check=True, capture_output=True
    )
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site, block, rest = text.partition("    # for the operator")
    text = f"{site}{below_a_path(text)}\n}}" if base else site + block + rest
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace("127.0.0.1:1621", served)
    text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(folder / "chain.pem"), text)
    text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(folder / "key.pem"), text)
    own = "\n".join(
        f"{name}_temp_path {folder / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder / 'pid'};\nevents {{}}\nhttp {{\naccess_log off;\n{own}\n{text}\n}}\n",
        encoding="utf-8",
    )
    return ["nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, served: str, base: str) -> list[str]:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    if base:
        text = f"{{$TABLEE_DOMAIN:localhost}} {{\n{below_a_path(text)}\n}}\n"
    text = text.replace("{$TABLEE_DOMAIN:localhost}", f"https://localhost:{port}").replace("127.0.0.1:1621", served)
    # no port of the system, no certificate authority in the system's list
    alone = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
    (folder / "Caddyfile").write_text(alone + text, encoding="utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


PROXIES: dict[str, Callable[[Path, int, str, str], list[str]]] = {"nginx": nginx, "caddy": caddy}


class Proxied(Served):
    """A server as it is reached through a proxy."""

    def __init__(self, address: str) -> None:
        self.address = address

    def fetch(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], str]:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, {"Content-Type": "application/json", **headers}, method=method)
        try:
            with urlopen(request, timeout=PATIENCE, context=UNCHECKED) as answer:
                return answer.status, dict(answer.headers.items()), answer.read().decode()
        except HTTPError as error:
            with error:
                return error.code, dict(error.headers.items()), error.read().decode()

    def socket(self, table: str, token: str = "", since: int = 0) -> Any:
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket?since={since}&stepwise=1"
        return connect(
            address, additional_headers={"Authorization": f"Bearer {token}"}, ssl=UNCHECKED,
            origin=Origin(re.sub(r"(//[^/]+).*", r"\1", self.address)), max_size=None,
        )  # fmt: skip


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    with (folder / "proxy.log").open("wb") as log:
        env = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=env)

    def answers() -> bool:
        assert process.poll() is None, (folder / "proxy.log").read_text()
        try:  # Caddy listens before it has its certificate
            with socket.create_connection(("127.0.0.1", port)) as opened:
                UNCHECKED.wrap_socket(opened, server_hostname="localhost").close()
        except OSError:
            return False
        return True

    try:
        wait_until(answers, "the proxy")
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(scope="module", params=BASES, ids=("alone", "below a path"))
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    page = tmp_path_factory.mktemp("page")
    (page / "index.html").write_text(INDEX, encoding="utf-8")
    with Served(tmp_path_factory.mktemp("served"), web=str(page), base=request.param) as server:
        yield server


@pytest.fixture(params=PROXIES)
def proxied(request: pytest.FixtureRequest, served: Served, tmp_path: Path) -> Iterator[Proxied]:
    if not shutil.which(request.param):
        pytest.skip(f"{request.param} is not installed")
    port, base = free_port(), urlsplit(served.address).path
    command = PROXIES[request.param](tmp_path, port, urlsplit(served.address).netloc, base)
    with running(command, port, tmp_path):
        yield Proxied(f"https://localhost:{port}{base}")


async def test_a_game_is_played_through_the_proxy_and_what_is_private_stays_so(proxied: Proxied) -> None:
    base, origin = urlsplit(proxied.address).path, re.sub(r"(//[^/]+).*", r"\1", proxied.address)
    status, _, page = proxied.fetch("GET", "/")
    assert status == 200 and f'content="{proxied.address}/"' in page  # the preview has the address that people use
    assert [proxied.fetch("GET", path)[0] for path in ("/metrics", "/dashboard", "/healthz")] == [404, 404, 404]
    guest = {"name": "Ann", "lang": "en"}
    assert proxied.fetch("POST", "/api/me", guest, Origin="https://elsewhere.example")[0] == 403
    tokens = []
    for _ in range(2):
        status, headers, text = proxied.fetch("POST", "/api/me", guest, Origin=origin)
        assert status == 200, text
        heads = {name.lower(): value for name, value in headers.items()}
        assert "Secure" in heads["set-cookie"] and f"Path={base or '/'}" in heads["set-cookie"]
        tokens.append(json.loads(text)["token"])
    bearer = [{"Authorization": f"Bearer {token}"} for token in tokens]
    wish = {"game": "sixteen", "options": {"players": "2"}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = json.loads(proxied.fetch("POST", "/api/tables", wish, **bearer[0])[2])["id"]
    for n, ask in ((1, {"id": "a", "seat": 1, "sit": "Ben"}), (0, {"id": "b", "start": True})):
        status, _, text = proxied.fetch("POST", f"/api/tables/{table}", ask, **bearer[n])
        assert status == 200, text
    players = [Player(proxied, table, token, seed) for seed, token in enumerate(tokens)]
    await together(*players)
    assert all(player.over and not player.refused for player in players)
