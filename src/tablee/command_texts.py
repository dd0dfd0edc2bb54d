"""What the command `tablee` prints: the shelf, rules, claims, and what goes wrong."""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import nullcontext
from pathlib import Path

from tablee.box import label
from tablee.claim_markdown import claim_list, claim_section
from tablee.claims import read_claims
from tablee.contract import AnyGame
from tablee.games import GAMES, LEFT_OUT
from tablee.languages import Lang
from tablee.terminal.markdown import unlink_files
from tablee.words import Words, rules, words


def interrupted(house: Words) -> int:
    """Ctrl-C: one sentence, and the usual exit status."""
    print(f"\n{house.house('stopped')}", file=sys.stderr)
    return 130


def replace_unprintable() -> None:
    """Where the terminal knows no accents, a question mark stands for them: that is better than an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="replace")


def complain(text: str) -> int:
    print(f"tablee: {text}", file=sys.stderr)
    return 1


def show_games(lang: Lang) -> int:
    for name, game in GAMES.items():
        about = words(lang, game)
        print(f"{name:<10} {about.title:<16} {label(game, about):<42} {about.tagline}")
    for left_out in LEFT_OUT:
        print(words(lang).house("left_out", **left_out._asdict()))
    return 0


def show_rules(game: AnyGame, lang: Lang, rule: str | None) -> int:
    text = rules(game, lang)
    if rule is not None:
        paragraphs = [part for part in re.split(r"\n\n|\n(?=- )", text) if about_rule(part, rule.upper())]
        if not paragraphs:
            return complain(words(lang).house("no_rule", rule=rule, game=game.name))
        text = "\n\n".join(paragraphs)
    return show_text(text)


def show_claims(game: AnyGame, lang: Lang, question: str | None) -> int:
    """All questions about a game with what to remember, or one of them with its whole answer."""
    about, known = words(lang, game), read_claims(game)
    claims = {claim.id: claim for claim in known.claims} if known else {}
    if not claims:
        return complain(about.house("claims_none", title=about.title))
    if question is not None and question not in claims:
        return complain(about.house("claims_unknown", question=question, game=game.name, known=", ".join(claims)))
    parts = claim_section(claims[question], about) if question else claim_list(claims.values(), about, game.name)
    return show_text("\n\n".join(parts))


def about_rule(paragraph: str, rule: str) -> bool:
    """Whether a paragraph states this rule, or is an item of the appendix that says how it was settled."""
    return paragraph.startswith(f"**{rule}**") or re.match(rf"- {re.escape(rule)}\b", paragraph) is not None


def show_text(text: str) -> int:
    """Markdown, drawn on a screen and as it is in a pipe."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        os.environ.setdefault("LESS", "-R")  # or less would print the codes of the styles
        console = Console()
        with console.pager(styles=True) if text.count("\n") >= console.height else nullcontext():
            console.print(Markdown(unlink_files(text)))
    else:
        print(text)
    return 0


def check_dice(path: Path, house: Words) -> int:
    from tablee.server.verify import inherited_lines, left_out, verify

    try:
        spoken, fair = verify(path)
        inherited = inherited_lines(path)
    except OSError as error:
        return complain(house.house("no_file", path=error.filename, why=error.strerror))
    if inherited:
        print(house.house("verified_what_if", n=inherited))
    print(house.house("verified", n=spoken))
    print(house.house("pledged", pledge=fair.pledge, words=" · ".join(text or "–" for text in fair.words)))
    if fair.pledges:
        missing = left_out(fair)
        print(
            house.house("numbers_left_out", seats=", ".join(str(seat + 1) for seat in missing))
            if missing
            else house.house("numbers")
        )
    return 0
