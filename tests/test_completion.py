"""Shells complete commands and flags: the scripts run in the shells that are here."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tablee.command_line import parser
from tablee.completion import SHELLS, completion_script
from tablee.games import GAMES
from tablee.words import words
from tests.waiting import PATIENCE

CASES = [
    (["se"], ["serve"]),
    (["play", "coda", "--pla"], ["--players", "--plain"]),
    (["--lang", "fr", "rules", ""], ["--help", "--lang", "-h", *GAMES]),
    (["serve", "--conf"], ["--config"]),
]


def script(folder: Path, shell: str) -> Path:
    file = folder / f"tablee.{shell}"
    file.write_text(completion_script(parser(words("en")), shell), encoding="utf-8")
    return file


@pytest.mark.parametrize(("typed", "offered"), CASES)
def test_bash_completes(typed: list[str], offered: list[str], tmp_path: Path) -> None:
    line = " ".join(f"'{word}'" for word in ["tablee", *typed])
    ask = f"source {script(tmp_path, 'bash')}; COMP_WORDS=({line}); COMP_CWORD={len(typed)}; _tablee; "
    done = subprocess.run(["bash", "-c", ask + "printf '%s\\n' \"${COMPREPLY[@]}\""], capture_output=True, text=True)
    assert sorted(done.stdout.split()) == sorted(offered) and not done.stderr


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
@pytest.mark.parametrize(("typed", "offered"), CASES)
def test_fish_completes(typed: list[str], offered: list[str], tmp_path: Path) -> None:
    ask = f"source {script(tmp_path, 'fish')}; complete -C 'tablee {' '.join(typed)}'"
    done = subprocess.run(["fish", "--no-config", "-c", ask], capture_output=True, text=True)
    assert set(offered) - {"-h", "--help", "--lang"} <= set(done.stdout.split()) and not done.stderr


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
def test_zsh_completes(tmp_path: Path) -> None:
    """It completes only what somebody types, so it gets a terminal."""
    pty = pytest.importorskip("pty")
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb"})
    os.write(terminal, f"tablee() {{ :; }}; source {script(tmp_path, 'zsh')}; echo re''ady\n".encode())
    try:
        read_until(terminal, "ready")
        os.write(terminal, b"tablee play coda --pla\t\t")
        read_until(terminal, "--plain    --players")
        os.write(terminal, b"\x15tablee serve --conf\t")
        read_until(terminal, "--config ")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def read_until(terminal: int, awaited: str) -> None:
    said = ""
    while awaited not in said:
        assert select.select([terminal], [], [], PATIENCE)[0], said
        said += os.read(terminal, 1000).decode()


def test_every_shell_has_a_script(tmp_path: Path) -> None:
    for shell in SHELLS:
        text = script(tmp_path, shell).read_text(encoding="utf-8")
        assert all(game in text for game in GAMES) and "--metrics-key" in text
    assert "bashcompinit" in script(tmp_path, "zsh").read_text(encoding="utf-8")
