"""Faults: what can be wrong with a trainer, each in words and in code.

In: nothing. Out: `FAULTS`, those of `word_faults` among them. A new one is one function in `mistakes` or
`tie_mistakes`, whose docstring says what is done wrong, and one entry here.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.studies.diagnosis.faults.parts import first_seen
>>> fault = FAULTS["last_pair_not_merged"]
>>> fault.sentence
'the last pair of each word is never merged'
>>> print(fault.code(first_seen, BPEConfig()))
- if index < len(symbols) - 2 and symbols[index : index + 2] == [left, right]:
+ if symbols[index : index + 2] == [left, right]:
"""

from bpe_core.studies.diagnosis.faults import mistakes, tie_mistakes
from bpe_core.studies.diagnosis.faults.fault import Fault, fault_of
from bpe_core.studies.diagnosis.faults.parts import Choose
from bpe_core.studies.diagnosis.faults.word_faults import WORD_FAULTS


def _ties(wrong: Choose, instead_of: str, *only: str) -> Fault:
    return fault_of("choose", wrong, instead_of=instead_of, only=only)


def _order(name: str, sentence: str, order: str, *lines: str) -> Fault:
    return Fault(name=name, sentence=sentence, part="order", wrong=order, lines=lines)


_COUNT_AGAIN = "pair_counts = count_pairs(words)  # again before each merge, in the order of the text"

FAULTS: dict[str, Fault] = {
    fault.name: fault
    for fault in (
        # which of the tied pairs
        _ties(tie_mistakes.greatest_as_printed, "greatest_pair", "bytes"),
        _ties(tie_mistakes.smallest_as_printed, "smallest_pair", "bytes"),
        _ties(tie_mistakes.greatest_token, "greatest_pair"),
        _ties(tie_mistakes.smallest_token, "smallest_pair"),
        _ties(tie_mistakes.greatest_token_as_printed, "greatest_pair", "bytes"),
        _ties(tie_mistakes.greatest_ids, "smallest_ids"),
        _ties(tie_mistakes.greatest_value_ids, "smallest_ids", "bytes"),
        _ties(tie_mistakes.smallest_ids_as_seen, "smallest_ids"),
        _ties(tie_mistakes.greatest_from_the_right, "greatest_pair"),
        _ties(tie_mistakes.smallest_from_the_right, "smallest_pair"),
        _ties(tie_mistakes.greatest_without_marker, "greatest_pair", "end_symbol", "end_suffix"),
        _ties(tie_mistakes.longest_token_first_seen, ""),
        _ties(tie_mistakes.shortest_token_first_seen, ""),
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
        fault_of(
            "pairs",
            mistakes.all_pairs_but_the_last,
            lines=("for i in range(len(word) - 2):", "for i in range(len(word) - 1):"),
            only=("none", "end_suffix", "start_prefix"),  # else it is the marker that is never merged
        ),
        fault_of(
            "pairs",
            mistakes.all_pairs_but_the_first,
            lines=("for i in range(1, len(word) - 1):", "for i in range(len(word) - 1):"),
        ),
        fault_of(
            "pairs",
            mistakes.each_pair_once,
            lines=("for pair in set(zip(word, word[1:])):", "for pair in zip(word, word[1:]):"),
        ),
        fault_of(
            "times",
            mistakes.word_counts_ignored,
            lines=("pair_counts[pair] += 1", "pair_counts[pair] += word_count"),
        ),
        fault_of(
            "times",
            mistakes.first_time_not_counted,
            lines=(
                "if word not in word_counts:\n    word_counts[word] = 0",
                "if word not in word_counts:\n    word_counts[word] = 1",
            ),
        ),
        # how a word is merged
        fault_of(
            "merge",
            mistakes.only_first_occurrence,
            lines=(
                "i = find(word, left, right)\nword = word[:i] + [left + right] + word[i + 2 :]",
                "while (i := find(word, left, right)) is not None:\n"
                "    word = word[:i] + [left + right] + word[i + 2 :]",
            ),
        ),
        fault_of(
            "merge",
            mistakes.not_kept,
            lines=(
                "for word in words:\n    word = merge(word, left, right)",
                "words = [merge(word, left, right) for word in words]",
            ),
        ),
        fault_of("merge", mistakes.right_symbol_left),
        fault_of("merge", mistakes.overlaps_merged_twice),
        fault_of("merge", mistakes.from_the_right),
        fault_of(
            "merge",
            mistakes.replaced_in_spaced_text,
            also=("looks_at_text",),
            lines=(
                'word = " ".join(symbols).replace(left + " " + right, left + right)',
                "word = merge(symbols, left, right)  # compares whole symbols",
            ),
        ),
        fault_of("merge", mistakes.last_symbol_lost, also=("changes_all_words",)),
        fault_of("merge", mistakes.last_pair_not_merged),
        # which counts change
        fault_of("changed", mistakes.neighbors_not_lowered),
        fault_of("changed", mistakes.never_counted_again),
        fault_of("changed", mistakes.new_pairs_not_counted),
        fault_of("changed", mistakes.right_neighbors_not_counted),
        fault_of("changed", mistakes.left_neighbors_not_counted),
        fault_of("changed", mistakes.left_neighbors_not_lowered),
        fault_of("changed", mistakes.right_neighbors_not_lowered),
        fault_of(
            "changed",
            mistakes.old_neighbors_counted,
            lines=("before = old_word[i - 1]", "before = new_word[-1]  # it may have been merged just now"),
        ),
        fault_of(
            "changed",
            mistakes.changed_by_one,
            also=("changes_by_one",),
            lines=("pair_counts[pair] += 1", "pair_counts[pair] += word_count"),
        ),
        fault_of(
            "changed",
            mistakes.new_pairs_not_looked_up,
            also=("forgets_new_words",),
            lines=(
                "words_with_pair = index_of(words)  # once, before the first merge",
                "words_with_pair[new_pair].add(word)  # after each merge",
            ),
        ),
        *WORD_FAULTS,
    )
}
"""Every fault by its name, the commonest of each kind first."""
