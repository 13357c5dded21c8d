"""The addresses at which other machines on the network reach this one.

Hides: how they are found: by asking the kernel which address it would send from; nothing is sent.
"""

from __future__ import annotations

import contextlib
import errno
import socket
from ipaddress import ip_address
from typing import Final

from netcore.transport.joincode import shown
from tui.text.address import Invite, join_line

EVERYWHERE: Final = ("", "0.0.0.0", "::")
"""What a server is bound to that listens on all addresses."""


def own_addresses() -> list[str]:
    """Return this machine's addresses on its networks, the likeliest first; perhaps none."""
    found: list[str] = []
    for target in ("192.168.255.255", "10.255.255.255", "172.31.255.255", "8.8.8.8"):
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                address = probe.getsockname()[0]
        except OSError:
            continue
        if not address.startswith("127.") and address != "0.0.0.0" and address not in found:
            found.append(address)
    return found


def invites_of(address: str, port: int, code: str, tls: bool) -> list[str]:
    """Return what others type to join, for a host who came back without having opened the table.

    The address is where this program has found it. None, where that is another machine.
    """
    with contextlib.suppress(ValueError):
        if address == "localhost" or ip_address(address).is_loopback:
            open_to_all = any(_listened_on(one, port) for one in own_addresses())
            return invites("" if open_to_all else address, port, code, tls=tls)
    return []


def _listened_on(address: str, port: int) -> bool:
    """Whether some program of this machine has that port: it cannot be had once more then."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind((address, port))
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False


def invites(bind: str, port: int, code: str, *, tls: bool) -> list[str]:
    """Return what others type to join: one line for each address of this machine.

    Args:
        bind: The address that is listened on; empty: all.
        port: The port.
        code: The join code; empty: none is asked for.
        tls: Whether it is encrypted.
    """
    hosts = (own_addresses() or ["localhost"]) if bind in EVERYWHERE else [bind]
    return [join_line(Invite(host, port, shown(code), tls)) for host in hosts]
