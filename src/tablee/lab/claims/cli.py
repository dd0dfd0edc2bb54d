"""Claims about a game, put to the test: `python -m tablee.lab.claims sixteen --games 1000000`.

It plays what the game's `claims.py` asks for and writes `claims.json` beside it, which the package ships. Then it
writes the pages in `docs/claims` of the current folder; `--pages` does only that. The same seed and number of games
give the same figures on any number of cores.
"""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path

import msgspec

from tablee.games import GAMES, parts
from tablee.lab.claims.answers import write_up
from tablee.lab.claims.pages import write_pages
from tablee.lab.claims.simulation import find_claims


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tablee.lab.claims", description=__doc__)
    parser.add_argument("game", nargs="?", choices=[name for name, game in GAMES.items() if parts.has_claims(game)])
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--pages", action="store_true", help="write only the pages, of what was found before")
    args = parser.parse_args()
    if args.game and not args.pages:
        game = GAMES[args.game]
        findings = find_claims(game, args.games, seed=args.seed, workers=args.jobs)
        path = Path(str(files(game.package))) / "claims.json"
        content = msgspec.json.encode(write_up(game, args.games, args.seed, findings))
        path.write_bytes(msgspec.json.format(content, indent=1) + b"\n")
    write_pages(Path("docs/claims"))
