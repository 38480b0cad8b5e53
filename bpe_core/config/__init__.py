"""The rules of a training: `BPEConfig` holds their values, and `RULES` describes each rule.

`config` has one field for each rule; `rules` has the kinds of rules, and the options to choose from.
A new rule is one field in `config`, plus what it changes in the trainer or the tokenizer.
"""

from bpe_core.config.config import (
    BYTE_TOKENS,
    MAX_PATTERN_LENGTH,
    RULES,
    BPEConfig,
    cutting_rules,
)
from bpe_core.config.rules import (
    WORD_BOUNDARIES,
    Choice,
    Flag,
    Integer,
    Rule,
    RuleTab,
    Several,
    Text,
    TokenList,
)

__all__ = [
    "BYTE_TOKENS",
    "MAX_PATTERN_LENGTH",
    "RULES",
    "WORD_BOUNDARIES",
    "BPEConfig",
    "Choice",
    "Flag",
    "Integer",
    "Rule",
    "RuleTab",
    "Several",
    "Text",
    "TokenList",
    "cutting_rules",
]
