"""The command line of `tablee`: its language, its commands and their flags, and the options of each game."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from tablee import __version__
from tablee.box import as_flag
from tablee.completion import SHELLS
from tablee.contract import AnyGame, describe_options
from tablee.games import GAMES
from tablee.games.parts import has_position
from tablee.lab_flags import add_lab, add_learn, bot_lists
from tablee.languages import LANGS, Lang, match_language
from tablee.options import Word
from tablee.play_flags import play_flags
from tablee.puzzle_commands import add_puzzles
from tablee.server import operations
from tablee.words import Words, words

SERVER_FLAGS = {  # and what follows each
    "host": "address", "port": "number", "store": "address", "bus": "address", "web": "folder", "origins": "address",
    "workers": "number", "pace": "number", "limits": "limits", "hosts": "host", "keep_sessions": "number",
    "keep_guests": "number", "log": "log", "metrics_key": "key", "name": "title", "languages": "languages",
    "bots": "bots", "base": "path",
}  # fmt: skip


def language(argv: Sequence[str]) -> Lang:
    """--lang, else the language of the locale."""
    for n, word in enumerate(argv):
        said = argv[n + 1 : n + 2] if word == "--lang" else [word.removeprefix("--lang=")]
        if word.startswith("--lang") and said and said[0] in LANGS:
            return said[0]
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return match_language(None if locale.split(".")[0] in ("C", "POSIX") else locale)


def language_first(argv: Sequence[str]) -> list[str]:
    """The same words with --lang before the command. After a flag argparse does not know a word that may be left out,
    as the rule in `tablee rules coda --lang fr COD-14`."""
    for n, word in enumerate(argv):
        end = n + (2 if word == "--lang" else 1)
        if word.startswith("--lang") and end <= len(argv):
            return [*argv[n:end], *argv[:n], *argv[end:]]
    return list(argv)


def translate_argparse(house: Words) -> None:
    """Has argparse speak this language. It asks gettext, which knows neither --lang nor our words."""
    own = house.section("argparse")
    spoken: Any = argparse
    spoken._ = lambda text: own.get(text, text)
    spoken.ngettext = lambda one, many, n: own.get(one if n == 1 else many, one if n == 1 else many)


def parser(house: Words) -> argparse.ArgumentParser:
    translate_argparse(house)
    a_file, a_folder = house.house("arg_file"), house.house("arg_folder")
    top = argparse.ArgumentParser(prog="tablee", description=house.house("help_tablee"))
    top.add_argument("--lang", choices=LANGS, help=house.house("help_lang"))
    top.add_argument("--version", action="version", version=f"tablee {__version__}", help=house.house("help_version"))
    commands = top.add_subparsers(
        dest="command",
        metavar="games | rules | glossary | credits | claims | play | serve | export | backup | restore | move | store"
        " | admin | replay | verify | puzzles | position | arena | lab | learn | completion",
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--lang", choices=LANGS, help=house.house("help_lang"))

    commands.add_parser("games", parents=[common], help=house.house("help_games"))

    read = commands.add_parser("rules", parents=[common], help=house.house("help_rules"))
    read.add_argument("game", choices=GAMES)
    read.add_argument("rule", nargs="?", metavar=house.house("arg_rule"), help=house.house("help_rule"))

    terms = commands.add_parser("glossary", parents=[common], help=house.house("help_glossary"))
    terms.add_argument("game", choices=GAMES, nargs="?")

    commands.add_parser("credits", parents=[common], help=house.house("help_credits"))

    asked = commands.add_parser("claims", parents=[common], help=house.house("help_claims"))
    asked.add_argument("game", choices=GAMES)
    asked.add_argument("question", nargs="?", metavar=house.house("arg_question"), help=house.house("help_question"))

    again = commands.add_parser("replay", parents=[common], help=house.house("help_replay"))
    again.add_argument("file", metavar=a_file)
    again.add_argument("--seat", type=int, metavar="N", help=house.house("help_replay_seat"))
    again.add_argument("--all", action="store_true", help=house.house("help_replay_all"))
    again.add_argument("--json", action="store_true", help=house.house("help_replay_json"))
    again.add_argument("--sheet", action="store_true", help=house.house("help_replay_sheet"))
    again.add_argument("--review", action="store_true", help=house.house("help_replay_review"))
    again.add_argument("--step", action="store_true", help=house.house("help_replay_step"))

    sit = commands.add_parser("play", parents=[play_flags(common, house)], help=house.house("help_play"))
    games = sit.add_subparsers(dest="game", metavar=" | ".join(GAMES))
    for name, game in GAMES.items():
        about = words(house.lang, game)
        box = games.add_parser(
            name,
            parents=[play_flags(common, house, default=argparse.SUPPRESS)],  # a flag before the game holds, too
            help=about.tagline,
            description=f"{about.title} — {about.tagline}",
        )
        add_options(box, game, house)

    node = commands.add_parser("serve", parents=[common], help=house.house("help_serve"))
    node.add_argument("--config", metavar=a_file, help=house.house("help_serve_config"))
    for flag, value in SERVER_FLAGS.items():
        node.add_argument(as_flag(flag), metavar=house.house(f"arg_{value}"), help=house.house(f"help_serve_{flag}"))

    node = commands.add_parser("export", parents=[common], help=house.house("help_export"))
    node.add_argument("folder", metavar=house.house("arg_folder"))

    operations.add_commands(commands, common, house)

    shell = commands.add_parser("completion", parents=[common], help=house.house("help_completion"))
    shell.add_argument("shell", choices=SHELLS)

    check = commands.add_parser("verify", parents=[common], help=house.house("help_verify"))
    check.add_argument("file", metavar=a_file)

    add_puzzles(commands.add_parser("puzzles", parents=[common], help=house.house("help_puzzles")), house)

    seen = commands.add_parser("position", parents=[common], help=house.house("help_position"))
    games = seen.add_subparsers(dest="game", metavar=" | ".join(GAMES), required=True)
    for name, game in GAMES.items():
        if has_position(game):
            box = games.add_parser(
                name, parents=[common], help=words(house.lang, game).tagline, description=house.house("help_position")
            )
            box.add_argument(
                "fields", nargs="*", metavar=house.house("arg_field"), help=house.house("help_position_fields")
            )
            add_options(box, game, house)

    ring = commands.add_parser("arena", parents=[common], help=house.house("help_arena"))
    games = ring.add_subparsers(dest="game", metavar=" | ".join(GAMES), required=True)
    for name, game in GAMES.items():
        box = games.add_parser(
            name, parents=[common], help=words(house.lang, game).tagline, description=house.house("help_arena")
        )
        box.add_argument("--bots", metavar="A,B,…", help=house.house("help_bots", **bot_lists(game)))
        box.add_argument("--games", type=int, default=1000, metavar="N", help=house.house("help_arena_games"))
        box.add_argument("--jobs", type=int, default=1, metavar="N", help=house.house("help_jobs"))
        box.add_argument("--seed", type=int, default=0, metavar="N", help=house.house("help_arena_seed"))
        box.add_argument("--time-limit", type=int, default=2000, metavar="MS", help=house.house("help_time_limit"))
        box.add_argument("--json", metavar=a_file, help=house.house("help_arena_json"))
        box.add_argument("--csv", metavar=a_file, help=house.house("help_arena_csv"))
        box.add_argument("--records", metavar=a_folder, help=house.house("help_records"))
        box.add_argument("--journal", metavar=a_file, help=house.house("help_journal"))
        box.add_argument("--fresh", action="store_true", help=house.house("help_fresh"))
        add_options(box, game, house)

    bench = commands.add_parser("lab", parents=[common], help=house.house("help_lab"))
    what = bench.add_subparsers(dest="what", metavar="run | compare | sweep | games | calibrate", required=True)
    for task in ("run", "compare", "sweep", "games", "calibrate"):
        purpose = house.house("help_lab_dataset" if task == "games" else f"help_lab_{task}")
        games = what.add_parser(task, parents=[common], help=purpose).add_subparsers(
            dest="game", metavar=" | ".join(GAMES), required=True
        )
        for name, game in GAMES.items():
            box = games.add_parser(name, parents=[common], help=words(house.lang, game).tagline, description=purpose)
            add_lab(box, task, game, house)
            add_options(box, game, house)

    school = commands.add_parser("learn", parents=[common], help=house.house("help_learn"))
    games = school.add_subparsers(dest="game", metavar=" | ".join(GAMES), required=True)
    for name, game in GAMES.items():
        box = games.add_parser(
            name, parents=[common], help=words(house.lang, game).tagline, description=house.house("help_learn")
        )
        add_learn(box, game, house)
        add_options(box, game, house)
    return top


def add_options(box: argparse.ArgumentParser, game: AnyGame, house: Words) -> None:
    """One flag for each option of the game."""
    rule_options = box.add_argument_group(house.house("help_options"))
    about = words(house.lang, game)
    for option, meaning in describe_options(game.options).items():
        usual = meaning.write(getattr(game.options(), option))
        text = about.option_help(option)
        if isinstance(meaning, Word):
            text += f" ({', '.join(f'{word} = {about.value(option, word)}' for word in meaning.words)})"
        rule_options.add_argument(
            as_flag(option), dest=f"option_{option}", metavar=meaning.allowed.replace(", ", "|"),
            help=house.house("help_option", text=text, usual=usual, rule=meaning.rule).replace("%", "%%"),
        )  # fmt: skip


def option_texts(args: argparse.Namespace, game: AnyGame) -> dict[str, str]:
    """The options that were given."""
    return {
        name: text for name in describe_options(game.options) if (text := getattr(args, f"option_{name}")) is not None
    }
