"""`cardtui doctor`: what to put into a report about a fault, and what is wrong on this machine."""

from __future__ import annotations

import argparse

from netcore.wire.text import clean_line
from tui import settings
from tui.commands import exits
from tui.doctor import Finding, examine
from tui.i18n import t

_LONGEST = 400


def run(args: argparse.Namespace) -> int:
    """Print what is found; fail where something is wrong."""
    found = list(examine(lambda: settings.from_args(args)))
    wrong = [one.wrong for one in found if one.wrong]
    (_print_json if args.json else _print)(found, wrong)
    return exits.FAILED if wrong else exits.OK


def _print(found: list[Finding], wrong: list[str]) -> None:
    section = ""
    for one in found:
        if one.section != section:
            section = one.section
            print(f"[{section}]")
        mark = "!" if one.wrong else " "
        print(f"{mark} {one.name}: {clean_line(one.value, _LONGEST)}")
    print()
    print(
        "\n".join([f"! {clean_line(one, _LONGEST)}" for one in wrong] or [t("Nothing is wrong.")])
    )


def _print_json(found: list[Finding], wrong: list[str]) -> None:
    import json

    sections: dict[str, dict[str, str]] = {}
    for one in found:
        sections.setdefault(one.section, {})[one.name] = one.value
    print(json.dumps({**sections, "wrong": wrong}))
