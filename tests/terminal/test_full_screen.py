"""The full screen, driven as a person would."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets._toast import Toast

from tablee import bots
from tablee.bots import Advice, Bot, Weighed, usual_level
from tablee.contract import Seat
from tablee.games import GAMES
from tablee.languages import Lang
from tablee.sheets import sheet_lines
from tablee.terminal.dialogs import ChoiceScreen, CurtainScreen, HintScreen, PlayerAidScreen, RulesScreen
from tablee.terminal.full_screen import FullScreen
from tablee.terminal.options_screen import OptionsScreen
from tablee.terminal.replay import load
from tablee.terminal.shelf_screen import ShelfScreen
from tablee.terminal.step_screen import StepApp, StepScreen
from tablee.terminal.table import TerminalTable
from tablee.terminal.table_screen import TableScreen
from tablee.testing.play import random_move
from tablee.words import words
from tests.waiting import PATIENCE

SIXTEEN = GAMES["sixteen"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


pytestmark = pytest.mark.anyio


def seated(path: Path, *names: str, lang: Lang = "fr", **more: Any) -> FullScreen:
    table = TerminalTable.open(SIXTEEN, SIXTEEN.options(players=len(names)), names, path / "a.game", seed=5, **more)
    return FullScreen(lang, table, pause=0)


def text(app: FullScreen, name: str) -> str:
    return str(app.screen.query_one(name, Static).content)


async def until(pilot: Pilot[None], condition: Any) -> None:
    deadline = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < deadline, "it never came"
        await pilot.pause(0.02)


def at(app: FullScreen) -> TerminalTable:
    """The table that the screen is at."""
    assert app.table is not None
    return app.table


def asked(app: FullScreen) -> bool:
    return isinstance(app.screen, TableScreen) and app.screen.answer is not None


async def test_a_whole_game_is_played_with_arrows_and_enter(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "bot random")
    async with app.run_test(size=(80, 24)) as pilot:
        while True:
            await until(pilot, lambda: asked(app) or at(app).over)
            if at(app).over:
                break
            await pilot.press("down", "enter")
        await until(pilot, lambda: "S16-42" in text(app, "#prompt"))
        await pilot.press("enter")  # another one
        await until(pilot, lambda: not at(app).over and asked(app))
        assert at(app).path != tmp_path / "a.game"


async def test_everything_fits_on_80_by_24(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "bot random")
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(12):
            await until(pilot, lambda: asked(app))
            for name in ("#title", "#board", "#prompt", "#moves", "#entry", "#keys"):
                region = app.screen.query_one(name).region
                assert region.height > 0 and region.bottom <= 24 and region.right <= 80, name
            assert app.screen.query_one("#log").region.height >= 2
            await pilot.press("down", "enter")


async def test_typing_narrows_the_moves_and_enter_plays_the_one_that_is_lit(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "bot random", lang="en")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        legal = [str(action) for action in at(app).legal(at(app).people[0])]
        before = len(at(app).moves)
        app.screen.query_one(Input).value = legal[1].removeprefix("play ")
        await pilot.pause()
        assert app.screen.query_one(OptionList).option_count == 1
        await pilot.press("enter")
        await until(pilot, lambda: len(at(app).moves) > before)
        assert str(at(app).moves[before]) == f"0: {legal[1]}"


async def test_enter_alone_plays_nothing(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "bot random")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        before = len(at(app).moves)
        await pilot.press("enter", "enter")
        await pilot.pause(0.1)
        assert len(at(app).moves) == before


async def test_a_refusal_says_why_with_its_rule_in_french(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "bot random")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        app.screen.query_one(Input).value = "play joker 9 green"
        await pilot.press("enter")
        await until(pilot, lambda: "S16-11" in text(app, "#prompt"))
        assert text(app, "#prompt").startswith("Refusé")


async def test_a_curtain_falls_before_another_person_sees_a_private_card(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "Ben", lang="en")  # whose cards have letters
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(6):
            await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
            under = app.screen_stack[-2]
            assert isinstance(under, TableScreen) and under.reader is None
            board = str(under.query_one("#board", Static).content)
            private = {card for hand in at(app).state.hands for card in hand}
            public = {laid.card for laid in at(app).state.pile} | {
                laid.card for series in at(app).state.series for laid in series.cards
            }
            assert not any(card in board for card in private - public)
            await pilot.press("enter")
            await until(pilot, lambda: asked(app))
            hand = at(app).state.hands[at(app).state.turn]
            assert all(card in text(app, "#board") for card in hand if card != "joker")
            await pilot.press("down", "enter")


async def test_the_language_changes_at_a_key(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "bot random")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        assert "à vous de jouer" in text(app, "#prompt")
        await pilot.press("f2")
        await until(pilot, lambda: "your move" in text(app, "#prompt"))


async def test_the_rules_open_over_the_table_and_close_again(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "bot random")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_from_the_shelf_to_the_first_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_RECORDS", str(tmp_path))
    app = FullScreen("fr", pause=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ShelfScreen))
        assert app.screen.query_one(OptionList).option_count == len(GAMES)
        await pilot.press("enter", "enter")  # the first game, against bots
        assert "Quel niveau" in text(app, "#prompt")
        game = next(iter(GAMES.values()))
        menu = app.screen.query_one(OptionList)
        assert [option.id for option in menu.options] == bots.levels(game)
        assert (
            menu.highlighted is not None and menu.options[menu.highlighted].id == "beginner"
        )  # a first game is gentle
        await pilot.press("home", "enter", "escape", "enter", "enter")  # changes their mind
        await pilot.press("enter", "enter")  # the usual rules, the usual name
        await until(pilot, lambda: asked(app))
        (path,) = tmp_path.glob("*.game")
        assert "bot beginner" in path.read_text(encoding="utf-8")


async def test_after_a_first_game_the_shelf_suggests_the_usual_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_RECORDS", str(tmp_path))
    (tmp_path / "earlier.game").write_text("", encoding="utf-8")
    app = FullScreen("fr", pause=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ShelfScreen))
        await pilot.press("enter", "enter")
        menu = app.screen.query_one(OptionList)
        assert menu.highlighted is not None
        assert menu.options[menu.highlighted].id == usual_level(next(iter(GAMES.values())))


async def test_alone_against_bots_the_next_game_is_stronger_after_a_win_and_gentler_after_a_loss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_RECORDS", str(tmp_path))
    app = seated(tmp_path, "Ann", "bot club")
    async with app.run_test(size=(80, 24)) as pilot:
        while True:
            await until(pilot, lambda: asked(app) or at(app).over)
            if (over := at(app).over) is not None:
                break
            await pilot.press("down", "enter")
        won = over.ranks[0] == 1
        await until(pilot, lambda: app.screen.query_one(OptionList).option_count == 5)
        again, following, *more = app.screen.query_one(OptionList).options
        assert [option.id for option in (again, following, *more)] == [
            "again", "next", "how_played", "look_back", "leave"
        ]  # fmt: skip
        assert str(following.prompt).startswith("Des bots plus forts" if won else "Des bots plus faciles")
        await pilot.press("down", "enter")
        await until(pilot, lambda: at(app).names == ("Ann", "bot master" if won else "bot beginner"))


async def test_the_player_aid_opens_over_the_table_and_closes_again(tmp_path: Path) -> None:
    golden = GAMES["golden21"]
    names = ["Ann", "bot beginner 1", "bot beginner 2"]
    app = FullScreen(
        "fr", TerminalTable.open(golden, golden.options(players=3), names, tmp_path / "g.game", seed=5), pause=0
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        assert "F6 Mémo" in text(app, "#keys")
        await pilot.press("f6")
        await until(pilot, lambda: isinstance(app.screen, PlayerAidScreen))
        shown = "\n".join(str(part.content) for part in app.screen.query(Static))
        assert "Tableau des moyennes" in shown and "38–39" in shown
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_at_a_real_table_a_typed_card_is_taken_back_at_a_key(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "Ben", real=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("enter")
        await until(pilot, lambda: asked(app))
        app.screen.query_one(Input).value = "first 0"
        await pilot.press("enter")
        await until(pilot, lambda: len(at(app).moves) == 1)
        await until(pilot, lambda: asked(app))
        await pilot.press("f4")
        await until(pilot, lambda: at(app).moves == [])


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_without_colour_every_card_keeps_its_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: Lang
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = seated(tmp_path, "Ann", "bot random", lang=lang)
    signs = {"g": "♣", "o": "☼", "b": "♦", "p": "●"}
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        for card in at(app).state.hands[0]:
            letter = card[0] if lang == "en" else ""  # the letters are those of the English colours
            assert f" {letter}{card[1]}{signs[card[0]]} " in text(app, "#board")


async def test_a_free_seat_cuts_in_behind_its_own_curtain(tmp_path: Path) -> None:
    game = GAMES["code777"]
    table = TerminalTable.open(game, game.options(players=2), ["Ann", "Ben"], tmp_path / "a.game", seed=5)
    app = FullScreen("en", table, pause=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("enter")
        await until(pilot, lambda: asked(app))
        (other,) = table.free_people()
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, ChoiceScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("enter")
        await until(pilot, lambda: asked(app))
        before = len(table.moves)
        app.screen.query_one(Input).value = "declare 1,2,3"
        await pilot.press("enter")
        await until(pilot, lambda: len(table.moves) > before)
        assert str(table.moves[before]) == f"{other}: declare 1,2,3"
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))  # back to the one who is to ask


class Ponderer:
    """A bot that thinks as long as nobody says otherwise."""

    def __init__(self) -> None:
        self.asked, self.enough = Event(), Event()

    def ponder(self) -> None:
        self.asked.set()
        assert self.enough.wait(PATIENCE)

    def choose(self, view: Any, legal: Any, rng: Random) -> Any:
        self.ponder()
        return legal[0]

    def advise(self, view: Any, legal: Any, rng: Random) -> Weighed:
        self.ponder()
        return [Advice(action, (9 - n) / 10, "anything", {"n": len(legal)}) for n, action in enumerate(legal)]


@contextmanager
def pondering(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ponderer]:
    """The house's master is a ponderer."""
    slow = Ponderer()
    known = bots.bots(SIXTEEN)
    master = Bot("sixteen", "master", slow.choose, slow.advise)
    monkeypatch.setattr("tablee.bots.bots", lambda game: {"random": known["random"], "master": master})
    try:
        yield slow
    finally:
        slow.enough.set()


