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

from tablee.server.limits import LimitSettings
from tablee.server.refusals import Full, TooFast

EXPECTED: Final = 0.001  # seconds that a request is expected to cost; the rest is charged when it is done
AROUND: Final = 0.0003  # seconds that reading a request and sending its answer cost beside what is measured
WAIT: Final = 1.0  # seconds that a caller waits for their turn, before they are refused
MOST: Final = 100_000  # buckets; beyond that the one that was not used for longest is forgotten
LATELY: Final = 60.0  # seconds for which a bucket is kept in any case
SAVED: Final = 8.0  # seconds' worth of a budget of time that can be saved up
SMOOTH: Final = (0.04, 0.5)  # of an address at any moment: at most half of the time, however much it has saved up
CROWD: Final = 10  # an address may make so many times the things that a person may
QUOTAS: Final = {  # things: (how many at once, how many a second)
    "say": (8, 0.5),
    "seat": (20, 1.0),
    "table": (20, 0.5),
    "help": (10, 0.5),
    "study": (20, 1.0),
    "review": (4, 0.05),
}
ADDRESS_QUOTAS: Final = {  # where no person is known yet, or it does not matter who it is
    "guest": (100, 0.05),
    "login": (8, 0.1),
    "account": (20, 1 / 60),  # failed log-ins to one account, from all addresses and unknown devices
    "account@": (5, 1 / 300),  # of them, from one address
    "device": (20, 1 / 60),  # failed log-ins to one account from devices on which it was open before
    "export": (3, 1 / 300),
    "erase": (5, 1 / 60),
}


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
        self.rates: dict[str, tuple[float, float]] = {  # by kind: how much at once, how much a second
            "person": (SAVED * self.settings.person_cpu / 100, self.settings.person_cpu / 100),
            "address": (SAVED * self.settings.address_cpu / 100, self.settings.address_cpu / 100),
            "smooth": SMOOTH,
            **QUOTAS,
            **{f"{kind}@": (CROWD * many, CROWD * rate) for kind, (many, rate) in QUOTAS.items()},
            **ADDRESS_QUOTAS,
        }
        self.buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()  # the one used last is last
        self.shared = False  # whether there are other nodes
        self.spent: defaultdict[tuple[str, str], float] = defaultdict(float)  # what they have not been told of yet
        self.inside: Counter[tuple[str, str]] = Counter()  # sockets that are open, by address and by person

    # ---- time -----------------------------------------------------------------------

    def reserve(self, caller: Caller, seconds: float = EXPECTED) -> float:
        """Takes time from the caller's budgets. How long the caller has to wait for it; TooFast where that is long."""
        if not self.on:
            return 0.0
        names = time_budgets(caller)
        wait = max([self.shortage(name, seconds) for name in names])
        if wait > WAIT:
            raise TooFast(wait)
        for name in names:
            self.take(name, seconds)
        return wait

    def check_person(self, person: str) -> float:
        """How long a person has to wait, whose address is let through already; TooFast where that is long."""
        if not self.on:
            return 0.0
        if (wait := self.shortage(("person", person), EXPECTED)) > WAIT:
            raise TooFast(wait)
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
            raise TooFast(wait)
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

    def shortage(self, name: tuple[str, str], cost: float) -> float:
        """The seconds until this bucket has so much."""
        left = self.refill(name).left
        return 0.0 if left >= cost else (cost - left) / self.rates[name[0]][1]

    def take(self, name: tuple[str, str], cost: float) -> None:
        self.refill(name).left -= cost
        if self.shared:
            self.spent[name] += cost

    def refill(self, name: tuple[str, str]) -> Bucket:
        """This bucket, as full as it is now."""
        most, rate = self.rates[name[0]]
        moment = monotonic()
        bucket = self.buckets.get(name)
        if bucket is None:
            self.forget_full(moment)
            bucket = self.buckets[name] = Bucket(most, moment)
            return bucket
        bucket.left = min(most, bucket.left + (moment - bucket.at) * rate)
        bucket.at = moment
        self.buckets.move_to_end(name)
        return bucket

    def forget_full(self, moment: float) -> None:
        """Drops buckets that nobody has used lately and that are full again: a few of the oldest each time."""
        for name in [name for name, _ in zip(self.buckets, range(2), strict=False)]:
            bucket, (most, rate) = self.buckets[name], self.rates[name[0]]
            idle = moment - bucket.at
            if len(self.buckets) >= MOST or (idle > LATELY and bucket.left + idle * rate >= most):
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
        if self.on and kind in self.rates:
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
