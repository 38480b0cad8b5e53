"""Files of `tokenizer_json` with parts changed: whatever comes of one, it is no error without a sentence."""

import json
import random
from copy import deepcopy
from typing import Any

from tests.fuzz import Outcome, tokenizer_json, unigram, wordpiece
from tests.fuzz.library_comparison import compared
from tests.fuzz.mutations import mutated
from tests.fuzz.tokenizer_json import random_file, random_texts

VALUES = (
    *(None, True, False, 0, 1, 2, 5, -1, 2**32 - 1, 2**32, 2**63, 10**30, 0.0, 0.5, 1.0, 1e300, float("nan")),
    *("", "a", " ", "ab", "▁", "##", "</w>", "é", "\ud800", "\x00", "a b", "(", "1.0", "2", "xx" * 40),
    *(
        [],
        {},
        [None],
        [[]],
        ["a", "b"],
        ["a", 1],
        [["a", "b"]],
        {"a": 0},
        {"String": "a"},
        {"Regex": "(?<=a)b"},
    ),
    *("BPE", "WordPiece", "WordLevel", "Unigram", "Sequence", "ByteLevel", "Replace", "Strip", "Metaspace"),
    *("TemplateProcessing", "BertProcessing", "Precompiled", "Split", "Isolated", "first", "A", "B", "Left"),
)
"""Values that replace a part."""


def check(seed: int) -> Outcome:
    """The outcome of one file."""
    draw = random.Random(seed)
    models = tokenizer_json.random_model, wordpiece.random_model, unigram.random_model
    root, alphabet = random_file(draw, draw.choice(models))
    texts = random_texts(draw, alphabet, root["added_tokens"])[:4]
    root = json.loads(json.dumps(root))  # a copy that shares no part with itself or another file
    for _ in range(draw.choice((1, 1, 1, 1, 2, 3))):
        _change(draw, root)
    data = json.dumps(root, ensure_ascii=draw.random() < 0.5).encode(errors="surrogatepass")
    return compared(mutated(draw, data) if draw.random() < 0.05 else data, texts)


def _change(draw: random.Random, root: Any) -> None:
    """Change one part, most often deep inside."""
    part = root
    while True:
        keys = list(part) if isinstance(part, dict) else range(len(part))
        if part is root and draw.random() < 0.9:
            keys = [key for key in keys if isinstance(root[key], dict | list)]
        if not keys:
            return
        key = draw.choice(keys)
        inside = part[key]
        if not isinstance(inside, dict | list) or draw.random() < 0.1:
            break
        part = inside
    match draw.randrange(9):
        case 0:
            del part[key]
        case 1:
            part[key] = deepcopy(draw.choice(VALUES))
        case 2 | 3 | 4 | 5:
            part[key] = deepcopy(draw.choice([value for value in VALUES if type(value) is type(inside)]))
        case 6:
            part[key] = deepcopy(part[draw.choice(keys)])
        case _ if isinstance(part, dict):
            part[draw.choice((f"{key}x", "type", "x"))] = part.pop(key)
        case _:
            part.insert(draw.randrange(len(part) + 1), deepcopy(draw.choice(VALUES)))
