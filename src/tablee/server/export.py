"""`tablee export`: the whole page as files for any web host, which then plays without a server."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Final

from tablee.server.protocol.offline_files import kit
from tablee.server.protocol.python_bundle import bundle
from tablee.server.refusals import ServerRefusal

PAGE: Final = Path(__file__).parents[1] / "page"
OWN: Final = "offline/kit.json"  # a folder with this file was exported before, and may be written anew
EXPORTED: Final = '<meta name="tablee-exported" content="yes" />'


def export(folder: Path, page: Path = PAGE) -> int:
    """Writes the page, and returns how many bytes it has; ServerRefusal where it cannot be."""
    if not (page / "index.html").is_file():
        raise ServerRefusal("no_page", "the page is not built: run `make page` first")
    if folder.exists() and any(folder.iterdir()) and not (folder / OWN).is_file():
        raise ServerRefusal("folder", "{folder} is not empty: choose another folder", folder=str(folder))
    shutil.rmtree(folder / "assets", ignore_errors=True)
    shutil.rmtree(folder / "offline", ignore_errors=True)
    shutil.copytree(page, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.gz", "*.br", "previews"))
    described = kit(page)
    (folder / "offline").mkdir()
    (folder / described["python"]).write_bytes(bundle())
    (folder / OWN).write_text(json.dumps(described))
    index = (folder / "index.html").read_text(encoding="utf-8")
    index = re.sub(r'\s*<link rel="preload" href="[^"]*/api/games"[^>]*>', "", index)
    (folder / "index.html").write_text(index.replace("<title>", f"{EXPORTED}\n    <title>", 1), encoding="utf-8")
    worker = folder / "sw.js"
    worker.write_text(worker.read_text().replace("EXPORTED = false", "EXPORTED = true"))
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
