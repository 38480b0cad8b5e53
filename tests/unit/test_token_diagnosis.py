"""Why tokens differ: the right encoder against real libraries, and wrong ones that are named."""

import random
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import regex

from bpe_core import EXAMPLES, PROFILES, BPEError, BPEStepper, Corpus
from bpe_core.studies.grading import check_tokens
from bpe_core.studies.token_diagnosis import diagnose_tokens, read_tokens, tokens_of
from bpe_core.studies.token_diagnosis.encoders import TokenizerEncoder
from bpe_core.studies.token_diagnosis.mistakes import MISTAKES
from bpe_core.testing import assert_same_tokens

TEXT = (
    "The  Quick brown fox's tail -- it jumps over the lazy dog!\r\n\tNaïve café in Zürich, 2024: ﬁnal price."
    " It's unbelievable; tokenization isn't trivial. She said \"Hello, world\" twice. aaaaaaaa\n"
    "Whether the weather be fine, or whether the weather be not, we'll weather the weather. <s>The end."
)
TEXTS = Path(__file__).parents[1] / "golden" / "texts"
LEARNED = "".join((TEXTS / name).read_text("utf-8") for name in ("english.txt", "program.txt")) + TEXT
GPT2 = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


def trained(profile="hf_byte_level", merges=400, **rules):
    stepper = BPEStepper(Corpus.from_text(LEARNED), replace(PROFILES[profile].config, **rules))
    stepper.run(merges)
    return stepper.tokenizer()


BYTES = trained(special_tokens=("<s>",), base_vocabulary="all_bytes")
PRINTED = {
    byte: chr(byte if chr(byte).isprintable() and byte not in (32, 173) else 256 + number)
    for number, byte in enumerate([*range(33), *range(127, 161), 173])
} | {byte: chr(byte) for byte in [*range(33, 127), *range(161, 173), *range(174, 256)]}


# A student's encoder, with nothing of bpe_core in it; each wrong one below changes one thing.


def student(text, tokenizer=BYTES, *, merge=None, spell=None, cut=None, ranks=None, specials=("<s>",)):
    ranks = ranks or {pair: rank for rank, pair in enumerate(tokenizer.merges)}
    spell = spell or (lambda word: [PRINTED[byte] for byte in word.encode()])
    tokens = []
    for part in re.split("(<s>)", text) if specials else [text]:
        if part in specials:
            tokens.append(part)
        else:
            for word in (cut or (lambda part: regex.findall(GPT2, part)))(part):
                tokens += (merge or by_rank)(spell(word), ranks)
    return tokens


def by_rank(symbols, ranks, choose=min):
    while pairs := [pair for pair in pairwise(symbols) if pair in ranks]:
        best, merged, place = choose(pairs, key=ranks.get), [], 0
        while place < len(symbols):
            size = 2 if tuple(symbols[place : place + 2]) == best else 1
            merged.append("".join(symbols[place : place + size]))
            place += size
        symbols = merged
    return symbols


def leftmost(symbols, ranks):
    while place := next((at for at, pair in enumerate(pairwise(symbols), 1) if pair in ranks), None):
        symbols = [*symbols[: place - 1], symbols[place - 1] + symbols[place], *symbols[place + 1 :]]
    return symbols


def longest(symbols, ranks):
    word, tokens = "".join(symbols), []
    known = {"".join(pair) for pair in ranks}
    while word:
        size = next(size for size in range(len(word), 0, -1) if size == 1 or word[:size] in known)
        tokens.append(word[:size])
        word = word[size:]
    return tokens


def one_merge(symbols, ranks):
    pairs = [(ranks[pair], at) for at, pair in enumerate(pairwise(symbols)) if pair in ranks]
    at = min(pairs, default=(0, None))[1]
    return symbols if at is None else [*symbols[:at], symbols[at] + symbols[at + 1], *symbols[at + 2 :]]


def as_text(symbols, ranks):
    text = " ".join(symbols)
    for left, right in ranks:
        text = text.replace(f"{left} {right}", left + right)
    return text.split(" ")


def first_only(symbols, ranks):
    for pair in ranks:
        if pair in [*pairwise(symbols)]:
            at = [*pairwise(symbols)].index(pair)
            symbols = [*symbols[:at], "".join(pair), *symbols[at + 2 :]]
    return symbols


