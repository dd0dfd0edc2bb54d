"""Games of `tablee lab games` as a dataset of Minari: an episode is what one seat saw, did and won in one game.

pip install "tablee[data,gymnasium]" "minari[arrow]" pillow
tablee lab games sixteen --games 1000 --bots club --out games
python examples/minari_dataset.py sixteen games sixteen/club-v0

Afterwards `minari.load_dataset("sixteen/club-v0")` loads it.
"""

import sys

import minari
import numpy as np
import polars
from minari.data_collector.episode_buffer import EpisodeBuffer

from tablee.rl.gymnasium import TableEnv


def make_episode(rows: polars.DataFrame) -> EpisodeBuffer:
    steps, last = len(rows), rows.tail(1)  # nothing is seen after the last decision: its observation stands again
    rows = polars.concat([rows, last])
    shown = {"observation": rows["observation"].to_numpy(), "action_mask": rows["mask"].to_numpy().astype(np.int8)}
    over = [False] * (steps - 1) + [True]
    paid = [0.0] * (steps - 1) + [last["reward"][0]]
    return EpisodeBuffer(observations=shown, actions=rows["action"].to_numpy()[:steps].astype(np.int64), rewards=paid,
                         terminations=over, truncations=[False] * steps)  # fmt: skip


def main(game: str, folder: str, name: str) -> None:
    env = TableEnv(game, observations="masked")
    rows = polars.read_parquet(f"{folder}/decisions/*.parquet").sort("game", "seat", "decision")
    episodes = [make_episode(part) for part in rows.partition_by("game", "seat")]
    dataset = minari.create_dataset_from_buffers(
        name, episodes, action_space=env.action_space, observation_space=env.observation_space,
        data_format="arrow", algorithm_name="bots of Tablée", description=f"Games of {game}, seat by seat",
    )  # fmt: skip
    print(f"{dataset.total_episodes} episodes, {dataset.total_steps} decisions")


main(*sys.argv[1:])
