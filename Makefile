# Everything a newcomer needs: `make play` and `make test`. Both make or reuse .venv.
SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.installed-run
DEV_STAMP := $(VENV)/.installed-dev
BENCH_STAMP := $(VENV)/.installed-bench
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
PROOFS := tests
export PYTHON

.PHONY: help play install test lint types pytest test-system test-exhaustive torture check-real check-pokerkit check-settlement soak bench format clean

help:
	@echo "make play            play Badugi in this terminal against five bots"
	@echo "make test            lint, type-check and run the tests"
	@echo "make test-system     the tests that need Debian packages (as root)"
	@echo "make test-exhaustive the proofs over every hand (some minutes)"
	@echo "make torture         kill server and store 500 times under play: make torture [KILLS=n]"
	@echo "make check-real      run recorded real hands: make check-real HANDS=FILE"
	@echo "make check-pokerkit  play 2,000 random hands a game in our engine and in PokerKit"
	@echo "make check-settlement settle a million random hands a game twice (hours)"
	@echo "make soak            200 bots of mixed temper on 40 tables: make soak MINUTES=10"
	@echo "make bench           benchmarks, figures as JSON"
	@echo "make format          format the code"
	@echo "make clean           remove .venv and caches"

$(BIN)/python:
	@python=$$(deploy/bin/python) && echo "Making $(VENV) with $$("$$python" --version)" && "$$python" -m venv $(VENV)

$(RUN_STAMP): pyproject.toml | $(BIN)/python
	@echo "Installing greenfelt (a minute the first time)"
	@$(PIP) install --editable . && touch $@

$(DEV_STAMP): pyproject.toml | $(BIN)/python
	@echo "Installing greenfelt and its test tools (a minute the first time)"
	@$(PIP) install --editable '.[dev]' && touch $(RUN_STAMP) $@

$(BENCH_STAMP): pyproject.toml | $(BIN)/python
	@echo "Installing greenfelt and its benchmark peers"
	@$(PIP) install --editable '.[dev,bench]' && touch $(RUN_STAMP) $(DEV_STAMP) $@

install: $(RUN_STAMP)

play: $(RUN_STAMP)
	@$(BIN)/greenfelt play

test: lint types pytest

lint: $(DEV_STAMP)
	@echo "Lint" && $(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check .

types: $(DEV_STAMP)
	@echo "Types" && $(BIN)/mypy --no-error-summary

pytest: $(DEV_STAMP)
	@echo "Tests" && $(BIN)/pytest -q -n auto --dist loadgroup -m "not system and not exhaustive"

test-system: $(DEV_STAMP)
	@deploy/bin/system-packages
	@$(PIP) install --editable '.[dev,stores]'
	@$(BIN)/pytest -q -m system

test-exhaustive: $(DEV_STAMP)
	@$(BIN)/pytest -q -n auto -m exhaustive $(PROOFS)

torture: $(DEV_STAMP)
	@$(BIN)/python tests/system/torture.py --kills $(or $(KILLS),500)

check-real: $(DEV_STAMP)
	@$(BIN)/python tests/system/check_real.py $(or $(HANDS),../shared/oracles/real_hands.json)

check-pokerkit: $(DEV_STAMP)
	@$(BIN)/python tests/system/check_pokerkit.py

check-settlement: $(DEV_STAMP)
	@$(BIN)/python tests/system/check_settlement.py

soak: $(DEV_STAMP)
	@$(BIN)/python tests/system/soak.py --minutes $(or $(MINUTES),10)

bench: $(BENCH_STAMP)
	@for benchmark in benchmarks/*.py; do echo "$$benchmark" >&2; $(BIN)/python $$benchmark || exit 1; done

format: $(DEV_STAMP)
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info
