"""`cardtui` as its users start it: without a screen, on pipes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from netcore.client.shell import Client, ConnectFailed
from netcore.wire.messages import Start
from tests import inprocess
from tests.e2e.playing import (
    PATIENCE,
    Player,
    command,
    end,
    environment,
    line,
    server,
    start,
    write,
)
from tests.ports import free_port
from tui import configfile
from tui.commands import export, history

RECORD = """\
cardtui = 1
game    = "casino"
rules   = "seed"
players = ["Ann", "Bo"]
[[deal]]
start.hands  = ["3c 8h Td 5s", "2s 2d Th 6c"]
start.table  = "5d 6h 4h"
start.stock  = ""
start.taken  = ["As Ac 9s 9c 7s 7c Js Jc Qs Qc Ks Kc 8s 8c", "*"]
start.last   = "p2"
start.turn   = "p1"
actions = ["! p1 build 3c 7 4h -> not-held", "p1 build 3c 8 5d"]
end.table = "4h 6h #8/p1(3c+5d)"
"""


def run(home: Path, *args: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*args),
        env=environment(home),
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def run_here(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run what ends before it would need a process of its own."""
    return inprocess.run([*args], environment(home), home)


# --- without a table ---


def test_no_terminal_no_screen(tmp_path: Path) -> None:
    for args in ((), ("play",)):
        done = run(tmp_path, *args)
        assert done.returncode == 2
        assert "--plain" in done.stderr
        assert done.stdout == ""


@pytest.mark.parametrize("args", [("play", "--game", "poker"), ("join",), ("deal",), ("--lang",)])
def test_usage(args: tuple[str, ...], tmp_path: Path) -> None:
    done = run_here(tmp_path, *args)
    assert done.returncode == 2
    assert "usage: cardtui" in done.stderr
    assert len(done.stderr.splitlines()) <= 6, "what is wrong must not drown"
    assert "--help" in done.stderr


def test_config_alone_shows_it(tmp_path: Path) -> None:
    alone = run_here(tmp_path, "config")
    assert alone.returncode == 0 and alone.stdout == run_here(tmp_path, "config", "show").stdout


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("--rules", "nonsense"), "nonsense"),
        (("--set", "gravity=yes"), "gravity"),
        (("--set", "deck=7"), "deck"),
        (("--set", "deflect=yes"), "deflect"),
        (("--bots", "many"), "--bots"),
        (("--bots", "9", "--seats", "3"), "--bots 9"),
        (("--game", "casino", "--seats", "9"), "seats"),
    ],
)
def test_tables_that_cannot_be(args: tuple[str, ...], word: str, tmp_path: Path) -> None:
    done = run_here(tmp_path, "play", "--plain", *args)
    assert done.returncode == 2
    assert word in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_verify(tmp_path: Path) -> None:
    good, bad, none = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "none.toml"
    good.write_text(RECORD, encoding="utf-8")
    bad.write_text(RECORD.replace("not-held", "no-split"), encoding="utf-8")
    none.write_text("hello", encoding="utf-8")
    assert run_here(tmp_path, "verify", str(good)).returncode == 0
    mismatch = run_here(tmp_path, "verify", str(good), str(bad))
    assert mismatch.returncode == 1
    assert str(bad) in mismatch.stderr and "not-held" in mismatch.stderr
    assert "not-held (You would hold no card of that value)" in mismatch.stderr
    binary, deep = tmp_path / "binary.toml", tmp_path / "deep.toml"
    binary.write_bytes(b"\xff\xfe")
    deep.write_text(f"a = {'[' * 3000}{']' * 3000}", encoding="utf-8")
    whys = {none: "TOML", tmp_path / "missing.toml": "", binary: "not a text", deep: "too deep"}
    for path, why in whys.items():
        unreadable = run_here(tmp_path, "verify", str(path))
        assert unreadable.returncode == 2 and str(path) in unreadable.stderr
        assert why in unreadable.stderr and "Traceback" not in unreadable.stderr


