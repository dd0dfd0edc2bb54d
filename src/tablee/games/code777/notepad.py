"""A notebook of Code 777 in a terminal: what is asked, and what is crossed out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from tablee.games.code777.deduction import out_of_stock, seen_from
from tablee.games.code777.face import INK, WIDTH, closing, row
from tablee.games.code777.questions import SIDES
from tablee.games.code777.tiles import COLOUR, COUNT, PLACE, RACK_SIZE, TILES, Tile
from tablee.games.code777.view import View
from tablee.help import Help
from tablee.note_questions import NoteChoice, NoteLines, NoteQuestion, Picks, Step
from tablee.tuples import around
from tablee.words import Words

DIGITS: Final = "1234567"
MOST: Final = {8: 7, 10: 6}  # the largest number that can be the answer to a card that counts
FEW: Final = 3  # to any other
LIKELIEST: Final = 4  # combinations of which the chance is shown


def next_note(view: View, seat: int, picks: Picks, words: Words, names: Sequence[str]) -> Step:
    return RackNotes(view, seat, picks, words, names).next()


class RackNotes:
    def __init__(self, view: View, seat: int, picks: Picks, words: Words, names: Sequence[str]) -> None:
        self.view, self.seat, self.picks, self.words, self.names = view, seat, picks, words, names

    def next(self) -> Step:
        view, players = self.view, around(self.view.options.players)
        if view.ended:
            return None
        if view.turn is None:
            if self.picks:
                return NoteLines((f"*: first {self.picks[0]}",))
            return self.ask("note_first", [NoteChoice(str(seat), self.names[seat]) for seat in players])
        if view.filling:
            return self.fill(view.filling[0])
        if view.asking:
            return self.question(view.turn, self.picks)
        if not self.picks:
            speaking = [view.turn] if closing(view) else players
            key = "note_nothing" if closing(view) else "note_asks_mine" if view.turn == self.seat else "note_asks"
            asks = NoteChoice("ask", self.say(key, seat=view.turn), word="ask", usual=True)
            declares = [
                NoteChoice(
                    f"declare {seat}",
                    self.say("note_declares_mine" if seat == self.seat else "note_declares", seat=seat),
                    typed=self.say("note_declares", seat=seat),  # players may call themselves by their names
                )
                for seat in speaking
                if seat not in view.spent
            ]
            return self.ask("note_what", [asks, *declares])
        what, *rest = self.picks
        if what == "ask":
            return self.question(view.turn, rest)
        return self.declaration(int(what.split()[1]), rest)

    # ---- choices ------------------------------------------------------------------

    def say(self, key: str, **facts: object) -> str:
        return self.words.on_page(key, self.names, **facts)

    def ask(self, key: str, choices: Sequence[NoteChoice], **facts: object) -> NoteQuestion:
        return NoteQuestion(self.say(key, **facts), tuple(choices))

    def trio(self, picks: Sequence[str], key: str, choices: Sequence[NoteChoice], **facts: object) -> NoteQuestion:
        """One of three tiles or digits, with those that were said before."""
        asked = self.ask(key, choices, n=len(picks) + 1, **facts)
        return NoteQuestion(asked.ask, asked.choices, tuple(self.words.term(pick) for pick in picks))

    def tiles(self, picks: Sequence[str], *, seen: bool) -> list[NoteChoice]:
        """The tiles of the box (C77-01); of what stands on the other racks or was said, there may be none left."""
        used = Counter(picks)
        if seen:
            for rack, racks in enumerate(self.view.racks):
                used.update(racks[-1] or () if racks and rack != next(iter(self.view.filling), None) else ())
        return [
            NoteChoice(tile, self.words.term(tile), typed=tile, off=used[tile] >= count)
            for tile, count in COUNT.items()
        ]

    # ---- what happens -------------------------------------------------------------

    def fill(self, rack: int) -> Step:
        if len(self.picks) == RACK_SIZE:
            return NoteLines((f"*: racked {rack} {in_order(self.picks)}",))
        key = "note_free_rack" if rack >= self.view.options.players else "note_rack"
        return self.trio(self.picks, key, self.tiles(self.picks, seen=True), seat=rack)

    def question(self, by: int, picks: Sequence[str]) -> Step:
        """A question is answered at once (C77-10): by what this seat sees, if it is its own."""
        view, own = self.view, by == self.seat
        if closing(view):
            return NoteLines((f"{by}: ask",))
        known = None if view.pile or not view.turned else view.turned[view.asked % len(view.turned)]
        if known is None and not picks:
            cards = [NoteChoice(str(n), self.say("note_card", n=n), typed=str(n)) for n in view.pile]
            return self.ask("note_which_mine" if own else "note_which", cards, seat=by)
        card, *said = picks if known is None else [str(known), *picks]
        asked = () if view.asking else (f"{by}: ask",)
        if own:
            return NoteLines((f"{by}: ask",) if known is not None else (*asked, f"*: turned {card}"))
        if not said:
            what = self.words.say(f"question {card}")
            return self.ask("note_answer", self.answers(int(card)), seat=by, n=card, what=what)
        if known is not None:
            return NoteLines((f"{by}: ask = {card} {said[0]}",))
        return NoteLines((*asked, f"*: turned {card} = {said[0]}"))

    def answers(self, card: int) -> list[NoteChoice]:
        if card not in SIDES:
            return [NoteChoice(str(n), str(n)) for n in range(MOST.get(card, FEW) + 1)]
        sides = [
            NoteChoice(name, self.say("note_more", what=self.words.term(",".join(side))), word=name)
            for name, side in zip(("first", "second"), SIDES[card], strict=True)
        ]
        return [*sides, NoteChoice("equal", self.say("note_equal"), word="equal")]

    def declaration(self, by: int, picks: Sequence[str]) -> Step:
        """Of another, this seat sees whether it is right; of its own, the others say it (C77-21)."""
        own, options = by == self.seat, self.view.options
        if len(picks) < RACK_SIZE:
            digits = [NoteChoice(digit, digit) for digit in DIGITS]
            choices = self.tiles(picks, seen=False) if options.colours else digits
            return self.trio(picks, "note_said_mine" if own else "note_said", choices, seat=by)
        said = f"{by}: declare {in_order(picks[:RACK_SIZE])}"
        if not own:
            return NoteLines((said,))
        if len(picks) == RACK_SIZE:
            verdicts = [NoteChoice(found, self.say(f"note_{found}"), word=found) for found in ("right", "wrong")]
            return self.ask("note_verdict", verdicts)
        verdict, *shown = picks[RACK_SIZE:]
        if not options.show_removed:
            return NoteLines((f"{said} = {verdict}",))
        if len(shown) < RACK_SIZE:
            return self.trio(shown, "note_removed", self.tiles(shown, seen=True))
        return NoteLines((f"{said} = {verdict} {in_order(shown)}",))


def in_order(picks: Sequence[str]) -> str:
    """Digits or tiles, as the rules write them."""
    return ",".join(sorted(picks, key=lambda pick: (pick[0], PLACE.get(Tile(pick), 0))))


# ---- what is known ----------------------------------------------------------------


def say_certain(place: str, value: str, view: View, words: Words, names: Sequence[str]) -> str:
    """A rack by the name that `certain` in `notebook.py` gave it: "digits 2"."""
    return words.on_page("note_certain", names, rack=int(place.split()[1]) - 1, said=value)


def pad(
    view: View, help: Help, chances: Mapping[str, Mapping[str, float]], words: Words, names: Sequence[str]
) -> list[Text]:
    """How many of each tile may stand on the own rack; with full help, what may be there, and how likely it is."""
    if help == "none" or view.seat is None or not view.racks[view.seat]:
        return []
    drawn, gone = out_of_stock(view)[view.seat][-1]
    rounds = seen_from(view, out_of_stock(view))[drawn : gone + 1]
    left = {tile: min(one.left[tile] for one in rounds) for tile in TILES}
    mine = Text()
    for tile, n in left.items():
        sign = f"{tile[0]}{words.term(COLOUR[tile]).split()[0]}"
        mine.append(f"{sign}×{n}" if n else " ·· ", INK[COLOUR[tile]] if n else "dim").append("  ")
    lines = [row(words.say("may_be"), mine)]
    if not chances:
        return lines
    what = chances.get(f"{'rack' if view.options.colours else 'digits'} {view.seat}", {})
    likely = sorted(what.items(), key=lambda pair: -pair[1])
    said = " · ".join(
        f"{tiles.replace(',', ' ')}{words.colon} {words.language.format_chance(chance)}"
        for tiles, chance in likely[:LIKELIEST]
    )
    lines.append(row(words.say("likely"), Text(said + (" …" if len(likely) > LIKELIEST else ""))))
    lines[-1].truncate(WIDTH, overflow="ellipsis")
    return lines
