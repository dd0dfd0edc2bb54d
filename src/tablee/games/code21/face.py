"""The table of Code 21 in a terminal. A soldier face up stands in brackets, [8]; face down in parentheses, (?)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from tablee.contract import Seat
from tablee.games.code21.rules import TO_WIN, pay, payable
from tablee.games.code21.state import Soldier, Verdict
from tablee.games.code21.view import Seen, View
from tablee.short_names import shorten
from tablee.tuples import around
from tablee.words import Words

UP: Final = "bold white on #6b7a34"  # olive
DOWN: Final = "bold white on #8e2f24"  # stamp red
STAR: Final = "★"  # a mission won

WIDTH = 80
LABEL = 10  # columns before each row
NAME = 14  # columns for a name
CELL = 7  # columns for a soldier of the mission
SHOWN = 10  # soldiers of the mission that fit


def draw(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    names = shorten(names, NAME)
    rows = [
        headline(view, words, names),
        mission_row(view, words, names),
        Text(),
        *line_rows(view, words, names),
        total_row(view, words),
        *(player_row(view, words, names, seat) for seat in around(view.options.players)),
        *last_rows(view, words, names),
        *hand_rows(view, words, names),
    ]
    for text in rows:
        text.truncate(WIDTH, overflow="ellipsis")
    return rows


def row(label: str, *parts: str | Text) -> Text:
    return Text.assemble((f"{label:<{LABEL}}", "dim"), Text(" · ").join(map(as_text, parts)))


def as_text(part: str | Text) -> Text:
    return part if isinstance(part, Text) else Text(part)


def join(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


# ---- what is awaited, and the mission ---------------------------------------------


def headline(view: View, words: Words, names: Sequence[str]) -> Text:
    if view.ranks:
        said = ending(view, words, names)
    elif view.turn is None:
        said = words.say("lot")
    elif view.mission is None:
        said = words.say("turning")
    elif view.call is None:
        said = words.say("to_play", names, seat=view.turn)
    else:
        said = words.say(view.call.kind, names, by=view.call.by, last=view.call.last)
        said += f" · {words.say('staked', n=sum(view.staked), all=len(view.staked))}"
    return Text(said, "bold")


def ending(view: View, words: Words, names: Sequence[str]) -> str:
    winners = [seat for seat in around(view.options.players) if view.ranks[seat] == 1]
    who, best = ", ".join(names[seat] for seat in winners), view.scores[winners[0]]
    if len(view.cards[winners[0]]) == TO_WIN:
        return words.say("won_missions", who=who)
    return words.say("won" if len(winners) == 1 else "shared", who=who, n=best)


def mission_row(view: View, words: Words, names: Sequence[str]) -> Text:
    """The mission; at the end, the scores."""
    bank = words.say("bank", n="∞" if view.bank is None else view.bank)
    if view.ranks:
        order = sorted(around(view.options.players), key=lambda seat: view.ranks[seat])
        return row(words.say("scores"), *(f"{names[seat]}{words.colon} {view.scores[seat]}" for seat in order))
    to_come = words.say("to_come", values=join(view.deck)) if view.deck else words.say("last_mission")
    if view.mission is None:
        return row(words.say("mission"), bank, to_come)
    every = len(view.options.missions)
    number = words.say("mission_is", value=view.mission, n=every - len(view.deck), all=every)
    return row(words.say("mission"), Text(number, "bold"), bank, to_come)


# ---- the soldiers -----------------------------------------------------------------


def line_rows(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    """The soldiers of the mission, or of the last one while they are turned up; each above its player's name."""
    line: Sequence[Seen | Soldier] = view.verdicts[-1].soldiers if turned_up(view) else view.line
    if not line:
        return [row(words.say("line"), Text(words.say("empty"), "dim")), Text()]
    label = words.say("line")
    soldiers, players = row(label if len(line) <= SHOWN else f"{label} …"), row("")
    brief = shorten(names, CELL - 1)
    for soldier in line[-SHOWN:]:
        value = "?" if soldier.value is None else str(soldier.value)
        text = f"[{value}]" if soldier.up else f"({value})"
        soldiers.append(text, UP if soldier.up else DOWN).append(" " * (CELL - len(text)))
        players.append(f"{brief[soldier.by]:<{CELL}}", "dim")
    return [soldiers, players]


