"""What the command line refuses before anything starts: with what was typed, and what may be."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from netcore.wire.limits import DEFAULT, Limits, Pace, shown
from tui import launch, settings
from tui.__main__ import main
from tui.app import CardApp
from tui.commandline import parser
from tui.commands import exits, tables
from tui.tables import addresses, seat
from tui.tables.child import ServerDied
from tui.text import address

EVIL = "\x1b]0;owned\x07"


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("host --port 80000", ("80000", "a port is 1 to 65535")),
        ("serve --port -1", ("-1", "a port is 1 to 65535")),
        ("serve --port 7e3", ("7e3", "a port is 1 to 65535")),
        ("host --timer -5", ("-5", "from 0 to 86400")),
        ("host --grace -1", ("-1", "from 0 to 86400")),
        ("serve --limit foo=1", ("foo=1", "no limit 'foo'", "serve --help")),
        ("host --limit chat=1", ("chat=1", "COUNT/SECONDS:BURST")),
        ("serve --limit tables=0", ("tables=0", "1-1000000")),
        ("serve --tables 0", ("0", "a whole number from 1")),
        ("serve --tables 17", ("--tables 17", "at most 16", "--limit tables=17")),
        ("play --pace nan", ("nan", "from 0 to")),
        ("play --plain --lang fr", ("fr", "en, zh-Hant, zh-Hans")),
        ("--theme zz", ("zz", "high-contrast")),
        ("play --plain --set foo=1", ("foo=1", "no option")),
        ("play --plain --set stak=up", ("stak=up", "Did you mean stack?")),
        ("play --plain --set stack", ("--set stack", "OPTION=VALUE")),
        ("play --plain --set deck=7", ("deck=7", "108, 112")),
        ("serve --set deck=7", ("deck=7", "108, 112")),
        ("host --plain --bots x", ("--bots x", "0 to 9")),
        ("host --plain --bots 99", ("--bots 99", "0 to 9")),
        ("host --plain --bots 3 --seats 3", ("--bots 3", "0 to 2")),
        ("serve --bots 11", ("--bots 11", "0 to 10")),
        ("play --plain --bots 2:mean", ("2:mean", ":easy :normal :hard")),
        ("host --plain --seats 40", ("--seats 40", "2 to 10")),
        ("host --plain --seats four", ("--seats four", "2 to 10")),
        ("host --plain --rules partners --seats 3", ("--seats 3", "4 seats")),
        ("play --plain --bots 0", ("--bots 0", "2 players")),
        ("play --plain --rules partners --bots 2", ("--bots 2", "4 players")),
        ("play --plain --record /proc/nope", ("--record /proc/nope",)),
        ("play --plain --name " + "x" * 60, ("too long, at most 16 cells",)),
        ("play --plain --name 字字字字字字字字字", ("too long, at most 16 cells",)),
        ("play --plain --name ?!", ("?!", "no name")),
        ("join a..b", ("a..b", "HOST:PORT")),
        ("join 127.0.0.1:x", ("127.0.0.1:x", "HOST:PORT")),
        ("join [::1", ("[::1", "HOST:PORT")),
    ],
)
def test_usage(line: str, parts: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code: Any = main(line.split(" "))
    except SystemExit as end:
        code = end.code
    out, err = capsys.readouterr()
    assert code == 2, err
    for part in parts:
        assert part in err.replace("\n", " ")
    assert out == ""


def arguments(line: str) -> argparse.Namespace:
    return parser().parse_args(line.split())


@pytest.mark.parametrize(
    ("line", "seats", "bots"),
    [
        ("play", 4, 3),
        ("play --game casino", 2, 1),
        ("play --rules partners", 4, 3),
        ("play --seats 6", 6, 5),
        ("play --bots 9", 10, 9),
        ("host", 4, 0),
        ("host --bots 5:hard", 6, 5),
        ("serve --bots 4", 4, 4),
    ],
)
def test_how_many_sit_down(line: str, seats: int, bots: int) -> None:
    args = arguments(line)
    table = tables.options(args)
    assert (table.seats, len(table.bots)) == (seats, bots)
    again = tables.options(arguments(" ".join(["serve", *tables.words(args, table)])))
    assert again == table


def test_a_name_from_the_environment_is_read_once_and_judged() -> None:
    args = arguments("play")
    assert settings.from_args(args, {"CARDTUI_NAME": "Zed"}).name == "Zed"
    assert settings.from_args(arguments("play --name Ann"), {"CARDTUI_NAME": "Zed"}).name == "Ann"
    with pytest.raises(settings.BadSetting, match=r"CARDTUI_NAME.*too long"):
        settings.from_args(args, {"CARDTUI_NAME": "x" * 60})


def test_a_dumb_terminal_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal in (True, False):
        monkeypatch.setattr(settings, "on_terminal", lambda there=terminal: there)
        assert settings.from_args(arguments("play"), {"TERM": "dumb"}).plain is terminal
    assert not settings.from_args(arguments("play"), {"TERM": "xterm"}).plain


def test_what_is_complained_about_moves_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    exits.complain(f"{EVIL} and\nmore")
    exits.connect_failed("version", {"app": EVIL}, EVIL)
    err = capsys.readouterr().err
    assert "\x1b" not in err and "\x07" not in err and err.count("\n") == 2
    assert exits.ended("internal") == exits.FAILED


@pytest.mark.parametrize(
    ("terminal", "why"), [(False, "there is no terminal here"), (True, "the menu needs a screen")]
)
def test_where_there_can_be_no_menu_the_reason_comes_first(
    terminal: bool, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(settings, "on_terminal", lambda: terminal)
    assert main(["--plain"] if terminal else []) == 2
    first, then = capsys.readouterr().err.splitlines()
    assert first.startswith(f"cardtui: {why}") and then.startswith("Try: cardtui play --plain")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("h", ("h", 7777)),
        ("127.0.0.1:", ("127.0.0.1", 7777)),
        ("h:80", ("h", 80)),
        ("[::1]:80", ("::1", 80)),
        ("::1", ("::1", 7777)),
    ],
)
def test_addresses(text: str, where: tuple[str, int]) -> None:
    assert address.parse_address(text) == where


@pytest.mark.parametrize("text", ["", "a..b", "h:0", "h:65536", "h:٣", "[::1", "[::1]80", "a b"])
def test_no_addresses(text: str) -> None:
    with pytest.raises(ValueError):
        address.parse_address(text)


def test_what_others_type_to_join(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["10.0.0.1", "192.168.1.5"])
    code = "7KQ2-M9XW"
    both = [f"cardtui join 10.0.0.1:7/{code}", f"cardtui join 192.168.1.5:7/{code}"]
    for everywhere in ("", "0.0.0.0", "::"):
        assert addresses.invites(everywhere, 7, code, tls=True) == both
    assert addresses.invites("127.0.0.1", 7, "", tls=True) == ["cardtui join 127.0.0.1:7"]
    (line,) = addresses.invites("fd00::1", 7, "two words & more", tls=False)
    assert line == "cardtui join '[fd00::1]:7/two words & more' --no-tls"
    invite = address.parse_invite(shlex.split(line)[2])
    assert invite == ("fd00::1", 7, "two words & more", True) and invite.where == "[fd00::1]:7"
    assert address.parse_invite(f" {line}") == ("fd00::1", 7, "two words & more", False)


@pytest.mark.parametrize(
    ("text", "invite"),
    [
        ("192.168.1.5:7777/7KQ2-M9XW", ("192.168.1.5", 7777, "7KQ2-M9XW")),
        ("cardtui join 192.168.1.5:7777/7kq2m9xw ", ("192.168.1.5", 7777, "7kq2m9xw")),
        ("box/a/b", ("box", 7777, "a/b")),
        ("[::1]:80/", ("::1", 80, "")),
        ("box", ("box", 7777, "")),
    ],
)
def test_an_address_may_have_a_code(text: str, invite: tuple[str, int, str]) -> None:
    assert address.parse_invite(text) == (*invite, True)


@pytest.mark.parametrize(
    "text",
    [
        "10.0.0.7:7070/7KQ2-M9XW",
        "http://10.0.0.7:7070/7KQ2-M9XW/",
        "cardtui://10.0.0.7:7070/7KQ2-M9XW",
        '"10.0.0.7:7070/7KQ2-M9XW"',
        "“10.0.0.7:7070/7KQ2-M9XW”",
        "$ cardtui join 10.0.0.7:7070/7KQ2-M9XW",
        "'cardtui join 10.0.0.7:7070/7KQ2-M9XW'",
        "/opt/x/.venv/bin/cardtui join '10.0.0.7:7070/7KQ2-M9XW'",
        "/usr/bin/python3 -m tui join '10.0.0.7:7070/7KQ2-M9XW",
        "join 10.0.0.7:7070/7KQ2-M9XW",
        " 10.0.0.7 7070 7KQ2-M9XW ",
        "10.0.0.7 : 7070 / 7KQ2-M9XW",
        "10.0.0.7: 7070 7KQ2-M9XW",
        "１０．０．０．７：７０７０／7KQ2-M9XW",
        "１０。０。０。７：７０７０　7KQ2-M9XW",
    ],
)
def test_what_is_meant_is_understood(text: str) -> None:
    assert address.parse_invite(text) == ("10.0.0.7", 7070, "7KQ2-M9XW", True)


def test_without_encryption_also_where_the_line_has_lost_its_beginning() -> None:
    assert address.parse_invite("10.0.0.7 --no-tls") == ("10.0.0.7", 7777, "", False)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("/CODE", "machine is missing."),
        ("", "machine is missing."),
        ("cardtui join", "machine is missing."),
        (":7777", "machine is missing before :7777"),
        ("cardtui join a b", "a blank in the middle"),
        ("192.168. 1.5", "a blank in the middle"),
        ("cardtui join --watch box", "--watch belongs on the command line"),
        ("a:7777:88", "a:7777:88 has too many colons"),
        ("box:7777x", "7777x is no port: a number from 1 to 65535"),
        ("box:70000", "70000 is no port"),
        ("[::1", "After [ comes an IPv6 address and ]"),
        ("192.168.1.500", "192.168.1.500 is no address: that has four numbers"),
        ("192.168.1", "four numbers"),
        ("7777", "four numbers"),
        ("192,168,1,5", "There is a , in it"),
        ("ann@box", "There is an @ in it"),
        ("7KQ2-M9XW", "That is a join code."),
        ("a..b", "a..b cannot be the name of a machine"),
    ],
)
def test_no_invites(text: str, why: str) -> None:
    with pytest.raises(address.BadAddress) as bad:
        address.parse_invite(text)
    assert why in str(bad.value)


def test_a_guest_is_shown_no_join_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[CardApp] = []

    def run(made: CardApp, *_: object) -> int:
        shown.append(made)
        return 0

    async def connect() -> Any:
        raise AssertionError

    monkeypatch.setattr(launch, "_run", run)
    monkeypatch.setattr(seat, "can_sit", lambda _: True)
    chosen = settings.Settings()
    for where in ("127.0.0.1:7777", "127.0.0.1:"):
        seat.sit(chosen, connect, where)
    seat.sit(chosen, connect, "127.0.0.1:7777", invites=["cardtui join x"], own=True)
    assert [one.ctx.invites for one in shown] == [(), (), ("cardtui join x",)]
    assert [one.ctx.owner for one in shown] == [False, False, True]


def test_the_exit_code_of_a_server_that_died_is_passed_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for code in (1, 2):

        def die(*_: object, exits_with: int = code, **__: object) -> Any:
            raise ServerDied("it cannot be", exits_with)

        monkeypatch.setattr("tui.commands.play.open_table", die)
        assert main(["host", "--plain"]) == code
        assert "it cannot be" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["serve", "host"])
def test_the_help_lists_every_limit(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    out = capsys.readouterr().out
    for one in fields(Limits):
        assert f"  {shown(one.name)}={getattr(DEFAULT, one.name)}" in out


def test_limits_of_the_command_line() -> None:
    args = parser().parse_args(["serve", "--limit", "chat=2/1:9", "--limit", "tables=3"])
    assert tables.limits(args) == Limits(chat=Pace(2, 1, 9), tables=3)
    host = parser().parse_args(["host", "--limit", "tables=3"])
    assert tables.words(host, tables.options(host))[2:4] == ["--limit", "tables=3"]
