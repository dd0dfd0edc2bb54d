"""Passwords, hashed with Argon2 by a worker process: that takes long, and a lot of memory, by design."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

from tablee.server.worker_pool import MIB, WorkerPool, WorkLimits

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LIMITS = WorkLimits(waiting=16, seconds=10.0, memory=512 * MIB, idle=300.0)


@cache
def hasher() -> PasswordHasher:
    from argon2 import PasswordHasher  # a browser has none: nobody logs in there

    return PasswordHasher()


def hash_password(password: str) -> str:
    return hasher().hash(password)


def is_password(hashed: str, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return hasher().verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


class Passwords:
    def __init__(self) -> None:
        self.pool = WorkerPool("passwords", LIMITS)
        # checked for logins that do not exist, so that this takes as long
        self.nobody = "" if sys.platform == "emscripten" else hash_password("nobody")

    async def hash(self, password: str) -> str:
        return await self.pool.run(hash_password, password)

    async def verify(self, hashed: str | None, password: str) -> bool:
        """Whether this is the password. None: there is no such login, which takes as long to find out."""
        right = await self.pool.run(is_password, hashed or self.nobody, password)
        return right and hashed is not None

    def stop(self) -> None:
        self.pool.stop()
