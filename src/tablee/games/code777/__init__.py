"""Code 777: everybody sees your digits except you.

Three tiles stand on each rack, turned away from its owner. In turn, a player takes a question and answers it from what
they see; the others learn something about what they do not. Players who think they know their own three
digits declare them, at any moment. Three points win.
"""

from tablee.contract import Game
from tablee.games.code777.actions import Act, parse
from tablee.games.code777.deduction import DRAWS, imagine
from tablee.games.code777.options import Options
from tablee.games.code777.questions import CARDS, ONLY_ONCE, SIDES
from tablee.games.code777.rules import apply, awaits, legal, start
from tablee.games.code777.state import ALL_RACKS, State
from tablee.games.code777.tiles import COLOURS, COUNT, RACK_SIZE
from tablee.games.code777.view import View, told, view

GAME: Game[Options, State, Act, View] = Game(
    name="code777",
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
    turns="C77-11",
    modules=("deduction", "fits", "questions", "rack_tables", "tiles"),
    facts={
        "tiles": COUNT,
        "colours": tuple(COLOURS),
        "racks": ALL_RACKS,
        "rack_size": RACK_SIZE,
        "draws": DRAWS,
        "cards": CARDS,
        "only_once": ONLY_ONCE,
        "sides": SIDES,
    },
)
