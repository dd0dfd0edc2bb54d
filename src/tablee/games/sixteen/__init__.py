"""Sixteen: a pile to exactly 16, or three in a row of one number or colour.

Draw a card, play a card onto the common pile. The player who brings it to exactly 16, or plays the third card in a
row of one value or one colour, wins the pile; a player who goes over 16 gives it to the other side. Most series win.
Two players, or two teams of two.
"""

from collections import Counter

from tablee.contract import Game
from tablee.games.sixteen.actions import Act, parse
from tablee.games.sixteen.cards import COLOURS, VALUES, WITH_JOKERS
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.rules import GOAL, apply, awaits, legal, start
from tablee.games.sixteen.state import State, side
from tablee.games.sixteen.view import View, imagine, told, view
from tablee.tuples import around

GAME: Game[Options, State, Act, View] = Game(
    name="sixteen",
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
    turns="S16-12",
    sides=lambda options: tuple(map(side, around(options.players))),
    modules=("cards",),
    facts={"goal": GOAL, "colours": COLOURS, "values": VALUES, "pack": Counter(WITH_JOKERS)},
)
