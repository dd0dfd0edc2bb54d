"""What the box of a game says: how many play, from what age, how long, and whose game it is.

`box.json` of a game holds what needs no translation (see `tablee.games.printed_box`), `words.<lang>.json` the
`goal` and the `contents`; how many can play is what the option `players` allows. Everything that shows these facts gets
them here: the shelf of the page and of the terminal, and the parts of the rules texts that are the same in every game.
`python scripts/rules_texts.py` writes those parts into the texts, and tests compare them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from tablee.contract import AnyGame, describe_options
from tablee.games import GAMES, parts
from tablee.games.printed_box import PrintedBox
from tablee.languages import LANGS, Lang
from tablee.options import Chair, Or, Sides, Whole
from tablee.words import Words, words

GLOSSARY: Final = "players-glossary"
SEATED: Final = (Chair, Sides)  # options whose values are seats


def printed_box(game: AnyGame) -> PrintedBox:
    """The facts of `box.json`; none where that file is faulty."""
    return parts.load_or_skip(parts.box, game, PrintedBox())


def players(game: AnyGame, about: Words) -> str:
    """The numbers of players: "2 to 4", "2 or 4"."""
    option = describe_options(game.options)["players"]
    if not isinstance(option, Whole):
        return option.allowed
    numbers = option.range
    if len(numbers) > 2 and numbers.step == 1:
        return about.house("box_range", low=numbers[0], high=numbers[-1])
    return f" {about.house('or')} ".join(map(str, numbers))


def label(game: AnyGame, about: Words) -> str:
    """The line on the lid: "2 to 4 players · ages 8 and up · 20 min"."""
    printed = printed_box(game)
    said = [about.house("box_players", players=players(game, about))]
    if printed.age is not None:
        said.append(about.house("box_age", age=printed.age))
    if printed.minutes is not None:
        said.append(about.house("box_minutes", minutes=printed.minutes))
    return " · ".join(said)


# ---- in the rules texts, as Markdown ------------------------------------------------------


def summary(game: AnyGame, about: Words) -> str:
    """The box at the top of a rules text: goal, players, age, time, contents."""
    printed = printed_box(game)
    age = about.house("box_no_age") if printed.age is None else about.house("box_age_from", age=printed.age)
    time = (
        about.house("box_no_time") if printed.minutes is None else about.house("box_minutes", minutes=printed.minutes)
    )
    facts = {
        "goal": about.goal,
        "players": players(game, about),
        "age": age,
        "time": time,
        "contents": about.contents,
    }
    return "\n".join(f"> - **{about.house(f'box_{name}_label')}**{about.colon} {fact}" for name, fact in facts.items())


def as_flag(option: str) -> str:
    """A setting as the command line has it."""
    return f"--{option.replace('_', '-')}"


def command_line(game: AnyGame, about: Words) -> str:
    """The options as they are typed, each beside the name that the page gives it."""
    known = describe_options(game.options)
    usual = game.options()
    head = [about.house(f"box_option_{column}") for column in ("name", "code", "values", "usual")]
    rows = [head, ["---"] * 4]
    for name, option in known.items():
        values = [value_to_type(about, name, value) for value in option.allowed.split(", ")]
        default = f"`{option.write(getattr(usual, name))}`"
        rows.append([about.option(name), f"`{as_flag(name)}`", ", ".join(values), default])
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    seated = any(isinstance(option.other if isinstance(option, Or) else option, SEATED) for option in known.values())
    example = about.house("box_command", game=game.name, players=usual.players)
    return "\n\n".join([example, table, *([about.house("box_seats")] if seated else [])])


def value_to_type(about: Words, option: str, value: str) -> str:
    meaning = about.value(option, value)
    return f"`{value}`" if meaning == value else f"`{value}` ({meaning})"


def credit_lines(game: AnyGame, about: Words) -> Iterator[str]:
    """Whose game it is, as far as its rulebook says so."""
    given = printed_box(game).credits
    unnamed = about.house("credit_unnamed")
    publisher = given.publisher and f"{given.publisher}, © {given.year}"
    facts = {
        "printed": given.printed_as,
        "author": given.author or unnamed,
        "publisher": publisher or unnamed,
        "site": given.site,
    }
    if given.posted_by:
        facts["posted"] = ", ".join(map(str, filter(None, (given.posted_by, given.posted_at, given.posted))))
    for name, fact in facts.items():
        if fact:
            yield f"- **{about.house(f'credit_{name}')}**{about.colon} {fact}"
    if given.reserved:
        yield f"- {about.house('credit_reserved')}"


def credit_section(game: AnyGame, about: Words) -> str:
    """The end of a rules text."""
    links = about.house(
        "credit_links", credits=docs_file("credits", about.lang), glossary=docs_file(GLOSSARY, about.lang)
    )
    return "\n\n".join(["\n".join(credit_lines(game, about)), about.house("credit_own_words"), links])


def docs_file(name: str, lang: Lang) -> str:
    """The path of a document, relative to a rules text. The website has a separate page for it."""
    return f"../../../../docs/{name}.{lang}.md"


# ---- pages of their own -------------------------------------------------------------------


def credits_text(lang: Lang, *games: AnyGame) -> str:
    """The credits of these games, or of all."""
    house = words(lang)
    chapters = [f"# {house.house('credits_title')}", house.house("credit_own_words")]
    for game in games or GAMES.values():
        about = words(lang, game)
        chapters += [f"## {about.title}", "\n".join(credit_lines(game, about))]
    return "\n\n".join(chapters) + "\n"


def glossary_text(lang: Lang, *games: AnyGame) -> str:
    """The terms of these games, or of all: each with what it is called in the other languages, and its meaning."""
    house = words(lang)
    chapters = [f"# {house.house('glossary_title')}", house.house("glossary_intro")]
    for game in games or GAMES.values():
        about = words(lang, game)
        if not about.glossary:
            continue
        chapters.append(f"## {about.title}")
        others = [words(other, game) for other in LANGS if other != lang]
        for name, entry in sorted(about.glossary.items(), key=lambda each: collated(each[1].term)):
            called = {language_name(about, other): other.glossary[name].term for other in others}
            named = [f"{language}{about.colon} *{term}*" for language, term in called.items() if term != entry.term]
            elsewhere = f" ({', '.join(named)})" if named else ""
            chapters.append(f"**{entry.term}**{elsewhere}. {entry.meaning}")
    return "\n\n".join(chapters) + "\n"


def language_name(about: Words, other: Words) -> str:
    """What this language calls another one; for one that it has no word for, what that one calls itself."""
    return about.section("house").get(f"language_{other.lang}", other.language.name)


def collated(term: str) -> str:
    """What a term is sorted by: accents and capitals do not count."""
    return unicodedata.normalize("NFD", term.casefold()).encode("ascii", "ignore").decode()
