"""The Golden 21: announce a total, roll, owe the difference.

Traders speculate on dice and run into debt. A trader over 21 is out for the year; a trader at exactly 21 has all but
won it. Exact announcements earn points that change debts, the trader's own or another's: that can kill. Three goals:
the least debt after a contract of years, a number of Kills, or being the last one not killed.
"""

from tablee.contract import Game
from tablee.games.golden21.actions import USES, Act, parse
from tablee.games.golden21.bourse import LIMIT
from tablee.games.golden21.dice import AVERAGES, FACES
from tablee.games.golden21.options import CONTRACT, LONGEST, Options
from tablee.games.golden21.rules import apply, awaits, legal, start
from tablee.games.golden21.state import GOAL, State
from tablee.games.golden21.view import View, imagine, told, view

GAME: Game[Options, State, Act, View] = Game(
    name="golden21",
    version=1,
    package=__name__,
    options=Options,
    parse=parse,
    start=start,
    awaits=awaits,
    legal=legal,
    apply=apply,
    view=view,
    told=told,
    imagine=imagine,
    turns="G21-01",
    sides=lambda options: options.sides,
    modules=("bourse", "dice", "result", "turn", "year"),
    hidden=False,
    facts={
        "goal": GOAL,
        "limit": LIMIT,
        "faces": FACES,
        "uses": USES,
        "contract": CONTRACT,
        "longest": LONGEST,
        "averages": AVERAGES,
    },
)
