"""What is tapped into a notebook, and the lines that this makes: for each game, from games that were really played.

The lines are followed here by the rules, which lead to the view that the seat really had; the page makes the same lines
from the same taps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tablee import notebook
from tablee.contract import AnyGame, Happened, Move, Played, Seat
from tablee.games.coda.actions import Attack, Place, Show, Stop
from tablee.games.code777.actions import Ask, Racked
from tablee.testing.play import Step
from tests.vectors.playing import plain, sample

EACH = 4  # cases of each kind


class Noted:
    """Cases of one game by their kind."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.kinds = game, dict[str, list[Any]]()

    def add(
        self, kind: str, before: Any, seat: Seat | None, picks: Sequence[object], lines: list[str], after: Any
    ) -> None:
        """The taps before which a state stood, and the lines after which another one stands."""
        view = self.game.view(before, seat)
        found: Any = view
        for line in lines:
            _, found = notebook.follow(self.game, found, line)
        assert found == self.game.view(after, seat), (kind, lines)
        self.kinds.setdefault(kind, []).append((view, seat, [str(pick) for pick in picks], lines))

    def cases(self) -> list[Any]:
        return [
            {"view": plain(view), "seat": seat, "picks": picks, "lines": lines}
            for found in self.kinds.values()
            for view, seat, picks, lines in sample(found, EACH)
        ]


def settle(game: AnyGame, steps: Sequence[Step], at: int, seat: Seat | None) -> Any:
    """The state after this step and all that follows of itself for this seat."""
    part = notebook.part_of(game)
    after = steps[at][2]
    while part.forced(game.view(after, seat)) is not None and at + 1 < len(steps):
        at += 1
        after = steps[at][2]
    return after


# ---- Sixteen ---------------------------------------------------------------------------


def sixteen_taps(move: Move[Any]) -> list[str] | None:
    """Who begins, each card that is played, what a joker is, and drawing where that is an action."""
    verb, *rest = str(move.action).split()
    match verb:
        case "first" | "play":
            return rest if len(rest) == 1 else ["joker", f"{rest[2][0]}{rest[1]}"]
        case "draw":
            return ["draw"]
    return None


def note_sixteen(game: AnyGame, played: Sequence[Step], noted: Noted) -> None:
    for at, (before, move, _) in enumerate(played):
        if (picks := sixteen_taps(move)) is not None:
            kind = "joker" if picks[0] == "joker" else type(move.action).__name__
            noted.add(kind, before, None, picks, [str(move)], settle(game, played, at, None))


# ---- Code 777 --------------------------------------------------------------------------


def note_code777(game: AnyGame, played: Sequence[Step], seat: Seat, noted: Noted) -> None:
    for at, (before, move, after) in enumerate(played):
        told = game.told(before, move, after, seat)
        line, _, outcome = told.partition(" = ")
        match move:
            case Happened(Racked(rack, tiles)) if rack != seat:
                noted.add("rack", before, seat, tiles, [told], settle(game, played, at, seat))
            case Played(by, Ask()):
                note_question(game, played, at, seat, noted, own=by == seat)
            case Played(by, action):
                said = str(action).split()[1].split(",")
                picks = [f"declare {by}", *said]
                if by == seat:
                    verdict, _, shown = outcome.partition(" ")
                    picks += [verdict, *(shown.split(",") if shown else ())]
                lines = [told] if by == seat else [line]
                noted.add(f"declared {by == seat}", before, seat, picks, lines, settle(game, played, at, seat))


def note_question(game: AnyGame, played: Sequence[Step], at: int, seat: Seat, noted: Noted, *, own: bool) -> None:
    """A question and its answer are one entry. Of the own question, what the player sees answers it."""
    before, asked, after = played[at]
    told = game.told(before, asked, after, seat)
    if not after.asking:
        card, _, answer = told.partition(" = ")[2].partition(" ")
        if card == "none":  # C77-31
            noted.add("closing", before, seat, ["ask"], [str(asked)], settle(game, played, at, seat))
        else:
            picks, line = (["ask"], str(asked)) if own else (["ask", answer], told)
            noted.add(f"repeated {own}", before, seat, picks, [line], settle(game, played, at, seat))
        return
    if at + 1 == len(played):
        return
    middle, turned, end = played[at + 1]
    line, _, answer = game.told(middle, turned, end, seat).partition(" = ")
    card = line.split()[-1]
    picks, answered = (["ask", card], line) if own else (["ask", card, answer], f"{line} = {answer}")
    noted.add(f"asked {own}", before, seat, picks, [told, answered], settle(game, played, at + 1, seat))


