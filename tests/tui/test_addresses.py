"""What a host who came back tells others, found out from where this program is."""

from __future__ import annotations

import socket

import pytest

from tui.tables import addresses


def test_lines_for_who_came_back_name_where_the_table_listens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["127.0.0.1"])
    with socket.create_server(("127.0.0.1", 0)) as table:
        port = table.getsockname()[1]
        lines = addresses.invites_of("localhost", port, "7KQ2M9XW", False)
        assert lines == addresses.invites("", port, "7KQ2M9XW", tls=False)
        assert f"127.0.0.1:{port}/7KQ2-M9XW" in lines[0]
    assert "localhost" in addresses.invites_of("localhost", port, "", True)[0], "none listens there"
    assert addresses.invites_of("192.168.1.5", port, "", True) == [], "another machine's table"
    assert addresses.invites_of("example.org", port, "", True) == []
