"""Programs that a test starts. However the test ends, they and the processes they started end with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


def heed_ctrl_c() -> None:
    """Where the tests run in the background, the shell made them, and all that they start, ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def program(
    *args: str, stdin: int | None = None, stderr: int | None = subprocess.PIPE, env: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Python with these arguments, in a session of its own."""
    with subprocess.Popen(
        [sys.executable, *args], stdin=stdin, stdout=subprocess.PIPE, stderr=stderr,
        text=True, encoding="utf-8", env=env, start_new_session=True, preexec_fn=heed_ctrl_c,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            if process.poll() is None:  # a test that failed would wait here for ever
                os.killpg(process.pid, signal.SIGKILL)
