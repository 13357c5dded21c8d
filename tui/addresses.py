"""The addresses at which other machines on the network reach this one, for the join lines.

Hides: how they are found: by asking the kernel which address it would send from; nothing is sent.
"""

from __future__ import annotations

import socket


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


def join_lines(port: int) -> list[str]:
    """Return one `cardtui join` line for each address."""
    return [f"cardtui join {address}:{port}" for address in own_addresses()]
