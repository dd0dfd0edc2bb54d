"""Code 21: bluff, risk and secret bets on a total of 21.

Send soldiers on a mission, face up for points or face down in secret, until somebody accuses the last player of
having gone over 21, or declares that the total is exactly 21. Everybody stakes on the player they trust, the
soldiers are turned up, and the one who was right takes half of the other's points.
Three missions win at once; otherwise most points do.
"""

from tablee.contract import Game
from tablee.games.code21.actions import Act, parse
from tablee.games.code21.options import Options
from tablee.games.code21.rules import MOST, TOLL, apply, awaits, legal, start
from tablee.games.code21.state import GOAL, State
from tablee.games.code21.view import View, imagine, told, view

GAME: Game[Options, State, Act, View] = Game(
    name="code21",
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
    turns="C21-04",
    facts={"goal": GOAL, "highest_stake": MOST, "toll": TOLL},
)
