"""A bot of your own: it comes in as a guest, takes a free seat and plays over the socket until the game is over.

python examples/bot.py http://localhost:1621 TABLE
"""

import json
import random
import sys
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(url: str, body: dict[str, object]) -> dict[str, str]:
    with urlopen(Request(url, json.dumps(body).encode(), {"content-type": "application/json"})) as answer:
        return dict(json.load(answer))


def play(server: str, table: str, name: str = "Rook") -> None:
    token = post(f"{server}/api/me", {"name": name, "lang": "en"})["token"]
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        asked = -1
        for text in socket:
            news = json.loads(text)
            if "refused" in news:  # somebody was faster: news of it are on their way
                print(news["why"], file=sys.stderr)
                continue
            seats = [chair["kind"] for chair in news.get("head", {}).get("chairs", ())]
            if news["seat"] is None and "open" in seats:
                socket.send(json.dumps({"id": "sit", "seat": seats.index("open"), "sit": name}))
            elif news.get("awaits", {}).get("kind") == "over":
                return print("ranks:", news["awaits"]["ranks"])
            elif news.get("legal") and news["seat"] in news["awaits"]["seats"] and news["n"] > asked:
                asked = news["n"]
                socket.send(json.dumps({"id": f"move {asked}", "do": random.choice(news["legal"])}))


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2])
