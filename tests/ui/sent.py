"""Links and files as somebody might send them, with any JSON value in them."""

import base64
import json
import zlib


def packed(value):
    """The bytes of a file that holds this value, or these bytes as they are."""
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return zlib.compress(data, 9)


def as_link(value):
    """The text of a link that holds this value, or these bytes as they are."""
    return base64.urlsafe_b64encode(packed(value)).decode().rstrip("=")


def picture_of(**members):
    """What a link of hug, pug, pun holds, with some members changed."""
    return {"v": 1, "corpus": {"example": "hug_pug_pun"}, **members}


BROKEN = {
    "no link at all": "hello",
    "empty": "",
    "characters of another alphabet": "héllo🙂",
    "not compressed": base64.urlsafe_b64encode(b'{"v":1}').decode(),
    "cut short": as_link(picture_of(position=4))[:-6],
    "more behind it": base64.urlsafe_b64encode(packed(picture_of()) + b"more").decode(),
    "not JSON": as_link(b"{'v': 1}"),
    "not UTF-8": as_link(b'{"v": 1, "corpus": {"text": "\xff"}}'),
    "too deep": as_link(b"[" * 100_000),
    "a number of many digits": as_link(b'{"v":' + b"1" * 10_000 + b"}"),
    "not a number": as_link(b'{"v":1,"position":NaN}'),
    "a list": as_link([1, 2]),
    "no version": as_link({"corpus": {"example": "hug_pug_pun"}}),
    "version true": as_link(picture_of(v=True)),
    "version 0": as_link(picture_of(v=0)),
    "no corpus": as_link({"v": 1}),
    "an unknown member": as_link(picture_of(sound="on")),
    "an unknown example": as_link(picture_of(corpus={"example": "moby_dick"})),
    "an example that is a list": as_link(picture_of(corpus={"example": []})),
    "two corpora": as_link(picture_of(corpus={"from": "text", "text": "a", "documents": ["b"]})),
    "an empty corpus": as_link(picture_of(corpus={"from": "text", "text": " \n"})),
    "a text that is a number": as_link(picture_of(corpus={"from": "text", "text": 7})),
    "a lone surrogate": as_link(picture_of(corpus={"from": "text", "text": "\ud800"})),
    "a source that nobody knows": as_link(picture_of(corpus={"from": "space", "text": "a"})),
    "a count of 0": as_link(picture_of(corpus={"from": "table", "word_counts": [["a", 0]]})),
    "a count beyond all bounds": as_link(
        picture_of(corpus={"from": "table", "word_counts": [["a", 10**30]]})
    ),
    "a word without a count": as_link(picture_of(corpus={"from": "table", "word_counts": ["ab"]})),
    "an unknown rule": as_link(picture_of(rules={"speed": 3})),
    "a rule with a wrong value": as_link(picture_of(rules={"tie_break": "loudest"})),
    "rules that do not go together": as_link(picture_of(rules={"id_order": "byte_value"})),
    "a rule that is an object": as_link(picture_of(rules={"special_tokens": [{}]})),
    "a wrong pattern": as_link(picture_of(rules={"pre_tokenizer": "pattern", "pattern": "(("})),
    "a pattern that is too deep": as_link(
        picture_of(rules={"pre_tokenizer": "pattern", "pattern": "(" * 499 + "a" + ")" * 499})
    ),
    "a row of combining marks": as_link(
        picture_of(
            corpus={"from": "text", "text": "a" + "\u0315\u0300" * 100_000}, rules={"normalizers": ["nfd"]}
        )
    ),
    "a rule of half a character": as_link(picture_of(rules={"pattern": "\ud800"})),
    "a token of half a character": as_link(picture_of(rules={"special_tokens": ["a", "\udfff"]})),
    "too many special tokens": as_link(picture_of(rules={"special_tokens": ["a"] * 10_001})),
    "too many normalizers": as_link(picture_of(rules={"normalizers": ["strip"] * 21})),
    "a number that no browser has": as_link(picture_of(rules={"vocab_size": 2**53})),
    "a number beyond all bounds": as_link(picture_of(rules={"min_frequency": 10**4_000})),
    "a pick that does not occur": as_link(picture_of(picks=[[0, "x", "y"]])),
    "a pick of one symbol": as_link(picture_of(picks=[[0, "u"]])),
    "picks out of order": as_link(picture_of(picks=[[2, "h", "ug"], [0, "u", "n"]])),
    "a pick beyond the end": as_link(picture_of(picks=[[50, "u", "n"]], position=3)),
    "a pick of numbers": as_link(picture_of(picks=[[0, 1, 2]])),
    "a position beyond the end": as_link(picture_of(position=8)),
    "a position below 0": as_link(picture_of(position=-1)),
    "a position and a half": as_link(picture_of(position=1.5)),
    "a page of another app": as_link(picture_of(page="../etc")),
    "a mode that is a text": as_link(picture_of(predict="yes")),
    "an unknown algorithm": as_link(picture_of(page="tokenize", tokenize={"algorithm": "magic"})),
    "an unknown member of compare": as_link(picture_of(page="compare", compare={"speed": 3})),
    "an unknown view": as_link(picture_of(page="compare", compare={"view": "everything"})),
    "one column": as_link(picture_of(page="compare", compare={"choices": [{"tie": "random"}]})),
    "nine columns": as_link(picture_of(page="compare", compare={"choices": [{"tie": "random"}] * 9})),
    "a column twice": as_link(picture_of(page="compare", compare={"choices": [{"tie": "random"}] * 2})),
    "a column that nobody knows": as_link(
        picture_of(page="compare", compare={"choices": [{"tie": "random"}, {"tie": "loudest"}]})
    ),
    "a column of two kinds": as_link(
        picture_of(
            page="compare", compare={"choices": [{"tie": "random"}, {"tie": "random", "profile": "cs336"}]}
        )
    ),
    "a column without a title": as_link(
        picture_of(page="compare", compare={"choices": [{"tie": "random"}, {"title": " ", "rules": {}}]})
    ),
    "a column with wrong rules": as_link(
        picture_of(
            page="compare",
            compare={"choices": [{"tie": "random"}, {"title": "My rules", "rules": {"alphabet": "runes"}}]},
        )
    ),
    "a column whose title cannot be seen": as_link(
        picture_of(
            page="compare", compare={"choices": [{"tie": "random"}, {"title": "\u200b\u3164", "rules": {}}]}
        )
    ),
    "compared with a column that is not there": as_link(picture_of(page="compare", compare={"against": 4})),
    "no seeds": as_link(picture_of(page="compare", compare={"seeds": 0})),
    "more merges than are compared": as_link(picture_of(page="compare", compare={"merges": 10_001})),
    "own merges of half a character": as_link(
        picture_of(page="compare", compare={"diagnosis_text": "\ud800"})
    ),
    "the name of a file": as_link(picture_of(page="compare", compare={"diagnosis_name": "merges.txt"})),
    "an unknown chart": as_link(picture_of(train={"chart": "pie"})),
    "answers that are a list": as_link(picture_of(page="learn", learn={"answers": ["1"]})),
    "a quiz with nine answers": as_link(picture_of(page="quiz", quiz={"answers": [""] * 9})),
    "a quiz with a score": as_link(picture_of(page="quiz", quiz={"score": 10})),
    "a quiz with too large a number": as_link(picture_of(page="quiz", quiz={"seed": 1_000_000})),
    "an answer that is too long": as_link(picture_of(page="learn", learn={"answers": {"a/0": "1" * 101}})),
    "a view under no hood": as_link(picture_of(page="hood", hood={"view": "engine"})),
    "typed text of half a character": as_link(picture_of(page="tokenize", tokenize={"text": "\udc00"})),
}
"""Broken links, by what is wrong with them."""

TOO_LARGE = {
    "too long": "A" * 4_001,
    "a bomb": as_link(b" " * 3 * 2**20),
    "too many picks": as_link(picture_of(picks=[[rank, "u", "g"] for rank in range(1_001)])),
    "too many documents": as_link(picture_of(corpus={"from": "file", "documents": ["a"] * 100_001})),
}
"""Links beyond what a link may ask for."""
