"""Budgets: how much of the server's time a person and an address may use, and how many things they may make.

A budget is a bucket that fills at a steady rate. Time is charged as it was measured, after the work is done; a caller
whose bucket is empty waits a moment, and is refused where that would take long. An address has buckets of its own
beside those of the people behind it, so that a hundred names do not get a hundred shares. Nodes tell one another what
was spent, if there is a bus.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import AddressValueError, IPv6Address
from time import monotonic
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tablee.server.limits import LimitSettings
from tablee.server.protocol.turnstile import Turnstile
from tablee.server.refusals import Full, TooFast

EXPECTED: Final = 0.001  # seconds that a request is expected to cost; the rest is charged when it is done
AROUND: Final = 0.0003  # seconds that reading a request and sending its answer cost beside what is measured
WAIT: Final = 1.0  # seconds that a caller waits for their turn, before they are refused
PACED: Final = 3.0  # the same for an address that has a share left, but wants much of it at one moment
MOST: Final = 100_000  # buckets; beyond that the one that was not used for longest is forgotten
LATELY: Final = 60.0  # seconds for which a bucket is kept in any case
SAVED: Final = 8.0  # seconds' worth of a budget of time that can be saved up
SMOOTH: Final = (0.01, 0.35)  # of an address at any moment: about a third of the time, however much it has saved up
CROWD: Final = 10  # an address may make so many times the things that a person may


class Allowance(Struct, frozen=True):
    """How much of something there is at once, how much a second, and what is said to whoever wants more."""

    at_once: float
    rate: float
    sentence: str  # {most}: how much at once; {crowd}: the same of an address
    most: float | None = None  # what {most} is, where it is something else


QUOTAS: Final = {  # what a person may make
    "say": Allowance(
        8, 0.5, "too fast: at most {most} messages at once, and {crowd} from one address; wait {seconds} s"
    ),
    "seat": Allowance(
        20, 1.0, "too fast: at most {most} changes at once, and {crowd} from one address; wait {seconds} s"
    ),
    "table": Allowance(
        20, 0.5, "too fast: at most {most} new tables at once, and {crowd} from one address; wait {seconds} s"
    ),
    "help": Allowance(
        10, 0.5, "too fast: at most {most} hints at once, and {crowd} from one address; wait {seconds} s"
    ),
    "study": Allowance(
        20, 1.0, "too fast: at most {most} records at once, and {crowd} from one address; wait {seconds} s"
    ),
    "review": Allowance(
        4, 0.05, "too fast: at most {most} reviews at once, and {crowd} from one address; wait {seconds} s"
    ),
}
FAILED: Final = Allowance(20, 1 / 60, "this account has reached its limit of {most} failed log-ins: wait {seconds} s")
ADDRESS_QUOTAS: Final = {  # where no person is known yet, or it does not matter who it is
    "guest": Allowance(100, 0.05, "too fast: at most {most} new guests at once from one address; wait {seconds} s"),
    "login": Allowance(8, 0.1, "too fast: at most {most} log-ins at once from one address; wait {seconds} s"),
    "account": FAILED,  # log-ins to one account, from all addresses and unknown devices
    "account@": replace(FAILED, at_once=5, rate=1 / 300),  # of them, from one address
    "device": FAILED,  # log-ins to one account from devices on which it was open before
    "export": Allowance(3, 1 / 300, "too fast: at most {most} exports at once from one address; wait {seconds} s"),
    "erase": Allowance(5, 1 / 60, "too fast: at most {most} deletions at once from one address; wait {seconds} s"),
}


def time_allowances(settings: LimitSettings) -> dict[str, Allowance]:
    """Of CPU time."""
    person, address = settings.person_cpu / 100, settings.address_cpu / 100
    of_person = Allowance(
        SAVED * person, person, "you have used up your share of this server, {most}% of a processor: wait {seconds} s",
        most=100 * person,
    )  # fmt: skip
    of_address = Allowance(
        SAVED * address, address,
        "your address has used up its share of this server, {most}% of a processor: wait {seconds} s",
        most=100 * address,
    )  # fmt: skip
    smooth = replace(of_address, at_once=SMOOTH[0], rate=SMOOTH[1], most=100 * SMOOTH[1])
    return {"person": of_person, "address": of_address, "smooth": smooth}


class Caller(Struct, frozen=True):
    """Who causes work: an address, and a person where one is known."""

    address: str
    person: str | None = None


class Bucket:
    """What is left of a budget; less than nothing where more was used than there was."""

    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left, self.at = left, at


class Limits:
    def __init__(self, settings: LimitSettings | None = None) -> None:
        self.settings = settings or LimitSettings()
        self.on = self.settings.on
        self.allowances = {
            **time_allowances(self.settings),
            **QUOTAS,
            **{
                f"{kind}@": Allowance(CROWD * one.at_once, CROWD * one.rate, one.sentence, one.at_once)
                for kind, one in QUOTAS.items()
            },
            **ADDRESS_QUOTAS,
        }
        self.buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()  # the one used last is last
        self.shared = False  # whether there are other nodes
        self.spent: defaultdict[tuple[str, str], float] = defaultdict(float)  # what they have not been told of yet
        self.inside: Counter[tuple[str, str]] = Counter()  # sockets that are open, by address and by person
        self.turnstile = Turnstile()

    # ---- time -----------------------------------------------------------------------

    def reserve(self, caller: Caller, seconds: float = EXPECTED) -> float:
        """Takes time from the caller's budgets. How long the caller has to wait for it; TooFast where that is long."""
        if not self.on:
            return 0.0
        waits = {name: self.shortage(name, seconds) for name in time_budgets(caller)}
        for name, wait in waits.items():
            if wait > (PACED if name[0] == "smooth" else WAIT):
                raise self.too_fast(name, wait)
        for name in waits:
            self.take(name, seconds)
        return max(waits.values())

    def check_person(self, person: str) -> float:
        """How long a person has to wait, whose address is let through already; TooFast where that is long."""
        if not self.on:
            return 0.0
        if (wait := self.shortage(("person", person), EXPECTED)) > WAIT:
            raise self.too_fast(("person", person), wait)
        return wait

    def settle(self, caller: Caller, person: str | None, seconds: float) -> None:
        """Charges what a request has cost, of which the address has paid `EXPECTED` already."""
        if not self.on:
            return
        seconds += AROUND
        for name in time_budgets(caller):
            self.take(name, seconds - EXPECTED)
        if person is not None:
            self.take(("person", person), seconds)

    def charge(self, caller: Caller, seconds: float) -> None:
        """What something costs beside what was reserved."""
        if self.on:
            for name in time_budgets(caller):
                self.take(name, seconds)

    # ---- things ---------------------------------------------------------------------

    def spend(self, kind: str, who: str) -> None:
        """One thing more of this kind; TooFast where there were too many lately."""
        if not self.on:
            return
        if wait := self.shortage((kind, who), 1):
            raise self.too_fast((kind, who), wait)
        self.take((kind, who), 1)

    def spend_both(self, kind: str, caller: Caller) -> None:
        """The same of the person, and of everybody at their address together."""
        if caller.person is not None:
            self.spend(kind, caller.person)
        self.spend(f"{kind}@", caller.address)

    def refund(self, kind: str, who: str) -> None:
        """This one does not count after all."""
        if self.on:
            self.take((kind, who), -1)

    # ---- sockets ----------------------------------------------------------------------

    @contextmanager
    def count_socket(self, caller: Caller) -> Iterator[None]:
        """Counts a socket while it is open."""
        names = socket_counts(caller)
        self.inside.update(names)
        try:
            yield
        finally:
            self.inside.subtract(names)
            for name in names:
                if self.inside[name] <= 0:
                    del self.inside[name]

    def check_sockets(self, caller: Caller) -> None:
        """Full where there is no room for one more socket."""
        settings = self.settings
        if not self.on:
            return
        if self.inside["all", ""] >= settings.sockets:
            raise Full(
                "this server has reached its limit of {most} connections: please try again later", most=settings.sockets
            )
        if self.inside["address", caller.address] >= settings.address_sockets:
            raise Full("your address has reached its limit of {most} connections", most=settings.address_sockets)
        if caller.person is not None and self.inside["person", caller.person] >= settings.person_sockets:
            raise Full("you have reached the limit of {most} connections: close a window", most=settings.person_sockets)

    def check_watchers(self, watchers: int) -> None:
        """Full where there is no room for one more spectator at a table."""
        if self.on and watchers >= self.settings.watchers:
            raise Full("this table has reached its limit of {most} spectators: please try again later",
                       most=self.settings.watchers)  # fmt: skip

    # ---- buckets ------------------------------------------------------------------------

    def too_fast(self, name: tuple[str, str], wait: float) -> TooFast:
        """The refusal that names this limit."""
        allowance = self.allowances[name[0]]
        most = round(allowance.at_once if allowance.most is None else allowance.most)
        return TooFast(wait, allowance.sentence, most=most, crowd=CROWD * most)

    def shortage(self, name: tuple[str, str], cost: float) -> float:
        """The seconds until this bucket has so much."""
        left = self.refill(name).left
        return 0.0 if left >= cost else (cost - left) / self.allowances[name[0]].rate

    def take(self, name: tuple[str, str], cost: float) -> None:
        self.refill(name).left -= cost
        if self.shared:
            self.spent[name] += cost

    def refill(self, name: tuple[str, str]) -> Bucket:
        """This bucket, as full as it is now."""
        allowance, moment = self.allowances[name[0]], monotonic()
        bucket = self.buckets.get(name)
        if bucket is None:
            self.forget_full(moment)
            bucket = self.buckets[name] = Bucket(allowance.at_once, moment)
            return bucket
        bucket.left = min(allowance.at_once, bucket.left + (moment - bucket.at) * allowance.rate)
        bucket.at = moment
        self.buckets.move_to_end(name)
        return bucket

    def forget_full(self, moment: float) -> None:
        """Drops buckets that nobody has used lately and that are full again: a few of the oldest each time."""
        for name in [name for name, _ in zip(self.buckets, range(2), strict=False)]:
            bucket, allowance = self.buckets[name], self.allowances[name[0]]
            idle = moment - bucket.at
            full = bucket.left + idle * allowance.rate >= allowance.at_once
            if len(self.buckets) >= MOST or (idle > LATELY and full):
                del self.buckets[name]

    # ---- other nodes ------------------------------------------------------------------

    def take_spent(self) -> list[tuple[str, int]]:
        """What was spent here since the last call, in millionths, by bucket: for other nodes."""
        spent = [(f"{kind}:{who}", round(1e6 * cost)) for (kind, who), cost in self.spent.items() if kind != "smooth"]
        self.spent.clear()
        return [(name, cost) for name, cost in spent if cost > 0]

    def spend_elsewhere(self, name: str, millionths: int) -> None:
        """Another node has done something for this caller."""
        kind, _, who = name.partition(":")
        if self.on and kind in self.allowances:
            self.refill((kind, who)).left -= millionths / 1e6


def time_budgets(caller: Caller) -> tuple[tuple[str, str], ...]:
    at = ("address", caller.address), ("smooth", caller.address)
    return at if caller.person is None else (*at, ("person", caller.person))


def socket_counts(caller: Caller) -> tuple[tuple[str, str], ...]:
    counted = ("all", ""), ("address", caller.address)
    return counted if caller.person is None else (*counted, ("person", caller.person))


def address_key(host: str | None) -> str:
    """What counts as one address: an IPv4 address, the /64 of an IPv6 address, or whatever else a proxy has written."""
    if host is None:
        return "?"
    if ":" not in host:
        return host[:45].replace(" ", "_")
    try:
        found = IPv6Address(host.partition("%")[0])
    except AddressValueError:
        return host[:45].replace(" ", "_")
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"
