"""Laws about a game's folder besides its rules: files, rules texts, words and bots.

files  every file has a known name, and every part has what it must have
rules  all rules texts have the same rules, including every rule that the code cites
words  in each language of the game there are words for every line, action, ending, option, refusal, level and preset
bots   every level chooses and evaluates legal actions, draws from the mixed strategy that it reports, and knows nothing
       but the content of its view

A game without rules texts or without words breaks no law: its notation is shown as it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from random import Random
from string import Formatter
from typing import Any, Final, get_type_hints

import msgspec

from tablee import bots
from tablee.bots.bot import AnyBot, Weighed
from tablee.bots.faults import BotFault
from tablee.bots.mixture import check_mixture, draw
from tablee.bots.thinking import with_own_options
from tablee.contract import AnyGame, Choice, Options, Over, Seat, describe_options
from tablee.games import parts
from tablee.games.part_checks import PartError
from tablee.languages import FALLBACK, FILE, Lang, file_codes
from tablee.options import Or, Word
from tablee.testing.laws import LawBroken
from tablee.testing.play import Step, playout
from tablee.words import RULES, Words, complete, page, read_page

RULE: Final = re.compile(r"\b[A-Z][A-Z0-9]{2}-\d{2,3}\b")
STATED: Final = re.compile(r"^\*\*([A-Z][A-Z0-9]{2}-\d{2,3})\*\*", re.MULTILINE)  # its paragraph begins with it
REFUSALS: Final = {"require": 2, "IllegalMove": 1, "OptionError": 1, "NotationError": 0}  # where the sentence stands
LISTED: Final = 100  # a chance with more outcomes is not listed, only what was drawn is looked at
PLACES: Final = 3  # of a game, at which each bot is asked


def expect(holds: object, law: str, game: AnyGame, why: str) -> None:
    if not holds:
        raise LawBroken(law, game, game.options(), [], why)


# ---- files --------------------------------------------------------------------------


def check_files(game: AnyGame) -> None:
    try:
        parts.check_files(game)
        parts.check_parts(game)
    except PartError as error:
        raise LawBroken("files", game, game.options(), [], str(error)) from error


# ---- rules texts --------------------------------------------------------------------


def check_rules(game: AnyGame) -> None:
    folder = parts.folder(game)
    cited = {rule for _, code in sources(folder) for rule in RULE.findall(code)}
    stated = {
        lang: set(STATED.findall((folder / f"rules.{lang}.md").read_text(encoding="utf-8")))
        for lang in file_codes(game.package, RULES)
    }
    for lang, rules in stated.items():
        missing = sorted({*cited, *set().union(*stated.values())} - rules)
        expect(not missing, "rules", game, f"rules.{lang}.md does not state {', '.join(missing)}")


def sources(folder: Traversable) -> Iterator[tuple[str, str]]:
    """The Python files of a folder, and of the folders in it: their names and what they say."""
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.name.startswith(parts.IGNORED):
            yield from sources(entry)
        elif entry.name.endswith(".py"):
            yield entry.name, entry.read_text(encoding="utf-8")


# ---- words --------------------------------------------------------------------------


def check_words(game: AnyGame) -> None:
    """What does not depend on play."""
    refusals = {template for name, code in sources(parts.folder(game)) for template in refusal_templates(name, code)}
    for lang in file_codes(game.package, FILE):
        own = own_page(game, lang)

        def due(section: str, keys: Sequence[str], what: str, lang: Lang = lang, own: Mapping[str, Any] = own) -> None:
            missing = [key for key in keys if key not in own.get(section, {})]
            expect(not missing, "words", game, f"words.{lang}.json, {section}: no words for {what} {missing}")

        due("options", list(option_keys(game)), "options and their values")
        due("help", list(describe_options(game.options)), "what options mean")
        due("presets", list(parts.presets(game)), "presets")
        levels = [level for level in bots.levels(game) if level not in bots.LEVELS]
        due("levels", levels, "levels")
        due("bots", levels, "bots")
        if lang != FALLBACK:
            due("why", sorted(refusals), "refusals")


def own_words(game: AnyGame, lang: Lang) -> Words:
    """Tablée's words and the game's in this language alone: nothing is borrowed from another."""
    return Words(lang, [page("tablee", lang), own_page(game, lang)], game.facts)


def own_page(game: AnyGame, lang: Lang) -> Mapping[str, Any]:
    """The game's words in this language alone; a variant also has those of the game that it varies."""
    own = read_page(game.package, lang)
    return own if game.base is None else complete(own_page(game.base, lang), own)


def option_keys(game: AnyGame) -> Iterator[str]:
    """What must have words: each option, and each value of it that is a word."""
    for name, option in describe_options(game.options).items():
        yield name
        if isinstance(option, Or):
            yield f"{name} {option.word}"
        if isinstance(option, Word):
            yield from (f"{name} {word}" for word in option.words)


