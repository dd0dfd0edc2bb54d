"""Leaving: Ctrl-C ends the program with a sentence, whatever is on the screen."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

import pytest

from tablee.games import GAMES
from tablee.terminal.table import TerminalTable
from tests.processes import heed_ctrl_c
from tests.waiting import PATIENCE

CTRL_C = b"\x03"


def read_until(screen: int, text: bytes) -> bytes:
    """What is drawn until this text, or the end, is."""
    heard = b""
    while text not in heard:
        assert select.select([screen], [], [], PATIENCE)[0], f"{text!r} never came"
        try:
            heard += os.read(screen, 65536)
        except OSError:  # the program has ended
            break
    return heard


@pytest.mark.parametrize(
    ("args", "shown", "sentence"),
    [
        ((), b"Which game?", b"Stopped."),
        (("play", "sixteen", "--seat", "Ann", "--seat", "Ben"), b"Pass the keyboard", b"play --resume"),
        (("play", "coda", "--notebook"), b"notes (F3)", b"play --resume"),
        (("replay", "--step", "FILE"), b"move 0 of 0", b"Stopped."),
    ],
)
def test_ctrl_c_ends_with_a_sentence(args: Sequence[str], shown: bytes, sentence: bytes, tmp_path: Path) -> None:
    game, path = GAMES["sixteen"], tmp_path / "a.game"
    if "FILE" in args:
        TerminalTable.open(game, game.options(), ["Ann", "Ben"], path)
    screen, inside = pty.openpty()
    termios.tcsetwinsize(inside, (24, 80))
    with subprocess.Popen(
        [sys.executable, "-m", "tablee", "--lang", "en", *(str(path) if arg == "FILE" else arg for arg in args)],
        stdin=inside, stdout=inside, stderr=inside, start_new_session=True, preexec_fn=heed_ctrl_c,
        env={**os.environ, "TERM": "xterm-256color", "TABLEE_RECORDS": str(tmp_path / "records")},
    ) as process:  # fmt: skip
        os.close(inside)
        try:
            read_until(screen, shown)
            os.write(screen, CTRL_C)
            said = read_until(screen, sentence)
            assert sentence in said and b"Traceback" not in said
            read_until(screen, b"\0")  # the end
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
            os.close(screen)
