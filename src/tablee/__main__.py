"""The command `tablee`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tablee import __version__
from tablee import options as agreed
from tablee.bots import tell_apart, usual_level
from tablee.box import as_flag, credits_text, glossary_text
from tablee.command_texts import (
    check_dice,
    complain,
    interrupted,
    replace_unprintable,
    show_claims,
    show_games,
    show_rules,
    show_text,
)
from tablee.completion import SHELLS, completion_script
from tablee.contract import AnyGame, OptionError, Options, Refusal, describe_options
from tablee.games import GAMES
from tablee.lab_flags import add_lab, add_learn, bot_lists
from tablee.languages import LANGS, Lang, match_language
from tablee.options import Word
from tablee.play_flags import play_flags
from tablee.puzzle_commands import add_puzzles, run_puzzles
from tablee.record import clean, told_apart
from tablee.server import operations
from tablee.terminal.notebook import TerminalNotebook, is_notebook, new_notebook_path
from tablee.terminal.replay import replay_file
from tablee.terminal.review import review_file
from tablee.terminal.table import BOT, TerminalTable, new_record_path, suggested_level
from tablee.words import Words, words

SERVER_FLAGS = {  # and what follows each
    "host": "address", "port": "number", "store": "address", "bus": "address", "web": "folder", "origins": "address",
    "workers": "number", "pace": "number", "limits": "limits", "hosts": "host", "keep_sessions": "number",
    "keep_guests": "number", "log": "log", "metrics_key": "key", "name": "title", "languages": "languages",
    "bots": "bots", "base": "path",
}  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    argv = sys.argv[1:] if argv is None else list(argv)
    replace_unprintable()
    lang = language(argv)
    house = words(lang)
    args = parser(house).parse_args(argv)
    try:
        match args.command:
            case "games":
                return show_games(lang)
            case "rules":
                return show_rules(GAMES[args.game], lang, args.rule)
            case "glossary":
                return show_text(glossary_text(lang, *([GAMES[args.game]] if args.game else [])))
            case "credits":
                return show_text(credits_text(lang))
            case "claims":
                return show_claims(GAMES[args.game], lang, args.question)
            case "replay" if args.step and has_screen():
                return step_through(Path(args.file), lang)
            case "replay" if args.review:
                return review_file(Path(args.file), args.seat, args.json, house)
            case "replay":
                return replay_file(Path(args.file), args.seat, args.all, args.json, house, sheeted=args.sheet)
            case "play" if args.resume or args.game:
                return play(args, lang)
            case "arena":
                return run_arena(args, GAMES[args.game], lang)
            case "lab":
                return run_lab(args, GAMES[args.game], lang, argv)
            case "learn":
                return run_learn(args, GAMES[args.game], lang)
            case "serve":
                return run_server(args, house)
            case "export":
                return export_page(Path(args.folder), house)
            case "completion":
                print(completion_script(parser(house), args.shell), end="")
                return 0
            case "verify":
                return check_dice(Path(args.file), house)
            case "puzzles":
                return run_puzzles(args, house)
            case command if command in operations.COMMANDS:
                return run_operation(args, house)
            case _:
                return show_shelf(lang)
    except Refusal as error:
        return complain(house.why(error))
    except KeyboardInterrupt:
        return interrupted(house)
    except BrokenPipeError:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # the reader of our output has gone, so nothing more can be written
        return 1


def language(argv: Sequence[str]) -> Lang:
    """--lang, else the language of the locale."""
    for n, word in enumerate(argv):
        said = argv[n + 1 : n + 2] if word == "--lang" else [word.removeprefix("--lang=")]
        if word.startswith("--lang") and said and said[0] in LANGS:
            return said[0]
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return match_language(None if locale.split(".")[0] in ("C", "POSIX") else locale)


# ---- the command line ---------------------------------------------------------


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
        " | admin | replay | verify | puzzles | arena | lab | learn | completion",
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
    what = bench.add_subparsers(dest="what", metavar="run | compare | sweep | games", required=True)
    for task in ("run", "compare", "sweep", "games"):
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


# ---- the commands -------------------------------------------------------------


def play(args: argparse.Namespace, lang: Lang) -> int:
    house = words(lang)
    try:
        if args.notebook or (args.resume and is_notebook(Path(args.resume))):
            return show_notebook(open_notebook(args, house), lang, args.plain)
        table = resume_table(args) if args.resume else open_table(args, GAMES[args.game], house)
    except FileExistsError as error:
        return complain(house.house("exists", path=error.filename))
    except OSError as error:
        return complain(house.house("no_file", path=error.filename, why=error.strerror))
    return show_table(table, lang, args.plain, args.pace)


def resume_table(args: argparse.Namespace) -> TerminalTable:
    return TerminalTable.resume(Path(args.resume), real=args.real, seed=args.seed)


def open_table(args: argparse.Namespace, game: AnyGame, house: Words) -> TerminalTable:
    options = agreed.read(game.options, table_texts(args, game) if args.real else option_texts(args, game))
    level = usual_level(game) if args.seat or not has_screen() else suggested_level(game)
    names = seat_names(args.seat, game, options, house, level, real=args.real)
    path = Path(args.record) if args.record else new_record_path(game)
    return TerminalTable.open(game, options, names, path, real=args.real, seed=args.seed)


def open_notebook(args: argparse.Namespace, house: Words) -> TerminalNotebook:
    """The notebook to go on with, or a new one; the first name is its owner's."""
    if args.resume:
        return TerminalNotebook.resume(Path(args.resume))
    game = GAMES[args.game]
    options = agreed.read(game.options, table_texts(args, game))
    names = seat_names(args.seat, game, options, house, usual_level(game), real=True)
    if any(name.startswith(BOT) for name in names):
        raise OptionError("seat", "a notebook knows people only: give their names")
    path = Path(args.record) if args.record else new_notebook_path(game)
    return TerminalNotebook.open(game, options, names, path)


