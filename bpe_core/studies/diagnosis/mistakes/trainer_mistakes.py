"""Trainer mistakes: what can be wrong in a trainer, each an edit of one of the two that people read.

A new one is one more entry: what it is called, what is done wrong, and the lines that stand in the page in
place of the right ones.

>>> print(TRAINER_MISTAKES[-1].name)
new_pairs_not_looked_up
"""

from bpe_core.studies.diagnosis.mistakes.mistake import NUMBER, Edit, Mistake


def _tie(name: str, sentence: str, takes: str, instead_of: str, *only: str) -> Mistake:
    return Mistake(name=name, sentence=sentence, module="ties", takes=takes, instead_of=instead_of, only=only)


def _in_reference(name: str, sentence: str, right: str, wrong: str, *only: str) -> Mistake:
    edits = (Edit(right, wrong),)
    return Mistake(name=name, sentence=sentence, module="reference", edits=edits, only=only)


def _in_heap_trainer(name: str, sentence: str, *edits: tuple[str, str]) -> Mistake:
    return Mistake(
        name=name, sentence=sentence, module="heap_trainer", edits=tuple(Edit(*edit) for edit in edits)
    )


_AS_PRINTED = "ties are compared by GPT-2's printable characters, not by bytes"
_BY_TOKEN = "ties are compared by the joined token, not by the pair"

TIE_MISTAKES = (
    _tie(
        "first_inserted",
        "counts are updated in place, so that a pair stands where it first got a count",
        "min(tied, key=first_counted.get)",
        "first_seen",
    ),
    _tie(
        "inserted_again",
        "counts are updated in place and deleted at 0, so that a pair stands where it last got a count",
        "min(tied, key=last_counted.get)",
        "first_seen",
    ),
    _tie("greatest_as_printed", _AS_PRINTED, "max(tied)", "greatest_pair", "bytes"),
    _tie("smallest_as_printed", _AS_PRINTED, "min(tied)", "smallest_pair", "bytes"),
    _tie(
        "greatest_token",
        _BY_TOKEN,
        "max(tied, key=lambda pair: raw[pair[0]] + raw[pair[1]])",
        "greatest_pair",
    ),
    _tie(
        "smallest_token",
        _BY_TOKEN,
        "min(tied, key=lambda pair: raw[pair[0]] + raw[pair[1]])",
        "smallest_pair",
    ),
    _tie(
        "greatest_ids",
        "ties go to the greatest ids",
        "max(tied, key=lambda pair: (ids[pair[0]], ids[pair[1]]))",
        "smallest_ids",
    ),
    _tie(
        "greatest_value_ids",
        "ties go to the greatest ids, with bytes numbered by their values",
        "max(tied, key=lambda pair: (value_ids[pair[0]], value_ids[pair[1]]))",
        "smallest_ids",
        "bytes",
    ),
    _tie(
        "smallest_ids_as_seen",
        "ties go to the smallest ids, with base symbols numbered as they are first seen",
        "min(tied, key=lambda pair: (seen_ids[pair[0]], seen_ids[pair[1]]))",
        "smallest_ids",
    ),
    _tie(
        "greatest_by_negated_values",
        "symbols are compared by negated values, so that of b and bc the shorter counts as greater",
        "min(tied, key=lambda pair: [[-ord(each) for each in raw[symbol]] for symbol in pair])",
        "greatest_pair",
    ),
    _tie(
        "longest_token_first_seen",
        "ties go to the longest token, of equally long ones to the pair met first",
        "max(tied, key=lambda pair: len(raw[pair[0]] + raw[pair[1]]))",
        "",
    ),
)

_COUNT = "pair_counts = count_pairs(splits, counts, overlaps=count_overlaps)"
_BEFORE_THE_FIRST = Edit(
    "merges: list[tuple[Pair, int]] = []",
    "merges: list[tuple[Pair, int]] = []\npair_counts = {}  # before the first merge",
)

_MERGED = """\
merged: list[Symbol] = []
index = 0
while index < len(symbols):
    if symbols[index : index + 2] == [left, right]:
        merged.append(token)
        index += 2
    else:
        merged.append(symbols[index])
        index += 1
return merged"""

