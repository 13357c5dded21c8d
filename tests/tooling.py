"""The programs of tools/, to be called from tests: they are no package."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

_TOOLS = Path(__file__).resolve().parent.parent / "tools"


@cache
def tool(name: str) -> ModuleType:
    """Return the module `tools/NAME.py`."""
    spec = importlib.util.spec_from_file_location(name, _TOOLS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
