"""The kinds of options that a game can have, and how a set of options is read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, TypeVar, get_type_hints

from msgspec.structs import fields

from tablee.contract import Option, OptionError, Options, Seat, describe_options

O = TypeVar("O", bound=Options)  # noqa: E741
Teams = tuple[tuple[Seat, ...], ...]
Group: TypeAlias = Literal["aim", "pieces", "start", "play", "points", "other"]


class Switch(Option):
    """An option that is on or off, or on in a second way, which has its own word."""

    def __init__(self, rule: str, *ways: str) -> None:
        super().__init__(rule)
        self.ways = ways

    def read(self, text: str) -> bool | str:
        return text if text in self.ways else {"on": True, "off": False}[text]

    def write(self, value: bool | str) -> str:
        return value if isinstance(value, str) else "on" if value else "off"

    def admits(self, value: object) -> bool:
        return isinstance(value, bool) or value in self.ways

    @property
    def words(self) -> tuple[str, ...]:
        return ("on", "off", *self.ways)

    @property
    def allowed(self) -> str:
        return ", ".join(self.words)

    @property
    def samples(self) -> tuple[bool | str, ...]:
        return (False, True, *self.ways)


class Word(Option):
    """One of a few words."""

    def __init__(self, *words: str, rule: str) -> None:
        super().__init__(rule)
        self.words = words

    def read(self, text: str) -> str:
        return text

    def write(self, value: str) -> str:
        return value

    def admits(self, value: object) -> bool:
        return value in self.words

    @property
    def allowed(self) -> str:
        return ", ".join(self.words)

    @property
    def samples(self) -> tuple[str, ...]:
        return self.words


class Whole(Option):
    """A whole number from `low` to `high`, in steps. The laws are tested on the numbers in `tried`."""

    def __init__(self, low: int, high: int, *, rule: str, step: int = 1, tried: tuple[int, ...] = ()) -> None:
        super().__init__(rule)
        self.range = range(low, high + 1, step)
        self.tried = tried

    def read(self, text: str) -> int:
        return whole(text)

    def write(self, value: int) -> str:
        return str(value)

    def admits(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and value in self.range

    @property
    def allowed(self) -> str:
        if len(self.range) < 5:
            return ", ".join(map(str, self.range))
        return f"{self.range[0]}–{self.range[-1]}"

    @property
    def samples(self) -> tuple[int, ...]:
        return self.tried or (tuple(self.range) if len(self.range) < 5 else (self.range[0], self.range[-1]))


class Chair(Whole):
    """A seat of the largest possible table. `check_seat` refuses seats that the actual table does not have."""


class Sides(Option):
    """Teams: seats are joined by +, teams by commas, all in ascending order: 0+2,1+3."""

    def read(self, text: str) -> Teams:
        return tuple(tuple(Seat(whole(seat)) for seat in team.split("+")) for team in text.split(","))

    def write(self, value: Teams) -> str:
        return ",".join("+".join(map(str, team)) for team in value)

    def admits(self, value: object) -> bool:
        if (
            not isinstance(value, tuple)
            or len(value) < 2
            or not all(isinstance(team, tuple) and team for team in value)
        ):
            return False
        seats = [seat for team in value for seat in team]
        return (
            all(type(seat) is int for seat in seats)
            and sorted(seats) == list(range(len(seats)))
            and all(list(team) == sorted(team) for team in value)
            and list(value) == sorted(value)
        )

    @property
    def allowed(self) -> str:
        return "0+2,1+3…"

    @property
    def samples(self) -> tuple[Teams, ...]:
        zero, one, two, three = map(Seat, range(4))
        return ((zero, one), (two,)), ((zero, two), (one, three))


class Or(Option):
    """A word, which means None in the code, or a value of another option: `random` or a seat."""

    def __init__(self, word: str, other: Option) -> None:
        super().__init__(other.rule)
        self.word, self.other = word, other

    def read(self, text: str) -> Any:
        return None if text == self.word else self.other.read(text)

    def write(self, value: Any) -> str:
        return self.word if value is None else self.other.write(value)

    def admits(self, value: object) -> bool:
        return value is None or self.other.admits(value)

    @property
    def allowed(self) -> str:
        return f"{self.word}, {self.other.allowed}"

    @property
    def samples(self) -> tuple[Any, ...]:
        return (None, *self.other.samples)


class Shown:
    """In which group a form shows an option. With other values of the options in `needs` it has no effect, and the form
    leaves it out. It is written behind the `Option` in the annotation of the field."""

    def __init__(self, group: Group, **needs: tuple[str, ...]) -> None:
        self.group: Group = group
        self.needs = needs


UNGROUPED = Shown("other")


def shown(kind: type[Options]) -> Mapping[str, Shown]:
    """For each option of a game, in order, where a form shows it."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: next((note for note in getattr(hints[name], "__metadata__", ()) if isinstance(note, Shown)), UNGROUPED)
        for name in kind.__struct_fields__
    }


def check_seat(option: str, seat: Seat | None, players: int, rule: str) -> None:
    """Refuses a seat that a table of this many players does not have."""
    if seat is not None and seat >= players:
        raise OptionError(option, "there are only {players} seats", rule, players=players)


def whole(text: str) -> int:
    """The number that `text` means. There is only one way to write it: no sign, no leading zero, only 0 to 9."""
    number = int(text)
    if str(number) != text:
        raise ValueError(text)
    return number


def read(kind: type[O], given: Mapping[str, Any]) -> O:
    """The options with these values, each a text as a record writes it, or the value itself: {"players": 3}.

    The others have their default values.
    """
    known = describe_options(kind)
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise OptionError(name, "there is no such option; the options are: {names}", names=", ".join(known))
        option = known[name]
        try:
            values[name] = option.read(value) if isinstance(value, str) else plain(value)
        except (ValueError, KeyError):
            values[name] = option  # a value that no option admits
        if not option.admits(values[name]):
            raise option.refusal(name, str(value))
    return kind(**values)


def plain(value: Any) -> Any:
    """The same value in Python's own types: lists as tuples, the numbers of NumPy as numbers."""
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    return value.item() if hasattr(value, "item") and not isinstance(value, Option) else value


def write(options: Options) -> dict[str, str]:
    """The texts of the options that differ from the defaults, and always the number of players."""
    known = describe_options(type(options))
    usual = {field.name: field.default for field in fields(options)}
    return {
        name: known[name].write(value)
        for name in known
        if (value := getattr(options, name)) != usual[name] or name == "players"
    }
