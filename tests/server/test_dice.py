"""Dice that were pledged: anybody can draw them again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tablee import record
from tablee.games import GAMES
from tablee.server.tables.dice import PledgedDice, pledge
from tablee.server.verify import Unfair, verify
from tests.server.tables_on_a_node import ANN, ask, noded, opened, play

SECRET = bytes(range(32))


def test_the_dice_have_test_vectors() -> None:
    """Those of the protocol page: a checker in any language must draw the same."""
    assert pledge(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    dice = PledgedDice(SECRET, 1, ["", "lucky seven"])
    assert [dice.randrange(6) + 1 for _ in range(12)] == SIXES
    assert [PledgedDice(SECRET, line, ["", ""]).randrange(36) for line in range(1, 9)] == LINES


SIXES = [2, 3, 1, 3, 2, 1, 5, 6, 6, 1, 2, 2]
LINES = [31, 20, 13, 13, 30, 15, 5, 21]


def test_they_are_even_and_depend_on_the_secret_the_line_and_the_words() -> None:
    counts = Counter(PledgedDice(SECRET, line, ["a"]).randrange(7) for line in range(7000))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 22.5  # 6 degrees of freedom: 1 in 1 000
    drawn = {PledgedDice(secret, line, words).getrandbits(64) for secret in (SECRET, b"x") for line in (1, 2)
             for words in (["a", "b"], ["ab"], ["b", "a"])}  # fmt: skip
    assert len(drawn) == 12


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_game_is_verified_and_a_changed_one_is_not(game: str, tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node, game, players=4)
        await play(node, live, Random(2))
        table = live.table
        fair = record.Fair(table.opened.pledge, live.secret.hex(), ("",) * 4)
        moves = tuple(record.read_move(table.game, line) for line in table.moves)
        kept = record.Record(table.game, table.options, table.names, moves, fair=fair)
        path = tmp_path / "a.game"
        path.write_text(str(kept))
        assert verify(path)[0] == sum(line.startswith("*") for line in table.moves)
        assert record.read(path.read_text(), GAMES).fair == fair
        other = record.Fair(pledge(SECRET), SECRET.hex(), ("",) * 4)
        path.write_text(str(record.Record(table.game, table.options, table.names, moves, fair=other)))
        with pytest.raises(Unfair, match="the secret gives"):
            verify(path)
        path.write_text(str(kept).replace(table.opened.pledge, pledge(SECRET)))
        with pytest.raises(Unfair, match="published fingerprint"):
            verify(path)


@pytest.mark.anyio
async def test_players_words_change_the_dice_and_are_fixed_at_the_start(tmp_path: Path) -> None:
    from tablee.server.refusals import ServerRefusal
    from tablee.server.tables.settings import SeatPlan, Settings

    async with noded(tmp_path) as node:
        live = await node.live(await node.open_table(Settings("sixteen", {}, (SeatPlan("me"), SeatPlan("me"))), ANN))
        await ask(node, live, ANN, 1, words="lucky; seven")
        await ask(node, live, ANN, 0, start=True)
        assert live.table.words == {1: "lucky, seven"}
        with pytest.raises(ServerRefusal, match="no longer be influenced"):
            await ask(node, live, ANN, 1, words="again")
        first = live.table.game.awaits(live.table.game.start(live.table.options))
        assert live.table.moves[0] == f"*: {first.sample(PledgedDice(live.secret, 1, ['', 'lucky, seven']))}"  # type: ignore[union-attr]
