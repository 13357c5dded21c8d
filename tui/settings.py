"""What the player has set: one table of settings, read once from all the places that may say so.

Hides: where a setting comes from: flag, then CARDTUI_*, then config.toml, then what was chosen on
the settings screen, then the default. Flags of the command line, their help, the names in the
environment, the commented template, `cardtui config show`, `doctor` and the settings screen are all
made from the fields of `Settings`. Must not know: Textual, what a setting does.
"""

from __future__ import annotations

import argparse
import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, Final

from tui.i18n import t
from tui.text.refusals import reworded

Bindings = Mapping[str, tuple[str, ...]]
"""Keys by the id of what they do, or by `place.id`."""

USUAL: Final = "usual"
CHOSEN: Final = "chosen"
"""Origins that are no name of a flag, a variable or a file."""


class BadSetting(Exception):
    """Settings that cannot be. Each of `problems` says which one, where, and why."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is known of one setting.

    Attributes:
        text: What it is, in a line for the help and the template.
        read: Returns the value that a word stands for. Raises ArgumentTypeError.
        values: The words there are; empty where it is any text.
        example: A value for the template, where the default is none.
        word: What stands for the value in the help.
        on_screen: It can be changed on the settings screen.
        at_once: It is in force as soon as it is changed there; else from the next table on.
    """

    text: Callable[[], str]
    read: Callable[[str], Any]
    values: tuple[str, ...] = ()
    example: str = ""
    word: str = ""
    on_screen: bool = True
    at_once: bool = True

    @property
    def switch(self) -> bool:
        """It is on or off."""
        return self.values == ("off", "on")


def _setting(default: Any, text: Callable[[], str], **about: Any) -> Any:
    return field(default=default, metadata={"about": About(text=text, **about)})


def _one_of(default: str, values: str, text: Callable[[], str], **about: Any) -> Any:
    words = tuple(values.split())

    def read(word: str) -> str:
        if word.lower() in words:
            return word.lower()
        raise _refused(word, t("choose from {known}", known=", ".join(words)))

    return _setting(default, text, read=read, values=words, **about)


def _switch(default: bool, text: Callable[[], str], **about: Any) -> Any:
    def read(word: str) -> bool:
        if word.lower() in ("on", "true", "yes", "1"):
            return True
        if word.lower() in ("off", "false", "no", "0"):
            return False
        raise _refused(word, t("choose from {known}", known="on, off"))

    return _setting(default, text, read=read, values=("off", "on"), **about)


def _refused(word: str, about: str) -> ArgumentTypeError:
    shown = word if word.strip() and word.isprintable() else ascii(word)
    return ArgumentTypeError(t("{text}: {about}", text=shown[:60], about=about))


def _name(word: str) -> str:
    from tui.commands import words

    return words.name(word)


def _language(word: str) -> str:
    from tui.commands import words

    return "auto" if word in ("", "auto") else words.language(word)


@dataclass(frozen=True, slots=True)
class Settings:
    """The player and the screen of one run.

    Attributes:
        name: The name given; None: the account's is offered.
        lang: `auto` asks the environment.
        symbols: `auto` asks the terminal how wide it draws a suit.
        colors: `auto` asks the environment (NO_COLOR, COLORTERM, TERM).
        plain: Lines of text: asked for, or all that the terminal can do.
        log_file: None: the usual one.
        keys: Keys that do something else than usual.
        origins: Where each setting comes from: the flag, the variable, the file, CHOSEN; those
            that are missing are as usual.
        path: The config file that was read.
    """

    name: str | None = _setting(
        None, lambda: t("your name at the table"), read=_name, example="Ann", word="NAME",
        at_once=False,
    )  # fmt: skip
    lang: str = _setting(
        "auto", lambda: t("the language: en, zh-Hant, zh-Hans; auto: that of your system"),
        read=_language, values=("auto", "en", "zh-Hant", "zh-Hans"),
    )  # fmt: skip
    theme: str = _one_of(
        "dark", "dark light high-contrast ansi",
        lambda: t("colours of the screen; ansi: the 16 of your terminal"),
    )  # fmt: skip
    colors: str = _one_of(
        "auto", "auto never 16 256", lambda: t("how many colours; auto: what your terminal says")
    )
    symbols: str = _one_of(
        "auto", "auto unicode ascii emoji",
        lambda: t("what cards and frames are drawn with; auto: asks your terminal"),
    )  # fmt: skip
    sort: str = _one_of(
        "auto", "auto color number",
        lambda: t("your hand by colour or suit, or by number; auto: as usual in each game"),
    )  # fmt: skip
    speed: str = _one_of(
        "normal", "slow normal fast",
        lambda: t("how fast bots play at tables of your own"), at_once=False,
    )  # fmt: skip
    bell: bool = _switch(
        False, lambda: t("ring the terminal's bell: your turn, a catch, something done to you")
    )
    motion: bool = _switch(True, lambda: t("show cards on their way; never over a slow connection"))
    auto_pass: bool = _switch(
        False, lambda: t("keep a drawn card that cannot be played without asking (UNO)")
    )
    mouse: bool = _switch(
        True, lambda: t("take clicks; off: your terminal selects text"), on_screen=False
    )
    plain: bool = _switch(False, lambda: t("lines of text instead of a screen"), on_screen=False)
    log_file: str | None = _setting(
        None, lambda: t("write down what happens"), read=str, word="FILE", on_screen=False,
        example="/tmp/cardtui.log",
    )  # fmt: skip
    keys: Bindings = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)
    path: str = field(default="", compare=False)


