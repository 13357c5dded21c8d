"""A join code that stands on no command line, and is asked for where it is left out."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import subprocess
from pathlib import Path

import pytest

from netcore.client.shell import Client, ConnectFailed
from tests.e2e.playing import PATIENCE, command, end, environment, line, start, write

CODE = "a very secret word"
WHERE = ("--bind", "127.0.0.1", "--port", "0", "--no-tls")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="looks at processes")


async def started(home: Path, *args: str, **more: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *command(*args), stdin=pipe, stdout=pipe, stderr=pipe, env={**environment(home), **more}
    )


async def seated(port: int, code: str) -> None:
    client = await Client.connect("127.0.0.1", port, name="Ann", code=code)
    await client.close()


async def lets_in(server: asyncio.subprocess.Process) -> None:
    """See that the code opens the table, and another one does not."""
    port = int((await line(server, "cardtui 127.0.0.1 ")).split()[2])
    await seated(port, CODE)
    with pytest.raises(ConnectFailed) as caught:
        await seated(port, "another long word")
    assert caught.value.code == "wrong-code"
    words = ["ps", "-o", "args=", "-p", str(server.pid)]
    listed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert "serve" in listed and CODE not in listed


async def stopped(server: asyncio.subprocess.Process) -> None:
    server.terminate()
    async with asyncio.timeout(PATIENCE):
        await server.communicate()


async def test_a_program_writes_it_to_the_input(tmp_path: Path) -> None:
    server = await start(tmp_path, "serve", *WHERE, "--code", "-")
    await write(server, CODE)
    await lets_in(server)
    await stopped(server)


async def test_a_host_who_writes_it_types_on_behind_it(tmp_path: Path) -> None:
    host = await start(tmp_path, "host", *WHERE, "--plain", "--code", "-")
    assert host.stdin is not None
    host.stdin.write(f"{CODE}\nhelp\n".encode())
    assert CODE in await line(host, "Others join with")
    await line(host, "need no slash")
    assert await end(host) == 0


async def test_the_environment_gives_it_to_table_and_guest(tmp_path: Path) -> None:
    server = await started(tmp_path / "server", "serve", *WHERE, CARDTUI_CODE=CODE)
    port = (await line(server, "cardtui 127.0.0.1 ")).split()[2]
    words = ("join", f"127.0.0.1:{port}", "--no-tls", "--plain", "--name", "Bo")
    guest = await started(tmp_path / "guest", *words, CARDTUI_CODE=CODE)
    await line(guest, "You are Bo")
    assert await end(guest) == 0
    await stopped(server)


async def test_nobody_is_asked_for_a_code_where_the_table_is_open(tmp_path: Path) -> None:
    server = await started(tmp_path, "serve", *WHERE, "--open", CARDTUI_CODE=CODE)
    await seated(int((await line(server, "cardtui 127.0.0.1 ")).split()[2]), "")
    await stopped(server)


@pytest.mark.parametrize(("opens", "gives"), [("serve", "environment"), ("host", "input")])
def test_one_that_can_be_none_is_refused_and_not_repeated(
    opens: str, gives: str, tmp_path: Path
) -> None:
    words = (opens, *WHERE, *(["--plain"] if opens == "host" else []))
    given = {"CARDTUI_CODE": "tiny"} if gives == "environment" else {}
    done = subprocess.run(
        command(*words, *([] if given else ["--code", "-"])),
        env={**environment(tmp_path), **given},
        input="tiny\n",
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 2
    assert "8 to 64" in done.stderr and "tiny" not in done.stderr
    assert ("CARDTUI_CODE" if given else "--code") in done.stderr


def test_a_person_is_asked_and_nothing_of_it_is_shown(tmp_path: Path) -> None:
    person, terminal = pty.openpty()
    server = subprocess.Popen(
        command("serve", *WHERE, "--code", "-"), env=environment(tmp_path), stdin=terminal,
        stdout=terminal, stderr=terminal, start_new_session=True,
    )  # fmt: skip
    os.close(terminal)
    until(person, "Join code:")
    os.write(person, f"{CODE}\n".encode())
    shown = until(person, "Others join with")
    assert CODE not in shown.partition("Others join with")[0]
    server.terminate()
    assert server.wait(PATIENCE) == 0
    os.close(person)


async def test_a_guest_without_a_code_is_asked_for_it(tmp_path: Path) -> None:
    served = await started(tmp_path / "server", "serve", *WHERE, CARDTUI_CODE=CODE)
    port = (await line(served, "cardtui 127.0.0.1 ")).split()[2]
    person, terminal = pty.openpty()
    words = ("join", f"127.0.0.1:{port}", "--no-tls", "--plain", "--name", "Bo")
    guest = subprocess.Popen(
        command(*words), env=environment(tmp_path / "guest"), stdin=terminal, stdout=terminal,
        stderr=terminal, start_new_session=True,
    )  # fmt: skip
    os.close(terminal)
    said = await asyncio.to_thread(until, person, "Join code, like")
    assert "wants its join code" in said
    os.write(person, f"{CODE}\n".encode())
    await asyncio.to_thread(until, person, "You are Bo")
    guest.terminate()
    await asyncio.to_thread(guest.wait, PATIENCE)
    os.close(person)
    await stopped(served)


def until(terminal: int, wanted: str) -> str:
    """Read what is shown until something is."""
    shown = b""
    while wanted.encode() not in shown:
        assert select.select([terminal], [], [], PATIENCE)[0], shown.decode(errors="replace")
        shown += os.read(terminal, 1024)  # an OSError when the program has ended
    return shown.decode(errors="replace")
