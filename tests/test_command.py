"""The command `tablee`, as typed."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

import pytest

import tablee
from tablee.__main__ import main, open_table
from tablee.bots import characters, levels, usual_level
from tablee.claims import read_claims
from tablee.command_line import language, parser
from tablee.games import GAMES
from tablee.words import words

RECORD = """tablee: 1
game: sixteen 1
options: players=2
seats: Ann; Ben

*: first 1
*: dealt g3
*: dealt o6
*: dealt g4
*: dealt o5
*: dealt g5
*: dealt b0
*: drawn joker
1: play joker 4 green
*: drawn p1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.game"
    path.write_text(RECORD, encoding="utf-8")
    return path


def replayed(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, dict[str, object]]:
    status = main(["replay", "--json", "--lang", "en", *args])
    return status, json.loads(capsys.readouterr().out)


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"tablee {tablee.__version__}\n"
    assert metadata.version("tablee") == tablee.__version__


def test_games_lists_the_shelf(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(GAMES)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_rules_prints_the_text_or_one_rule(game: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", game, "--lang", lang]) == 0
    text = capsys.readouterr().out
    rule = next(line for line in text.splitlines() if line.startswith("**"))[2:].partition("**")[0]
    for order in (["rules", game, rule.lower(), "--lang", lang], ["rules", game, f"--lang={lang}", rule],
                  ["rules", game, "--lang", lang, rule], ["--lang", lang, "rules", game, rule]):  # fmt: skip
        assert main(order) == 0
        assert capsys.readouterr().out.startswith(f"**{rule}**")


def test_an_unknown_rule_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "sixteen", "S16-99", "--lang", "fr"]) == 1
    assert "n’a pas de règle S16-99" in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_claims_lists_what_to_remember_or_shows_one_answer(
    game: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    known = read_claims(GAMES[game])
    assert known and main(["claims", game, "--lang", lang]) == 0
    listed = capsys.readouterr().out
    assert all(claim.title[lang] in listed and claim.remember[lang] in listed for claim in known.claims)
    claim = known.claims[-1]
    assert main(["claims", game, claim.id, "--lang", lang]) == 0
    answer = capsys.readouterr().out
    assert answer.startswith(f"## {claim.title[lang]}") and claim.sentence[lang] in answer
    assert answer.count("\n| ") > 2  # the table


def test_exact_figures_are_shown_without_an_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "golden21", "odds", "--lang", "fr"]) == 0
    answer = capsys.readouterr().out
    assert "| 0 | 1,94 | 2,42 | 2,74 | 3,09 |" in answer and "pas de marge d’erreur" in answer


def test_an_unknown_question_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "sixteen", "weather", "--lang", "fr"]) == 1
    assert "il n’y a pas de question weather sur sixteen" in capsys.readouterr().err


def test_replay_tells_where_the_game_stands(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = replayed(capsys, str(file))
    assert status == 0
    views = found.pop("views")
    assert found == {
        "game": "sixteen",
        "version": 1,
        "moves": 10,
        "awaits": {"kind": "choice", "seats": [0], "free": []},
        "legal": {"0": ["play b0", "play o5", "play o6", "play p1"]},
    }
    assert isinstance(views, dict) and list(views) == ["spectator"]


def test_replay_shows_the_seats_asked_for(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, one = replayed(capsys, str(file), "--seat", "1")
    _, both = replayed(capsys, str(file), "--all")
    assert isinstance(one["views"], dict) and isinstance(both["views"], dict)
    assert list(one["views"]) == ["1"] and sorted(both["views"]) == ["0", "1", "spectator"]
    assert one["views"]["1"]["hand"] == ["g3", "g4", "g5"]
    assert both["views"]["spectator"]["hand"] == []


def test_replay_says_when_chance_is_awaited(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(RECORD.removesuffix("*: drawn p1\n"), encoding="utf-8")
    assert replayed(capsys, str(file))[1]["awaits"] == {"kind": "chance", "hand": 0}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (("*: drawn p1", "*: drawn p9"), {"kind": "notation", "line": 15}),
        (("*: drawn p1", "*: drawn joker\n0: play joker 7 blue"), {"kind": "illegal", "line": 16, "rule": "S16-11"}),
        (("*: drawn p1", "0: play o6"), {"kind": "illegal", "line": 15, "rule": "chance"}),
        (("*: drawn p1", "*: drawn p1\n1: play g3"), {"kind": "illegal", "line": 16, "rule": "turn"}),
        (("players=2", "players=3"), {"kind": "options", "line": 3, "rule": "S16-12"}),
        (("players=2", "plyers=2"), {"kind": "options", "line": 3}),
        (("sixteen 1", "sixteen 9"), {"kind": "record", "line": 2}),
        (("sixteen 1", "seventeen 1"), {"kind": "record", "line": 2}),
        (("tablee: 1", "hello"), {"kind": "record", "line": 1}),
    ],
)
def test_a_record_that_cannot_be_played_ends_with_an_error(
    file: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], error: dict[str, object]
) -> None:
    file.write_text(RECORD.replace(*change), encoding="utf-8")
    status, found = replayed(capsys, str(file))
    assert status == 1
    said = found["error"]
    assert isinstance(said, dict) and said.pop("why")
    assert said == error
    assert main(["replay", str(file), "--lang", "fr"]) == 1
    assert f":{error['line']}: " in capsys.readouterr().out


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = replayed(capsys, str(tmp_path / "none.game"))
    assert status == 1 and isinstance(found["error"], dict) and found["error"]["kind"] == "record"


