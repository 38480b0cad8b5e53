"""Normalizers: each against Hugging Face's own, and where they knowingly differ."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import normalizers as hugging_face

from bpe_core import BPEConfig, BPEStepper, Corpus
from bpe_core.errors import TextError
from bpe_core.normalizers import MAX_MARKS, normalize

# Letters with accents in both forms, marks in and out of order, Korean in both forms, ligatures, an ångström
# sign, Hindi with nukta and vowel sign, Turkish İ, spacing accents, odd whitespace. The capital sigma has its
# own test.
tricky_text = st.text(
    alphabet=st.sampled_from(
        "aeAEIßéÉǭ\u0301\u0323\u0308\u0327가각\u1100\u1161\u11a8ﬁ②Åक\u093cक़\u093fİı´¨ \u00a0\n\t"
    )
)


@pytest.mark.parametrize(
    ("normalizers", "text", "expected"),
    [
        (("lowercase",), "ΟΔΟΣ ΣΑΣ", "οδος σας"),
        (("strip_accents",), "café", "cafe"),
        (("strip_accents",), unicodedata.normalize("NFD", "café"), "cafe"),
        # A Korean syllable and the ångström sign without its ring decompose too, but only marks may go.
        (("strip_accents",), "가 Ω ß ﬁ", "가 Ω ß ﬁ"),
        # The script capital H has no small form; only NFKC makes a plain H of it.
        (("lowercase", "nfkc"), "ℋ", "H"),
        (("nfkc", "lowercase"), "ℋ", "h"),
        ((), " Ünï ", " Ünï "),
    ],
)
def test_a_text_is_rewritten_in_the_order_given(
    normalizers: tuple[str, ...], text: str, expected: str
) -> None:
    assert normalize(text, normalizers) == expected


@given(text=tricky_text)
def test_strip_accents_before_or_after_nfd_equals_hugging_face(text: str) -> None:
    theirs = hugging_face.Sequence([hugging_face.NFD(), hugging_face.StripAccents()]).normalize_str(text)
    assert normalize(text, ("nfd", "strip_accents")) == theirs
    assert normalize(text, ("strip_accents", "nfd")) == theirs


FORMS = ("nfc", "nfd", "nfkc", "nfkd")


@pytest.mark.parametrize("form", FORMS)
def test_the_greatest_row_of_marks_is_allowed_wherever_it_stands(form: str) -> None:
    row = "\u0315\u0300" * (MAX_MARKS // 2)
    for before in range(12):
        text = "é" * before + row
        assert normalize(f"{text} {row}x{row}", (form,)) == unicodedata.normalize(
            form.upper(), f"{text} {row}x{row}"
        )
        with pytest.raises(TextError, match=r"There are 101 combining marks in a row (after|at the start)"):
            normalize(text + "\u0315", (form,))


def test_a_corpus_and_a_text_to_encode_with_too_many_marks_are_refused() -> None:
    rules = BPEConfig(normalizers=("nfd",), special_tokens=("<s>",))
    row = "<s>hug" + "\u0315\u0300" * 100_000
    for corpus in (Corpus.from_text(row), Corpus.from_word_counts({row: 1})):
        with pytest.raises(TextError, match="200,000 combining marks in a row after 'hug'"):
            BPEStepper(corpus, rules)
    tokenizer = BPEStepper(Corpus.from_text("hug"), rules).tokenizer()
    for read in (tokenizer.encode, tokenizer.trace):
        with pytest.raises(TextError, match="200,000 combining marks in a row after 'hug'"):
            read(row)
