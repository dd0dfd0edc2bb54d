# Two commands: `make play` and `make test`. Each installs what it needs, from nothing but Python 3.11, Node 20 and make.
PY ?= python3
V  := .venv
UV := $(V)/bin/uv
GAMES_EACH ?= 2000
TURBO_GAMES_EACH ?= 12000

.PHONY: play test soak bench lock pictures clean

play: $(V)/.run  ## sit down and play, in the terminal
	@$(V)/bin/tablee $(ARGS)

test: $(V)/.dev  ## every check: format, lint, types, tests
	$(V)/bin/ruff format --check .
	$(V)/bin/ruff check .
	$(V)/bin/mypy
	$(V)/bin/pyright
	$(V)/bin/pytest -n auto --dist worksteal

soak: $(V)/.dev  ## the laws on many games: so many for every set of options of every game. It takes hours
	TABLEE_LAW_GAMES=$(GAMES_EACH) $(V)/bin/pytest -n auto --dist worksteal tests/test_laws.py
	TABLEE_TURBO_GAMES=$(TURBO_GAMES_EACH) $(V)/bin/pytest -n auto --dist worksteal tests/test_turbo.py -k agree

bench: $(V)/.peers  ## decisions a second by the rules and compiled, beside other engines
	$(V)/bin/python benchmarks/engine.py
	$(V)/bin/python benchmarks/turbo.py

pictures: $(V)/.dev  ## the pictures in docs/pictures, made anew
	$(V)/bin/python scripts/pictures.py

lock: $(V)/bin/uv  ## the lock files, after a change of pyproject.toml
	$(UV) pip compile -q --universal --generate-hashes --no-emit-index-url --no-header pyproject.toml --extra turbo -o requirements/run.lock
	$(UV) pip compile -q --universal --generate-hashes --no-emit-index-url --no-header pyproject.toml --extra turbo --extra scale --group dev -o requirements/dev.lock
	$(UV) pip compile -q --universal --generate-hashes --no-emit-index-url --no-header pyproject.toml --extra peers --extra turbo -o requirements/peers.lock

clean:
	rm -rf $(V) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

INSTALL := $(UV) pip install -q --python $(V)/bin/python

$(V)/bin/uv:
	$(PY) -m venv $(V)
	$(V)/bin/pip install -q --disable-pip-version-check uv==0.13.7

$(V)/.run: requirements/run.lock pyproject.toml | $(V)/bin/uv
	$(INSTALL) --require-hashes -r requirements/run.lock
	$(INSTALL) --no-deps -e .
	@touch $@

$(V)/.dev: requirements/dev.lock $(V)/.run
	$(INSTALL) --require-hashes -r requirements/dev.lock
	@touch $@

$(V)/.peers: requirements/peers.lock $(V)/.run
	$(INSTALL) --require-hashes -r requirements/peers.lock
	@touch $@
