"""What a release consists of, as a CycloneDX bill of materials: `python -m scripts.bill_of_materials FILE`.

Python packages are those of requirements/run.lock, with the markers under which they are installed. Packages of the
page are those whose code the build has put into it; the build lists them with their licences.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Final

import tablee

ROOT: Final = Path(__file__).parent.parent
LOCK: Final = ROOT / "requirements" / "run.lock"
IN_PAGE: Final = ROOT / "src" / "tablee" / "page" / "licenses.md"
LOCKED: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)(?: ; ([^\\\n]+?))? \\$", re.MULTILINE)
BUNDLED: Final = re.compile(r"^## (\S+) - (\S+) \((.+)\)$", re.MULTILINE)


def bill(version: str, lock: str, in_page: str) -> dict[str, Any]:
    own = f"pkg:pypi/tablee@{version}"
    parts = [*map(python_part, LOCKED.findall(lock)), *map(page_part, BUNDLED.findall(in_page))]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application", "bom-ref": own, "name": "tablee", "version": version, "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
            },
        },
        "components": parts,
        "dependencies": [{"ref": own, "dependsOn": [part["bom-ref"] for part in parts]}],
    }  # fmt: skip


def python_part(found: tuple[str, str, str]) -> dict[str, Any]:
    name, version, marker = found
    purl = f"pkg:pypi/{name}@{version}"
    part: dict[str, Any] = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    if marker:
        part["properties"] = [{"name": "tablee:installed-where", "value": marker}]
    return part


def page_part(found: tuple[str, str, str]) -> dict[str, Any]:
    name, version, licence = found
    purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
    return {
        "type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
        "licenses": [{"license": {"id": licence}}],
        "properties": [{"name": "tablee:part-of", "value": "the page"}],
    }  # fmt: skip


def write(path: Path) -> None:
    texts = [file.read_text(encoding="utf-8") for file in (LOCK, IN_PAGE)]
    path.write_text(json.dumps(bill(tablee.__version__, *texts), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
