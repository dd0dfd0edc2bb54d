"""What a browser needs of Python's packages, as one archive: ours, and those that the server itself is made of."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

PACKAGES: Final = (
    "anyio", "idna", "itsdangerous", "platformdirs", "prometheus_client", "segno", "starlette", "structlog", "tablee",
    "typing_extensions",
)  # fmt: skip
ELSEWHERE: Final = (  # of our own package: other programs, and what only a server has
    "page", "terminal", "lab", "learn", "rl", "testing", "turbo/browser/build.py", "turbo/cuda", 
    "server/store/postgres.py",
)  # fmt: skip
KINDS: Final = {".py", ".json", ".md", ".wasm", ".js"}
MSGSPEC: Final = Path(__file__).with_name("msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl")


def contents() -> Iterator[tuple[str, bytes]]:
    """Each file by its name in the archive, in a fixed order."""
    for name in PACKAGES:
        spec = find_spec(name)
        assert spec is not None and spec.origin is not None, name
        origin = Path(spec.origin)
        if origin.name != "__init__.py":
            yield origin.name, origin.read_bytes()
            continue
        for file in sorted(origin.parent.rglob("*")):
            inside = file.relative_to(origin.parent).as_posix()
            if file.suffix in KINDS and "__pycache__" not in file.parts and not left_out(name, inside):
                yield f"{name}/{inside}", file.read_bytes()
    with ZipFile(MSGSPEC) as wheel:
        for entry in sorted(wheel.namelist()):
            yield entry, wheel.read(entry)


def left_out(package: str, file: str) -> bool:
    return package == "tablee" and any(file == part or file.startswith(f"{part}/") for part in ELSEWHERE)


@cache
def bundle() -> bytes:
    """The archive: the same bytes for the same packages."""
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for name, content in contents():
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED, 6)
    return written.getvalue()


@cache
def bundle_name() -> str:
    """Its file's name, which changes with its contents."""
    return f"python-{blake2b(bundle(), digest_size=8).hexdigest()}.zip"
