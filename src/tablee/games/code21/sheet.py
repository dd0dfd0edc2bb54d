"""The score of Code 21: the bank, medals, whose soldiers lie where, and every mission that was verified."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tablee.games.code21.face import STAR, backers, join
from tablee.games.code21.state import Verdict
from tablee.games.code21.view import View
from tablee.tuples import around
from tablee.words import Words


def sheet(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    lines = [Text(words.say("bank", n="∞" if view.bank is None else view.bank), "bold")]
    for seat in around(view.options.players):
        medals = [f"{STAR}{value}" for value in view.cards[seat]]
        points = " · ".join([words.say("points", n=view.points[seat]), *([join(medals)] if medals else [])])
        lines.append(Text.assemble((names[seat], "bold"), f" · {points}"))
        sent = join(f"[{one.value}]" if one.up else "(?)" for one in view.line if one.by == seat)
        lies = [words.say("laid", values=join(view.laid[seat]))] if view.laid[seat] else []
        lies += [words.say("sent", soldiers=sent)] if sent else []
        lines += [Text(f"    {' · '.join(lies)}")] if lies else []
    lines.append(Text())
    for n, verdict in enumerate(view.verdicts, 1):
        lines += verdict_lines(n, verdict, words, names)
    return lines


def verdict_lines(n: int, verdict: Verdict, words: Words, names: Sequence[str]) -> list[Text]:
    call = words.say("accused" if verdict.call.kind == "accuse" else "declared", names,
                     by=verdict.call.by, last=verdict.call.last)  # fmt: skip
    takes = words.say("takes_mission" if verdict.success else "takes", names, winner=verdict.winner, n=verdict.taken)
    soldiers = " + ".join(f"{soldier.value}\u00a0({names[soldier.by]})" for soldier in verdict.soldiers)
    return [
        Text(f"{n:>2}. {words.say('mission')} {verdict.mission} · {call} · {takes}", "bold"),
        Text(f"    {soldiers} = {verdict.total}"),
        Text("    " + (" · ".join(backers(verdict, words, names)) or words.say("unbacked")), "dim"),
    ]
