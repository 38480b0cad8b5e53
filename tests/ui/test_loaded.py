"""Tokenizers from files: opened once for everybody, found again by links, no more than there is room for."""

import gc
import json
import threading
import time
from dataclasses import replace

import pytest

from bpe_core.errors import TokenizerFileError
from bpe_ui.machine.limits.memory import NoRoomError
from bpe_ui.pages.tokenize.settings import loaded as loaded_module
from bpe_ui.pages.tokenize.settings.files_panel import facts, stages_of
from bpe_ui.pages.tokenize.settings.loaded import OpenTokenizers
from bpe_ui.pages.tokenize.settings.opening import Opened
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.visit.links.link import link_text, read_link
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.visit import Visit
from tests.ui.examples import training_of

MERGES = {"merges.txt": b"#version: 0.2\nh u\nhu g\n"}
RANKS = {"x.tiktoken": b"MQ== 0\nMg== 1\nMTI= 2\n"}  # 1, 2, 12
CODES = {"codes": b"#version: 0.2\nl o\nlo w</w>\n"}


@pytest.fixture
def tokenizers():
    return OpenTokenizers()


def test_the_same_files_are_opened_once_even_at_the_same_moment(tokenizers, monkeypatch):
    read, opened = loaded_module.open_files, []

    def slowly(*files):
        time.sleep(0.02)
        return read(*files)

    monkeypatch.setattr(loaded_module, "open_files", slowly)
    people = [threading.Thread(target=lambda: opened.append(tokenizers.open(dict(MERGES)))) for _ in range(8)]
    for person in people:
        person.start()
    for person in people:
        person.join()

    assert len(opened) == 8
    assert len(set(map(id, opened))) == 1


def test_another_content_or_pattern_is_another_tokenizer(tokenizers):
    first = tokenizers.open(RANKS)
    by_digits = tokenizers.open(RANKS, r"\d")

    assert first.tokenizer.encode("12").tokens == ("12",)
    assert by_digits.tokenizer.encode("12").tokens == ("1", "2")
    assert tokenizers.cut_by(first, r"\d") is by_digits
    assert tokenizers.cut_by(by_digits, None) is first
    assert tokenizers.cut_by(first, r"\d\d?").tokenizer.encode("12").tokens == ("12",)


def test_a_tokenizer_stays_open_while_somebody_holds_it_and_some_of_the_last_ones(tokenizers, monkeypatch):
    monkeypatch.setattr(loaded_module, "STAY_OPEN", 1)
    held = tokenizers.open(MERGES)
    digests = [tokenizers.open(files).file.digest for files in (RANKS, CODES)]
    gc.collect()

    assert tokenizers.find(held.file.digest, None) is held
    assert tokenizers.find(digests[0], None) is None


def test_a_small_file_travels_in_the_link_and_a_large_one_is_asked_for(tokenizers, monkeypatch):
    visit = Visit(training_of(position=3))
    visit.state(Tokenize).take_loaded(tokenizers.open(MERGES))
    sent = Screen.of(visit.training, page="tokenize", settings={"tokenize": visit.state(Tokenize).settings()})
    opened = Visit(training_of(position=3))
    opened.state(Tokenize).take(read_link(link_text(sent)).settings["tokenize"])

    assert opened.state(Tokenize).request(opened.training).tokenizer.encode("hug").tokens == ("hug",)

    monkeypatch.setattr(loaded_module, "MAX_IN_LINK", 5)
    visit.state(Tokenize).take_loaded(tokenizers.open(CODES))
    sent = replace(sent, settings={"tokenize": visit.state(Tokenize).settings()})
    opened.state(Tokenize).take(read_link(link_text(sent)).settings["tokenize"])
    with pytest.raises(TokenizerFileError, match=r"needs codes \(27 bytes\), .* drop it under Tokenizer"):
        opened.state(Tokenize).request(opened.training)


def test_the_page_says_how_large_it_is_and_which_stages_it_has(tokenizers):
    model = {"type": "BPE", "vocab": {"a": 0, "<0x41>": 1}, "merges": [], "byte_fallback": True}
    normalizer = {"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Lowercase"}]}
    root = {"model": model, "normalizer": normalizer}
    opened = tokenizers.open({"tokenizer.json": json.dumps(root).encode()})

    assert facts(opened) == "2 tokens"
    assert stages_of(opened.tokenizer) == [("Normalizer", "NFC, Lowercase"), ("Model", "byte_fallback")]
    assert stages_of(tokenizers.open(MERGES).tokenizer) == []


def test_what_can_never_fit_is_not_to_be_tried_again_and_leaves_nothing_behind(tokenizers, monkeypatch):
    held = tokenizers.open(CODES)
    monkeypatch.setattr(loaded_module, "budget", lambda: 2 * held.memory + 2)
    with pytest.raises(NoRoomError, match=r"of all visits have .* Try again later\.$"):
        tokenizers.open(RANKS)
    monkeypatch.setattr(loaded_module, "budget", lambda: held.memory)
    monkeypatch.setattr(Opened, "tokenizer", lambda opened: pytest.fail("it came to the server"))
    with pytest.raises(NoRoomError, match=r"so it cannot be opened here\.$"):
        tokenizers.open(RANKS)
