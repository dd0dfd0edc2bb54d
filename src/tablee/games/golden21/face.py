"""The table of The Golden 21 in a terminal: the Bourse as the rulebook draws it, a column a trader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from tablee.contract import Over, Seat
from tablee.games.golden21.state import GOAL, Line, Turn, Year
from tablee.games.golden21.view import View
from tablee.short_names import shorten
from tablee.tuples import around
from tablee.words import Words

WIDTH = 80
LABEL = 10  # columns before each row
WIDEST = 17  # columns of a trader where there is room
SHOWN = 3  # lines of a year that fit on the smallest screen; `sheet.py` has them all
EXPONENT: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

GOLD: Final = "bold #c9a227"
OUT: Final = "#c0392b"

Cell = tuple[str, str]  # a text and its style


def draw(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    return draw_within(view, words, names, 0)


def draw_within(view: View, words: Words, names: Sequence[str], room: int) -> list[Text]:
    """As many debts of the year as fit in `room` lines, and a few of them in any case."""
    short = column_names(view, names)
    lines = [
        Text(headline(view, words, names), "bold"),
        Text(situation(view, words), "dim"),
        row(view, "", lambda seat: title(view, short, seat)),
    ]
    if not view.order:
        lines.append(row(view, words.say("casts"), lambda seat: (" ".join(map(str, view.casts[seat])), "")))
    else:
        below = holdings(view, words, names) if view.result is None else outcome(view, words, view.result)
        lines += tally(view, words)
        lines += column(view, words, room - len(lines) - len(below)) + below
    for line in lines:
        line.truncate(WIDTH, overflow="ellipsis")
    return lines


def column_width(view: View) -> int:
    return min(WIDEST, (WIDTH - LABEL) // view.options.players)


def column_names(view: View, names: Sequence[str]) -> list[str]:
    """The names as they fit above a column, with a mark before and a space after."""
    return shorten(names, column_width(view) - (2 if view.options.teams is None else 4))


def row(view: View, label: str, cell: Callable[[Seat], Cell]) -> Text:
    """One cell for each trader, in the order in which they play."""
    width = column_width(view)
    line = Text(set_cell_size(label, LABEL), "dim", no_wrap=True)
    for seat in view.order or around(view.options.players):
        text, style = cell(seat)
        if cell_len(text) >= width:
            text = set_cell_size(text, width - 2) + "…"
        line.append(text, style).append(" " * (width - cell_len(text)), "none")
    return line


# ---- what is awaited --------------------------------------------------------------


def headline(view: View, words: Words, names: Sequence[str]) -> str:
    turn = view.turn
    if view.result is not None:
        winners = [names[seat] for seat in around(view.options.players) if view.result.ranks[seat] == 1]
        return words.say("won" if len(winners) == 1 else "shared", winners=words.join(winners))
    if turn is None:
        return words.say("cast", names, seat=view.casting[0])
    facts = {"seat": turn.seat, "n": view.dice, "total": turn.total, "aim": turn.aim}
    match turn.step:
        case "announce":
            low, high = 7 * view.dice // 2, (7 * view.dice + 1) // 2
            middle = str(low) if low == high else f"{low}–{high}"
            return words.say("announce", names, **facts, high=6 * view.dice, middle=middle)
        case "roll":
            return words.say("roll" if turn.aim is None else "aim", names, **facts)
        case "fine":
            return words.say("fine", names, **facts)
        case _:
            return words.say(turn.step, names, seat=turn.seat, n=at_stake(view, turn))


def at_stake(view: View, turn: Turn) -> int:
    """The points or dice that this step is about."""
    match turn.step:
        case "bonus":
            return turn.points
        case "gift":
            return turn.gifts
        case _:
            return view.traders[turn.seat].account


def situation(view: View, words: Words) -> str:
    if not view.order:
        return ""
    last = view.options.last_year
    year = words.say("year_of", year=view.year, last=last) if last else words.say("year", year=view.year)
    said = [year, words.say("golden", n=view.golden), words.say("supply", n=view.supply)]
    if view.options.goal == "killer":
        said.append(words.say("to_kill", n=view.options.kills))
    return " · ".join(said)


# ---- the Bourse -------------------------------------------------------------------


def title(view: View, names: Sequence[str], seat: Seat) -> Cell:
    mark = "▸" if view.turn is not None and view.turn.seat == seat else " "
    team = "" if view.options.teams is None else f"{'ABCDEFGHIJ'[view.options.sides[seat]]}:"
    return f"{mark}{team}{names[seat]}", "bold underline" if seat == view.seat else "bold"


def tally(view: View, words: Words) -> list[Text]:
    label = f"{words.say('kills')} {words.say('golds')}"
    return [row(view, label, lambda seat: (f" {view.traders[seat].kills}  {len(view.traders[seat].golds)}", ""))]


def column(view: View, words: Words, room: int) -> list[Text]:
    """The last debts of the year, the newest at the bottom; after the last year its balance."""
    year = view.bourse[-1]
    balance = 1 if year.balance else 0
    longest = max(map(len, year.lines))
    shown = max(SHOWN - balance, min(longest, room - balance))
    rows = [row(view, words.say("debts") if n == 1 else "", entry(words, year, n)) for n in range(shown, 0, -1)]
    if year.balance:
        rows.append(row(view, words.say("balance"), lambda seat: (f" {number(words, year.balance[seat])}", "bold")))
    return rows


def entry(words: Words, year: Year, back: int) -> Callable[[Seat], Cell]:
    """The cell with a trader's debt this many lines before the end of their column."""

    def cell(seat: Seat) -> Cell:
        lines = year.lines[seat]
        if back > len(lines):
            return "", ""
        return f" {write_line(words, lines[-back])}", "dim" if back > 1 else style_of(lines[-1].debt)

    return cell


