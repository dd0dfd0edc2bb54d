"""A notebook of Code de Vinci in a terminal: what is asked, and what is crossed out. Records count places from 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from tablee.contract import Seat
from tablee.games.coda.face import INK, LABEL, label
from tablee.games.coda.tiles import COLOUR, COLOURS, DASH, TILES, Colour, Tile
from tablee.games.coda.view import Seen, View
from tablee.help import Help
from tablee.note_questions import NoteChoice, NoteLines, NoteQuestion, Picks, Step
from tablee.short_names import shorten
from tablee.tuples import around
from tablee.words import Words

TILES_OF: Final[dict[Colour, list[Tile]]] = {
    colour: [tile for tile in TILES if COLOUR[tile] == colour] for colour in COLOURS
}
BACK: Final[dict[Colour, str]] = {colour: f"{colour[0]}?" for colour in COLOURS}
LIKELIEST: Final = 2  # values of which the chance is shown
GRID: Final = 30  # columns of a hidden tile's values


def next_note(view: View, seat: int, picks: Picks, words: Words, names: Sequence[str]) -> Step:
    return CodeNotes(view, seat, picks, words, names).next()


class CodeNotes:
    def __init__(self, view: View, seat: int, picks: Picks, words: Words, names: Sequence[str]) -> None:
        self.view, self.seat, self.picks, self.words, self.names = view, seat, picks, words, names
        self.by = Seat(0) if view.turn is None else view.turn
        self.mine = self.by == seat

    def next(self) -> Step:
        match self.view.phase:
            case "first":
                if self.picks:
                    return NoteLines((f"*: first {self.picks[0]}",))
                return self.ask("note_first", self.players(around(self.view.options.players)))
            case "take" | "draw":
                return self.take()
            case "attack":
                return self.attack()
            case "place":
                return self.place()
            case "show":
                return self.show()
            case "over":
                return None
        return self.own_row() if self.mine else self.other_row()

    # ---- choices ------------------------------------------------------------------

    def ask(self, key: str, choices: Sequence[NoteChoice], **facts: object) -> NoteQuestion:
        return NoteQuestion(self.words.on_page(key, self.names, **{"seat": self.by, **facts}), tuple(choices))

    def players(self, seats: Sequence[Seat]) -> list[NoteChoice]:
        return [NoteChoice(str(seat), self.names[seat]) for seat in seats]

    def others(self, seat: Seat) -> list[Seat]:
        """From the left neighbour on."""
        seats = around(self.view.options.players)
        return [*seats[seat + 1 :], *seats[:seat]]

    def backs(self) -> list[NoteChoice]:
        there = dict(zip(COLOURS, self.view.table, strict=True))
        return [
            NoteChoice(
                BACK[colour], self.words.term(colour), word=colour, off=self.view.phase == "take" and not there[colour]
            )
            for colour in COLOURS
        ]

    def tiles(self, *colours: Colour) -> list[NoteChoice]:
        """The tiles of these colours; what was said, or is seen elsewhere, cannot be it."""
        apart = (*self.view.hand, self.view.drawn) if self.view.drawn else self.view.hand
        seen = {standing.tile for row in (*self.view.codes, apart) for standing in row}
        return [
            NoteChoice(tile, self.words.term(tile), typed=tile, off=tile in seen or tile in self.picks)
            for colour in colours
            for tile in TILES_OF[colour]
            if self.view.options.jokers or tile[1:] != DASH
        ]

    def values(self, colour: Colour) -> list[NoteChoice]:
        """What somebody may say, even though it cannot be right."""
        return [NoteChoice(one.value[1:], one.label, typed=one.value[1:]) for one in self.tiles(colour)]

    def hidden(self, seat: Seat) -> list[NoteChoice]:
        return [
            NoteChoice(str(place), f"{place + 1} · {self.words.term(seen.tile or seen.colour)}", typed=str(place + 1))
            for place, seen in enumerate(self.view.codes[seat])
            if not seen.up
        ]

    def gaps(self) -> list[NoteChoice]:
        """Where a new tile may stand in the code of whoever has drawn it."""
        places = range(len(self.view.codes[self.by]) + 1)
        return [
            NoteChoice(str(place), self.words.on_page("note_at", place=place), typed=str(place + 1)) for place in places
        ]

    def verdicts(self) -> list[NoteChoice]:
        return [NoteChoice(found, self.words.on_page(f"note_{found}"), word=found) for found in ("right", "wrong")]

    # ---- set-up -------------------------------------------------------------------

    def own_row(self) -> Step:
        if len(self.picks) < self.view.options.tiles_each:
            return self.row("note_own_row", self.tiles(*COLOURS))
        return self.row_lines([Tile(pick) for pick in self.picks])

    def other_row(self) -> Step:
        """Of another, the colours are seen, from their left (COD-06)."""
        if len(self.picks) < self.view.options.tiles_each:
            return self.row("note_row", self.backs())
        return self.row_lines(self.picks)

    def row(self, key: str, choices: list[NoteChoice]) -> NoteQuestion:
        asked = self.ask(key, choices, n=len(self.picks), each=self.view.options.tiles_each)
        return NoteQuestion(asked.ask, asked.choices, tuple(self.words.term(pick) for pick in self.picks))

    def row_lines(self, row: Sequence[str]) -> NoteLines:
        """A seat's first tiles, in the order of a record: black ones first; with jokers, then the row (COD-07)."""
        options, by = self.view.options, self.by
        black, white = ([tile for tile in row if tile[0] == colour[0]] for colour in COLOURS)
        dealt = [f"*: dealt {tile}" for tile in (*black, *white)]
        if not options.jokers and not self.mine:
            dealt[-1] += f" = {','.join(row)}"
        picked = [f"{by}: pick {len(black)}"] if options.dealing == "choose" else []
        return NoteLines((*picked, *dealt, *([f"{by}: arrange {','.join(row)}"] if options.jokers else [])))

    # ---- a turn -------------------------------------------------------------------

    def take(self) -> Step:
        if not self.picks:
            return self.ask("note_drawn", self.tiles(*COLOURS)) if self.mine else self.ask("note_takes", self.backs())
        tile = self.picks[0]
        taken = next(colour for colour in COLOURS if colour[0] == tile[0])
        drawn = f"*: drawn {tile}"
        return NoteLines((f"{self.by}: take {taken}", drawn) if self.view.phase == "take" else (drawn,))

    def attack(self) -> Step:
        """Who is attacked sees what comes of it (COD-12); after a wrong attack, the drawn tile is shown (COD-14)."""
        view, by, mine = self.view, self.by, self.mine
        if not self.picks:
            choices = self.players([seat for seat in self.others(by) if seat not in view.out])
            if len(choices) == 1:
                choices = [NoteChoice(choices[0].value, choices[0].label, usual=True)]
            if view.right:
                choices.append(NoteChoice("stop", self.words.on_page("note_stop"), word="stop"))
            return self.ask("note_target_mine" if mine else "note_target", choices)
        first, *said = self.picks
        if first == "stop":
            return self.stop(said)
        target = Seat(int(first))
        pieces = self.hidden(target)
        if not said:
            return self.ask("note_place", pieces, target=target)
        place = int(said[0])
        standing = view.codes[target][place]
        if len(said) == 1:
            key = "note_value_mine" if mine else "note_value"
            return self.ask(key, self.values(standing.colour), target=target, place=place)
        value, rest = said[1], said[2:]
        line = f"{by}: attack {target} {place} {value}"
        if not rest:
            possible = self.verdicts()
            if standing.tile is not None:  # this seat's own: it knows
                possible = possible[:1] if standing.tile[1:] == value else possible[1:]
            return self.ask("note_verdict", possible, target=target, place=place, value=value)
        verdict, *left = rest
        if verdict == "right":
            last = len(pieces) == 1
            return self.ended(f"{line} = right", target, left) if last else NoteLines((f"{line} = right",))
        if mine or view.drawn is None or view.options.jokers:
            return NoteLines((f"{line} = wrong",))
        if not left:
            return self.ask("note_shows", self.tiles(view.drawn.colour))
        if len(left) == 1:
            return self.ask("note_enters", self.gaps())
        return NoteLines((f"{line} = wrong, {left[0]} at {left[1]}",))

    def stop(self, picks: Sequence[str]) -> Step:
        """Whoever stops hides the drawn tile in their code (COD-13)."""
        drawn = self.view.drawn
        if self.mine or drawn is None or self.view.options.jokers:
            return NoteLines((f"{self.by}: stop",))
        if not picks:
            return self.ask("note_hides", self.gaps())
        return NoteLines((f"{self.by}: stop = {BACK[drawn.colour]} at {picks[0]}",))

    def place(self) -> Step:
        """With jokers, the owner says where a tile goes (COD-16)."""
        view, picks = self.view, list(self.picks)
        shown = ""
        if view.missed and not self.mine and view.drawn is not None:
            if not picks:
                return self.ask("note_shows", self.tiles(view.drawn.colour))
            shown = f" = {picks.pop(0)}"
        if not picks:
            return self.ask("note_enters" if view.missed else "note_hides", self.gaps())
        return NoteLines((f"{self.by}: place {picks[0]}{shown}",))

    def show(self) -> Step:
        """Without a drawn tile, a wrong attack turns up one of the own tiles (COD-15)."""
        pieces = self.hidden(self.by)
        if not self.picks:
            return self.ask("note_show_mine" if self.mine else "note_show", pieces)
        place, *rest = self.picks
        standing = self.view.codes[self.by][int(place)]
        if standing.tile is None and not rest:
            return self.ask("note_which", self.tiles(standing.colour))
        tile = standing.tile or rest.pop(0)
        line = f"{self.by}: show {place} = {tile}"
        return self.ended(line, self.by, rest) if len(pieces) == 1 else NoteLines((line,))

    def ended(self, line: str, out: Seat, picks: Sequence[str]) -> Step:
        """Somebody's last tile is turned up. If one player is left, they turn up their own code (COD-21)."""
        view = self.view
        left = [seat for seat in around(view.options.players) if seat != out and seat not in view.out]
        if len(left) > 1:
            return NoteLines((line,))
        code = view.codes[left[0]]
        unknown = [place for place, seen in enumerate(code) if seen.tile is None]
        if len(picks) < len(unknown):
            place = unknown[len(picks)]
            return self.ask("note_winner", self.tiles(code[place].colour), winner=left[0], place=place)
        if left[0] == self.seat and line.startswith(f"{self.seat}:"):
            return NoteLines((line,))
        found = dict(zip(unknown, picks, strict=False))
        row = [seen.tile or found[place] for place, seen in enumerate(code)]
        return NoteLines((f"{line}, {left[0]} wins with {','.join(row)}",))