WRONG = {
    "leftmost pair that has a rule": lambda: student(TEXT, merge=leftmost),
    "highest rank": lambda: student(TEXT, merge=lambda symbols, ranks: by_rank(symbols, ranks, max)),
    "longest token that matches": lambda: student(TEXT, merge=longest),
    "only one merge": lambda: student(TEXT, merge=one_merge),
    "each rule is applied once": lambda: student(TEXT, merge=first_only),
    "replaced in the word's text": lambda: student(TEXT, merge=as_text),
    "not cut into words": lambda: student(TEXT, cut=lambda part: [part]),
    "cut at white space, which is lost": lambda: student(TEXT, cut=str.split),
    "lacks what begins with an apostrophe": lambda: student(
        TEXT, cut=lambda part: regex.findall(GPT2.partition("|")[2].partition("|ve|re)|")[2], part)
    ),
    "lower case": lambda: student(TEXT.lower()),
    "becomes one space": lambda: student(" ".join(TEXT.split())),
    r"\r\n are read as \n": lambda: student(TEXT.replace("\r\n", "\n")),
    "a space is put before": lambda: student(" " + TEXT),
    "spelled in characters": lambda: student(
        TEXT, spell=lambda word: [PRINTED.get(ord(each), each) if each < "\x80" else each for each in word]
    ),
    "bytes of Latin-1": lambda: student(
        TEXT, spell=lambda word: [PRINTED[byte] for byte in word.encode("latin-1", "ignore")]
    ),
    "first rule is never applied": lambda: student(
        TEXT, ranks={pair: rank for rank, pair in enumerate(BYTES.merges) if rank}
    ),
    "alphabetical order": lambda: student(
        TEXT, ranks={pair: rank for rank, pair in enumerate(sorted(BYTES.merges))}
    ),
    "rules after the first": lambda: student(
        TEXT, ranks={pair: rank for rank, pair in enumerate(BYTES.merges[:200])}
    ),
    "special tokens are not cut out": lambda: student(TEXT, specials=()),
    "special tokens are left out": lambda: [token for token in student(TEXT) if token != "<s>"],
    "special tokens are put around": lambda: [*student(TEXT), "<s>"],
    "every id is 1 too low": lambda: [BYTES.vocab[token] - 1 for token in student(TEXT)],
    "byte values, and 256 + rank": lambda: [
        {**{char: byte for byte, char in PRINTED.items()}, "<s>": -1}.get(token, 0)
        if len(token) == 1
        else 256 + [*map("".join, BYTES.merges)].index(token)
        for token in student(TEXT.replace("<s>", ""), specials=())
    ],
}


def test_the_student_s_right_encoder_is_right():
    assert tuple(student(TEXT)) == BYTES.encode(TEXT).tokens


@pytest.mark.parametrize("said", WRONG)
def test_a_wrong_encoder_is_named(said):
    text = TEXT.replace("<s>", "") if "256 + rank" in said else TEXT
    causes = [cause.sentence for cause in diagnose_tokens(WRONG[said](), text, BYTES).causes]

    assert any(said in cause for cause in causes)


@pytest.mark.parametrize(
    ("said", "tokens"),
    [
        (("lower case", "longest token"), lambda: student(TEXT.lower(), merge=longest)),
        (("lower case", "cut at white space, which is lost"), lambda: student(TEXT.lower(), cut=str.split)),
        (
            ("every id is 1 too high", "special tokens are not cut"),
            lambda: [BYTES.vocab[token] + 1 for token in student(TEXT, specials=())],
        ),
    ],
)
def test_two_mistakes_at_once_are_both_named(said, tokens):
    causes = [cause.sentence for cause in diagnose_tokens(tokens(), TEXT, BYTES).causes]

    assert any(all(part in cause for part in said) for cause in causes)


@pytest.mark.parametrize(
    ("said", "spell"),
    [
        ("the marker is missing", list),
        ("a symbol of its own", lambda word: [*word, "</w>"]),
        ("left out of the tokens", None),
    ],
)
def test_a_marker_that_is_missing_is_named(said, spell):
    tokenizer = trained("subword_nmt", pre_tokenizer="whitespace")
    text = "the weather is fine whether or not"
    right = [*tokenizer.encode(text).tokens]
    given = [token.removesuffix("</w>") for token in right]
    if spell:
        ranks = {pair: rank for rank, pair in enumerate(tokenizer.merges)}
        given = [token for word in text.split() for token in by_rank(spell(word), ranks)]

    assert any(said in cause.sentence for cause in diagnose_tokens(given, text, tokenizer).causes)


def test_where_no_mistake_explains_all_tokens_none_is_said():
    tokens = student(TEXT)
    tokens[3:5] = ["".join(tokens[3:5])]
    findings = diagnose_tokens(tokens, TEXT, BYTES)

    assert (findings.causes, findings.place) == ((), 3)
    assert findings.facts == (f"The vocabulary has no {tokens[3]!r}.",)


