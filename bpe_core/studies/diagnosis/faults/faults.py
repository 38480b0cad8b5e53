"""Faults: what can be wrong with a trainer, each in words and in code.

In: nothing. Out: `FAULTS`. A new one is one function in `mistakes` or `wrong_words`, whose docstring says
what is done wrong, and one entry here.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.studies.diagnosis.faults.parts import first_seen
>>> fault = FAULTS["only_first_occurrence"]
>>> fault.sentence
'only the first occurrence of the pair in each word is merged'
>>> print(fault.code(first_seen, BPEConfig()))
- if symbols[index : index + 2] == [left, right] and token not in merged:
+ if symbols[index : index + 2] == [left, right]:
"""

from collections.abc import Callable
from functools import partial
from string import ascii_uppercase
from typing import Any, Literal

from bpe_core.pre_tokenizers.registry import GPT2_PATTERN
from bpe_core.studies.diagnosis.faults import mistakes, wrong_words
from bpe_core.studies.diagnosis.faults.fault import Fault
from bpe_core.studies.diagnosis.faults.parts import Choose

_SPACES = " Ġ▁"
_PATTERNS = ("gpt2", "gpt4")
_WITH_SPACES = (*_PATTERNS, "metaspace", "sentencepiece", "none")


def _part(part: str, wrong: Callable[..., object], **options: Any) -> Fault:
    """A mistake as its function is called, and as its docstring says."""
    said = (wrong.__doc__ or " ").partition("\n")[0].removesuffix(".")
    return Fault(name=wrong.__name__, sentence=said[0].lower() + said[1:], part=part, wrong=wrong, **options)


def _words(wrong: Callable[..., object], *lines: str, **options: Any) -> Fault:
    return _part("words", wrong, lines=lines, **options)


