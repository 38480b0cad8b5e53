"""Utf8Text: blocks and lines are the text, wherever a block ends."""

from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.corpus import long_text
from bpe_core.corpus.long_text import Utf8Text

texts = st.text(alphabet="aü吾🙂 \n\ufeff", max_size=30)


@given(text=texts, block_bytes=st.integers(1, 7))
def test_the_blocks_and_the_lines_are_the_text(text: str, block_bytes: int) -> None:
    with mock.patch.object(long_text, "BLOCK_BYTES", block_bytes):
        read = Utf8Text(text.encode("utf-8-sig"))  # with a byte-order mark in front
        assert "".join(read.blocks()) == str(read) == text
        assert list(read.lines()) == text.split("\n")
        assert (len(read), read.is_blank) == (len(text), not text.strip())


def test_a_wrong_byte_is_named_by_its_place_in_the_whole() -> None:
    data = "aü吾".encode() + b"\xff" + b"a" * 9
    for block_bytes in range(1, 9):
        with (
            mock.patch.object(long_text, "BLOCK_BYTES", block_bytes),
            pytest.raises(UnicodeDecodeError) as told,
        ):
            Utf8Text(data)
        assert (told.value.start, told.value.object[told.value.start]) == (6, 0xFF)


def test_a_character_that_is_cut_off_at_the_end_is_wrong() -> None:
    with mock.patch.object(long_text, "BLOCK_BYTES", 2), pytest.raises(UnicodeDecodeError) as told:
        Utf8Text("ab吾".encode()[:-1])
    assert told.value.start == 2


def test_equal_texts_are_equal_with_or_without_a_byte_order_mark() -> None:
    one, other = Utf8Text("hug".encode("utf-8-sig")), Utf8Text(b"hug")
    assert (one == other, hash(one) == hash(other)) == (True, True)
    assert (one == Utf8Text(b"pug"), one == "hug") == (False, False)