async def test_while_a_bot_thinks_the_screen_says_so_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pondering(monkeypatch) as slow:
        app = seated(tmp_path, "Ann", "bot master")
        async with app.run_test(size=(80, 24)) as pilot:
            while not slow.asked.is_set():
                await until(pilot, lambda: asked(app) or slow.asked.is_set())
                if asked(app):
                    await pilot.press("down", "enter")
            await until(pilot, lambda: text(app, "#prompt") == "bot Samovar réfléchit…")
            await pilot.press("f2")
            assert text(app, "#prompt") == "bot Samovar is thinking…"
            await pilot.press("f1")
            await until(pilot, lambda: isinstance(app.screen, RulesScreen))
            await pilot.press("escape")
            slow.enough.set()
            await until(pilot, lambda: asked(app))
            assert "your move" in text(app, "#prompt")


async def test_a_hint_shows_the_three_best_with_their_chances_and_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pondering(monkeypatch) as slow:
        app = seated(tmp_path, "Ann", "bot random")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: asked(app))
            assert "F5 Conseil" in text(app, "#keys")
            await pilot.press("f5")
            await until(pilot, lambda: text(app, "#prompt") == "bot maître réfléchit…")
            slow.enough.set()
            await until(pilot, lambda: isinstance(app.screen, HintScreen))
            legal = at(app).legal(at(app).people[0])
            about = words("fr", SIXTEEN)
            lines = [str(line.content) for line in app.screen.query("#hint Static").results(Static)]
            assert lines[0] == "bot maître propose\u00a0:"
            assert lines[1::2] == [
                f"{n}. {about.move(action, ['Ann', 'bot Miette'])} — {100 - 10 * n}\u202f%"
                for n, action in enumerate(legal[:3], 1)
            ]
            assert set(lines[2::2]) == {f"L’un des {len(legal)} coups possibles\u00a0; sans avis"}
            region = app.screen.query_one("#hint").region
            assert region.bottom <= 24 and region.right <= 80
            await pilot.press("escape")
            await until(pilot, lambda: asked(app))
            assert "à vous de jouer" in text(app, "#prompt")


