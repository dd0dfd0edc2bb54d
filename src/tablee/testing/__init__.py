"""The laws that every game obeys, for an author of a game.

    from tablee.testing import check
    check(GAME, games=20)

plays random games over options that cover every pair of values (`laws.py`: replay, legal, sealed, secret, imagine) and
checks what is in the game's folder (`folder.py`: files, rules, words, bots). At the first broken law it raises
`LawBroken`, which names the law, the options, the record so far and what is wrong. `check_turbo` (`turbo.py`)
compares a kernel with the rules.
"""

from tablee.testing.laws import LAWS, LawBroken, check, check_options
from tablee.testing.pairs import covering
from tablee.testing.play import Policy, cut_in, playout, random_move

__all__ = ["LAWS", "LawBroken", "Policy", "check", "check_options", "covering", "cut_in", "playout", "random_move"]
