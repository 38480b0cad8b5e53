"""Merges of token numbers as programs print them, against minbpe's own rules."""

import json
from random import Random

from bpe_core.normalizers.unicode_versions import UNICODE_16
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from tests.fuzz import Outcome
from tests.fuzz.bpe_rules import compared, opened
from tests.fuzz.minbpe_models import Minbpe, model
from tests.fuzz.mutations import mutated
from tests.fuzz.texts import nasty_text

PATTERNS = {"bytes": "", "gpt2": PRE_TOKENIZERS["gpt2"].pattern, "gpt4": PRE_TOKENIZERS["gpt4"].pattern}


def check(seed: int) -> Outcome:
    """One list, a few texts."""
    draw = Random(seed)
    kind = draw.choice([*PATTERNS])
    merges = [line for line in model(draw).decode().split("\n")[3:] if line.strip()]
    merges = [line for line in merges if line.replace(" ", "").strip().isdecimal()]
    try:
        library = Minbpe("\n".join(["minbpe v1", PATTERNS[kind], "0", *merges, ""]))
    except KeyError:
        return Outcome("the library alone refuses it")
    if [*library.merges.values()] != [*range(256, 256 + len(merges))]:
        return Outcome("a pair is given twice")
    text = printed(draw, library)
    data = text.encode("utf-16" if draw.random() < 0.1 else "utf-8")
    if draw.random() < 0.2:
        data = mutated(draw, data)
        opened({"merges": data}, kind=kind)
        return Outcome("mutated")
    tokenizer = opened({"merges": data}, kind=kind)
    if isinstance(tokenizer, str):
        return Outcome(f"we refuse it: {tokenizer}")
    own = [token.decode(errors="ignore") for token in library.vocab.values()][256:]
    texts = [UNICODE_16.as_read(nasty_text(draw, own)) for _ in range(5)]
    return compared({"merges": data}, texts, lambda text: [*tokenizer.encode(text).ids], library.encode)


def printed(draw: Random, library: Minbpe) -> str:
    """The merges in one of the ways in which they are printed."""
    vocab, merges = library.vocab, library.merges
    end = draw.choice(("\n", "\r\n"))
    ways = [
        end.join(f"{left} {right}" for left, right in merges),
        "".join(
            f"merge {number - 255}/{len(merges)}: {pair} -> {number} ({vocab[number]!r}) had 2 occurrences\n"
            for pair, number in merges.items()
        ),
        str(merges),
        f"merges = {[*merges]}",
        json.dumps([*merges]),
        "rank,left,right\n"
        + "\n".join(f"{rank},{left},{right}" for rank, (left, right) in enumerate(merges)),
        "Map {\n" + "".join(f"  [ {left}, {right} ] => {n},\n" for (left, right), n in merges.items()) + "}",
        "[" + "\n ".join(f"[{left} {right}]" for left, right in merges) + "]",
        json.dumps({"merges": [*merges.items()], "vocab_size": len(vocab)}),
        json.dumps({"merges": {str(pair): number for pair, number in merges.items()}}),
        json.dumps({f"{left},{right}": number for (left, right), number in merges.items()}),
        json.dumps({"merges": [[[*vocab[left]], [*vocab[right]]] for left, right in merges]}),
    ]
    texts = {number: token.decode(errors="replace") for number, token in vocab.items()}
    printed_texts = [texts[number] for made in merges.items() for number in (*made[0], made[1])]
    if all(text.isprintable() and "\ufffd" not in text for text in printed_texts):
        between = draw.choice(("] + [", "]["))
        ways.append(
            "".join(
                f"[{texts[left]}{between}{texts[right]}] -> [{texts[number]}] {number}{end}"
                for (left, right), number in merges.items()
            )
        )
    return draw.choice(ways[-1:] if draw.random() < 0.3 else ways)
