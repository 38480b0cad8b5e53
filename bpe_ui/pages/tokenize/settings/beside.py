"""Tokenizers that a person keeps beside the page's own: from a file, or as a training made them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from bpe_core import PROFILES, BPEConfig, BPETokenizer, Tokenizer
from bpe_core.encoding import RankedParts
from bpe_ui.pages.tokenize.settings.loaded import FILES, MAX_NAME, TokenizerFile, tokenizers
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.drafts.rules import rules_title
from bpe_ui.visit.registry.schema import (
    RULES,
    Codec,
    a_list,
    integer,
    longest,
    settings_codec,
    tuple_of,
    wrong,
)
from bpe_ui.visit.training.beginning import LONGEST_TEXT, beginning_of
from bpe_ui.visit.training.training import Source

MOST = 4
"""The most texts, and the most tokenizers, that stand side by side."""
LONGEST_NAME = 24
BETWEEN = " · "
"""Stands between the parts of a title."""
LARGEST_CODE = 2 * 0x110000
"""The largest base symbol: two for each character, with and without a marker, and the marker itself."""
MOST_NUMBERS = 200_000
"""The most numbers of base symbols and merges in a link."""


def _read_numbers(value: Any, name: str) -> tuple[int, ...]:
    return tuple(integer(0, LARGEST_CODE).read(each, name) for each in a_list(value, name, MOST_NUMBERS))


NUMBERS = Codec(_read_numbers, list)


class KeptTokenizer(NamedTuple):
    """A tokenizer that is kept; either from a file, or as a training made it."""

    title: Annotated[str, longest(2 * MAX_NAME)] = ""
    """What it was trained on, by which rules, and its number of merges."""

    file: Annotated[TokenizerFile | None, FILES] = None
    """Its file; None if it is of a training."""

    config: Annotated[BPEConfig, RULES] = BPEConfig()
    """The rules of the training."""

    base_codes: Annotated[tuple[int, ...], NUMBERS] = ()
    """The base symbols, as `BPETokenizer` takes them."""

    merges: Annotated[tuple[int, ...], NUMBERS] = ()
    """The numbers of the two symbols of each merge, one merge after the other."""

    text: Annotated[str, longest(LONGEST_TEXT)] = ""
    """The beginning of what it was trained on; empty for a file."""

    @property
    def content_size(self) -> int:
        """About how many characters it takes in a link."""
        file = sum(len(data) for _, data in self.file.content) if self.file else 0
        return len(self.text) + len(self.base_codes) + 3 * len(self.merges) + file

    @property
    def name(self) -> str:
        """What it was trained on, or its file."""
        return self.title.partition(BETWEEN)[0]

    def check(self) -> None:
        """Raises a `LinkError` if the merges are not pairs."""
        if len(self.merges) % 2:
            raise wrong("a tokenizer's merges", "pairs of numbers", list(self.merges))

    def tokenizer(self) -> Tokenizer:
        """The tokenizer; raises a `BPEError` if its file must be dropped again, or if its merges are none."""
        return tokenizers.reopen(self.file).tokenizer if self.file else _of_training(self[2:5])

    def rules(self, config: BPEConfig) -> BPEConfig:
        """The rules with which a training goes on from it: its own where the file says some, else those of
        Hugging Face's byte-level training where it has bytes, else the given ones."""
        tokenizer = self.tokenizer()
        if isinstance(tokenizer, BPETokenizer):
            return tokenizer.config
        has_bytes = "ByteLevel" in tokenizer.stages.get("pre_tokenizer", ())
        return PROFILES["hf_byte_level"].config if has_bytes else config


BASE = settings_codec(KeptTokenizer, KeptTokenizer(), KeptTokenizer.check)
KEPT = tuple_of(BASE, "a tokenizer", MOST)


@lru_cache(maxsize=8)  # each run of the page asks for all of them
def _of_training(parts: tuple[BPEConfig, Sequence[int], Sequence[int]]) -> BPETokenizer:
    config, base_codes, merges = parts
    return BPETokenizer(config, base_codes, list(zip(merges[::2], merges[1::2], strict=True)))


def file_beside(file: TokenizerFile) -> KeptTokenizer:
    """The tokenizer of a file."""
    return KeptTokenizer(file.title, file)


def training_beside(source: Source, tokenizer: BPETokenizer) -> KeptTokenizer:
    """The tokenizer that was trained on a corpus, named by that."""
    parts, text = tokenizer.parts, beginning_of(source.corpus)
    is_by_ranks = isinstance(parts, RankedParts)
    if parts.ids is not None or is_by_ranks:  # it went on from another, whose ids only a file can hold
        kind = "tiktoken" if is_by_ranks else "hugging_face"
        return file_beside(tokenizers.open(tokenizer.to_files(kind)).file)
    name = source.name if source.kind == "file" else source.title
    if source.kind == "text":
        name = " ".join(text[:LONGEST_NAME].split()) + "…" * (len(text) > LONGEST_NAME)
    title = say_plainly(
        "{name} · {rules} · {n:,} {n:merge|merges}",
        name=name[:MAX_NAME],
        rules=rules_title(parts.config)[:MAX_NAME],
        n=len(parts.merges),
    )[: 2 * MAX_NAME]
    numbers = tuple(symbol for pair in parts.merges for symbol in pair)
    return KeptTokenizer(title, None, parts.config, tuple(parts.base_codes), numbers, text)
