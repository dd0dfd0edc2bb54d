"""How much of each package the tests run: one line a package, and a failure where one is below 90%.

`make test` calls it after the tests. A package is a folder of `src/tablee`; lines and branches count alike. To see
which lines no test ran: `.venv/bin/coverage report --show-missing`, or `.venv/bin/coverage html`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coverage import Coverage

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
LEAST = 90.0


def measured() -> dict[str, dict[str, Any]]:
    """Coverage's own summary of each file, by the file's path."""
    coverage = Coverage(config_file=str(ROOT / "pyproject.toml"))
    coverage.load()
    with TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(report))
        files: dict[str, dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["files"]
    return {name: file["summary"] for name, file in files.items()}


def shares(files: dict[str, dict[str, Any]]) -> dict[str, float]:
    """The percentage of each package that was run."""
    run: Counter[str] = Counter()
    all_: Counter[str] = Counter()
    for name, summary in files.items():
        package = ".".join(Path(name).resolve().relative_to(SOURCE).parent.parts)
        run[package] += summary["covered_lines"] + summary.get("covered_branches", 0)
        all_[package] += summary["num_statements"] + summary.get("num_branches", 0)
    return {package: 100 * run[package] / all_[package] for package in sorted(all_) if all_[package]}


def main() -> int:
    found = shares(measured())
    for package, share in found.items():
        print(f"{package:28} {share:5.1f} %{'' if share >= LEAST else f'  below {LEAST:.0f} %'}")
    return int(min(found.values()) < LEAST)


if __name__ == "__main__":
    sys.exit(main())
