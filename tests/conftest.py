"""What every test can rely on: the same terminal, language and effort everywhere."""

import atexit
import os
import tempfile

from hypothesis import HealthCheck, settings

# What the terminal of the person at the keyboard says about itself would change
# what is drawn. Done on import, since Rich and Textual read these on theirs.
_ABOUT_THE_TERMINAL = (
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORFGBG",
    "COLORTERM",
    "COLUMNS",
    "FORCE_COLOR",
    "LINES",
    "NO_COLOR",
    "PY_COLORS",
    "SSH_CLIENT",
    "SSH_CONNECTION",
    "SSH_TTY",
    "STY",
    "TERM_PROGRAM",
    "TERM_PROGRAM_VERSION",
    "TMUX",
)
_ABOUT_THE_LANGUAGE = ("LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES")

for _name in list(os.environ):
    if (
        _name in _ABOUT_THE_TERMINAL
        or _name in _ABOUT_THE_LANGUAGE
        or _name.startswith(("CARDTUI_", "TEXTUAL_"))
    ):
        del os.environ[_name]
# Nor does each program that a test starts compile all of it anew, or say more than to players.
for _name in ("PYTHONDONTWRITEBYTECODE", "PYTHONDEVMODE", "PYTHONWARNINGS"):
    os.environ.pop(_name, None)
os.environ["TERM"] = "xterm-256color"
os.environ["LANG"] = "C.UTF-8"

# Nor are the settings, seats, tables and logs of the person at the keyboard read or written.
_HOME = tempfile.TemporaryDirectory(prefix="cardtui-tests-")
atexit.register(_HOME.cleanup)
for _name in ("CONFIG", "DATA", "STATE"):
    os.environ[f"XDG_{_name}_HOME"] = os.path.join(_HOME.name, _name.lower())

# No deadline: a busy machine is no fault of the code. In CI the examples are the
# same at every run, so that a change is judged by what it changed.
_SLOW = [HealthCheck.too_slow]
settings.register_profile("default", deadline=None, max_examples=50, suppress_health_check=_SLOW)
settings.register_profile(
    "ci",
    deadline=None,
    max_examples=100,
    suppress_health_check=_SLOW,
    derandomize=True,
    database=None,
    print_blob=True,
)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default")
)
