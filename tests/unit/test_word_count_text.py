"""Word counts as people write them: every accepted form, and the errors for others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.corpus.corpus import Corpus
from bpe_core.corpus.word_count_text import read_word_counts
from bpe_core.errors import CorpusError

COURSE = [("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)]


@pytest.mark.parametrize(
    "text",
    [
        "word,count\nhug,10\npug,5\npun,12\nbun,4\nhugs,5\n",
        "\ufeffWord, Count\r\nhug, 10\r\npug,5 \r\n\r\n  \r\npun, 12\r\nbun,+4\r\nhugs,5\r\n",
        "word\tcount\nhug\t10\npug\t 5\npun\t12\nbun\t4\nhugs\t5",
        '("hug", 10)\n("pug", 5)\n("pun", 12)\n\n("bun", 4)\n("hugs", 5)',
        "[('hug', 10), ('pug', 5),\r\n ('pun', 12), ('bun', 4), ('hugs', 5)]",
        '{"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}',
        'counts = [("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)]',
        "(“hug”, 10), (“pug”, 5), (‘pun’, 12), (“bun”, 4), (“hugs”, 5)",
        "counts = Counter({'hug': 10, 'pug': 5, 'pun': 12, 'bun': 4, 'hugs': 5})",
        "hug;10\npug;5\npun;12\nbun;4\nhugs;5",
        "hug x10, pug x5, pun x12, bun x4, hugs x5",
        "  hug 10, pug 5,\n  pun 12; bun 4\nhugs 5",
        "hug × 10, pug × 5, pun×12, bun * 4, hugs = 5",
        "10 x hug\n5 x pug\n12x pun\n4 × bun\n5 hugs",
        "     10 hug\n      5 pug\n     12 pun\n      4 bun\n      5 hugs\n",
    ],
)
def test_the_courses_words_are_read_in_every_form(text: str) -> None:
    assert read_word_counts(text) == COURSE


def test_repeats_add_up_in_the_corpus() -> None:
    assert Corpus.from_word_count_text("hug,2\npug,1\nhug,3").word_counts == {"hug": 5, "pug": 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hug,10\n\n\npug,-1", "Line 4: the count of .*, got '-1'"),
        ("hug," + "9" * 9_999, "with at most 18 digits, got"),
        ("hug,10\npug", "Line 2 cannot be read from 'pug' on; the text up to there has the form low,5"),
        ('hug,10\n"",10', "Line 2 has an empty word"),
        ("hug x3,\npug", "Line 2 cannot be read from 'pug' on; .* has the form low 5, low x5 or low: 5, and"),
        ("low 5 lower 2", "Line 1 is 'low 5 lower 2'; expected"),
        ("7 5", "Line 1 can mean '7' 5 times or '5' 7 times; put each word in double quotes"),
        ("low 1,234", "Line 1 can mean 'low 1' 234 times or 'low' 1,234 times"),
        ('("hug", 10),\n("pug")', "Line 2 cannot be read from .* the form .*low.*: 5, and all of it must"),
        ('[("hug", 10),\n("pug", 5)', r"The bracket \[ at the start is not closed"),
        (r'("\x4", 10)', "write a backslash in a word twice"),
        ("__import__('os').system('ls')", "Line 1 is .*; expected"),
        ('"' + "\\" * 100_001, "."),
    ],
)
def test_junk_is_refused_with_its_line_and_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(CorpusError, match=message) as caught:
        read_word_counts(text)
    assert len(str(caught.value)) < 500


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), min_size=1, max_size=12)
entries = st.lists(st.tuples(words, st.integers(1, 10**18 - 1)), min_size=1, max_size=8)


short_words = st.text("ax17", min_size=1, max_size=4)


@given(
    entries=st.lists(st.tuples(short_words, st.integers(1, 9)), min_size=1, max_size=4),
    form=st.sampled_from(["{0} {1}", "{0} x{1}", "{0}: {1}", "{0} × {1}", "{1} {0}", "{1} x {0}", "{0},{1}"]),
    between=st.sampled_from(["\n", ", ", "; ", ",\n"]),
)
def test_what_is_written_by_hand_is_read_back_or_refused(
    entries: list[tuple[str, int]], form: str, between: str
) -> None:
    text = between.join(form.format(word, count) for word, count in entries)
    refusal, found = "", entries
    try:
        found = read_word_counts(text)
    except CorpusError as error:
        refusal = str(error)
    assert found == entries
    assert not refusal or "can mean" in refusal or form == "{0},{1}"  # a table has no commas between entries