def test_a_record_is_told_in_lines(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(RECORD, encoding="utf-8")
    bad.write_text(RECORD.replace("p1 build 3c 8 5d", "p1 build 3c 9 5d"), encoding="utf-8")
    told = run_here(tmp_path, "replay", "--plain", "--symbols", "ascii", str(good))
    assert told.returncode == 0 and told.stderr == ""
    assert "Ann builds 8 (3C+5D)." in told.stdout.splitlines()
    chinese = run_here(tmp_path, "--lang", "zh-Hant", "replay", "--plain", str(good))
    assert "Ann 做了 8（3♣+5♦）。" in chinese.stdout.splitlines()
    broken = run_here(tmp_path, "replay", "--plain", str(bad))
    assert broken.returncode == 1 and "does not hold from here on" in broken.stderr
    screen = run_here(tmp_path, "replay", str(good))
    assert screen.returncode == 2 and "--plain needs none" in screen.stderr


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command("play", "--plain", "--pace", "0"),
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):  # it has noticed already
        process.stdin.write(b"help\n")
        process.stdin.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=PATIENCE) == 141


def test_a_server_whose_starter_says_nothing(tmp_path: Path) -> None:
    done = run(tmp_path, "serve", "--owned", "0", "--port", "0")
    assert done.returncode == 2 and "--owned" in done.stderr and "listen" not in done.stderr


# --- doors that stay shut ---


def test_nobody_there(tmp_path: Path) -> None:
    port = free_port()
    done = run(tmp_path, "join", f"127.0.0.1:{port}", "--plain")
    assert done.returncode == 3
    assert "cardtui host" in done.stderr
    assert run(tmp_path, "join", "127.0.0.1:99999", "--plain").returncode == 2


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        for args in (("serve",), ("host", "--plain")):
            done = run(tmp_path, *args, "--bind", "127.0.0.1", "--port", port)
            assert done.returncode == 1
            assert port in done.stderr and "--port" in done.stderr
            assert "Traceback" not in done.stderr


async def test_a_full_table_and_a_taken_name(tmp_path: Path) -> None:
    async with server(tmp_path, "--seats", "2") as port:
        ann = await Client.connect("127.0.0.1", port, name="Ann")
        taken = await asyncio.to_thread(
            run, tmp_path, "join", f"127.0.0.1:{port}", "--no-tls", "--plain", "--name", "Ann"
        )
        assert taken.returncode == 5 and "--name" in taken.stderr
        bo = await Client.connect("127.0.0.1", port, name="Bo")
        where = f"127.0.0.1:{port}"
        full = await asyncio.to_thread(run, tmp_path, "join", where, "--no-tls", "--plain")
        assert full.returncode == 5 and "--watch" in full.stderr
        await ann.close()
        await bo.close()


async def test_the_join_line_lets_in_and_nothing_else_does(tmp_path: Path) -> None:
    host_home, guest_home = tmp_path / "host", tmp_path / "guest"
    where = ("--bind", "127.0.0.1", "--port", str(free_port()), "--name", "Ann")
    host = await start(host_home, "host", "--plain", *where, "--seats", "2")
    invite = (await line(host, "Others join with")).split()[-1]
    words = (await line(host, "Fingerprint of this table: ")).partition(": ")[2]
    await line(host, "Type start")
    address, _, code = invite.partition("/")

    async def refused(*args: str, code: int = 5) -> str:
        done = await asyncio.to_thread(run, guest_home, "join", *args, "--plain")
        assert done.returncode == code, done.stderr
        return done.stderr

    assert "never played at that table" in await refused(address)  # nobody there to be asked
    assert "not the join code" in await refused(f"{address}/WRONG-ONE")
    assert "without --no-tls" in await refused(invite, "--no-tls")
    assert "at least eight" in await refused(f"{address}/short", code=2)
    assert not list(guest_home.rglob("known_hosts"))
    guest = await start(guest_home, "join", f"{address}/{code.lower()}", "--plain", "--name", "Bo")
    assert words == (await line(guest, "Fingerprint of this table: ")).partition(": ")[2]
    await line(guest, "You are Bo")
    (known,) = guest_home.rglob("known_hosts")
    (key,) = host_home.rglob("certificate.pem")
    assert known.stat().st_mode & 0o777 == key.stat().st_mode & 0o777 == 0o600
    guest.kill()  # who says goodbye in the lobby gives the seat up
    await guest.communicate()
    again = await start(guest_home, "join", address, "--plain", "--name", "Bo")
    await line(again, "You are Bo, on seat 2")  # what is kept of the seat has the code
    assert await end(again) == 0
    assert await end(host) == 0


