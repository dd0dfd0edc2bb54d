"""A table in the terminal: its record, its bots, its people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablee.bots import Advice, Bot, Weighed, usual_level
from tablee.contract import Action, Happened, IllegalMove, Over, Played, Seat
from tablee.games import GAMES
from tablee.options import read as read_options
from tablee.record import RecordError, read, states, told_apart
from tablee.terminal.names import display_names, display_options
from tablee.terminal.table import TerminalTable
from tablee.testing.play import random_move
from tablee.words import words

SIXTEEN = GAMES["sixteen"]


def table(path: Path, *names: str, **more: Any) -> TerminalTable:
    names = names or ("Ann", "bot random")
    return TerminalTable.open(SIXTEEN, SIXTEEN.options(players=len(names)), names, path, seed=1, **more)


def evening(table: TerminalTable, moves: int = 1000) -> None:
    """People who play anything."""
    rng = Random(2)
    for _ in range(moves):
        if table.over:
            return
        table.play(table.next_automatic_move() or random_move(table.game, table.state, rng))


def test_the_record_is_on_disk_after_every_move(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    seated = table(path)
    for n in range(1, 40):
        evening(seated, 1)
        record = read(path.read_text(encoding="utf-8"), GAMES)
        assert len(record.moves) == n
        assert list(states(record))[-1] == seated.state


def test_a_resumed_table_is_the_one_that_was_left(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    left = table(path)
    evening(left, 30)
    again = TerminalTable.resume(path)
    assert (again.state, again.moves, again.names, again.log) == (left.state, left.moves, left.names, left.log)
    assert list(again.bots) == [Seat(1)]
    evening(again)
    assert isinstance(again.game.awaits(again.state), Over)


def test_a_line_without_its_end_was_never_played(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    left = table(path)
    evening(left, 20)
    whole = path.read_bytes()
    path.write_bytes(whole + b"0: pla")
    again = TerminalTable.resume(path)
    assert again.moves == left.moves
    assert path.read_bytes() == whole


def test_no_table_writes_over_another_game(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    table(path)
    with pytest.raises(FileExistsError):
        table(path)


def test_a_record_that_does_not_play_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    table(path)
    path.write_text(path.read_text(encoding="utf-8") + "*: first 7\n", encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        TerminalTable.resume(path)
    assert (caught.value.kind, caught.value.line, caught.value.rule) == ("illegal", 6, "S16-12")


def test_a_refused_move_changes_nothing(tmp_path: Path) -> None:
    seated = table(tmp_path / "a.game")
    before = seated.path.read_bytes()
    with pytest.raises(IllegalMove):
        seated.play(seated.read(Seat(0), "play g3"))
    assert (seated.moves, seated.path.read_bytes()) == ([], before)


def test_a_bot_is_handed_a_view_and_never_a_state(tmp_path: Path) -> None:
    seated = table(tmp_path / "a.game")
    handed: list[object] = []

    def spy(view: Any, legal: Any, rng: Random) -> Any:
        handed.append(view)
        return rng.choice(legal)

    seated.bots[Seat(1)] = replace(seated.bots[Seat(1)], choose=spy)
    evening(seated)
    assert handed and {type(view).__name__ for view in handed} == {"View"}


def test_at_a_real_table_the_owner_of_a_hidden_card_types_it_in(tmp_path: Path) -> None:
    seated = table(tmp_path / "a.game", "Ann", "Ben", real=True)
    first = seated.chance_to_type()
    assert first is not None and seated.witnesses() == [0, 1]  # who plays first is seen by all
    seated.play(seated.read(None, "first 1"))
    dealt = seated.chance_to_type()
    assert dealt is not None and seated.witnesses() == [1]
    assert seated.typist(dealt, reader=Seat(0)) == 1


def test_anything_typed_at_a_real_table_is_taken_back_step_by_step(tmp_path: Path) -> None:
    seated = table(tmp_path / "a.game", "Ann", "Ben", real=True)
    for line in ("first 0", "dealt g3", "dealt g4", "dealt o1", "dealt o2", "dealt b1", "dealt b6"):
        seated.play(seated.read(None, line))
    seated.take_back()
    seated.play(seated.read(None, "dealt b2"))
    seated.play(seated.read(None, "drawn p1"))
    before = seated.state
    seated.play(seated.read(Seat(0), "play g3"))  # a decision, too
    gone = seated.take_back()
    assert [entry.told[None] for entry in gone] == ["0: play g3"] and seated.state == before
    for _ in range(3):
        seated.take_back()
    lines = seated.path.read_text(encoding="utf-8").splitlines()
    corrected = [line for line in lines if line.startswith("# corrected: ")]
    assert [line.removeprefix("# corrected: ") for line in corrected] == [
        "*: dealt b6", "0: play g3", "*: drawn p1", "*: dealt b2", "*: dealt b1",
    ]  # fmt: skip
    again = TerminalTable.resume(seated.path)
    assert (again.state, again.moves, again.notes) == (seated.state, seated.moves, seated.notes)
    while seated.can_take_back():
        seated.take_back()
    assert seated.moves == []


def test_a_real_table_stays_one_when_it_is_resumed(tmp_path: Path) -> None:
    seated = table(tmp_path / "a.game", "Ann", "Ben", real=True)
    seated.play(seated.read(None, "first 0"))
    assert "\nreal: yes\n" in seated.path.read_text(encoding="utf-8")
    again = TerminalTable.resume(seated.path)
    assert again.real and again.chance_to_type() is not None
    usual = table(tmp_path / "b.game", "Ann", "Ben")
    assert not TerminalTable.resume(usual.path).real
    assert TerminalTable.resume(usual.path, real=True).real  # from here on, and the record says so
    assert TerminalTable.resume(usual.path).real


def test_at_a_usual_table_nothing_is_taken_back(tmp_path: Path) -> None:
    seated = table(tmp_path / "a.game", "Ann", "Ben")
    evening(seated, 9)
    assert not seated.can_take_back()


def test_what_a_bot_did_after_an_entry_is_taken_back_with_it(tmp_path: Path) -> None:
    golden = GAMES["golden21"]
    seated = TerminalTable.open(
        golden,
        golden.options(players=3),
        ["Ann", "bot random 1", "bot random 2"],
        tmp_path / "g.game",
        real=True,
        seed=1,
    )
    for face in (3, 1, 2):
        seated.play(seated.read(None, str(face)))
    while isinstance(move := seated.next_automatic_move(), Played):
        seated.play(move)
    assert isinstance(seated.moves[-1], Played) and seated.moves[-1].by != 0
    seated.take_back()
    assert [str(move) for move in seated.moves] == ["*: cast 3", "*: cast 1"]


def test_what_nobody_at_the_keyboard_may_see_is_drawn_by_the_table(tmp_path: Path) -> None:
    seated = table(tmp_path / "a.game", "Ann", "bot random", real=True)
    seated.play(Happened(SIXTEEN.parse("first 1")))
    assert seated.chance_to_type() is None
    assert isinstance(seated.next_automatic_move(), Happened)  # the bot's own card
    assert not isinstance(seated.next_automatic_move(), Played)


def test_two_bots_of_one_level_are_told_apart(tmp_path: Path) -> None:
    assert told_apart(["Ann", "bot random", "bot random"]) == ["Ann", "bot random 1", "bot random 2"]
    assert told_apart(["Ann", "bot random"]) == ["Ann", "bot random"]
    names = told_apart(["Ann", "bot random", "Ann", "bot random"])
    assert list(TerminalTable.resume(table(tmp_path / "a.game", *names).path).bots) == [1, 3]


def test_bots_are_of_club_strength_where_there_are_such(monkeypatch: pytest.MonkeyPatch) -> None:
    any_legal = TerminalTable(SIXTEEN, SIXTEEN.options(), ["Ann", "bot random"], Path()).bots[Seat(1)]
    for levels, usual in (("random beginner club master", "club"), ("random", "random"), ("random master", "random")):
        monkeypatch.setattr("tablee.bots.bots", lambda game, known=levels: dict.fromkeys(known.split(), any_legal))
        assert usual_level(SIXTEEN) == usual


@pytest.mark.parametrize(
    ("names", "ranks", "following"),
    [
        (("Ann", "bot beginner"), (1, 2), "club"),
        (("Ann", "bot club"), (1, 2), "master"),
        (("Ann", "bot master"), (1, 2), None),
        (("bot master", "Ann"), (1, 2), "club"),
        (("Ann", "bot beginner"), (2, 1), None),
        (("Ann", "bot random"), (1, 2), None),
        (("Ann", "bot club"), (1, 1), None),
        (("Ann", "Ben"), (1, 2), None),
    ],
)
def test_who_wins_alone_meets_stronger_bots_next_and_who_loses_gentler_ones(
    names: tuple[str, ...], ranks: tuple[int, ...], following: str | None,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    seated = table(tmp_path / "a.game", *names)
    assert seated.next_names() is None, "the game is not over"
    monkeypatch.setattr(TerminalTable, "over", Over(ranks, "S16-42"))
    found = seated.next_names()
    assert (found[0] if found else None) == following
    if found:
        assert found[1] == [name if name == "Ann" else f"bot {following}" for name in names]


def test_a_bot_is_called_by_its_character_and_the_record_keeps_its_name(tmp_path: Path) -> None:
    seated = table(tmp_path / "a.game", *told_apart(["Ann", "bot random", "Bo", "bot random"]))
    assert display_names(seated.names, words("fr")) == ("Ann", "bot Miette 1", "Bo", "bot Miette 2")
    assert display_names(["bot beginner", "bot club", "bot eclair 2"], words("fr")) == (
        "bot Sirop",
        "bot Moka",
        "bot Éclair 2",
    )
    assert display_names(["bot master", "bot oracle 2"], words("en")) == ("bot Samovar", "bot oracle 2")
    assert "seats: Ann; bot random 1; Bo; bot random 2\n" in seated.path.read_text(encoding="utf-8")


def test_a_hint_is_the_strongest_bots_from_the_own_view_and_costs_no_luck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[tuple[Any, Any, float]] = []

    def advise(view: Any, legal: Any, rng: Random) -> Weighed:
        handed.append((view, legal, rng.random()))
        return [Advice(action, 0.5, "anything", {"n": len(legal)}) for action in legal]

    def choose(view: Any, legal: Sequence[Action], rng: Random) -> Action:
        return legal[0]

    seated = table(tmp_path / "a.game")
    while seated.awaited_people() != [0]:
        evening(seated, 1)
    strong = Bot("sixteen", "oracle", choose, advise)
    monkeypatch.setattr("tablee.bots.bots", lambda game: {"random": seated.bots[Seat(1)], "oracle": strong})
    luck = seated.rng.getstate()
    assert [advice.action for advice in seated.hint(Seat(0))] == list(seated.legal(Seat(0)))
    seated.hint(Seat(0))
    assert handed == [(seated.view(Seat(0)), seated.legal(Seat(0)), handed[0][2])] * 2
    assert seated.rng.getstate() == luck


def test_c77_25_bots_are_polled_once_in_order_from_the_awaited_seat(tmp_path: Path) -> None:
    game = GAMES["code777"]
    names = told_apart(["bot random"] * 4)
    seated = TerminalTable.open(game, game.options(players=4, first=Seat(2)), names, tmp_path / "a.game", seed=1)
    asked: list[int] = []

    def note(view: Any, legal: Any, rng: Random) -> Any:
        asked.append(view.seat)
        return legal[0] if str(legal[0]) == "ask" else None

    seated.bots = {seat: replace(bot, choose=note) for seat, bot in seated.bots.items()}
    while len(asked) < 10:
        move = seated.next_automatic_move()
        assert move is not None
        seated.play(move)
    assert asked == [2, 3, 0, 1, 2, 3, 0, 1, 2, 3]


def test_options_are_said_in_words_and_seats_by_their_players() -> None:
    golden21, names = GAMES["golden21"], ("Ann", "Bo", "Cleo", "Dan")
    agreed = read_options(golden21.options, {"players": "4", "teams": "0+2,1+3", "penalties": "on", "goal": "killer"})
    assert display_options(agreed, words("fr", golden21), names) == (
        "Traders\u00a0: 4 · But du jeu\u00a0: Killer 21\u00a0: le premier à un certain nombre de Kills · "
        "Team 21\u00a0: Ann et Cleo – Bo et Dan · Gages\u00a0: oui"
    )
    agreed = SIXTEEN.options(first=Seat(1), jokers=False)
    assert display_options(agreed, words("en", SIXTEEN), names) == "Players: 2 · Jokers: no · Who begins: Bo"
