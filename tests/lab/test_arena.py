"""The arena, as typed: fair to every seat, told what went wrong, and never beginning again."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from tablee.__main__ import main
from tablee.bots import Advice, AnyBot, Bot
from tablee.contract import Choice, Happened, Over
from tablee.games import GAMES
from tablee.lab.arena.tally import BotFigures
from tablee.lab.plan import MatchPlan
from tablee.record import Record, read, states

Chooser: TypeAlias = Callable[[Any, Sequence[Any], Random], Any]


def anything(view: Any, legal: Sequence[Any], rng: Random) -> Any:
    return rng.choice(legal)


def first(view: Any, legal: Sequence[Any], rng: Random) -> Any:
    return legal[0]


def lowest(view: Any, legal: Sequence[Any], rng: Random) -> Any:
    return min(legal, key=str)


class Stopwatch:
    """The time that bots take, as the arena reads it: it passes only when a bot says so."""

    now = 0.0


@pytest.fixture(autouse=True)
def stopwatch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.lab.bot_game.perf_counter", lambda: Stopwatch.now)


@pytest.fixture
def enlist(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Bots of our own in the place of the house's."""

    def enlisted(**choosers: Chooser) -> None:
        def bots(game: Any) -> dict[str, AnyBot]:
            return {
                level: Bot(game.name, level, choose, lambda view, legal, rng: [Advice(legal[0], 0.5, "anything")])
                for level, choose in {"random": anything, **choosers}.items()
            }

        monkeypatch.setattr("tablee.bots.bots", bots)

    return enlisted


