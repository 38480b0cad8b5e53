"""What a tokenizer is made of, as plain data: what a file is read to, and written from.

In: a config, base symbols, merge rules and perhaps ids. Out: `TokenizerParts`.

>>> from bpe_core.config import BPEConfig
>>> parts = TokenizerParts(BPEConfig(), [ord("g"), ord("u")], [(1, 0)])
>>> parts.rules.products      # ug
[2]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bpe_core.config import BPEConfig
from bpe_core.encoding.merge_rules import MergeRules
from bpe_core.encoding.vocabulary import Vocabulary


@dataclass(frozen=True)
class TokenizerParts:
    """The parts of a tokenizer; `BPETokenizer` says what they mean."""

    config: BPEConfig
    """The rules for cutting and encoding a text."""

    base_codes: Sequence[int]
    """The base symbols: code points or byte values."""

    merges: Sequence[tuple[int, int]]
    """The merge rules, as pairs of symbol numbers."""

    ids: Mapping[str, int] | None = None
    """The id of each token, or None where they are numbered in order."""

    def with_ids(self, ids: Mapping[str, int]) -> "TokenizerParts":
        """The same with other ids; its rules are not made again."""
        parts = replace(self, ids=ids)
        vars(parts)["rules"] = self.rules
        return parts

    def with_unknown_id(self) -> "TokenizerParts":
        """The same where the unknown token has an id, the next free one if it had none."""
        unknown, ids = self.config.unk_token, self.vocabulary.ids
        if self.config.unknown != "unk" or unknown is None or unknown in ids:
            return self
        return self.with_ids({**ids, unknown: max(ids.values(), default=-1) + 1})

    @property
    def knows_all_bytes(self) -> bool:
        """Whether every byte is a base symbol, so that no text has an unknown one."""
        size = 256 if self.config.word_boundary == "none" else 512  # once more with the marker glued on
        return self.config.alphabet == "bytes" and len(self.base_codes) == size

    def cut_by(self, pre_tokenizer: str, pattern: str | None) -> "TokenizerParts":
        """The same with another way to cut a text into words; raises `ConfigError`."""
        parts = replace(self, config=replace(self.config, pre_tokenizer=pre_tokenizer, pattern=pattern))
        vars(parts).update(rules=self.rules, vocabulary=self.vocabulary)
        return parts

    @cached_property
    def rules(self) -> MergeRules:
        """The merge rules with the table of all symbols; raises `ConfigError`."""
        return MergeRules(self.base_codes, self.merges, self.config)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The id of each token; raises `ConfigError`."""
        return Vocabulary(self.rules.table, self.rules.products, self.config, self.ids)
