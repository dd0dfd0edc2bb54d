"""The master of Code de Vinci: exact odds, a look ahead through the turn, and an estimate of who survives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb, exp, expm1, log1p, log2
from random import Random
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from tablee.bots.bot import Advice, Mixture, Weighed
from tablee.bots.mixture import evenly, only
from tablee.contract import Seat
from tablee.games.coda.actions import Act, Arrange, Attack, Pick, Place, Show, Take
from tablee.games.coda.bots.row_fillings import NUMBER, TILE_VALUES, Fillings, Floats, Whole, apart, fillings
from tablee.games.coda.posterior import Codes
from tablee.games.coda.row import places
from tablee.games.coda.tiles import COLOUR, DASH, PLAIN, TILES, VALUE, VALUES, WITH_DASH, WITH_JOKERS, Tile
from tablee.games.coda.view import View, slots
from tablee.games.coda.worlds import Row, Slot

LOOKS: Final = (8, 2, 1)  # this many attacks are looked at now, after one that is right, after more
DOUBT: Final = 0.05  # how often somebody names a tile that they hold themself
SPREAD: Final = 600  # fillings of one's own row, for each of them
READERS: Final = 36  # rows that the others may hold, for a reader of the player's own row
EACH: Final = 0.05  # bits for each hidden tile, though everybody knew it: it must still be attacked
EQUAL: Final = 0.004  # chances so close are the same: among them the hidden places are chosen by lot
VALUE_NUMBER: Final = {value: n for n, value in enumerate(WITH_DASH)}

cached_fillings = lru_cache(maxsize=256)(fillings)


# ---- reading a row ----------------------------------------------------------------


class RowReading(NamedTuple):
    """A row as somebody reads it: the fillings of its hidden places, and what they tell of each."""

    places: tuple[int, ...]
    values: Whole  # [filling, hidden place]
    weights: Floats  # sum to 1
    odds: Floats  # [hidden place, value]
    secrecy: float  # grows with the bits that the fillings hide


def make_reading(hidden: tuple[int, ...], values: Whole, weights: Floats) -> RowReading:
    n = len(hidden)
    if n == 0:
        return RowReading(hidden, values, weights, np.zeros((0, TILE_VALUES)), 0.0)
    weights = weights / weights.sum()
    cells = (values + TILE_VALUES * np.arange(n)).ravel()
    counted: Floats = np.bincount(cells, np.repeat(weights, n), TILE_VALUES * n).astype(float)
    bits = float(-(weights @ np.log2(weights))) + EACH * n
    return RowReading(hidden, values, weights, counted.reshape(n, TILE_VALUES), log1p(bits))


def turn_up(row: RowReading, n: int, value: int) -> RowReading:
    """The row, once its n-th hidden tile is seen to be this."""
    kept = row.values[:, n] == value
    return make_reading(row.places[:n] + row.places[n + 1 :], np.delete(row.values[kept], n, 1), row.weights[kept])


def rule_out(row: RowReading, n: int, value: int) -> RowReading:
    """The row, once its n-th hidden tile is known not to be this."""
    kept = row.values[:, n] != value
    return make_reading(row.places, row.values[kept], row.weights[kept]) if kept.any() else row


def trust(view: View) -> dict[Seat, Floats]:
    """Nobody names a tile that they hold themself, or hardly ever: what each seat said wrongly speaks of its own row.

    When they said it the views do not tell; but a wrong attack turns the drawn tile up, so it is known which of a
    seat's turns were wrong ones, and which of its hidden tiles came later.
    """
    said: dict[Seat, set[int]] = {}
    for code in view.codes:
        for seen in code:
            for guess in seen.guesses:
                if not (seen.up and seen.tile and VALUE[seen.tile] == guess.value):
                    said.setdefault(guess.by, set()).add(NUMBER[Tile(f"{seen.colour[0]}{guess.value}")])
    found: dict[Seat, Floats] = {}
    for seat, tiles in said.items():
        code = view.codes[seat]
        failed = [
            seen.since
            for seen in code
            if seen.up and seen.tile and seen.since and VALUE[seen.tile] not in {guess.value for guess in seen.guesses}
        ]
        hidden = [seen for seen in code if not seen.up]
        factors = np.ones((len(hidden), len(TILES)))
        for line, seen in zip(factors, hidden, strict=True):
            before = sum(turn < seen.since for turn in failed) / max(len(failed), len(tiles))
            line[list(tiles)] = before + (1 - before) * DOUBT
        found[seat] = factors
    return found


# ---- who survives -----------------------------------------------------------------

MINE: Final = (0.0, 2.15)  # learnt from some thousand turns: what won, and what had been worked out at their end
THEIRS: Final = (1.69, 1.35)  # they are to move, and more of them is known to their owner


class HiddenRow(NamedTuple):
    """What a row still hides from those who read it."""

    places: tuple[int, ...]
    fits: int  # how many fillings there are
    secrecy: float  # grows with the bits that they hide


def weight(row: RowReading | HiddenRow, factors: tuple[float, float]) -> float:
    """How strong this row is: players win in proportion to it. A row that is wholly turned up weighs nothing."""
    base, slope = factors
    return exp(base + slope * row.secrecy) if row.places else 0.0


def hidden_from(row: Fillings, readers: Whole, place: int | None, tile: Tile | None) -> HiddenRow:
    """What a row hides from readers who know the tiles that they hold, with this tile turned up at this place."""
    hidden = tuple(other for other in row.hidden if other != place)
    lines, weights = row.tiles, row.weights
    if tile is not None:
        fit = lines[:, place] == NUMBER[tile]
        lines, weights = lines[fit], weights[fit]
    fits = len(lines)
    thin = fits // SPREAD + 1  # of very many only some: they are in order, so every n-th stands for its neighbours
    masks = np.bitwise_or.reduce(1 << lines[::thin, list(hidden)].astype(np.int64), axis=1)
    seen = weights[::thin, None] * apart(masks, readers)  # [filling, reader]
    total = seen.sum(axis=0)
    seen = seen[:, total > 0] / total[total > 0]
    if not hidden or not seen.size:
        return HiddenRow(hidden, fits, 0.0)
    bits = EACH * len(hidden) + log2(thin) - np.sum(seen * np.log2(np.maximum(seen, 1e-30)), axis=0)
    return HiddenRow(hidden, fits, float(np.log1p(bits).mean()))


class OwnRow:
    """One's own row in the others' eyes: now, with one more tile, with a tile turned up."""

    def __init__(self, view: View, readers: Whole) -> None:
        """`readers`: rows that the others may hold, as masks, each as likely."""
        assert view.seat is not None
        self.options, self.readers = view.options, readers
        code = view.codes[view.seat]
        self.tiles = tuple(seen.tile for seen in code if seen.tile)
        self.row: Row = tuple(
            slot if seen.up else slot._replace(tile=None) for slot, seen in zip(slots(code), code, strict=True)
        )
        up = {seen.tile for code in view.codes for seen in code if seen.up}
        self.unseen = frozenset(WITH_JOKERS if view.options.jokers else PLAIN).difference(up)
        self.known: dict[tuple[Row, int | None, Tile | None], HiddenRow] = {}

    def hidden(self, row: Row, place: int | None = None, tile: Tile | None = None) -> HiddenRow:
        """What this row hides, with this tile turned up at this place."""
        key = row, place, tile
        if key not in self.known:
            self.known[key] = hidden_from(cached_fillings(self.options, row, self.unseen), self.readers, place, tile)
        return self.known[key]

    def now(self) -> HiddenRow:
        return self.hidden(self.row)

    def after_showing(self, place: int) -> HiddenRow:
        return self.hidden(self.row, place, self.tiles[place])

    def with_tile(self, tile: Tile, place: int, *, up: bool) -> HiddenRow:
        """With this tile at this place."""
        slot = Slot(COLOUR[tile], None, len(self.row) + 1 - self.options.tiles_each, frozenset())
        row = (*self.row[:place], slot, *self.row[place:])
        return self.hidden(row, place, tile) if up else self.hidden(row)

    def best_with_tile(self, tile: Tile, *, up: bool) -> HiddenRow:
        open_to_it = places(self.tiles, tile, self.options.joker_ban)
        return max((self.with_tile(tile, place, up=up) for place in open_to_it), key=lambda row: row.secrecy)


class Conclusions:
    """What one seat concludes from a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        trusted = trust(view)
        self.codes, self.trusted = Codes(view, trusted), frozenset(trusted)
        self.own = OwnRow(view, readers(self.codes))
        self.rows = {
            seat: make_reading(row.hidden, row.values[weights > 0], weights[weights > 0])
            for seat, row, weights in zip(self.codes.seats, self.codes.rows, self.codes.weights, strict=True)
        }
        self.rivals = {seat: weight(row, THEIRS) for seat, row in self.rows.items()}
        self.if_stopped = self.if_wrong = 0.0

    def settle(self) -> None:
        """What one's own row weighs at the end of this turn, after stopping and after a wrong attack."""
        drawn = self.view.drawn.tile if self.view.drawn else None
        if drawn is None:
            self.if_stopped = weight(self.own.now(), MINE)
            self.if_wrong = max(weight(self.own.after_showing(place), MINE) for place in self.own.now().places)
        else:
            self.if_stopped = weight(self.own.best_with_tile(drawn, up=False), MINE)
            self.if_wrong = weight(self.own.best_with_tile(drawn, up=True), MINE)

    def chance(self, mine: float, rivals: Mapping[Seat, float]) -> float:
        """The chance to win, when this turn ends so."""
        return mine / (mine + sum(rivals.values())) if mine else 0.0

    def best(self, rows: Mapping[Seat, RowReading], rivals: Mapping[Seat, float], depth: int) -> float:
        """The chance to win after a right attack: stopping, or going on with one of the likeliest."""
        found = self.chance(self.if_stopped, rivals)
        if found == 1.0:
            return found
        lost = self.chance(self.if_wrong, rivals)
        for odds, seat, n, value in likeliest(rows, LOOKS[min(depth, len(LOOKS) - 1)]):
            if odds + (1 - odds) * lost <= found:
                break
            found = max(found, odds * self.after(rows, rivals, seat, n, value, depth) + (1 - odds) * lost)
        return found

    def after(
        self, rows: Mapping[Seat, RowReading], rivals: Mapping[Seat, float], seat: Seat, n: int, value: int, depth: int
    ) -> float:
        """The chance to win once this attack is right."""
        struck = turn_up(rows[seat], n, value)
        return self.best({**rows, seat: struck}, {**rivals, seat: weight(struck, THEIRS)}, depth + 1)

    def after_wrong(self, seat: Seat, n: int, value: int) -> float:
        row = rule_out(self.rows[seat], n, value)
        return self.chance(self.if_wrong, {**self.rivals, seat: weight(row, THEIRS)})


