"""What trainings may take of the memory: counted honestly, refused before it is taken, given back."""

import gc
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from bpe_core import EXAMPLES, BPEConfig, BPEStepper, Corpus
from bpe_core.engine import admission
from bpe_ui.machine.limits import memory
from bpe_ui.machine.limits.memory import (
    BYTES_PER_CHARACTER,
    BYTES_PER_MERGE,
    BYTES_PER_TOKEN,
    Ledger,
    NoRoomError,
    Size,
)
from bpe_ui.pages.tokenize.rules import stage as stage_module
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from tests.server.random_words import random_words

MB = 1_000_000


@pytest.fixture
def ledger(monkeypatch):
    """A server of 40 MB, and so of 10 MB for each visit; `visit` says whose turn it is."""
    ledger = Ledger(lambda: ledger.visit)
    monkeypatch.setattr(memory, "budget", lambda: 40 * MB)
    ledger.visit = "first"
    admission.set_host(ledger.admit)
    yield ledger
    admission.set_host(None)


def test_a_training_counts_as_long_as_somebody_holds_it(ledger):
    stepper = BPEStepper(Corpus.from_text(random_words(5_000)), BPEConfig())
    size = Size(5_000, 40_000)
    assert ledger.taken() == ledger.taken("first") == size.bytes_with(0)
    assert ledger.taken("second") == 0

    stepper.run(100)
    assert ledger.taken() == size.bytes_with(100)
    branch = stepper.branch()
    assert ledger.taken() == 2 * size.bytes_with(0) + 200 * BYTES_PER_MERGE

    del stepper, branch
    gc.collect()
    assert ledger.taken() == 0


def test_one_visit_is_refused_and_another_is_not(ledger):
    held = [BPEStepper(Corpus.from_text(random_words(9_000)), BPEConfig())]
    with pytest.raises(NoRoomError, match=r"at least 7 MB; a visit may use 10 MB, of which 7 MB are in use"):
        BPEStepper(Corpus.from_text(random_words(9_000)), BPEConfig())

    ledger.visit = "second"
    held.append(BPEStepper(Corpus.from_text(random_words(9_000)), BPEConfig()))

    assert ledger.taken("first") == ledger.taken("second") > 0


def test_a_full_server_refuses_everybody_and_takes_them_when_others_have_left(ledger):
    corpus = Corpus.from_text(random_words(9_000))
    held = []
    for ledger.visit in "abcde":
        held.append(BPEStepper(corpus, BPEConfig()))
    ledger.visit = "f"

    for example in EXAMPLES.values():
        assert BPEStepper(example.corpus, example.config).words, "an example always fits"
    with pytest.raises(NoRoomError, match=r"all visits together may use 40 MB, of which 37 MB are in use"):
        BPEStepper(corpus, BPEConfig())
    held.clear()

    assert BPEStepper(Corpus.from_text(random_words(9_000)), BPEConfig()).words


@pytest.fixture
def stage(ledger, monkeypatch):
    """A stage of Tokenize on that server."""
    monkeypatch.setattr(stage_module, "ledger", ledger)
    return RulesStage()


def tokenized(stage, text):
    stage.show(TokenizeInput(BYTE_TOKENIZER, text), 0, 0)
    return stage.error


BYTE_TOKENIZER = BPEStepper(Corpus.from_text("hug"), BPEConfig(alphabet="bytes")).tokenizer()


def test_the_tokens_of_a_text_count_until_another_text_takes_their_place(ledger, stage):
    assert tokenized(stage, "hug " * 1_000) == ""
    assert ledger.taken() == ledger.taken("first") == 3_000 * BYTES_PER_TOKEN + 4_000 * BYTES_PER_CHARACTER

    refused = tokenized(stage, "猫" * 10_000)
    assert refused == ("The tokens of this text need about 14 MB; a visit may use 10 MB. Try a shorter text.")
    assert (ledger.taken(), stage.encoding) == (0, None)

    assert tokenized(stage, "hug") == ""
    del stage.memory
    assert ledger.taken() == 0


@pytest.mark.parametrize("text", ["hug " * 2_500, "猫" * 5_000])
def test_the_tokens_of_no_text_take_more_than_is_counted_for_them(ledger, stage, text):
    tokenized(stage, "warm up")
    gc.collect()
    tracemalloc.start()
    try:
        tokenized(stage, text)
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert taken <= ledger.taken() <= 3 * taken


def test_the_setting_says_how_much_there_is(monkeypatch):
    memory.budget.cache_clear()
    monkeypatch.setenv(memory.SETTING, "2000")
    assert (memory.budget(), memory.visit_limit()) == (2_000 * MB, 500 * MB)

    memory.budget.cache_clear()
    monkeypatch.delenv(memory.SETTING)
    assert 0 < memory.visit_limit() < memory.budget() < memory._machine_memory()
    memory.budget.cache_clear()


@pytest.mark.parametrize("setting", ["", "4_000", "4.5", "-1", "3", "much", "٤٠٠٠", "9" * 5_000])
def test_a_setting_that_says_no_number_of_megabytes_is_refused(monkeypatch, setting):
    memory.budget.cache_clear()
    monkeypatch.setenv(memory.SETTING, setting)

    with pytest.raises(ValueError, match=rf"^{memory.SETTING} must be a number .* got '{setting[:50]}"):
        memory.budget()


MEASURE = """
import re, sys
from pathlib import Path
from bpe_core import BPEConfig, BPEStepper, Corpus
from bpe_ui.machine.limits.memory import Size
from tests.server.random_words import random_words
corpus = Corpus.from_text(random_words(int(sys.argv[1])))
BPEStepper(Corpus.from_text("warm up"), BPEConfig()).run()

def memory(field):
    return int(re.search(rf"{field}:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024

Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
before = memory("VmRSS")
stepper = BPEStepper(corpus, BPEConfig())
stepper.run(int(sys.argv[2]))
added = memory("VmHWM") - before
print(added, Size.of(corpus.count_words(BPEConfig()), BPEConfig()).bytes_with(stepper.position))
"""


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells a process its peak")
@pytest.mark.parametrize(("words", "merges"), [(100_000, 2_000), (25_000, 10**9)])
def test_no_training_takes_more_than_is_counted_for_it(words, merges):
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(words), str(merges)],
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip

    added, counted = map(int, done.stdout.split())

    assert added <= counted <= 3 * added
