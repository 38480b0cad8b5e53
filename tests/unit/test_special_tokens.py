"""Special tokens: the leftmost, and of those the longest, in time that grows with the text alone."""

import re
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from bpe_core.pre_tokenizers.special_tokens import SpecialTokens


def _as_re_does(text: str, tokens: tuple[str, ...]) -> list[tuple[int, int, bool]]:
    """The spans by trying the longest token first at each character."""
    longest_first = sorted(tokens, key=len, reverse=True)
    spans, position = [], 0
    for match in re.finditer("|".join(map(re.escape, longest_first)), text):
        spans += [(position, match.start(), False)] if match.start() > position else []
        spans.append((*match.span(), True))
        position = match.end()
    return spans + ([(position, len(text), False)] if position < len(text) else [])


@given(
    text=st.text(alphabet="abé😀", max_size=30),
    tokens=st.sets(st.text(alphabet="abé😀", min_size=1, max_size=4), min_size=1, max_size=5),
    window=st.sampled_from([1, 2, 3, 7]),
)
def test_special_tokens_are_the_same_however_short_the_windows_are(
    text: str, tokens: set[str], window: int
) -> None:
    with mock.patch("bpe_core.pre_tokenizers.special_tokens._WINDOW", window):
        assert list(SpecialTokens(tuple(tokens)).spans(text)) == _as_re_does(text, tuple(tokens))


def test_many_nearly_equal_special_tokens_are_looked_for_at_once() -> None:
    # Trying 1,000 of them one after the other at each of a million characters takes minutes.
    tokens = tuple("a" * place + "b" + "a" * (199 - place) for place in range(200))
    tokens += tuple(f"{'a' * 192}{number:08}" for number in range(800))
    text = "a" * 1_000_000 + "c" + tokens[7] + "a" * 10
    assert list(SpecialTokens(tokens).spans(text)) == [
        (0, 1_000_001, False),
        (1_000_001, 1_000_201, True),
        (1_000_201, 1_000_211, False),
    ]
