"""Who plays as a bot: characters with a level, a style and a name that nobody else may have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee import bots
from tablee.bots.bot import NEUTRAL
from tablee.bots.characters import CHARACTERS
from tablee.contract import OptionError
from tablee.games import GAMES
from tablee.languages import LANGS
from tablee.server.people.names import is_reserved
from tablee.server.protocol.catalogue import boxes, shown_names
from tablee.words import words

WEB = Path(__file__).parents[2] / "web" / "src"


@pytest.mark.parametrize("name", GAMES)
def test_every_level_has_several_characters_and_the_first_plays_as_the_level_does(name: str) -> None:
    game = GAMES[name]
    for level in bots.levels(game):
        first, *others = [one for one in bots.characters(game).values() if one.level == level]
        assert first.style == NEUTRAL
        assert bots.bot(game, first.id) is bots.bot(game, level)
        assert len(others) == (0 if level == "random" else 2)
        for one in others:
            assert one.style != NEUTRAL
            assert bots.bot(game, one.id).level == level and bots.level_of(game, one.id) == level


def test_no_two_are_called_alike_and_their_names_are_short() -> None:
    ids = [one.id for one in CHARACTERS]
    assert len(set(ids)) == len(ids) and not {*ids} & {*bots.LEVELS}
    for lang in LANGS:
        names = [words(lang).bot(one.id) for one in CHARACTERS]
        assert len(set(names)) == len(names)
        assert all(len(name) <= 8 for name in names), "at 390 px there is room for no more beside three others"


def test_nobody_else_is_called_so_and_no_guest_is() -> None:
    for lang in LANGS:
        assert all(is_reserved(words(lang).bot(one.id)) for one in CHARACTERS)
        birds = json.loads((WEB / "words" / f"words.{lang}.json").read_text(encoding="utf-8"))["birds"].split(",")
        assert not [bird for bird in birds if is_reserved(bird)]


def test_each_has_a_face() -> None:
    faces = (WEB / "components" / "BotFace.svelte").read_text(encoding="utf-8")
    assert all(f"character === '{one.id}'" in faces for one in CHARACTERS)


def test_the_page_gets_them_with_a_line_about_each_in_all_languages() -> None:
    for box in boxes():
        assert [one.id for one in box.characters] == [one.id for one in CHARACTERS]
        for one in box.characters:
            assert all(box.bot_names[one.id][lang] and one.says[lang] for lang in LANGS)
            for lang in LANGS:  # what a leaning means is said for each game in which it shows
                said = words(lang, GAMES[box.name]).section("styles")
                assert all(said[leaning] in one.says[lang] for leaning in one.leanings if leaning in said)
        assert box.bot_names["club"] == box.bot_names["moka"]
        assert {"bold", "careful"} <= {*words("en", GAMES[box.name]).section("styles")}


def test_a_level_that_is_asked_for_again_brings_another_character() -> None:
    game = GAMES["coda"]
    assert bots.tell_apart(game, ["club"]) == ["club"]
    assert bots.tell_apart(game, ["club"] * 5) == ["club", "poivre", "biscotte", "club", "poivre"]
    assert bots.tell_apart(game, ["club", "moka"]) == ["poivre", "moka"]
    assert bots.tell_apart(game, ["poivre", "club", "club"]) == ["poivre", "club", "biscotte"]
    assert bots.tell_apart(game, ["beginner", "master", "random", "random"]) == [
        "beginner",
        "master",
        "random",
        "random",
    ]
    assert bots.tell_apart(game, ["eclair", "eclair"]) == ["eclair", "eclair"]


def test_who_is_not_there_is_refused_with_those_who_are() -> None:
    with pytest.raises(OptionError, match="the characters are: miette, sirop"):
        bots.bot(GAMES["coda"], "nobody")


def test_a_record_names_a_character_and_people_read_its_name() -> None:
    game = GAMES["coda"]
    assert shown_names(game, ["Ann", "bot eclair", "bot club 2", "bot oracle"], words("fr", game)) == (
        "Ann", "Éclair", "Moka 2", "oracle",
    )  # fmt: skip


def test_advice_is_the_levels_whoever_gives_it() -> None:
    game = GAMES["sixteen"]
    assert bots.bot(game, "eclair").advise is bots.bot(game, "master").advise