def table_texts(args: argparse.Namespace, game: AnyGame) -> dict[str, str]:
    """The options of a real table: several who are named are all who play."""
    named = len(args.seat or ())
    return {**({"players": str(named)} if named > 1 else {}), **option_texts(args, game)}


def seat_names(
    asked: list[str] | None, game: AnyGame, options: Options, house: Words, usual: str, *, real: bool
) -> list[str]:
    """The names by seat, from `human`, `bot`, `bot:LEVEL`, `bot:CHARACTER` or a name.

    Bots, or people if `real`, take the rest.
    """
    asked = list(asked or ["human"])
    if len(asked) > options.players:
        raise OptionError(
            "seat", "{asked} seats were given for {players} players", asked=len(asked), players=options.players
        )
    asked += ["human" if real else "bot"] * (options.players - len(asked))
    wanted = [who.partition(":")[2] or usual for who in asked if who.partition(":")[0] == "bot"]
    seated = iter(tell_apart(game, wanted))
    names = []
    for n, who in enumerate(asked, 1):
        kind, _, level = who.partition(":")
        if kind == "human" and not level:
            names.append(house.house("player", n=n))
        elif kind == "bot":
            names.append(f"{BOT}{next(seated)}")
        else:
            names.append(clean(who.removeprefix(BOT)))
    return told_apart(names)


def run_arena(args: argparse.Namespace, game: AnyGame, lang: Lang) -> int:
    from tablee.lab.arena.cli import main

    return main(args, game, option_texts(args, game), words(lang, game))


def run_lab(args: argparse.Namespace, game: AnyGame, lang: Lang, argv: Sequence[str]) -> int:
    from tablee.lab.runs.cli import main

    return main(args, game, option_texts(args, game), words(lang, game), argv)


def run_learn(args: argparse.Namespace, game: AnyGame, lang: Lang) -> int:
    from tablee.learn.cli import main

    return main(args, game, option_texts(args, game), words(lang, game))


def has_screen() -> bool:
    """Whether a person uses a terminal that can show a full screen."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") not in (None, "dumb")


def show_table(table: TerminalTable, lang: Lang, plain: bool, pace: float | None = None) -> int:
    """On a full screen where the terminal has one, else in plain lines."""
    if plain or not has_screen():
        from tablee.terminal.plain import PlainTerminal

        PlainTerminal(table, words(lang, table.game), sys.stdin, sys.stdout).play()
        return 0
    from tablee.terminal.app import PAUSE
    from tablee.terminal.full_screen import FullScreen

    app = FullScreen(lang, table, PAUSE if pace is None else max(0.0, pace))
    app.run()
    return print_record_path(app.table or table, app.lang)


def show_notebook(book: TerminalNotebook, lang: Lang, plain: bool) -> int:
    """Keeps the notebook until its owner leaves: on a full screen, or in plain lines."""
    if plain or not has_screen():
        from tablee.terminal.plain_notebook import PlainNotebook

        PlainNotebook(book, words(lang, book.game), sys.stdin, sys.stdout).keep()
        return 0
    from tablee.terminal.full_screen import FullScreen

    app = FullScreen(lang, notebook=book)
    app.run()
    return print_notebook_path(book, app.lang)


def print_notebook_path(book: TerminalNotebook, lang: Lang) -> int:
    print(words(lang).house("note_kept" if book.book.closed else "note_resume", path=book.path))
    return 0


def print_record_path(table: TerminalTable, lang: Lang) -> int:
    key = "kept" if table.over else "resume"
    print(words(lang).house(key, path=table.path))
    return 0


def step_through(path: Path, lang: Lang) -> int:
    """A record on a full screen, move by move, with what the strongest bot thinks."""
    from tablee.terminal.replay import load
    from tablee.terminal.step_screen import StepApp

    app = StepApp(lang, load(path))
    app.run()
    print(words(app.lang).house("stopped"))
    return 0


def export_page(folder: Path, house: Words) -> int:
    from tablee.server.export import export

    size = export(folder)
    print(house.house("exported", folder=str(folder), megabytes=house.language.format_number(size / 1e6, 0)))
    return 0


def run_server(args: argparse.Namespace, house: Words) -> int:
    from tablee.server.serve import serve

    try:
        return serve({flag: getattr(args, flag) for flag in ("config", *SERVER_FLAGS)}, house)
    except OSError as error:
        return complain(house.house("no_port", why=error.strerror))


def run_operation(args: argparse.Namespace, house: Words) -> int:
    try:
        return operations.run(args, house)
    except OSError as error:
        return complain(house.house("no_file", path=error.filename, why=error.strerror))


def show_shelf(lang: Lang) -> int:
    """No command was given: the shelf to choose from, or a list where there is no full screen."""
    if not has_screen():
        return show_games(lang)
    from tablee.terminal.full_screen import FullScreen

    app = FullScreen(lang)
    app.run()
    if app.notebook:
        return print_notebook_path(app.notebook, app.lang)
    if app.table:
        return print_record_path(app.table, app.lang)
    print(words(app.lang).house("stopped"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
