"""What each optional part of a game must have: a Protocol for every file that `tablee.games.parts` knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, runtime_checkable

from tablee.bounds import Bounds
from tablee.contract import A, Action, O, Options, S, Seat, V

if TYPE_CHECKING:
    from random import Random

    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

    from tablee.bots.bot import Bot
    from tablee.bots.posterior import Posterior
    from tablee.entry import Typed
    from tablee.help import Help
    from tablee.note_questions import Picks, Step
    from tablee.notebook import NotedLine, NotedMove
    from tablee.position_fields import Entered, PositionField
    from tablee.puzzle_file import Found, Sentence
    from tablee.told_line import ToldLine
    from tablee.turbo.counting import Question
    from tablee.turbo.interface import Kernel, Lane, Policy
    from tablee.words import Words

O_in = TypeVar("O_in", bound=Options, contravariant=True)
S_in = TypeVar("S_in", contravariant=True)
V_in = TypeVar("V_in", contravariant=True)
A_in = TypeVar("A_in", bound=Action, contravariant=True)


class BotsPart(Protocol[V_in, A_in]):
    """`bots`: its levels from the weakest to the strongest. `random` is every game's and not among them."""

    @property
    def BOTS(self) -> Sequence[Bot[V_in, A_in]]: ...


class PosteriorPart(Protocol[V_in]):
    """`posterior.py`: what may be behind a view, where something is hidden."""

    def posterior(self, view: V_in, /) -> Posterior: ...


class KernelPart(Protocol[O, S, A, V]):
    """`kernel.py`: the rules for speed, as one value (see `tablee.turbo.interface`)."""

    @property
    def KERNEL(self) -> Kernel[O, S, A, V]: ...


class PoliciesPart(Protocol):
    """`policy.py`: compiled players by name. One that plays exactly as a bot of some level has that level's name."""

    @property
    def POLICIES(self) -> Mapping[str, Policy]: ...


class LearningPart(Protocol):
    """`learning.py`: how many numbers a net is shown, how many more its critic, and compiled functions that write them.

    `unfold(seen, out, room, more)` reads an observation; `room` and `more` are scratch arrays of ROOM numbers.
    `reveal(g, seat, out)` reads the whole record.
    """

    @property
    def FEATURES(self) -> int: ...
    @property
    def SECRETS(self) -> int: ...
    @property
    def ROOM(self) -> int: ...
    def unfold(self, seen: Any, out: Any, room: Any, more: Any, /) -> None: ...
    def reveal(self, g: Any, seat: int, out: Any, /) -> None: ...


class ReadingPart(Protocol[V_in, S]):
    """`reading.py`: what a reader works out who knows how the others choose (see `tablee.bots.reader`)."""

    def read(self, view: V_in, ask: Callable[..., Mapping[Any, float]], rng: Random, /) -> list[tuple[S, float]]:
        """The worlds behind a view with their chances. `ask(view, legal)` is how likely a seat does what."""
        ...

    def settled(self, state: S, seat: Seat, /) -> float | None:
        """The seat's chance to win, where one need not look further; None: one must."""
        ...

    def estimate(self, state: S, seat: Seat, /) -> float | None:
        """The same where one looks no further; None: here something must be done that `soonest` names."""
        ...

    def soonest(self, view: V_in, legal: Sequence[Any], /) -> Iterable[tuple[Action, Mapping[Seat, Action]]]:
        """Actions after which it is soon settled, each with what everybody does then."""
        ...


class ClaimsPart(Protocol):
    """`claims.py`: what many games are asked (see `tablee.turbo.counting`)."""

    @property
    def PLAYERS(self) -> Sequence[str]: ...
    @property
    def COUNTERS(self) -> int: ...
    @property
    def MEMORY(self) -> int: ...
    @property
    def CLAIMS(self) -> Mapping[str, Question]: ...

    def answer(self, g: Lane, player: int, /) -> int: ...
    def note(self, g: Lane, seat: int, action: int, memo: NDArray[np.int64], counts: NDArray[np.int64], /) -> None: ...


class FacePart(Protocol[V_in]):
    """`face.py`: a table in a terminal, as its lines."""

    def draw(self, view: V_in, words: Words, names: Sequence[str], /) -> list[Text]: ...


@runtime_checkable
class TallFace(Protocol[V_in]):
    """What `face.py` may have besides: the same with more of what is on it, where the window has room."""

    def draw_within(self, view: V_in, words: Words, names: Sequence[str], room: int, /) -> list[Text]: ...


@runtime_checkable
class EndFace(Protocol[V]):
    """What `face.py` may have besides: a seat's view once the game is over, with what all turn over then."""

    def turn_over(self, view: V, others: Sequence[V], /) -> V: ...


class SheetPart(Protocol[V_in]):
    """`sheet.py`: all that players would have written down, as the lines of a terminal."""

    def sheet(self, view: V_in, words: Words, names: Sequence[str], /) -> list[Text]: ...


class PlayerAidPart(Protocol):
    """`player_aid.py`: what players look up while they play, as the lines of a terminal."""

    def player_aid(self, words: Words, /) -> list[Text]: ...


