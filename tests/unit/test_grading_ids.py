"""What a course's grader says of ids: the word, the step, and the mistake that gives exactly these ids."""

import re
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
import regex

from bpe_core import PROFILES, BPEStepper, Corpus
from bpe_core.studies.grading import check_ids
from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_core.testing import assert_same_ids
from tests.golden.corpora import TEXTS
from tests.unit.planted_mistakes import GPT2, NO_SPACES, SPECIAL

TEXT = f"{TEXTS['english'][:1_500]} {SPECIAL} {TEXTS['hindi'][:300]}{SPECIAL}"

LINES = "'the a\n\n\nb 'the the the\n\n\nthe"


@cache
def trained(text=TEXT):
    stepper = BPEStepper(Corpus.from_text(text), PROFILES["cs336"].config)
    stepper.run(200)
    return stepper.tokenizer()


def encoded(text, *, rules=TEXT, take=min, cut=GPT2, special=True, longest=False, as_bytes=str.encode):
    """The ids by a learner's encoder, which takes only the rules and the ids from the product."""
    tokenizer = trained(rules)
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
                pair = pairs[0] if take is None else take(pairs, key=ranks.__getitem__)
                at = next(at for at in range(len(symbols)) if tuple(symbols[at : at + 2]) == pair)
                symbols[at : at + 2] = [b"".join(pair)]
            made += [ids[symbol] for symbol in symbols]
    return made


def code_points(word):
    return bytes(ord(each) % 256 for each in word)


def in_parts(parts, rules=TEXT):
    return [id_ for part in parts for id_ in encoded(part, rules=rules)]


@pytest.mark.parametrize(
    ("ids", "cause"),
    [
        (lambda: encoded(TEXT, longest=True), "into the longest tokens that fit."),
        (lambda: encoded(TEXT, take=None), "the first pair from the left that has a merge is merged"),
        (lambda: encoded(TEXT, special=False), "special tokens are encoded as other text is."),
        (lambda: encoded(TEXT, cut=NO_SPACES), "takes no space before a word."),
        (lambda: in_parts(TEXT.splitlines()), "line by line, without their ends."),
    ],
)
def test_a_cause_is_named_where_it_gives_exactly_these_ids(ids, cause):
    report = check_ids(np.array(ids()), TEXT, trained())
    assert report.status == "different"
    assert cause in report.causes[0].sentence
    assert report.causes[0].is_certain


@pytest.mark.parametrize(
    ("ids", "cause"),
    [
        (lambda: in_parts(LINES.splitlines(keepends=True), rules=LINES), "line by line."),
        (lambda: encoded(LINES, rules=LINES, cut=r"(?s:.+)"), "is not cut into words first."),
    ],
)
def test_a_cause_that_shows_at_line_ends_and_apostrophes_is_named(ids, cause):
    assert cause in check_ids(ids(), LINES, trained(LINES)).causes[0].sentence


def test_rules_applied_once_in_the_order_of_the_list_are_named():
    tokenizer = tokenizer_of_rules("b c\nabc d\na bc", "abcd")
    report = check_ids([tokenizer.id_of(token) for token in ("abc", "d")], "abcd", tokenizer)
    assert "each merge is made once, in the order of the list" in report.causes[0].sentence


def test_no_cause_is_named_that_gives_other_ids():
    assert check_ids([*encoded(TEXT, longest=True), 1], TEXT, trained()).causes == ()


def test_the_message_names_word_step_and_rule(tmp_path):
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

They part at step 2 of 3: merge 32 joins e + a.

Cause: Your ids are exactly those of an encoder with this mistake: each
word is cut from left to right into the longest tokens that fit.

Your first 72 of 698 ids are right."""


def test_ids_that_end_too_soon_or_too_late_differ_there():
    right = encoded("hug pug")
    assert check_ids(right[:-1], "hug pug", trained()).rows[0].tokens == tuple(
        trained().token_of[id_] for id_ in right[-len(encoded(" pug")) : -1]
    )
    report = check_ids([*right, 1], "hug pug", trained())
    assert report.headline.endswith("after the last word.")