async def test_a_guest_is_not_sent_to_a_table_in_clear_or_without_a_code(tmp_path: Path) -> None:
    async with server(tmp_path) as port:  # --open --no-tls
        for args, said in (
            ((f"127.0.0.1:{port}/7KQ2-M9XW",), "without encryption"),
            ((f"127.0.0.1:{port}/7KQ2-M9XW", "--no-tls"), "asks for no join code"),
        ):
            done = await asyncio.to_thread(run, tmp_path, "join", *args, "--plain")
            assert done.returncode == 5 and said in done.stderr, done.stderr


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at command lines in /proc")
async def test_no_secret_is_on_a_command_line(tmp_path: Path) -> None:
    where = ("--bind", "127.0.0.1", "--port", str(free_port()))
    host = await start(tmp_path, "host", "--plain", *where)
    code = (await line(host, "Others join with")).rpartition("/")[2]
    await line(host, "Type start")
    (kept,) = tmp_path.rglob("seat-*")
    held = json.loads(kept.read_text())
    secrets = [code, code.replace("-", ""), *(held[key] for key in ("token", "host_token", "code"))]
    children = subprocess.run(
        ["pgrep", "-P", str(host.pid)], capture_output=True, text=True, check=True
    ).stdout.split()
    for process in (str(host.pid), *children):
        for name in ("cmdline", "environ"):
            text = Path(f"/proc/{process}/{name}").read_text(errors="replace")
            assert not any(one in text for one in secrets), name
    assert children and all(len(one) >= 8 for one in secrets)
    assert await end(host) == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--code", "short"), "8 to 64"),
        (("--open", "--public"), "--public"),
        (("--open", "--code", "long enough"), "--open"),
    ],
)
def test_doors_that_cannot_be(args: tuple[str, ...], said: str, tmp_path: Path) -> None:
    for opens in (("serve", "--port", "0"), ("host", "--plain", "--port", "0")):
        done = run_here(tmp_path, *opens, *args)
        assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr


def test_a_damaged_certificate_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "cardtui"
    folder.mkdir(parents=True)
    (folder / "certificate.pem").write_text("nonsense")
    for opens in (("serve", "--port", "0"), ("host", "--plain", "--port", "0")):
        done = run(tmp_path, *opens)
        assert done.returncode == 1 and "certificate.pem" in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
    assert (folder / "certificate.pem").read_text() == "nonsense"


# --- playing in lines ---


@pytest.mark.parametrize(
    "table",
    [
        ("--game", "uno", "--set", "target=1"),
        ("--game", "uno", "--rules", "crystal", "--set", "target=1"),
        ("--game", "casino"),
    ],
    ids=["uno", "crystal", "casino"],
)
async def test_a_game_played_by_numbers(table: tuple[str, ...], tmp_path: Path) -> None:
    records = tmp_path / "records"
    process = await start(
        tmp_path,
        "play",
        "--plain",
        "--pace",
        "0",
        "--name",
        "Ann",
        "--record",
        str(records),
        *table,
    )
    for _ in range(400):
        text = await line(process, "1) ", "Type ready", "Type start")
        if text.startswith("Type"):
            break
        if text.startswith("1) "):  # and not 11)
            await write(process, "1")
    assert await end(process) == 0
    (path,) = records.iterdir()
    assert run(tmp_path, "verify", str(path)).returncode == 0


async def test_notation_chat_and_words(tmp_path: Path) -> None:
    process = await start(tmp_path, "play", "--plain", "--pace", "0", "--timer", "0")
    await line(process, "Your turn")
    await write(process, "/good luck")
    await line(process, "> good luck")
    await write(process, "play what")
    await line(process, "no action")
    await write(process, "99")
    await line(process, "no choice 99")
    await write(process, "help")
    await line(process, "need no slash:")
    await write(process, "quit")
    async with asyncio.timeout(PATIENCE):
        await process.communicate()
    assert process.returncode == 0