async def test_a_hint_that_comes_after_the_move_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pondering(monkeypatch) as slow:
        app = seated(tmp_path, "Ann", "bot random")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: asked(app))
            await pilot.press("f5")
            await until(pilot, slow.asked.is_set)
            before = len(at(app).moves)
            await pilot.press("down", "enter")
            await until(pilot, lambda: len(at(app).moves) > before and asked(app))
            slow.enough.set()
            await pilot.pause(0.2)
            assert isinstance(app.screen, TableScreen) and "à vous de jouer" in text(app, "#prompt")


async def test_at_a_real_table_there_is_no_hint_for_a_roll(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "Ben", real=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("enter")
        await until(pilot, lambda: asked(app))
        assert "F5" not in text(app, "#keys")
        await pilot.press("f5")
        await pilot.pause(0.1)
        assert isinstance(app.screen, TableScreen)


# ---- what is in sight ---------------------------------------------------------------------


def golden(path: Path, *names: str, moves: int = 40, lang: Lang = "fr", **more: Any) -> FullScreen:
    """A table of The Golden 21 some moves later."""
    game, rng = GAMES["golden21"], Random(2)
    table = TerminalTable.open(game, game.options(players=len(names)), names, path / "g.game", seed=3, **more)
    for _ in range(moves):
        if not table.over:
            table.play((None if table.real else table.next_automatic_move()) or random_move(game, table.state, rng))
    return FullScreen(lang, table, pause=0)


@pytest.mark.parametrize("name", GAMES)
async def test_board_moves_and_four_lines_of_the_log_are_in_sight_at_80_by_24(tmp_path: Path, name: str) -> None:
    game = GAMES[name]
    players = 2 if name == "sixteen" else 4
    names = ["Ann", *(f"bot random {n}" for n in range(1, players))]
    table = TerminalTable.open(game, game.options(players=players), names, tmp_path / "a.game", seed=3)
    rng = Random(1)
    for _ in range(25):
        table.play(table.next_automatic_move() or random_move(game, table.state, rng))
    app = FullScreen("fr", table, pause=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        assert len(text(app, "#keys")) <= 78
        log, moves, board = (app.screen.query_one(name) for name in ("#log", "#moves", "#board-area"))
        await until(
            pilot, lambda: log.content_size.height >= 4 and moves.size.height >= min(2, len(table.legal(Seat(0))))
        )
        await until(pilot, lambda: log.scroll_offset.y == log.max_scroll_y)  # at its end
        assert board.size.height <= 11 and log.region.bottom <= moves.region.y <= 24


async def test_the_log_is_scrolled_by_keys_and_stays_at_its_end_after_a_refusal(tmp_path: Path) -> None:
    app = golden(tmp_path, "Ann", "Ben", "Cleo", real=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        log = app.screen.query_one("#log")
        await until(pilot, lambda: log.max_scroll_y > 0 and log.scroll_offset.y == log.max_scroll_y)
        await pilot.press("pageup")
        await until(pilot, lambda: log.scroll_offset.y < log.max_scroll_y)
        await pilot.press("9", "9", "9", "9", "enter")
        await until(pilot, lambda: "Refusé" in text(app, "#prompt"))
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: log.scroll_offset.y == log.max_scroll_y)


async def test_a_house_rule_is_one_key(tmp_path: Path) -> None:
    game = GAMES["golden21"]
    table = TerminalTable.open(game, game.options(players=3), ["Ann", "Ben", "Cleo"], tmp_path / "h.game", real=True)
    for face in (1, 5, 4):
        table.play(table.read(None, str(face)))
    app = FullScreen("fr", table)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        assert "F10" not in text(app, "#keys")
        await pilot.press("f10")
        assert len(table.moves) == 3 and not table.notes
        await pilot.press("1", "4", "enter")
        await until(pilot, lambda: "G21-10" in text(app, "#prompt") and "F10" in text(app, "#keys"))
        await pilot.press("f10")
        await until(pilot, lambda: [str(move) for move in table.moves[3:]] == ["0: announce 12"] and asked(app))
        assert "F10" not in text(app, "#keys")


async def test_from_110_columns_the_log_stands_beside_the_board(tmp_path: Path) -> None:
    app = golden(tmp_path, "Ann", "bot random 1", "bot random 2")
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: asked(app))
        log, board = app.screen.query_one("#log"), app.screen.query_one("#board-area")
        await until(pilot, lambda: log.region.x >= board.region.right and log.region.y == board.region.y)


async def test_a_window_that_is_too_small_says_so_in_one_sentence(tmp_path: Path) -> None:
    app = golden(tmp_path, "Ann", "bot random 1", "bot random 2")
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: app.screen.query_one("#too-small").display)
        assert "80 × 24" in text(app, "#too-small") and "60 × 20" in text(app, "#too-small")
        assert not app.screen.query_one("#board-area").region.height
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: not app.screen.query_one("#too-small").display)


