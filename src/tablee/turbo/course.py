"""The course of many games, compiled for one game at a time: see `tablee.turbo.course`, which loads this file.

The names below without a value are put here before this file is run: the game's own functions, and the compiler.
"""

# pyright: reportUnboundVariable=false
from __future__ import annotations

from typing import Any, Protocol, TypeVar

from tablee.turbo.chance import seed

F = TypeVar("F")


class Compiler(Protocol):
    def __call__(self, function: F) -> F: ...


kernel: Compiler
joined: Compiler
begin: Any
awaits: Any
happen: Any
choose: Any
policy_1: Any
policy_2: Any
policy_3: Any
note: Any
answer_as: Any
act: Any
legal: Any
observe: Any
rank: Any
score: Any
ACTIONS: int


@joined
def play(g: Any) -> int:
    """Plays on at random to the end; how many decisions that took."""
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


@kernel
def games(lanes: Any, times: int, tally: Any) -> int:
    """`times` random games in each lane. tally[p, r - 1] counts how often seat p came r-th; returns the decisions."""
    n = 0
    for i in range(len(lanes)):
        g = lanes[i]
        for _ in range(times):
            begin(g)
            n += play(g)
            for p in range(g.players):
                tally[p, rank(g, p) - 1] += 1
    return n


@kernel
def leading(g: Any) -> int:
    """Who would win if it ended here, as bits; 0 where that is everybody."""
    found, all_equal = 0, True
    for p in range(g.players):
        if rank(g, p) == 1:
            found |= 1 << p
        else:
            all_equal = False
    return 0 if all_equal else found


@kernel
def answer(g: Any, player: int) -> int:
    """What the awaited seat does if this is its player, by the number that `turbo.cast` gives it."""
    if player == 1:
        return policy_1(g)
    if player == 2:
        return policy_2(g)
    if player == 3:
        return policy_3(g)
    return choose(g)


@kernel
def swap(g: Any, key: Any, salt: Any, rolls: Any) -> tuple[Any, Any, Any]:
    """Lets the game draw from another stream from here on; the one it drew from until now."""
    before = g.key, g.salt, g.rolls
    g.key, g.salt, g.rolls = key, salt, rolls
    return before


@kernel
def noted(
    lane: Any, cast: Any, number: int, first: int, again: int, unit: int, silent: int, said: Any, rows: Any, told: Any
) -> None:
    """The games `first`, `first` + 1 and so on of a seed, each with a stream for chance and another for choices.

    `cast` says who plays, seat by seat. Chance is that of (seed, game) whatever `again` is, choices are those of (seed,
    game, again). rows[i] becomes decisions, moves, times the lead passed to others, the move since which the result
    stood, who was first to choose, and then all ranks and all scores. told[0, a, t] counts how often action a was
    chosen in the t-th tenth of a game's decisions, and told[1, a, t] adds what its seat won in the end: `unit` for a
    win, equals sharing it. `said` is where a game's decisions are noted meanwhile; of a longer game only so many are
    told. `silent` is letting it pass.
    """
    g = lane[0]
    for i in range(len(rows)):
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
                    said[decisions] = who * ACTIONS + action
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
        row = rows[i]
        row[0], row[1], row[2], row[3], row[4] = decisions, moves, changes, since, starter
        for p in range(g.players):
            row[5 + p], row[5 + g.players + p] = rank(g, p), score(g, p)
        winners = 0
        for p in range(g.players):
            winners += rank(g, p) == 1
        kept = min(decisions, len(said))
        for n in range(kept):
            p, action = said[n] // ACTIONS, said[n] % ACTIONS
            tenth = n * 10 // decisions
            told[0, action, tenth] += 1
            if rank(g, p) == 1:
                told[1, action, tenth] += unit // winners


@kernel
def counted(lane: Any, cast: Any, number: int, first: int, games: int, memo: Any, counts: Any) -> None:
    """Games as of `noted`, by the players of the game's `claims.py`, whose `note` counts what it wants to know of them;
    `memo` is zeros as a game begins."""
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
                action = answer_as(g, cast[who])
                key, salt, rolls = swap(g, key, salt, rolls)
                note(g, who, action, memo, counts)
                act(g, action)
        note(g, -1, -1, memo, counts)