async def test_host_and_guest(tmp_path: Path) -> None:
    port = free_port()
    host = await start(
        tmp_path,
        *("host", "--plain", "--bind", "127.0.0.1", "--port", str(port), "--name", "Ann"),
        *("--seats", "2", "--timer", "0"),
    )
    where = (await line(host, "Others join with")).split()[-1]
    await line(host, "Type start")
    guest = await start(tmp_path, "join", where, "--plain", "--name", "Bo")
    await line(host, "Bo sits down")
    await write(host, "start")
    for process in (host, guest):
        await line(process, "cards each")
    assert await end(host) == 0
    async with asyncio.timeout(PATIENCE):
        await guest.communicate()
    assert guest.returncode in (0, 3)
    with pytest.raises(ConnectFailed):
        await Client.connect("127.0.0.1", port, name="late")


async def test_killed_and_back_with_hand_and_turn(tmp_path: Path) -> None:
    async with server(tmp_path, "--seats", "2", "--timer", "0", "--grace", "3600") as port:
        ann = await Client.connect("127.0.0.1", port, name="Ann")
        where = f"127.0.0.1:{port}"
        bo = await start(tmp_path, "join", where, "--no-tls", "--plain", "--name", "Bo")
        await line(bo, "You are Bo")
        ann.send(Start())
        player = Player(ann, 2, 1, 1)
        playing = asyncio.create_task(player.play())
        await line(bo, "Your turn")
        hand = ""
        for _ in range(3):
            await write(bo, "1")
            while ")" in (hand := await line(bo, "Your hand", ") keep the card")):
                await write(bo, "1")  # after a draw the same turn goes on, and nothing is repeated
            await line(bo, "Your turn")
        bo.send_signal(signal.SIGKILL)
        await bo.communicate()
        again = await start(tmp_path, "join", where, "--no-tls", "--plain", "--name", "Bo")
        assert "on seat 2" in await line(again, "You are Bo")
        assert await line(again, "Your hand") == hand
        await line(again, "Your turn")
        await write(again, "1")
        await line(again, "1) ", "Ann")
        assert await end(again) == 0
        async with asyncio.timeout(PATIENCE):
            await playing
        assert player.updates[-1].view.won == (0,)
        await ann.close()


async def test_a_lost_terminal_gives_the_code_of_its_signal(tmp_path: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGHUP):
        process = await start(tmp_path, "play", "--plain", "--pace", "0", "--timer", "0")
        await line(process, "Your turn")
        process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            await process.communicate()
        assert process.returncode == 128 + number


async def test_a_server_does_not_outlive_play(tmp_path: Path) -> None:
    process = await start(tmp_path, "play", "--plain", "--pace", "0", "--timer", "0")
    await line(process, "Your turn")
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process.pid)],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    process.kill()
    await process.communicate()
    async with asyncio.timeout(PATIENCE):
        for child in children:
            while _lives(int(child)):
                await asyncio.sleep(0.05)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


# --- what surrounds it is not as usual ---


