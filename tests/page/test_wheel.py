"""The wheel, built as anybody would build it, in an environment outside the repository with nothing else in it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import hatch_build
import pytest
from playwright.sync_api import Browser

import tablee
from tablee.games import GAMES
from tests.page.browsing import Visitor
from tests.page.playing import acting, answered, stands
from tests.page.test_sixteen import act
from tests.page.test_table import against_bots, wait_until_mine
from tests.server.serving import Served

ROOT = Path(__file__).parent.parent.parent
UV = Path(sys.executable).with_name("uv")
LOCK = ROOT / "requirements" / "run.lock"
ALONE = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "COVERAGE", "VIRTUAL_ENV"))}


def run(*command: str | Path, cwd: Path, stdin: str = "") -> str:
    """What the command says; it must succeed."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env={**ALONE, "PYTHONUTF8": "1"}, input=stdin, text=True,
        encoding="utf-8", capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel that was made from it. A page that is fresh is not built again."""
    folder = tmp_path_factory.mktemp("dist")
    run(UV, "build", "--quiet", "--out-dir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


@pytest.fixture(scope="module")
def bin_folder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment in which the wheel is installed, with what it requires and nothing else."""
    folder = tmp_path_factory.mktemp("empty")
    run(UV, "venv", "--quiet", "--python", sys.executable, folder / "venv", cwd=folder)
    run(UV, "pip", "install", "--quiet", "--python", folder / "venv", "--constraint", LOCK, wheel, cwd=folder)
    return folder / "venv" / ("Scripts" if os.name == "nt" else "bin")


def test_wheel_and_sdist_have_the_page_the_types_and_the_licences(built: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        packed = set(opened.namelist())
        licences = opened.read("tablee/page/licenses.md").decode()
    info = f"tablee-{tablee.__version__}.dist-info"
    assert {
        "tablee/page/index.html",
        "tablee/page/sw.js",
        "tablee/py.typed",
        "tablee/games/coda/words.fr.json",
    } <= packed
    assert {"tablee/page/licenses.md", f"{info}/licenses/LICENSE"} <= packed
    assert {"svelte", "sql.js", "pyodide"} <= set(re.findall(r"^## (\S+) - ", licences, re.MULTILINE))
    assert "Mozilla Public License Version 2.0" in licences and "PYTHON SOFTWARE FOUNDATION LICENSE" in licences
    assert not any("node_modules" in name or name.startswith(("web", "tests")) for name in packed)
    with tarfile.open(next(built.glob("*.tar.gz"))) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert {"src/tablee/page/index.html", "web/package-lock.json", "web/src/main.ts", "hatch_build.py"} <= names
    assert not any("node_modules" in name for name in names)


@pytest.fixture
def visit(chromium: Browser, bin_folder: Path, tmp_path: Path) -> Iterator[Callable[..., Visitor]]:
    """A visitor of the server that the wheel has."""
    with Served(tmp_path, program=str(bin_folder / "tablee")) as served:
        came: list[Visitor] = []

        def come(**wishes: object) -> Visitor:
            came.append(Visitor(chromium, served.address, **wishes))
            return came[-1]

        yield come
        for one in came:
            one.close()
        assert [error for one in came for error in one.errors] == []


def test_its_server_shows_the_page_and_a_game_is_played_there(visit: Callable[..., Visitor]) -> None:
    ann = against_bots(visit, "sixteen", lang="en")
    before = stands(ann.page)["n"] if wait_until_mine(ann.page) else 0
    act(ann.page, acting(ann.page)[0])
    answered(ann.page)
    assert stands(ann.page)["n"] > before


def test_it_plays_a_whole_game_on_a_pipe(bin_folder: Path, tmp_path: Path) -> None:
    record = tmp_path / "played.game"
    command = [str(bin_folder / "tablee"), "play", "sixteen", "--lang", "en", "--seed", "1", "--record", str(record)]
    rng = Random(1)
    with subprocess.Popen(
        command, cwd=tmp_path, env={**ALONE, "PYTHONUTF8": "1"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, encoding="utf-8",
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        for line in process.stdout:
            if line.startswith("0? "):
                process.stdin.write(rng.choice(line.removeprefix("0? ").strip().split(" | ")) + "\n")
                process.stdin.flush()
    assert process.returncode == 0
    shown = json.loads(run(bin_folder / "tablee", "replay", record, "--json", cwd=tmp_path))
    assert shown["awaits"]["kind"] == "over"


def test_one_line_opens_the_games(wheel: Path, tmp_path: Path) -> None:
    """`uvx` is `uv tool run`."""
    uvx: list[str | Path] = [UV, "tool", "run", "--quiet", "--python", sys.executable, "--constraints", LOCK]
    uvx += ["--from", wheel, "tablee"]
    assert run(*uvx, "--version", cwd=tmp_path) == f"tablee {tablee.__version__}\n"
    assert [line.split()[0] for line in run(*uvx, cwd=tmp_path).splitlines()] == list(GAMES)


# ---- what the build says where something is missing --------------------------------------------------


def checkout(folder: Path) -> Path:
    """The sources of a page that is not built."""
    for name in ("index.html", "vite.config.ts", "package.json", "package-lock.json", "src/main.ts", "public/icon.svg"):
        (folder / "web" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "web" / name).touch()
    return folder


def test_a_page_is_built_again_only_if_a_source_is_newer(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    page = root / hatch_build.PAGE
    assert not hatch_build.page_is_fresh(root)
    page.parent.mkdir(parents=True)
    page.touch()
    assert hatch_build.page_is_fresh(root)
    later = page.stat().st_mtime + 10
    os.utime(root / "web" / "src" / "main.ts", (later, later))
    assert not hatch_build.page_is_fresh(root)
    (root / "PKG-INFO").touch()  # in an sdist the page is as it was packed
    assert hatch_build.page_is_fresh(root)


def test_a_build_without_node_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "node_path", lambda: str(tmp_path))
    with pytest.raises(SystemExit, match=r"Node 20\.19 or later with npm"):
        hatch_build.build_page(checkout(tmp_path))


def test_a_build_without_the_sources_of_the_page_says_so(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="its sources"):
        hatch_build.build_page(tmp_path)


def test_a_build_whose_npm_fails_repeats_what_npm_said(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    with pytest.raises(SystemExit, match=r"the page cannot be built; `npm ci(.|\n)*npm error"):
        hatch_build.build_page(root)