# ---- Code de Vinci ---------------------------------------------------------------------


def note_coda(game: AnyGame, played: Sequence[Step], seat: Seat, noted: Noted) -> None:
    row_begun: dict[Seat, Any] = {}
    for at, (before, move, after) in enumerate(played):
        told, turn = game.told(before, move, after, seat), before.turn
        if before.phase in ("pick", "deal", "arrange"):
            row_begun.setdefault(turn, before)
            if after.turn != turn or after.phase not in ("pick", "deal", "arrange"):
                note_row(game, row_begun[turn], after, turn, seat, noted)
            continue
        match move:
            case Played(by, Attack() | Stop() | Place() | Show()):
                picks, line = coda_taps(game, before, move, told, seat)
                kind = f"{type(move.action).__name__} {by == seat} {'wins' in told} {'wrong' in told}"
                noted.add(kind, before, seat, picks, [line], after)
            case Played(by, _) if before.phase == "take" and at + 1 < len(played):
                drawn = game.told(*played[at + 1], seat)
                tile = drawn.split()[-1]
                noted.add(f"take {by == seat}", before, seat, [tile], [told, drawn], played[at + 1][2])


def note_row(game: AnyGame, before: Any, after: Any, turn: Seat, seat: Seat, noted: Noted) -> None:
    """The first tiles of a seat, from its left: of others the colours are seen (COD-06). Black ones are noted first."""
    row = [seen.tile or f"{seen.colour[0]}?" for seen in game.view(after, seat).codes[turn]]
    black, white = [tile for tile in row if tile[0] == "b"], [tile for tile in row if tile[0] == "w"]
    dealt = [f"*: dealt {tile}" for tile in (*black, *white)]
    written = ",".join(row)
    options = before.options
    if not options.jokers and turn != seat:
        dealt[-1] += f" = {written}"
    lines = [
        *([f"{turn}: pick {len(black)}"] if options.dealing == "choose" else []),
        *dealt,
        *([f"{turn}: arrange {written}"] if options.jokers else []),
    ]
    noted.add(f"row {turn == seat} {options.jokers}", before, seat, row, lines, after)


def coda_taps(game: AnyGame, before: Any, move: Any, told: str, seat: Seat) -> tuple[list[str], str]:
    """What is tapped for a move, and its line. What the player sees anyway is neither tapped nor noted."""
    view, by, action = game.view(before, seat), move.by, str(move.action).split()
    line, _, outcome = told.partition(" = ")
    verdict, *more = outcome.split(", ")
    own = by == seat
    match move.action:
        case Stop():
            hidden_at = [outcome.split()[-1]] if outcome and not own else []
            return ["stop", *hidden_at], told if hidden_at else line
        case Place():
            shown = [outcome] if outcome and not own else []
            return [*shown, action[1]], told if shown else line
        case Show():
            seen = view.codes[by][int(action[1])].tile
            return [action[1], *([] if seen else [verdict]), *winners_tiles(view, more)], told
    picks = [*action[1:], *([] if int(action[1]) == seat else [verdict])]
    if verdict == "right" and more:
        if own:
            return picks, f"{line} = right"
        return [*picks, *winners_tiles(view, more)], told
    if verdict == "wrong" and more and not own:
        return [*picks, *more[0].split(" at ")], told
    return picks, f"{line} = {verdict}"


def winners_tiles(view: Any, more: list[str]) -> Iterator[str]:
    """COD-21: the tiles of the winner's code that were not seen before, from its left."""
    if more:
        who, _, row = more[0].partition(" wins with ")
        yield from (tile for tile, seen in zip(row.split(","), view.codes[int(who)], strict=True) if seen.tile is None)
