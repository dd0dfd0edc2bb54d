"""Whether the write-ahead log of an SQLite file is whole.

SQLite takes the frames of a log up to the first one whose checksum is wrong, and silently leaves out the rest: that is
right for the end of a transaction that was cut off, and wrong for a log that was damaged later. A damaged log is known
by commits after the wrong frame, or by an index (`-shm`) that has seen more frames.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

HEADER: Final = 32
FRAME: Final = 24
MAGIC: Final = 0x377F0682  # the last bit says in which order the checksum reads bytes
MASK: Final = 0xFFFFFFFF


class WalFrame(Struct, frozen=True):
    """A page as one transaction wrote it. `intact`: its checksum follows from the one stored before it."""

    page: int
    commits: bool
    intact: bool
    data: bytes


class WalCheck(Struct, frozen=True):
    """`taken` frames are taken by SQLite. `lost` ones are not, although they were committed once; None: unknown how
    many."""

    frames: int = 0
    taken: int = 0
    lost: int | None = 0

    @property
    def damaged(self) -> bool:
        return self.lost != 0


def check_wal(database: Path) -> WalCheck:
    """Looks at the log beside this file, before anybody opens it."""
    log = Path(f"{database}-wal")
    known, salts = frames_in_index(Path(f"{database}-shm"))  # first, as a running server may add to the log meanwhile
    data = log.read_bytes() if log.exists() else b""
    if len(data) < HEADER:
        return WalCheck(lost=known)
    if not header_is_right(data):
        page = int.from_bytes(data[8:12])
        return WalCheck(frames=(len(data) - HEADER) // (FRAME + page) if 512 <= page <= 65536 else 0, lost=None)
    frames = list(read_frames(data))
    taken, committed, broken = 0, 0, False
    for number, frame in enumerate(frames, 1):
        broken = broken or not frame.intact
        if frame.commits and frame.intact:
            committed = number
            taken = taken if broken else number
    if salts == data[16:24]:
        committed = max(committed, known)
    return WalCheck(len(frames), taken, committed - taken)


def header_is_right(data: bytes) -> bool:
    magic = int.from_bytes(data[:4])
    return magic & ~1 == MAGIC and checksum(data[:24], magic & 1, (0, 0)) == struct.unpack(">II", data[24:32])


def read_frames(data: bytes) -> Iterator[WalFrame]:
    """The frames that belong to the log's present round: those after them are left from an earlier one."""
    big, page = int.from_bytes(data[:4]) & 1, int.from_bytes(data[8:12])
    before = struct.unpack(">II", data[24:32])
    for start in range(HEADER, len(data) - FRAME - page + 1, FRAME + page):
        head = data[start : start + FRAME]
        if head[8:16] != data[16:24]:
            return
        content = data[start + FRAME : start + FRAME + page]
        found = checksum(content, big, checksum(head[:8], big, before))
        before = struct.unpack(">II", head[16:24])  # as it is stored, so that later frames are judged by themselves
        number, size = struct.unpack(">II", head[:8])
        yield WalFrame(number, size > 0, found == before, content)


def checksum(data: bytes, big: int, start: tuple[int, int]) -> tuple[int, int]:
    first, second = start
    words = struct.unpack(f"{'>' if big else '<'}{len(data) // 4}I", data)
    for place in range(0, len(words), 2):
        first = (first + words[place] + second) & MASK
        second = (second + words[place + 1] + first) & MASK
    return first, second


def frames_in_index(index: Path) -> tuple[int, bytes]:
    """How many frames the index knows that are not in the database yet, and the salts of its log."""
    data = index.read_bytes()[:136] if index.exists() else b""
    if len(data) < 136 or data[:48] != data[48:96]:  # its two copies differ: it was not written to the end
        return 0, b""
    (frames,) = struct.unpack_from("=I", data, 16)
    (moved,) = struct.unpack_from("=I", data, 96)
    return (frames if frames > moved else 0), data[32:40]
