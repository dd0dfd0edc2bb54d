"""Bots as somebody else would write them, good ones and faulty ones, as modules and as a command."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from tablee.bots.bot import Bot
from tablee.bots.random import advise


def first(view: Any, legal: Any, rng: Any) -> Any:
    return legal[0]


def mixed(view: Any, legal: Any, rng: Any) -> Any:
    return {legal[0]: 0.75, legal[1]: 0.25}


def mixed_badly(view: Any, legal: Any, rng: Any) -> Any:
    return {legal[0]: 0.25, legal[1]: 0.25}


def broken(view: Any, legal: Any, rng: Any) -> Any:
    raise KeyError("lost")


def strange(view: Any, legal: Any, rng: Any) -> Any:
    return "fold"


def asleep(view: Any, legal: Any, rng: Any) -> Any:
    time.sleep(3600)


def greedy(view: Any, legal: Any, rng: Any) -> Any:
    return legal[len(bytearray(1 << 40)) % 2]


SIXTEEN = Bot("sixteen", "first", first, advise)
NOT_A_BOT = 21


def main(how: str) -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if how == "dies":
            sys.exit("no more memory")
        if how == "sleeps":
            time.sleep(3600)
        first, second = (*asked["legal"], None)[:2]
        answer = {
            "strange": "fold",
            "mixes": {first: 0.75, second: 0.25},
            "mixes_badly": {"play g9": 1.0},
        }.get(how, first)
        print("not JSON" if how == "babbles" else json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
