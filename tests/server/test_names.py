"""Names: they can be seen, they are written in one alphabet, and they are no bot's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee.server.people.names import check_name, look
from tablee.server.refusals import ServerRefusal
from tests.server.serving import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.mark.parametrize(
    "name",
    ["Ann", "Zoë", "Jean-Luc", "O’Brien", "Łukasz", "Nguyễn", "Анна", "Ελένη", "李雷", "さくら", "김민수", "محمد", "🦊",
     "👩\u200d👩\u200d👧", "Anne 2", "Botond", "Roberta", "Abbott", "Clubine", "X", "7", "Tom & Léa", "Loup 🐺"],
)  # fmt: skip
def test_names_of_all_the_world_are_taken(name: str) -> None:
    assert check_name(name)


@pytest.mark.parametrize(
    "name",
    ["bot club", "Bot Club", "BOT-club", "bot: club", "b0t club", "bot\u00a0club", "b\u00f4t club", "bоt club",
     "botclub", "robot", "Bot", "bot 3", "club", "Master", "Maître", "débutant", "Club 2", "joueur de club",
     "beginner", "Chaos", "Moka", "éclair", "Poivre 2", "m0ka", "somebody", "Somebody 2", "quelqu’un", "Quelqu'un"],
)  # fmt: skip
def test_no_person_is_called_like_a_bot_or_like_nobody(name: str) -> None:
    with pytest.raises(ServerRefusal) as caught:
        check_name(name)
    assert caught.value.code == "name"


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u2800", "\u2800\u2800", "A\u200bnn", "\u202eAnn", "Ann\u2066", "\u115f\u1160", "\uffa0", "\u00adAnn",
     "A\u034fnn", "A\ufe00nn", "Ann\U000e0041", "\ufeff", "Ann\u200d"],
)  # fmt: skip
def test_a_name_with_something_invisible_is_refused_and_says_which(name: str) -> None:
    with pytest.raises(ServerRefusal, match=r"invisible characters \(U\+"):
        check_name(name)


def test_alphabets_are_not_mixed_and_accents_not_piled_up() -> None:
    for mixed in ("Аnn", "Аlice", "Pаul", "Αnn"):
        with pytest.raises(ServerRefusal, match="several alphabets"):
            check_name(mixed)
    with pytest.raises(ServerRefusal, match="accents"):
        check_name("Z" + "\u0301" * 9)
    assert check_name("Анна Smith")  # two words, two alphabets
    assert look("Ann") == look("ANN") == look("Ａｎｎ")


def test_the_reason_is_said_in_both_languages_wherever_a_name_is_given(served: Served) -> None:
    for lang, word in (("en", "invisible characters (U+3164)"), ("fr", "caractère invisible (U+3164)")):
        status, refused = served.answer("POST", f"/api/me?lang={lang}", {"name": "\u3164", "lang": lang})
        assert (status, refused["code"]) == (409, "name") and word in refused["why"]
    ann, ben = served.guest("Ann"), served.guest("Ben")
    assert served.call("PATCH", "/api/me", {"name": "Bot club"}, ann)["code"] == "name"
    assert served.call("GET", "/api/me", token=ann)["name"] == "Ann"
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
    assert served.ask(table, ben, seat=1, sit="bot master")["code"] == "name"
    assert served.ask(table, ben, seat=1, sit="ANN")["code"] == "name"  # Ann sits there
    seats = [{"kind": "me", "name": "Club"}, {"kind": "me", "name": "Zoé"}]
    assert served.call("POST", "/api/tables", {"game": "sixteen", "seats": seats}, ann)["code"] == "name"


def test_one_person_takes_one_open_seat_except_at_their_own_screen(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, "code21", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    assert "done" in served.ask(table, ben, seat=1, sit="Ben")
    assert "done" in served.ask(table, ben, seat=2, sit="Ben")  # he moves there
    assert "done" in served.ask(table, served.guest("Cleo"), seat=1, sit="Cleo")
    assert "done" in served.ask(table, ann, start=True)
    assert served.ask(table, ann, seat=2, sit="Annie")["code"] == "taken"
    device = served.table(ann, "code21", [{"kind": "me"}, {"kind": "me"}, {"kind": "open"}])
    assert "done" in served.ask(device, ann, seat=2, sit="Third")
    assert served.ask(device, ben, seat=2, sit="Ben")["code"] == "taken"