def _about(one: Field[Any]) -> About | None:
    about = one.metadata.get("about")
    return about if isinstance(about, About) else None


TABLE: Final[Mapping[str, About]] = {
    one.name: about for one in fields(Settings) if (about := _about(one)) is not None
}
"""Every setting by its name."""
DEFAULTS: Final = Settings()
PACES: Final[Mapping[str, float]] = {"slow": 2.0, "normal": 1.0, "fast": 0.3}
"""How long bots think, by `speed`: that many times as long as usual."""


def flag(name: str) -> str:
    """Return the flag of a setting."""
    return f"--{name.replace('_', '-')}"


def variable(name: str) -> str:
    """Return the name of a setting in the environment."""
    return f"CARDTUI_{name.upper()}"


def word(name: str, value: Any) -> str:
    """Return how a value is written in the environment and on the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else str(value)


def read(name: str, text: str) -> Any:
    """Return the value that a word stands for. Raises ArgumentTypeError."""
    return TABLE[name].read(text)


# --- from all places --------------------------------------------------------------------


def from_args(args: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of a command line. Raises BadSetting, naming all that is wrong."""
    from tui import configfile

    path = getattr(args, "config", None) or environment.get("CARDTUI_CONFIG") or ""
    config = configfile.load(path)
    problems = list(config.problems)
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}

    def take(found: Mapping[str, Any], origin: Callable[[str], str]) -> None:
        values.update(found)
        origins.update({name: origin(name) for name in found})

    take(configfile.chosen(), lambda _: CHOSEN)
    take(config.values, lambda _: config.path.name)
    take(*_from_environment(environment, problems))
    take(_from_flags(args), flag)
    if problems:
        raise BadSetting(*problems)
    if environment.get("TERM") == "dumb" and on_terminal() and "plain" not in values:
        take({"plain": True}, lambda _: "TERM")
    return Settings(**values, keys=config.keys, origins=origins, path=str(config.path))


def _from_environment(
    environment: Mapping[str, str], problems: list[str]
) -> tuple[dict[str, Any], Callable[[str], str]]:
    found: dict[str, Any] = {}
    for name in TABLE:
        if text := environment.get(variable(name)):
            try:
                found[name] = read(name, text)
            except ArgumentTypeError as why:
                problems.append(f"{variable(name)}: {why}")
    if environment.get("NO_COLOR") and "colors" not in found:
        found["colors"] = "never"
    return found, lambda name: variable(name) if environment.get(variable(name)) else "NO_COLOR"


def _from_flags(args: argparse.Namespace) -> dict[str, Any]:
    return {name: v for name in TABLE if (v := getattr(args, name, None)) is not None}


def wanted_language(argv: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language to speak while the command line is read; empty: what the system says.

    Nothing is refused yet: whoever writes something wrong is told so in the language that is known.
    """
    from tui import configfile

    finder = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    finder.add_argument("--lang", default="")
    finder.add_argument("--config", default="")
    try:
        known = finder.parse_known_args(argv)[0]
    except argparse.ArgumentError:  # `--lang` without a word: the real parser says so
        known = argparse.Namespace(lang="", config="")
    for found in (known.lang, environment.get(variable("lang"), "")):
        if found and _is_language(found):
            return "" if found == "auto" else str(found)
    if not has_home():
        return ""
    config = configfile.load(known.config or environment.get("CARDTUI_CONFIG") or "")
    lang = {**configfile.chosen(), **config.values}.get("lang", "auto")
    return "" if lang == "auto" else str(lang)


def _is_language(word: str) -> bool:
    try:
        _language(word)
    except ArgumentTypeError:
        return False
    return True


def has_home() -> bool:
    """Tell whether it is known where this account's files are."""
    from tui import configfile

    try:
        configfile.usual_path()
    except RuntimeError:
        return False
    return True


def with_value(settings: Settings, name: str, value: Any, origin: str = CHOSEN) -> Settings:
    """Return the settings with one of them changed."""
    origins = {**settings.origins, name: origin}
    changed: dict[str, Any] = {name: value, "origins": origins}
    return replace(settings, **changed)


def on_terminal() -> bool:
    """Whether somebody sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def why_no_name(name: str) -> str:
    """Return why nobody can be called so at a table; empty when somebody can."""
    from netcore.wire.text import MAX_NAME_CELLS, BadName, cells, clean_name

    shown = name if name.strip() and name.isprintable() else ascii(name)
    if cells(" ".join(name.split())) > MAX_NAME_CELLS:
        return t("{name} is too long, at most {most} cells", name=shown, most=MAX_NAME_CELLS)
    try:
        clean_name(name)
    except BadName as bad:
        return t("{name} is no name: {why}", name=shown, why=reworded(bad))
    return ""
