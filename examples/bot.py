"""A bot of your own: it comes in as a guest, takes a free seat and plays over the socket until the game is over.

python examples/bot.py http://localhost:1621 TABLE
"""

import json
import random
import secrets
import sys
import time
from hashlib import sha256
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

NUMBER = secrets.token_hex(32)


def play(server: str, table: str, name: str = "Rook") -> None:
    guest = Request(f"{server}/api/me", json.dumps({"name": name}).encode(), {"content-type": "application/json"})
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    failures, ask, token = 0, "", ""
    news: dict[str, Any] = {}
    while True:
        retry = 0
        try:
            token = token or json.load(urlopen(guest))["token"]
            with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
                for text in socket:
                    news = json.loads(text)
                    retry = news.get("retry", 0)
                    if "n" in news:
                        failures = 0
                    if news.get("awaits", {}).get("kind") == "over":
                        return print("ranks:", news["awaits"]["ranks"])
                    if retry and news["refused"]:  # not just now: it asks again, which is harmless
                        time.sleep(retry)
                        socket.send(ask)
                    elif "n" in news and (wanted := choose(news, name)):
                        socket.send(ask := wanted)
                if socket.close_code in (4403, 4404):
                    return print(news["why"])
        except (OSError, TimeoutError, WebSocketException) as error:
            if isinstance(error, HTTPError) and error.code not in (429, 503):  # it is not wanted at all
                raise
        failures += 1  # it comes back, after a random part of a pause that doubles
        time.sleep(retry + random.random() * min(2 ** (failures - 1), 5))


def choose(news: dict[str, Any], name: str) -> str:
    """What to ask for: a seat, a part in the dice, a move, or nothing."""
    head = news.get("head") or {}
    seats = [chair["kind"] for chair in head.get("chairs", ())]
    if "open" in seats and news["seat"] is None:
        return json.dumps({"id": "sit", "seat": seats.index("open"), "sit": name})
    if head.get("status") == "open" and news["seat"] is not None:  # its part in the dice: first the SHA-256 of a number
        if head["sealed"]:
            return json.dumps({"id": "disclose", "disclose": NUMBER})
        return json.dumps({"id": "pledge", "pledge": sha256(NUMBER.encode()).hexdigest()})
    if news.get("legal") and news["seat"] in news["awaits"]["seats"]:
        return json.dumps({"id": f"move {news['n']}", "do": random.choice(news["legal"])})
    return ""


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2])