class Hall:
    """Where arenas are held, each with its own journal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def hold(self, *args: str, journal: str = "journal", game: str = "sixteen", status: int = 0) -> dict[str, Any]:
        out = self.folder / "found.json"
        kept = str(self.folder / journal)
        assert main(["arena", game, "--lang", "en", "--journal", kept, "--json", str(out), *args]) == status
        found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return found

    def lines(self, journal: str = "journal") -> list[str]:
        return (self.folder / journal).read_text(encoding="utf-8").splitlines()


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def figures(found: dict[str, Any]) -> list[dict[str, Any]]:
    """All that does not depend on the machine."""
    return [{key: row[key] for key in row if key != "timed" and not key.startswith("ms_")} for row in found["rows"]]


# ---- who sits where ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "seatings"),
    [
        ("a b", ["a b", "b a"]),
        ("a b c", ["a b c", "c a b", "b c a"]),
        ("a b b", ["a b b", "b a b", "b b a"]),
        ("a b a b", ["a b a b", "b a b a"]),
        ("a a", ["a a"]),
    ],
)
def test_the_bots_are_moved_round_the_table(bots: str, seatings: list[str]) -> None:
    plan = MatchPlan("coda", (), tuple(bots.split()), seed=0)
    assert [" ".join(plan.bots[bot] for bot in seating) for seating in plan.seatings] == seatings
    assert all(sorted(seating) == list(range(len(plan.bots))) for seating in plan.seatings)


def test_two_that_play_alike_win_alike_to_the_last_game(hall: Hall, enlist: Callable[..., None]) -> None:
    enlist(one=lowest, two=lowest)
    found = hall.hold("--bots", "one,two", "--games", "60")
    assert [row["win_rate"] for row in found["rows"]] == [0.5, 0.5]
    assert [row["rating"] for row in found["rows"]] == [0, 0]


def test_the_last_bot_takes_the_seats_that_are_left(hall: Hall, enlist: Callable[..., None]) -> None:
    enlist(one=lowest)
    found = hall.hold("--bots", "one,random", "--players", "4", "--games", "4", "--match", "off")
    assert found["bots"] == ["one", "random", "random", "random"]
    assert found["options"] == {"players": "4", "match": "off"}
    assert {row["bot"]: row["games"] for row in found["rows"]} == {"one": 4, "random": 12}


def test_as_many_play_as_bots_were_given(hall: Hall) -> None:
    assert hall.hold("--bots", "random,random,random,random", "--games", "1")["options"] == {"players": "4"}


def test_every_seating_is_dealt_the_same_cards(hall: Hall, enlist: Callable[..., None], tmp_path: Path) -> None:
    enlist(one=lowest)
    hall.hold("--bots", "one,random", "--games", "10", "--first", "0", "--records", str(tmp_path / "kept"))
    dealt: dict[str, list[list[str]]] = {}
    for path in sorted((tmp_path / "kept").glob("*.game")):
        record = read(path.read_bytes(), GAMES)
        *_, state = states(record)
        assert isinstance(record.game.awaits(state), Over)
        dealt.setdefault(path.name[:10], []).append([str(m) for m in record.moves[:6] if isinstance(m, Happened)])
    assert len(dealt) == 5
    for one, other in dealt.values():
        assert one == other and len(one) == 6
    assert len({tuple(one) for one, _ in dealt.values()}) == 5


def test_a_record_names_the_bots_where_they_sat(hall: Hall, enlist: Callable[..., None], tmp_path: Path) -> None:
    enlist(one=lowest)
    hall.hold("--bots", "one,random", "--players", "4", "--games", "4", "--records", str(tmp_path / "kept"))
    seats = [read(path.read_bytes(), GAMES).seats for path in sorted((tmp_path / "kept").glob("*.game"))]
    assert seats[0] == ("bot one", "bot random 1", "bot random 2", "bot random 3")
    assert seats[1] == ("bot random 3", "bot one", "bot random 1", "bot random 2")


# ---- figures ------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_figures_and_another_others(hall: Hall, enlist: Callable[..., None]) -> None:
    enlist(one=lowest)
    asked = ("--bots", "one,random", "--games", "40")
    one, same = hall.hold(*asked, "--seed", "4"), hall.hold(*asked, "--seed", "4", journal="again")
    assert figures(one) == figures(same)
    assert figures(one) != figures(hall.hold(*asked, "--seed", "5", journal="other"))


def test_json_and_csv_say_the_same(hall: Hall, enlist: Callable[..., None], tmp_path: Path) -> None:
    enlist(one=lowest)
    found = hall.hold("--bots", "one,random", "--games", "30", "--seed", "2", "--csv", str(tmp_path / "a.csv"))
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        sheet = list(csv.DictReader(file))
    assert [[text for text in row.values()] for row in sheet] == [
        ["" if value is None else str(value) for value in row.values()] for row in found["rows"]
    ]
    assert tuple(sheet[0]) == BotFigures.__struct_fields__
    assert (found["game"], found["version"], found["seed"]) == ("sixteen", GAMES["sixteen"].version, 2)
    assert (found["deals"], found["seatings"], found["games"], found["faults"]) == (15, 2, 30, [])
    assert sum(row["wins"] for row in found["rows"]) == pytest.approx(30)
    for row in found["rows"]:
        assert 0 <= row["win_low"] <= row["win_rate"] <= row["win_high"] <= 1
        assert row["rating_low"] <= row["rating"] <= row["rating_high"]
        assert row["timed"] > 100 and 0 < row["ms_p50"] <= row["ms_p95"] <= row["ms_max"] * 1.02


@pytest.mark.parametrize(
    ("lang", "said"), [("en", ["fair share 50.0%", "95%"]), ("fr", ["part équitable 50,0\u202f%", "à 95\u202f%"])]
)
def test_the_table_on_a_pipe_is_not_cut(
    lang: str, said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--bots", "random", "--games", "10", "--journal", str(tmp_path / "journal")]
    assert main(["arena", "sixteen", "--lang", lang, *asked]) == 0
    text = capsys.readouterr().out
    assert all(word in text for word in ["random 1", "random 2", *said]) and "…" not in text


def test_a_long_name_takes_several_lines_and_leaves_the_figures_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = f"cmd:{sys.executable} -c {'pass;' * 20}"
    asked = ["--bots", f"random,{command}", "--games", "2", "--journal", str(tmp_path / "journal")]
    assert main(["arena", "sixteen", "--lang", "en", *asked]) == 0
    assert "…" not in capsys.readouterr().out


# ---- going on -------------------------------------------------------------------------


def test_more_games_later_go_on_and_fewer_look_back(hall: Hall, enlist: Callable[..., None]) -> None:
    enlist(one=lowest)
    asked = ("--bots", "one,random")
    few = hall.hold(*asked, "--games", "20")
    before = hall.lines()
    many = hall.hold(*asked, "--games", "50")
    assert hall.lines()[: len(before)] == before and len(hall.lines()) == 26
    assert figures(many) == figures(hall.hold(*asked, "--games", "50", journal="at once"))
    assert figures(hall.hold(*asked, "--games", "20")) == figures(few)
    assert len(hall.lines()) == 26


def test_what_is_noted_is_not_played_again(hall: Hall, enlist: Callable[..., None]) -> None:
    enlist(one=lowest)
    there = hall.hold("--bots", "one,random", "--games", "20")

    def never(view: Any, legal: Sequence[Any], rng: Random) -> Any:
        raise AssertionError("asked again")

    enlist(one=never)
    assert hall.hold("--bots", "one,random", "--games", "20") == there
    anew = hall.hold("--bots", "one,random", "--games", "20", "--fresh")
    assert [fault["kind"] for fault in anew["faults"]] == ["raised"]


def test_stopped_in_the_middle_of_a_thought_it_goes_on(hall: Hall, enlist: Callable[..., None]) -> None:
    asked = 0

    def stopped(view: Any, legal: Sequence[Any], rng: Random) -> Any:
        nonlocal asked
        asked += 1
        if asked == 100:
            raise KeyboardInterrupt
        return lowest(view, legal, rng)

    enlist(one=stopped)
    journal = str(hall.folder / "journal")
    assert main(["arena", "sixteen", "--bots", "one,random", "--games", "20", "--journal", journal]) == 130
    assert 1 < len(hall.lines()) < 11
    assert figures(hall.hold("--bots", "one,random", "--games", "20")) == figures(
        hall.hold("--bots", "one,random", "--games", "20", journal="at once")
    )


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_torn_line_is_dropped_and_its_deal_played_again(hall: Hall, enlist: Callable[..., None], cut: int) -> None:
    enlist(one=lowest)
    there = hall.hold("--bots", "one,random", "--games", "20")
    whole = hall.lines()
    torn = "\n".join(whole[:-1]) + "\n" + whole[-1][:cut]
    (hall.folder / "journal").write_text(torn, encoding="utf-8")
    assert figures(hall.hold("--bots", "one,random", "--games", "20")) == figures(there)
    assert [json.loads(line)["number"] for line in hall.lines()[1:]] == list(range(10))


def test_records_that_were_not_kept_are_made_up_for(hall: Hall, enlist: Callable[..., None], tmp_path: Path) -> None:
    enlist(one=lowest)
    asked = ("--bots", "one,random", "--games", "10")
    hall.hold(*asked)
    before = hall.lines()
    hall.hold(*asked, "--records", str(tmp_path / "kept"))
    assert len(list((tmp_path / "kept").glob("*.game"))) == 10
    assert hall.lines() == before


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "is the journal of another arena"), ("fr", "est le journal d’une autre arène")]
)
def test_a_journal_belongs_to_one_arena(
    hall: Hall, lang: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall.hold("--bots", "random", "--games", "4")
    asked = ["arena", "sixteen", "--bots", "random", "--seed", "9", "--games", "4"]
    asked += ["--journal", str(tmp_path / "journal")]
    assert main([*asked, "--lang", lang]) == 1
    assert said in capsys.readouterr().err
    assert main([*asked, "--fresh"]) == 0


@pytest.mark.parametrize(("lang", "said"), [("en", "line 3 of"), ("fr", "la ligne 3 de")])
def test_a_journal_that_cannot_be_read_says_where(
    hall: Hall, lang: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall.hold("--bots", "random", "--games", "4")
    lines = hall.lines()
    lines[2] = "nonsense"
    (tmp_path / "journal").write_text("\n".join(lines) + "\n", encoding="utf-8")
    asked = ["--bots", "random", "--games", "4", "--journal", str(tmp_path / "journal")]
    assert main(["arena", "sixteen", "--lang", lang, *asked]) == 1
    assert said in capsys.readouterr().err


def test_without_a_place_the_journal_is_among_the_persons_own_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("tablee.lab.arena.journal.user_data_path", lambda name: tmp_path / name)
    for seed in ("1", "1", "2"):
        assert main(["arena", "sixteen", "--bots", "random", "--games", "2", "--seed", seed]) == 0
    assert len(list((tmp_path / "tablee" / "arena").glob("*/journal.jsonl"))) == 2


# ---- faults -----------------------------------------------------------------------------


def raiser(view: Any, legal: Sequence[Any], rng: Random) -> Any:
    if len(legal) > 3:
        raise ZeroDivisionError("no such luck")
    return legal[0]


def cheat(view: Any, legal: Sequence[Any], rng: Random) -> Any:
    return GAMES["sixteen"].parse("play joker 9 green") if len(legal) > 3 else legal[0]


def mute(view: Any, legal: Sequence[Any], rng: Random) -> Any:
    return None if len(legal) > 3 else legal[0]


def slow(view: Any, legal: Sequence[Any], rng: Random) -> Any:
    if len(legal) > 3:
        Stopwatch.now += 0.03
    return legal[0]


@pytest.mark.parametrize(
    ("choose", "kind", "why", "said"),
    [
        (raiser, "raised", "ZeroDivisionError: no such luck (test_arena.py:", "bot faulty failed"),
        (cheat, "illegal", "play joker 9 green", "bot faulty made an illegal move"),
        (mute, "silent", "None", "bot faulty did not move on its turn"),
        (slow, "late", " ms", "bot faulty took too long"),
    ],
)
def test_a_faulty_bot_is_named_with_the_record_and_the_arena_goes_on(
    choose: Chooser, kind: str, why: str, said: str, hall: Hall, enlist: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    enlist(faulty=choose)
    limit = "20" if choose is slow else "2000"
    found = hall.hold("--bots", "faulty,random", "--games", "2", "--time-limit", limit)
    (fault,) = [fault for fault in found["faults"] if fault["kind"] == kind]
    assert fault["bot"] == "faulty" and fault["times"] > 1 and why in fault["why"]
    assert (found["games"], len(hall.lines())) == (2, 2)
    err = capsys.readouterr().err
    assert said in err and fault["record"] in err
    path = Path(fault["record"])
    assert path.parent == hall.folder / "faults"
    record = read(path.read_bytes(), GAMES)
    *_, state = states(record)
    awaited = record.game.awaits(state)
    assert isinstance(awaited, Choice)
    (seat,) = awaited.seats
    assert record.seats[seat] == "bot faulty" and len(record.game.legal(state, seat)) > 3


def test_a_move_that_came_late_stands(hall: Hall, enlist: Callable[..., None], tmp_path: Path) -> None:
    enlist(one=first)
    there = hall.hold("--bots", "one,random", "--games", "2", "--records", str(tmp_path / "quick"))
    enlist(one=slow)
    late = hall.hold(
        "--bots",
        "one,random",
        "--games",
        "2",
        "--time-limit",
        "20",
        "--records",
        str(tmp_path / "late"),
        journal="late journal",
    )
    assert figures(late) == figures(there) and late["faults"]
    assert [path.read_text() for path in sorted((tmp_path / "quick").glob("deal*"))] == [
        path.read_text() for path in sorted((tmp_path / "late").glob("deal*"))
    ]
    assert Path(late["faults"][0]["record"]).parent == tmp_path / "late"


def test_the_first_decision_is_a_warm_up(hall: Hall, enlist: Callable[..., None]) -> None:
    asked = 0

    def compiling(view: Any, legal: Sequence[Any], rng: Random) -> Any:
        nonlocal asked
        asked += 1
        if asked == 1:
            Stopwatch.now += 0.2
        return legal[0]

    enlist(one=compiling)
    found = hall.hold("--bots", "one,random", "--games", "2", "--time-limit", "150")
    assert found["faults"] == []
    assert next(row for row in found["rows"] if row["bot"] == "one")["timed"] == asked - 1


def test_a_free_seat_that_fails_lets_it_pass(hall: Hall, enlist: Callable[..., None], tmp_path: Path) -> None:
    """C77-25: all are polled, and here fail; then whoever is to ask does."""

    def only_asks(view: Any, legal: Sequence[Any], rng: Random) -> Any:
        if str(legal[0]) != "ask":
            raise RuntimeError("I was not to ask")
        return legal[0]

    enlist(one=only_asks)
    kept = str(tmp_path / "kept")
    found = hall.hold("--bots", "one", "--games", "1", "--limit", "30", "--records", kept, game="code777")
    (path,) = Path(kept).glob("deal*")
    moves = [str(move) for move in read(path.read_bytes(), GAMES).moves]
    assert sum("ask" in move for move in moves) >= 30 and not any("declare" in move for move in moves)
    assert sum(fault["times"] for fault in found["faults"]) >= 90


def test_c77_25_bots_are_polled_once_from_whoever_is_to_ask_on(
    hall: Hall, enlist: Callable[..., None], tmp_path: Path
) -> None:
    polled: list[int] = []

    def note(view: Any, legal: Sequence[Any], rng: Random) -> Any:
        polled.append(view.seat)
        return legal[0] if str(legal[0]) == "ask" else None

    enlist(one=note)
    hall.hold("--bots", "one", "--games", "1", "--first", "2", "--limit", "30", game="code777")
    assert polled[:10] == [2, 3, 0, 1, 2, 3, 0, 1, 2, 3]


def test_of_a_bot_that_fails_all_the_time_a_few_records_are_kept(hall: Hall, enlist: Callable[..., None]) -> None:
    enlist(faulty=raiser)
    found = hall.hold("--bots", "faulty,random", "--games", "40")
    assert found["faults"][0]["times"] > 40
    assert len(list((hall.folder / "faults").iterdir())) == 10
    again = hall.hold("--bots", "faulty,random", "--games", "40")
    assert again["faults"] == found["faults"]


# ---- what cannot be ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "english", "french"),
    [
        (
            ["--bots", "random,random,random", "--players", "2"],
            "3 bots were given for 2 players",
            "3 bots ont été donnés",
        ),
        (["--bots", "random,genius"], "there is no bot 'genius'", "il n’y a pas de bot «\u00a0genius\u00a0»"),
        (["--bots", "random,random,random"], "'3' is not allowed", "«\u00a03\u00a0» n’est pas permis"),
        (["--games", "0"], "games: allowed: 1, 2, 3", "games\u00a0: valeurs permises\u00a0: 1, 2, 3"),
        (["--jobs", "-1"], "jobs: allowed", "jobs\u00a0: valeurs permises"),
        (["--draw", "later"], "'later' is not allowed", "«\u00a0later\u00a0» n’est pas permis"),
        (["--journal", "/dev/null/x"], "cannot be opened", "impossible d’ouvrir"),
    ],
)
def test_what_cannot_be_is_said_in_both_languages(
    args: list[str], english: str, french: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang, said in (("en", english), ("fr", french)):
        asked = ["arena", "sixteen", "--lang", lang, "--journal", str(tmp_path / "journal"), *args]
        assert main(asked) == 1
        assert said in capsys.readouterr().err


def test_a_record_of_a_fault_is_a_record(hall: Hall, enlist: Callable[..., None]) -> None:
    enlist(faulty=mute)
    path = Path(hall.hold("--bots", "faulty,random", "--games", "2")["faults"][0]["record"])
    record = read(path.read_bytes(), GAMES)
    assert str(Record(record.game, record.options, record.seats, record.moves)) == path.read_text(encoding="utf-8")
