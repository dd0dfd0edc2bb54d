"""Worker processes that end with their parent process, and may have limits: of processor time and of memory."""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import ceil
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import Thread
from time import process_time
from typing import Any, Final, TypeVar

T = TypeVar("T")
OVERTIME = getattr(signal, "SIGXCPU", None)  # ends a process that has used too much of the processor; not on Windows
TURN: Final = 20_000_000  # nanoseconds that a worker with little priority computes at a time
SCHED_SETATTR: Final = {"x86_64": 314, "aarch64": 274, "riscv64": 274}  # the number of this system call of Linux


class WorkerLost(Exception):
    """The worker has ended before it answered."""


class OverBudget(Exception):
    """The job needed more processor time or more memory than it may have. Its worker is of no use any more."""


class JobFailed(Exception):
    """The job has raised an exception, of which only the name is told: its text may hold anything."""


def dependent() -> None:
    """Called first in a worker. Ctrl-C is left to the parent, and the worker ends when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=follow, daemon=True).start()


def follow() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


class Worker:
    """One process that does one job after another. It is started by its first job.

    A job is a function of a module. Arguments and results are plain values, best texts or bytes: they are pickled.
    """

    def __init__(self, memory: int, nice: int = 0, environment: Mapping[str, str] | None = None) -> None:
        """`memory`: bytes that it may use beyond what an idle one has. `nice`: how far others go first.

        `environment`: variables that are set in its process.
        """
        self.memory, self.nice, self.environment = memory, nice, dict(environment or {})
        self.stopped = False
        self.process: Any = None
        self.pipe: Any = None

    def call(self, job: Callable[..., T], arguments: tuple[Any, ...], seconds: float, wall: float | None = None) -> T:
        """The result, which is waited for: called in a thread. `seconds` is what it may use of the processor, `wall`
        how long it is waited for."""
        process = self.process or self.start()
        try:
            self.pipe.send((job, arguments, seconds))
            if wall is not None and not self.pipe.poll(wall):
                raise OverBudget
            outcome, result = self.pipe.recv()
        except (EOFError, OSError) as error:
            process.join(1)
            if OVERTIME is not None and process.exitcode == -OVERTIME:
                raise OverBudget from error
            raise WorkerLost from error
        if outcome == "memory":
            raise OverBudget
        if outcome == "failed":
            raise JobFailed(result)
        answer: T = result
        return answer

    def start(self) -> SpawnProcess:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        process = context.Process(target=do_jobs, args=(theirs, self.memory, self.environment), daemon=True)
        process.start()
        theirs.close()  # so that its end is noticed
        assert process.pid is not None
        with suppress(AttributeError, OSError):  # while it imports, too; there is no such thing on Windows
            nice = os.getpriority(os.PRIO_PROCESS, 0) + self.nice
            os.setpriority(os.PRIO_PROCESS, process.pid, nice)
            if self.nice:
                lengthen_turns(process.pid, nice)
        self.process = process
        if self.stopped:  # meanwhile
            process.kill()
        return process

    def stop(self) -> None:
        """Ends it, whatever it does; its job is lost."""
        self.stopped = True
        if self.process is not None:
            self.process.kill()


def lengthen_turns(process: int, nice: int) -> None:
    """Linux 6.12 and later: others that wake up interrupt a process with long turns at once. They would wait, however
    little its priority, until a turn as long as theirs is over: that is milliseconds, several times in each move of a
    player. Where there is no such thing, nothing changes."""
    number = SCHED_SETATTR.get(platform.machine())
    if number is None or os.sched_getscheduler(process) != os.SCHED_OTHER:
        return
    attributes = struct.pack("IIQiIQQQ", 48, os.SCHED_OTHER, 0, nice, 0, TURN, 0, 0)  # struct sched_attr, 48 bytes
    ctypes.CDLL(None).syscall(number, process, attributes, 0)


def do_jobs(pipe: Connection, memory: int, environment: Mapping[str, str]) -> None:
    """What a worker does until its parent closes the pipe."""
    dependent()
    os.environ.update(environment)
    limit_memory(memory)
    while True:
        try:
            job, arguments, seconds = pipe.recv()
        except EOFError:
            return
        limit_time(seconds)
        try:
            answer: tuple[str, Any] = "done", job(*arguments)
        except MemoryError:
            answer = "memory", None
        except Exception as error:
            answer = "failed", type(error).__name__
        pipe.send(answer)


def limit_memory(more: int) -> None:
    """This process gets no more memory than it has now, and this many bytes; where the system knows such limits."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (size + more, resource.getrlimit(resource.RLIMIT_AS)[1]))


def limit_time(seconds: float) -> None:
    """This process is ended when it has used the processor for this long from now on; where there are such limits."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(process_time() + seconds), hard))
