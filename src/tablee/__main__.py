"""The command `tablee`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tablee import options as agreed
from tablee.bots import tell_apart, usual_level
from tablee.box import credits_text, glossary_text
from tablee.command_line import SERVER_FLAGS, language, language_first, option_texts, parser
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
from tablee.completion import completion_script
from tablee.contract import AnyGame, OptionError, Options, Refusal
from tablee.games import GAMES
from tablee.languages import Lang
from tablee.position_commands import show_position
from tablee.puzzle_commands import run_puzzles
from tablee.record import clean, told_apart
from tablee.server import operations
from tablee.terminal.notebook import TerminalNotebook, is_notebook, new_notebook_path
from tablee.terminal.replay import replay_file
from tablee.terminal.review import review_file
from tablee.terminal.table import BOT, TerminalTable, new_record_path, suggested_level
from tablee.words import Words, words


def main(argv: Sequence[str] | None = None) -> int:
    argv = sys.argv[1:] if argv is None else list(argv)
    replace_unprintable()
    lang = language(argv)
    house = words(lang)
    args = parser(house).parse_args(language_first(argv))
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
            case "position":
                return show_position(GAMES[args.game], option_texts(args, GAMES[args.game]), args.fields, lang)
            case command if command in operations.COMMANDS:
                return run_operation(args, house)
            case _:
                return show_shelf(lang)
    except Refusal as error:
        return complain(house.why(error))
    except KeyboardInterrupt:
        return interrupted(house)
    except BrokenPipeError:  # the reader of our output has gone, so nothing more can be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


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