REFERENCE_MISTAKES = (
    # which pairs are counted
    _in_reference(
        "all_pairs_but_the_last",
        "the last pair of each word is never counted",
        "for pair in pairwise(symbols):",
        "for pair in pairwise(symbols[:-1]):",
        *("none", "end_suffix", "start_prefix"),  # else it is the marker that is never merged
    ),
    _in_reference(
        "each_pair_once",
        "a pair that a word holds several times counts once",
        "for pair in pairwise(symbols):",
        "for pair in dict.fromkeys(pairwise(symbols)):",
    ),
    Mistake(
        name="word_counts_ignored",
        sentence="each distinct word counts once, however often it occurs",
        module="reference",
        edits=(
            Edit(
                "pair_counts[pair] = pair_counts.get(pair, 0) + word_count",
                "pair_counts[pair] = pair_counts.get(pair, 0) + 1",
            ),
        ),
    ),
    Mistake(
        name="counts_added_up",
        sentence="counts are never cleared: what is counted before each merge is added to all counts before",
        module="reference",
        edits=(
            _BEFORE_THE_FIRST,
            Edit(
                _COUNT,
                "for pair, count in count_pairs(splits, counts, overlaps=count_overlaps).items():\n"
                "    pair_counts[pair] = pair_counts.get(pair, 0) + count",
            ),
        ),
        is_other_choice=True,
    ),
    # how a word is merged
    _in_reference(
        "only_first_occurrence",
        "only the first occurrence of the pair in each word is merged",
        "index += 2",
        "return [*merged, *symbols[index + 2 :]]",
    ),
    _in_reference(
        "not_kept",
        "merged words are not kept, so that the same pair is the most frequent one again",
        "splits = [merge(symbols, left, right, left + right) for symbols in splits]",
        "for symbols in splits:\n    symbols = merge(symbols, left, right, left + right)",
    ),
    _in_reference(
        "right_symbol_left",
        "the right symbol of a merged pair stays in the word",
        "index += 2",
        "index += 1",
    ),
    _in_reference(
        "overlaps_merged_twice",
        "both overlapping pairs of aaa are merged",
        "index += 2",
        "index += 1 if symbols[index + 1 : index + 3] == [left, right] else 2",
    ),
    Mistake(
        name="replaced_in_spaced_text",
        sentence="str.replace merges in the word joined with spaces, across the ends of other symbols",
        module="reference",
        edits=(Edit(_MERGED, 'return " ".join(symbols).replace(left + " " + right, token).split(" ")'),),
        everywhere=True,
    ),
    _in_reference(
        "merged_from_the_right",
        "a word is merged from its end, which leaves the first a of aaa and not the last",
        _MERGED,
        "merged = [*symbols]\n"
        "for index in range(len(symbols) - 2, -1, -1):\n"
        "    if merged[index : index + 2] == [left, right]:\n"
        "        merged[index : index + 2] = [token]\n"
        "return merged",
    ),
    Mistake(
        name="last_symbol_lost",
        sentence="the last symbol of a word is lost where it is not merged",
        module="reference",
        edits=(Edit("while index < len(symbols):", "while index < len(symbols) - 1:"),),
        everywhere=True,
    ),
    _in_reference(
        "last_pair_not_merged",
        "the last pair of each word is never merged",
        "if symbols[index : index + 2] == [left, right]:",
        "if index < len(symbols) - 2 and symbols[index : index + 2] == [left, right]:",
    ),
)

_NOTHING = "pass  # no such line"
_LOWER_BEFORE, _RAISE_BEFORE = "pair_counts[before, left] -= count", "pair_counts[before, token] += count"
_LOWER_AFTER, _RAISE_AFTER = "pair_counts[right, after] -= count", "pair_counts[token, after] += count"
_LOWER_NEW = "pair_counts[before, left] -= count if before == token else 0  # which was counted just now"
_STALE = """\
if pair_counts[pair] != -negative_count:
    heappush(heap, entry(pair, pair_counts[pair], place))
    continue"""

HEAP_MISTAKES = (
    _in_heap_trainer(
        "stale_entries_dropped",
        "an entry of the heap whose count is stale is dropped for good, and not pushed again",
        (_STALE, "if pair_counts[pair] != -negative_count:\n    continue  # for good"),
    ),
    _in_heap_trainer(
        "stale_entries_believed",
        "an entry of the heap is believed though its pair has lost occurrences since it was pushed",
        (_STALE, "if pair_counts[pair] <= 0:\n    continue"),
    ),
    _in_heap_trainer(
        "neighbors_not_lowered",
        "the counts of the neighbors' old pairs are not lowered after a merge",
        (_LOWER_BEFORE, _NOTHING),
        (_LOWER_AFTER, _NOTHING),
    ),
    _in_heap_trainer(
        "left_neighbors_not_lowered",
        "the count of the old pair before a merged one is not lowered",
        (_LOWER_BEFORE, _NOTHING),
    ),
    _in_heap_trainer(
        "neighbors_not_lowered_in_new_word",
        "the pairs beside new tokens in a merged word are counted, but its old pairs are not lowered",
        (_LOWER_BEFORE, _LOWER_NEW),
        (_LOWER_AFTER, _NOTHING),
    ),
    _in_heap_trainer(
        "left_neighbors_not_lowered_in_new_word",
        "the pairs beside new tokens in a merged word are counted, but old pairs before them are not lowered",
        (_LOWER_BEFORE, _LOWER_NEW),
    ),
    _in_heap_trainer(
        "right_neighbors_not_lowered",
        "the count of the old pair after a merged one is not lowered",
        (_LOWER_AFTER, _NOTHING),
    ),
    _in_heap_trainer(
        "never_counted_again",
        "the counts stay those from before the first merge",
        (f"{_LOWER_BEFORE}\n{_RAISE_BEFORE}", _NOTHING),
        (f"{_LOWER_AFTER}\n{_RAISE_AFTER}", _NOTHING),
    ),
    _in_heap_trainer(
        "right_neighbors_not_counted",
        "a new token is counted with the symbol before it only",
        (_RAISE_AFTER, _NOTHING),
    ),
    _in_heap_trainer(
        "left_neighbors_not_counted",
        "a new token is counted with the symbol after it only",
        (_RAISE_BEFORE, _NOTHING),
    ),
    _in_heap_trainer(
        "old_neighbors_counted",
        "new tokens are counted with the symbols that stood beside them, though these are merged as well",
        (
            "word, count = words[number], counts[number]",
            "word, count = words[number], counts[number]\nold = [*word]",
        ),
        ("before = word[at - 1]", "before = old[at + len(old) - len(word) - 2]  # before the merge"),
        ("after = word[at + 1]", "after = old[at + len(old) - len(word) + 1]"),
    ),
    _in_heap_trainer(
        "changed_by_one",
        "after a merge counts change by 1, and not by how often the word occurs",
        ("word, count = words[number], counts[number]", "word, count = words[number], 1"),
    ),
    _in_heap_trainer(
        "raised_by_one",
        "after a merge new pairs' counts rise by 1, and not by how often the word occurs",
        (_RAISE_BEFORE, "pair_counts[before, token] += 1"),
        (_RAISE_AFTER, "pair_counts[token, after] += 1"),
    ),
    _in_heap_trainer(
        "new_pairs_not_looked_up",
        "new pairs are missing from the index of words, so that no word is found in which to merge them",
        ("words_with[before, token].add(number)", _NOTHING),
        ("words_with[token, after].add(number)", _NOTHING),
    ),
)

