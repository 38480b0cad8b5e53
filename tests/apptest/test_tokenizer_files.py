"""Tokenizer files dropped on Tokenize: which open, the error for others, and what stays."""

import json

import pytest

from tests.apptest.page_run import TOKENIZE, open_app, open_page_alone

MERGES = ("merges.txt", b"#version: 0.2\nh u\nhu g\n")
VOCABULARY = ("vocab.json", b'{"h": 5, "u": 6, "g": 7, "hu": 8, "hug": 9, "<|endoftext|>": 1}')
RANKS = ("mine.tiktoken", b"MQ== 0\nMg== 1\nMTI= 2\n")  # 1, 2, 12


@pytest.fixture
def page():
    page = open_app().go_to_page(TOKENIZE)
    page.app.session_state["tokenizer_popover"] = True
    page.run().app.segmented_control(key="tokenizer_source").set_value("file")
    return page.run()


def drop(page, *files):
    page.box("tokenizer_files").set_value([(name, data, "application/octet-stream") for name, data in files])
    return page.run()


def test_files_that_belong_together_open_and_their_tokens_are_on_screen(page):
    drop(page, VOCABULARY, MERGES).type_text("hug")

    assert page.tokens() == "hug 9"
    assert "6 tokens" in page.text()
    assert page.settings() == ["merges.txt + vocab.json"]  # corpus and rules have no say


def test_a_missing_companion_is_asked_for_and_the_first_file_waits_for_it(page):
    drop(page, VOCABULARY)
    [error] = page.errors()
    assert error.startswith("vocab.json cannot be read: it is a vocabulary")
    assert page.tokens() == open_page_alone(TOKENIZE).tokens()
    drop(page, VOCABULARY, MERGES).type_text("hug")
    assert (page.errors(), page.tokens()) == ([], "hug 9")


def test_a_file_that_is_none_is_refused_in_a_sentence_and_the_former_tokenizer_stays(page):
    name = "<img src=x onerror=alert(1)>"
    drop(drop(page, VOCABULARY, MERGES), (name, b"{")).type_text("hug")

    [error] = page.errors()
    assert error.endswith(".")
    assert page.tokens() == "hug 9"
    assert not [markup for markup in page.markups() if "img" in markup.tags]


def test_a_file_of_ranks_takes_the_pattern_that_is_chosen(page):
    drop(page, RANKS).type_text("12")
    assert page.tokens() == "12 2"
    page.app.segmented_control(key="tokenizer_pattern").set_value("Your own")
    page.run().app.text_input(key="tokenizer_own_pattern").set_value(r"\d")
    assert page.run().tokens() == "1 0, 2 1"
    page.app.text_input(key="tokenizer_own_pattern").set_value("(")
    [error] = page.run().errors()
    assert "pattern" in error
    assert page.tokens() == "1 0, 2 1"


def test_files_that_can_be_of_several_kinds_ask_which_and_the_address_keeps_it(page):
    merges = ("merges.txt", "日 本</w>\n".encode())
    vocabulary = ("vocab.json", '{"<unk>": 0, "日": 1, "本</w>": 2, ".</w>": 3, "日本</w>": 4}'.encode())
    drop(page, vocabulary, merges).type_text("日本.")
    assert page.tokens() == "日本</w> 4, .</w> 3"
    assert len(page.app.radio(key="tokenizer_kind").options) == 3
    page.app.radio(key="tokenizer_kind").set_value("whitespace_split")
    assert page.run().tokens() == "日 1, <unk> 0, .</w> 3"
    assert open_page_alone(TOKENIZE, **page.address()).tokens() == page.tokens()


def test_a_large_file_is_opened_by_its_library_and_its_tokens_are_on_screen(page):
    vocab = {"h": 0, "u": 1, "hu": 2, **{f"token {number}": number for number in range(3, 6_000)}}
    root = {"version": "1.0", "model": {"type": "BPE", "vocab": vocab, "merges": [["h", "u"]]}}
    drop(page, ("tokenizer.json", json.dumps(root).encode())).type_text("huh")
    assert (page.errors(), page.tokens()) == ([], "hu 2, h 0")


def test_a_name_in_vocab_json_is_cut_as_by_the_library_and_can_be_taken_whole(page):
    characters = {character: number for number, character in enumerate("<|endoftx>hug")}
    vocab = {**characters, "hu": 13, "<|endoftext|>": 14}
    drop(page, ("merges.txt", b"#version: 0.2\nh u\n"), ("vocab.json", json.dumps(vocab).encode()))
    page.type_text("hu<|endoftext|>")
    page.run()
    assert len(page.tokens().split(", ")) == 14
    assert "<|endoftext|> is token 14, but no merges make it" in page.text()
    page.app.button(key="take_whole").click()
    assert page.run().tokens() == "hu 13, <|endoftext|> 14"
    assert page.errors() == []
