"""Random codes of subword-nmt, of both versions, and of fastBPE, against subword-nmt's `apply_bpe`.

fastBPE's codes are those of version 0.2, with a third column and without the header.
"""

import contextlib
import io
from random import Random

from subword_nmt.apply_bpe import BPE

from tests.fuzz import Outcome
from tests.fuzz.bpe_rules import compared, opened, rules_of
from tests.fuzz.texts import LETTERS, ODD, nasty_text

MARKER = "</w>"


def check(seed: int) -> Outcome:
    """One list of codes, a few texts."""
    draw = Random(seed)
    return compare(codes(draw), draw)


def codes(draw: Random) -> bytes:
    """The lines of a file."""
    is_new = draw.random() < 0.5
    odd = [each for each in ODD if len(each) == 1 and each != "\0"]
    letters = [*draw.sample(sorted({*LETTERS} - {" "}), 5), *draw.sample(odd, 3)]
    ends = [f"{letter}{MARKER}" for letter in letters] if is_new else [MARKER]
    rules = rules_of(draw, letters, draw.randint(1, 20))
    tokens = letters + ["".join(pair) for pair in rules]
    rules += [(draw.choice(tokens), draw.choice(ends)) for _ in range(draw.randint(0, 8))]
    if draw.random() < 0.9:
        rules = in_another_order(draw, rules)
    elif draw.random() < 0.5:
        draw.shuffle(rules)
    if draw.random() < 0.2:
        rules += draw.choices(rules, k=2)
    if is_new and draw.random() < 0.2:
        return "".join(f"{left} {right} {draw.randrange(99)}\n" for left, right in rules).encode()
    header = draw.choice(("#version: 0.2\n", "#version: 0.2\r\n", "#version: 0.2.0\n")) if is_new else ""
    end = draw.choice(("\n", "\r\n", " \n"))
    return (header + "".join(f"{left} {right}{end}" for left, right in rules)).encode()


def in_another_order(draw: Random, rules: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The rules in an order in which each uses what rules before it make."""
    left, ordered = list(dict.fromkeys(rules)), []
    while left:
        waiting = {"".join(pair) for pair in left}
        rule = draw.choice([pair for pair in left if waiting.isdisjoint(pair)])
        left.remove(rule)
        ordered.append(rule)
    return ordered


def compare(data: bytes, draw: Random) -> Outcome:
    """What both do with codes."""
    tokenizer = opened({"codes": data})
    if isinstance(tokenizer, str):
        return Outcome(f"we refuse it: {tokenizer}")
    if tokenizer.config.pre_tokenizer != "spaces":
        return Outcome("we read it as another format")
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            library = BPE(io.StringIO(_with_header(data.decode("utf-8-sig")), newline=None))
    except (SystemExit, ValueError):
        return Outcome("the library alone refuses it")
    plain, marker = tokenizer.parts.plain_tokens, tokenizer.config.marker

    def ours(text: str) -> list[str]:
        tokens = [token for token in tokenizer.encode(text).tokens if token != marker]
        return [plain.get(token, token).removesuffix(marker) for token in tokens]

    def theirs(text: str) -> list[str]:
        words = (library.segment_tokens([word]) for word in text.strip("\r\n ").split(" ") if word)
        return [part for *others, last in words for part in (*(each[:-2] for each in others), last)]

    own = [token.removesuffix(marker) for token in tokenizer.vocab]
    texts = [nasty_text(draw, own) for _ in range(5)]
    return compared({"codes": data}, [text for text in texts if marker not in text], ours, theirs)


def _with_header(text: str) -> str:
    """Codes with three columns as those of version 0.2."""
    rows = [line.strip("\r ").split(" ") for line in text.strip("\r\n").split("\n")]
    if any(len(row) != 3 for row in rows):
        return text
    return "#version: 0.2\n" + "".join(f"{left} {right}\n" for left, right, _ in rows)