def closed(home: Path, numbers: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run with some of the standard streams closed, as a careless starter does."""
    shell = 'exec "$@" ' + " ".join(f"{number}>&-" for number in numbers)
    return subprocess.run(
        ["sh", "-c", shell, "sh", *command(*args)],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("numbers", ["0", "1", "01", "012"])
def test_closed_streams_are_no_fault(numbers: str, tmp_path: Path) -> None:
    done = closed(tmp_path, numbers, "rules", "list")
    assert done.returncode == 0 and done.stderr == ""
    assert ("official" in done.stdout) == ("1" not in numbers)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is full")
@pytest.mark.parametrize("args", [("rules", "list"), ("config", "path"), ("--version",)])
def test_a_full_disk_is_said_and_is_a_failure(args: tuple[str, ...], tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command("--lang", "zh-Hant", *args),
            env={**environment(tmp_path), "PYTHONUNBUFFERED": ""},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "cardtui: 磁碟滿了"


def test_nobody_to_complain_to_changes_no_exit_code(tmp_path: Path) -> None:
    assert closed(tmp_path, "2", "verify", "nowhere").returncode == 2


def test_no_home_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(configfile, "usual_path", homeless)
    done = run_here(tmp_path, "rules", "list")
    assert done.returncode == 1 and done.stderr.splitlines() == [
        "cardtui: nothing says where your home folder is: set HOME"
    ]
    assert run_here(tmp_path, "--version").returncode == 0


def test_a_fault_of_the_program_is_one_line_and_a_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> int:
        raise LookupError("a fault of ours")

    monkeypatch.setattr(history, "run", broken)
    done = run_here(tmp_path, "history")
    log = tmp_path / "state" / "cardtui" / "log" / "cardtui.log"
    assert done.returncode == 1 and done.stderr.splitlines() == [
        f"cardtui: The program broke. {log} says where."
    ]
    assert "LookupError: a fault of ours" in log.read_text(encoding="utf-8")
    log.unlink()
    log.mkdir()
    elsewhere = run_here(tmp_path, "history").stderr.split()[4]
    assert "a fault of ours" in Path(elsewhere).read_text(encoding="utf-8")
    Path(elsewhere).unlink()


# --- what is wrong is said in the reader's language, and where to read on ---


@pytest.mark.parametrize("args", [("--lang",), ("--lang", "fr"), ("deal",)])
def test_errors_speak_the_language_that_is_known(args: tuple[str, ...], tmp_path: Path) -> None:
    env = {**environment(tmp_path), "CARDTUI_LANG": "zh-Hant"}
    done = inprocess.run([*args], env, tmp_path)
    assert done.returncode == 2 and done.stderr.startswith("用法：cardtui ...\ncardtui：錯誤：")
    assert len(done.stderr.splitlines()) == 3


def test_an_unknown_option_names_the_help_of_its_command(tmp_path: Path) -> None:
    for args in (("play", "--foo"), ("rules", "show", "kano", "--foo")):
        done = run_here(tmp_path, *args)
        path = " ".join(args[: -1 if args[0] == "play" else 2])
        assert done.returncode == 2
        assert f"cardtui {path}: error: unrecognized arguments: --foo" in done.stderr
        assert f"Try: cardtui {path} --help" in done.stderr


def test_nothing_is_no_word_and_is_shown_as_such(tmp_path: Path) -> None:
    assert "'' is no name" in run_here(tmp_path, "play", "--plain", "--name", "").stderr
    assert "'': choose from" in run_here(tmp_path, "play", "--theme", "").stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device without an end")
@pytest.mark.parametrize(
    "args",
    [
        ("rules", "check"),
        ("play", "--plain", "--punishment-file"),
        ("play", "--plain", "--rules"),
        ("play", "--plain", "--config"),
    ],
)
def test_no_file_is_read_for_ever(args: tuple[str, ...], tmp_path: Path) -> None:
    done = run_here(tmp_path, *args, "/dev/zero")
    assert done.returncode == 2 and "/dev/zero: File too large" in done.stderr


def test_a_mark_at_the_beginning_is_no_text(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('\ufeffbase = "official"\n', encoding="utf-8")
    config = tmp_path / "config.toml"
    config.write_text('\ufefftheme = "light"\r\n', encoding="utf-8")
    record = tmp_path / "record.toml"
    record.write_text(f"\ufeff{RECORD}", encoding="utf-8")
    assert run_here(tmp_path, "rules", "check", str(rules)).returncode == 0
    assert run_here(tmp_path, "config", "show", "--config", str(config)).returncode == 0
    assert run_here(tmp_path, "verify", str(record)).returncode == 0


def test_nobodys_home_and_editors_that_are_none(tmp_path: Path) -> None:
    done = run_here(tmp_path, "config", "show", "--config", "~nobody-at-all/config.toml")
    assert done.returncode == 2 and "there is no such file" in done.stderr
    for editor, why in (('vi "', "the quotes do not end"), ("/nowhere", "No such file")):
        env = {**environment(tmp_path), "VISUAL": " ", "EDITOR": editor}
        done = inprocess.run(["config", "edit"], env, tmp_path)
        assert done.returncode == 1 and f"{editor}: {why}" in done.stderr
        assert "EDITOR names your editor" in done.stderr


def test_half_a_record_is_not_left_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.toml"
    assert export._write(str(file), "what no file can hold: \ud800") == 1
    assert not file.exists() and str(file) in capsys.readouterr().err
    assert export._write(str(file), "whole") == 0 and file.read_text() == "whole"
    assert export._write(str(file), "other") == 2 and file.read_text() == "whole"
