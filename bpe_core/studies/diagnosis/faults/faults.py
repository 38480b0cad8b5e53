"""Faults: what can be wrong with a trainer, each in words and in code.

In: nothing. Out: `FAULTS`. A new one is one function in `mistakes`, whose docstring says what is done wrong,
and one entry here.

>>> from bpe_core.studies.diagnosis.faults.parts import first_seen
>>> fault = FAULTS["only_first_occurrence"]
>>> fault.sentence
'only the first occurrence of the pair in each word is merged'
>>> print(fault.code(first_seen))
- if symbols[index : index + 2] == [left, right] and token not in merged:
+ if symbols[index : index + 2] == [left, right]:
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import ndiff
from string import ascii_uppercase
from textwrap import dedent
from typing import Any, Literal

from bpe_core.config import BPEConfig
from bpe_core.pre_tokenizers.registry import GPT2_PATTERN
from bpe_core.studies.diagnosis.faults import mistakes
from bpe_core.studies.diagnosis.faults.parts import Choose, Parts

_SPACES = " Ġ▁"
_PATTERNS = ("gpt2", "gpt4")
_WITH_SPACES = (*_PATTERNS, "metaspace", "sentencepiece", "none")


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One mistake."""

    name: str
    """Its key in `FAULTS`."""

    sentence: str
    """What is done wrong, as it follows "when"."""

    part: str
    """What is wrong: "words", a field of `Parts`, the "order" of tied pairs, or "choose"."""

    wrong: Any = None
    """The function in `mistakes`; for "order", one of the trainer's `ORDERS`."""

    lines: tuple[str, ...] = ()
    """The usual wrong line and the line that mends it, where the function does not show them."""

    only: tuple[str, ...] = ()
    """The pre-tokenizers, alphabets, word boundaries or "special_tokens" of which one must be there; empty if
    none must."""

    boundary: str | None = None
    """The word boundary that the words are spelled with, where that is wrong."""

    form: Literal["NFC", "NFD", "NFKC", "NFKD"] | None = None
    """The Unicode form that the text is put in."""

    never: str = ""
    """Characters that no merge has that is made with it."""

    instead_of: str = "first_seen"
    """For "choose", the tie rule that was meant."""

    def __reduce__(self) -> tuple[Any, ...]:
        return fault_named, (self.name,)  # some of the functions have no name to pickle them by

    def fits(self, rules: BPEConfig) -> bool:
        """Whether it can be made under these rules."""
        there = {rules.pre_tokenizer, rules.alphabet, rules.word_boundary}
        there |= {"special_tokens"} if rules.special_tokens else set()
        return not self.only or not there.isdisjoint(self.only)

    def spelling(self, rules: BPEConfig) -> BPEConfig:
        """The rules that the words are spelled with."""
        return rules if self.boundary is None else replace(rules, word_boundary=self.boundary)

    def code(self, meant: Choose) -> str:
        """The wrong lines, each after a minus, and the right ones after a plus; `meant` settles ties."""
        if self.lines:
            wrong, right = (lines.splitlines() for lines in self.lines)
        else:
            meant_part = meant if self.part == "choose" else getattr(Parts(), self.part)
            wrong, right = _that_differ(_body(self.wrong), _body(meant_part))
        return "\n".join([*(f"- {line}" for line in wrong), *(f"+ {line}" for line in right)])


def with_fault(parts: Parts, fault: Fault) -> Parts:
    """Parts with one more of them wrong; the same for a fault that is in none of them."""
    if fault.part not in ("pairs", "times", "merge", "changed"):
        return parts
    changed: dict[str, Any] = {fault.part: fault.wrong}
    if fault.wrong is mistakes.replaced_in_spaced_text:
        changed["looks_at_text"] = True
    if fault.wrong is mistakes.last_symbol_lost:
        changed["changes_all_words"] = True
    return replace(parts, **changed)


def _body(function: Callable[..., object]) -> list[str]:
    """The lines of a function below its docstring."""
    lines = inspect.getsource(function).rstrip().splitlines()
    end_of_docstring = max(number for number, line in enumerate(lines) if line.endswith('"""'))
    return lines[end_of_docstring + 1 :]


