"""A Python program that trains the same tokenizer with the tokenizers library.

After it has run, its variable `tokenizer` has the same merges and ids.

>>> from bpe_core import PROFILES, BPEStepper, Corpus
>>> stepper = BPEStepper(Corpus.from_word_counts({"hug": 10, "pug": 5}), PROFILES["hf_tokenizers"].config)
>>> stepper.run(1)
>>> print(training_snippet(stepper, 1))
from tokenizers import Tokenizer, models, trainers
<BLANKLINE>
word_counts = {"hug": 10, "pug": 5}
tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
trainer = trainers.BpeTrainer(vocab_size=6, special_tokens=["<unk>"])
words = (word for word, count in word_counts.items() for _ in range(count))
tokenizer.train_from_iterator(words, trainer)

Nothing of the library is imitated: its own trainer gets the stages that `to_files` would write for these
rules. The tests run the program.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.encoding.spelling import printed_word
from bpe_core.errors import ComparisonError, ConfigError, TokenizerFileError
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens
from bpe_core.stepper import BPEStepper
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_core.tokenizer import BPETokenizer

MAX_CHARACTERS = 5_000
"""The largest corpus that is written into the program, in characters; a larger one is read from a file."""

CORPUS_FILE = "corpus.txt"
"""The file for a larger corpus."""

_NAMES = ("Regex", "Tokenizer", "models", "normalizers", "pre_tokenizers", "trainers")


def training_snippet(stepper: BPEStepper, merges: int) -> str:
    """The program for this many merges, with the stepper's rules and corpus.

    Raises `ComparisonError` if the library cannot follow these rules on this corpus, or if the corpus is too
    large for the program and is not a text that a file could hold.
    """
    config, corpus = stepper.config, stepper.corpus
    reason = cannot_train(config, corpus)
    if stepper.base is not None:
        reason = "Hugging Face's library cannot go on from the merges of a tokenizer; bpe-continue can."
    if reason:
        raise ComparisonError(reason)
    model: dict[str, Any] = {}
    if config.unknown == "bytes":
        model = {"byte_fallback": True}
    elif config.unknown == "unk":
        model = {"unk_token": config.unk_token, "fuse_unk": config.fuse_unk or None}
    if corpus.kind == "word_counts":
        words = {printed_word(row.word, config): row.count for row in stepper.words}
        if sum(map(len, words)) > MAX_CHARACTERS:
            raise ComparisonError(
                f"The words have more than {MAX_CHARACTERS:,} characters in all, too many for a program."
            )
        given, stages, texts = [f"word_counts = {_literal(words)}"], {}, "words"
        last = ["words = (word for word, count in word_counts.items() for _ in range(count))"]
    else:
        given, stages, texts, last = _texts(stepper), json.loads(_stages(config)), "texts", []
    made = [
        f"tokenizer.{stage} = {_made(stage, stages[stage])}"
        for stage in ("normalizer", "pre_tokenizer")
        if stages.get(stage)
    ]
    program = "\n".join(
        [
            *given,
            f"tokenizer = Tokenizer(models.BPE({_arguments(model)}))",
            *made,
            f"trainer = trainers.BpeTrainer({_arguments(_trainer(stepper, merges))})",
            *last,
            f"tokenizer.train_from_iterator({texts}, trainer)",
        ]
    )
    imports = "from pathlib import Path\n\n" if "Path(" in given[0] else ""
    names = (name for name in _NAMES if re.search(rf"\b{name}[.(]", program))
    return f"{imports}from tokenizers import {', '.join(names)}\n\n{program}"


def cannot_train(config: BPEConfig, corpus: Corpus) -> str:
    """Why the library cannot follow these rules on this corpus, in a sentence; empty if it can."""
    if config.is_wordpiece:
        return (
            "The tokenizers library's WordPieceTrainer merges the pair that occurs most often; these rules"
            " divide its count by those of both parts."
        )
    if config.tie_break != "smallest_ids":
        return (
            "The tokenizers library always takes the tied pair with the smallest ids; these rules have "
            f"“{TIE_BREAKS[config.tie_break].title}”."
        )
    if config.word_boundary != "none":
        return (
            "The tokenizers library numbers characters with a boundary marker in a random order, and no "
            "marker is a symbol of its own there; these rules mark word boundaries."
        )
    if not config.count_overlaps:
        return "The tokenizers library counts a + a twice in aaa; these rules count it once."
    if config.id_order != "code_point":
        return "The tokenizers library numbers bytes as they are printed; these rules number them by value."
    if corpus.kind == "word_counts":
        return ""
    try:
        _stages(config)
    except (TokenizerFileError, ConfigError) as error:
        return f"The tokenizers library cannot follow these rules: {error}"
    return ""


def _stages(config: BPEConfig) -> str:
    """A tokenizer.json with the normalizers and the pre-tokenizer of these rules, and no tokens.

    Raises `TokenizerFileError` and `ConfigError` for what it cannot hold.
    """
    # In training only these matter, not how unknown symbols are encoded.
    rules = replace(
        config,
        special_tokens=(),
        template=None,
        unknown="drop",
        unk_token=None,
        fuse_unk=False,
        base_vocabulary="seen",
    )
    return BPETokenizer(rules, (), ()).to_bytes().decode()


def _texts(stepper: BPEStepper) -> list[str]:
    config, corpus = stepper.config, stepper.corpus
    if corpus.characters <= MAX_CHARACTERS:
        return [f"texts = {_literal([*_between_special_tokens(config, corpus)])}"]
    text = next(iter(corpus.documents))
    has_special = any(token in str(text) for token in config.special_tokens)
    if len(corpus.documents) > 1 or has_special:
        raise ComparisonError(
            "The corpus is too large for a program, and it is several documents or holds special tokens."
        )
    return [f'texts = [Path("{CORPUS_FILE}").read_bytes().decode()]  # your corpus']


def _between_special_tokens(config: BPEConfig, corpus: Corpus) -> Iterator[str]:
    """The text between special tokens; the library would train on their letters too."""
    special_tokens = SpecialTokens(config.special_tokens)
    for document in corpus.documents:
        for part, is_special in special_tokens.cut(str(document)):
            if not is_special:
                yield part


def _trainer(stepper: BPEStepper, merges: int) -> dict[str, Any]:
    config = stepper.config
    special: list[str] | _Code | None = list(config.special_tokens) or None
    if config.unknown == "bytes":
        first = "".join(f"{_literal(token)}, " for token in config.special_tokens)
        special = _Code(f'[{first}*(f"<0x{{byte:02X}}>" for byte in range(256))]')
    initial = "pre_tokenizers.ByteLevel.alphabet()" if config.base_vocabulary == "all_bytes" else ""
    if stepper.left_out:  # the library chooses at random between equally frequent characters
        initial = f"list({_literal(''.join(stepper.base_symbols))})"
    return {
        "vocab_size": stepper.at(merges).vocabulary_size,
        "min_frequency": config.min_frequency or None,
        # The library merges what is shorter than this.
        "max_token_length": config.max_token_length and config.max_token_length + 1,
        "special_tokens": special,
        "limit_alphabet": config.limit_alphabet if stepper.left_out else None,
        "initial_alphabet": _Code(initial) if initial else None,
    }


class _Code(str):
    """A text that is already code."""


def _arguments(values: Mapping[str, Any]) -> str:
    """Keyword arguments; those that are None are left out."""
    return ", ".join(f"{name}={_literal(value)}" for name, value in values.items() if value is not None)


def _made(stage: str, part: Mapping[str, Any]) -> str:
    """The constructor of a stage, from its JSON."""
    kind, rest = part["type"], {name: value for name, value in part.items() if name != "type"}
    if kind == "Sequence":
        [parts] = rest.values()
        return f"{stage}s.Sequence([{', '.join(_made(stage, each) for each in parts)}])"
    if kind == "Split":
        pattern = rest["pattern"].get("String")
        if pattern is None:
            regex = rest["pattern"]["Regex"]
            is_raw = regex.isprintable() and '"' not in regex and not regex.endswith("\\")
            pattern = _Code(f'Regex(r"{regex}")' if is_raw else f"Regex({_literal(regex)})")
        rest = {"pattern": pattern, "behavior": rest["behavior"].lower(), "invert": rest["invert"]}
    return f"{stage}s.{kind}({_arguments(rest)})"


def _literal(value: Any) -> str:
    """A value as Python writes it; a text in double quotes, unless it has invisible characters."""
    if isinstance(value, _Code):
        return value
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_literal(key)}: {_literal(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    if isinstance(value, str) and re.sub("[\n\r\t]", "", value).isprintable():
        return json.dumps(value, ensure_ascii=False)
    return repr(value)
