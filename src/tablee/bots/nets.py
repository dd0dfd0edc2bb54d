"""Nets as bots: a file that `tablee learn` wrote plays with NumPy alone, as `net:FILE`.

A file is a line of JSON and then all weights as half floats, the lowest byte first: of each layer a row of weights for
each output, and then what is added to it. Between two layers, what is below 0 becomes 0. Of the outputs, the first half
says how likely each action is (a softmax over the legal ones), the second half what it is worth, from -1 to 1.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import exp
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tablee.bots.bot import Advice, AnyBot, Bot, Mixture, Weighed
from tablee.bots.mixture import drawing
from tablee.contract import AnyGame, OptionError, Options
from tablee.games import parts

if TYPE_CHECKING:
    from tablee.turbo.numbering import Numbering

NET: Final = "net:"  # before the name of a file, where a bot is asked for
FORM: Final = 1


class Net:
    """The layers of a net, and what its file says of it."""

    def __init__(self, head: dict[str, Any], layers: Sequence[tuple[Any, Any]]) -> None:
        self.head, self.layers = head, layers

    def answer(self, features: Any) -> Any:
        """What comes out for these features."""
        import numpy as np

        for n, (weights, more) in enumerate(self.layers):
            features = weights @ (np.maximum(features, 0.0) if n else features) + more
        return features


def write_net(head: dict[str, Any], layers: Sequence[tuple[Any, Any]]) -> bytes:
    """The file of a net; `layers` are pairs of arrays."""
    sizes = [len(layers[0][0][0]), *(len(weights) for weights, _ in layers)]
    text = json.dumps({"form": FORM, **head, "sizes": sizes}, sort_keys=True)
    numbers = [float(one) for weights, more in layers for part in (weights.ravel(), more) for one in part]
    return text.encode() + b"\n" + struct.pack(f"<{len(numbers)}e", *numbers)


def read_net(content: bytes) -> Net:
    """ValueError if this is no net, or one that is not whole."""
    import numpy as np

    text, _, weights = content.partition(b"\n")
    head = json.loads(text)
    if not isinstance(head, dict) or head.get("form") != FORM:
        raise ValueError("it is no net that this version can read")
    sizes: list[int] = head["sizes"]
    count = sum((before + 1) * after for before, after in pairwise(sizes))
    if len(weights) != 2 * count:
        raise ValueError(f"{count} weights are expected, not {len(weights) // 2}")
    numbers, layers, at = struct.unpack(f"<{count}e", weights), [], 0
    for before, after in pairwise(sizes):
        flat = np.array(numbers[at : at + before * after], np.float32)
        at += before * after
        layers.append((flat.reshape(after, before), np.array(numbers[at : at + after], np.float32)))
        at += after
    return Net(head, layers)


# ---- what a net is shown ---------------------------------------------------------


def unfolder(game: AnyGame) -> Callable[[Any], Any]:
    """The features of one observation: what the game's `learning.py` makes of it, or else each cell divided by the most
    that it can be."""
    import numpy as np

    own = parts.learning(game)
    if own is None:
        scale = cell_scale(game)
        return lambda seen: seen / scale
    features, room, unfold = own.FEATURES, own.ROOM, own.unfold

    def features_of(seen: Any) -> Any:
        out = np.zeros(features, np.float32)
        unfold(seen, out, np.zeros(room), np.zeros(room))
        return out

    return features_of


def cell_scale(game: AnyGame) -> Any:
    """The most that each cell of the observation can be, up or down, and at least 1."""
    import numpy as np

    from tablee.turbo import compiled_kernel

    layout = compiled_kernel(game).observation
    bounds = zip(layout.low.tolist(), layout.high.tolist(), strict=True)
    return np.array([float(max(1, -low, high)) for low, high in bounds], np.float32)


# ---- how it plays -----------------------------------------------------------------


class NetPlayer:
    """A net at the table: from a view to the chance and the worth of each legal action."""

    def __init__(self, game: AnyGame, net: Net) -> None:
        self.game, self.net, self.unfold = game, net, unfolder(game)

    def answer(self, view: Any, legal: Sequence[Any]) -> tuple[list[float], list[float]]:
        """How likely it does each of these, and its chance to win with it."""
        numbering = numbering_of(self.game, view.options)
        world = None if numbering.kernel.meaning is None else self.game.imagine(view, Random(0))
        numbers = numbering.numbers(world, legal)
        out = self.net.answer(self.unfold(numbering.observe(view))).tolist()
        shares, worths = out[: numbering.actions], out[numbering.actions :]
        top = max(shares[number] for number in numbers)
        weighed = [exp(shares[number] - top) for number in numbers]
        fair = 1 / view.options.players
        won = [min(1.0, max(0.0, fair + worths[number] * (1 - fair))) for number in numbers]
        return [share / sum(weighed) for share in weighed], won

    def mix(self, view: Any, legal: Sequence[Any], rng: Random) -> Mixture:
        return dict(zip(legal, self.answer(view, legal)[0], strict=True))

    def advise(self, view: Any, legal: Sequence[Any], rng: Random) -> Weighed:
        """What it does most often comes first."""
        shares, worths = self.answer(view, legal)
        found = zip(shares, worths, legal, strict=True)
        best = sorted(found, key=lambda one: -one[0])
        return [Advice(action, worth, "anything", {"n": len(legal)}) for _, worth, action in best]


@lru_cache(maxsize=64)
def numbering_of(game: AnyGame, options: Options) -> Numbering:
    from tablee.turbo.numbering import Numbering

    return Numbering(game, options)


def load_net_bot(game: AnyGame, name: str) -> AnyBot:
    """The bot `net:FILE`; OptionError if the file holds no net of this game."""
    path = Path(name.removeprefix(NET))
    try:
        net = read_net(path.read_bytes())
    except (OSError, ValueError, KeyError) as error:
        raise OptionError("bots", "{bot} cannot be loaded: {why}", bot=name, why=str(error)) from error
    if net.head.get("game") != game.name:
        raise OptionError("bots", "{bot} is a bot of {other}, not of {game}", bot=name, other=net.head.get("game"),
                          game=game.name)  # fmt: skip
    player = NetPlayer(game, net)
    return Bot(game.name, name, drawing(player.mix), player.advise, player.mix)
