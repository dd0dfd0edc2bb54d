"""Which rules are at work: found by the ids that stand in the rules."""

from __future__ import annotations

import sys
from types import FrameType

from tablee.games import GAMES
from tablee.lab.bot_game import setup_for
from tablee.lab.runs.experiment import make_experiment
from tablee.lab.runs.rule_coverage import count_rules, parse_rule_lines, rule_lines

SOURCE = '''
CAP = 3  # ABC-01: no line of a move

def played(state):
    """ABC-02: whenever it is called."""
    if state:  # ABC-03
        return 1
    match state:
        case 0:  # ABC-04
            return 2
    # ABC-05
    total = sum(
        state,
    )  # ABC-06
    return total  # ABC-07, ABC-08
'''


def test_an_id_stands_for_the_line_that_must_run() -> None:
    lines = SOURCE.splitlines()
    found = {rule: lines[line - 1].strip() for line, rules in parse_rule_lines(SOURCE).items() for rule in rules}
    assert found == {
        "ABC-02": "if state:  # ABC-03",
        "ABC-03": "return 1",
        "ABC-04": "return 2",
        "ABC-05": "total = sum(",
        "ABC-06": "total = sum(",
        "ABC-07": "return total  # ABC-07, ABC-08",
        "ABC-08": "return total  # ABC-07, ABC-08",
    }


def test_rules_are_counted_by_game_and_by_move() -> None:
    one = make_experiment(GAMES["sixteen"], {}, ["random"], seed=1)
    found = count_rules(setup_for(one.plan), 0, 4)
    assert found["S16-42"] == [4, 4, 4]  # how a game ends, once each
    assert found["S16-10"] == [4, 4 * 48, 4 * 48**2]  # a card is drawn: 54 less two hands of three
    with_four = make_experiment(GAMES["sixteen"], {"players": "4"}, ["random"], seed=1)
    assert "S16-31" in found and "S16-31" not in count_rules(setup_for(with_four.plan), 0, 4)  # for two players only


def test_every_game_carries_the_ids_of_its_rules() -> None:
    for game in GAMES.values():
        assert len({rule for lines in rule_lines(game).values() for rules in lines.values() for rule in rules}) > 8


def test_another_tracer_is_put_back_and_sees_the_rules_too() -> None:
    """As that of coverage.py, which measures these tests."""
    one = make_experiment(GAMES["sixteen"], {}, ["random"], seed=1)
    seen: set[str] = set()

    def look(frame: FrameType, event: str, argument: object) -> None:
        seen.add(frame.f_code.co_filename)

    before = sys.gettrace()
    sys.settrace(look)
    try:
        found = count_rules(setup_for(one.plan), 0, 1)
        kept = sys.gettrace()
    finally:
        sys.settrace(before)
    assert found and kept is look
    assert seen & set(rule_lines(GAMES["sixteen"]))
