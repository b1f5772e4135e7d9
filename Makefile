# Flank Speed: everything that is done from the command line, done the same way everywhere.
#
# The environment lives in .venv/ and is made on demand. Its stamp, .venv/.ready, is written last
# and holds the directory it was made in: an environment that is half made, copied or moved is
# made anew. Paths are relative and tools are called as modules, so that a directory whose name
# contains a space works.

PYTHON ?= python3
# Twice as many as two cores: tests wait for servers and browsers.
WORKERS ?= 4
ARGS ?=

PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input -qq
PYTEST := $(PY) -m pytest

# Whatever environment the caller has active is not ours; without files of bytecode every process
# of the tests would translate all modules anew.
unexport VIRTUAL_ENV PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE PIP_USER PIP_TARGET PIP_PREFIX

STALE := $(shell [ -x $(PY) ] && [ "$$(cat .venv/.ready 2>/dev/null)" = "$$(pwd -P)" ] || echo yes)

.DEFAULT_GOAL := help
.PHONY: help run test test-fast soak attack check check-page lock bench compile uncompile mutants docs published film clean \
	browser tools
ifeq ($(STALE),yes)
.PHONY: .venv/.ready
endif

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo '  ARGS="..." is handed on by run, test, test-fast, soak, attack, bench, mutants and published; PYTHON=... (after'
	@echo '  make clean) names the Python to use; WORKERS=n sets the number of test processes.'

run: .venv/.ready ## start flankspeed
	@$(PY) -m flankspeed $(ARGS)

test: .venv/.ready browser tools ## run all the tests
	$(PYTEST) -n $(WORKERS) --dist worksteal $(ARGS)

test-fast: .venv/.ready ## run the tests that are not marked slow
	$(PYTEST) -n $(WORKERS) -m "not slow" $(ARGS)

# A test that fails by luck, or on a busy machine, fails here: twice as many processes as cores.
ROUNDS ?= 20
TWO_CORES := $(shell [ "$$(nproc 2>/dev/null || echo 2)" -gt 2 ] && command -v taskset >/dev/null && \
	echo taskset -c 0,1)

soak: .venv/.ready browser tools ## run the tests of server and page ROUNDS times (20), until one fails
	@set -e; for round in $$(seq $(ROUNDS)); do \
		echo "Round $$round of $(ROUNDS)"; \
		$(TWO_CORES) $(PYTEST) -q -n 4 --dist worksteal tests/table $(ARGS); \
	done

attack: .venv/.ready ## attack the table for long (10 minutes): kill, seats, cost, connections, servers
	$(PYTEST) -m attack tests/attack $(ARGS)

