"""The examples in the docstrings of the engine say what happens."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import engine

MODULES = ["engine", *(m.name for m in pkgutil.walk_packages(engine.__path__, "engine."))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_is_an_example_of_a_round():
    assert doctest.testmod(import_module("engine.uno")).attempted >= 8
