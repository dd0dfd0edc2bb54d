"""What can be agreed before a game of The Golden 21, and what cannot."""

from __future__ import annotations

from typing import Any

import pytest

from tablee import options as agreed
from tablee.contract import OptionError, Seat
from tablee.games.golden21.options import Options

CROSSED = ((Seat(0), Seat(2)), (Seat(1), Seat(3)))


def test_as_usual() -> None:
    usual = Options()
    assert (usual.players, usual.goal, usual.years, usual.kills) == (4, "original", None, 3)
    assert (usual.aim_hit, usual.aim_off, usual.off, usual.crisis_supply) == (25, 15, 2, 20)
    assert (usual.at21, usual.final, usual.teams) == ("frozen", "balance", None)
    assert not (usual.expert or usual.penalties or usual.free_throw or usual.collection)
    assert agreed.write(usual) == {"players": "4"}


def test_g21_60_the_usual_years_depend_on_the_goal() -> None:
    assert Options().last_year == 5
    assert Options(goal="killer").last_year == Options(goal="survivor").last_year == 50
    assert Options(goal="killer", years=0).last_year == 0
    assert Options(years=7).last_year == 7


@pytest.mark.parametrize(
    ("texts", "options"),
    [
        ({"players": "10"}, Options(players=10)),
        ({"players": "4", "goal": "killer", "years": "0", "kills": "20"}, Options(goal="killer", years=0, kills=20)),
        ({"players": "4", "goal": "survivor", "years": "50"}, Options(goal="survivor", years=50)),
        ({"players": "4", "years": "5"}, Options(years=5)),
        ({"players": "4", "expert": "on"}, Options(expert=True)),
        ({"players": "4", "teams": "0+2,1+3"}, Options(teams=CROSSED)),
        ({"players": "3", "teams": "0,1,2"}, Options(players=3, teams=((Seat(0),), (Seat(1),), (Seat(2),)))),
        ({"players": "4", "penalties": "on", "off": "100"}, Options(penalties=True, off=100)),
        (
            {"players": "4", "free_throw": "on", "aim_hit": "85", "aim_off": "0"},
            Options(free_throw=True, aim_hit=85, aim_off=0),
        ),
        ({"players": "4", "free_throw": "literal", "aim_hit": "30"}, Options(free_throw="literal", aim_hit=30)),
        ({"players": "4", "collection": "on"}, Options(collection=True)),
        ({"players": "4", "at21": "open", "final": "raw"}, Options(at21="open", final="raw")),
        ({"players": "4", "crisis_supply": "50"}, Options(crisis_supply=50)),
    ],
)
def test_each_option_is_read_and_written(texts: dict[str, str], options: Options) -> None:
    assert agreed.read(Options, texts) == options
    assert agreed.write(options) == texts


def test_teams_off_is_as_usual() -> None:
    assert agreed.read(Options, {"teams": "off"}) == Options()


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        *[("players", text, "G21-01") for text in ("2", "11", "0", "03", "many", "")],
        *[("goal", text, "G21-62") for text in ("Original", "21", "")],
        *[("years", text, "G21-60") for text in ("51", "-1", "05", "five", "none", "")],
        *[("kills", text, "G21-70") for text in ("0", "21", "3.0")],
        *[("expert", text, "G21-63") for text in ("yes", "1", "On")],
        *[
            ("teams", text, "G21-80")
            for text in (
                "0+1+2+3", "1+3,0+2", "2+0,1+3", "0+0,1+3", "0+2,1", "0+2,1+4", "0+2,,1+3", "0+2,1+3,", "+0+2,1+3",
                "0-2,1-3", "00+2,1+3", "",
            )
        ],
        ("penalties", "2", "G21-85"),
        *[("free_throw", text, "G21-90") for text in ("", "Literal", "true")],
        *[(name, text, "G21-93") for name in ("aim_hit", "aim_off", "off") for text in ("-1", "101", "2%", "0.5")],
        ("collection", "dice", "G21-95"),
        ("at21", "closed", "G21-109"),
        ("final", "sum", "G21-60"),
        *[("crisis_supply", text, "G21-22") for text in ("0", "51")],
    ],
)  # fmt: skip
def test_what_is_not_allowed_is_refused(name: str, text: str, rule: str) -> None:
    with pytest.raises(OptionError) as caught:
        agreed.read(Options, {"players": "4", name: text})
    assert (caught.value.option, caught.value.rule) == (name, rule)


@pytest.mark.parametrize(
    ("values", "name", "rule"),
    [
        ({"years": 0}, "years", "G21-60"),
        ({"goal": "killer", "expert": True}, "expert", "G21-112"),
        ({"goal": "survivor", "expert": True}, "expert", "G21-112"),
        ({"aim_hit": 50, "aim_off": 51}, "aim_hit", "G21-93"),
        ({"free_throw": "literal", "aim_hit": 31}, "aim_hit", "G21-94"),
        ({"players": 5, "teams": CROSSED}, "teams", "G21-80"),
        ({"players": 3, "teams": CROSSED}, "teams", "G21-80"),
        ({"teams": ((0, 2), [1, 3])}, "teams", "G21-80"),
        ({"teams": ((0, 2), (1, "3"))}, "teams", "G21-80"),
        ({"players": True}, "players", "G21-01"),
    ],
)
def test_what_does_not_go_together_is_refused(values: dict[str, Any], name: str, rule: str) -> None:
    with pytest.raises(OptionError) as caught:
        Options(**values)
    assert (caught.value.option, caught.value.rule) == (name, rule)


def test_g21_112_expert_goes_with_the_original_goal_only() -> None:
    with pytest.raises(OptionError):
        Options(goal="killer", expert=True)
    assert Options(goal="killer", final="raw").final == Options(kills=1, final="raw").final


def test_g21_80_sides_are_teams_or_everybody_alone() -> None:
    assert Options(teams=CROSSED).sides == (0, 1, 0, 1)
    assert Options(players=3).sides == (0, 1, 2)