# The tests of the page need a browser: install it where we may, else say which and go on. The one
# without a window costs a fifth less.
browser:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || { \
		[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		echo 'Installing Chromium for the tests of the page (once).' >&2 && \
		apt-get -qq update && \
		DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends \
			chromium-headless-shell >/dev/null; \
	} || echo 'The tests of the page are skipped: they need the package chromium-headless-shell' \
		'or chromium.' >&2

# The page is plain JavaScript and needs no tools; those that check it come from npm, where it is.
tools:
	@if command -v npm >/dev/null; then $(MAKE) -s node_modules/.ready; else \
		echo 'The page is not checked: its types and its accessibility need npm.' >&2; \
		[ "$$FLANKSPEED_SKIPS" != fail ]; fi

node_modules/.ready: package.json package-lock.json
	@echo 'Fetching the tools that check the page (once).' >&2
	@npm ci --silent
	@touch $@

# pytest's exit code 5 says that there was nothing to collect.
check: .venv/.ready check-page ## lint, format, types, architecture, examples in docs and docstrings
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -c 'from importlinter.cli import lint_imports_command as run; run()' --no-cache --no-logo
	$(PYTEST) -q -p no:cacheprovider --doctest-modules --doctest-glob='*.md' \
		src $(wildcard README.md docs) || [ $$? -eq 5 ]

# The types of what the server says are made from its OpenAPI document.
OPENAPI := import json; from flankspeed.table.app import create_app; \
	print(json.dumps(create_app("sqlite:///.page/none").openapi_schema.to_schema()))

check-page: .venv/.ready tools
	@[ ! -e node_modules/.ready ] || { set -e; \
		mkdir -p .page; \
		$(PY) -c '$(OPENAPI)' > .page/openapi.json; \
		node_modules/.bin/openapi-typescript .page/openapi.json -o .page/wire.d.ts \
			--root-types --root-types-no-schema-prefix >/dev/null; \
		echo 'tsc, prettier --check: the page'; \
		node_modules/.bin/tsc -p .; \
		node_modules/.bin/prettier --log-level warn --check package.json tsconfig.json \
			'src/flankspeed/table/page/**/*.{js,css}'; \
	}

bench: .venv/.ready ## run the benchmark
	@$(PY) -m flankspeed bench $(ARGS)

compile: .venv/.ready ## compile the rules with mypyc, beside their sources (anew after each change)
	@$(PY) hatch_build.py

uncompile: ## go back to pure Python
	@find src \( -name '*.so' -o -name '*.pyd' \) -delete

# Paths are absolute: what is tried is run from a copy of the tree.
mutants: .venv/.ready ## see whether the tests notice small changes of the rules
	@PYTHONPATH="$(CURDIR)/tests" "$(CURDIR)/$(PY)" -m mutants $(ARGS)

docs: .venv/.ready ## build the site of the documentation in build/site, with all links checked
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict --quiet
	@echo 'It begins at build/site/index.html.'

published: .venv/.ready ## install the wheel by pip, pipx and uv on every Python here, and run all commands
	@PYTHONPATH=tests $(PY) -m published $(ARGS)

film: .venv/.ready ## make the moving picture of the README
	@PYTHONPATH=tests $(PY) -m film

define need_python
	command -v "$(PYTHON)" >/dev/null || \
		{ echo 'Flank Speed needs Python 3.11 or newer, and there is no "$(PYTHON)" here.' >&2; exit 1; }; \
	"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Flank Speed needs Python 3.11 or newer, and "$(PYTHON)" is older:' \
			'name another with make PYTHON=...' >&2; exit 1; }; \
	"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'Flank Speed needs the venv module, and "$(PYTHON)" has none:' \
			'install it (on Debian and Ubuntu the package python3-venv).' >&2; exit 1; }
endef

# A change in pyproject.toml alone only installs the package again.
.venv/.ready: pyproject.toml requirements.txt
	@set -e; \
	if [ -n "$(STALE)" ] || [ -n "$(filter requirements.txt,$?)" ]; then \
		$(need_python); \
		echo 'Setting up .venv (once).' >&2; \
		rm -rf .venv; \
		"$(PYTHON)" -m venv .venv; \
		$(PIP) install --use-pep517 --require-hashes -r requirements.txt; \
	else \
		rm -f $@; \
	fi; \
	$(PIP) install --no-build-isolation --no-deps -e .; \
	pwd -P > .venv/.new; \
	mv .venv/.new $@

# All extras but `learning`, which brings gigabytes along.
EXTRAS := all peers docs dev

# What the image of the table needs (deploy/Dockerfile), in the same versions.
SERVER := table postgresql odds
COMPILE = "$$tmp/venv/bin/python" -m uv --no-config pip compile pyproject.toml --quiet --universal \
	--generate-hashes --python-version 3.11 --no-header --no-emit-package flankspeed

lock: ## pin the newest versions of all dependencies in requirements.txt
	@set -e; \
	$(need_python); \
	tmp=$$(mktemp -d); \
	trap 'rm -rf "$$tmp"' EXIT; \
	"$(PYTHON)" -m venv "$$tmp/venv"; \
	"$$tmp/venv/bin/python" -m pip --disable-pip-version-check -qq install uv; \
	$(COMPILE) $(EXTRAS:%=--extra %) --output-file "$$tmp/all"; \
	cp "$$tmp/all" "$$tmp/server"; \
	$(COMPILE) $(SERVER:%=--extra %) --no-annotate --output-file "$$tmp/server"; \
	made='# Made from pyproject.toml: refresh it with "make lock", never by hand.'; \
	{ \
		echo '# Every dependency, pinned with its hashes, with all extras but learning, for Python 3.11 and newer.'; \
		echo "$$made"; \
		cat "$$tmp/all"; \
	} > "$$tmp/requirements.txt"; \
	{ \
		echo '# What the table needs ($(SERVER)), pinned with its hashes.'; \
		echo "$$made"; \
		cat "$$tmp/server"; \
	} > "$$tmp/deploy.txt"; \
	cat "$$tmp/requirements.txt" > requirements.txt; \
	cat "$$tmp/deploy.txt" > deploy/requirements.txt

clean: uncompile ## remove the environment, caches and built files
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .mutants \
		node_modules .page build dist
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
