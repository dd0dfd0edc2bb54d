"""The command `tablee learn`."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import replace
from platformdirs import user_data_path

from tablee import options as agreed
from tablee.bots.nets import NET
from tablee.contract import AnyGame, OptionError
from tablee.lab.arena.journal import Journal
from tablee.lab.arena.runner import run_arena
from tablee.lab.arena.tally import BotFigures
from tablee.lab.errors import print_errors
from tablee.lab.files import write_file
from tablee.lab.plan import make_plan, plan_identity
from tablee.lab.progress import ProgressDisplay
from tablee.learn.curves import Point, draw, read_csv, write_csv
from tablee.learn.recipes import Recipe, recipe_of
from tablee.words import Words

STEP: Final = 1000  # decisions that count as one in the progress line
SETTINGS, CHECKPOINT, NET_FILE, TABLE, CHART = "settings.json", "checkpoint.pt", "net.bin", "curve.csv", "curve.svg"


def main(args: argparse.Namespace, game: AnyGame, texts: dict[str, str], words: Words) -> int:
    for option in ("decisions", "lanes", "every", "games", "stop"):
        if (number := getattr(args, option)) is not None and number < 1:
            raise OptionError(option, "allowed: {allowed}", allowed="1, 2, 3, …")
    for module, extra in (("torch", "learn"), ("numba", "turbo")):
        if find_spec(module) is None:
            raise OptionError("learn", "this needs an extra: pip install 'tablee[{extra}]'", extra=extra)
    recipe = recipe_of(game.name)
    if texts:
        recipe = replace(recipe, tables=((texts, 1),))
    for options, _ in recipe.tables:
        agreed.read(game.options, dict(options))
    folder = Path(args.out) if args.out else user_data_path("tablee") / "learn" / game.name
    training = Training(args, game, recipe, folder, words)
    try:
        return training.run()
    except KeyboardInterrupt:
        return print_errors([words.house("learn_stopped", path=folder)], 130)
    except OSError as error:
        return print_errors([words.house("no_file", path=error.filename, why=error.strerror)], 1)


class Training:
    """A training in a folder: its settings, its checkpoint, its curve, and its net."""

    def __init__(self, args: argparse.Namespace, game: AnyGame, recipe: Recipe, folder: Path, words: Words) -> None:
        self.args, self.game, self.recipe, self.folder, self.words = args, game, recipe, folder, words
        self.settings = {
            "game": game.name, "seed": args.seed, "decisions": args.decisions, "lanes": args.lanes,
            "recipe": to_builtins(recipe),
        }  # fmt: skip
        self.points: list[Point] = []
        self.seconds = 0.0

    def open(self) -> Any:
        """The learner, where it was left."""
        from tablee.learn.training import Learner

        settings, checkpoint = self.folder / SETTINGS, self.folder / CHECKPOINT
        text = json.dumps(self.settings, indent=1, sort_keys=True)
        known = settings.exists() and not self.args.fresh
        if known and settings.read_text(encoding="utf-8") != text:
            raise OptionError(
                "out", "{path} holds a training with other settings; use --fresh to start again", path=self.folder
            )
        learner = Learner(self.game, self.recipe, self.args.lanes, self.args.seed, self.args.device)
        if known and checkpoint.exists():
            learner.resume(checkpoint.read_bytes())
            self.points = read_csv((self.folder / TABLE).read_bytes())
            self.seconds = self.points[-1].seconds
        else:
            checkpoint.unlink(missing_ok=True)
        write_file(settings, text.encode())
        return learner

    def run(self) -> int:
        learner, goal = self.open(), self.args.decisions
        display = ProgressDisplay(-(-goal // STEP), STEP, self.words, "learn_progress")
        try:
            stop = self.args.stop or goal
            while learner.decisions < goal and learner.updates < stop:
                display.update(learner.decisions // STEP)
                begun = perf_counter()
                figures = learner.update(learner.decisions / goal)
                self.seconds += perf_counter() - begun
                due = learner.updates % self.args.every == 0
                if due or learner.decisions >= goal or learner.updates == stop:
                    self.keep(learner, figures)
        finally:
            display.stop()
        self.show()
        return 0

    def keep(self, learner: Any, figures: Mapping[str, float]) -> None:
        """Writes the net, plays it against a bot, and writes the checkpoint last: all before it can be repeated."""
        net = self.folder / NET_FILE
        about = {"seed": self.args.seed, "decisions": learner.decisions}
        write_file(net, learner.net(about))
        found, fair = self.evaluate(net)
        self.points.append(Point(
            decisions=learner.decisions, updates=learner.updates, games=learner.games, seconds=round(self.seconds, 1),
            entropy=round(figures["entropy"], 4), error=round(figures["error"], 4), against=self.args.against,
            played=found.games, wins=round(found.win_rate, 4), low=round(found.win_low or 0.0, 4),
            high=round(1.0 if found.win_high is None else found.win_high, 4), fair=round(fair, 4),
        ))  # fmt: skip
        write_file(self.folder / TABLE, write_csv(self.points))
        svg = draw(self.points, self.words)
        if svg is not None:
            write_file(self.folder / CHART, svg)
        write_file(self.folder / CHECKPOINT, learner.checkpoint())
        print(self.line(self.points[-1]), flush=True)

    def evaluate(self, net: Path) -> tuple[BotFigures, float]:
        """The net in one seat of the first table, against a bot in all others."""
        options = agreed.read(self.game.options, dict(self.recipe.tables[0][0]))
        name = f"{NET}{net}"
        plan = make_plan(self.game, options, [name, self.args.against], self.args.seed, limit=60_000)
        deals = -(-self.args.games // len(plan.seatings))
        with (
            tempfile.TemporaryDirectory() as kept,
            Journal(Path(kept) / "journal.jsonl", plan_identity(plan)) as journal,
        ):
            tally = run_arena(plan, deals, journal, workers=1)
        (found,) = [row for row in tally.figures() if row.bot == name]
        return found, 1 / options.players

    def line(self, point: Point) -> str:
        percent = self.words.language.write_percent
        return self.words.house(
            "learn_line", decisions=f"{point.decisions / 1e6:.1f}", against=point.against, games=point.played,
            wins=percent(f"{100 * point.wins:.1f}"), low=percent(f"{100 * point.low:.1f}"),
            high=percent(f"{100 * point.high:.1f}"),
        )  # fmt: skip

    def show(self) -> None:
        print(self.words.house("learn_done", path=self.folder / NET_FILE))