@kernel
def rollouts(start: Any, scratch: Any, times: int, tally: Any) -> int:
    """`times` random ends of the game in start[0], played in scratch[0] with its own generator; tallied as `games`."""
    n = 0
    g = scratch[0]
    for _ in range(times):
        key, salt, rolls = g.key, g.salt, g.rolls
        scratch[0] = start[0]
        g.key, g.salt, g.rolls = key, salt, rolls
        n += play(g)
        for p in range(g.players):
            tally[p, rank(g, p) - 1] += 1
    return n


@kernel
def weigh(worlds: Any, scratch: Any, numbers: Any, seat: int, shares: Any) -> int:
    """Plays each of these actions once in every world, and on to the end, with the same luck for all of them.

    shares[i] grows by what `seat` wins with numbers[i]: 1 for a win, equals sharing it; returns the decisions.
    """
    n = 0
    g = scratch[0]
    for world in range(len(worlds)):
        for i in range(len(numbers)):
            scratch[0] = worlds[world]
            act(g, numbers[i])
            n += play(g)
            shares[i] += win(g, seat)
    return n


@kernel
def win(g: Any, p: int) -> float:
    """1 for a win, 0 for none, equals sharing it."""
    if rank(g, p) != 1:
        return 0.0
    first = 0
    for q in range(g.players):
        first += rank(g, q) == 1
    return 1.0 / first


@kernel
def settle(g: Any) -> int:
    """Lets chance have its say until a seat is awaited or the game is over."""
    who = awaits(g)
    while who == -1:
        happen(g)
        who = awaits(g)
    return who


@kernel
def reward(g: Any, p: int) -> float:
    """From 1 for the best rank to -1 for the worst, equals sharing theirs: 1 - 2 * (mean place - 1) / (players - 1)."""
    mine, better, equal = rank(g, p), 0, 0
    for q in range(g.players):
        better += rank(g, q) < mine
        equal += rank(g, q) == mine
    return 1.0 - 2.0 * (better + (equal - 1) / 2.0) / (g.players - 1)


@kernel
def reset(lanes: Any, observations: Any, masks: Any, turns: Any) -> None:
    """A new game in every lane, up to its first decision. For observations and masks see `vector.row`."""
    for i in range(len(lanes)):
        g = lanes[i]
        begin(g)
        turns[i] = settle(g)
        observe(g, turns[i], observations[i].row)
        legal(g, masks[i].row)


@kernel
def step(lanes: Any, actions: Any, observations: Any, masks: Any, rewards: Any, done: Any, turns: Any) -> int:
    """One decision in every lane. A lane whose game ended begins the next one at once; the first illegal lane, or -1.

    An action that is not legal changes nothing anywhere.
    """
    for i in range(len(lanes)):
        if actions[i] < 0 or actions[i] >= ACTIONS or masks[i].row[actions[i]] == 0:
            return i
    for i in range(len(lanes)):
        g = lanes[i]
        act(g, actions[i])
        who = settle(g)
        done[i] = who == -2
        for p in range(g.players):
            rewards[i, p] = reward(g, p) if who == -2 else 0.0
        if who == -2:
            begin(g)
            who = settle(g)
        turns[i] = who
        observe(g, who, observations[i].row)
        legal(g, masks[i].row)
    return -1


@kernel
def sample(lanes: Any, actions: Any) -> None:
    """A random legal action for every lane."""
    for i in range(len(lanes)):
        actions[i] = choose(lanes[i])


@kernel
def follow(lanes: Any, action: int, mask: Any) -> tuple[int, int, int]:
    """lanes[0] goes on with this action, or with chance (-1), or not yet (-2): in one call all that the law asks.

    Who is awaited then; and if that is a seat, how many things it may do, now in the mask, and what `choose` would do.
    """
    g = lanes[0]
    if action >= 0:
        act(g, action)
    elif action == -1:
        happen(g)
    who = awaits(g)
    if who < 0:
        return who, 0, 0
    return who, legal(g, mask), choose(g)
