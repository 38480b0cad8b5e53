"""A tokenizer.json may do what it likes to a text; only what it makes of one is limited, and with numbers."""

import pytest
from tokenizers import Tokenizer, decoders, models, normalizers

from bpe_core import BPETokenizer
from bpe_core.errors import TextError
from tests.unit.test_hugging_face_files import read

BYTES = {f"<0x{byte:02X}>": byte for byte in range(256)}


def test_a_text_that_can_become_too_many_tokens_is_refused_with_the_number():
    library = Tokenizer(models.BPE(BYTES, [], byte_fallback=True))
    library.normalizer = normalizers.NFKC()
    tokenizer = BPETokenizer.from_files({"x.json": library.to_str().encode()})

    assert len(tokenizer.encode("ﷺ" * 15_000)) == 15_000 * 33
    for encode in (tokenizer.encode, tokenizer.trace):
        with pytest.raises(TextError, match=r"16,000 characters becomes 528,000 tokens; at most 500,000"):
            encode("ﷺ" * 16_000)
    assert len(tokenizer.encode("🦄" * 130_000)) == 520_000  # no more for each character than is usual


def test_a_vocabulary_is_decoded_whole():
    library = Tokenizer(models.BPE({f"▁{number}": number for number in range(300)}, []))
    library.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    expected = {number: f" {number}".encode() for number in range(300)}
    assert read(library.to_str()).token_bytes == expected