async def test_the_whole_ranking_is_shown_and_the_last_entry_can_still_be_corrected(tmp_path: Path) -> None:
    app = golden(tmp_path, "Ann", "Ben", "Cleo", moves=5000, real=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: all(name in text(app, "#prompt") for name in ("Ann", "Ben", "Cleo")))
        played = len(at(app).moves)
        await pilot.press("f4")
        await until(pilot, lambda: asked(app) and len(at(app).moves) < played)


async def test_of_ten_the_whole_ranking_is_shown_and_the_board_scrolls(tmp_path: Path) -> None:
    names = [f"Trader {n}" for n in range(1, 11)]
    app = golden(tmp_path, *names, moves=5000, real=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: all(name in text(app, "#prompt") for name in names))
        prompt, board, log = (app.screen.query_one(part).region for part in ("#prompt", "#board-area", "#log"))
        assert prompt.height >= 1 + len(names) and board.bottom <= log.y and log.bottom <= prompt.y
        assert prompt.bottom <= app.screen.query_one("#moves").region.y
        await pilot.press("ctrl+down")
        await until(pilot, lambda: app.screen.query_one("#board-area").scroll_offset.y == 1)
        await pilot.press("ctrl+up")
        await until(pilot, lambda: app.screen.query_one("#board-area").scroll_offset.y == 0)