def test_replay_in_words(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--lang", "fr", "--all"]) == 0
    text = capsys.readouterr().out
    assert "Sixteen · 10 coups joués" in text and "On attend" in text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--players", "3"], "players\u00a0: «\u00a03\u00a0» n’est pas permis"),
        (["--draw", "later"], "draw\u00a0: «\u00a0later\u00a0» n’est pas permis"),
        (["--first", "2"], "first"),
        (["--seat", "a", "--seat", "b", "--seat", "c"], "seat"),
        (["--seat", "bot:genius"], "seat"),
        (["--resume", "nowhere.game"], "nowhere.game"),
    ],
)
def test_bad_options_get_a_clear_error(args: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "sixteen", "--lang", "fr", *args]) == 1
    assert said in capsys.readouterr().err


def test_a_record_is_never_written_over(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "sixteen", "--record", str(file), "--lang", "en"]) == 1
    assert "already exists" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == RECORD


@pytest.mark.parametrize("game", GAMES)
def test_the_help_of_each_game_is_made_from_its_options(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", game, "--help", "--lang", "en"])
    text = capsys.readouterr().out
    for name in GAMES[game].options.__struct_fields__:
        assert f"--{name.replace('_', '-')}" in text


@pytest.mark.parametrize("game", GAMES)
def test_the_help_of_each_arena_names_the_levels_and_the_options(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", game, "--help", "--lang", "en"])
    text = capsys.readouterr().out
    assert ", ".join(levels(GAMES[game])) in " ".join(text.split())
    for name in (*GAMES[game].options.__struct_fields__, "bots", "games", "jobs", "seed", "time_limit", "journal"):
        assert f"--{name.replace('_', '-')}" in text


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_of_no_named_level_is_a_usual_one(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_RECORDS", str(tmp_path))
    game = GAMES[name]
    args = parser(words("en")).parse_args(["play", name, "--seat", "Ann", "--seat", "bot:random", "--players", "4"])
    table = open_table(args, game, words("en"))
    usual = usual_level(game)
    another = [one.id for one in characters(game).values() if one.level == usual][1]  # no two are called alike
    assert table.names == ("Ann", "bot random", f"bot {usual}", f"bot {another}")


@pytest.mark.parametrize(("screen", "records", "level"), [(True, 0, "beginner"), (True, 1, "club"), (False, 0, "club")])
def test_a_persons_first_game_is_against_beginners(
    screen: bool, records: int, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs on a pipe always meet the usual level."""
    monkeypatch.setenv("TABLEE_RECORDS", str(tmp_path))
    monkeypatch.setattr("tablee.__main__.has_screen", lambda: screen)
    for n in range(records):
        (tmp_path / f"{n}.game").write_text("", encoding="utf-8")
    args = parser(words("en")).parse_args(["play", "sixteen"])
    assert open_table(args, GAMES["sixteen"], words("en")).names == ("Player 1", f"bot {level}")


@pytest.mark.parametrize(
    ("locale", "lang"), [("", "fr"), ("C.UTF-8", "fr"), ("fr_CA.UTF-8", "fr"), ("en_GB.UTF-8", "en"), ("de_DE", "en")]
)
def test_the_language_follows_the_locale(locale: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, locale)
    assert language(["games"]) == lang
    assert language(["games", "--lang", "fr"]) == language(["--lang=fr", "games"]) == "fr"
