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
    "too deep": as_link(b"[" * 100_000),
    "not a number": as_link(b'{"v":1,"position":NaN}'),
    "a list": as_link([1, 2]),
    "no version": as_link({"corpus": {"example": "hug_pug_pun"}}),
    "version true": as_link(picture_of(v=True)),
    "no corpus": as_link({"v": 1}),
    "an unknown member": as_link(picture_of(sound="on")),
    "two corpora": as_link(picture_of(corpus={"from": "text", "text": "a", "documents": ["b"]})),
    "an empty corpus": as_link(picture_of(corpus={"from": "text", "text": " \n"})),
    "a lone surrogate": as_link(picture_of(corpus={"from": "text", "text": "\ud800"})),
    "a count beyond all bounds": as_link(
        picture_of(corpus={"from": "word_counts", "word_counts": [["a", 10**30]]})
    ),
    "an unknown rule": as_link(picture_of(rules={"speed": 3})),
    "a rule with a wrong value": as_link(picture_of(rules={"tie_break": "loudest"})),
    "a number that no browser has": as_link(picture_of(rules={"vocab_size": 2**53})),
    "a pick that does not occur": as_link(picture_of(picks=[[0, "x", "y"]])),
    "picks out of order": as_link(picture_of(picks=[[2, "h", "ug"], [0, "u", "n"]])),
    "a pick beyond the end": as_link(picture_of(picks=[[50, "u", "n"]], position=3)),
    "a position beyond the end": as_link(picture_of(position=8)),
    "a mode that is a text": as_link(picture_of(predict="yes")),
    "an unknown member of compare": as_link(picture_of(page="compare", compare={"speed": 3})),
    "one column": as_link(picture_of(page="compare", compare={"choices": [{"tie": "random"}]})),
    "a column twice": as_link(picture_of(page="compare", compare={"choices": [{"tie": "random"}] * 2})),
    "a column of two kinds": as_link(
        picture_of(
            page="compare", compare={"choices": [{"tie": "random"}, {"tie": "random", "profile": "cs336"}]}
        )
    ),
    "a column whose title cannot be seen": as_link(
        picture_of(
            page="compare", compare={"choices": [{"tie": "random"}, {"title": "\u200b\u3164", "rules": {}}]}
        )
    ),
    "the name of a file": as_link(picture_of(page="compare", compare={"diagnosis_name": "merges.txt"})),
    "an answer that is too long": as_link(picture_of(page="learn", learn={"answers": {"a/0": "1" * 101}})),
    "typed text of half a character": as_link(picture_of(page="tokenize", tokenize={"text": "\udc00"})),
}
"""Broken links, by what is wrong with them."""