async def test_the_sheet_and_the_help_open_at_a_key(tmp_path: Path) -> None:
    app = golden(tmp_path, "Ann", "Ben", "Cleo", real=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        for key, said in (("f7", "Année 1"), ("question_mark", "F7")):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, PlayerAidScreen))
            shown = "".join(str(part.content) for part in app.screen.query(Static))
            assert said in shown
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))


@pytest.mark.parametrize("name", ["code21", "code777", "golden21", "sixteen"])
async def test_a_sheet_is_read_without_scrolling_sideways(tmp_path: Path, name: str) -> None:
    game, rng = GAMES[name], Random(1)
    options = game.options()
    table = TerminalTable.open(
        game, options, [f"bot random {n + 1}" for n in range(options.players)], tmp_path / "a.game"
    )
    for _ in range(60):
        table.play(table.next_automatic_move() or random_move(game, table.state, rng))
    lines = sheet_lines(game, table.state, None, words("fr", game), table.names, ())
    app = FullScreen("fr")
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PlayerAidScreen(lines, "", columns=True))
        await until(pilot, lambda: isinstance(app.screen, PlayerAidScreen) and app.screen.query("#rules"))
        assert app.screen.query_one("#rules").max_scroll_x == 0


async def test_enter_without_a_choice_says_what_is_awaited_and_the_pace_is_set_by_a_key(tmp_path: Path) -> None:
    app = golden(tmp_path, "Ann", "bot random 1", "bot random 2")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Choisissez" in text(app, "#prompt") and "ar ex." in text(app, "#prompt"))
        await pilot.press("f8")
        await until(pilot, lambda: app.pause == 3.0)


