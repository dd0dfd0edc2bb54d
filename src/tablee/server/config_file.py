"""`tablee.toml`: the settings of a server in a file, under the names that they have in `ServerConfig`."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, get_type_hints

from tablee.contract import OptionError
from tablee.server.config import ServerConfig, read_values
from tablee.server.limits import LimitSettings

KINDS: Final = get_type_hints(ServerConfig)
EXAMPLES: Final = {int: "1621", str: '"…"', bool: "true, false", tuple[str, ...]: '["…", "…"]',
                   LimitSettings: "false, { watchers = 500 }"}  # fmt: skip


def read_config_file(path: Path) -> dict[str, str]:
    """The settings in this file as the texts that flags would have; OptionError, with the file's name, where one is
    unknown or makes no sense."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(str(path), "this file cannot be read: {why}", why=error.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeError) as error:
        raise OptionError(str(path), "this is not valid TOML: {why}", why=error) from None
    texts = {name: as_text(path, name, value) for name, value in found.items()}
    for name, text in texts.items():
        try:
            read_values({name: text})
        except OptionError as error:
            raise OptionError(f"{path}, {name}", error.template, **error.facts) from None
    return texts


def as_text(path: Path, name: str, value: object) -> str:
    """A value of TOML as the text of a flag; OptionError where it is of another kind than this setting."""
    if name not in KINDS:
        raise OptionError(
            str(path), "there is no setting {name}; known settings: {known}", name=name, known=", ".join(KINDS)
        )
    kind = KINDS[name]
    if isinstance(value, bool) and kind in (bool, LimitSettings):
        return "on" if value else "off"
    if kind is int and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if kind is str and isinstance(value, str):
        return value
    if kind == tuple[str, ...] and isinstance(value, list) and all(isinstance(part, str) for part in value):
        return shlex.join(value) if name == "bots" else " ".join(value)
    if kind is LimitSettings and isinstance(value, Mapping):
        return " ".join(f"{limit}={number}" for limit, number in value.items())
    raise OptionError(
        str(path), "{name} is of the wrong type; an example: {name} = {example}", name=name, example=EXAMPLES[kind]
    )
