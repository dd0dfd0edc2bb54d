"""What can be asked of a table: one type for each verb, told apart by the tag `ask`.

    {"ask": "do", "id": "k81", "seat": 1, "do": "stake 2 on 0"}        {"ask": "leave", "id": "k82"}

`id` makes asking twice harmless. `seat` is for people who have several; without it their only seat is meant.

Clients may leave out the tag: `{"id": "k81", "do": "stake 2 on 0"}`, `{"id": "k82", "leave": true}`. This short form is
a `ShortAsk`, of which exactly one verb is given.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Final, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from tablee.help import Help
from tablee.record import Name
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.settings import Thing

AskId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Notation: TypeAlias = Annotated[str, Meta(max_length=400)]
Key: TypeAlias = Annotated[str, Meta(max_length=100)]
Level: TypeAlias = Annotated[str, Meta(max_length=20)]
DiceWords: TypeAlias = Annotated[str, Meta(max_length=200)]
Digits: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
ChatText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]


class TableAsk(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="ask"):
    """What all asks have in common."""

    id: AskId
    seat: SeatNumber | None = None


class DoAsk(TableAsk, frozen=True, kw_only=True, tag="do"):
    """A move, in the game's notation."""

    do: Notation


class FellAsk(TableAsk, frozen=True, kw_only=True, tag="fell"):
    """At a real table: what was rolled or drawn."""

    fell: Notation


class HouseAsk(TableAsk, frozen=True, kw_only=True, tag="house"):
    """At a real table: what the rules forbid and the table did all the same, by a house rule."""

    house: Notation


class SitAsk(TableAsk, frozen=True, kw_only=True, tag="sit"):
    """To sit down on `seat` under this name, with the key of that seat's own link if it has one.

    Before the start, somebody who sits already moves there; a bot that was there takes the seat that they leave.
    """

    sit: Name
    key: Key | None = None


class LeaveAsk(TableAsk, frozen=True, tag="leave"):
    """To leave the seat; a bot plays on if the game has begun."""


class BotAsk(TableAsk, frozen=True, kw_only=True, tag="bot"):
    """A bot of this level, or this character, plays my seat until I take it back."""

    bot: Level


class BackAsk(TableAsk, frozen=True, tag="back"):
    """To take my seat back from a bot."""


class ReadyAsk(TableAsk, frozen=True, kw_only=True, tag="ready"):
    """Before the start: whether I am ready for it."""

    ready: bool


class WordsAsk(TableAsk, frozen=True, kw_only=True, tag="words"):
    """My own words for the dice, before the start."""

    words: DiceWords


class PledgeAsk(TableAsk, frozen=True, kw_only=True, tag="pledge"):
    """The SHA-256 of the number that my page adds to the dice, before the start."""

    pledge: Digits


class DiscloseAsk(TableAsk, frozen=True, kw_only=True, tag="disclose"):
    """That number, once all pledges are in: 64 hexadecimal digits."""

    disclose: Digits


class StartAsk(TableAsk, frozen=True, tag="start"):
    """To start the game: where numbers were pledged, they are disclosed first."""


class OfferAsk(TableAsk, frozen=True, kw_only=True, tag="offer"):
    """To offer a pause or a takeback."""

    offer: Thing


class AnswerAsk(TableAsk, frozen=True, kw_only=True, tag="answer"):
    """Yes or no to what is offered."""

    answer: bool


class ResumeAsk(TableAsk, frozen=True, tag="resume"):
    """To go on after a pause."""


class ResignAsk(TableAsk, frozen=True, tag="resign"):
    """To resign."""


class SayAsk(TableAsk, frozen=True, kw_only=True, tag="say"):
    """To say something in the chat."""

    say: ChatText


class HelpAsk(TableAsk, frozen=True, kw_only=True, tag="help"):
    """More help, or less, from now on; for who plays alone against bots."""

    help: Help


class AgainAsk(TableAsk, frozen=True, tag="again"):
    """A rematch with the same people."""


AnyAsk: TypeAlias = (
    DoAsk | FellAsk | HouseAsk | SitAsk | LeaveAsk | BotAsk | BackAsk | ReadyAsk | WordsAsk | PledgeAsk | DiscloseAsk
    | StartAsk | OfferAsk | AnswerAsk | ResumeAsk | ResignAsk | SayAsk | HelpAsk | AgainAsk
)  # fmt: skip


class ShortAsk(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """An ask without its tag: exactly one of the verbs is given."""

    id: AskId
    seat: SeatNumber | None = None
    do: Notation | None = None
    fell: Notation | None = None
    house: Notation | None = None
    sit: Name | None = None
    key: Key | None = None
    leave: bool = False
    bot: Level | None = None
    back: bool = False
    ready: bool | None = None
    words: DiceWords | None = None
    pledge: Digits | None = None
    disclose: Digits | None = None
    start: bool = False
    offer: Thing | None = None
    answer: bool | None = None
    resume: bool = False
    resign: bool = False
    say: ChatText | None = None
    help: Help | None = None
    again: bool = False


KINDS: Final[dict[str, type[AnyAsk]]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyAsk)}
VERBS: Final = tuple(KINDS)
given_verbs: Final = attrgetter(*VERBS)
NOT_GIVEN: Final = given_verbs(ShortAsk("none"))  # the values that mean: this verb is not given

any_decoder: msgspec.json.Decoder[AnyAsk] = msgspec.json.Decoder(AnyAsk)
short_decoder: msgspec.json.Decoder[ShortAsk] = msgspec.json.Decoder(ShortAsk)
keys_decoder: msgspec.json.Decoder[dict[str, msgspec.Raw]] = msgspec.json.Decoder(dict[str, msgspec.Raw])


def decode_ask(text: str | bytes) -> AnyAsk | ShortAsk:
    """An ask in either form, as it was sent; MsgspecError where it is neither."""
    tagged = '"ask"' in text if isinstance(text, str) else b'"ask"' in text  # as a key, or as a text
    if tagged and "ask" in keys_decoder.decode(text):
        return any_decoder.decode(text)
    return short_decoder.decode(text)


def tagged_ask(sent: AnyAsk | ShortAsk) -> AnyAsk:
    """The ask that was meant; ServerRefusal where the short form does not have exactly one verb."""
    if not isinstance(sent, ShortAsk):
        return sent
    if sent.do is not None and sent == ShortAsk(sent.id, sent.seat, sent.do):  # by far the most frequent one
        return DoAsk(sent.id, sent.seat, do=sent.do)
    given = zip(VERBS, given_verbs(sent), NOT_GIVEN, strict=True)
    verbs = [verb for verb, value, missing in given if value is not missing]
    if len(verbs) != 1:
        raise ServerRefusal("verb", "ask one thing at a time: {verbs}", verbs=", ".join(VERBS))
    kind = KINDS[verbs[0]]
    return kind(**{name: getattr(sent, name) for name in kind.__struct_fields__})