async def test_the_shelf_offers_every_number_of_players_names_and_variants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_RECORDS", str(tmp_path))
    app = FullScreen("fr", pause=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ShelfScreen))
        menu = app.screen.query_one(OptionList)
        menu.highlighted = list(GAMES).index("golden21")
        await pilot.press("enter", "down", "down", "enter")  # a real table
        assert [option.id for option in menu.options] == [str(n) for n in range(3, 11)]
        await pilot.press("enter", "down", "enter")  # four; a variant
        await pilot.press(*"Ana,Ben", "enter")
        await until(pilot, lambda: asked(app))
        table = at(app)
        assert table.real and table.names[:2] == ("Ana", "Ben") and table.options != table.game.options()
    again = FullScreen("fr", pause=0)
    async with again.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(again.screen, ShelfScreen))
        assert "Ana, Ben" in str(again.screen.query_one(OptionList).options[0].prompt)
        await pilot.press("enter")  # continues it
        await until(pilot, lambda: asked(again))
        assert at(again).real and at(again).names == table.names


async def test_every_option_is_chosen_on_the_shelf_one_by_one_and_a_question_mark_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_RECORDS", str(tmp_path))
    app = FullScreen("fr", pause=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ShelfScreen))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, PlayerAidScreen))
        assert "Échap" in "".join(str(part.content) for part in app.screen.query(Static))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ShelfScreen))
        menu = app.screen.query_one(OptionList)
        menu.highlighted = list(GAMES).index("golden21")
        await pilot.press("enter", "down", "down", "enter", "enter", "end", "enter")  # a real table, three, one by one
        await until(pilot, lambda: isinstance(app.screen, OptionsScreen))
        options = app.screen.query_one(OptionList)
        offered = [option.id for option in options.options]
        assert "years" in offered and "players" not in offered
        options.highlighted = offered.index("years")
        await pilot.press("enter", *"99", "enter")
        await until(pilot, lambda: "Refusé" in text(app, "#prompt"))
        await pilot.press(*"1", "enter")
        await until(pilot, lambda: options.display)
        options.highlighted = [option.id for option in options.options].index("expert")
        await pilot.press("enter", "enter")  # on
        await until(pilot, lambda: any("Années\u00a0: 1" in str(option.prompt) for option in options.options))
        options.highlighted = 0
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ShelfScreen))
        await pilot.press(*"Ana,Ben", "enter")
        await until(pilot, lambda: asked(app))
        assert (at(app).options.years, at(app).options.expert, at(app).real) == (1, True, True)  # type: ignore[attr-defined]


async def test_a_record_is_stepped_through_with_the_opinion_of_the_strongest_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = seated(tmp_path, "Ann", "bot random")
    table = at(app)
    rng = Random(4)
    while not table.over:
        table.play(table.next_automatic_move() or random_move(table.game, table.state, rng))
    any_legal = bots.bot(SIXTEEN, "random")

    def advise(view: Any, legal: Any, rng: Random) -> Weighed:
        return [Advice(action, 0.5, "anything", {"n": len(legal)}) for action in legal]

    master = Bot("sixteen", "master", any_legal.choose, advise)
    monkeypatch.setattr("tablee.bots.bots", lambda game: {"random": any_legal, "master": master})
    steps = StepApp("fr", load(table.path))
    async with steps.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(steps.screen, StepScreen))
        shown = steps.screen
        assert isinstance(shown, StepScreen)
        while shown.mover is None:
            await pilot.press("right")
        await until(pilot, lambda: "propose" in str(shown.query_one("#opinion", Static).content))
        assert str(shown.query_one("#prompt", Static).content).startswith("→ ")
        before = shown.at
        await pilot.press("right", "left")
        assert shown.at == before
        await pilot.press("end")
        await until(pilot, lambda: "S16-42" in str(shown.query_one("#prompt", Static).content))
        await pilot.press("home")
        await until(pilot, lambda: shown.at == 0)


