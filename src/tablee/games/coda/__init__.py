"""Code de Vinci (Coda): break every other code before yours is broken.

Everybody hides a row of black and white numbers in ascending order. On your turn you draw a tile in secret, point at
somebody's tile and say what it must be. Right, and it is turned up: go on, or stop and hide your new tile in your
code. Wrong, and your new tile joins your code for all to see. The last player with a hidden tile wins. Two to four.
"""

from tablee.contract import Game
from tablee.games.coda.actions import Act, parse
from tablee.games.coda.options import Options
from tablee.games.coda.rules import apply, awaits, legal, start
from tablee.games.coda.state import State
from tablee.games.coda.tiles import COLOURS, DASH, VALUES
from tablee.games.coda.view import View, imagine, told, view

GAME: Game[Options, State, Act, View] = Game(
    name="coda",
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
    turns="COD-17",
    modules=("row", "tiles", "worlds"),
    facts={"colours": COLOURS, "values": VALUES, "joker": DASH},
)
