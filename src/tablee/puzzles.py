"""Puzzles: made from games between bots, asked as one seat sees them, and proved again by listing what is possible.

A game's `puzzles.py` finds positions with one best answer (`find`) and says why an answer is wrong (`refute`): a world
that fits the view and in which it fails, or what the best play against it comes to. The two share no deduction:
`find` asks the posterior or the solver of the bots, `refute` lists every possibility and plays it by the rules. So a
puzzle is proved where nothing refutes its own answer, and something refutes each of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import count as count_up
from itertools import islice
from os import SEEK_END
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from tablee import options as agreed
from tablee.awaits import Awaits, describe_awaited
from tablee.bots import bots
from tablee.contract import AnyGame, Chance, Happened, Over, Played, Seat
from tablee.games import GAMES, parts
from tablee.games.part_protocols import PuzzlesPart
from tablee.poll import Polling
from tablee.puzzle_file import Found, Puzzle, PuzzleSet, Sentence
from tablee.record import read_move

PLAYERS: Final = ("beginner", "club")  # levels that choose alike with and without a compiler
NAMES: Final = ("bot sirop", "bot moka", "bot bulle")
SPREAD: Final = 2  # a kind of puzzle may be ahead of the rarest one by this many
END: Final = b"\n]}\n"  # of a file
GAMES_TRIED: Final = 400  # games without a puzzle of a rare kind, after which any kind is taken


class AskedPuzzle(Struct, frozen=True):
    """A puzzle as it is shown before it is answered: nothing but what its seat sees."""

    game: str
    version: int
    number: int
    theme: str
    difficulty: int
    options: dict[str, str]
    seats: tuple[str, ...]
    seat: int
    view: Any
    awaits: Awaits
    answers: tuple[str, ...]
    actions: bool  # whether the answers are actions of the game, which its board offers


class PuzzleVerdict(Struct, frozen=True):
    """What is said to an answer: whether it is right, what is, how it is found, and where the answer fails."""

    right: bool
    accepted: tuple[str, ...]
    steps: tuple[Sentence, ...]
    fails: Sentence | None


# ---- making -------------------------------------------------------------------


def make_puzzles(
    game: AnyGame, part: PuzzlesPart[Any, Any], seed: int, before: Sequence[Puzzle] = ()
) -> Iterator[Puzzle]:
    """Puzzles without end, at most one from each game. The same seed makes the same ones. `before`: the first of them,
    which were made already."""
    made = Counter({**dict.fromkeys(kinds(part), 0), **Counter(kind(part, puzzle) for puzzle in before)})
    seen = {asked_in(puzzle) for puzzle in before}
    tried = 0
    for n in count_up(before[-1].drawn_from + 1 if before else 0):
        rng = Random(f"{game.name} {seed} {n}")
        found = list(puzzles_in_game(game, part, n, rng))
        rng.shuffle(found)
        found.sort(key=lambda one: made[kind(part, one)])
        tried += 1
        for puzzle in found[:1]:
            ahead = made[kind(part, puzzle)] - min(made.values())
            known = asked_in(puzzle) in seen
            if known or (ahead > SPREAD and tried < GAMES_TRIED) or faults(game, part, puzzle):
                continue
            seen.add(asked_in(puzzle))
            tried = 0
            made[kind(part, puzzle)] += 1
            yield puzzle


def asked_in(puzzle: Puzzle) -> tuple[str, tuple[str, ...], str]:
    """By which two puzzles are told apart."""
    return puzzle.theme, puzzle.accepted, str(puzzle.moves[-6:])


def kinds(part: PuzzlesPart[Any, Any]) -> list[str]:
    return [f"{theme} {answer}".strip() for theme, answers in part.THEMES.items() for answer in answers or ("",)]


def kind(part: PuzzlesPart[Any, Any], puzzle: Puzzle) -> str:
    """A theme, and its answer where there are only a few: all of them should come."""
    return f"{puzzle.theme} {puzzle.accepted[0]}" if part.THEMES[puzzle.theme] else puzzle.theme


def puzzles_in_game(game: AnyGame, part: PuzzlesPart[Any, Any], n: int, rng: Random) -> Iterator[Puzzle]:
    """All puzzles of the n-th game among bots, each of which can be proved."""
    table = part.TABLES[n % len(part.TABLES)]
    options = agreed.read(game.options, table)
    seats = [rng.choice(PLAYERS) for _ in range(options.players)]
    state, polling = game.start(options), Polling()
    moves: list[str] = []
    while not isinstance(awaited := game.awaits(state), Over):
        if isinstance(awaited, Chance):
            move: Any = Happened(awaited.sample(rng))
        else:
            prompt = polling.next_prompt(game, state)
            assert prompt is not None
            view = game.view(state, prompt.seat)
            for found in part.find(view, game.legal(state, prompt.seat), Random(0)):
                yield Puzzle(
                    found.theme, dict(table), names(options.players, prompt.seat), prompt.seat, tuple(moves),
                    found.accepted, found.difficulty, found.steps, n, found.choices,
                )  # fmt: skip
            action = bots(game)[seats[prompt.seat]].choose(view, prompt.offers, rng)
            polling = polling.after_answer(prompt)
            if action is None:
                continue
            move = Played(prompt.seat, action)
        moves.append(str(move))
        state = game.apply(state, move)


def names(players: int, seat: int) -> tuple[str, ...]:
    others = iter(NAMES)
    return tuple("player" if other == seat else next(others) for other in range(players))


def make_set(game: AnyGame, part: PuzzlesPart[Any, Any], seed: int, count: int) -> PuzzleSet:
    return PuzzleSet(game.name, game.version, seed, tuple(islice(make_puzzles(game, part, seed), count)))


def write(found: PuzzleSet) -> bytes:
    """As a file: a puzzle on each line."""
    head = msgspec.json.encode(msgspec.structs.replace(found, puzzles=())).removesuffix(b"]}")
    return head + b"\n" + b",\n".join(map(msgspec.json.encode, found.puzzles)) + END


def make_file(game: AnyGame, part: PuzzlesPart[Any, Any], seed: int, count: int, path: Path) -> None:
    """Writes one puzzle after the other, so that the file is whole after each; what it holds already stays.

    ValueError where it holds other puzzles."""
    found = PuzzleSet(game.name, game.version, seed, ())
    if path.exists():
        found = read(path.read_bytes())
        if (found.game, found.seed) != (game.name, seed):
            raise ValueError(f"{path} holds puzzles of {found.game} from seed {found.seed}")
    else:
        path.write_bytes(write(found))
    made = make_puzzles(game, part, seed, found.puzzles)
    for n, puzzle in enumerate(islice(made, max(0, count - len(found.puzzles))), len(found.puzzles)):
        with path.open("r+b") as file:
            file.seek(-len(END), SEEK_END)
            file.write((b",\n" if n else b"") + msgspec.json.encode(puzzle) + END)


# ---- asking -------------------------------------------------------------------


def position(game: AnyGame, puzzle: Puzzle) -> Any:
    """The state of the game that a puzzle is about."""
    state = game.start(agreed.read(game.options, puzzle.options))
    for line in puzzle.moves:
        state = game.apply(state, read_move(game, line))
    return state


def choices(part: PuzzlesPart[Any, Any], puzzle: Puzzle) -> tuple[str, ...]:
    """The answers, where they are no actions: those of the puzzle, or of its theme."""
    return puzzle.choices or part.THEMES[puzzle.theme]


def answers(game: AnyGame, puzzle: Puzzle, part: PuzzlesPart[Any, Any]) -> tuple[str, ...]:
    """All answers among which one is to be found."""
    return choices(part, puzzle) or tuple(map(str, game.legal(position(game, puzzle), Seat(puzzle.seat))))


def ask(game: AnyGame, part: PuzzlesPart[Any, Any], number: int, puzzle: Puzzle) -> AskedPuzzle:
    """A puzzle as somebody gets it who is to solve it."""
    state = position(game, puzzle)
    return AskedPuzzle(
        game=game.name, version=game.version, number=number, theme=puzzle.theme, difficulty=puzzle.difficulty,
        options=puzzle.options, seats=puzzle.seats, seat=puzzle.seat, view=game.view(state, Seat(puzzle.seat)),
        awaits=describe_awaited(game, state), answers=answers(game, puzzle, part),
        actions=not choices(part, puzzle),
    )  # fmt: skip


def judge(game: AnyGame, part: PuzzlesPart[Any, Any], puzzle: Puzzle, answer: str) -> PuzzleVerdict:
    """What is said to an answer. IllegalMove or NotationError where it is an action that the rules forbid."""
    state = position(game, puzzle)
    right = answer in puzzle.accepted
    if not right and not choices(part, puzzle):
        game.apply(state, Played(Seat(puzzle.seat), game.parse(answer)))
    view, offered = game.view(state, Seat(puzzle.seat)), answers(game, puzzle, part)
    fails = None if right else part.refute(view, puzzle.theme, answer, offered, Random(0))
    return PuzzleVerdict(right, puzzle.accepted, puzzle.steps, fails)


def of_the_day(day: date, sizes: Sequence[tuple[str, int]]) -> tuple[str, int]:
    """A game and the number of one of its puzzles: the same for everybody on this day, each game in its turn."""
    game, size = sizes[day.toordinal() % len(sizes)]
    return game, Random(f"puzzle of {day}").randrange(size)


# ---- proving ------------------------------------------------------------------


def faults(game: AnyGame, part: PuzzlesPart[Any, Any], puzzle: Puzzle) -> list[str]:
    """What is wrong with a puzzle: nothing where it is proved."""
    view = game.view(position(game, puzzle), Seat(puzzle.seat))
    possible = answers(game, puzzle, part)
    found = [f"{answer} is no answer" for answer in puzzle.accepted if answer not in possible]
    for answer in possible:
        refuted = part.refute(view, puzzle.theme, answer, possible, Random(0))
        if (answer in puzzle.accepted) != (refuted is None):
            found.append(f"{answer} is {'right' if refuted is None else 'wrong'}: {refuted}")
    return found


def read(content: bytes) -> PuzzleSet:
    """ValueError where it holds no puzzles of a game that is here."""
    found = msgspec.json.decode(content, type=PuzzleSet)
    game = GAMES.get(found.game)
    if game is None or game.version != found.version or part_of(game) is None:
        raise ValueError(f"no puzzles are known of {found.game} {found.version}")
    return found


def faults_of_set(found: PuzzleSet) -> list[tuple[int, str]]:
    """All that is wrong, each with the number of its puzzle, from 1."""
    game = GAMES[found.game]
    part = part_of(game)
    assert part is not None
    return [(n, fault) for n, puzzle in enumerate(found.puzzles, 1) for fault in faults(game, part, puzzle)]


def finds_again(game: AnyGame, part: PuzzlesPart[Any, Any], puzzle: Puzzle) -> bool:
    """Whether the position is still found, with the same answer, difficulty and solution."""
    state = position(game, puzzle)
    again = part.find(game.view(state, Seat(puzzle.seat)), game.legal(state, Seat(puzzle.seat)), Random(0))
    return Found(puzzle.theme, puzzle.accepted, puzzle.difficulty, puzzle.steps, puzzle.choices) in list(again)


def part_of(game: AnyGame) -> PuzzlesPart[Any, Any] | None:
    return parts.load_or_skip(parts.puzzles, game, None)


def puzzles_of(game: AnyGame) -> tuple[Puzzle, ...]:
    """The puzzles that a game comes with."""
    found = parts.load_or_skip(parts.puzzle_set, game, None)
    return () if found is None else found.puzzles


def puzzle_with_part(game: AnyGame, number: int) -> tuple[PuzzlesPart[Any, Any], Puzzle] | None:
    """One of them, with what asks and proves it; None where there is no such puzzle."""
    part, found = part_of(game), puzzles_of(game)
    return None if part is None or number not in range(len(found)) else (part, found[number])