class EntryPart(Protocol[V_in]):
    """`entry.py`: what people type by value, read as an action, and what a seat is asked.

    `read` gives None for what the game does not read by itself. `question` is a key of the section `table`, with facts.
    The fact `several` says that so many outcomes are entered at once, though others come between them: a whole hand.
    """

    def read(self, view: V_in, typed: Typed, /) -> Action | None: ...
    def question(self, view: V_in, /) -> tuple[str, Mapping[str, object]]: ...


class FiguresPart(Protocol[S_in]):
    """`figures.py`: what a graph of a game shows, each figure by seat."""

    def figures(self, state: S_in, /) -> Mapping[str, tuple[float, ...]]: ...


class WidestPart(Protocol[V_in, S]):
    """`widest.py`: a world that fits the view, changed so that all may still come that this seat does not see."""

    def widest(self, view: V_in, world: S, /) -> S: ...


class RedealPart(Protocol[S_in]):
    """`redeal.py`: what a seat was told, completed with what another world behind its view holds.

    It is given nothing else, so that nothing hidden can come from it.
    """

    def redeal(self, lines: Sequence[ToldLine], world: S_in, rng: Random, /) -> Sequence[str]:
        """Each line as a record has it: question marks are replaced, what was only told of it is left out."""
        ...


class NotebookPart(Protocol[V_in]):
    """`notebook.py`: a real table as one player knows it (see `tablee.notebook`).

    `EYES` says whose: a player's, or a spectator's, where only the score is kept.
    """

    @property
    def EYES(self) -> Literal["player", "spectator"]: ...

    def read(self, view: V_in, note: NotedLine, /) -> NotedMove:
        """What a note means; NotationError where it says nothing, or too little."""
        ...

    def forced(self, view: V_in, /) -> str | None:
        """The next line, where nobody has to type it: this seat is told the same whatever happens."""
        ...

    def certain(self, view: V_in, /) -> Mapping[str, str]:
        """What this seat can know for certain of what it does not see: places that keep their names, and values."""
        ...


class NotepadPart(Protocol[V_in]):
    """`notepad.py`: a notebook in a terminal (see `tablee.note_questions`)."""

    def next_note(self, view: V_in, seat: int, picks: Picks, words: Words, names: Sequence[str], /) -> Step:
        """The next question after these answers, or the lines that they make."""
        ...

    def say_certain(self, place: str, value: str, view: V_in, words: Words, names: Sequence[str], /) -> str:
        """What was certain, as a sentence; `place` is a name that the part `notebook.py` gave."""
        ...

    def pad(
        self, view: V_in, help: Help, chances: Mapping[str, Mapping[str, float]], words: Words, names: Sequence[str], /
    ) -> list[Text]:
        """What is crossed out, as far as this help goes. `chances`: with full help, what the posterior says."""
        ...


class PositionPart(Protocol[O_in, V]):
    """`position.py`: what one seat sees of a game, entered field by field (see `tablee.positions`)."""

    def fields(self, options: O_in, seat: Seat, /) -> Sequence[PositionField]:
        """What can be entered at a table with these options by whoever sits there."""
        ...

    def read(self, options: O_in, seat: Seat, entered: Entered, rng: Random, /) -> V:
        """The view of that seat; Refusal where there can be none. `rng` is for a world that shows that there is one."""
        ...

    def write(self, view: V, /) -> Mapping[str, str] | None:
        """What has to be entered for this view, by the names of the fields; None where they cannot say it."""
        ...


class CollectionPart(Protocol[O_in]):
    """`collection.py`: by how much a game adds to each player's collection; () where nothing was staked."""

    def gained(self, options: O_in, ranks: Sequence[int], /) -> tuple[int, ...]: ...


class BoundsPart(Protocol[O_in]):
    """`bounds.py`: how long a game can be, and how many outcomes chance can have."""

    def bounds(self, options: O_in, /) -> Bounds: ...


class PuzzlesPart(Protocol[V_in, A_in]):
    """`puzzles.py`: positions with one best answer, and why the others are wrong (see `tablee.puzzles`).

    `THEMES`: what is asked, each with its answers; none where they are the legal actions, or where each puzzle has
    its own (`Found.choices`). `TABLES`: options, as a record writes them, of the games in which such positions are
    looked for.
    """

    @property
    def THEMES(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def TABLES(self) -> Sequence[dict[str, str]]: ...

    def find(self, view: V_in, legal: Sequence[A_in], rng: Random, /) -> Iterable[Found]:
        """The puzzles that this position makes: quick, as it is asked of every decision of a game.

        `rng` is for a state behind the view; nothing that is found may depend on it."""
        ...

    def refute(self, view: V_in, theme: str, answer: str, answers: Sequence[str], rng: Random, /) -> Sentence | None:
        """Where this answer, one of these, fails; None where it is right. It lists what is possible, and asks no
        posterior."""
        ...

    def theme_of(self, action: A_in, hope: float, /) -> str | None:
        """The theme whose puzzles train for decisions like this one, if there is one.

        `action` is what was done, or what would have been best; `hope` the chance of winning with the best."""
        ...
