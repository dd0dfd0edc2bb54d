"""A thousand clients lose a server that is killed and started again: how long until all of them are back, and how many
come at once. Each client has an address of its own (127.0.x.y, so Linux only) and follows docs/protocol.md.

python benchmarks/reconnection.py --clients 1000     # --away 2: seconds between the end and the new start; --json
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from statistics import quantiles
from time import monotonic
from typing import Any, Final
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 5.0  # seconds: as web/src/lib/reconnection.ts has them
WATCHERS: Final = 4  # clients at each table
AT_ONCE: Final = 50  # clients that come for the first time
SLOT: Final = 0.1  # seconds: arrivals are counted in each
PATIENCE: Final = 120.0  # seconds after which the benchmark gives up
FOR_GOOD: Final = (4403, 4404)  # close codes after which no client comes back


def reconnect_delay(failures: int, random: float, retry: float = 0.0) -> float:
    """Seconds to wait: a random part of a pause that doubles, and what the server asked for."""
    return retry + random * min(FIRST_PAUSE * 2.0 ** max(0, failures - 1), LONGEST_PAUSE)


class Client:
    """Somebody who watches a table, and comes back. `back` is set when there is news again after `lost`."""

    def __init__(self, number: int, address: str, table: str) -> None:
        self.url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self.here = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.rng = Random(number)
        self.news = asyncio.Event()
        self.lost = asyncio.Event()
        self.attempts: list[float] = []
        self.back_at = 0.0
        self.n = 0

    async def run(self, gate: asyncio.Semaphore) -> None:
        failures = 0
        while True:
            retry, text = 0.0, ""
            self.attempts.append(monotonic())
            try:
                if not self.lost.is_set():
                    await gate.acquire()
                async with connect(f"{self.url}?since={self.n}", local_addr=(self.here, 0), open_timeout=20) as socket:
                    async for sent in socket:
                        text = str(sent)
                        message = json.loads(text)
                        retry = float(message.get("retry", 0))
                        if "n" in message:
                            failures = 0
                            self.welcome(message["n"], gate)
                    if socket.close_code in FOR_GOOD:
                        raise AssertionError(f"turned away for good: {text!r}")
            except (OSError, TimeoutError, WebSocketException, ConnectionClosed):
                pass
            self.lost.set()
            self.news.clear()
            failures += 1
            await asyncio.sleep(reconnect_delay(failures, self.rng.random(), retry))

    def welcome(self, n: int, gate: asyncio.Semaphore) -> None:
        self.n = n
        if not self.news.is_set():
            self.back_at = monotonic()
            self.news.set()
            if not self.lost.is_set():
                gate.release()


class Server:
    """`tablee serve`, on the same port and store whenever it is started."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, "0"

    def start(self, limits: str) -> None:
        command = [sys.executable, "-m", "tablee", "--lang", "en", "serve", "--host", "127.0.0.1", "--port", self.port,
                   "--store", str(self.folder / "tables.db"), "--limits", limits]  # fmt: skip
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "TABLEE_WARM": "off"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.address = line[line.index("http://") :].split()[0].replace("localhost", "127.0.0.1")
        self.port = self.address.rpartition(":")[2]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        with urlopen(Request(self.address + path, json.dumps(body).encode(), headers)) as answer:
            return json.load(answer)


async def measure(clients: int, away: float, folder: Path) -> dict[str, Any]:
    server = Server(folder)
    server.start("off")
    try:
        token = server.post("/api/me", {"name": "Ann", "lang": "en"})["token"]
        seats = [{"kind": "me"}, {"kind": "open"}]
        tables = [server.post("/api/tables", {"game": "sixteen", "seats": seats}, token)["id"]
                  for _ in range(-(-clients // WATCHERS))]  # fmt: skip
        server.kill()
        server.start("on")
        crowd = [Client(number, server.address, tables[number // WATCHERS]) for number in range(clients)]
        gate = asyncio.Semaphore(AT_ONCE)
        tasks = [asyncio.create_task(client.run(gate)) for client in crowd]
        await everybody(crowd, "news")
        killed = monotonic()
        server.kill()
        await everybody(crowd, "lost")
        await asyncio.sleep(away)
        await asyncio.to_thread(server.start, "on")
        up = monotonic()
        await everybody(crowd, "news")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        server.kill()
    came = sorted(client.back_at - up for client in crowd)
    tries = [moment for client in crowd for moment in client.attempts if moment > killed]
    slots = Counter(int((moment - killed) / SLOT) for moment in tries)
    return {
        "clients": clients,
        "away": round(up - killed, 2),
        "half back after": round(came[clients // 2], 2),
        "99 % back after": round(quantiles(came, n=100)[98], 2),
        "all back after": round(came[-1], 2),
        "tries of a client": round(len(tries) / clients, 2),
        "most tries in 0.1 s": max(slots.values()),
    }


async def everybody(crowd: list[Client], what: str) -> None:
    async with asyncio.timeout(PATIENCE):
        for client in crowd:
            await getattr(client, what).wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--away", type=float, default=2.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(given.clients, given.away, Path(folder)))
    print(json.dumps(found) if given.json else "\n".join(f"{name:>20}  {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
