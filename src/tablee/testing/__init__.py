"""The laws every game obeys, for whoever writes a game.

    from tablee.testing import check
    check(GAME, games=20)

plays random games over options that cover every pair of values, and raises `LawBroken`, which tells the law, the
options, the record so far and the move, at the first game that breaks one.
"""

from tablee.testing.laws import LAWS, LawBroken, check, check_options
from tablee.testing.pairs import covering
from tablee.testing.play import Policy, cut_in, playout, random_move

__all__ = ["LAWS", "LawBroken", "Policy", "check", "check_options", "covering", "cut_in", "playout", "random_move"]
