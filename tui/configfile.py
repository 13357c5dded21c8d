"""Two small files of TOML: config.toml, which is the player's, and what the settings screen keeps.

Hides: where they are, how they are read and written. config.toml is written once, as a template in
which every line is a comment, and never changed by the program again; what is chosen on a screen
goes to `chosen.toml` in the state folder, which config.toml overrides. A config that is wrong is
told with its line and read as far as it is right. Must not know: what a setting does.
"""

from __future__ import annotations

import os
import re
import tempfile
from argparse import ArgumentTypeError
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tui import rebind, settings, textfile
from tui.i18n import t
from tui.text.faults import of_toml, toml_reason
from tui.text.refusals import reworded


@dataclass(slots=True)
class Config:
    """What a config file says.

    Attributes:
        keys: Of its [keys]; none while one of them is wrong.
        problems: What is wrong, each with file, line and key.
    """

    path: Path
    there: bool = False
    values: dict[str, Any] = field(default_factory=dict)
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def usual_path() -> Path:
    """Return where config.toml is, unless --config or CARDTUI_CONFIG says otherwise."""
    from platformdirs import user_config_path

    return user_config_path("cardtui", appauthor=False) / "config.toml"


def path_of(given: str) -> Path:
    """Return the file that is meant; where none was given, the usual one."""
    return Path(os.path.expanduser(given)) if given else usual_path()


def load(given: str = "") -> Config:
    """Read a config; the usual one need not be there."""
    config = Config(path_of(given))
    try:
        text = _text(config.path)
    except (FileNotFoundError, NotADirectoryError):
        if given:
            config.problems.append(t("{path}: there is no such file", path=given))
        return config
    except (OSError, ValueError) as error:
        config.problems.append(f"{config.path}: {reworded(error)}")
        return config
    config.there = True
    _read(config, text)
    return config


def _text(path: Path) -> str:
    try:
        return textfile.read(path)
    except UnicodeDecodeError:
        raise ValueError(t("not a text file")) from None


def _read(config: Config, text: str) -> None:
    import tomllib

    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        config.problems.append(_broken(config.path, str(error)))
        return
    except RecursionError:
        config.problems.append(t("{path}: nested too deep", path=config.path))
        return
    keys = found.pop("keys", {})
    for name, value in found.items():
        try:
            config.values[name] = _value(name, value)
        except ArgumentTypeError as why:
            config.problems.append(f"{_at(config.path, text, '', name)}: {name}: {why}")
    _read_keys(config, text, keys)


def _broken(path: Path, why: str) -> str:
    """Put the line where an editor's users look for it: `config.toml:3: …`."""
    at = re.search(r" \(at line (\d+), column \d+\)$", why)
    if at is None:
        return f"{path}: {of_toml(why)}"
    return f"{path}:{at[1]}: {toml_reason(why[: at.start()])}"


def _value(name: str, value: Any) -> Any:
    about = settings.TABLE.get(name)
    if about is None:
        raise ArgumentTypeError(t("there is no such setting; cardtui config show lists them"))
    if isinstance(value, bool) and about.switch:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and str(value) in about.values:
        return str(value)
    if not isinstance(value, str):
        if not about.values:
            raise ArgumentTypeError(t("it is a text in quotes"))
        raise ArgumentTypeError(t("choose from {known}", known=", ".join(about.values)))
    return about.read(value)


def _read_keys(config: Config, text: str, keys: Any) -> None:
    if not isinstance(keys, dict):
        config.problems.append(t("{path}: keys is a section: [keys]", path=config.path))
        return
    given: dict[str, tuple[str, ...]] = {}
    section: dict[str, str] = {}
    for name, value in keys.items():
        inner = value if isinstance(value, dict) else {"": value}
        for id_, wanted in inner.items():
            full = f"{name}.{id_}" if id_ else name
            section[full] = f"keys.{name}" if id_ else "keys"
            given[full] = _names(wanted)
    wrong = dict.fromkeys(
        (full, t("it stands above [keys]") if _is_setting(full) else why)
        for full, why in rebind.wrong(given)
    )
    for full, why in wrong:
        where = _at(config.path, text, section.get(full, "keys"), full.rpartition(".")[2])
        config.problems.append(f"{where}: keys: {full}: {why}")
    config.keys = {} if wrong else given