def readers(codes: Codes) -> Whole:
    """Some rows of each other player, so that all together stand for how likely each is."""
    found: list[Whole] = []
    for mask, weights in zip(codes.masks, codes.weights, strict=True):
        steps = (np.arange(READERS // len(codes.masks)) + 0.5) * len(codes.masks) / READERS
        found.append(mask[np.minimum(np.searchsorted(np.cumsum(weights), steps), len(mask) - 1)])
    return np.concatenate(found)


def likeliest(rows: Mapping[Seat, RowReading], count: int) -> list[tuple[float, Seat, int, int]]:
    """The attacks that are right most likely."""
    found: list[tuple[float, Seat, int, int]] = []
    for seat, row in rows.items():
        flat = row.odds.ravel()
        for cell in np.argsort(flat)[::-1][:count].tolist():
            if flat[cell] > 0:
                found.append((float(flat[cell]), seat, cell // TILE_VALUES, cell % TILE_VALUES))
    return sorted(found, key=lambda attack: -attack[0])[:count]


# ---- what to do -------------------------------------------------------------------


def advise(view: View, legal: Sequence[Act], rng: Random) -> Weighed:
    """Everything that is legal, the best first."""
    match view.phase:
        case "attack":
            weighed = attacks(view, legal)
        case "take":
            weighed = draws(view, legal)
        case "place" | "show":
            weighed = exposures(view, legal)
        case "arrange":
            weighed = arrangements(view, legal)
        case _:
            weighed = colours(view, legal)
    return sorted(weighed, key=lambda advice: -advice.value)


def mix(view: View, legal: Sequence[Act], rng: Random) -> Mixture:
    """The best; but how a code is hidden is chosen by lot among what is as good."""
    if len(legal) == 1:
        return only(legal[0])
    weighed = advise(view, legal, rng)
    if view.phase == "attack":
        return only(weighed[0].action)
    return evenly(advice.action for advice in weighed if advice.value >= weighed[0].value - EQUAL)


def attacks(view: View, legal: Sequence[Act]) -> list[Advice]:
    known = Conclusions(view)
    known.settle()
    wrong = known.chance(known.if_wrong, known.rivals)
    looked = likeliest(known.rows, LOOKS[0])
    values: dict[tuple[Seat, int, int], float] = {}
    for odds, seat, n, value in looked:
        right = known.after(known.rows, known.rivals, seat, n, value, 0)
        values[seat, n, value] = odds * right + (1 - odds) * known.after_wrong(seat, n, value)
    least = min(values.values())
    weighed: list[Advice] = []
    for action in legal:
        if isinstance(action, Attack):
            row = known.rows[action.target]
            n, value = row.places.index(action.place), VALUE_NUMBER[action.value]
            odds = float(row.odds[n, value])
            looked_at = values.get((action.target, n, value))
            worth = min(least, wrong + odds * (1 - wrong)) if looked_at is None else looked_at
            reason = attack_reason(odds, len(row.places), trusted=action.target in known.trusted)
            weighed.append(Advice(action, min(worth, 1.0), reason, {
                "target": action.target, "value": action.value, "p": odds, "n": len(row.weights),
            }))  # fmt: skip
        else:
            reason = "stop" if view.drawn else "stop_bare"
            weighed.append(Advice(action, known.chance(known.if_stopped, known.rivals), reason, {"p": looked[0][0]}))
    return weighed


def attack_reason(odds: float, hidden: int, *, trusted: bool) -> str:
    """`trusted`: the odds suppose that this rival named no tile of their own."""
    if odds > 1 - 1e-9:
        return "sure"
    if odds < 1e-9:
        return "impossible"
    return ("breaks" if hidden == 1 else "likely") + ("_trusted" if trusted else "")


def draws(view: View, legal: Sequence[Act]) -> list[Advice]:
    """For each colour: each tile that may lie there, hidden after a right attack or shown after a wrong one."""
    known = Conclusions(view)
    right = likeliest(known.rows, 1)[0][0]
    free = np.array([float(tile in known.codes.unknown) for tile in TILES])
    for row, weights in zip(known.codes.rows, known.codes.weights, strict=True):
        for place in row.hidden:
            free -= np.bincount(row.tiles[:, place], weights, len(TILES))
    weighed: list[Advice] = []
    for action in legal:
        assert isinstance(action, Take)
        total = chance = bits = 0.0
        for tile, odds in zip(TILES, free.tolist(), strict=True):
            if COLOUR[tile] == action.colour and odds > 1e-3 and VALUE[tile] != DASH:  # a joker hardly ever comes
                hidden, shown = (known.own.best_with_tile(tile, up=up) for up in (False, True))
                kept, lost = (known.chance(weight(row, MINE), known.rivals) for row in (hidden, shown))
                total += odds
                chance += odds * (right * kept + (1 - right) * lost)
                bits += odds * hidden.secrecy
        weighed.append(Advice(action, chance / total, "rows", {"n": round(2 ** expm1(bits / total))}))
    return weighed


def exposures(view: View, legal: Sequence[Act]) -> list[Advice]:
    """Where the drawn tile goes, or which of one's own tiles is turned up."""
    known = Conclusions(view)
    weighed: list[Advice] = []
    for action in legal:
        if isinstance(action, Place):
            assert view.drawn and view.drawn.tile
            row = known.own.with_tile(view.drawn.tile, action.place, up=view.missed)
        else:
            assert isinstance(action, Show)
            row = known.own.after_showing(action.place)
        value = known.chance(weight(row, MINE), known.rivals)
        weighed.append(Advice(action, value, "rows" if row.places else "out", {"n": row.fits}))
    return weighed


def arrangements(view: View, legal: Sequence[Act]) -> list[Advice]:
    own = OwnRow(view, np.zeros(1, int))
    weighed: list[Advice] = []
    for action in legal:
        assert isinstance(action, Arrange)
        row = own.hidden(tuple(Slot(COLOUR[tile], None, 0, frozenset()) for tile in action.row))
        value = weight(row, MINE)
        weighed.append(Advice(action, value, "rows", {"n": row.fits}))
    best = max(advice.value for advice in weighed) * view.options.players
    return [replace(advice, value=advice.value / best) for advice in weighed]


def colours(view: View, legal: Sequence[Act]) -> list[Advice]:
    """The more rows have such colours in such an order, the better hidden they are."""
    each, players = view.options.tiles_each, view.options.players
    numbers = len(VALUES) + view.options.jokers
    rows = [comb(numbers, black) * comb(numbers, each - black) / comb(each, black) for black in range(each + 1)]
    return [
        Advice(action, rows[action.black] / max(rows) / players, "colours", {"n": round(rows[action.black])})
        for action in legal
        if isinstance(action, Pick)
    ]
