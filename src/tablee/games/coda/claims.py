"""Questions about Code de Vinci that many simulated games answer: whether the first player has an advantage, when to
stop, which colour to draw, what jokers change.

Where a choice is studied, seat 0 makes it by lot. So the games in which it was made differ from the others in nothing
but this choice.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.coda.choices import choose
from tablee.games.coda.policy import (
    BLACK,
    EITHER,
    MINE,
    NEVER,
    OTHER,
    PLENTY,
    RARE,
    STOPS,
    WEIGHS,
    WHITE,
    known_tiles,
    play_by,
    read,
)
from tablee.games.coda.turbo import ATTACKING, JOKER, LONGEST, TO_ATTACK, TO_STOP, VALUES, rank
from tablee.turbo.chance import below
from tablee.turbo.compiled import kernel
from tablee.turbo.counting import Counts, Estimate, Finding, Question, Simulator, with_margins
from tablee.turbo.interface import Lane

MANY: Final = ("2", "3", "4")
LEAST: Final = 200  # decisions: fewer say nothing
FIFTH: Final = 0.2  # of the games that are asked for, where many runs are one answer
# Who plays: by number, which colour is drawn and when it is enough; `lot` tosses a coin for that.
PLAYERS: Final = ("random", "sound", "careful", "bold", "lot", "rare", "mine", "other", "black", "white", "either")
DRAWS: Final = (EITHER, PLENTY, PLENTY, PLENTY, PLENTY, RARE, MINE, OTHER, BLACK, WHITE, EITHER)
ENDS: Final = (WEIGHS, WEIGHS, STOPS, NEVER, WEIGHS, WEIGHS, WEIGHS, WEIGHS, WEIGHS, WEIGHS, WEIGHS)
LOT: Final = PLAYERS.index("lot")

STEPS: Final = 10  # into which chances are divided, and a last one for what is certain
LEFT: Final = 3  # one tile of the others is still hidden, two, more
CELLS: Final = LEFT * (STEPS + 1)
GAMES: Final = 0
SEAT_0: Final = 1  # games that seat 0 won
BY_PLACE: Final = 2  # by place, from the first player on: games won
ATTACKS: Final = BY_PLACE + 4
HITS: Final = ATTACKS + 1
JOKED: Final = ATTACKS + 2  # attacks that named a joker
JOKED_WELL: Final = ATTACKS + 3
TURNS: Final = ATTACKS + 4
STOPPED: Final = ATTACKS + 5  # how often seat 0 stopped, by cell; and won then
STOPPED_WON: Final = STOPPED + CELLS
WENT_ON: Final = STOPPED_WON + CELLS
WENT_ON_WON: Final = WENT_ON + CELLS
COUNTERS: Final = WENT_ON_WON + CELLS
MEMORY: Final = 1 + 2 * CELLS  # the first player, and one more; how often seat 0 stopped and went on, by cell


@kernel
def answer(g: Lane, player: int) -> int:
    """What this player does."""
    if player == 0:
        return choose(g)
    if player == LOT and g.phase == ATTACKING and g.right:
        return play_by(g, PLENTY, STOPS if below(g, 2) else NEVER)
    return play_by(g, DRAWS[player], ENDS[player])


@kernel
def note(g: Lane, seat: int, action: int, memo: Any, counts: Any) -> None:
    """Counts what seat 0 could do and did, all attacks, and at the end who won."""
    if seat < 0:
        finish(g, memo, counts)
        return
    if memo[0] == 0:
        memo[0] = 1 + seat
    if g.phase == ATTACKING:
        if g.right and seat == 0:
            memo[1 + cell(g) + (0 if action == TO_STOP else CELLS)] += 1
        if action != TO_STOP:
            at, value = (action - TO_ATTACK) // VALUES, (action - TO_ATTACK) % VALUES
            right = g.row[at // LONGEST, at % LONGEST] >> 1 == value
            counts[ATTACKS] += 1
            counts[TURNS] += 1 - g.right
            counts[HITS] += right
            if value == JOKER >> 1:
                counts[JOKED] += 1
                counts[JOKED_WELL] += right


@kernel
def finish(g: Lane, memo: Any, counts: Any) -> None:
    counts[GAMES] += 1
    for p in range(g.players):
        if rank(g, p) == 1:
            place = p - (memo[0] - 1)
            counts[BY_PLACE + (place if place >= 0 else place + g.players)] += 1
    won = rank(g, 0) == 1
    counts[SEAT_0] += won
    for i in range(CELLS):
        stopped, went_on = memo[1 + i], memo[1 + CELLS + i]
        counts[STOPPED + i] += stopped
        counts[WENT_ON + i] += went_on
        if won:
            counts[STOPPED_WON + i] += stopped
            counts[WENT_ON_WON + i] += went_on


@kernel
def cell(g: Lane) -> int:
    """The counter for this position: how many tiles of the others are hidden, and how likely the best attack seems."""
    p, best, hidden = int(g.turn), 0.0, 0
    seen = known_tiles(g, p)
    odds = np.zeros((LONGEST, VALUES))
    for q in range(g.players):
        if q != p and g.hidden[q]:
            hidden += int(g.hidden[q])
            read(g, q, seen, odds)
            for i in range(g.length[q]):
                if not g.up[g.row[q, i]]:
                    for v in range(VALUES):
                        best = max(best, odds[i, v])
    return (min(hidden, LEFT) - 1) * (STEPS + 1) + min(STEPS, int(STEPS * best + 1e-9))


# ---- the questions -----------------------------------------------------------------------


def share_won(found: Counts, of: str, at: int | str) -> Estimate:
    """The share of the games that seat 0 won."""
    return found.ratio(SEAT_0, GAMES, of, at)


def order(simulate: Simulator) -> Finding:
    """The share of the games that each place wins, among equals."""
    figures = [
        simulate(["sound"], players=players).ratio(BY_PLACE + place, GAMES, f"players_{players}", f"place_{place + 1}")
        for players in MANY
        for place in range(int(players))
    ]
    facts = with_margins({f"{figure.of}_{figure.at}": figure for figure in figures}, 100)
    lots = simulate(["random"], players="4")
    facts |= {f"random_{place + 1}": lots.ratio(BY_PLACE + place, GAMES, "", "").value for place in range(4)}
    return Finding("order", "bars", "share", figures, facts)


def stop(simulate: Simulator) -> Finding:
    """What going on won more than stopping, by the chance of the likeliest attack; the choice was made by lot."""
    found = simulate(["lot", "sound"], players="2")
    figures = [gain(found, left, step) for left in range(LEFT) for step in range(STEPS + 1)]
    facts = {f"{figure.of}_{figure.at}": figure.value for figure in figures}
    return Finding("stop", "lines", "number", figures, facts, fair=0.0)


def gain(found: Counts, left: int, step: int) -> Estimate:
    """The same for one kind of position, in games of a hundred."""
    place, width = left * (STEPS + 1) + step, 100 // STEPS
    kept, tried = (STOPPED_WON + place, STOPPED + place), (WENT_ON_WON + place, WENT_ON + place)
    at = width * step if step == STEPS else width * step + width // 2
    return found.difference(kept, tried, f"left_{left + 1}", at, unit=1 / 100, least=LEAST)


def boldness(simulate: Simulator) -> Finding:
    """Players who always stop, weigh it or never stop, each among players who weigh it: in fair shares."""
    figures = [
        simulate([player, "sound"], share=FIFTH, players=players).ratio(
            SEAT_0, GAMES, f"players_{players}", player, unit=1 / int(players)
        )
        for player in ("careful", "bold")
        for players in MANY
    ]
    facts = with_margins({f"{figure.at}_{figure.of}": figure for figure in figures})
    return Finding("boldness", "bars", "number", figures, facts, fair=1.0)


def colour(simulate: Simulator) -> Finding:
    """A player who draws by a rule, among others who draw any colour: in fair shares."""
    figures = [
        simulate([player, "either"], share=FIFTH, players=players).ratio(
            SEAT_0, GAMES, f"players_{players}", f"draw_{player}", unit=1 / int(players)
        )
        for player in ("sound", "rare", "mine", "other", "black", "white", "either")
        for players in ("2", "4")
    ]
    facts = with_margins({f"{figure.at}_{figure.of}": figure for figure in figures})
    return Finding("colour", "bars", "number", figures, facts, fair=1.0)


def jokers(simulate: Simulator) -> Finding:
    """What differs with jokers and without, among equals."""
    figures: list[Estimate] = []
    facts: dict[str, float] = {}
    for jokers in ("off", "on"):
        found = simulate(["sound"], players="2", jokers=jokers)
        of = f"jokers_{jokers}"
        figures += [
            found.ratio(HITS, ATTACKS, of, "hits"),
            found.ratio(BY_PLACE, GAMES, of, "first"),
            share_won(simulate(["sound", "careful"], share=FIFTH, players="2", jokers=jokers), of, "over_careful"),
            share_won(simulate(["sound", "bold"], share=FIFTH, players="2", jokers=jokers), of, "over_bold"),
        ]
        facts[f"turns_{jokers}"] = found.total(TURNS) / found.games
        facts |= {f"{figure.at}_{jokers}": figure.value for figure in figures if figure.of == of}
    expert = simulate(["sound"], players="2", jokers="on")
    facts["named"] = expert.total(JOKED) / expert.total(ATTACKS)
    facts["named_well"] = expert.total(JOKED_WELL) / expert.total(JOKED)
    return Finding("jokers", "bars", "share", figures, facts)


CLAIMS: Final[dict[str, Question]] = {
    "order": order,
    "stop": stop,
    "boldness": boldness,
    "colour": colour,
    "jokers": jokers,
}
