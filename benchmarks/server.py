"""Speed of the server: the same load on `tablee serve` and on boardgame.io, in turns, in one run.

Each load starts a new server; `load_clients.py` plays on it in a process of its own. Linux only: what a server costs is
read from /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, perf_counter, sleep
from typing import Any, Final, NamedTuple
from urllib.request import urlopen

from comparison import aligned, headline, number, surroundings

from tablee.server.people.people import Person
from tablee.server.store.sqlite import Sqlite
from tablee.server.tables.asks import DoAsk, StartAsk
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.node import Node
from tablee.server.tables.settings import SeatPlan, Settings

HERE: Final = Path(__file__).parent
PEER: Final = HERE / "boardgame"
REFERENCE: Final = "boardgame.io, memory"
PATIENCE: Final = 60.0  # seconds for a server to start, or for npm
LONG: Final = 1_000  # moves of the table that is opened
OPENINGS: Final = 9


class Running(NamedTuple):
    """Where a server is spoken to, where its tables are opened, and the processes to look at."""

    address: str
    lobby: str
    server: int
    store: int | None = None


# ---- the servers ------------------------------------------------------------------------


class Server(ABC):
    name: str
    dialect: str

    @abstractmethod
    def running(self, folder: Path) -> Any:
        """A context in which it runs, with this folder to write to."""


class Ours(Server):
    dialect = "ours"

    def __init__(self, name: str, store: str = "", process: int | None = None) -> None:
        self.name, self.store, self.process = name, store, process

    @contextmanager
    def running(self, folder: Path) -> Iterator[Running]:
        port = free_port()
        command = [sys.executable, "-m", "tablee", "--lang", "en", "serve", "--host", "127.0.0.1", "--port", str(port),
                   "--store", self.store or str(folder / "tables.db"), "--limits", "off"]  # fmt: skip
        with started(command, folder, "http://") as process:
            address = f"http://127.0.0.1:{port}"
            answering(f"{address}/api/games")
            yield Running(address, address, process.pid, self.process)


class Theirs(Server):
    dialect = "theirs"

    def __init__(self, name: str, stored: bool) -> None:
        self.name, self.stored = name, stored

    @contextmanager
    def running(self, folder: Path) -> Iterator[Running]:
        port, lobby = free_port(), free_port()
        store = str(folder / "matches") if self.stored else "memory"
        command = ["node", str(PEER / "server.mjs"), str(port), str(lobby), store]
        with started(command, folder, "ready") as process:
            yield Running(f"http://127.0.0.1:{port}", f"http://127.0.0.1:{lobby}", process.pid)


@contextmanager
def started(command: Sequence[str], folder: Path, word: str) -> Iterator[subprocess.Popen[str]]:
    """A server that has said that it is there. It is killed at the end."""
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True,
            env={**os.environ, "NODE_ENV": "production", "PYTHONUNBUFFERED": "1", "TABLEE_WARM": "off"},
        )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if word not in line:
            raise RuntimeError(f"{command[0]} does not start: {(folder / 'log').read_text()[-500:]}")
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def answering(address: str) -> None:
    """Waits until something answers there."""
    end = monotonic() + PATIENCE
    while True:
        try:
            urlopen(address, timeout=5).close()
            return
        except OSError:
            if monotonic() > end:
                raise
            sleep(0.05)


def free_port() -> int:
    return int(engines().free_port())


def engines() -> Any:
    """Real engines, as the tests start them."""
    root = str(HERE.parent)
    if root not in sys.path:
        sys.path.insert(0, root)
    from tests.server import engines

    return engines


def peer() -> str | None:
    """boardgame.io, installed; or why not."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "there is no Node here"
    if (PEER / "node_modules" / "boardgame.io").exists():
        return None
    made = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=PEER, capture_output=True, text=True,
                          timeout=5 * PATIENCE)  # fmt: skip
    return made.stderr.strip().splitlines()[-1] if made.returncode else None


# ---- the contest --------------------------------------------------------------------------


def played(server: Server, tables: int, seconds: float, seed: int) -> dict[str, Any]:
    """One load on one server."""
    folder = Path(tempfile.mkdtemp(prefix="tablee-bench-"))
    try:
        with server.running(folder) as running:
            command = [sys.executable, str(HERE / "load_clients.py"), server.dialect, running.address, running.lobby,
                       "--server", str(running.server), "--tables", str(tables), "--seed", str(seed),
                       "--seconds", str(seconds), "--reserve", str(max(0, 250 - tables))]  # fmt: skip
            if running.store is not None:
                command += ["--store", str(running.store)]
            made = subprocess.run(command, capture_output=True, text=True, timeout=4 * PATIENCE)
            if made.returncode:
                raise RuntimeError(made.stderr[-2000:])
            return {"server": server.name, **json.loads(made.stdout)}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def contest(servers: Sequence[Server], sizes: Sequence[int], rounds: int, seconds: float, seed: int) -> list[Any]:
    rng = Random(seed)
    results = []
    for _ in range(rounds):
        for tables in sizes:
            for server in rng.sample(servers, len(servers)):  # so that nobody always runs after the same other
                print(f"{server.name}, {tables} tables …", file=sys.stderr)
                results.append(played(server, tables, seconds, rng.randrange(2**30)))
    return results


# ---- a long table -----------------------------------------------------------------------------


