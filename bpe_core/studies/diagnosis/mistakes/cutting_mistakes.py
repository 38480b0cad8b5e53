r"""Cutting mistakes: how a text can be read and cut wrongly, each an edit of the page `cutting`.

A new one is one more entry.

>>> mistake = CUTTING_MISTAKES[0]
>>> mistake.sentence
'words lose the space before them'
>>> print(mistake.edits[0].right, mistake.edits[0].wrong, sep="\n")
words = pre_tokenizer.words(normalized)
words = [word.strip().lstrip("▁") for word in pre_tokenizer.words(normalized)]
"""

from typing import Any

from bpe_core.studies.diagnosis.mistakes.mistake import NUMBER, Edit, Mistake

_PATTERNS = ("gpt2", "gpt4")
_WITH_SPACES = (*_PATTERNS, "metaspace", "sentencepiece", "none")


def _edit(name: str, sentence: str, right: str, wrong: str, **options: Any) -> Mistake:
    edits = (Edit(right, wrong),)
    return Mistake(name=name, sentence=sentence, module="cutting", edits=edits, **options)


def _text(name: str, sentence: str, wrong: str, *only: str) -> Mistake:
    right = "# the text is taken as it is"
    return _edit(name, sentence, right, wrong, only=only, is_of_text=True)


def _lines(name: str, sentence: str, wrong: str, *only: str) -> Mistake:
    right = 'lines = text.split("\\n") if pre_tokenizer.reads_lines else [text]'
    return _edit(name, sentence, right, f"lines = {wrong}", only=only, is_of_text=True)


def _overwritten(name: str, sentence: str, parts: str) -> Mistake:
    right = (
        "for word in cut(text, pre_tokenizer, config):\n"
        "    word_counts[word] = word_counts.get(word, 0) + times"
    )
    wrong = parts.format("word_counts.update(Counter(cut(part, pre_tokenizer, config)))")
    return _edit(name, sentence, right, wrong, is_of_text=True)


def _parts(name: str, sentence: str, wrong: str) -> Mistake:
    right = "parts = split(line, config.special_tokens)"
    return _edit(name, sentence, right, f"parts = {wrong}", only=("special_tokens",))


def _words(name: str, sentence: str, wrong: str, **options: Any) -> Mistake:
    right = "words = pre_tokenizer.words(normalized)"
    return _edit(name, sentence, right, f"words = {wrong}", **options)


def _cut(name: str, sentence: str, wrong: str, only: tuple[str, ...] = _PATTERNS) -> Mistake:
    return _words(name, sentence, wrong, only=only, is_of_text=True)


def _pattern(name: str, sentence: str, module: str, pattern: str) -> Mistake:
    return _cut(name, sentence, f'{module}.findall(r"{pattern}", normalized)')


def _normalized(name: str, sentence: str, wrong: str, **options: Any) -> Mistake:
    right = "normalized = normalize(part, config.normalizers)"
    return _edit(name, sentence, right, f"normalized = {wrong}", **options)