def turned_up(view: View) -> bool:
    """A verdict was just given, and no new mission is out."""
    return view.mission is None and bool(view.verdicts)


def total_row(view: View, words: Words) -> Text:
    if turned_up(view):
        return row(words.say("total"), Text(str(view.verdicts[-1].total), "bold"))
    low, high = reach(view.line, min), reach(view.line, max)
    hidden = sum(not soldier.up for soldier in view.line)
    total = str(low) if low == high else words.say("between", low=low, high=high, n=hidden)
    earned = payable(view.bank, pay(len(view.line)))
    return row(words.say("total"), Text(total, "bold"), words.say("next_up", n=earned))


def reach(line: Sequence[Seen], pick: Callable[[Iterable[int]], int]) -> int:
    """The least or the most that the mission can come to: nobody plays the same soldier twice."""
    total, used = 0, set[tuple[Seat, int]]()
    for soldier in line:
        value = pick(value for value in soldier.may_be if (soldier.by, value) not in used)
        used.add((soldier.by, value))
        total += value
    return total


# ---- the players ------------------------------------------------------------------


def player_row(view: View, words: Words, names: Sequence[str], seat: Seat) -> Text:
    """Points, missions won and the possible soldiers in hand. All sets are equal, so everybody can know these."""
    awaited = view.mission is not None and (view.turn == seat if view.call is None else not view.staked[seat])
    stars = join(f"{STAR}{value}" for value in view.cards[seat])
    line = Text.assemble(
        ("▸ " if awaited else "  ", "bold"),
        (names[seat], "underline" if seat == view.seat else ""),
        " " * (NAME - cell_len(names[seat])),
        (f"{words.say('points', n=view.points[seat]):>8}", "bold"),
        f"  {stars:<8} ",
        holding(view, words, seat),
    )
    return line.append(f"  {words.say('laid', values=join(view.laid[seat]))}", "dim") if view.laid[seat] else line


def holding(view: View, words: Words, seat: Seat) -> str:
    count, unseen = view.counts[seat], view.unseen[seat]
    if not count:
        return words.say("holds_none")
    return words.say("holds" if count == len(unseen) else "holds_of", n=count, values=join(unseen))


def last_rows(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    """The last verdict, until a new soldier is played: who was right, and who had staked on them."""
    if not view.verdicts or view.line:
        return []
    last = view.verdicts[-1]
    said = words.say(
        "accused" if last.call.kind == "accuse" else "declared", names, by=last.call.by, last=last.call.last
    )
    takes = words.say("takes_mission" if last.success else "takes", names, winner=last.winner, n=last.taken)
    return [
        row(words.say("last"), words.say("came_to", n=last.total), said, Text(takes, "bold")),
        row("", *(backers(last, words, names) or [words.say("unbacked")])),
    ]


def backers(last: Verdict, words: Words, names: Sequence[str]) -> list[str]:
    """Each side that was staked on, and by whom."""
    said = []
    for side in (last.call.by, last.call.last):
        stakes = [f"{bet.points} ({names[seat]})" for seat, bet in enumerate(last.stakes) if bet.side == side]
        if stakes:
            said.append(words.say("backed", names, side=side, stakes=", ".join(stakes)))
    return said


def hand_rows(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    """The player's own soldiers and, once placed, their stake."""
    if view.seat is None:
        return []
    hand = Text(join(view.hand) or words.say("none"), "bold")
    if view.stake is None:
        return [row(words.say("hand"), hand)]
    if view.stake.side is None:
        return [row(words.say("hand"), hand, words.say("own_stake_nothing"))]
    key = "own_stake_self" if view.stake.side == view.seat else "own_stake"
    return [row(words.say("hand"), hand, words.say(key, names, n=view.stake.points, side=view.stake.side))]
