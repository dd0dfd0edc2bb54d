"""Questions about Code 777 that many simulated games answer: what each question tells, when a player is certain, how
sure a player should be, and whether the first one has an advantage.

What a question tells is counted in bits, in millionths. The figures say by how much it divides what is possible: one
bit by 2, two bits by 4.
"""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np

from tablee.games.code777.observation import EVERY_RACK, FIT, OBSERVED, Fit, narrow, observe_racks
from tablee.games.code777.policy import ENOUGH, declare
from tablee.games.code777.rack_tables import (
    COLOURED,
    DIGITED,
    HIGH,
    LAST_COUNTED,
    MADE,
    ONE_OR_MORE,
    QUESTIONS,
    RACKS_IN_WORD,
    THREE_OR_MORE,
    TRIPLE,
    TRIPLES,
    WORTH,
)
from tablee.games.code777.turbo import (
    BY_DIGIT,
    CHANCE,
    LOG,
    TO_ASK,
    TO_PASS,
    act,
    awaits,
    begin,
    choose,
    closing,
    count_lifted,
    happen,
    rank,
    standing_racks,
    total,
)
from tablee.turbo.chance import seed
from tablee.turbo.compiled import kernel
from tablee.turbo.counting import Estimate, Finding, Question, Simulator, with_margins
from tablee.turbo.interface import Lane

BITS: Final = 1_000_000  # counted for one
MANY: Final = ("2", "3", "4")
PLAYERS: Final = ("random", "sound", "sure", "at_30", "at_40", "at_50", "at_60", "at_70", "at_80")
BARS: Final = (0.0, ENOUGH, 1.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)  # how likely each wants it to be
SIXTH: Final = 1 / 6  # of the games that are asked for: they take long, and three such runs are one answer
FEWER: Final = 1 / 48  # and where a rough answer will do
EACH_BAR: Final = 0.02  # and here twenty-one are

# what is counted in games
HEARD: Final = 0  # by question: how often seat 0 heard it
LEARNT: Final = HEARD + QUESTIONS  # and the bits that it told
GAMES: Final = LEARNT + QUESTIONS
SEAT_0: Final = GAMES + 1  # twelfths of a win of seat 0
ASKED: Final = GAMES + 2  # questions
RIGHT: Final = GAMES + 3  # declarations that were right
BY_PLACE: Final = RIGHT + 1  # twelfths of a win, by place from the first player on
COUNTERS: Final = BY_PLACE + 4
# how many questions will have been asked once the next is answered; what seat 0 does not know; the first, and one more
MEMORY: Final = 3

# what is counted in deals
OF_RACK: Final = 0  # by question: the bits that it tells of the rack
OF_DIGITS: Final = QUESTIONS  # and of its digits
DEALS: Final = 2 * QUESTIONS
HIDDEN: Final = DEALS + 1  # the bits of the digits that nobody knows at first
LONGEST: Final = 4 * QUESTIONS  # questions: after this many each was taken by each of four players
# the questions, those that tell most of the digits first: as was found
RANKED: Final = (10, 21, 22, 5, 8, 17, 12, 1, 2, 14, 15, 9, 23, 16, 7, 18, 19, 6, 4, 3, 20, 11, 13)
ANSWERS: Final = 16  # more than any question has, from -1 on
WAYS: Final = 20_000  # more than there are ways to fill one's own rack
LOGS: Final = np.concatenate([[0.0], np.arange(1, WAYS) * np.log2(np.arange(1, WAYS))])


# ---- in games ------------------------------------------------------------------------------


@kernel
def answer(g: Lane, player: int) -> int:
    return declare(g, BARS[player]) if player else choose(g)


@kernel
def note(g: Lane, seat: int, action: int, memo: Any, counts: Any) -> None:
    """What seat 0 does not know of its rack before it hears a question, and after."""
    if memo[2] == 0:
        memo[2] = int(g.turn) + 1
    if memo[0] and g.asked == memo[0]:
        question = (int(g.said[(g.logged - 1) & (LOG - 1)]) & 31) - 1
        counts[HEARD + question] += 1
        counts[LEARNT + question] += memo[1] - unknown_bits(g, 0)
        memo[0] = 0
    if seat < 0:
        best = 0
        for q in range(g.players):
            best += rank(g, q) == 1
        counts[GAMES] += 1
        counts[ASKED] += g.asked
        counts[SEAT_0] += 12 // best if rank(g, 0) == 1 else 0
        for q in range(g.players):
            counts[BY_PLACE + (q - (memo[2] - 1)) % g.players] += 12 // best if rank(g, q) == 1 else 0
    elif action == TO_ASK and seat and not closing(g):
        memo[0], memo[1] = g.asked + 1, unknown_bits(g, 0)
    elif action >= BY_DIGIT:
        counts[RIGHT] += action - BY_DIGIT == TRIPLE[g.rack[seat]]


