"""Nothing of ours has by chance the name of something private of Textual, which would call it."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Final

import pytest
from textual.message_pump import MessagePump

import tui.screens
import tui.widgets
from tui.app import CardApp

MEANT: Final = {"_fatal_error", "_on_key"}
"""What is overridden on purpose."""


def ours() -> list[type]:
    found: set[type] = {CardApp}
    for package in (tui.screens, tui.widgets):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            found |= {
                one
                for one in vars(importlib.import_module(module.name)).values()
                if isinstance(one, type) and issubclass(one, MessagePump)
            }
    return sorted((one for one in found if one.__module__.startswith("tui.")), key=str)


@pytest.mark.parametrize("one", ours(), ids=lambda one: one.__name__)
def test_no_private_name_is_textuals(one: type) -> None:
    theirs = [base for base in one.__mro__ if base.__module__.startswith("textual.")]
    taken = {name for base in theirs for name in vars(base)}
    private = {name for name in vars(one) if name.startswith("_") and not name.startswith("__")}
    methods = {name for name in private if callable(vars(one)[name])}
    assert methods & taken - MEANT == set()