_MERGE = "splits = [merge(symbols, left, right, left + right) for symbols in splits]"
_NOTE = "merges.append(((left, right), highest))"
_CHOICE = "left, right = choose([pair for pair, count in pair_counts.items() if count == highest])"


def _several(name: str, sentence: str, left_over: str) -> Mistake:
    """Several merges for each count; `left_over` is which pairs may follow a taken one."""
    right = f"{_CHOICE}\n{_MERGE}\n{_NOTE}"
    wrong = (
        "taken = []  # before anything is counted again\n"
        f"while pair_counts and len(taken) < {NUMBER}:\n"
        "    highest = max(pair_counts.values())\n"
        "    best = choose([pair for pair, count in pair_counts.items() if count == highest])\n"
        "    taken.append(best)\n"
        f"    pair_counts = {{pair: count for pair, count in pair_counts.items() if {left_over}}}\n"
        "for left, right in taken:\n"
        f"    {_MERGE}\n"
        f"    {_NOTE}"
    )
    edits = (Edit(right, wrong),)
    return Mistake(name=name, sentence=sentence, module="reference", edits=edits, is_other_choice=True)


def _of_others(name: str, sentence: str, compared: str) -> Mistake:
    """Something else than all counts is compared."""
    edits = (
        Edit(_COUNT, f"{_COUNT}\n{compared}"),
        Edit("if highest < max(1, min_frequency):", "if not highest:"),
    )
    return Mistake(name=name, sentence=sentence, module="reference", edits=edits, is_other_choice=True)


_HIGHEST = "highest = max(pair_counts.values(), default=0)"
_OCCURS = (
    "seen = {}\n"
    "for symbols, word_count in zip(splits, counts, strict=True):\n"
    "    for symbol in symbols:\n"
    "        seen[symbol] = seen.get(symbol, 0) + word_count\n"
)

CHOICE_MISTAKES = (
    _several(
        "several_merges_apart",
        f"pairs are counted once for {NUMBER} merges, the most frequent pairs that share no symbol",
        "{*pair}.isdisjoint(best)",
    ),
    _several(
        "several_merges",
        f"pairs are counted once for {NUMBER} merges, the most frequent pairs",
        "pair != best",
    ),
    _of_others(
        "longest_token",
        f"no token may have more than {NUMBER} characters, like the rule Longest token",
        f"pair_counts = {{pair: n for pair, n in pair_counts.items() if len(pair[0] + pair[1]) <= {NUMBER}}}",
    ),
    Mistake(
        name="lowest_count",
        sentence="the least frequent pair is merged, as min() takes it",
        module="reference",
        edits=(Edit(_HIGHEST, _HIGHEST.replace("max", "min")),),
        is_other_choice=True,
    ),
    _of_others(
        "count_of_both",
        "a pair's count is divided by how often its left and its right symbol occur, WordPiece's score",
        f"{_OCCURS}pair_counts = {{(a, b): n / (seen[a] * seen[b]) for (a, b), n in pair_counts.items()}}",
    ),
)

TRAINER_MISTAKES = (
    *TIE_MISTAKES,
    *REFERENCE_MISTAKES,
    *CHOICE_MISTAKES,
    *HEAP_MISTAKES,
)
"""The commonest of each kind first."""
