"""At the door of somebody's table: what is asked, in which order, and what answers lead to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from netcore.client import trust as trust_module
from netcore.client.knownhosts import KnownHosts
from netcore.client.shell import ConnectFailed
from netcore.client.trust import Trust
from netcore.transport.joincode import NO_CERTIFICATE
from netcore.wire.messages import Welcome
from tests.tui.driving import press
from tests.tui.settled import text, until
from tests.tui.tuitable import FakeTable
from tui.app import CardApp
from tui.screens.find import FindScreen
from tui.screens.lobby import LobbyScreen
from tui.settings import Settings
from tui.tables import knock
from tui.tables.knock import Knock, reach
from tui.tables.naming import Ask
from tui.text import fingerprint
from tui.text.address import Invite

OURS, THEIRS = b"o" * 32, b"t" * 32
SIZES = [(40, 12), (60, 20), (80, 24)]


# --- the words ---


def test_the_words_are_256_and_told_apart_by_four_letters() -> None:
    assert len(fingerprint.WORDS) == 256
    assert len({word[:4] for word in fingerprint.WORDS}) == 256
    assert all(word.isascii() and word.islower() and len(word) < 9 for word in fingerprint.WORDS)
    assert list(fingerprint.WORDS) == sorted(fingerprint.WORDS)


def test_the_words_of_a_certificate_stay_the_same_in_every_version() -> None:
    assert fingerprint.words(bytes(32)) == "kettle clay ruby nutmeg needle piano"
    assert fingerprint.words(OURS) != fingerprint.words(THEIRS)


# --- whom a client takes ---


def judged(known: KnownHosts | None = None, **options: Any) -> Trust:
    settings: dict[str, Any] = {"code": "", "accepted": None, **options}
    kept, elsewhere = settings.pop("kept", ""), settings.pop("elsewhere", "")
    trust = Trust("10.0.0.1:7777", known=known, **settings)
    trust.judge(OURS, kept, elsewhere)
    return trust


def failure(work: Callable[[], Any]) -> tuple[str, dict[str, int | str]]:
    with pytest.raises(ConnectFailed) as caught:
        work()
    return caught.value.code, caught.value.detail


WELCOME = Welcome(1, "x", ("uno",))


def test_who_is_not_known_is_told_nothing(tmp_path: Path) -> None:
    known = KnownHosts(tmp_path / "known_hosts")
    assert failure(lambda: judged()) == ("unknown-certificate", {"certificate": OURS.hex()})
    code, detail = failure(lambda: judged(known, elsewhere="Bo"))
    assert (code, detail["seat"]) == ("unknown-certificate", "Bo")
    known.remember(THEIRS, "10.0.0.1:7777")
    assert failure(lambda: judged(known))[0] == "unknown-certificate"
    assert failure(lambda: judged(known, accepted=THEIRS))[0] == "other-certificate"


def test_who_is_known_or_said_yes_to_is_taken_and_no_other_afterwards(tmp_path: Path) -> None:
    known = KnownHosts(tmp_path / "known_hosts")
    trust = judged(known, accepted=OURS)
    assert known.find(OURS) is None, "not before it has answered"
    trust.settle()
    assert known.find(OURS) is not None
    again = judged(known)
    again.settle()
    for one in (trust, again):
        assert one.welcome(WELCOME) is None
        assert failure(lambda t=one: t.judge(THEIRS, "", ""))[0] == "other-certificate"


def test_another_ones_seat_at_the_address_is_said_unless_a_code_proves_more(
    tmp_path: Path,
) -> None:
    known = KnownHosts(tmp_path / "known_hosts")
    known.remember(OURS, "10.0.0.1:7777")
    assert judged(known, elsewhere="Bo").elsewhere == "Bo"
    assert judged(known, elsewhere="Bo", code="7KQ2-M9XW").elsewhere == ""


def test_a_given_code_is_insisted_on_and_a_kept_one_only_where_nothing_else_speaks(
    tmp_path: Path,
) -> None:
    known = KnownHosts(tmp_path / "known_hosts")
    given, kept = judged(code="7KQ2-M9XW"), judged(kept="7KQ2M9XW")
    assert given.code == kept.code == "7KQ2M9XW"
    for trust in (given, kept):
        assert failure(lambda t=trust: t.welcome(WELCOME))[0] == "no-code-asked"
    known.remember(OURS, "10.0.0.1:7777")
    assert judged(known, kept="7KQ2M9XW").welcome(WELCOME) is None  # the host has opened the door
    assert failure(lambda: judged(known, code="7KQ2M9XW").welcome(WELCOME))[0] == "no-code-asked"
    asks = Welcome(1, "x", ("uno",), nonce=b"s" * 16, auth=True)
    assert failure(lambda: judged(known).welcome(asks))[0] == "needs-code"


def test_in_clear_nothing_is_judged_and_nothing_is_kept(tmp_path: Path) -> None:
    known = KnownHosts(tmp_path / "known_hosts")
    trust = Trust("10.0.0.1:7777", "", None, known)
    trust.judge(NO_CERTIFICATE, "", "")
    trust.settle()
    assert not list(tmp_path.iterdir())
    assert failure(lambda: Trust("x", "short", None, None))[0] == "bad-code"
    assert trust_module.ConnectFailed is ConnectFailed


# --- what is asked ---


class Door:
    """Stands in for `Client.connect`: a table with a code or without, and its certificate."""

    def __init__(self, *, code: str = "", known: bool = False, seat: str = "") -> None:
        self.code, self.known, self.seat = code, known, seat
        self.tried: list[tuple[str, bytes | None]] = []

    async def connect(self, *_: Any, **given: Any) -> FakeTable:
        code, accepted = given["code"], given["accepted"]
        self.tried.append((code, accepted))
        if not code and not self.known and accepted is None:
            detail: dict[str, int | str] = {"certificate": OURS.hex()}
            raise ConnectFailed(
                "unknown-certificate", {**detail, "seat": self.seat} if self.seat else detail
            )
        if self.code and code != self.code:
            raise ConnectFailed("wrong-code" if code else "needs-code")
        table = FakeTable("uno")
        table.certificate = OURS
        return table


def knocking(
    monkeypatch: pytest.MonkeyPatch, door: Door, code: str = ""
) -> Callable[[], Awaitable[FakeTable]]:
    monkeypatch.setattr(knock.Client, "connect", door.connect)
    return Knock(Invite("10.0.0.1", 7777, code), "Ann", tls=True)  # type: ignore[return-value]


class Player:
    """Gives these answers, and remembers the questions."""

    def __init__(self, *answers: str | None) -> None:
        self.answers = list(answers)
        self.asked: list[Ask] = []

    async def __call__(self, ask: Ask) -> str | None:
        self.asked.append(ask)
        return self.answers.pop(0)


async def test_who_brings_the_code_is_asked_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    door, player = Door(code="GOODCODE"), Player()
    await reach(knocking(monkeypatch, door, "GOODCODE"), player)
    assert player.asked == [] and door.tried == [("GOODCODE", None)]


async def test_an_unknown_table_is_asked_for_by_code_until_it_is_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    door, player = Door(code="GOODCODE"), Player("BAD-CODE", " GOODCODE ")
    await reach(knocking(monkeypatch, door), player)
    assert [ask.kind for ask in player.asked] == ["code", "code"]
    assert "That is not the join code" in player.asked[1].says[0]
    assert all(accepted is None for _, accepted in door.tried)


async def test_without_a_code_the_words_are_shown_and_only_yes_is_yes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for answer, goes_in in (("y", True), ("YES", True), ("", False), ("n", False), ("yep", False)):
        door, player = Door(seat="Bo"), Player("", answer)
        attempt = knocking(monkeypatch, door)
        if goes_in:
            await reach(attempt, player)
        else:
            with pytest.raises(ConnectFailed):
                await reach(attempt, player)
        assert [ask.kind for ask in player.asked] == ["code", "trust"]
        assert "WARNING" in player.asked[0].says[0] and "Bo" in player.asked[1].says[0]
        assert fingerprint.words(OURS) in player.asked[1].says[-1]
        assert door.tried == [("", None), ("", OURS)][: 1 + goes_in]


async def test_yes_to_the_words_of_a_table_that_wants_a_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    door, player = Door(code="GOODCODE"), Player("", "y", "GOODCODE")
    await reach(knocking(monkeypatch, door), player)
    assert [ask.kind for ask in player.asked] == ["code", "trust", "code"]
    assert door.tried[-1] == ("GOODCODE", OURS)


@pytest.mark.parametrize("answers", [(None,), ("", None), ("BAD-CODE", None), ("BAD-CODE", "")])
async def test_who_does_not_answer_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch, answers: tuple[str | None, ...]
) -> None:
    player = Player(*answers)
    with pytest.raises(ConnectFailed):
        await reach(knocking(monkeypatch, Door(code="GOODCODE")), player)
    assert player.answers == []


async def test_what_is_no_question_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: Any, **__: Any) -> Any:
        raise ConnectFailed("unproved")

    monkeypatch.setattr(knock.Client, "connect", refuse)
    with pytest.raises(ConnectFailed, match="unproved"):
        await reach(Knock(Invite("x", 1, "GOODCODE"), None, tls=True), Player())


# --- how it is asked ---


@pytest.mark.parametrize("size", SIZES)
async def test_on_the_screen(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    door = Door(seat="Bo")
    app = CardApp(knocking(monkeypatch, door))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: "Join code" in text(app))
        assert "WARNING" in text(app)
        await press(pilot, "enter")
        await until(pilot, lambda: "y/N" in text(app))
        shown = " ".join(text(app).split())
        assert fingerprint.words(OURS) in shown and "WARNING" in shown
        await press(pilot, "x 5 space")  # none of these is an answer
        assert door.tried == [("", None)]
        await press(pilot, "y")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert (fingerprint.words(OURS) in text(app)) == (size[1] >= 20)


@pytest.mark.parametrize("keys", ["escape", "enter n", "enter enter", "enter escape"])
async def test_on_the_screen_no_is_no(monkeypatch: pytest.MonkeyPatch, keys: str) -> None:
    door = Door()
    app = CardApp(knocking(monkeypatch, door))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Join code" in text(app))
        first, *others = keys.split()
        await press(pilot, first)
        for key in others:
            await until(pilot, lambda: "y/N" in text(app))
            await press(pilot, key)
        await until(pilot, lambda: app.failed is not None)
    assert app.failed is not None and app.failed.code == "unknown-certificate"
    assert door.tried == [("", None)]


async def test_from_the_start_screen_and_back_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from tui.tables.doors import StartDoors

    door = Door(code="GOODCODE")
    monkeypatch.setattr(knock.Client, "connect", door.connect)
    app = CardApp(None, doors=lambda: StartDoors(lambda: Settings(name="Ann"), app.ask))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "4 b o x enter")
        await until(pilot, lambda: "Join code" in text(app))
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, FindScreen))
        assert "You have never played at that table." in text(app)
        await press(pilot, "enter")  # the address is still there
        await until(pilot, lambda: "Join code" in text(app))
        await press(pilot, "G O O D C O D E enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