def _is_setting(name: str) -> bool:
    """Whether a setting was written at the end of the file, where the keys are."""
    return name in settings.TABLE and name not in rebind.by_id()


def _names(value: Any) -> tuple[str, ...]:
    """Return keys as they are written: one, or a list of them; what is neither is no key at all."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    return ("",)


def _at(path: Path, text: str, section: str, name: str) -> str:
    """Return `config.toml:7`, the line on which a name stands in a section, where it is found."""
    here = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([^\]]*?)\s*\]", line):
            here = header[1].replace('"', "")
            if here == name and not section:
                return f"{path}:{number}"
        assigned = re.match(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+))\s*=""", line)
        if assigned:
            key = next(filter(None, assigned.groups()), "")
            full = f"{here}.{key}" if here else key
            if full == (f"{section}.{name}" if section else name):
                return f"{path}:{number}"
    return str(path)


# --- the template -------------------------------------------------------------------------


def write_template(path: Path) -> bool:
    """Write the template where no config is yet; return whether it was written. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(template())
    except FileExistsError:
        return False
    return True


def template() -> str:
    """Return a config in which every setting stands as a comment, with its usual value."""
    lines = [
        t("The settings of cardtui. A line counts once its # is taken away."),
        t("This file is yours: cardtui writes it once and never changes it."),
        t("Flags and CARDTUI_... variables go before it, the settings screen after it."),
    ]
    parts = ["".join(f"# {line}\n" for line in lines)]
    for name, about in settings.TABLE.items():
        default = getattr(settings.DEFAULTS, name)
        known = f"# {', '.join(about.values)}\n" if about.values and not about.switch else ""
        shown = about.example if default is None else default
        parts.append(f"\n# {about.text()}\n{known}#{name} = {_toml(shown)}\n")
    keys = [
        t("Keys: a letter, a sign, or one of {names}.", names=", ".join(rebind.NAMED)),
        t('Several: ["u", "f2"]. For one place alone: [keys.casino] and the same line there.'),
    ]
    parts.append("\n[keys]\n" + "".join(f"# {line}\n" for line in keys))
    for id_, entries in rebind.by_id().items():
        about_keys = " / ".join(dict.fromkeys(entry.text() for entry in entries))
        parts.append(f"#{id_} = {_toml(entries[0].keys)}".ljust(28) + f"  # {about_keys}\n")
    return "".join(parts)


def _toml(value: Any) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        shown = [rebind.written(one) for one in value]
        return _toml(shown[0]) if len(shown) == 1 else f"[{', '.join(map(_toml, shown))}]"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


# --- what was chosen on the settings screen ----------------------------------------------------


def chosen_path() -> Path:
    """Return where the choices of the settings screen are kept."""
    from platformdirs import user_state_path

    return user_state_path("cardtui", appauthor=False) / "chosen.toml"


def chosen() -> dict[str, Any]:
    """Return what was chosen on the settings screen; what cannot be read there is as usual."""
    try:
        text = _text(chosen_path())
    except (OSError, ValueError):
        return {}
    import tomllib

    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}
    good: dict[str, Any] = {}
    for name, value in found.items():
        try:
            good[name] = _value(name, value)
        except ArgumentTypeError:
            continue
    return good


def keep_chosen(changes: Mapping[str, Any]) -> None:
    """Write choices down beside those made before; None takes one back. Raises OSError."""
    path = chosen_path()
    values = {**chosen(), **changes}
    lines = [f"{name} = {_toml(value)}\n" for name, value in values.items() if value is not None]
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".chosen-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write("".join(lines))
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
