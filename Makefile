# Shortcuts for daily work; nothing needs make. The full check is .ci/run.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup run test lint bench

setup: .venv/ready

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@

run: setup
	$(BIN)/turnwright run duel

test: setup
	$(BIN)/pytest

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup
	$(BIN)/python -m benchmarks
