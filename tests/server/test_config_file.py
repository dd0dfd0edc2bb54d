"""Settings from a file: flags override the environment, which overrides the file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.contract import Refusal
from tablee.server.config_file import read_config_file
from tablee.server.serve import gather_config
from tablee.words import words

WHOLE = """
port = 4000
pace = 0
workers = 2
warm = false
origins = ["https://a.example", "https://b.example"]
log = "text"

[limits]
watchers = 7
sockets = 90
"""


def written(folder: Path, text: str) -> str:
    file = folder / "tablee.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_every_kind_of_setting_is_read(tmp_path: Path) -> None:
    config = gather_config({"config": written(tmp_path, WHOLE)})
    assert (config.port, config.pace, config.workers, config.warm, config.log) == (4000, 0, 2, False, "text")
    assert config.origins == ("https://a.example", "https://b.example")
    assert (config.limits.watchers, config.limits.sockets, config.limits.on) == (7, 90, True)
    assert gather_config({"config": written(tmp_path, "limits = false")}).limits.on is False


def test_flags_override_the_environment_which_overrides_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_CONFIG", written(tmp_path, WHOLE))
    monkeypatch.setenv("TABLEE_PORT", "4001")
    monkeypatch.setenv("TABLEE_WORKERS", "3")
    config = gather_config({"config": None, "port": "4002", "pace": None})
    assert (config.port, config.workers, config.pace) == (4002, 3, 0)
    other = tmp_path / "other.toml"
    other.write_text("pace = 9")
    assert gather_config({"config": str(other)}).pace == 9


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("prot = 1", "no setting prot", "réglage inconnu, prot"),
        ("port = true", "port = 1621", "port = 1621"),
        ('port = "4000"', "wrong type", "pas du bon type"),
        ("origins = [1]", "wrong type", "pas du bon type"),
        ("warm = 1", "true, false", "true, false"),
        ("port = 70000", "port: '70000' is not allowed", "«\u00a070000\u00a0» n’est pas permis"),
        ('origins = ["a.example"]', "https://HOST", "https://HOST"),
        ("[limits]\nwatchers = 0", "watchers=1–", "watchers=1–"),
        ("port = ", "not valid TOML", "TOML valide"),
    ],
)
def test_a_mistake_is_named_with_its_file(text: str, english: str, french: str, tmp_path: Path) -> None:
    file = written(tmp_path, text)
    with pytest.raises(Refusal) as raised:
        read_config_file(Path(file))
    for lang, said in (("en", english), ("fr", french)):
        sentence = words(lang).why(raised.value)
        assert said in sentence and file in sentence


def test_the_program_says_so_and_ends(tmp_path: Path) -> None:
    for file, said in ((written(tmp_path, "prot = 1"), "prot"), (str(tmp_path / "none.toml"), "none.toml")):
        done = subprocess.run(
            [sys.executable, "-m", "tablee", "--lang", "fr", "serve", "--config", file],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr


def test_other_commands_find_the_store_of_the_file(tmp_path: Path) -> None:
    """A backup of another store than that of the server would be none."""
    file = written(tmp_path, f'store = "{tmp_path / "named.db"}"')
    env = {name: text for name, text in os.environ.items() if name != "TABLEE_STORE"}
    for flags, more in ((["--config", file], {}), ([], {"TABLEE_CONFIG": file})):
        command = [sys.executable, "-m", "tablee", "--lang", "en", "store", "check", *flags]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env={**env, **more})
        assert done.returncode == 1 and "named.db" in done.stderr
