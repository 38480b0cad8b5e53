"""A tokenizer.json may do what it likes to a text; only what it makes of one is limited, and with numbers."""

import pytest
from tokenizers import Tokenizer, decoders, models, normalizers

from bpe_core import BPETokenizer
from bpe_core.encoding import library as library_of_files
from bpe_core.errors import TextError
from tests.unit.test_hugging_face_files import read

BYTES = {f"<0x{byte:02X}>": byte for byte in range(256)}


def test_a_text_that_can_become_too_many_tokens_is_refused_with_the_number(monkeypatch):
    assert library_of_files.MOST_TOKENS == 500_000
    monkeypatch.setattr(library_of_files, "MOST_TOKENS", 5_000)
    library = Tokenizer(models.BPE(BYTES, [], byte_fallback=True))
    library.normalizer = normalizers.NFKC()
    tokenizer = BPETokenizer.from_files({"x.json": library.to_str().encode()})

    assert len(tokenizer.encode("ﷺ" * 150)) == 150 * 33
    for encode in (tokenizer.encode, tokenizer.trace):
        with pytest.raises(TextError, match=r"160 characters becomes 5,280 tokens; at most 5,000"):
            encode("ﷺ" * 160)
    assert len(tokenizer.encode("🦄" * 1_300)) == 5_200  # no more for each character than is usual


def test_a_vocabulary_is_decoded_whole():
    library = Tokenizer(models.BPE({f"▁{number}": number for number in range(300)}, []))
    library.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    expected = {number: f" {number}".encode() for number in range(300)}
    assert read(library.to_str()).token_bytes == expected
