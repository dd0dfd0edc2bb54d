"""What is counted, for /metrics."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()

MOVES = Counter("tablee_moves", "Lines of records stored by this node, chance's included", registry=REGISTRY)
TABLES = Gauge("tablee_tables", "Tables in this node's memory", registry=REGISTRY)
READERS = Gauge("tablee_readers", "Open sockets", registry=REGISTRY)
REFUSED = Counter("tablee_refused", "Asks that were refused", ["code"], registry=REGISTRY)
THOUGHT = Histogram("tablee_bot_seconds", "How long bots thought", ["game", "level"], registry=REGISTRY)
