"""Typed answers: any way of writing a list or a number is read, and what cannot be read is refused."""

import pytest

from bpe_core.errors import AnswerError
from bpe_core.studies.typed_answers import AnswerForm, split_tokens


@pytest.mark.parametrize(
    "typed",
    [
        *("a ab", " a  ab ", "a, ab", "a,ab", "a + ab", "a|ab", "a; ab", "a / ab", "a - ab", "a → ab"),
        *(
            "a\nab",
            "a ab.",
            "'a' 'ab'",
            '["a", "ab"]',
            "['a','ab']",
            "“a” “ab”",
            "„a“, „ab“",
            "«a» «ab»",
            "(a) (ab)",
        ),
        *("{a, ab}", "`a` `ab`", "A ab", "a、ab", "a · ab"),
    ],
)
def test_tokens_are_read_however_they_are_written_in_a_row(typed):
    assert AnswerForm.of("a ab", ["aa b"]).read(typed) == ("a", "ab")


@pytest.mark.parametrize("typed", ["[UNK] ug", "[UNK], ug", "UNK ug", "unk + ug.", "['[UNK]', 'ug']"])
def test_a_special_token_is_read_with_and_without_its_brackets(typed):
    assert AnswerForm.of("[UNK] ug", ["m ug"]).read(typed) == ("[UNK]", "ug")


def test_characters_of_the_tokens_separate_nothing():
    form = AnswerForm.of("l o w est</w>", ["l o w e s t </w>"])

    assert form.read("l, o, w, est</w>.") == ("l", "o", "w", "est</w>")
    assert AnswerForm.of("dog .").read("dog .") == ("dog", ".")
    assert split_tokens("Ġt + is", "Ġthis") == ["Ġt", "is"]


@pytest.mark.parametrize("typed", ["12", " 12. ", "=12", "12 times", "it is 12", "１２", "012", "(12)"])
def test_a_number_is_read_with_words_around_it(typed):
    assert AnswerForm.of("12").read(typed) == ("12",)


@pytest.mark.parametrize("typed", ["1,234", "1234", "1 234", "1'234", "1\u202f234", "1,234."])
def test_a_number_may_have_its_digits_in_groups(typed):
    assert AnswerForm.of("1234").read(typed) == ("1234",)


@pytest.mark.parametrize("typed", ["3 6", "3, 6", "3,6", "[3, 6]", "3 and 6", "id 3, id 6", "3+6.", '"3" 6'])
def test_numbers_are_read_in_a_row(typed):
    assert AnswerForm.of("3 6").read(typed) == ("3", "6")


@pytest.mark.parametrize(
    ("right", "typed", "said"),
    [
        ("12", "twelve", "Type one number, in digits."),
        ("12", "5 or 6", "Type one number, in digits."),
        ("12", "1.5", "Type one number, in digits."),
        ("12", "-12", "Type one number, in digits."),
        ("3 6", "no idea", "Type numbers, with spaces between them."),
        ("a ab", ", .", "Type tokens, with spaces between them."),
        ("a ab", "", "Type tokens, with spaces between them."),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_to_type(right, typed, said):
    with pytest.raises(AnswerError) as caught:
        AnswerForm.of(right).read(typed)

    assert str(caught.value) == said


def test_letters_that_the_word_has_not_are_told_and_yet_an_answer():
    form = AnswerForm.of("a ab", ["aa b"])

    assert form.read("a and ab") == ("a", "and", "ab")
    assert form.doubt("a and ab") == "'and' is not in the word. Type tokens, with spaces between them."
    assert (
        form.doubt("aa b") == AnswerForm.of("[UNK] ug").doubt("unk u") == AnswerForm.of("12").doubt("7") == ""
    )
