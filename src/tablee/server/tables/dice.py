"""Chance that nobody can choose: it depends on a secret of the server and on a number of every player's page.

1. When the table is opened the server draws its secret (32 bytes of the operating system's) and shows its SHA-256.
2. Every page draws a number, too (32 bytes of the browser's), as soon as its player has a seat, and shows its SHA-256.
3. When somebody starts the game all pledges are fixed. Only now each page discloses its number, and the server checks
   it against its pledge. With the last number the game begins. A page that does not answer for ten seconds is left
   out, and the record says so.

So nobody knows anything of the others' contributions when they choose their own. Players may also type words of their
own before the start: `words` of a seat are its number, a space and these words, as far as it has them.

Line n of the record, if chance speaks there, is drawn from the stream of bytes

    HMAC-SHA256(secret, "n/0/words"), HMAC-SHA256(secret, "n/1/words"), …

with n counted from 1 and `words` the players' words in the order of their seats, joined by line feeds. A whole number
below m is drawn so: of the next eight bytes, read as a big-endian number, the highest b bits are taken, b being the
number of bits of m; if they make m or more, the next eight bytes are tried. One of several things is drawn as a number
below their count, things standing in the order in which the game lists them; a die of s sides is 1 + a number below s;
a handful of k things is drawn by numbers until k of them differ. At the end the secret is shown: `tablee verify` draws
everything again.

In a daily deal everybody has the same secret, no words count, and n is the number of the draw: the first, the second …
So everybody draws the same, whatever was played in between.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Any


def pledge(secret: bytes) -> str:
    """The digest that is shown before the game."""
    return sha256(secret).hexdigest()


def pledge_number(number: str) -> str:
    """The digest of a page's number, which is written as 64 hexadecimal digits: of these digits, as text."""
    return sha256(number.encode()).hexdigest()


@lru_cache(1024)
def keyed_digest(secret: bytes) -> hmac.HMAC:
    """To be copied for each text. `hmac.digest` is no faster, and it releases the GIL: to get that back from the
    thread of the store takes longer than everything else here."""
    return hmac.new(secret, digestmod="sha256")


class PledgedDice(Random):
    """The generator of one line of a record. Everything that games use of a generator is based on `getrandbits`."""

    def __init__(self, secret: bytes, line: int, words: Sequence[str]) -> None:
        self.key, self.line, self.words = secret, line, "\n".join(words)
        self.block, self.bytes = 0, b""
        super().__init__(0)

    def seed(self, a: Any = None, version: int = 2) -> None:
        """There is nothing to seed."""

    def getrandbits(self, k: int, /) -> int:
        assert 0 < k <= 64
        if not self.bytes:
            text = f"{self.line}/{self.block}/{self.words}"
            digest = keyed_digest(self.key).copy()
            digest.update(text.encode())
            self.bytes = digest.digest()
            self.block += 1
        word, self.bytes = self.bytes[:8], self.bytes[8:]
        return int.from_bytes(word, "big") >> (64 - k)

    def random(self) -> float:
        return self.getrandbits(53) * 2.0**-53
