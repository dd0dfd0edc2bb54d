"""What is counted, for /metrics."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()

MOVES = Counter("tablee_moves", "Lines of records stored by this node, chance's included", registry=REGISTRY)
TABLES = Gauge("tablee_tables", "Tables in this node's memory", registry=REGISTRY)
READERS = Gauge("tablee_readers", "Open sockets", registry=REGISTRY)
REFUSED = Counter("tablee_refused", "Asks that were refused", ["code"], registry=REGISTRY)
THOUGHT = Histogram("tablee_bot_seconds", "How long bots thought", ["game", "level"],
                    buckets=(0.01, 0.1, 0.5, 1, 5, 30), registry=REGISTRY)  # fmt: skip
BOT_FAULTS = Counter("tablee_bot_faults", "Decisions that bots from outside could not make", ["bot", "fault"],
                     registry=REGISTRY)  # fmt: skip
BOTS_READY = Gauge("tablee_bots_ready", "Whether the bots of a game are compiled and loaded", ["game"],
                   registry=REGISTRY)  # fmt: skip
LOOP_LONGEST = Gauge("tablee_loop_longest_seconds", "The longest iteration of the event loop lately", registry=REGISTRY)
LOOP = Histogram("tablee_loop_seconds", "Iterations of the event loop that took longer than 2 ms",
                 buckets=(0.003, 0.006, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0), registry=REGISTRY)  # fmt: skip
JOBS = Counter("tablee_jobs", "Jobs of worker processes, by how they ended", ["pool", "outcome"], registry=REGISTRY)
WAITING_JOBS = Gauge("tablee_waiting_jobs", "Jobs that wait or are under way", ["pool"], registry=REGISTRY)