@kernel
def unknown_bits(g: Lane, p: int) -> int:
    """The bits that seat p does not know of its rack."""
    out = np.zeros(OBSERVED, np.int8)
    observe_racks(g, p, out)
    ways, each = 0, 0.0
    for i in range(MADE):
        n = int(out[FIT + i])
        ways += n
        each += LOGS[n]
    return int(BITS * (LOGS[ways] - each) / ways + 0.5)


# ---- in deals ------------------------------------------------------------------------------


@kernel
def deal(g: Lane, number: int, game: int) -> None:
    """The n-th game of a seed, up to its first choice."""
    seed(g, number, game)
    begin(g)
    while awaits(g) == CHANCE:
        happen(g)


@kernel
def answer_to(question: int, others: int, i: int) -> int:
    """What is said by somebody who sees rack i, and others that come to this much."""
    if question == 8:
        return count_lifted(others + COLOURED[i], ONE_OR_MORE)
    if question == 9:
        return count_lifted(others + COLOURED[i], THREE_OR_MORE)
    if question == 10:
        return 7 - count_lifted(others + DIGITED[i], ONE_OR_MORE)
    found = others + int(WORTH[question, i])
    if question > LAST_COUNTED:
        return 1 if found > 0 else -1 if found < 0 else 0
    return found


@kernel
def count_first_answers(lane: Any, number: int, first: int, deals: int, counts: Any) -> None:
    """What each question would tell seat 0 if it were the first, and seat 1 took it: exactly, for each deal.

    The answer follows from the rack, so what it tells of the rack is as much as is unknown of the answer.
    """
    g = lane[0]
    out = np.zeros(OBSERVED, np.int8)
    digits = np.zeros(TRIPLES, np.int64)
    answers, both = np.zeros(ANSWERS, np.int64), np.zeros((TRIPLES, ANSWERS), np.int64)
    for game in range(first, first + deals):
        deal(g, number, game)
        observe_racks(g, 0, out)
        racks, ways = standing_racks(g), 0
        digits[:] = 0
        for i in range(MADE):
            digits[TRIPLE[i]] += int(out[FIT + i])
            ways += int(out[FIT + i])
        whole, apart = LOGS[ways], 0.0
        for t in range(TRIPLES):
            apart += LOGS[digits[t]]
        for question in range(1, QUESTIONS + 1):
            others = total(question, racks, 0, 1)
            if question == 10:  # up to seven 7s: only whether there are any counts
                others = ((others + ONE_OR_MORE) & HIGH) >> 3
            answers[:] = 0
            both[:] = 0
            for i in range(MADE):
                n = int(out[FIT + i])
                if n:
                    said = answer_to(question, others, i) + 1
                    answers[said] += n
                    both[TRIPLE[i], said] += n
            each, joint = 0.0, 0.0
            for said in range(ANSWERS):
                each += LOGS[answers[said]]
                if answers[said]:
                    for t in range(TRIPLES):
                        joint += LOGS[both[t, said]]
            counts[OF_RACK + question - 1] += round(BITS * (whole - each) / ways)
            counts[OF_DIGITS + question - 1] += round(BITS * (whole - apart - each + joint) / ways)
        counts[DEALS] += 1
        counts[HIDDEN] += round(BITS * (whole - apart) / ways)


@kernel
def count_questions(lane: Any, number: int, first: int, deals: int, counts: Any) -> None:
    """After how many questions seat 0 knows its digits, where nobody declares; the last counter: never.

    counts[n] grows by the deals in which n or more questions were needed.
    """
    g = lane[0]
    out = np.zeros(OBSERVED, np.int8)
    for game in range(first, first + deals):
        deal(g, number, game)
        observe_racks(g, 0, out)
        fit, n = EVERY_RACK, 0
        while not is_known(out, fit) and n <= LONGEST:
            counts[n] += 1
            ask_on(g)
            n += 1
            said = int(g.said[(g.logged - 1) & (LOG - 1)])
            by = said >> 5 & 3
            if by != 0:
                fit = narrow(said & 31, standing_racks(g), 0, by, (said >> 7) - 1, fit)
        counts[LONGEST + 1] += 1


@kernel
def ask_on(g: Lane) -> None:
    """Nobody declares anything, and the next question is answered."""
    asked = g.asked
    while g.asked == asked:
        if awaits(g) == CHANCE:
            happen(g)
        else:
            act(g, TO_ASK if g.heard == g.players else TO_PASS)


