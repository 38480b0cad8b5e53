"""What a course's grader says of ids: the word, the step, and the mistake that gives exactly these ids."""

import re
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
import regex

from bpe_core import PROFILES, BPEStepper, Corpus
from bpe_core.studies.grading import check_ids
from bpe_core.testing import assert_same_ids
from tests.golden.corpora import TEXTS
from tests.unit.planted_mistakes import GPT2, SPECIAL

TEXT = f"{TEXTS['english'][:1_500]} {SPECIAL} {TEXTS['hindi'][:300]}{SPECIAL}"


@cache
def trained():
    stepper = BPEStepper(Corpus.from_text(TEXT), PROFILES["cs336"].config)
    stepper.run(200)
    return stepper.tokenizer()


def encoded(
    text, *, take=min, cut=GPT2, special=True, longest=False, by=lambda rank: rank, as_bytes=str.encode
):
    """The ids by a learner's encoder, which takes only the rules and the ids from the product."""
    tokenizer = trained()
    ids = {data: id_ for id_, data in tokenizer.token_bytes.items()}
    shown = {token: tokenizer.token_bytes[id_] for token, id_ in tokenizer.vocab.items()}
    ranks = {(shown[left], shown[right]): rank for rank, (left, right) in enumerate(tokenizer.merges)}
    made = []
    for part in re.split(f"({re.escape(SPECIAL)})", text) if special else [text]:
        if special and part == SPECIAL:
            made.append(tokenizer.vocab[SPECIAL])
            continue
        for word in regex.findall(cut, part):
            data = as_bytes(word)
            if longest:
                while data:
                    end = next(end for end in range(len(data), 0, -1) if data[:end] in ids)
                    made.append(ids[data[:end]])
                    data = data[end:]
                continue
            symbols = [bytes([byte]) for byte in data]
            while pairs := [pair for pair in pairwise(symbols) if pair in ranks]:
                pair = pairs[0] if take is None else take(pairs, key=lambda pair: by(ranks[pair]))
                at = next(at for at in range(len(symbols)) if tuple(symbols[at : at + 2]) == pair)
                symbols[at : at + 2] = [b"".join(pair)]
            made += [ids[symbol] for symbol in symbols]
    return made


def each_rule_once(rules):
    """The ids after applying one rule after another to the words, each a line of printed symbols."""
    tokenizer, ids = trained(), []
    for word in tokenizer.trace(TEXT):
        line = f" {'  '.join(word.symbols)} "
        for left, right in rules:
            line = line.replace(f" {left}  {right} ", f" {left}{right} ")
        ids += map(tokenizer.id_of, line.split())
    return ids


def code_points(word):
    return bytes(ord(each) % 256 for each in word)


def in_blocks(size, errors):
    data = TEXT.encode()
    blocks = (data[start : start + size].decode(errors=errors) for start in range(0, len(data), size))
    return [id_ for block in blocks for id_ in encoded(block)]


@pytest.mark.parametrize(
    ("ids", "cause"),
    [
        (lambda: encoded(TEXT, longest=True), "into the longest tokens that there are."),
        (lambda: encoded(TEXT, take=None), "the first pair from the left that has a rule is merged"),
        (lambda: encoded(TEXT, take=max), "the pair with the highest rank is merged first."),
        (lambda: each_rule_once(trained().merges[::-1]), "each rule is applied once, the last of the list"),
        (lambda: encoded(TEXT, by=str), "ranks are compared as texts"),
        (lambda: encoded(TEXT, cut=r"\S+"), "words are cut by “Whitespace”."),
        (lambda: encoded(TEXT, special=False), "special tokens are encoded as other text is."),
        (lambda: encoded(TEXT.replace(SPECIAL, "")), "special tokens are cut out of the text and lost."),
        (lambda: in_blocks(128, "replace"), "blocks of 128 bytes or so, which cut characters"),
        (lambda: encoded(TEXT, as_bytes=code_points), "without UTF-8."),
    ],
)
def test_a_cause_is_named_where_it_gives_exactly_these_ids(ids, cause):
    report = check_ids(np.array(ids()), TEXT, trained())
    assert report.status == "different"
    assert cause in report.causes[0].sentence
    assert report.causes[0].is_certain


def test_no_cause_is_named_that_gives_other_ids():
    assert check_ids([*encoded(TEXT, longest=True), 1], TEXT, trained()).causes == ()


def test_the_message_names_word_step_and_rule_and_has_a_test_to_copy(tmp_path):
    path = tmp_path / "tokenizer.json"
    trained().save(path)
    text = "As it was, without"
    assert_same_ids(encoded(text), text, path)
    with pytest.raises(AssertionError) as raised:
        assert_same_ids(encoded(TEXT, longest=True), TEXT, path)
    assert str(raised.value) == MESSAGE


MESSAGE = """
Id 73 of your 698 is not the one of the tokenizer, in the word ␣created.

  yours     Ġc  re  a  t  ed
  expected  Ġc  r  ea  t  ed

They part at step 2 of 3: rule 32 merges e + a.

Cause: Exactly your ids come out when each word is cut from left to
right into the longest tokens that there are.

Of 698 ids your first 72 are right.

The word alone, as a test to copy:

from my_bpe import encode


def test_my_encoder():
    ids = encode(' created')
    assert list(ids) == [309, 82, 288, 84, 278]"""


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        ([], "There are no ids here; at least one is needed."),
        ("1 2", "The ids must be a list of numbers, got '1 2'."),
        ([1, 1.5], "Id 2 is 1.5, not a number."),
        ([1, 999], "The id 999 is not in the vocabulary, which has the ids 0 to 456."),
    ],
)
def test_ids_that_cannot_be_read_are_told_in_one_sentence(ids, said):
    report = check_ids(ids, "hug", trained())
    assert (report.status, report.headline) == ("unreadable", said)


def test_ids_that_end_too_soon_or_too_late_differ_there():
    right = encoded("hug pug")
    assert check_ids(right[:-1], "hug pug", trained()).rows[0].tokens == tuple(
        trained().token_of[id_] for id_ in right[-len(encoded(" pug")) : -1]
    )
    report = check_ids([*right, 1], "hug pug", trained())
    assert report.headline.endswith("after the last word.")
