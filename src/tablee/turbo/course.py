"""Whole games, rollouts and steps of many lanes: loops that are the same for all games, built for one game at a time.

Each factory takes the functions of a kernel and a compiler, and returns functions that are closures over them. The
compiler is a parameter, so that the same loops can be compiled for other targets, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from tablee.turbo.chance import seed
from tablee.turbo.interface import AnyKernel, Lane, Policy
from tablee.turbo.rows import RowFields

F = TypeVar("F", bound=Callable[..., Any])
Lanes: TypeAlias = Any  # records of a kernel, as `turbo.lanes` makes them
Numbers: TypeAlias = Any  # a NumPy array
Note: TypeAlias = Callable[[Lane, int, int, Numbers, Numbers], None]
NoteGames: TypeAlias = Callable[[Lanes, Numbers, int, int, int, int, int, Numbers, RowFields, Numbers], None]
CountGames: TypeAlias = Callable[[Lanes, Numbers, int, int, int, Numbers, Numbers], None]


class PolicyFault(Exception):
    """A policy chose what is not legal: (seat, action)."""


class Compiler(Protocol):
    """How functions are compiled."""

    def __call__(self, function: F) -> F: ...

    def inline(self, function: F) -> F:
        """Into its callers only, never by itself."""
        ...


@dataclass(frozen=True)
class Course:
    """The compiled loops of one game."""

    play: Callable[[Lane], int]
    """play(g): plays on to the end with `choose`, and returns the number of decisions."""
    games: Callable[[Lanes, int, Numbers], int]
    """games(lanes, times, ranks): so many games in each lane; ranks[p, r - 1] counts how often seat p came r-th.
    Returns the number of decisions."""
    leading: Callable[[Lane], int]
    """leading(g): the seats that would win if the game ended now, as bits; 0 if that is everybody."""
    rollouts: Callable[[Lanes, Lanes, int, Numbers], int]
    """rollouts(start, scratch, times, ranks): so many ends of the game in start[0], played in scratch[0] with the
    generator of scratch[0]; counted as by `games`."""
    weigh: Callable[[Lanes, Lanes, Numbers, int, Numbers], int]
    """weigh(worlds, scratch, numbers, seat, shares): plays each of these actions once in every world and on to the end,
    with the same luck for all of them. shares[i] grows by what `seat` wins with numbers[i]: 1 for a win, divided among
    equal winners. Returns the number of decisions."""
    reset: Callable[[Lanes, Numbers, Numbers, Numbers], None]
    """reset(lanes, observations, masks, turns): a new game in every lane, up to its first decision. For
    observations and masks see `vector.row_type`."""
    step: Callable[[Lanes, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers], int]
    """step(lanes, actions, observations, masks, rewards, done, turns): one decision in every lane. A lane whose game
    ended begins the next game. Returns the first lane with an illegal action, and then nothing has changed; or -1."""
    sample: Callable[[Lanes, Numbers], None]
    """sample(lanes, actions): a random legal action for every lane."""
    follow: Callable[[Lanes, int, Numbers], tuple[int, int, int]]
    """follow(lanes, action, mask): lanes[0] goes on with this action, with chance (-1), or not yet (-2). Returns who is
    awaited then; if that is a seat, also how many actions it has, which are now in the mask, and what `choose` does."""


def build_course(kernel: AnyKernel, choose: Policy, compile: Compiler) -> Course:
    """The course of a game in which every seat plays by `choose`."""
    begin, awaits, happen, act = kernel.begin, kernel.awaits, kernel.happen, kernel.act
    legal, observe, rank, actions = kernel.legal, kernel.observe, kernel.rank, kernel.actions
    begin_lane, step_lane = build_lane_steps(kernel, compile)

    @compile.inline
    def play(g: Lane) -> int:
        n = 0
        while True:
            who = awaits(g)
            if who == -2:
                return n
            if who == -1:
                happen(g)
            else:
                act(g, choose(g))
                n += 1

    @compile
    def games(lanes: Lanes, times: int, ranks: Numbers) -> int:
        n = 0
        for i in range(len(lanes)):
            g = lanes[i]
            for _ in range(times):
                begin(g)
                n += play(g)
                for p in range(g.players):
                    ranks[p, rank(g, p) - 1] += 1
        return n

    @compile
    def rollouts(start: Lanes, scratch: Lanes, times: int, ranks: Numbers) -> int:
        n = 0
        g = scratch[0]
        for _ in range(times):
            key, salt, rolls = g.key, g.salt, g.rolls
            scratch[0] = start[0]
            g.key, g.salt, g.rolls = key, salt, rolls
            n += play(g)
            for p in range(g.players):
                ranks[p, rank(g, p) - 1] += 1
        return n

    @compile
    def win(g: Lane, p: int) -> float:
        """1 for a win, divided among equal winners; 0 otherwise."""
        if rank(g, p) != 1:
            return 0.0
        winners = 0
        for q in range(g.players):
            winners += rank(g, q) == 1
        return 1.0 / winners

    @compile
    def weigh(worlds: Lanes, scratch: Lanes, numbers: Numbers, seat: int, shares: Numbers) -> int:
        n = 0
        g = scratch[0]
        for world in range(len(worlds)):
            for i in range(len(numbers)):
                scratch[0] = worlds[world]
                act(g, numbers[i])
                n += play(g)
                shares[i] += win(g, seat)
        return n

    @compile
    def reset(lanes: Lanes, observations: Numbers, masks: Numbers, turns: Numbers) -> None:
        for i in range(len(lanes)):
            g = lanes[i]
            who = begin_lane(g)
            turns[i] = who
            observe(g, who, observations[i].row)
            legal(g, masks[i].row)

    @compile
    def step(
        lanes: Lanes,
        chosen: Numbers,
        observations: Numbers,
        masks: Numbers,
        rewards: Numbers,
        done: Numbers,
        turns: Numbers,
    ) -> int:
        for i in range(len(lanes)):
            if chosen[i] < 0 or chosen[i] >= actions or masks[i].row[chosen[i]] == 0:
                return i
        for i in range(len(lanes)):
            g = lanes[i]
            who, done[i] = step_lane(g, chosen[i], rewards[i])
            turns[i] = who
            observe(g, who, observations[i].row)
            legal(g, masks[i].row)
        return -1

    @compile
    def sample(lanes: Lanes, chosen: Numbers) -> None:
        for i in range(len(lanes)):
            chosen[i] = choose(lanes[i])

    @compile
    def follow(lanes: Lanes, action: int, mask: Numbers) -> tuple[int, int, int]:
        g = lanes[0]
        if action >= 0:
            act(g, action)
        elif action == -1:
            happen(g)
        who = awaits(g)
        if who < 0:
            return who, 0, 0
        return who, legal(g, mask), choose(g)

    return Course(
        play=play,
        games=games,
        leading=build_leading(kernel, compile),
        rollouts=rollouts,
        weigh=weigh,
        reset=reset,
        step=step,
        sample=sample,
        follow=follow,
    )


def build_lane_steps(
    kernel: AnyKernel, compile: Compiler
) -> tuple[Callable[[Lane], int], Callable[[Lane, int, Numbers], tuple[int, bool]]]:
    """begin_lane(g): a new game, up to its first decision. Returns the seat that is awaited.

    step_lane(g, action, rewards): one decision, up to the next. Returns the seat that is awaited then, and whether the
    game ended; if so, the next game has begun.
    """
    begin, awaits, happen, act, rank = kernel.begin, kernel.awaits, kernel.happen, kernel.act, kernel.rank

    @compile
    def settle(g: Lane) -> int:
        """Lets chance move until a seat is awaited or the game is over."""
        who = awaits(g)
        while who == -1:
            happen(g)
            who = awaits(g)
        return who

    @compile
    def reward(g: Lane, p: int) -> float:
        """From 1 for the best rank to -1 for the worst: 1 - 2 * (mean place - 1) / (players - 1)."""
        mine, better, equal = rank(g, p), 0, 0
        for q in range(g.players):
            better += rank(g, q) < mine
            equal += rank(g, q) == mine
        return 1.0 - 2.0 * (better + (equal - 1) / 2.0) / (g.players - 1)

    @compile
    def begin_lane(g: Lane) -> int:
        begin(g)
        return int(settle(g))  # an int8 would stay one, interpreted, when it is added to a place

    @compile
    def step_lane(g: Lane, action: int, rewards: Numbers) -> tuple[int, bool]:
        act(g, action)
        who = int(settle(g))
        over = who == -2
        for p in range(g.players):
            rewards[p] = reward(g, p) if over else 0.0
        return (begin_lane(g) if over else who), over

    return begin_lane, step_lane


def build_guard(kernel: AnyKernel, policy: Policy, compile: Compiler) -> Policy:
    """The same policy; PolicyFault where it chooses what is not legal. It is for policies that no law has tested."""
    awaits, legal, actions = kernel.awaits, kernel.legal, kernel.actions

    @compile
    def guarded(g: Lane) -> int:
        action = policy(g)
        mask = np.zeros(actions, np.int8)
        legal(g, mask)
        number = int(action)
        if number != action or number < 0 or number >= actions or mask[number] == 0:
            raise PolicyFault(int(awaits(g)), number)
        return number

    return guarded


def build_observe_all(kernel: AnyKernel, compile: Compiler) -> Callable[[Lanes, Numbers], None]:
    """observe_all(lanes, out): what each seat of each lane sees; `out` is lanes × players × OBSERVED."""
    observe = kernel.observe

    @compile
    def observe_all(lanes: Lanes, out: Numbers) -> None:
        for i in range(len(lanes)):
            for p in range(out.shape[1]):
                observe(lanes[i], p, out[i, p])

    return observe_all


def build_leading(kernel: AnyKernel, compile: Compiler) -> Callable[[Lane], int]:
    """See `Course.leading`."""
    rank = kernel.rank

    @compile
    def leading(g: Lane) -> int:
        found, all_equal = 0, True
        for p in range(g.players):
            if rank(g, p) == 1:
                found |= 1 << p
            else:
                all_equal = False
        return 0 if all_equal else found

    return leading


def build_answer(policies: Sequence[Policy], compile: Compiler) -> Callable[[Lane, int], int]:
    """answer(g, player): the action of the policy with this number.

    A chain of functions, as a compiled function cannot index a list of other functions.
    """
    number = len(policies) - 1
    last = policies[number]

    def only(g: Lane, player: int) -> int:
        return last(g)

    if not number:
        return compile(only)
    others = build_answer(policies[:number], compile)

    def answer(g: Lane, player: int) -> int:
        return last(g) if player == number else others(g, player)

    answer.__name__ = f"answer_{number}"
    return compile(answer)


def build_swap(compile: Compiler) -> Callable[[Lane, Any, Any, Any], tuple[Any, Any, Any]]:
    """swap(g, key, salt, rolls): the game draws from another stream from now on. Returns the previous one."""

    @compile
    def swap(g: Lane, key: Any, salt: Any, rolls: Any) -> tuple[Any, Any, Any]:
        before = g.key, g.salt, g.rolls
        g.key, g.salt, g.rolls = key, salt, rolls
        return before

    return swap


def build_note_games(kernel: AnyKernel, policies: Sequence[Policy], compile: Compiler) -> NoteGames:
    """note_games(lane, cast, seed, first, again, unit, silent, said, rows, counts): the games `first`, `first` + 1 and
    so on of a seed, as many as there are rows.

    Each game has a stream for chance and another one for choices. Chance depends on the seed and the game, choices also
    on `again`. `cast` tells by seat which of the policies plays. counts[0, a, t] counts how often action a was chosen
    in the t-th tenth of a game's decisions. counts[1, a, t] adds up what its seat won in the end: `unit` for a win,
    divided among equal winners. `said` holds the decisions of the current game; those that do not fit are not counted.
    `silent` is the action for letting it pass.
    """
    begin, awaits, happen, act = kernel.begin, kernel.awaits, kernel.happen, kernel.act
    rank, score, actions = kernel.rank, kernel.score, kernel.actions
    leading, answer, swap = build_leading(kernel, compile), build_answer(policies, compile), build_swap(compile)

    @compile
    def note_games(
        lane: Lanes,
        cast: Numbers,
        number: int,
        first: int,
        again: int,
        unit: int,
        silent: int,
        said: Numbers,
        rows: RowFields,
        counts: Numbers,
    ) -> None:
        g = lane[0]
        for i in range(len(rows.moves)):
            seed(g, number + ((again + 1) << 32), first + i)
            key, salt, rolls = g.key, g.salt, g.rolls
            seed(g, number, first + i)
            begin(g)
            decisions, moves, changes, since, starter = 0, 0, 0, 0, -1
            lead, before = 0, 0
            while True:
                who = awaits(g)
                if who == -2:
                    break
                if who == -1:
                    happen(g)
                else:
                    key, salt, rolls = swap(g, key, salt, rolls)
                    action = answer(g, cast[who])
                    key, salt, rolls = swap(g, key, salt, rolls)
                    if starter < 0:
                        starter = who
                    if decisions < len(said):
                        said[decisions] = int(who) * actions + action
                    decisions += 1
                    act(g, action)
                    if action == silent:
                        continue
                moves += 1
                now = leading(g)
                if now != lead:
                    lead, since = now, moves
                    if now:
                        changes += before != 0 and now & before == 0
                        before = now
            rows.decisions[i], rows.moves[i], rows.lead_changes[i] = decisions, moves, changes
            rows.decided[i], rows.first[i] = since, starter
            winners = 0
            for p in range(g.players):
                rows.ranks[i, p], rows.scores[i, p] = rank(g, p), score(g, p)
                winners += rank(g, p) == 1
            for n in range(min(decisions, len(said))):
                p, action = said[n] // actions, said[n] % actions
                tenth = n * 10 // decisions
                counts[0, action, tenth] += 1
                if rank(g, p) == 1:
                    counts[1, action, tenth] += unit // winners

    return note_games


def build_count_games(
    kernel: AnyKernel, answer: Callable[[Lane, int], int], note: Note, compile: Compiler
) -> CountGames:
    """count_games(lane, cast, seed, first, games, memo, counts): the games of `note_games`, counted by a game's claims.

    `answer` and `note` are those of its `claims.py`. `memo` is zeros when a game begins.
    """
    begin, awaits, happen, act = kernel.begin, kernel.awaits, kernel.happen, kernel.act
    swap = build_swap(compile)

    @compile
    def count_games(
        lane: Lanes, cast: Numbers, number: int, first: int, games: int, memo: Numbers, counts: Numbers
    ) -> None:
        g = lane[0]
        for i in range(games):
            seed(g, number + (1 << 32), first + i)
            key, salt, rolls = g.key, g.salt, g.rolls
            seed(g, number, first + i)
            begin(g)
            memo[:] = 0
            while True:
                who = awaits(g)
                if who == -2:
                    break
                if who == -1:
                    happen(g)
                else:
                    key, salt, rolls = swap(g, key, salt, rolls)
                    action = answer(g, cast[who])
                    key, salt, rolls = swap(g, key, salt, rolls)
                    note(g, who, action, memo, counts)
                    act(g, action)
            note(g, -1, -1, memo, counts)

    return count_games
