"""Games of `tablee lab games` as a dataset of Minari: an episode is what one seat saw, did and won in one game.

    pip install "tablee[minari]"
    tablee lab games sixteen --games 1000 --bots club --out games
    python -m tablee.rl.minari games sixteen/club-v0

Afterwards `minari.load_dataset("sixteen/club-v0")` loads it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import polars


def make_episode(rows: polars.DataFrame) -> Any:
    """The decisions of one seat in one game. Nothing is seen after the last one: its observation stands again."""
    import polars
    from minari.data_collector.episode_buffer import EpisodeBuffer

    steps, last = len(rows), rows.tail(1)
    actions = rows["action"].to_numpy().astype(np.int64)
    rows = polars.concat([rows, last])
    shown = {"observation": rows["observation"].to_numpy(), "action_mask": rows["mask"].to_numpy().astype(np.int8)}
    over = [False] * (steps - 1) + [True]
    paid = [0.0] * (steps - 1) + [last["reward"][0]]
    return EpisodeBuffer(
        observations=shown, actions=actions, rewards=paid, terminations=over, truncations=[False] * steps
    )


def write_minari(folder: Path, name: str) -> Any:
    """The dataset of Minari that was made of this folder."""
    import minari
    import polars

    from tablee.rl.gymnasium import TableEnv

    game = json.loads((folder / "run.json").read_text(encoding="utf-8"))["game"]
    env = TableEnv(game, observations="masked")
    rows = polars.read_parquet(folder / "decisions" / "*.parquet").sort("game", "seat", "decision")
    return minari.create_dataset_from_buffers(
        name, [make_episode(part) for part in rows.partition_by("game", "seat")],
        action_space=env.action_space, observation_space=env.observation_space,
        data_format="arrow", algorithm_name="bots of Tablée", description=f"Games of {game}, seat by seat",
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tablee.rl.minari", description="Writes a dataset of Minari.")
    parser.add_argument("folder", type=Path, help="what `tablee lab games` wrote")
    parser.add_argument("name", help="what Minari is to call it, for example sixteen/club-v0")
    args = parser.parse_args()
    if not (args.folder / "decisions").is_dir():
        parser.error(f"{args.folder} holds no decisions: is it what `tablee lab games` wrote?")
    try:
        made = write_minari(args.folder, args.name)
    except ImportError as error:
        parser.error(f"this needs an extra: pip install 'tablee[minari]' ({error})")
    print(f"{made.total_episodes} episodes, {made.total_steps} decisions")


if __name__ == "__main__":
    main()
