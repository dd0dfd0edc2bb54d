"""A decision as a prompt for a language model: the lines told to a seat, its view and its legal actions.

`python -m tablee.bots.prompts COMMAND…` is a bot (`cmd:`, see `commands`) that asks a command with a prompt on its
standard input, once for each decision, and reads the number of an action from the last line of what it prints:

    tablee arena sixteen --bots club,"cmd:python3 -m tablee.bots.prompts my-model --temperature 0"

An answer that is no number of a legal action is passed on as it is: the arena counts it as illegal.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from tablee.contract import AnyGame, Move, Seat
from tablee.games import GAMES
from tablee.record import Record, transcript

PASS: Final = "let it pass"


def prompt(game: AnyGame, options: Any, moves: Sequence[Move[Any]], seat: Seat, legal: Sequence[Any]) -> str:
    """What a model is asked: all that this seat was told, what it sees now, and what it may do, numbered from 1."""
    told = transcript(Record(game, options, ("",) * options.players, tuple(moves)), seat)
    state = game.start(options)
    for move in moves:
        state = game.apply(state, move)
    view = msgspec.json.encode(game.view(state, seat)).decode()
    return write_prompt(game.name, seat, told, view, [None if action is None else str(action) for action in legal])


def write_prompt(game: str, seat: int | None, told: Sequence[str], view: str, legal: Sequence[str | None]) -> str:
    """The text of a prompt. Lines that were told are left out where they are not known: the view has what matters."""
    numbered = [f"{n}. {PASS if action is None else action}" for n, action in enumerate(legal, 1)]
    lines = [
        f"You play the game {game} on seat {seat}.",
        *(["What you were told so far:", *told] if told else []),
        "What you see now, as JSON:",
        view,
        "What you may do:",
        *numbered,
        "Answer with the number of one of these actions on the last line.",
    ]
    return "\n".join(lines)


def read_answer(answer: str, legal: Sequence[str | None]) -> str | None:
    """The action that an answer names; the last line as it is, where it names none."""
    lines = answer.strip().splitlines() or [""]
    found = re.findall(r"\d+", lines[-1])
    if found and 1 <= int(found[-1]) <= len(legal):
        return legal[int(found[-1]) - 1]
    return lines[-1].strip() or "nothing"


def main(command: Sequence[str]) -> None:
    """Answers a line for each line, as `commands` asks them."""
    for line in sys.stdin:
        asked = json.loads(line)
        assert asked["game"] in GAMES
        text = write_prompt(asked["game"], asked["view"].get("seat"), (), json.dumps(asked["view"]), asked["legal"])
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr.strip() or f"the model has ended with {done.returncode}")
        print(json.dumps(read_answer(done.stdout, asked["legal"])), flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tablee.bots.prompts COMMAND…")
    main(sys.argv[1:])