def _normalized(form: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> Fault:
    return Fault(
        name=f"normalized_{form.lower()}",
        sentence=f"the text is normalized to {form} first",
        part="words",
        wrong=partial(wrong_words.normalized_by, normalizer=form.lower()),
        lines=(f'text = unicodedata.normalize("{form}", text)', "# train on the text as it is"),
        form=form,
    )


def _cut(name: str, sentence: str, pattern: str, line: str) -> Fault:
    lines = line, "words = regex.findall(GPT2_PATTERN, text)"
    wrong = partial(wrong_words.cut_by, pattern=pattern)
    return Fault(name=name, sentence=sentence, part="words", wrong=wrong, lines=lines, only=_PATTERNS)


def _ties(wrong: Choose, instead_of: str, *only: str) -> Fault:
    return _part("choose", wrong, instead_of=instead_of, only=only)


def _order(name: str, sentence: str, order: str, *lines: str) -> Fault:
    return Fault(name=name, sentence=sentence, part="order", wrong=order, lines=lines)


_COUNT_AGAIN = "pair_counts = count_pairs(words)  # again before each merge, in the order of the text"

FAULTS: dict[str, Fault] = {
    fault.name: fault
    for fault in (
        # which of the tied pairs
        _ties(mistakes.greatest_as_printed, "greatest_pair", "bytes"),
        _ties(mistakes.smallest_as_printed, "smallest_pair", "bytes"),
        _ties(mistakes.greatest_token, "greatest_pair"),
        _ties(mistakes.smallest_token, "smallest_pair"),
        _ties(mistakes.greatest_token_as_printed, "greatest_pair", "bytes"),
        _ties(mistakes.greatest_ids, "smallest_ids"),
        _ties(mistakes.greatest_value_ids, "smallest_ids", "bytes"),
        _ties(mistakes.smallest_ids_as_seen, "smallest_ids"),
        _ties(mistakes.greatest_from_the_right, "greatest_pair"),
        _ties(mistakes.smallest_from_the_right, "smallest_pair"),
        _ties(mistakes.greatest_without_marker, "greatest_pair", "end_symbol", "end_suffix"),
        _order(
            "sorted_words",
            "the words are sorted before their pairs are counted",
            "sorted",
            "for word in sorted(word_counts):",
            "for word in word_counts:  # in the order of the text",
        ),
        _order(
            "most_frequent_words",
            "the words stand in the order of their counts",
            "most frequent",
            "for word, count in word_counts.most_common():",
            "for word, count in word_counts.items():  # in the order of the text",
        ),
        _order(
            "first_inserted",
            "counts are updated in place, so that a pair stands where it first got a count",
            "inserted",
            "pair_counts[pair] += count  # in the same dict from the first merge to the last",
            _COUNT_AGAIN,
        ),
        _order(
            "inserted_again",
            "counts are updated in place and deleted at 0, so that a pair stands where it last got a count",
            "deleted",
            "if pair_counts[pair] == 0:\n    del pair_counts[pair]",
            _COUNT_AGAIN,
        ),
        _order(
            "no_order",
            "ties go by no rule known here, or by none at all, as where pairs come out of a set",
            "any",
            "pair = next(iter(tied_pairs))  # of a set",
            "pair = max(tied_pairs)  # a rule that looks at the pairs",
        ),
        # which pairs are counted
        _part(
            "pairs",
            mistakes.all_pairs_but_the_last,
            lines=("for i in range(len(word) - 2):", "for i in range(len(word) - 1):"),
            only=("none", "end_suffix", "start_prefix"),  # else it is the marker that is never merged
        ),
        _part(
            "pairs",
            mistakes.all_pairs_but_the_first,
            lines=("for i in range(1, len(word) - 1):", "for i in range(len(word) - 1):"),
        ),
        _part(
            "pairs",
            mistakes.each_pair_once,
            lines=("for pair in set(zip(word, word[1:])):", "for pair in zip(word, word[1:]):"),
        ),
        _part(
            "times",
            mistakes.word_counts_ignored,
            lines=("pair_counts[pair] += 1", "pair_counts[pair] += word_count"),
        ),
        # how a word is merged
        _part("merge", mistakes.only_first_occurrence),
        _part("merge", mistakes.right_symbol_left),
        _part("merge", mistakes.overlaps_merged_twice),
        _part("merge", mistakes.from_the_right),
        _part(
            "merge",
            mistakes.replaced_in_spaced_text,
            also=("looks_at_text",),
            lines=(
                'word = " ".join(symbols).replace(left + " " + right, left + right)',
                "word = merge(symbols, left, right)  # compares whole symbols",
            ),
        ),
        _part("merge", mistakes.last_symbol_lost, also=("changes_all_words",)),
        _part("merge", mistakes.last_pair_not_merged),
        # which counts change
        _part("changed", mistakes.neighbors_not_lowered),
        _part("changed", mistakes.never_counted_again),
        _part("changed", mistakes.new_pairs_not_counted),
        _part("changed", mistakes.right_neighbors_not_counted),
        _part("changed", mistakes.left_neighbors_not_counted),
        # which words there are
        _words(
            wrong_words.stripped,
            "words = [word.strip() for word in words]",
            "words = regex.findall(PATTERN, text)  # the space belongs to the word",
            only=_WITH_SPACES,
            never=_SPACES,
        ),
        _words(
            wrong_words.cut_at_whitespace,
            "words = text.split()",
            "words = regex.findall(PATTERN, text)",
            only=_PATTERNS,
            never=_SPACES,
        ),
        _words(
            wrong_words.lowercase,
            "text = text.lower()",
            "# train on the text as it is",
            never=ascii_uppercase,
        ),
        _words(
            wrong_words.by_lines,
            "for line in text.splitlines():",
            "for line in text.splitlines(keepends=True):  # or the whole text at once",
            only=(*_WITH_SPACES, "words_and_punctuation"),
        ),
        _words(
            wrong_words.newlines_as_spaces,
            r'text = text.replace("\n", " ")',
            "# train on the text as it is",
            only=_WITH_SPACES,
        ),
        _words(
            wrong_words.whitespace_collapsed,
            'text = " ".join(text.split())',
            "# train on the text as it is",
            only=_WITH_SPACES,
        ),
        _words(
            wrong_words.space_sign_encoded,
            'text = text.replace(" ", "Ġ")',
            "# the space is a byte like others: 0x20, which is printed as Ġ",
            only=("bytes",),
        ),
        _words(
            wrong_words.only_word_characters,
            r'words = re.findall(r"\w+", text)',
            "words = cut(text)  # punctuation belongs to the text",
        ),
        _words(
            wrong_words.rare_words_left_out,
            "words = {word: count for word, count in words.items() if count > 1}",
            "# every word counts",
        ),
        _words(
            wrong_words.marker_spelled_out,
            'symbols = list(word + "</w>")',
            'symbols = [*word, "</w>"]  # the marker is one symbol',
            only=("end_symbol", "end_suffix"),
            changes={"word_boundary": "none"},
        ),
        _words(
            wrong_words.special_tokens_left,
            "parts = [text]",
            'parts = re.split("|".join(map(re.escape, special_tokens)), text)',
            only=("special_tokens",),
        ),
        _words(
            wrong_words.special_tokens_removed,
            'parts = [text.replace(special_token, "")]',
            'parts = re.split("|".join(map(re.escape, special_tokens)), text)',
            only=("special_tokens",),
        ),
        _words(
            wrong_words.without_apostrophes,
            r'PATTERN = r" ?\p{L}+| ?\p{N}+|..."',
            'PATTERN = r"\'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+|..."',
            only=_PATTERNS,
        ),
        _cut(
            "ascii_pattern",
            "GPT-2's pattern is run by re, with A-Za-z for letters",
            r"'(?:[sdmt]|ll|ve|re)| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+",
            r'words = re.findall(r"... ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+...", text)',
        ),
        _cut(
            "word_pattern",
            r"GPT-2's pattern is run by re, with \w for letters and digits",
            r"'(?:[sdmt]|ll|ve|re)| ?\w+| ?[^\s\w]+|\s+(?!\S)|\s+",
            r'words = re.findall(r"... ?\w+| ?[^\s\w]+...", text)',
        ),
        _cut(
            "letter_pattern",
            r"GPT-2's pattern is run by re, with [^\W\d_] for letters and \d for digits",
            r"'(?:[sdmt]|ll|ve|re)| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+",
            r'words = re.findall(r"... ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+...", text)',
        ),
        _cut(
            "no_look_ahead",
            r"GPT-2's pattern has lost its \s+(?!\S)",
            GPT2_PATTERN.replace(r"|\s+(?!\S)", ""),
            r'words = regex.findall(GPT2_PATTERN.replace(r"|\s+(?!\S)", ""), text)',
        ),
        _normalized("NFC"),
        _normalized("NFD"),
        _normalized("NFKC"),
        _normalized("NFKD"),
    )
}
"""Every fault by its name, the commonest of each kind first."""
