"""The laws that every game obeys. Each is checked on random play; none knows any game.

1. replay   a record that is written, parsed and replayed gives the same game; no state is ever modified
2. legal    an awaited seat can act; `apply` accepts exactly what `legal` and the odds list
            (or what is sampled, if there are too many to list)
3. sealed   simultaneous choices may be recorded in any order
4. secret   a seat knows what it was told: same lines, same view and legal list; same view, same lines
5. imagine  an imagined state looks the same to that seat as the real one

`tablee.testing.turbo` has the sixth, for a game with a kernel, and `tablee.testing.folder` has those about the other
files of a game's folder: files, rules, words and bots; `tablee.testing.lessons` has the one about its lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from msgspec.structs import replace

from tablee import record
from tablee.contract import AnyGame, Chance, Choice, Happened, IllegalMove, Move, Options, Over, Played, Seat
from tablee.testing.pairs import covering
from tablee.testing.play import Step, playout

MANY = 12  # this many alternatives are looked at in one place, not all
LOOKS = 25  # this many places of a game are looked at closely, not all: more games tell more than more places
FEW = 3  # this many where nothing is hidden and every line tells everything
LISTED = 1000  # a chance with more outcomes is not listed at every turn, only sampled


class LawBroken(AssertionError):
    """Which law, in which game, after which moves."""

    def __init__(self, law: str, game: AnyGame, options: Options, steps: list[Step], why: str) -> None:
        self.law, self.steps, self.why = law, steps, why
        names = tuple(f"player {n + 1}" for n in range(options.players))
        played = str(record.Record(game, options, names, tuple(move for _, move, _ in steps)))
        super().__init__(f"{law}: {why}\nafter the last move of\n{played}")


def check(game: AnyGame, games: int = 10, seed: int = 0) -> None:
    """Every law: `games` random games for each of a covering set of options; then the game's folder."""
    from tablee.testing import folder, lessons

    for options in covering(game.options):
        check_options(game, options, games, seed)
    for check_once in (
        folder.check_files,
        folder.check_rules,
        folder.check_words,
        folder.check_bots,
        lessons.check_lesson,
    ):
        check_once(game)


def check_options(game: AnyGame, options: Any, games: int, seed: int = 0) -> None:
    from tablee.testing.folder import check_sentences

    for number in range(games):
        for law in (*LAWS, check_sentences):
            law(game, options, Random(f"{seed} {number}"))


def expect(holds: object, law: str, game: AnyGame, options: Options, steps: list[Step], why: str) -> None:
    if not holds:
        raise LawBroken(law, game, options, steps, why)


def seats_of(options: Options) -> list[Seat]:
    return [Seat(n) for n in range(options.players)]


def random_game(game: AnyGame, options: Any, rng: Random) -> Iterator[Step]:
    """A random game. An error in it means that something that was listed or sampled could not be done."""
    steps: list[Step] = []
    try:
        for step in playout(game, options, rng):
            steps.append(step)
            yield step
    except Exception as error:
        raise LawBroken("legal", game, options, steps, f"what comes next cannot be done: {error!r}") from error


