"""What single terminals need to be told before Textual is loaded: it reads the environment once.

Must not know: Textual.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping

_NO_KITTY_KEYS = "TEXTUAL_DISABLE_KITTY_KEY"


def prepare(environment: MutableMapping[str, str] = os.environ) -> None:
    """Set what the terminal needs; what the player has set stays.

    iTerm2 loses what an input method writes while it reports keys in kitty's way; LC_TERMINAL is
    what it lets SSH carry over. An empty NO_COLOR says nothing; Textual takes it for a full one.
    """
    if not environment.get("NO_COLOR"):
        environment.pop("NO_COLOR", None)
    names = (environment.get("TERM_PROGRAM"), environment.get("LC_TERMINAL"))
    if "iTerm.app" in names or "iTerm2" in names:
        environment.setdefault(_NO_KITTY_KEYS, "1")
