"""GPT-4o's and GPT-4's tokenizers, as they open without an upload, beside tiktoken itself."""

import base64
import hashlib

import pytest
import tiktoken
from tiktoken_ext import openai_public

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
    theirs = tiktoken.Encoding(**getattr(openai_public, ready.encoding)())
    ours = tokenizers.reopen(ready_file(name)).tokenizer

    assert (len(data), digest_of({name: data})) == (ready.size, ready.digest)
    for text in TEXTS:
        assert list(ours.encode(text).ids) == theirs.encode_ordinary(text)
