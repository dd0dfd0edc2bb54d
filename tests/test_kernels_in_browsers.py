"""Kernels as WebAssembly: what is committed is of this source, and plays the same bytes in Node as in Python.

`tests/page/test_kernels.py` does the same in Chromium.
"""

from __future__ import annotations

import json
import subprocess
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tablee import turbo
from tablee.games import GAMES, parts
from tablee.testing import covering
from tablee.turbo.browser import MODULES
from tablee.turbo.browser.source import digest
from tests.node import node

KERNELS = {name: game for name, game in GAMES.items() if parts.has_kernel(game)}
LAW = Path(__file__).parents[1] / "web" / "src" / "offline" / "kernelLaw.js"
LARGEST = 70_000  # bytes of a module
MANY = 200  # games in one lane


@pytest.mark.parametrize("name", KERNELS)
def test_the_committed_module_is_of_this_source(name: str) -> None:
    committed = (MODULES / f"{name}.source").read_text().strip()
    assert committed == digest(KERNELS[name]), "the kernel has changed: `make kernels` compiles it for browsers"
    assert (MODULES / f"{name}.wasm").stat().st_size < LARGEST


@pytest.mark.parametrize("name", KERNELS)
def test_in_node_they_play_the_same_bytes(name: str) -> None:
    game = KERNELS[name]
    starts = [start(game, options, seed) for seed, options in enumerate(covering(game.options))]
    found = run_law(name, "playedDigest", starts)
    for (begun, lanes), there in zip(((one, lane(game, one)) for one in starts), found, strict=True):
        assert there == played_digest(game, lanes), begun


@pytest.mark.parametrize("name", KERNELS)
def test_in_node_many_games_end_in_the_same_bytes(name: str) -> None:
    game = KERNELS[name]
    begun = start(game, game.options(), 777)
    (there,) = run_law(name, "playMany", [{**begun, "games": MANY}])
    lanes, ranks = lane(game, begun), np.zeros((16, 16), np.int64)
    decisions = turbo.compiled_course(game).games(lanes, MANY, ranks)
    assert bytes(there["record"]) == lanes.tobytes()
    assert bytes(there["ranks"]) == ranks.tobytes() and there["decisions"] == decisions


def start(game: Any, options: Any, seed: int) -> dict[str, Any]:
    """What a module is given: a record with these options and its own luck."""
    kernel = turbo.compiled_kernel(game)
    record = turbo.lanes(game, options, 1, seed)
    return {
        "record": list(record.tobytes()), "actions": kernel.actions, "observed": kernel.observed,
        "players": options.players,
    }  # fmt: skip


def lane(game: Any, begun: dict[str, Any]) -> Any:
    kernel = turbo.compiled_kernel(game)
    return np.frombuffer(bytearray(begun["record"]), kernel.record.dtype).view(np.recarray)  # no copy: it has gaps


def played_digest(game: Any, lanes: Any) -> str:
    """What `kernelLaw.js` does, in Python."""
    kernel, g = turbo.compiled_kernel(game), lanes[0]
    mask, seen, played = np.zeros(kernel.actions, np.int8), np.zeros(kernel.observed, np.int8), sha256()
    kernel.begin(g)
    while True:
        played.update(lanes.tobytes())
        who = int(kernel.awaits(g))
        if who == -2:
            break
        if who == -1:
            kernel.happen(g)
            continue
        played.update(bytes([int(kernel.legal(g, mask)) & 255]) + mask.tobytes())
        kernel.observe(g, who, seen)
        played.update(seen.tobytes())
        kernel.act(g, kernel.choose(g))
    for seat in range(g.players):
        played.update(bytes([int(kernel.rank(g, seat)), int(kernel.score(g, seat)) & 255]))
    return played.hexdigest()


def run_law(name: str, function: str, starts: list[dict[str, Any]]) -> list[Any]:
    """What Node makes of each start."""
    code = f"""
        import {{ readFileSync }} from 'node:fs'
        import {{ {function} as play }} from {json.dumps(LAW.as_uri())}
        const module = readFileSync({json.dumps(str(MODULES / f"{name}.wasm"))})
        const found = []
        for (const start of JSON.parse(readFileSync(0, 'utf8'))) found.push(await play(module, start))
        console.log(JSON.stringify(found))
    """
    done = subprocess.run(
        [node(), "--input-type=module", "-e", code], input=json.dumps(starts), capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def test_arrays_without_numpy_do_as_numpy_does() -> None:
    """The same operations on both, with random numbers: what the bots use of NumPy does as NumPy does."""
    from tablee.browser import array_functions

    rng = Random(20)
    rows, columns = 7, 5
    floats = [[rng.random() for _ in range(columns)] for _ in range(rows)]
    whole = [[rng.randrange(32) for _ in range(columns)] for _ in range(rows)]
    results = []
    for np_ in (np, array_functions):
        a, b = np_.array(floats), np_.array(whole, np_.int64)
        line = a[0]
        results.append([
            (a * 2 + b).tolist(), (line[:, None] > line).tolist(), (b[:, 1] & 3).tolist(), (a @ line).tolist(),
            (a @ a.T).tolist(), a[:, [0, 2]].tolist(), a[b[:, 0] > 15].tolist(),
            np_.bitwise_or.reduce(b, axis=1).tolist(),
            np_.cumsum(line).tolist(), np_.concatenate([a, a[:, 1:3]], axis=1).tolist(), np_.delete(a, 2, 1).tolist(),
            np_.where(b > 9, b, 0).tolist(), [part.tolist() for part in np_.nonzero(b > 20)],
            np_.argsort(line).tolist(),
            np_.bincount(b[:, 0], a[:, 0], 32).tolist(), np_.interp([0, 1.5, 9], [0, 1, 2], [3.0, 5.0, 6.0]).tolist(),
            np_.searchsorted(np_.cumsum(line), np_.array([0.5, 1.5])).tolist(), a.prod(1).tolist(), a.sum(),
            np_.minimum(b, 7).tolist(), np_.repeat(line, 2).tolist(), (b[:, 0] >> 1).tolist(), (~(b > 9)).tolist(),
        ])  # fmt: skip
    for there, here in zip(*results, strict=True):
        assert np.allclose(there, here, rtol=1e-12, atol=0) if not isinstance(there, list) or there else here == there
