"""Games from outside, installed for a test as an installer would leave them: a package, and what it declares."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path

PEARL = Path(__file__).parent / "outside" / "pearl"


def install(folder: Path, distribution: str, entries: str) -> None:
    """What an installer writes beside a package: the name of its distribution, and its entry points."""
    info = folder / f"{distribution.replace('-', '_')}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[tablee.games]\n{entries}\n")


def install_pearl(folder: Path, **files: str) -> None:
    """Pearl, with these files in place of its own or besides: `board__js` is board.js."""
    install_package(PEARL, folder)
    for name, text in files.items():
        (folder / "pearl" / name.replace("__", ".")).write_text(text, encoding="utf-8")


def install_package(source: Path, folder: Path) -> None:
    """A package of `tests/outside`, whose folder has its name."""
    shutil.copytree(source / source.name, folder / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries = project["entry-points"]["tablee.games"].items()
    install(folder, project["name"], "\n".join(f"{name} = {target}" for name, target in entries))


def environment(folder: Path) -> dict[str, str]:
    """That of a process in which everything in this folder is installed."""
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
