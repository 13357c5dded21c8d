"""`cardtui status [[HOST:]PORT]`: how the servers that this account runs on this machine do.

Must not know: how they are asked.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

from netcore.server.status import ask
from netcore.wire.text import clean_line
from tui.commands import exits
from tui.i18n import n, t
from tui.tables import seat
from tui.text import words
from tui.text.address import parse_address


def run(args: argparse.Namespace) -> int:
    """Ask and print."""
    try:
        port = _port(args.address) if args.address else None
    except ValueError:
        exits.complain(t("{address}: write PORT or HOST:PORT", address=args.address))
        return exits.USAGE
    if port == 0:
        exits.complain(
            t("{address}: only the account that runs a server can ask how it does, on its machine",
              address=args.address)
        )  # fmt: skip
        return exits.USAGE
    reports = list(ask(seat.status_folder(), port))
    if args.json:
        print(json.dumps(reports, indent=2))
    elif not reports:
        exits.complain(t("this account runs no server here, or none at that port"))
    else:
        print("\n\n".join("\n".join(_lines(one)) for one in reports))
    return exits.OK if reports else exits.NOBODY


def _port(text: str) -> int:
    """Read which server is meant; 0: one of another machine. Raises ValueError."""
    if text.isascii() and text.isdecimal():
        text = f"localhost:{text}"
    host, port = parse_address(text)
    if host == "localhost":
        return port
    try:
        return port if ip_address(host).is_loopback else 0
    except ValueError:
        return 0


def _lines(report: dict[str, Any]) -> Iterator[str]:
    """Yield what one server says."""
    found, actions = report["connections"], report["actions"]
    lag, commit = report["loop_lag_ms"], report["commit_ms"]
    yield t(
        "port {port}, {app}, process {pid}, up {time}",
        port=report["port"], app=report["app"], pid=report["pid"], time=_time(report["uptime_s"]),
    )  # fmt: skip
    yield "  " + t(
        "connections: {members} at tables, {strangers} at the door, {most} at most",
        members=found["members"], strangers=found["strangers"], most=found["most"],
    )  # fmt: skip
    yield "  " + t(
        "requests: {rate} a second now, {all} in all; too fast: {recent} in the last minute",
        rate=actions["per_second"], all=actions["all"], recent=report["too_fast"]["last_minute"],
    )  # fmt: skip
    yield "  " + t("loop late by: {mean} ms, at worst {worst} ms", **lag)
    if commit["count"]:
        yield "  " + t("durable after: {mean} ms, at worst {worst} ms", **commit)
    queues = report["queues"]
    yield "  " + t("waiting to be sent: {bytes} bytes, at most {longest} for one", **queues)
    yield "  " + t("memory: {mib} MiB", mib=round(report["memory_kib"] / 1024, 1))
    tables = report["tables"]
    yield "  " + n("{count} table:", "{count} tables:", len(tables))
    for one in tables:
        yield "    " + t(
            "{name}: {game}, {phase}, {humans} people, {bots} bots, {watchers} watching",
            name=clean_line(one["name"]), game=words.game(one["game"]), phase=_phase(one["phase"]),
            humans=one["humans"], bots=one["bots"], watchers=one["watchers"],
        )  # fmt: skip


def _phase(name: str) -> str:
    from tui.text.tablelist import PHASES

    return PHASES[name]() if name in PHASES else name


def _time(seconds: float) -> str:
    minutes, left = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}"