async def long_tables(path: Path) -> list[str]:
    """Tables of Code 777 with a thousand moves each, written by a node as it always writes."""
    store, ann, rng = Sqlite(path), Person("ann", "Ann", "en"), Random(0)
    await store.open()
    node = Node(store, NoBus(), BotPool())
    made = []
    for _ in range(OPENINGS):
        settings = Settings("code777", {"players": "2", "limit": "9999", "target": "10"}, (SeatPlan("me"),) * 2,
                            "anyone")  # fmt: skip
        id = await node.open_table(settings, ann)
        await node.ask(id, ann, StartAsk("start", 0))
        live = await node.live(id)
        while len(live.table.moves) < LONG:
            table = live.table
            seat = table.seats[rng.choice(table.waiting)]
            await node.ask(id, ann, DoAsk(f"k{table.n}", seat, do=rng.choice(table.legal(seat))))
        made.append(id)
    await store.close()
    return made


def openings() -> list[float]:
    """Seconds until a table that is not in memory is shown to somebody who watches, each in its turn."""
    folder = Path(tempfile.mkdtemp(prefix="tablee-bench-"))
    try:
        tables = asyncio.run(long_tables(folder / "tables.db"))
        with Ours("Tablée, SQLite").running(folder) as running:
            times = []
            for table in tables:
                began = perf_counter()
                with urlopen(f"{running.address}/api/tables/{table}", timeout=PATIENCE) as answer:
                    assert len(answer.read()) > 1_000
                times.append(perf_counter() - began)
            return times[1:]  # the first one warms up
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# ---- the report -------------------------------------------------------------------------------

HEAD: Final = ("", "tables", "moves/s", "p50 ms", "p99 ms", "server µs", "store µs", "moves/CPU s", "ratio")
MEMORY: Final = ("", "tables", "KiB a table", "with its players")


def figures(results: Sequence[Any], load: str) -> list[dict[str, Any]]:
    """The medians of all rounds, for each server and number of tables."""
    keys = sorted({(one["tables"], one["server"]) for one in results})
    made = []
    for tables, server in keys:
        runs = [one[load] for one in results if (one["tables"], one["server"]) == (tables, server)]
        made.append({
            "server": server,
            "tables": tables,
            "moves_per_second": median(run["moves"] / run["seconds"] for run in runs),
            "p50": 1e3 * median(run["p50"] for run in runs),
            "p99": 1e3 * median(run["p99"] for run in runs),
            "server_us": 1e6 * median(run["server_cpu"] / run["moves"] for run in runs),
            "store_us": 1e6 * median(run["store_cpu"] / run["moves"] for run in runs),
            "client_us": 1e6 * median(run["client_cpu"] / run["moves"] for run in runs),
        })  # fmt: skip
    for one in made:
        like = next((o for o in made if o["server"] == REFERENCE and o["tables"] == one["tables"]), None)
        one["ratio"] = like["server_us"] / one["server_us"] if like else None
    return made


def lines(figures: Sequence[dict[str, Any]]) -> list[str]:
    rows = [
        (
            one["server"], str(one["tables"]), number(one["moves_per_second"]), number(one["p50"], ".1f"),
            number(one["p99"], ".1f"), number(one["server_us"]), number(one["store_us"] or None),
            number(1e6 / one["server_us"]), number(one["ratio"], ".2f"),
        )
        for one in figures
    ]  # fmt: skip
    return aligned([HEAD, *rows])


def memory(results: Sequence[Any]) -> list[str]:
    keys = sorted({(one["tables"], one["server"]) for one in results})
    rows = [
        (
            server,
            str(tables),
            *(
                number(
                    median(one[what] for one in results if (one["tables"], one["server"]) == (tables, server)) / 1024
                )
                for what in ("table_bytes", "joined_bytes")
            ),
        )
        for tables, server in keys
    ]
    return aligned([MEMORY, *rows])


def report(told: dict[str, Any]) -> str:
    opened = [1e3 * seconds for seconds in told["openings"]]
    return "\n".join([
        headline(told) + (f"; boardgame.io missing: {told['missing']}" if told["missing"] else ""),
        f"{told['rounds']} rounds; ratio of moves a second of the server's processor to {REFERENCE}",
        "", "every table as fast as it can", "", *lines(figures(told["results"], "closed")),
        "", "every table one move a second", "", *lines(figures(told["results"], "paced")),
        "", *memory(told["results"]),
        "", f"opening a table of {LONG:,} moves: {median(opened):.0f} ms, at worst {max(opened):.0f} ms",
    ])  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="50 tables, two seconds, once")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each load (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="write JSON, every round included")
    given = parser.parse_args()
    sizes, rounds, seconds = ((50,), 1, 2.0) if given.quick else ((50, 500), given.rounds, given.seconds)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended, also when this is stopped
    missing = peer()
    with ExitStack() as stack:
        postgres = stack.enter_context(engines().PostgresServer())
        process = int((postgres.data / "postmaster.pid").read_text().split()[0])
        servers: list[Server] = [Ours("Tablée, SQLite"), Ours("Tablée, PostgreSQL", postgres.address, process)]
        if missing is None:
            servers += [Theirs(REFERENCE, False), Theirs("boardgame.io, FlatFile", True)]
        results = contest(servers, sizes, rounds, seconds, given.seed)
    told = surroundings({"Tablée": "tablee"}) | {
        "missing": missing, "rounds": rounds, "results": results, "openings": openings(),
    }  # fmt: skip
    print(json.dumps(told) if given.json else report(told))


if __name__ == "__main__":
    main()