def write_line(words: Words, line: Line) -> str:
    """17⁵: a debt, with the account as its exponent where it changed; 25✗: eliminated."""
    exponent = "" if line.account is None else str(line.account).translate(EXPONENT)
    return f"{number(words, line.debt)}{exponent}{'✗' if line.debt > GOAL else ''}"


def number(words: Words, value: int | None) -> str:
    return "–" if value is None else words.language.format_number(value)


def style_of(debt: int) -> str:
    return GOLD if debt == GOAL else OUT if debt > GOAL else "bold"


# ---- what each trader has, or what it came to ---------------------------------------


def holdings(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    return [
        row(view, words.say("accounts"), lambda seat: (f" {view.traders[seat].account or '·'}", "")),
        row(view, words.say("dice"), lambda seat: standing(view, words, seat)),
        Text(year_end(view, words, names) or thrown(view, words, names)),
    ]


def outcome(view: View, words: Words, over: Over) -> list[Text]:
    rows = [row(view, words.say("ranks"), lambda seat: (f" {over.ranks[seat]}", GOLD if over.ranks[seat] == 1 else ""))]
    if over.scores:
        rows.append(row(view, words.say("scores"), lambda seat: (f" {number(words, over.scores[seat])}", "bold")))
    if view.stakes:
        rows.append(row(view, words.say("stakes"), lambda seat: (f" {view.stakes[seat]}", "")))
    return rows


def standing(view: View, words: Words, seat: Seat) -> Cell:
    """The dice that this trader rolls, Golden + Crisis, or why they roll none."""
    trader = view.traders[seat]
    if seat in view.dead:
        return f"†{words.say('dead')}", OUT
    if trader.debt > GOAL:
        return f"✗{words.say('eliminated')}", OUT
    if trader.debt == GOAL:
        return "★21", GOLD
    return f" {view.golden}" + (f"+{trader.crisis}" if trader.crisis else ""), ""


def thrown(view: View, words: Words, names: Sequence[str]) -> str:
    """The roll that lies on the table."""
    roll = view.thrown
    if roll is None:
        return ""
    said = words.say("thrown", names, seat=roll.by, total=roll.total, faces=",".join(map(str, roll.faces)))
    hit = "hit_literal" if view.options.free_throw == "literal" else "hit"  # G21-94, G21-91
    return f"{said} · {words.say(hit, names, aim=roll.aim)}" if roll.hit else said


def year_end(view: View, words: Words, names: Sequence[str]) -> str:
    """That a year has ended and how it was balanced, until something happens in the new one."""
    if len(view.bourse) < 2 or any(len(lines) > 1 for lines in view.bourse[-1].lines):
        return ""
    over = view.bourse[-2]
    return " ".join([words.say("year_over", year=over.number), *arithmetic(view, words, names, over)])


def arithmetic(view: View, words: Words, names: Sequence[str], year: Year) -> list[str]:
    """How the balance of a year was found (G21-51, G21-52); nothing where debts count as they are (G21-60)."""
    debts = {seat: year.lines[seat][-1].debt for seat in around(view.options.players) if year.lines[seat]}
    if all(year.balance[seat] in (debt, None) for seat, debt in debts.items()):
        return []
    lucky = [seat for seat, debt in debts.items() if debt == GOAL]
    if lucky:
        seat = next((seat for seat in lucky if year.balance[seat]), lucky[-1])
        apart = [abs(GOAL - debt) for other, debt in debts.items() if other != seat]
        total = " + ".join(map(str, apart))
        return [words.say("balance_21", names, seat=seat, sum=total, n=sum(apart))]
    survivor = next((seat for seat, debt in debts.items() if debt < GOAL), None)
    if survivor is None:
        return []
    debt = debts[survivor]
    return [words.say("balance_survivor", names, seat=survivor, debt=debt, n=debt - GOAL)]
