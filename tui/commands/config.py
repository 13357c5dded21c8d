"""`cardtui config path|show|edit`: where the settings are, what they are, changing them."""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

from tui import configfile, rebind, settings
from tui.commands import exits
from tui.i18n import t
from tui.settingwords import origin
from tui.text.refusals import reworded

_EDITORS = ("VISUAL", "EDITOR")


def run(args: argparse.Namespace) -> int:
    """Do what `args.what` says."""
    match args.what:
        case "path":
            return _path(_file(args))
        case "edit":
            return _edit(_file(args))
        case _:
            return _show(settings.from_args(args), args.json)


def _file(args: argparse.Namespace) -> Path:
    return configfile.path_of(
        getattr(args, "config", None) or os.environ.get("CARDTUI_CONFIG") or ""
    )


def _path(path: Path) -> int:
    print(path)
    if not path.exists():
        exits.complain(t("it is not there yet; cardtui config edit writes it"))
    return exits.OK


def _edit(path: Path) -> int:
    """Open the config; what is wrong with it afterwards is said."""
    try:
        configfile.write_template(path)
    except OSError as error:
        exits.complain(f"{path}: {reworded(error)}")
        return exits.FAILED
    editor = next(filter(str.strip, (os.environ.get(name, "") for name in _EDITORS)), "vi")
    try:
        done = subprocess.run([*shlex.split(editor), str(path)], check=False)
    except (OSError, ValueError) as error:  # a ValueError: quotes that do not end
        why = reworded(error) if isinstance(error, OSError) else t("the quotes do not end")
        exits.complain(
            t("{editor}: {why}. The file is {path}; EDITOR names your editor.",
              editor=editor, why=why, path=path)
        )  # fmt: skip
        return exits.FAILED
    problems = configfile.load(str(path)).problems
    for problem in problems:
        exits.complain(problem)
    return exits.FAILED if problems or done.returncode else exits.OK


def _show(chosen: settings.Settings, as_json: bool) -> int:
    values = {name: getattr(chosen, name) for name in settings.TABLE}
    if as_json:
        import json

        shown: dict[str, Any] = {
            name: {"value": value, "from": chosen.origins.get(name, settings.USUAL)}
            for name, value in values.items()
        }
        print(json.dumps({"path": chosen.path, "settings": shown, "keys": dict(chosen.keys)}))
        return exits.OK
    for name, value in values.items():
        about = settings.TABLE[name]
        print(f"{name:10} {settings.word(name, value) or '-':14} {origin(name, chosen)}")
        print(f"{'':10} {about.text()}")
    for id_, keys in chosen.keys.items():
        names = ", ".join(rebind.written(rebind.canonical(key)) for key in keys)
        print(f"{'keys.' + id_:24} {names}")
    return exits.OK
