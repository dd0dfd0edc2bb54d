"""Dice that were pledged: anybody can draw them again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tablee import record
from tablee.contract import Chance, Happened, Seat
from tablee.games import GAMES
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.dice import PledgedDice, pledge, pledge_number
from tablee.server.tables.fairness import Unfair
from tablee.server.tables.live import LiveTable, Reader
from tablee.server.tables.node import Node
from tablee.server.tables.past import read_log
from tablee.server.tables.record_text import record_text
from tablee.server.tables.settings import SeatPlan, Settings
from tablee.server.verify import left_out, verify
from tests.server.tables_on_a_node import ANN, BEN, CLEO, ask, noded, opened, play

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
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 22.5  # 6 degrees of freedom: 1 in 1,000
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
    async with noded(tmp_path) as node:
        live = await node.live(await node.open_table(Settings("sixteen", {}, (SeatPlan("me"), SeatPlan("me"))), ANN))
        await ask(node, live, ANN, 1, words="lucky; seven")
        await ask(node, live, ANN, 0, start=True)
        assert live.table.words == {1: "lucky, seven"}
        with pytest.raises(ServerRefusal, match="no longer be influenced"):
            await ask(node, live, ANN, 1, words="again")
        first = live.table.game.awaits(live.table.game.start(live.table.options))
        assert live.table.moves[0] == f"*: {first.sample(PledgedDice(live.secret, 1, ['', 'lucky, seven']))}"  # type: ignore[union-attr]


# ---- numbers of the players' pages ------------------------------------------------------------------

NUMBERS = ["0" * 63 + digit for digit in "123"]


async def three_seats(node: Node, **more: object) -> LiveTable:
    """Ann has opened a table at which Ben and Cleo sit, too."""
    plans = (SeatPlan("me"), SeatPlan("open"), SeatPlan("open"))
    live = await node.live(await node.open_table(Settings("code21", {"players": "3"}, plans, **more), ANN))  # type: ignore[arg-type]
    await ask(node, live, BEN, 1, sit="Ben")
    await ask(node, live, CLEO, 2, sit="Cleo")
    return live


async def pledge_all(node: Node, live: LiveTable) -> None:
    for who, number in zip((ANN, BEN, CLEO), NUMBERS, strict=True):
        await ask(node, live, who, pledge=pledge_number(number))


def saved(live: LiveTable, path: Path) -> Path:
    path.write_text(record_text(live.table, live.secret))
    return path


@pytest.mark.anyio
async def test_all_pledge_before_anybody_discloses_and_the_last_number_starts_the_game(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await three_seats(node)
        await ask(node, live, ANN, pledge=pledge_number(NUMBERS[0]))
        with pytest.raises(ServerRefusal, match="only be disclosed when the game starts"):
            await ask(node, live, ANN, disclose=NUMBERS[0])
        await pledge_all(node, live)
        await ask(node, live, BEN, start=True)
        assert live.table.sealed and not live.table.started
        asks: list[dict[str, Any]] = [{"words": "x"}, {"pledge": pledge_number(NUMBERS[1])}, {"leave": True}]
        for late in asks:
            with pytest.raises(ServerRefusal, match="about to start"):
                await ask(node, live, BEN, **late)  # nothing changes any more that the dice depend on
        with pytest.raises(ServerRefusal, match="does not match its fingerprint"):
            await ask(node, live, ANN, disclose=NUMBERS[1])
        with pytest.raises(ServerRefusal, match="have not answered yet: 1, 2, 3"):
            await ask(node, live, ANN, start=True)
        for who, number in zip((CLEO, ANN, BEN), (NUMBERS[2], NUMBERS[0], NUMBERS[1]), strict=True):
            assert not live.table.started
            await ask(node, live, who, disclose=number)
        assert live.table.started
        await play(node, live, Random(1))
        path = saved(live, tmp_path / "a.game")
        spoken, fair = verify(path)
        assert spoken and fair.words == tuple(NUMBERS) and fair.pledges == tuple(map(pledge_number, NUMBERS))
        assert left_out(fair) == []
        path.write_text(path.read_text().replace(NUMBERS[1], "f" * 64))
        with pytest.raises(Unfair, match="the number of player 2 does not match"):
            verify(path)


@pytest.mark.anyio
async def test_each_number_changes_all_dice(tmp_path: Path) -> None:
    for seat in range(3):
        words = list(NUMBERS)
        before = [PledgedDice(SECRET, line, words).getrandbits(64) for line in range(1, 9)]
        words[seat] = "f" * 64
        assert not set(before) & {PledgedDice(SECRET, line, words).getrandbits(64) for line in range(1, 9)}


@pytest.mark.anyio
async def test_a_page_that_does_not_answer_is_left_out_after_a_while_and_the_record_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with noded(tmp_path) as node:
        live = await three_seats(node)
        await pledge_all(node, live)
        await ask(node, live, ANN, start=True)
        await ask(node, live, ANN, disclose=NUMBERS[0])
        await ask(node, live, BEN, disclose=NUMBERS[1])
        with pytest.raises(ServerRefusal, match="have not answered yet: 3"):
            await ask(node, live, BEN, start=True)
        monkeypatch.setattr("tablee.server.tables.decisions.start.DISCLOSED_WITHIN", 0)
        await ask(node, live, BEN, start=True)
        assert live.table.started
        await play(node, live, Random(1))
        _, fair = verify(saved(live, tmp_path / "a.game"))
        assert left_out(fair) == [2] and fair.words[2] == ""


@pytest.mark.anyio
async def test_words_and_numbers_go_together_and_nobody_is_told_a_number_before_the_end(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await three_seats(node)
        await ask(node, live, BEN, words="lucky; seven")
        await pledge_all(node, live)
        await ask(node, live, ANN, start=True)
        await ask(node, live, BEN, disclose=NUMBERS[1])
        told = await read_log(node.store, node.work, live.table, Seat(0), True, 0, "") + msgspec.json.encode(
            await node.news(live, Reader(ANN, (Seat(0),), 0))
        )
        assert pledge_number(NUMBERS[1]).encode() in told and NUMBERS[1].encode() not in told
        await ask(node, live, ANN, disclose=NUMBERS[0])
        await ask(node, live, CLEO, disclose=NUMBERS[2])
        await play(node, live, Random(1))
        _, fair = verify(saved(live, tmp_path / "a.game"))
        assert fair.words[1] == f"{NUMBERS[1]} lucky, seven"


@pytest.mark.anyio
async def test_without_pledges_and_at_real_tables_the_game_starts_at_once(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await three_seats(node)
        await ask(node, live, ANN, start=True)
        assert live.table.started
        real = await three_seats(node, real=True)
        await pledge_all(node, real)
        await ask(node, real, ANN, start=True)
        assert real.table.started


@pytest.mark.anyio
async def test_who_leaves_takes_the_pledge_along(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await three_seats(node)
        await pledge_all(node, live)
        await ask(node, live, CLEO, leave=True)
        assert live.table.places[2].pledge is None
        await ask(node, live, ANN, 2, bot="random")
        await ask(node, live, ANN, start=True)
        await ask(node, live, ANN, disclose=NUMBERS[0])
        await ask(node, live, BEN, disclose=NUMBERS[1])
        assert live.table.started  # a bot has no page


def test_the_command_says_whose_number_was_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tablee.__main__ import main

    game = GAMES["sixteen"]
    options = game.options()
    words = (NUMBERS[0], "")
    state = game.start(options)
    lines: list[Happened[Any]] = []
    while isinstance(awaited := game.awaits(state), Chance):
        move = Happened(awaited.sample(PledgedDice(SECRET, len(lines) + 1, words)))
        state, lines = game.apply(state, move), [*lines, move]
    for pledges, said in (
        ((pledge_number(NUMBERS[0]), ""), {"en": "match and count", "fr": "correspondent et comptent"}),
        (
            (pledge_number(NUMBERS[0]), "a" * 64),
            {"en": "did not answer at the start: 2", "fr": "n’a pas répondu au départ"},
        ),
    ):
        fair = record.Fair(pledge(SECRET), SECRET.hex(), words, pledges)
        path = tmp_path / "a.game"
        path.write_text(str(record.Record(game, options, ("Ann", "Ben"), tuple(lines), fair=fair)))
        for lang, text in said.items():
            assert main(["--lang", lang, "verify", str(path)]) == 0
            assert text in capsys.readouterr().out
