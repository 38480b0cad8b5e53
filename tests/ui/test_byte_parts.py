"""The words for the bytes of a part of a character."""

import pytest

from bpe_core.studies.split_characters import held_by, parts_of
from bpe_ui.stage.text.byte_parts import bytes_held
from bpe_ui.stage.text.sentences import plain_text


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (["字".encode()[:2], "字".encode()[2:]], "the bytes E5 AD: the first 2 of the 3 bytes of 字"),
        (["字".encode()[:1], "字".encode()[1:]], "the byte E5: the first of the 3 bytes of 字"),
        ([b" \xe5", b"\xad\x97"], "the bytes 20 E5, among them the first of the 3 bytes of 字"),
        ([b"\xe5", b"\xad"], "the byte E5: the first of the 3 bytes of a character"),
        ([b"\xad\x97", b""], "the bytes AD 97: 2 bytes without the beginning of a character"),
    ],
)
def test_bytes_of_a_character_are_told_with_the_character_where_it_is_whole(tokens, said):
    assert plain_text(bytes_held(tokens[0], parts_of(held_by(tokens)[0]))) == said
