"""Which marks a test carries, and Hypothesis without a stopwatch.

A mark says what a test needs. It comes from the folder that the test lies in or from a fixture that it uses, so that
nobody has to think of it. `make quick` leaves the marked tests out; `make test` runs them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

settings.register_profile("tablee", deadline=None)  # a busy machine is not a bug
settings.load_profile("tablee")

HERE = Path(__file__).parent
FOLDERS = {
    "page": "browser", "crash": "crash",
    "bots": "slow", "lab": "slow", "rl": "slow", "server": "slow", "terminal": "slow",
}  # fmt: skip
FIXTURES = {"chromium": "browser", "postgres_server": "database", "valkey_server": "database"}


def needs(item: pytest.Item) -> Iterator[str]:
    """The marks that follow from where a test lies and from the fixtures it uses."""
    folder = item.path.relative_to(HERE).parts[0]
    if folder in FOLDERS:
        yield FOLDERS[folder]
    yield from (mark for fixture, mark in FIXTURES.items() if fixture in getattr(item, "fixturenames", ()))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in needs(item):
            item.add_marker(mark)


def pytest_sessionfinish() -> None:
    """Writes down what was measured before pytest-xdist kills a worker that takes more than ten seconds to leave: on a
    busy machine that was all that a worker had measured."""
    if (measured := Coverage.current()) is not None:
        measured.stop()
        measured.save()
