"""Guests, accounts, sessions: seats belong to people, and people to signed sessions that can be ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tablee.server.people.people import People
from tablee.server.store.sqlite import Sqlite
from tests.server.serving import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


def test_a_guest_is_a_name_and_a_cookie_that_no_script_can_read(served: Served) -> None:
    request = Request(f"{served.address}/api/me", b'{"name": "  Zo\\u00e9 \\n"}', {"content-type": "application/json"})
    with urlopen(request) as answer:
        cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    with urlopen(Request(f"{served.address}/api/me", headers={"cookie": cookie.split(";")[0]})) as answer:
        said = answer.read().decode()
    assert '"name":"Zoé"' in said
    assert cookie.partition("=")[2].partition(";")[0] not in said  # nor can it ask for it


def test_a_token_that_was_changed_is_nobodys(served: Served) -> None:
    token = served.guest("Ann")
    session, _, signature = token.partition(".")
    forged = "b" if signature[0] == "a" else "a"
    for wrong in (f"{session}.{forged}{signature[1:]}", f"x{token}", f"{session[:-1]}.{signature}", session, "."):
        assert served.answer("GET", "/api/me", token=wrong)[0] == 401


def test_an_account_logs_in_from_elsewhere_and_has_the_same_tables(served: Served) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
    assert served.call("POST", "/api/account", {"login": "Ann@home", "password": "correct horse"}, ann)["login"]
    elsewhere = served.call("POST", "/api/login", {"login": "ann@HOME", "password": "correct horse"})["token"]
    assert [head["id"] for head in served.call("GET", "/api/tables", token=elsewhere)["mine"]] == [table]
    assert len(served.call("GET", "/api/sessions", token=ann)) == 2
    for login, password in (("ann@home", "wrong horse"), ("nobody", "correct horse")):
        status, answer = served.answer("POST", "/api/login", {"login": login, "password": password})
        assert (status, answer["code"]) == (401, "login")
    ben = served.guest("Ben")
    status, answer = served.answer("POST", "/api/account", {"login": "ann@home", "password": "another one"}, ben)
    assert answer["code"] == "login"


def test_a_session_that_was_ended_is_over_at_once(served: Served) -> None:
    ann = served.guest("Ann")
    served.call("POST", "/api/account", {"login": "ann-2", "password": "correct horse"}, ann)
    stolen = served.call("POST", "/api/login", {"login": "ann-2", "password": "correct horse"})["token"]
    session = next(one["id"] for one in served.call("GET", "/api/sessions", token=ann) if not one["current"])
    assert served.answer("DELETE", f"/api/sessions/{session}", token=ann)[0] == 204
    assert served.answer("GET", "/api/me", token=stolen)[0] == 401
    assert served.answer("POST", "/api/logout", {}, ann)[0] == 204
    assert served.answer("GET", "/api/me", token=ann)[0] == 401


def test_whoever_has_only_the_session_cannot_make_the_account_theirs(served: Served) -> None:
    stolen = served.guest("Ann")
    mine = {"login": "ann-3", "password": "correct horse"}
    served.call("POST", "/api/account", mine, stolen)
    theirs = {"login": "thief", "password": "battery staple"}
    for old in ({}, {"old": "a wrong one"}):
        assert served.answer("POST", "/api/account", theirs | old, stolen)[0] == 401
    assert served.answer("POST", "/api/login", mine)[0] == 200
    assert (
        served.answer("POST", "/api/account", mine | {"password": "a new one", "old": "correct horse"}, stolen)[0]
        == 200
    )
    assert served.answer("POST", "/api/login", mine)[0] == 401


def test_a_new_password_ends_all_other_sessions(served: Served) -> None:
    ann = served.guest("Ann")
    mine = {"login": "ann-4", "password": "correct horse"}
    served.call("POST", "/api/account", mine, ann)
    others = [served.call("POST", "/api/login", mine)["token"] for _ in range(2)]
    assert all(served.answer("GET", "/api/me", token=token)[0] == 200 for token in others)
    changed = mine | {"password": "battery staple", "old": "correct horse"}
    assert served.answer("POST", "/api/account", changed, ann)[0] == 200
    assert [served.answer("GET", "/api/me", token=token)[0] for token in (ann, *others)] == [200, 401, 401]
    assert len(served.call("GET", "/api/sessions", token=ann)) == 1


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("limited"), limits="on") as server:
        yield server


def test_who_fails_to_log_in_on_purpose_keeps_nobody_out_who_was_there_before(limited: Served) -> None:
    """However many addresses try one account: only so many may fail. But a device that it was open on is known."""
    ann, right = limited.guest("Ann"), {"login": "ann", "password": "correct horse"}
    status, heads, _ = limited.raw("POST", "/api/account", right, ann)
    device = next(cookie for cookie in heads.get_all("set-cookie", []) if "device" in cookie).partition(";")[0]
    assert status == 200 and "ann" not in device
    codes = []
    for n in range(22):
        tried = {"login": "ANN" if n % 2 else "ann", "password": "wrong horse"}
        codes.append(limited.call("POST", "/api/login", tried, **{"x-forwarded-for": f"10.0.{n}.1"})["code"])
    assert codes[:10] == ["login"] * 10 and codes[-1] == "fast"
    new = {"x-forwarded-for": "10.2.0.1"}
    assert limited.call("POST", "/api/login", right, **new)["code"] == "fast"
    assert limited.call("POST", "/api/login", right, **new, cookie="tablee-device=x")["code"] == "fast"
    assert limited.answer("POST", "/api/login", right, **new, cookie=device)[0] == 200
    wrong = {"login": "ben", "password": "wrong horse"}
    assert limited.call("POST", "/api/login", wrong, **new, cookie=device)["code"] == "login"  # another account
    assert limited.answer("GET", "/api/me", token=ann)[0] == 200  # who is logged in stays so


def test_one_address_cannot_use_up_the_log_ins_of_an_account(limited: Served) -> None:
    cleo, right = limited.guest("Cleo"), {"login": "cleo", "password": "correct horse"}
    limited.call("POST", "/api/account", right, cleo)
    tried, one = {"login": "cleo", "password": "wrong horse"}, {"x-forwarded-for": "10.3.0.1"}
    codes = [limited.call("POST", "/api/login", tried, **one)["code"] for _ in range(7)]
    assert codes == ["login"] * 5 + ["fast"] * 2
    assert all(limited.answer("POST", "/api/login", right, **{"x-forwarded-for": "10.4.0.1"})[0] == 200
               for _ in range(6))  # fmt: skip  # what succeeds is not counted


@pytest.mark.anyio
async def test_known_sessions_are_forgotten_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.people.people.CACHED", 3)
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    people = People(store, b"key")
    sessions = [(await people.guest(f"Guest {n}", "en")).session for n in range(5)]
    for session in (*sessions, sessions[2]):
        await people.by_session(session)
    assert [people.cached(session) is not None for session in sessions] == [False, False, True, True, True]
    until, person = people.cache[sessions[2]]
    people.cache[sessions[2]] = (until - 100, person)
    people.forget_expired()
    assert list(people.cache) == sessions[3:]
    await store.close()


def test_no_user_agent_is_stored(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        agent = "Mozilla/5.0 (Secret Browser 77)"
        made = served.call("POST", "/api/me", {"name": "Ann"}, **{"user-agent": agent})["token"]
        served.call(
            "POST", "/api/account", {"login": "ann", "password": "correct horse"}, made, **{"user-agent": agent}
        )
        served.call("POST", "/api/login", {"login": "ann", "password": "correct horse"}, **{"user-agent": agent})
        assert all(
            set(one) == {"id", "made", "seen", "current"} for one in served.call("GET", "/api/sessions", token=made)
        )
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("tables.db*"))
    assert b"Secret Browser" not in stored and b"Mozilla" not in stored


def test_who_has_left_a_table_before_it_began_has_it_among_theirs_no_more(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
    for seat in (1, 1):
        served.ask(table, ben, seat=seat, sit="Ben")
        assert [head["id"] for head in served.call("GET", "/api/tables", token=ben)["mine"]] == [table]
        served.ask(table, ben, leave=True)
        assert served.call("GET", "/api/tables", token=ben)["mine"] == []
    assert [head["id"] for head in served.call("GET", "/api/tables", token=ann)["mine"]] == [table]


def test_a_name_of_nothing_but_spaces_changes_nothing(served: Served) -> None:
    ann = served.guest("Ann")
    assert served.call("PATCH", "/api/me", {"name": "  "}, ann)["name"] == "Ann"


def test_notes_are_their_writers_own(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
    assert served.answer("PUT", f"/api/tables/{table}/notes", {"text": "Ben bluffs"}, ann)[0] == 204
    assert served.call("GET", f"/api/tables/{table}/notes", token=ann) == {"text": "Ben bluffs"}
    assert served.call("GET", f"/api/tables/{table}/notes", token=ben) == {"text": ""}


def test_a_seat_by_link_is_for_who_has_the_link(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    made = served.call("POST", "/api/tables", {"game": "sixteen", "seats": [{"kind": "me"}, {"kind": "link"}]}, ann)
    table, key = made["id"], made["keys"]["1"]
    assert served.ask(table, ben, seat=1, sit="Ben")["code"] == "key"
    assert served.ask(table, ben, seat=1, sit="Ben", key=("b" if key[0] == "a" else "a") + key[1:])["code"] == "key"
    assert "done" in served.ask(table, ben, seat=1, sit="Ben", key=key)


def test_the_code_of_a_link_with_a_key_is_drawn_without_a_key_in_any_address(served: Served) -> None:
    status, picture = served.answer("POST", "/api/qr.svg", {"path": "/t/abc#seat=1&key=secret"})
    assert status == 200 and picture.startswith("<svg")
    assert served.answer("POST", "/api/qr.svg", {"path": "//evil.example"})[0] == 400


def test_a_private_table_is_not_in_the_lobby(served: Served) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
    assert table not in [head["id"] for head in served.call("GET", "/api/tables")["open"]]
