"""Why a bot thinks of a move of The Golden 21 as it does: which sentence, and its figures."""

from __future__ import annotations

from collections.abc import Mapping

from tablee.bots.bot import Figure
from tablee.games.golden21.actions import Act, Aim, Announce, Give, Roll, SpendAccount, SpendBonus
from tablee.games.golden21.bots.dice_odds import differences
from tablee.games.golden21.dice import points
from tablee.games.golden21.state import GOAL
from tablee.games.golden21.view import View

FEW = 2  # a difference that hardly hurts

Reason = tuple[str, Mapping[str, Figure]]


def reason(view: View, action: Act) -> Reason:
    """What speaks for or against this, in exact figures."""
    turn = view.turn
    assert turn is not None
    debt = view.traders[turn.seat].debt
    match action:
        case Aim(total, seat):
            chances = differences(view.dice, total)
            hit, off = view.options.aim_hit / 100, view.options.aim_off / 100
            which = "aim_literal" if view.options.free_throw == "literal" else "aim"
            return which, {"seat": seat, "hit": hit, "off": off, "exact": chances[0]}
        case Announce(total):
            return announcing_reason(view.dice, debt, total)
        case Roll():
            over = max(0, 6 - (GOAL - debt)) / 6
            near = GOAL - debt <= 6
            return ("unannounced_near", {"gold": 1 / 6, "over": over}) if near else ("unannounced", {})
        case SpendBonus(use, seat):
            return spending_reason(view, use, seat, turn.points)
        case SpendAccount(use, seat):
            return spending_reason(view, use, seat, view.traders[turn.seat].account)
        case Give(seat):
            return "give", {"seat": seat, "n": view.golden + view.traders[seat].crisis + 1}
        case _ if turn.step == "gift":
            return "give_none", {"n": turn.gifts}
        case _:
            return "keep", {"n": view.traders[turn.seat].account}


def announcing_reason(dice: int, debt: int, total: int) -> Reason:
    """Close to 21 what counts is to make it or to go over; before, to be near and to be exact."""
    chances = differences(dice, total)
    room = GOAL - debt
    gold = chances[room] if room < len(chances) else 0.0
    over = sum(chances[room + 1 :])
    if over:
        return "announce_near", {"gold": gold, "over": over, "exact": chances[0]}
    near = sum(chances[: FEW + 1])
    earned = points(dice, total)
    if earned:
        return "announce_bonus", {"near": near, "few": FEW, "exact": chances[0], "n": earned}
    return "announce", {"near": near, "few": FEW, "exact": chances[0]}


def spending_reason(view: View, use: str, seat: int, have: int) -> Reason:
    """What becomes of the debt or account that these points change."""
    turn, trader = view.turn, view.traders[seat]
    assert turn is not None
    own = "own" if seat == turn.seat else "other"
    if use in ("+debt", "-debt"):
        after = trader.debt + (have if use == "+debt" else -have)
        facts = {"seat": seat, "debt": trader.debt, "after": after, "n": have}
        if after == GOAL:
            return f"make_21_{own}", facts
        if after > GOAL:
            sides = view.options.sides
            return "kill" if sides[seat] != sides[turn.seat] else "ruin_mate", facts
        return f"{'more' if use == '+debt' else 'less'}_debt_{own}", facts
    if own == "own":
        return "save", {"n": have}
    if use == "-account" and not trader.account:
        return "empty_account", {"seat": seat}
    after = trader.account + have if use == "+account" else max(0, trader.account - have)
    return f"{'more' if use == '+account' else 'less'}_account", {"seat": seat, "account": trader.account, "n": after}