# ---- what is known ----------------------------------------------------------------


def say_certain(place: str, value: str, view: View, words: Words, names: Sequence[str]) -> str:
    """A place by the name that `certain` in `notebook.py` gave it: "1:s0", "1:n2"."""
    seat, _, name = place.partition(":")
    first, at = 0, 0
    for number, seen in enumerate(view.codes[int(seat)]):
        if name == (f"n{seen.since}" if seen.since else f"s{first}"):
            at = number
        first += not seen.since
    return words.on_page("note_certain", names, seat=int(seat), place=at, value=value)


def pad(
    view: View, help: Help, chances: Mapping[str, Mapping[str, float]], words: Words, names: Sequence[str]
) -> list[Text]:
    """For each hidden tile of the others, its values; a dot stands for what it cannot be."""
    if help == "none" or view.seat is None:
        return []
    apart = (*view.hand, view.drawn) if view.drawn else view.hand
    elsewhere = {seen.tile for row in (*view.codes, apart) for seen in row}
    short = shorten(names, LABEL - 3)
    lines = []
    for seat in around(view.options.players):
        rows = [
            Text.assemble(
                tile_sign(place, seen, words), " ", values(seen, elsewhere, chances.get(f"{seat}:{place}"), view, words)
            )
            for place, seen in enumerate(view.codes[seat])
            if seat != view.seat and not seen.up and seen.tile is None
        ]
        for n, row in enumerate(rows):
            lines.append(Text(label("" if n else f"  {short[seat]}")) + row)
    return lines


def tile_sign(place: int, seen: Seen, words: Words) -> Text:
    """The place of a tile, and its colour."""
    return Text(f"{place + 1:>2} {words.say(f'letter_{seen.colour}')} ", INK[seen.colour])


def values(seen: Seen, elsewhere: set[Tile | None], odds: Mapping[str, float] | None, view: View, words: Words) -> Text:
    said, line = {guess.value for guess in seen.guesses}, Text()
    for tile in TILES_OF[seen.colour]:
        value = tile[1:]
        if value == DASH and not view.options.jokers:
            continue
        gone = value in said or tile in elsewhere or (odds is not None and not odds.get(value))
        sign = "-" if value == DASH else value
        line.append(" " * (len(sign) - 1) + "· " if gone else f"{sign} ", "dim" if gone else "bold")
    likely = [value for value, chance in sorted((odds or {}).items(), key=lambda pair: -pair[1]) if chance][:LIKELIEST]
    if odds and likely:
        line.append(" " * max(1, GRID - line.cell_len))
        chances = (f"{value}{words.colon} {words.language.format_chance(odds[value])}" for value in likely)
        line.append(" · ".join(chances))
    return line
