"""Original places: where the characters of a normalized text come from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BPEConfig
from bpe_core.normalizers import NORMALIZERS, normalize
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens
from bpe_core.studies.original_places import original_span, original_spans

E_ACUTE, ACUTE, CEDILLA = "\u00e9", "\u0301", "\u0327"


@pytest.mark.parametrize(
    ("text", "normalizers", "places"),
    [
        ("hug", (), [(0, 1), (1, 2), (2, 3)]),
        ("", (), []),
        # A letter and its accents become one character; c's two accents reach it across one another.
        (f"e{ACUTE}a", ("nfc",), [(0, 2), (2, 3)]),
        (f"xc{ACUTE}{CEDILLA}y", ("nfc",), [(0, 1), (1, 4), (4, 5)]),
        # Korean letters join into a syllable.
        ("\u1112\u1161\u11ab.", ("nfc",), [(0, 3), (3, 4)]),
        # Both parts of a letter come from it.
        (f"a{E_ACUTE}b", ("nfd",), [(0, 1), (1, 2), (1, 2), (2, 3)]),
        ("aﬁb", ("nfkc",), [(0, 1), (1, 2), (1, 2), (2, 3)]),
        # The rest keeps its places when something is removed.
        (f"e{ACUTE}a", ("strip_accents",), [(0, 1), (2, 3)]),
        # A capital may become two small characters, and Σ stays one.
        ("İa", ("lowercase",), [(0, 1), (0, 1), (1, 2)]),
        ("ΟΔΟΣ", ("lowercase",), [(0, 1), (1, 2), (2, 3), (3, 4)]),
        # One follows the other.
        (f"E{ACUTE}B", ("nfc", "lowercase", "nfd"), [(0, 2), (0, 2), (2, 3)]),
    ],
)
def test_each_normalized_character_comes_from_its_own_place(
    text: str, normalizers: tuple[str, ...], places: list[tuple[int, int]]
) -> None:
    assert original_spans(text, BPEConfig(normalizers=normalizers)) == places


def test_what_has_no_width_stands_behind_the_character_before() -> None:
    places = [(2, 3), (3, 5)]
    assert original_span(0, 0, places) == (2, 2)
    assert original_span(2, 2, places) == (5, 5)
    assert original_span(0, 2, places) == (2, 5)
    assert original_span(0, 0, []) == (0, 0)


@pytest.mark.parametrize("special_tokens", [(), ("ab",)])
@given(
    text=st.text(alphabet=f"abAΣİé {ACUTE}{CEDILLA}\u1112\u1161\u11abﬁ´がｶﾞ", max_size=12),
    normalizers=st.lists(st.sampled_from(list(NORMALIZERS)), max_size=4),
)
def test_every_normalized_character_has_a_place_and_places_never_go_back(
    text: str, normalizers: list[str], special_tokens: tuple[str, ...]
) -> None:
    config = BPEConfig(normalizers=tuple(normalizers), special_tokens=special_tokens)
    normalized = "".join(
        part if is_special else normalize(part, config.normalizers)
        for part, is_special in SpecialTokens(special_tokens).cut(text)
    )
    found = original_spans(text, config)
    assert len(found) == len(normalized)
    assert all(0 <= start < end <= len(text) for start, end in found)
    assert found == sorted(found)
