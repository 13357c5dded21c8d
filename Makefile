# Everything runs in its own .venv, made on first use and again whenever
# pyproject.toml has changed. Kept to what GNU make 3.81 (macOS) understands.
#
#   make play                          play here, UNO against bots
#   make play ARGS="--game casino"     or Casino; ARGS is what cardtui play takes
#   make test                          check, then all tests
#   make test ARGS="-k uno -x"         check, then some of them
#   make test PYTHON=python3.13 VENV=.venv-3.13     with another Python

VENV ?= .venv
# Half of what the tests take is waiting for clocks and terminals: more than two cores need.
JOBS ?= 4
ARGS ?=

# Without PYTHON=..., the first of these that will do; with it, that one or none.
ifeq ($(origin PYTHON),undefined)
PYTHONS := python3 python3.13 python3.12 python3.11 python3.14
else
PYTHONS := "$(PYTHON)"
endif

BIN := $(VENV)/bin
PY  := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input
PATIENTLY := sh tools/patiently.sh
RUN := $(VENV)/.ready-to-run
DEV := $(VENV)/.ready-to-develop

.PHONY: help play test check mypy basedpyright format messages snapshots coverage bench mutants fuzz clean

help:
	@echo 'make play      play UNO here (sets itself up the first time); Casino: ARGS="--game casino"'
	@echo 'make test      check, then the tests'
	@echo 'make check     format, lint, types, import rules'
	@echo 'make format    put the code in the common format'
	@echo 'make messages  bring catalogues and manual page up to date, list what is not translated'
	@echo 'make snapshots write down what the screens look like now (tests/tui/snapshots)'
	@echo 'make coverage  the tests, and the branches they miss'
	@echo 'make bench     measure'
	@echo 'make mutants   break the rules by hand, and see that the records notice'
	@echo 'make fuzz      damage a million frames, and see that nothing breaks'
	@echo 'make clean     remove all that was made'

# Ctrl+C is one of the ways to leave, and no failure.
play: $(RUN)
	@$(BIN)/cardtui play $(ARGS) || { code=$$?; test $$code -eq 130 || exit $$code; }

test: check
	$(PY) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

check: $(DEV)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports --no-logo
	@$(MAKE) --no-print-directory -j 2 mypy basedpyright

# By far the slowest checks, so side by side.
mypy:
	$(BIN)/mypy

basedpyright:
	$(BIN)/basedpyright --pythonpath $(PY)

format: $(DEV)
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

# Texts that are new in the code go into tui/locale; what has no translation is listed.
messages: $(DEV)
	@$(PY) tools/messages.py
	@$(PY) tools/man_page.py

# Read the diff before it is committed: what is in it, everybody will see.
snapshots: $(DEV)
	SNAPSHOTS=write $(PY) -m pytest -q tests/tui/test_snapshots.py

coverage: $(DEV)
	$(PY) -m pytest -n $(JOBS) --dist worksteal --cov $(ARGS)

bench: $(RUN)
	$(PY) benchmarks/startup.py
	$(PY) benchmarks/client.py
	$(PY) benchmarks/engine.py
	$(PY) benchmarks/server.py

# Hand-made faults in the rules: the records must notice each of them.
mutants: $(DEV)
	$(PY) tools/mutants.py --jobs $(JOBS) $(ARGS)

# Whatever bytes come in, nothing but BadMessage comes of it.
fuzz: $(DEV)
	$(PY) tools/fuzz.py --jobs $(JOBS) $(ARGS)

clean:
	rm -rf $(VENV) build dist .coverage .coverage.* htmlcov
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find engine netcore tui tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps are written last, so an install that was broken off starts again.
$(RUN): pyproject.toml $(PY)
	@$(PATIENTLY) 'Getting what the game needs, once; it may take a minute' \
	  $(PIP) install --quiet --editable .
	@touch $@

$(DEV): pyproject.toml $(PY)
	@$(PATIENTLY) 'Getting what the game and its tests need, once; it may take some minutes' \
	  $(PIP) install --quiet --editable '.[dev]'
	@touch $(RUN) $@

# A virtual environment knows its own path: in a folder that was copied or
# renamed it would run the code of the old one, so it is made again.
ifneq ($(shell cat $(VENV)/.made-in 2>/dev/null),$(CURDIR))
.PHONY: $(PY)
endif

$(PY):
	@why=; \
	for python in $(PYTHONS); do \
	  command -v "$$python" >/dev/null 2>&1 || continue; \
	  if ! "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	    why="$${why:-$$python is older or does not start}"; \
	  elif ! "$$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
	    why="$$python has no venv (on Debian and Ubuntu: apt install python3-venv)"; \
	  else \
	    $(PATIENTLY) "Making $(VENV) with $$("$$python" --version), once; it may take a moment" \
	      "$$python" -m venv --clear $(VENV) && echo '$(CURDIR)' > $(VENV)/.made-in; \
	    exit; \
	  fi; \
	done; \
	echo "cardtui needs Python 3.11 or newer with venv: $${why:-none was found}." >&2; \
	echo 'Install one, or name yours: make PYTHON=/path/to/python3.12 ...' >&2; \
	exit 1
