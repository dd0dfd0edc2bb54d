"""How much of the server one client may use, and how much of everything there may be: the setting `limits`."""

from __future__ import annotations

import re
from typing import Annotated, Final, TypeAlias, get_args, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablee.contract import OptionError

Percent: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=3600)]


class LimitSettings(Struct, frozen=True, kw_only=True):
    """Generous enough for a school behind one address. An IPv6 address counts with its whole /64."""

    on: bool = True
    person_cpu: Percent = 10  # of one processor core, on average
    address_cpu: Percent = 25  # likewise, for everybody at one address together
    sockets: Count = 10_000  # open ones, of this node
    address_sockets: Count = 500
    person_sockets: Count = 50
    connections: Count = 2000  # HTTP connections of this node
    address_connections: Count = 500
    request_seconds: Seconds = 10  # for the headers of a request to arrive, and again for its body
    watchers: Count = 2000  # of one table
    events: Count = 6000  # of one table, chat included
    notes: Count = 1000  # tables at which one person has notes
    notebooks: Count = 200  # of one person
    branches: Count = 100  # what-ifs of one person
    sessions: Count = 50  # of one person
    bot_seconds: Seconds = 10  # in which a bot from outside has to answer
    bot_memory: Count = 1024  # megabytes that it may use


BOUNDS: Final = {
    name: get_args(kind)[1] for name, kind in get_type_hints(LimitSettings, include_extras=True).items() if name != "on"
}


def read_limits(text: str) -> LimitSettings:
    """`on`, `off`, or some of the limits: `watchers=500 sockets=2000`; OptionError where that makes no sense."""
    if text in ("on", "off"):
        return LimitSettings(on=text == "on")
    values: dict[str, int] = {}
    for part in re.split(r"[\s,]+", text.strip()):
        name, _, number = part.partition("=")
        if name not in BOUNDS:
            known = ", ".join(["on", "off", *(f"{one}=…" for one in BOUNDS)])
            raise OptionError("limits", "{text!r} is not allowed; allowed: {allowed}", text=part, allowed=known)
        low, high = BOUNDS[name].ge, BOUNDS[name].le
        if not (number.isascii() and number.isdigit() and low <= int(number) <= high):
            raise OptionError("limits", "{text!r} is not allowed; allowed: {allowed}",
                              text=part, allowed=f"{name}={low}–{high}")  # fmt: skip
        values[name] = int(number)
    return replace(LimitSettings(), **values)