def test_a_list_that_ends_too_soon_or_goes_on_is_said():
    right = student(TEXT)

    assert "Yours end after 9 tokens" in diagnose_tokens(right[:9], TEXT, BYTES).facts[0]
    assert "yours go on" in diagnose_tokens([*right, "a"], TEXT, BYTES).facts[0]


def test_the_first_merge_that_is_lacking_is_found_in_the_word():
    findings = diagnose_tokens(student("weather", merge=one_merge), "weather", BYTES)

    assert findings.word == "weather"
    assert findings.right_steps[findings.step] not in findings.their_steps
    assert len(findings.right_steps[findings.step]) == len("weather") - findings.step


@pytest.mark.parametrize("form", [str, bytes, int])
def test_tokens_are_right_as_texts_bytes_and_ids(form):
    encoding = BYTES.encode(TEXT)
    texts = [BYTES.token_bytes[each].decode(errors="replace") for each in encoding.ids]
    given = {str: texts, bytes: [BYTES.token_bytes[each] for each in encoding.ids], int: encoding.ids}[form]

    assert_same_tokens(given, TEXT, BYTES)
    assert_same_tokens(encoding.tokens, TEXT, BYTES)
    with pytest.raises(AssertionError, match="Your 1 token differs"):
        assert_same_tokens(given[:1], TEXT, BYTES)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("[1, 2]\n", (1, 2)),
        ("tensor([[ 1, -2]])", (1, -2)),
        ("['a', 'Ġb']", ("a", "Ġb")),
        ('["a", "b"]', ("a", "b")),
        ("[b'a', b'\\xc3']", (b"a", b"\xc3")),
        ("a\n b\n", ("a", " b")),
        ("a b", ("a", "b")),
        ("[", ("[",)),
    ],
)
def test_tokens_are_read_as_programs_print_them(given, read):
    assert read_tokens(given) == read


@pytest.mark.parametrize("given", [3, [1.5], ["a", 1], [True], ["\ud800"]])
def test_what_are_no_tokens_is_said(given):
    with pytest.raises(BPEError):
        tokens_of(given)
    assert check_tokens(given, "hug", BYTES).status == "unreadable"


def test_each_mistake_shows_its_lines_beside_the_right_ones():
    for mistake in MISTAKES:
        wrong, right = ([line[2:] for line in mistake.code.split("\n") if line[0] != sign] for sign in "+-")
        assert wrong != right
        for lines in (wrong, right):
            compile("\n".join(lines), "", "exec")
            assert lines[0].startswith(f"def {mistake.method}(self")


def random_text(draw):
    alphabet = draw.choice(["ab ", "abcé ñ\n", "hug pun's 12\t<s>日本🤗"])
    return "".join(draw.choices(alphabet, k=draw.randrange(1, 60)))


@pytest.mark.parametrize("seed", range(30))
def test_the_page_long_encoder_makes_the_tokens_of_tokenizers_and_tiktoken(seed):
    draw = random.Random(seed)
    name = draw.choice([name for name, each in PROFILES.items() if not each.config.is_wordpiece])
    stepper = BPEStepper(Corpus.from_text(random_text(draw) * 3), PROFILES[name].config)
    stepper.run(draw.randrange(40))
    tokenizer, texts = stepper.tokenizer(), [random_text(draw) for _ in range(10)]
    encoder = TokenizerEncoder(tokenizer)

    for text in texts:
        assert tuple(encoder.encode(text)) == tokenizer.encode(text).tokens
    if not tokenizer.unmet_needs("hugging_face"):
        library = pytest.importorskip("tokenizers").Tokenizer.from_str(tokenizer.to_bytes().decode())
        for text in texts:
            assert encoder.encode(text) == library.encode(text, add_special_tokens=False).tokens
    if name in ("minbpe_regex", "cs336"):
        tiktoken = pytest.importorskip("tiktoken")
        whole = stepper.with_rules(
            replace(stepper.config, base_vocabulary="all_bytes", id_order="byte_value")
        )
        whole.run(draw.randrange(40))
        learned = whole.tokenizer()
        ranks = {learned.token_bytes[each]: each for each in learned.token_of}
        library = tiktoken.Encoding(
            "x", pat_str=learned.config.cutter.pattern, mergeable_ranks=ranks, special_tokens={}
        )
        for text in texts:
            encoder = TokenizerEncoder(learned)
            assert [encoder.number(token) for token in encoder.encode(text)] == library.encode_ordinary(text)


def test_a_tokenizer_without_merges_is_refused_in_a_sentence():
    wordpiece = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, PROFILES["hf_course_wordpiece"].config).tokenizer()
    with pytest.raises(BPEError, match="has no merges"):
        diagnose_tokens(["x"], "hug", wordpiece)
