# make run    serve the app on this machine (PORT=8501; ADDRESS=0.0.0.0 serves to the network)
# make dev    the same, and pages follow each change of the code
# make quick  check the style and run the fast tests, without a browser (half a minute)
# make test   run every check and every test
# make fuzz   run the property tests with up to 20,000 examples each, random walks through the pages, the cases
#             that make test leaves out, and 100,000 tokenizer files of each kind against the real libraries
#             (many hours)
# make golden record the real libraries' outputs again
# make docs   write again what docs/ has of the app: its pictures (with a Chromium), the gallery, a page to play
# make site   build the documentation as a site, with a page to play for each worked example and lesson
# make bench  measure the engine beside the real libraries (about a quarter of an hour)
# make bench-stage  measure in a Chromium how quickly the stage answers a key (about four minutes)
# make bench-class  measure how quickly a class of 60 and of 300 follows its teacher (about four minutes; on Linux)
# make bench-room  measure how 100 people at once are served (about two minutes; on Linux)
# make bench-hostile  measure what hostile input does to everybody on the server (about eight minutes)
# make bench-diagnosis  plant mistakes in trainers and count how often Why does mine differ? names them (half an hour)
#
# Each keeps its own environment in .venv and needs nothing but Python 3.11 or newer with pip.

PYTHON ?= python3
PORT ?= 8501
ADDRESS ?= 127.0.0.1
VENV := .venv
VENV_PYTHON := $(VENV)/bin/python
PIP_INSTALL := $(VENV_PYTHON) -m pip --disable-pip-version-check install --quiet
SERVE = $(VENV_PYTHON) -m streamlit run app.py --server.address $(ADDRESS) --server.port $(PORT)
TYPED := $(wildcard bpe_core bpe_ui app.py pages)

.DEFAULT_GOAL := run
.PHONY: run dev quick test fuzz golden docs site bench bench-stage bench-class bench-room bench-hostile bench-diagnosis clean
.DELETE_ON_ERROR:

run: $(VENV)/installed-run
	@$(SERVE)

dev: $(VENV)/installed-run
	@$(SERVE) --server.fileWatcherType auto

quick: $(VENV)/installed-test
	$(VENV_PYTHON) -m ruff check --quiet
	$(VENV_PYTHON) -m ruff format --check --quiet
	$(VENV_PYTHON) -m pytest --quiet -n 2 --hypothesis-profile quick tests/unit tests/property \
		--ignore=tests/unit/test_diagnosis.py --ignore=tests/unit/test_mistakes.py

# Hundreds of processes start in the tests: Python keeps what it has compiled for the next of them.
quick test: export PYTHONDONTWRITEBYTECODE =
# mypy takes what the browser tests leave of the processors; what it has found comes last.
test: $(VENV)/installed-test
	$(VENV_PYTHON) -m ruff check
	$(VENV_PYTHON) -m ruff format --check
	$(VENV)/bin/oxlint bpe_ui tests benchmarks
	@$(VENV_PYTHON) -m mypy $(TYPED) > $(VENV)/mypy.txt & mypy=$$!; \
	$(VENV_PYTHON) -m pytest -n 2 --dist worksteal; tests=$$?; \
	wait $$mypy; types=$$?; \
	cat $(VENV)/mypy.txt; \
	exit $$((tests | types))

fuzz: $(VENV)/installed-test
	$(VENV_PYTHON) -m pytest -n 2 --hypothesis-profile slow -o faulthandler_timeout=0 tests/property tests/golden tests/unit/test_diagnosis.py \
		tests/unit/test_mistakes.py tests/component/test_truth.py tests/apptest/test_walk.py tests/e2e/test_wheel.py tests/e2e/test_class.py
	$(VENV_PYTHON) -m tests.fuzz

golden: $(VENV)/installed-golden
	$(VENV_PYTHON) tests/golden/record.py

docs: $(VENV)/installed-test
	$(VENV_PYTHON) -c "from bpe_core import EXAMPLES, BPEStepper; from bpe_ui.frame.share.html_file import to_html; \
		hug = EXAMPLES['hug_pug_pun']; print(to_html(BPEStepper(hug.corpus, hug.config)), end='')" > docs/hug_pug_pun.html
	$(VENV_PYTHON) -m docs.gallery
	$(VENV_PYTHON) -m docs.tour

site: $(VENV)/installed-run
	@$(PIP_INSTALL) "mkdocs>=1.6.1,<2"
	$(VENV_PYTHON) -m mkdocs build --strict

bench: $(VENV)/installed-test
	$(VENV_PYTHON) -m benchmarks.engine

bench-stage: $(VENV)/installed-test
	$(VENV_PYTHON) -m benchmarks.stage

bench-class: $(VENV)/installed-test
	$(VENV_PYTHON) -m benchmarks.class_room

bench-room: $(VENV)/installed-test
	$(VENV_PYTHON) -m benchmarks.room

bench-hostile: $(VENV)/installed-test
	$(VENV_PYTHON) -m benchmarks.hostile

bench-diagnosis: $(VENV)/installed-test
	$(VENV_PYTHON) -m benchmarks.diagnosis

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/installed-run: extras = [models]
$(VENV)/installed-test: extras = [test,golden,models]
$(VENV)/installed-golden: extras = [golden]

# A file of this name says that the environment holds what this pyproject.toml asks for.
$(VENV)/installed-%: pyproject.toml | $(VENV_PYTHON)
	@echo "Installing into $(VENV); the first time this takes a minute or two."
	@$(PIP_INSTALL) --editable ".$(extras)"
	@touch $@

# Debian's python3 has venv but not the ensurepip that puts pip into a new environment. Its pip can do that too.
$(VENV_PYTHON):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "BPE Stepper needs Python 3.11 or newer, named python3 or given as PYTHON=..."; exit 1; }
	@if $(PYTHON) -c 'import ensurepip' 2>/dev/null; then \
		$(PYTHON) -m venv --clear $(VENV); \
	elif $(PYTHON) -m pip --version >/dev/null 2>&1; then \
		$(PYTHON) -m venv --clear --without-pip $(VENV) && \
		$(PYTHON) -m pip --disable-pip-version-check --python $(VENV_PYTHON) install --quiet pip; \
	else \
		echo "Python finds neither ensurepip nor pip; on Debian, apt-get install python3-venv brings them."; exit 1; \
	fi
