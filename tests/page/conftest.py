"""One browser for the page tests of a worker. Each visitor has a window of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.page.browsing import Visitor, browser, served, windowed
from tests.server.serving import Served
from tests.waiting import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """It goes when the worker leaves this folder: Playwright's event loop allows no other one beside it."""
    with browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The program, serving the page that was built."""
    with served(Path(tmp_path_factory.mktemp("house"))) as running:
        yield running


@pytest.fixture
def visitor(chromium: Browser, house: Served) -> Iterator[Callable[..., Visitor]]:
    """Somebody comes by: `visitor(phone=True, lang="fr")`. Nothing on their page may go wrong unseen."""
    yield from visitors(chromium, house)


@pytest.fixture
def notified_visitor(chromium: Browser, house: Served) -> Iterator[Callable[..., Visitor]]:
    """The same with a browser that has notifications."""
    with windowed(chromium) as opened:
        yield from visitors(opened, house)


def visitors(opened: Browser, house: Served) -> Iterator[Callable[..., Visitor]]:
    came: list[Visitor] = []

    def come(**wishes: Any) -> Visitor:
        came.append(Visitor(opened, house.address, **wishes))
        return came[-1]

    yield come
    for one in came:
        one.close()
    assert [error for one in came for error in one.errors] == []
