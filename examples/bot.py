"""A bot of your own: it comes in as a guest, takes a free seat and plays over the socket until the game is over.

python examples/bot.py http://localhost:1621 TABLE
"""

import json
import random
import sys
import time
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def play(server: str, table: str, name: str = "Rook") -> None:
    guest = json.dumps({"name": name, "lang": "en"}).encode()
    with urlopen(Request(f"{server}/api/me", guest, {"content-type": "application/json"})) as answer:
        token = json.load(answer)["token"]
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        ask, asked = "", -1
        for text in socket:
            news = json.loads(text)
            if news.get("code") in ("storage", "fast"):  # not just now: it asks again, which is harmless
                time.sleep(1)
                socket.send(ask)
            seats = [chair["kind"] for chair in news.get("head", {}).get("chairs", ())]
            if "open" in seats and news["seat"] is None:
                socket.send(ask := json.dumps({"id": "sit", "seat": seats.index("open"), "sit": name}))
            elif news.get("awaits", {}).get("kind") == "over":
                return print("ranks:", news["awaits"]["ranks"])
            elif news.get("legal") and news["seat"] in news["awaits"]["seats"] and news["n"] > asked:
                asked = news["n"]
                socket.send(ask := json.dumps({"id": f"move {asked}", "do": random.choice(news["legal"])}))


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2])
