"""What more nodes bring: the same load on one, two and four nodes that share one PostgreSQL and one bus, in one run.

With a balancer that routes by table both players of a table meet on one node; without it they are on different nodes
wherever there are several. The ratio is that of moves a second to one node. Nodes, database and clients share the cores
of this machine: with more nodes than cores, the figures say what several nodes cost, not what they bring.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import uvloop
from comparison import headline, markdown, number, surroundings
from load_clients import WARM, Load, measured, ours, seconds_of

from server import answering, engines, free_port, started

NODES: Final = (1, 2, 4)
HEAD: Final = ("nodes", "balancer", "moves/s", "ratio", "p50 ms", "p99 ms", "paced p99 ms", "nodes µs", "database µs")


@contextmanager
def running(nodes: int, store: str, bus: str) -> Iterator[list[tuple[str, int]]]:
    """Several nodes: the address and the process of each."""
    folder = Path(tempfile.mkdtemp(prefix="tablee-scaling-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        made = []
        for _ in range(nodes):
            port = free_port()
            command = [sys.executable, "-m", "tablee", "--lang", "en", "serve", "--host", "127.0.0.1", "--port",
                       str(port), "--store", store, "--bus", bus, "--limits", "off"]  # fmt: skip
            process = stack.enter_context(started(command, folder, "http://"))
            answering(f"http://127.0.0.1:{port}/api/games")
            made.append((f"http://127.0.0.1:{port}", process.pid))
        yield made


async def play(nodes: Sequence[tuple[str, int]], routed: bool, store: int, given: argparse.Namespace) -> Any:
    addresses = [address for address, _ in nodes]
    load = Load(addresses[0], addresses[0], ours, given.seed)
    load.addresses = lambda table: [addresses[(table + (0 if routed else side)) % len(addresses)] for side in (0, 1)]
    warming = load.opened(WARM)
    await load.connected(warming)
    await load.closed(warming, (), 10.0)
    await load.quiet(warming)
    tables = load.opened(given.tables + given.reserve)
    await load.connected(tables)
    playing, reserve = tables[: given.tables], tables[given.tables :]
    paced = await measured(load, load.paced(playing, given.seconds), nodes[0][1], None)
    await load.quiet(playing)
    before, at_store = sum(seconds_of(pid) for _, pid in nodes), seconds_of(store)
    closed = await measured(load, load.closed(playing, reserve, given.seconds), nodes[0][1], None)
    closed["nodes_cpu"] = sum(seconds_of(pid) for _, pid in nodes) - before
    closed["store_cpu"] = seconds_of(store) - at_store
    return {"paced": paced, "closed": closed}


def in_a_process(nodes: Sequence[tuple[str, int]], routed: bool, store: int, given: argparse.Namespace) -> Any:
    """The clients have a process of their own, as in `server.py`."""
    command = [sys.executable, __file__, "--play", json.dumps([nodes, routed, store]), "--tables", str(given.tables),
               "--reserve", str(given.reserve), "--seconds", str(given.seconds), "--seed", str(given.seed)]  # fmt: skip
    made = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if made.returncode:
        raise RuntimeError(made.stderr[-2000:])
    return json.loads(made.stdout)


def row(results: Sequence[Any], nodes: int, routed: bool, one: float) -> tuple[str, ...]:
    runs = [result for result in results if (result["nodes"], result["routed"]) == (nodes, routed)]
    speed = speed_of(runs)
    closed = [run["closed"] for run in runs]
    return (
        str(nodes), "–" if nodes == 1 else "yes" if routed else "no", number(speed), number(speed / one, ".2f"),
        number(1e3 * median(run["p50"] for run in closed), ".1f"),
        number(1e3 * median(run["p99"] for run in closed), ".1f"),
        number(1e3 * median(run["paced"]["p99"] for run in runs), ".1f"),
        number(1e6 * median(run["nodes_cpu"] / run["moves"] for run in closed)),
        number(1e6 * median(run["store_cpu"] / run["moves"] for run in closed)),
    )  # fmt: skip


def speed_of(runs: Sequence[Any]) -> float:
    return float(median(run["closed"]["moves"] / run["closed"]["seconds"] for run in runs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--reserve", type=int, default=150, help="tables that take the place of those that are done")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        nodes, routed, process = json.loads(given.play)
        print(json.dumps(uvloop.run(play(nodes, routed, process, given))))
        return
    rng, results = Random(given.seed), []
    kinds = [(nodes, routed) for nodes in NODES for routed in ((True,) if nodes == 1 else (True, False))]
    with ExitStack() as stack:
        postgres = stack.enter_context(engines().PostgresServer())
        valkey = stack.enter_context(engines().ValkeyServer())
        store = int((postgres.data / "postmaster.pid").read_text().split()[0])
        for _ in range(given.rounds):
            for nodes, routed in rng.sample(kinds, len(kinds)):
                print(f"{nodes} nodes, {'' if routed else 'not '}routed by table …", file=sys.stderr)
                with running(nodes, postgres.address, valkey.address) as started_nodes:
                    found = in_a_process(started_nodes, routed, store, given)
                results.append({"nodes": nodes, "routed": routed, **found})
    told = surroundings({"Tablée": "tablee"}) | {"results": results, "cores": os.cpu_count()}
    if given.json:
        print(json.dumps(told))
        return
    one = speed_of([result for result in results if result["nodes"] == 1])
    print(headline(told), f"{given.rounds} rounds, {given.tables} tables, {os.cpu_count()} cores for everything", "",
          sep="\n")  # fmt: skip
    print("\n".join(markdown([HEAD, *(row(results, nodes, routed, one) for nodes, routed in kinds)])))


if __name__ == "__main__":
    main()