def refusal_templates(name: str, code: str) -> Iterator[str]:
    """Every sentence with which this code refuses something."""
    for node in ast.walk(ast.parse(code, name)):
        if isinstance(node, ast.Call) and (place := REFUSALS.get(ast.unparse(node.func), 99)) < len(node.args):
            for part in ast.walk(node.args[place]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def check_sentences(game: AnyGame, options: Options, rng: Random) -> None:
    """Every line that anybody is told in a random game, every action that is offered, and its end, in each language."""
    langs = [own_words(game, lang) for lang in file_codes(game.package, FILE)]
    if not langs:
        return
    steps: list[Step] = []
    said: set[tuple[str, str]] = set()
    for step in playout(game, options, rng):
        steps.append(step)
        for section, text in spoken(game, options, step):
            if (section, text) not in said:
                said.add((section, text))
                for about in langs:
                    check_sentence(game, options, steps, about, section, text)
    over = game.awaits(steps[-1][2])
    assert isinstance(over, Over)
    for about in langs:
        for key in [over.rule, *([f"{over.rule} score"] if over.scores else [])]:
            if key not in about.section("endings"):
                raise LawBroken("words", game, options, steps, f"{about.lang}: no words for the ending {key!r}")


def spoken(game: AnyGame, options: Options, step: Step) -> Iterator[tuple[str, str]]:
    before, move, after = step
    for seat in (None, *map(Seat, range(options.players))):
        yield "lines", game.told(before, move, after, seat).split(": ", 1)[1]
    yield "moves", str(move.action)
    awaited = game.awaits(before)
    if isinstance(awaited, Choice):
        for seat in awaited.seats | awaited.free:
            yield from (("moves", str(action)) for action in game.legal(before, seat))
    elif not isinstance(awaited, Over) and awaited.size < LISTED:
        yield from (("moves", str(action)) for action in awaited.odds())


def check_sentence(game: AnyGame, options: Options, steps: list[Step], about: Words, section: str, text: str) -> None:
    names = [f"player {n + 1}" for n in range(options.players)]
    try:
        sentence = about.sentence(section, text, names, {"who": names[0]})
    except (KeyError, ValueError) as error:
        why = f"{about.lang}: the words for {text!r} in {section} speak of what is not there: {error!r}"
        raise LawBroken("words", game, options, steps, why) from error
    if not sentence:
        raise LawBroken("words", game, options, steps, f"{about.lang}: {section} has no words for {text!r}")


# ---- bots ---------------------------------------------------------------------------


def check_bots(game: AnyGame, rng: Random | None = None) -> None:
    """At a few places of one random game, each level is asked what it would do and what it thinks of all it may do."""
    rng, options = rng or Random(0), game.options()
    steps = list(playout(game, options, rng))
    decisions = [n for n, (before, _, _) in enumerate(steps) if isinstance(game.awaits(before), Choice)]
    for n in sorted(rng.sample(decisions, min(PLACES, len(decisions)))):
        state = steps[n][0]
        awaited = game.awaits(state)
        assert isinstance(awaited, Choice)
        seat = rng.choice(sorted(awaited.seats))
        for bot in bots.bots(game).values():
            try:
                check_bot(game, bot, state, seat, rng.getrandbits(32))
            except AssertionError as error:
                why = f"the level {bot.level} {error}, on seat {seat}"
                raise LawBroken("bots", game, options, steps[:n], why) from error


def check_bot(game: AnyGame, bot: AnyBot, state: Any, seat: Seat, seed: int) -> None:
    """AssertionError says what is wrong. The bot is handed a view that was written down and read again."""
    legal, seen = list(game.legal(state, seat)), game.view(state, seat)
    read = msgspec.json.decode(msgspec.json.encode(seen), type=get_type_hints(game.view)["return"])
    read = with_own_options(game, read)
    assert read == seen, "cannot be asked: its view is not the same when it is written down and read again"
    try:
        chosen, again = (bot.choose(view, legal, Random(seed)) for view in (seen, read))
        weighed = bot.advise(read, legal, Random(seed))
    except Exception as error:
        raise AssertionError(f"fails: {error!r}") from error
    assert chosen in legal, f"chooses {chosen}, which is not legal"
    assert chosen == again, f"chooses {chosen}, but {again} with the same view read from a text"
    check_mixing(bot, read, legal, seed)
    check_advice(game, legal, weighed)


def check_mixing(bot: AnyBot, view: Any, legal: Sequence[Any], seed: int) -> None:
    """A bot that reports its mixed strategy draws from exactly that."""
    if bot.mix is None:
        return
    rng = Random(seed)
    try:
        mixture = check_mixture(bot.mix(view, legal, rng), legal)
    except BotFault as fault:
        raise AssertionError(f"reports {fault.why}") from fault
    drawn, chosen = draw(mixture, rng), bot.choose(view, legal, Random(seed))
    assert chosen == drawn, f"chooses {chosen}, but its mixed strategy says {drawn} with the same random numbers"


def check_advice(game: AnyGame, legal: Sequence[object], weighed: Weighed) -> None:
    actions = [advice.action for advice in weighed]
    assert sorted(map(str, actions)) == sorted(map(str, legal)), "does not weigh each legal action once"
    values = [advice.value for advice in weighed]
    assert values == sorted(values, reverse=True), "does not put the best first"
    assert all(0 <= value <= 1 for value in values), "gives a value that is no chance"
    for lang in file_codes(game.package, FILE):
        section = own_words(game, lang).section("advice")
        for advice in weighed:
            assert advice.reason in section, f"gives the reason {advice.reason!r}, which has no words in {lang}"
            names = {name for _, name, _, _ in Formatter().parse(section[advice.reason]) if name}
            missing = sorted(names - advice.figures.keys() - game.facts.keys())
            assert not missing, f"gives the reason {advice.reason!r} without {missing}"
