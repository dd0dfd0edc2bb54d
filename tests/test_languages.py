"""Languages: how each counts and writes, and sentences that the page fills in the same way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.claims import read_claim_texts, read_claims, read_stored_claims
from tablee.games import GAMES
from tablee.languages import FALLBACK, HOME, LANGS, KnownLang, Language, holds, language, match_language, next_language
from tablee.words import complete, fill

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors" / "sentences.json").read_text(encoding="utf-8"))


def known(lang: str) -> Language:
    """A language of the house, or one that only the vectors have."""
    return language(lang) if lang in LANGS else msgspec.convert(VECTORS["languages"][lang], Language)


def test_every_sentence_is_filled_as_on_the_page() -> None:
    """`sentenceVectors.test.ts` replays the same ones."""
    for one in VECTORS["sentences"]:
        said = fill(known(one["lang"]), one["template"], one["facts"], one["names"], one["terms"])
        assert said == one["says"], one


@pytest.mark.parametrize("lang", VECTORS["plurals"])
def test_plurals_are_those_of_cldr(lang: str) -> None:
    """The page compares the same numbers with the browser's own rules."""
    for number, category in VECTORS["plurals"][lang]:
        assert known(lang).plural_category(number) == category, number


def test_the_vectors_speak_of_every_language_and_every_way_of_saying_a_fact() -> None:
    assert set(VECTORS["plurals"]) == {"en", "fr", "pl", "ar"}
    for lang in VECTORS["plurals"]:
        templates = " ".join(one["template"] for one in VECTORS["sentences"] if one["lang"] == lang)
        assert all(way in templates for way in ("{x}", ":name}", ":of}", ":term}", ":%}", ":.1%}", ":.2}", "|", "few="))


@pytest.mark.parametrize("rule", ["n is 1", "i = ", "x = 1", "n = 1 but v = 0"])
def test_what_is_no_plural_rule_is_an_error(rule: str) -> None:
    with pytest.raises(ValueError, match="no plural rule"):
        holds(rule, dict.fromkeys("nivwftce", 1))


def test_one_language_is_at_home_and_the_fallback_is_there() -> None:
    assert [lang for lang in LANGS if language(lang).home] == [HOME]
    assert FALLBACK in LANGS
    assert all(language(lang).name for lang in LANGS)


@pytest.mark.parametrize(
    ("tag", "lang"),
    [(None, HOME), ("", HOME), ("fr", "fr"), ("fr-CA", "fr"), ("fr_CA.UTF-8", "fr"), ("EN-gb,fr;q=0.5", "en"),
     ("de", FALLBACK), ("*", FALLBACK), ("de,fr;q=0.5", FALLBACK)],
)  # fmt: skip
def test_a_tag_finds_its_language(tag: str | None, lang: str) -> None:
    assert match_language(tag) == lang


def test_a_key_goes_through_all_languages() -> None:
    seen, lang = [], HOME
    for _ in LANGS:
        seen.append(lang)
        lang = next_language(lang)
    assert sorted(seen) == sorted(LANGS) and lang == HOME


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if read_claim_texts(game)])
def test_the_stored_facts_of_a_claim_make_its_sentences(name: str) -> None:
    """So another language needs only its `claims.<lang>.json`, and no million games."""
    texts, stored, known = read_claim_texts(GAMES[name]), read_stored_claims(GAMES[name]), read_claims(GAMES[name])
    assert stored and known
    for claim, figures in zip(known.claims, stored.claims, strict=True):
        said = {"title": claim.title, "sentence": claim.sentence, "remember": claim.remember, "note": claim.note}
        for part, found in {**said, "x": claim.picture.x, "y": claim.picture.y}.items():
            for lang in (HOME, FALLBACK):
                assert found[lang] == fill(language(lang), texts[lang]["claims"][claim.id][part], figures.facts)


def test_the_api_takes_every_language_and_no_other() -> None:
    schema = msgspec.json.schema(KnownLang)
    assert schema["enum"] == [*LANGS]
    assert [msgspec.convert(lang, KnownLang) for lang in LANGS] == [*LANGS]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert("xx", KnownLang)


def test_what_a_language_lacks_is_said_in_the_fallback_language() -> None:
    base = {"title": "Pearl", "lines": {"dive": "dives", "rise": "rises"}}
    assert complete(base, {}) == base
    assert complete(base, {"lines": {"dive": "plonge"}, "why": {"no": "non"}}) == {
        "title": "Pearl", "lines": {"dive": "plonge", "rise": "rises"}, "why": {"no": "non"},
    }  # fmt: skip


def test_what_somebody_wrote_is_quoted_as_the_language_does() -> None:
    assert fill(language("fr"), "{x!r} {y!r}", {"x": "9 9", "y": 3}) == "«\u00a09 9\u00a0» 3"
    assert fill(language("fr"), "{x!r}", {"x": "a\n\x1b"}) == "«\u00a0a\\n\\x1b\u00a0»"  # nothing moves a cursor
    assert fill(language("en"), "{x!r}", {"x": "9 9"}) == "'9 9'"
