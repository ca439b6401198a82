# make demo | test | slow | whole | lab | golden | model | clean   (each does its own set-up, once)
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: demo test slow whole lab golden model warm clean help

help:
	@echo "make demo    rate sample puzzles, refit the time model, write out/demo/report.html"
	@echo "make test    formatting, types, layers, tests, golden cards, notebooks"
	@echo "make slow    the long sweeps, each over a fixed sample"
	@echo "make whole   the long sweeps over everything at hand (hours)"
	@echo "make lab     JupyterLab on notebooks/"
	@echo "make golden  compare every golden card with the engine"
	@echo "make model   refit the shipped parameters on the data in ../shared/data (ten minutes)"
	@echo "make clean   remove the environment and everything that was built"

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pencilmark needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(STAMP)

warm: $(STAMP)
	@$(BIN)/pencilmark warmup

demo: warm
	$(BIN)/python -m tools.demo

test: warm
	$(BIN)/python -m tools.check

slow: warm
	$(BIN)/python -m pytest -n 2 --dist=worksteal -m slow --timeout=3600 --durations=15

whole: warm
	PENCILMARK_WHOLE=1 $(BIN)/python -m pytest -n 2 --dist=worksteal -m slow --timeout=36000 --durations=15

lab: warm
	$(BIN)/jupyter lab --notebook-dir=notebooks

golden: warm
	$(BIN)/python -m tools.golden check

model: warm
	$(BIN)/python -m fits model

clean:
	rm -rf $(VENV) out build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