def name_of(seat: Seat | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def samples(chance: Chance[Any], rng: Random) -> list[Any]:
    return list(dict.fromkeys(chance.sample(rng) for _ in range(MANY)))


def some(rng: Random, things: list[Any]) -> list[Any]:
    return things if len(things) <= MANY else rng.sample(things, MANY)


def places(rng: Random, steps: list[Step]) -> list[int]:
    """Where to look closely."""
    return sorted(rng.sample(range(len(steps)), min(LOOKS, len(steps))))


# ---- 1 ------------------------------------------------------------------------


def check_replay(game: AnyGame, options: Any, rng: Random) -> None:
    """Options and written moves are the whole game, and a state once reached never changes."""
    steps: list[Step] = []
    looks: dict[int, str] = {}
    for step in random_game(game, options, rng):
        steps.append(step)
        if rng.random() < 1 / 3:
            looks[len(steps)] = repr(step[2])
    names = tuple(f"player {n + 1}" for n in range(options.players))
    text = str(record.Record(game, options, names, tuple(move for _, move, _ in steps)))
    try:
        read = record.read(text, {game.name: game})
        states = list(record.states(read))
    except record.RecordError as error:
        raise LawBroken("replay", game, options, steps, f"the record does not play again: {error}") from error
    expect(str(read) == text, "replay", game, options, steps, "the record does not read back as it was written")
    for n, state in enumerate(states):
        if n:
            expect(state == steps[n - 1][2], "replay", game, options, steps[:n], "replayed, it is another state")
            hash(state)
    for n, look in looks.items():
        expect(
            repr(steps[n - 1][2]) == look, "replay", game, options, steps[: n + 1],
            "a state was changed after it was reached: `apply` mutates its argument",
        )  # fmt: skip


# ---- 2 ------------------------------------------------------------------------


def check_legal(game: AnyGame, options: Any, rng: Random) -> None:
    """Every awaited seat can act, `apply` takes exactly what is listed, and refuses in the agreed order."""
    steps = list(random_game(game, options, rng))
    heard = list(dict.fromkeys(move.action for _, move, _ in steps))
    heard = list(dict.fromkeys([*heard, *near_misses(some(rng, heard))]))
    for n in places(rng, steps):
        here, state = steps[:n], steps[n][0]
        awaited = game.awaits(state)
        listed = {seat: list(game.legal(state, seat)) for seat in seats_of(options)}
        match awaited:
            case Choice(seats, free):
                expect(seats, "legal", game, options, here, "nobody is awaited")
                expect(not seats & free, "legal", game, options, here, "a seat is both awaited and free")
                for seat, actions in listed.items():
                    expect(
                        bool(actions) == (seat in seats | free), "legal", game, options, here,
                        f"seat {seat} has {len(actions)} legal actions; awaited {set(seats)}, free {set(free)}",
                    )  # fmt: skip
                expect(
                    refusal(game, state, Happened(rng.choice(heard))) == "chance", "legal", game, options, here,
                    "a chance move is not refused as `chance` while a choice is awaited",
                )  # fmt: skip
            case Chance() as chance if chance.size > LISTED:
                for action in samples(chance, rng):
                    rule = refusal(game, state, Happened(action))
                    expect(rule is None, "legal", game, options, here, f"*: {action} is a sample, refused by {rule}")
            case Chance() as chance:
                odds = chance.odds()
                expect(sum(odds.values()) == 1, "legal", game, options, here, "the odds do not sum to 1")
                expect(chance.sample(rng) in odds, "legal", game, options, here, "a sample is not among the odds")
                for action in some(rng, list(dict.fromkeys([*odds, *heard]))):
                    rule = refusal(game, state, Happened(action))
                    expect(
                        (rule is None) == (action in odds), "legal", game, options, here,
                        f"*: {action} is{' ' if action in odds else ' not '}listed, refused by {rule}",
                    )  # fmt: skip
        for seat in seats_of(options):
            if isinstance(awaited, Choice):
                for action in some(rng, list(dict.fromkeys([*listed[seat], *heard]))):
                    rule = refusal(game, state, Played(seat, action))
                    expect(
                        (rule is None) == (action in listed[seat]), "legal", game, options, here,
                        f"{seat}: {action} is{' ' if action in listed[seat] else ' not '}listed, refused by {rule}",
                    )  # fmt: skip
            else:
                expect(
                    refusal(game, state, Played(seat, rng.choice(heard))) == "chance", "legal", game, options, here,
                    "a player's move is not refused as `chance` while chance is awaited",
                )  # fmt: skip
    check_over(game, options, steps, heard, rng)


def check_over(game: AnyGame, options: Any, steps: list[Step], heard: list[Any], rng: Random) -> None:
    end = steps[-1][2]
    over = game.awaits(end)
    assert isinstance(over, Over)
    expect(
        len(over.ranks) == options.players and min(over.ranks) == 1,
        "legal",
        game,
        options,
        steps,
        f"ranks {over.ranks}",
    )
    expect(len(over.scores) in (0, options.players), "legal", game, options, steps, f"scores {over.scores}")
    for seat in seats_of(options):
        expect(not game.legal(end, seat), "legal", game, options, steps, "something is legal after the end")
    for move in (Happened(rng.choice(heard)), Played(Seat(0), rng.choice(heard))):
        expect(refusal(game, end, move) == "over", "legal", game, options, steps, f"{move} is not refused as `over`")


def near_misses(actions: list[Any]) -> Iterator[Any]:
    """The same actions with other numbers in them, most of which no position allows."""
    for action in actions:
        for name in action.__struct_fields__:
            value = getattr(action, name)
            for other in (-1, 0, value + 1, 99) if type(value) is int else ():
                with suppress(ValueError):  # a text that no action has
                    yield replace(action, **{name: other})


def refusal(game: AnyGame, state: Any, move: Move[Any]) -> str | None:
    """The rule that refuses this move, or None."""
    try:
        game.apply(state, move)
    except IllegalMove as error:
        return error.rule
    return None


# ---- 3 ------------------------------------------------------------------------


def check_sealed(game: AnyGame, options: Any, rng: Random) -> None:
    """Simultaneous choices may be recorded in any order."""
    steps: list[Step] = []
    for step in random_game(game, options, rng):
        state = step[0]
        match game.awaits(state):
            case Choice(seats) if len(seats) > 1:
                one, two = rng.sample(sorted(seats), 2)
                first = Played(one, rng.choice(game.legal(state, one)))
                second = Played(two, rng.choice(game.legal(state, two)))
                between = game.apply(state, first)
                expect(
                    list(game.legal(between, two)) == list(game.legal(state, two)), "sealed", game, options, steps,
                    f"{first} changes what seat {two} may do",
                )  # fmt: skip
                a, b = game.apply(between, second), game.apply(game.apply(state, second), first)
                expect(a == b, "sealed", game, options, steps, f"the order of {first} and {second} matters")
        steps.append(step)


# ---- 4 ------------------------------------------------------------------------


def check_secret(game: AnyGame, options: Any, rng: Random) -> None:
    """A seat knows what it was told, no less and no more. A spectator counts as a seat."""
    steps = list(random_game(game, options, rng))
    seats = seats_of(options)
    for seat in (None, *(seats if game.hidden else rng.sample(seats, 1))):  # where nothing is hidden all see the same
        check_same_words(game, options, steps, seat, rng)
        check_same_view(game, options, steps, seat, rng)


def check_same_words(game: AnyGame, options: Any, steps: list[Step], seat: Seat | None, rng: Random) -> None:
    """A twin game with the same lines for a seat, but otherwise different moves, has the same view."""
    twin = game.start(options)
    for n, (before, move, after) in enumerate(steps):
        line = game.told(before, move, after, seat)
        for other, maybe in others(game, twin, move, seat, rng):
            if game.told(twin, other, maybe, seat) == line:
                twin = maybe
                break
        else:
            return  # what was revealed tells the two apart
        expect(
            game.view(after, seat) == game.view(twin, seat), "secret", game, options, steps[: n + 1],
            f"{name_of(seat)} was told the same in a game where the hidden things differ, but sees something else",
        )  # fmt: skip
        if seat is not None:
            expect(
                list(game.legal(after, seat)) == list(game.legal(twin, seat)), "secret", game, options, steps[: n + 1],
                f"what {name_of(seat)} may do depends on something hidden from it",
            )  # fmt: skip


def check_same_view(game: AnyGame, options: Any, steps: list[Step], seat: Seat | None, rng: Random) -> None:
    """A twin game with the same view has the same lines: no line says more than the view shows."""
    twin = game.start(options)
    for n, (before, move, after) in enumerate(steps):
        seen = game.view(after, seat)
        for other, maybe in others(game, twin, move, seat, rng):
            if game.view(maybe, seat) == seen:
                line = game.told(before, move, after, seat)
                expect(
                    game.told(twin, other, maybe, seat) == line, "secret", game, options, steps[: n + 1],
                    f"{name_of(seat)} reads {line!r}, which tells more than it sees",
                )  # fmt: skip
                twin = maybe
                break
        else:
            return


def others(
    game: AnyGame, twin: Any, move: Move[Any], seat: Seat | None, rng: Random
) -> Iterator[tuple[Move[Any], Any]]:
    """What might have happened in the twin instead of `move`, as far as this seat did not do it itself."""
    match game.awaits(twin), move:
        case Chance() as chance, Happened():
            few = game.hidden and chance.size <= 10 * MANY
            outcomes = list(chance.odds()) if few else samples(chance, rng)
            moves: list[Move[Any]] = [Happened(action) for action in outcomes]
        case Choice(), Played(by, _) if by != seat:
            moves = [Played(by, action) for action in game.legal(twin, by)]
        case _:
            moves = [move]
    moves = some(rng, moves) if game.hidden else rng.sample(moves, min(FEW, len(moves)))
    rng.shuffle(moves)
    if move not in moves:
        moves.append(move)
    for other in moves:
        try:
            yield other, game.apply(twin, other)
        except IllegalMove:
            continue


# ---- 5 ------------------------------------------------------------------------


def check_imagine(game: AnyGame, options: Any, rng: Random) -> None:
    """An imagined state looks the same to that seat as the real one."""
    steps = list(random_game(game, options, rng))
    for n in places(rng, steps):
        here, state, seat = steps[: n + 1], steps[n][2], rng.choice(seats_of(options))
        seen = game.view(state, seat)
        world = game.imagine(seen, rng)
        expect(
            game.view(world, seat) == seen, "imagine", game, options, here,
            f"seat {seat} imagines a world that looks different",
        )  # fmt: skip
        expect(
            list(game.legal(world, seat)) == list(game.legal(state, seat)), "imagine", game, options, here,
            f"seat {seat} imagines a world where it may do something else",
        )  # fmt: skip


Law = Callable[[AnyGame, Any, Random], None]
LAWS: tuple[Law, ...] = (check_replay, check_legal, check_sealed, check_secret, check_imagine)