CUTTING_MISTAKES = (
    _words(
        "stripped",
        "words lose the space before them",
        '[word.strip().lstrip("▁") for word in pre_tokenizer.words(normalized)]',
        only=_WITH_SPACES,
    ),
    _cut("cut_at_whitespace", "str.split() cuts the text", "normalized.split()"),
    _normalized("lowercase", "the text is put in lower case", "normalize(part, config.normalizers).lower()"),
    _lines(
        "by_lines",
        "the text is read by lines, and their ends are lost",
        "text.splitlines()",
        *(*_WITH_SPACES, "words_and_punctuation"),
    ),
    _lines(
        "lines_stripped",
        "the text is read by lines without the spaces around them",
        "[line.strip() for line in text.splitlines()]",
        *_WITH_SPACES,
    ),
    _text("newlines_as_spaces", "line ends become spaces", r'text = text.replace("\n", " ")', *_WITH_SPACES),
    _text(
        "whitespace_collapsed",
        "each run of whitespace becomes one space",
        'text = " ".join(text.split())',
        *_WITH_SPACES,
    ),
    _text(
        "newlines_removed", "line ends are removed, and lines run together", r'text = text.replace("\n", "")'
    ),
    _text(
        "windows_line_ends",
        r"the file is read with the line ends of Windows, \r\n",
        r'text = text.replace("\n", "\r\n")  # as open(path, newline="") reads them',
        *_WITH_SPACES,
    ),
    _lines(
        "cut_in_chunks",
        f"the text is first cut into chunks of {NUMBER} characters, and words at their borders with it",
        f"[text[start : start + {NUMBER}] for start in range(0, len(text), {NUMBER})]",
    ),
    _overwritten(
        "counts_of_lines_overwritten",
        "word counts of lines are joined with update: those of the last line with the word stay",
        "for part in text.splitlines(keepends=True):\n    {}",
    ),
    _overwritten(
        "counts_of_chunks_overwritten",
        f"word counts of chunks of {NUMBER} characters are joined with update: those of the last one stay",
        f"for start in range(0, len(text), {NUMBER}):\n    part = text[start : start + {NUMBER}]\n    {{}}",
    ),
    _overwritten(
        "counts_of_parts_overwritten",
        f"word counts of parts of some {NUMBER} characters, to the next white space, are joined with"
        " update: those of the last one stay",
        "end = 0\n"
        "while end < len(text):\n"
        f"    start, end = end, min(len(text), end + {NUMBER})\n"
        "    while end < len(text) and not text[end].isspace():\n"
        "        end += 1\n"
        "    part = text[start:end]\n"
        "    {}",
    ),
    _text(
        "only_the_beginning",
        f"only about the first {NUMBER} characters of the text are read",
        f"text = text[:{NUMBER}]",
    ),
    _text("space_in_front", "a space is put before the text", 'text = " " + text', *_PATTERNS, "none"),
    _text(
        "read_as_latin_1",
        "the file, which is UTF-8, is read as Latin-1",
        'text = text.encode().decode("latin-1")  # as open(path, encoding="latin-1") reads it',
    ),
    _cut(
        "only_word_characters",
        "everything but letters and digits is left out",
        r're.findall(r"\w+", normalized)',
        only=(),
    ),
    _text(
        "punctuation_removed",
        "punctuation is removed from the text",
        r'text = re.sub(r"[^\w\s]", "", text)',
    ),
    _edit(
        "first_time_not_counted",
        "each word counts one time too few, because its count begins at 0",
        "word_counts[word] = word_counts.get(word, 0) + times",
        "word_counts[word] = word_counts.get(word, -1) + times  # 0 the first time",
    ),
    _edit(
        "rare_words_left_out",
        f"words that occur fewer than {NUMBER} times are left out",
        "return word_counts",
        f"return {{word: count for word, count in word_counts.items() if count >= {NUMBER}}}",
    ),
    _words(
        "marker_spelled_out",
        "the end marker is cut into its characters, such as <, /, w and >",
        "[word + config.marker for word in pre_tokenizer.words(normalized)]",
        only=("end_symbol", "end_suffix"),
        changes={"word_boundary": "none"},
    ),
    _parts("special_tokens_left", "special tokens are left in the text", "[line]"),
    _parts(
        "special_tokens_unescaped",
        "special tokens are given to re.split() as a pattern, in which | means or",
        'split(line, "|".join(config.special_tokens).split("|"))  # | means or',
    ),
    _cut(
        "without_apostrophes",
        "the pattern has lost its apostrophes",
        """regex.findall(pre_tokenizer.pattern.partition("|ll|ve|re)|")[2], normalized)  # no 's, no 't""",
    ),
    _pattern(
        "ascii_pattern",
        "GPT-2's pattern is run by re, with A-Za-z for letters",
        "re",
        r"""'(?:[sdmt]|ll|ve|re)| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+""",
    ),
    _pattern(
        "word_pattern",
        r"GPT-2's pattern is run by re, with \w for letters and digits",
        "re",
        r"""'(?:[sdmt]|ll|ve|re)| ?\w+| ?[^\s\w]+|\s+(?!\S)|\s+""",
    ),
    _pattern(
        "no_look_ahead",
        r"GPT-2's pattern has lost its \s+(?!\S)",
        "regex",
        r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+""",
    ),
    _pattern(
        "spaces_apart",
        "the pattern has lost the optional spaces before its words",
        "regex",
        r"""'(?:[sdmt]|ll|ve|re)|\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""",
    ),
    _cut(
        "punctuation_on_words",
        "words are cut at spaces alone, each with the space before it",
        r're.findall(r" ?\S+|\s+", normalized)',
    ),
    _cut(
        "cut_at_single_spaces",
        'str.split(" ") cuts the text, and line ends stay in the words',
        'normalized.split(" ")',
        only=(*_PATTERNS, "whitespace", "spaces", "words_and_punctuation"),
    ),
    _cut(
        "words_and_signs",
        r"words and single signs are cut apart by \w+|[^\w\s]",
        r're.findall(r"\w+|[^\w\s]", normalized)',
        only=(),
    ),
    _edit(
        "sorted_words",
        "the words are sorted before their pairs are counted",
        "return word_counts",
        "return dict(sorted(word_counts.items()))",
        is_of_order=True,
    ),
    _edit(
        "most_frequent_words",
        "the words stand in the order of their counts",
        "return word_counts",
        "return dict(sorted(word_counts.items(), key=lambda word: -word[1]))",
        is_of_order=True,
    ),
    *(
        _normalized(
            f"normalized_{form}",
            f"the text is normalized to {form.upper()} first",
            f'normalize(part, (*config.normalizers, "{form}"))',
        )
        for form in ("nfc", "nfd", "nfkc")
    ),
)
"""The commonest first."""