def _that_differ(wrong: list[str], right: list[str]) -> tuple[list[str], list[str]]:
    """The lines of each that the other does not have, as far left as they go."""
    changes = [line for line in ndiff(wrong, right) if line[0] in "-+"]
    text = dedent("\n".join(line[2:] for line in changes)).splitlines()
    signed = [(line[0], shown) for line, shown in zip(changes, text, strict=True)]
    return [shown for sign, shown in signed if sign == "-"], [shown for sign, shown in signed if sign == "+"]


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
        wrong=mistakes.normalized_by(form.lower()),
        lines=(f'text = unicodedata.normalize("{form}", text)', "# train on the text as it is"),
        form=form,
    )


def _cut(name: str, sentence: str, pattern: str, line: str) -> Fault:
    lines = line, "words = regex.findall(GPT2_PATTERN, text)"
    wrong = mistakes.cut_by(pattern)
    return Fault(name=name, sentence=sentence, part="words", wrong=wrong, lines=lines, only=("gpt2",))


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
            "ties fall in no order, as in a set, whose order is another one in each run",
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
            lines=(
                'word = " ".join(symbols).replace(left + " " + right, left + right)',
                "word = merge(symbols, left, right)  # compares whole symbols",
            ),
        ),
        _part("merge", mistakes.last_symbol_lost),
        _part("merge", mistakes.last_pair_not_merged),
        # which counts change
        _part("changed", mistakes.neighbors_not_lowered),
        _part("changed", mistakes.never_counted_again),
        _part("changed", mistakes.new_pairs_not_counted),
        _part("changed", mistakes.right_neighbors_not_counted),
        _part("changed", mistakes.left_neighbors_not_counted),
        # which words there are
        _words(
            mistakes.stripped,
            "words = [word.strip() for word in words]",
            "words = regex.findall(PATTERN, text)  # the space belongs to the word",
            only=_WITH_SPACES,
            never=_SPACES,
        ),
        _words(
            mistakes.cut_at_whitespace,
            "words = text.split()",
            "words = regex.findall(PATTERN, text)",
            only=_PATTERNS,
            never=_SPACES,
        ),
        _words(
            mistakes.lowercase,
            "text = text.lower()",
            "# train on the text as it is",
            never=ascii_uppercase,
        ),
        _words(
            mistakes.by_lines,
            "for line in text.splitlines():",
            "for line in text.splitlines(keepends=True):  # or the whole text at once",
            only=(*_WITH_SPACES, "words_and_punctuation"),
        ),
        _words(
            mistakes.newlines_as_spaces,
            'text = text.replace("\n", " ")',
            "# train on the text as it is",
            only=_WITH_SPACES,
        ),
        _words(
            mistakes.whitespace_collapsed,
            'text = " ".join(text.split())',
            "# train on the text as it is",
            only=_WITH_SPACES,
        ),
        _words(
            mistakes.space_sign_encoded,
            'text = text.replace(" ", "Ġ")',
            "# the space is a byte like others: 0x20, which is printed as Ġ",
            only=("bytes",),
        ),
        _words(
            mistakes.only_word_characters,
            r'words = re.findall(r"\w+", text)',
            "words = cut(text)  # punctuation belongs to the text",
        ),
        _words(
            mistakes.rare_words_left_out,
            "words = {word: count for word, count in words.items() if count > 1}",
            "# every word counts",
        ),
        _words(
            mistakes.marker_spelled_out,
            'symbols = list(word + "</w>")',
            'symbols = [*word, "</w>"]  # the marker is one symbol',
            only=("end_symbol", "end_suffix"),
            boundary="none",
        ),
        _words(
            mistakes.special_tokens_left,
            "parts = [text]",
            'parts = re.split("|".join(map(re.escape, special_tokens)), text)',
            only=("special_tokens",),
        ),
        _words(
            mistakes.special_tokens_removed,
            'parts = [text.replace(special_token, "")]',
            'parts = re.split("|".join(map(re.escape, special_tokens)), text)',
            only=("special_tokens",),
        ),
        _words(
            mistakes.without_apostrophes,
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


def fault_named(name: str) -> Fault:
    """One of `FAULTS`."""
    return FAULTS[name]