async def test_after_the_game_every_rack_is_turned_over_by_itself(tmp_path: Path) -> None:
    game = GAMES["code777"]
    options = game.options(players=2, target=1, limit=1)
    table = TerminalTable.open(game, options, ["Ann", "bot random"], tmp_path / "a.game", seed=5)
    rng = Random(4)
    while not table.over:
        table.play(table.next_automatic_move() or random_move(game, table.state, rng))
    app = FullScreen("en", table, pause=0)
    async with app.run_test(size=(80, 24)) as pilot:
        row = next(line for line in text(app, "#board").splitlines() if "Ann " in line)
        assert all(f" {tile}" in row for tile in table.state.racks[0][-1])
        await pilot.press("f9")
        await until(pilot, lambda: app.screen.reader == 1)  # type: ignore[attr-defined]
        assert "?    ?    ?" not in text(app, "#board")
    steps = StepApp("en", load(table.path))
    async with steps.run_test(size=(80, 24)) as pilot:
        for key, hidden in (("end", False), ("left", True)):
            await pilot.press(key)
            assert ("?    ?    ?" in str(steps.screen.query_one("#board", Static).content)) == hidden


async def test_a_table_that_is_wider_than_the_window_scrolls_sideways(tmp_path: Path) -> None:
    golden, names = GAMES["golden21"], ["Ann", "Ben", "Cléo", "Dan"]
    app = FullScreen("en", TerminalTable.open(golden, golden.options(players=4), names, tmp_path / "g.game", seed=5))
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: asked(app))
        for key in ("f6", "f7"):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, PlayerAidScreen))
            assert isinstance(app.screen, PlayerAidScreen) and app.screen.columns
            await until(pilot, lambda: app.screen.query_one("#rules").max_scroll_x > 0)
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, PlayerAidScreen))


async def test_a_player_who_leaves_while_a_hint_is_worked_out_sees_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for, may_answer = Event(), Event()

    def advise(*_: Any) -> Weighed:
        asked_for.set()
        may_answer.wait(PATIENCE)
        return ()

    monkeypatch.setattr(TerminalTable, "hint", advise)
    app = seated(tmp_path, "Ann", "bot random")
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: asked(app))
            await pilot.press("f5")
            await until(pilot, asked_for.is_set)
    finally:
        may_answer.set()


@pytest.mark.parametrize(
    ("keys", "dialog", "said"),
    [
        (["f1"], RulesScreen, "Page Down scroll; Escape closes"),
        (["f6"], PlayerAidScreen, "Page Down scroll; Escape closes"),
        (["question_mark"], PlayerAidScreen, "Page Down scroll; Escape closes"),
    ],
)
async def test_a_question_mark_says_what_the_keys_do_over_a_table(
    tmp_path: Path, keys: list[str], dialog: type[Screen[Any]], said: str
) -> None:
    app = golden(tmp_path, "Ann", "Ben", "Cleo", lang="en")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: asked(app))
        await pilot.press(*keys)
        await until(pilot, lambda: isinstance(app.screen, dialog))
        await asks_for_help(app, pilot, said)


async def test_a_curtain_is_as_narrow_as_the_window(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "Ben")
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await until(pilot, lambda: app.screen.query_one("#curtain").region.width)
        assert app.screen.region.contains_region(app.screen.query_one("#curtain").region)


async def test_a_question_mark_says_what_enter_does_on_a_curtain(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "Ben", lang="en")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await asks_for_help(app, pilot, "Enter shows the game")


async def asks_for_help(app: FullScreen, pilot: Pilot[None], said: str) -> None:
    """The sentence is in sight, and what is open stays open."""
    below = app.screen
    assert not list(below.query(Toast))
    await pilot.press("question_mark")
    await until(pilot, lambda: any(said in str(toast.render()) for toast in below.query(Toast)))
    assert app.screen is below
    assert all(below.region.contains_region(toast.region) for toast in below.query(Toast))


