"""The record of The Golden 21: the whole state of a game in flat fields, for compiled play."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablee.turbo.chance import FIELDS
from tablee.turbo.layout import RecordField, RecordLayout

SEATS: Final = 10

# Debts and accounts never leave ±999 (G21-114). 55 dice earn 7,535 points at most (G21-30), so int16 holds any sum of
# the two. A trader kills at most nine others a year, and there are Kills in 50 years at most, or up to 20 of them, or
# nine in all. Only years and 21s have no limit: int64.
i8, i16, i64 = np.int8, np.int16, np.int64
RECORD: Final = RecordLayout((
    *FIELDS,
    RecordField("year", i64, "the year, from 1 on"),
    RecordField("golds", i64, "21s of each trader", SEATS),
    RecordField("gold_years", i64, "the years in which they were made, added up", SEATS),
    RecordField("casts", i64, "dice for the seats: three bits a round, the first round highest", SEATS),
    RecordField("debt", i16, "each trader's debt", SEATS),
    RecordField("account", i16, "each trader's account", SEATS),
    RecordField("kills", i16, "each trader's Kills", SEATS),
    RecordField("casting", i16, "bit p: seat p is still to cast in this round"),
    RecordField("total", i16, "the total announced in this turn, 0: none"),
    RecordField("points", i16, "bonus points to use"),
    RecordField("thrown_total", i16, "the last throw: the total announced"),
    RecordField("spent_points", i16, "the last use of points: how many"),
    RecordField("players", i8, "players at the table: 2 to 10"),
    RecordField("goal", i8, "option: original 0, killer 1, survivor 2"),
    RecordField("last_year", i8, "option: the last year, 0: none"),
    RecordField("enough", i8, "option: Kills that win"),
    RecordField("expert", i8, "option: a 21 counts as much as its year"),
    RecordField("penalties", i8, "option: rolling unannounced and dice off the table are fined"),
    RecordField("free_throw", i8, "option: traders may aim at each other; 2: a hit is taken off the target's debt"),
    RecordField("aim_hit", i8, "option: the chance in percent that an aimed throw hits"),
    RecordField("aim_off", i8, "option: the chance in percent that an aimed throw goes off the table"),
    RecordField("off", i8, "option: the chance in percent that any other throw does"),
    RecordField("collection", i8, "option: the collection"),
    RecordField("open", i8, "option: a trader at 21 can still be moved"),
    RecordField("raw", i8, "option: the last year ends without a balance"),
    RecordField("box", i8, "option: Crisis dice in the box at first"),
    RecordField("side", i8, "each trader's side: its team, or a number of its own", SEATS),
    RecordField("rounds", i8, "rounds of casting that are over"),
    RecordField("order", i8, "the seats in the order in which they play", SEATS),
    RecordField("after", i8, "the seat that plays after each seat", SEATS),
    RecordField("crisis", i8, "Crisis dice of each trader", SEATS),
    RecordField("supply", i8, "Crisis dice in the box"),
    RecordField("golden", i8, "Golden dice"),
    RecordField("outs", i8, "how many went over 21 this year"),
    RecordField("out", i8, "over 21 this year: 1 for the first, 2 …, 0 for not", SEATS),
    RecordField("stands", i8, "how many stand at 21"),
    RecordField("stand", i8, "standing at 21: 1 for the first, 2 …, 0 for not", SEATS),
    RecordField("deaths", i8, "how many were killed for good"),
    RecordField("dead", i8, "killed for good: 1 for the first, 2 …, 0 for not", SEATS),
    RecordField("buried", i8, "how many of these before this year began"),
    RecordField("lasting", i8, "the year is not closed"),
    RecordField("turn", i8, "the seat whose turn it is, -1: nobody's"),
    RecordField("step", i8, "its step: announce 0, roll, fine, bonus, account, gift, standing 6"),
    RecordField("used", i8, "the account was used in this turn"),
    RecordField("placed", i8, "points were placed on the account of the same trader in this turn"),
    RecordField("hasty", i8, "rolled unannounced in this turn"),
    RecordField("aim", i8, "the seat aimed at, -1: none"),
    RecordField("gifts", i8, "Crisis dice to give"),
    RecordField("thrown_by", i8, "the last throw: by whom, -1: there was none"),
    RecordField("face", i8, "the last throw: how many dice showed 1 to 6", 6),
    RecordField("thrown_aim", i8, "the last throw: the seat aimed at, -1: none"),
    RecordField("hit", i8, "the last throw: it hit"),
    RecordField("spent_by", i8, "the last use of points: by whom, -1: there was none"),
    RecordField("saved", i8, "the last use of points: from the account"),
    RecordField("spent_use", i8, "the last use of points: for which use"),
    RecordField("spent_on", i8, "the last use of points: on whom, -1: there was none"),
    RecordField("fell", i8, "the last outcome of chance: cast 0, rolled 1, hit 2, off 3, fined 4"),
    RecordField("fell_face", i8, "the face of a cast or a fine; those of a roll stand in `face`"),
))  # fmt: skip