@kernel
def is_known(out: Any, fit: Fit) -> bool:
    """Whether all racks that fit what was observed and what was said since then have the same digits."""
    found = -1
    for i in range(MADE):
        if out[FIT + i] > 0 and fit[i // RACKS_IN_WORD] >> i % RACKS_IN_WORD & 1:
            if found < 0:
                found = int(TRIPLE[i])
            elif found != TRIPLE[i]:
                return False
    return True


# ---- the questions -------------------------------------------------------------------------


def divided(bits: Estimate) -> Estimate:
    """By how much this many bits divide what is possible."""
    return Estimate(bits.of, bits.at, 2**bits.value, 2**bits.low, 2**bits.high, bits.n)


def tells(simulate: Simulator) -> Finding:
    """The first question of a game: the same however many play, as four racks always stand."""
    found = simulate.deals(count_first_answers, HIDDEN + 1)
    of_rack, of_digits = (
        [divided(found.ratio(start + n - 1, DEALS, of, f"question_{n}", unit=BITS)) for n in RANKED]
        for of, start in (("rack", OF_RACK), ("digits", OF_DIGITS))
    )
    facts = {"hidden": divided(found.ratio(HIDDEN, DEALS, "", "", unit=BITS)).value}
    for figures, of in ((of_rack, "_rack"), (of_digits, "")):
        values = [figure.value for figure in figures]
        facts |= {f"best{of}": max(values), f"worst{of}": min(values), f"mean{of}": prod(values) ** (1 / QUESTIONS)}
    pairs = zip(of_rack, of_digits, strict=True)
    return Finding("tells", "bars", "number", [figure for pair in pairs for figure in pair], facts)


def in_play(simulate: Simulator) -> Finding:
    """The same in whole games, where much is known already."""
    figures: list[Estimate] = []
    facts: dict[str, float] = {}
    for players in MANY:
        found = simulate(["sound"], share=SIXTH, players=players)
        of = f"players_{players}"
        figures += [divided(found.ratio(LEARNT + n, HEARD + n, of, n + 1, unit=BITS)) for n in range(QUESTIONS)]
        learnt = slice(LEARNT, GAMES)
        facts[f"each_{players}"] = divided(found.ratio(learnt, slice(HEARD, LEARNT), of, 0, unit=BITS)).value
        facts[f"all_{players}"] = divided(found.ratio(learnt, ASKED, of, 0, unit=BITS)).value
    return Finding("in_play", "lines", "number", figures, facts)


def certain(simulate: Simulator) -> Finding:
    """The share of the seats that know their digits after this many questions, where nobody declares."""
    figures: list[Estimate] = []
    facts: dict[str, float] = {}
    for players in MANY:
        found = simulate.deals(count_questions, LONGEST + 2, players=players, limit="0")
        of = f"players_{players}"
        line = [complement(found.ratio(n, LONGEST + 1, of, n)) for n in range(LONGEST + 1)]
        facts[f"half_{players}"] = sum(figure.value < 0.5 for figure in line)
        facts[f"most_{players}"] = sum(figure.value < 0.9 for figure in line)
        facts[f"once_{players}"] = line[QUESTIONS].value
        facts[f"never_{players}"] = 1 - line[LONGEST].value
        figures += line[: 2 * QUESTIONS + 1 : 2]
        played = simulate(["sound"], share=SIXTH, players=players)
        facts[f"point_{players}"] = played.total(ASKED) / played.total(RIGHT)
        facts[f"game_{players}"] = played.total(ASKED) / played.games
    return Finding("certain", "lines", "share", figures, facts)


def start(simulate: Simulator) -> Finding:
    """What each place from the first player on wins, among equals."""
    figures = [
        simulate(["sound"], share=FEWER, players=players).ratio(BY_PLACE + place, GAMES, f"players_{players}",
                                                                f"place_{place + 1}", unit=12)
        for players in MANY
        for place in range(int(players))
    ]  # fmt: skip
    named = {f"{figure.of[-1]}_{str(figure.at)[-1]}": figure for figure in figures}
    return Finding("start", "bars", "share", figures, with_margins(named, 100))


def complement(figure: Estimate) -> Estimate:
    low, high = max(0.0, 1 - figure.high), min(1.0, 1 - figure.low)
    return Estimate(figure.of, figure.at, 1 - figure.value, low, high, figure.n)


def enough(simulate: Simulator) -> Finding:
    """A player who declares what is so likely, among others who declare only what is certain; 1 is a fair share."""
    figures = [
        simulate([player, "sure"], share=EACH_BAR, players=players).ratio(
            SEAT_0, GAMES, f"players_{players}", round(100 * bar), unit=12 / int(players)
        )
        for players in MANY
        for bar, player in sorted(zip(BARS[2:], PLAYERS[2:], strict=True))
    ]
    facts = with_margins({f"{figure.of}_{figure.at}": figure for figure in figures})
    return Finding("enough", "lines", "number", figures, facts, fair=1.0)


CLAIMS: Final[dict[str, Question]] = {
    "tells": tells,
    "in_play": in_play,
    "certain": certain,
    "enough": enough,
    "start": start,
}
