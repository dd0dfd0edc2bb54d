"""Solves a small Code 21 with OpenSpiel: two players, three soldiers each, one mission.

    python examples/openspiel_code21.py                  reads the tree out once, then CFR+ on it: about a minute
    python examples/openspiel_code21.py --as-it-is 200   MCCFR on the game itself, every move by our rules: minutes

Prints how much a perfect opponent would gain against what was learned so far, in rewards from -1 to 1, and in the end
what the first player does. Needs the extra `openspiel`.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import pyspiel

from tablee.contract import Seat
from tablee.games.code21.options import Options
from tablee.rl.openspiel import load


def reduced(soldiers: tuple[int, ...], *, keep: bool = False) -> Any:
    """Which mission it is does not matter: whoever fulfils it has won."""
    return load("code21", Options(players=2, soldiers=soldiers, missions=(5,), first=Seat(0)), keep=keep)


def read_out(root: Any) -> tuple[Any, int]:
    """The tree below this state in OpenSpiel's own memory, by way of Gambit's format; its number of information states.

    OpenSpiel has a writer of that format, too, but it copies the whole text for every node.
    """
    lines = ['EFG 2 R "code21" { "first" "second" }']
    known: tuple[dict[str, int], ...] = ({}, {})
    ends = 0

    def write(state: Any) -> None:
        nonlocal ends
        if state.is_terminal():
            ends += 1
            lines.append(f't "" {ends} "" {{ {" ".join(map(str, state.returns()))} }}')
            return
        player, numbers = state.current_player(), state.legal_actions()
        names = [f'"{state.action_to_string(number)}"' for number in numbers]
        if state.is_chance_node():
            odds = (f"{name} {share}" for name, (_, share) in zip(names, state.chance_outcomes(), strict=True))
            lines.append(f'c "" 1 "" {{ {" ".join(odds)} }} 0')
        else:
            here = known[player].setdefault(state.information_state_string(), len(known[player]) + 1)
            lines.append(f'p "" {player + 1} {here} "" {{ {" ".join(names)} }} 0')
        for number in numbers:
            write(state.child(number))

    write(root)
    return pyspiel.load_efg_game("\n".join(lines)), sum(map(len, known))


def solve(tree: Any, iterations: int, begun: float) -> Any:
    """CFR+; the exploitability after 1, 2, 4, 8 … iterations."""
    solver = pyspiel.CFRPlusSolver(tree)
    for n in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if n & (n - 1) == 0 or n == iterations:
            report(n, pyspiel.exploitability(tree, solver.average_policy()), begun)
    return solver  # its policies live no longer than it does


def as_it_is(soldiers: tuple[int, ...], iterations: int) -> None:
    """External sampling and best responses, all on the game itself: each of its 181,376 states is a state of ours."""
    begun = time.perf_counter()
    game = reduced(soldiers, keep=True)
    root = game.new_initial_state()
    solver = pyspiel.ExternalSamplingMCCFRSolver(game, seed=1)
    policy = solver.average_policy()
    answers = [pyspiel.TabularBestResponse(game, player, policy) for player in (0, 1)]
    for n in range(iterations + 1):
        if n in (0, iterations // 4, iterations):
            policy = solver.average_policy()
            for answer in answers:
                answer.set_policy(policy)
            report(n, sum(answer.value_from_state(root) for answer in answers) / 2, begun)
        solver.run_iteration()


def report(iteration: int, gain: float, begun: float) -> None:
    print(f"{iteration:9}  {gain:14.6f}  {time.perf_counter() - begun:5.0f} s", flush=True)


def main() -> None:
    asked = argparse.ArgumentParser(description="Solves a small Code 21 with OpenSpiel.")
    asked.add_argument("--soldiers", default="0,9,12", help="each player's; more than three make the tree too large")
    asked.add_argument("--iterations", type=int, default=256)
    asked.add_argument("--as-it-is", type=int, metavar="N", help="N iterations of MCCFR on the game itself")
    given = asked.parse_args()
    soldiers = tuple(map(int, given.soldiers.split(",")))
    print("iteration  exploitability   time")
    if given.as_it_is:
        as_it_is(soldiers, given.as_it_is)
        return
    begun = time.perf_counter()
    tree, known = read_out(reduced(soldiers).new_initial_state())
    solver = solve(tree, given.iterations, begun)
    opening = tree.new_initial_state()
    opening = opening.child(opening.legal_actions()[0])  # the mission is turned up
    print(f"\n{known} information states; the first player opens with")
    for number, share in sorted(
        solver.average_policy().action_probabilities(opening).items(), key=lambda pair: -pair[1]
    ):
        if share > 0.005:
            print(f"  {share:4.0%}  {opening.action_to_string(number)}")


if __name__ == "__main__":
    main()