@pytest.mark.parametrize("keys", [["f1"], ["f6"], ["f7"], ["question_mark"], ["f1", "escape"], ["9", "enter"]])
async def test_ctrl_c_leaves_whatever_is_open(tmp_path: Path, keys: list[str]) -> None:
    app = golden(tmp_path, "Ann", "Ben", "Cleo", real=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        await pilot.press(*keys, "ctrl+c")
        await until(pilot, lambda: not app.is_running)


async def test_ctrl_c_leaves_the_curtain_and_the_rules_of_the_shelf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_RECORDS", str(tmp_path))
    app = seated(tmp_path, "Ann", "Ben")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("ctrl+c")
        await until(pilot, lambda: not app.is_running)
    shelf = FullScreen("fr", pause=0)
    async with shelf.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(shelf.screen, ShelfScreen))
        shelf.screen.query_one(OptionList).highlighted = 1
        await pilot.press("enter", "down", "enter", "enter", "end", "enter")
        await until(pilot, lambda: isinstance(shelf.screen, OptionsScreen))
        await pilot.press("f1", "ctrl+c")
        await until(pilot, lambda: not shelf.is_running)


async def test_each_option_is_explained_where_it_is_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_RECORDS", str(tmp_path))
    app = FullScreen("fr", pause=0)
    about = words("fr", GAMES["golden21"])
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(OptionsScreen(GAMES["golden21"], "fr", "3"))
        await until(
            pilot,
            lambda: any(menu.option_count for menu in app.screen.query("OptionsScreen #menu").results(OptionList)),
        )
        options = app.screen.query_one(OptionList)
        names = [option.id for option in options.options]
        options.highlighted = names.index("expert")
        await until(pilot, lambda: text(app, "#about") == about.option_help("expert"))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, PlayerAidScreen))
        explained = "".join(str(part.content) for part in app.screen.query(Static))
        assert all(about.option_help(name) in explained for name in names if name)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, OptionsScreen))
        await pilot.press("home")
        await until(pilot, lambda: text(app, "#about") == "")


async def test_after_the_game_it_is_stepped_through_and_the_master_says_how_it_was_played(tmp_path: Path) -> None:
    app = seated(tmp_path, "Ann", "bot random", lang="en")
    table, rng = at(app), Random(4)
    while not table.over:
        table.play(table.next_automatic_move() or random_move(table.game, table.state, rng))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.screen.query(OptionList) and app.screen.query_one(OptionList).option_count > 2)
        menu = app.screen.query_one(OptionList)
        offered = [option.id for option in menu.options]
        menu.highlighted = offered.index("look_back")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, StepScreen))
        await pilot.press("end")
        await until(pilot, lambda: "S16-42" in text(app, "#prompt"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        menu.highlighted = offered.index("how_played")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayerAidScreen))
        said = "".join(str(part.content) for part in app.screen.query(Static))
        assert "Ann: accuracy" in said and "result" in said and "random" not in said
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and "going" not in text(app, "#prompt"))


async def test_a_step_that_is_longer_than_the_window_is_scrolled(tmp_path: Path) -> None:
    steps = StepApp("fr", load(at(golden(tmp_path, "Ann", "Ben", "Cleo", moves=60)).path))
    async with steps.run_test(size=(60, 10)) as pilot:
        await until(pilot, lambda: isinstance(steps.screen, StepScreen))
        await pilot.press("end")
        middle = steps.screen.query_one("#middle")
        await until(pilot, lambda: middle.max_scroll_y > 0)
        await pilot.press("down")
        await until(pilot, lambda: middle.scroll_offset.y == 1)
        await pilot.press("up")
        await until(pilot, lambda: middle.scroll_offset.y == 0)


@pytest.mark.parametrize(("lang", "escape", "page"), [("fr", "Échap", "Pg préc suiv"), ("en", "Esc", "PgUp PgDn")])
async def test_keys_are_called_as_on_a_keyboard_of_the_language(
    lang: Lang, escape: str, page: str, tmp_path: Path
) -> None:
    app = seated(tmp_path, "Ann", "bot random", lang=lang)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, PlayerAidScreen))
        assert text(app, "#keys").startswith(f"{escape} {words(lang).house('key_close')}")
        assert isinstance(app.screen, PlayerAidScreen)
        listed = "\n".join(str(line) for line in app.screen.lines)
        assert page in listed
