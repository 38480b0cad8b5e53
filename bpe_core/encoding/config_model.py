"""The model of a training: its base symbols, merge rules and vocabulary, and the config for unknown
symbols.

>>> from bpe_core.config import BPEConfig
>>> config = BPEConfig(unknown="unk", unk_token="[UNK]", fuse_unk=True)
>>> model = ConfigModel(TokenizerParts(config, [ord("g"), ord("u")], [(1, 0)]))
>>> spelled = model.spell("thug")      # [UNK] has no id
>>> spelled.symbols, spelled.texts, spelled.spans, spelled.unknown
([-1, 1, 0], ['[UNK]', 'u', 'g'], [(0, 2), (2, 3), (3, 4)], ['t', 'h'])
>>> [model.token_of[symbol] for symbol in model.rules.merge([1, 0]).symbols]
['ug']
"""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property, partial
from typing import ClassVar

from bpe_core.config import BPEConfig
from bpe_core.encoding.merge_rules import UNKNOWN, NumberedRules
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.spelling import SpelledWord, byte_of, byte_tokens, with_marker
from bpe_core.symbols import SymbolTable, code_text, word_codes


class ConfigModel:
    """What merge rules apply to, as the ids of a vocabulary."""

    ignore_merges: ClassVar[bool] = False
    """Rules apply to every word."""

    def __init__(self, parts: TokenizerParts) -> None:
        """Raises `ConfigError` if merges or ids are invalid."""
        config, table, vocabulary = parts.config, parts.rules.table, parts.vocabulary
        self._config = config
        self.vocab = vocabulary.ids
        """Token -> id, in id order."""
        self.token_of = {token_id: token for token, token_id in self.vocab.items()}
        """Id -> token, in id order."""
        self.rules: NumberedRules = parts.rules.numbered_by(vocabulary.id_of_symbol)
        """The merge rules, in ids."""
        self.unk_token = config.unk_token if config.unknown == "unk" else None
        """Stands for a symbol outside the vocabulary; None: such a symbol is kept or dropped."""
        self._unknown_ids = vocabulary.unknown_ids
        self._id_of_code = {
            code: vocabulary.id_of_symbol[symbol] for code, symbol in table.symbol_of_code.items()
        }
        self._unknown_text = cache(partial(code_text, config=config))
        self._bytes_of = cache(partial(_bytes_of, config=config))

    @cached_property
    def base_ids(self) -> tuple[int, ...]:
        """The ids that `spell` can return."""
        # An ASCII character is one byte; if it is a base symbol, it is never written as that byte.
        unknown = (
            token_id
            for token, token_id in self._unknown_ids.items()
            if self._config.marker or byte_of(token) not in self._id_of_code
        )
        return (*self._id_of_code.values(), *unknown)

    def whole(self, word: str) -> None:
        """None: rules apply to every word."""

    def parts(self, word: str) -> Iterable[str]:
        """The word as one part: the pre-tokenizer has cut the text."""
        return [word] if word else []

    def spell(self, word: str) -> SpelledWord:
        """Spell a word; as in Hugging Face, the neighbours of a dropped symbol become neighbours."""
        codes, places = word_codes(word, self._config), list(self._code_spans(word))
        known = [self._id_of_code.get(code, UNKNOWN) for code in codes]
        if UNKNOWN not in known:
            return SpelledWord(known, list(map(self.token_of.__getitem__, known)), places)
        spelled = SpelledWord()
        before = 0  # the symbol before; at first none that is unknown
        for code, symbol, span in zip(codes, known, places, strict=True):
            if symbol != UNKNOWN:
                spelled.add(symbol, self.token_of[symbol], span)
            elif self._config.unknown == "bytes":
                for token in self._bytes_of(code):
                    spelled.add(self.vocab[token], token, span)
            else:
                spelled.unknown.append(self._unknown_text(code))
                if self._config.unknown == "keep":
                    spelled.add(UNKNOWN, spelled.unknown[-1], span)
                elif self.unk_token is not None:
                    if self._config.fuse_unk and before == UNKNOWN:
                        spelled.spans[-1] = spelled.spans[-1][0], span[1]
                    else:
                        spelled.add(self._unknown_ids.get(self.unk_token, UNKNOWN), self.unk_token, span)
            before = symbol
        return spelled

    def _code_spans(self, word: str) -> Iterator[tuple[int, int]]:
        """The characters that each base symbol of a word touches."""
        for position, character in enumerate(word):
            for _ in range(len(character.encode()) if self._config.alphabet == "bytes" else 1):
                yield position, position + 1
        if self._config.word_boundary == "end_symbol":
            yield len(word), len(word)


def _bytes_of(code: int, config: BPEConfig) -> list[str]:
    """The tokens for the bytes of a base symbol that is in no table."""
    table = SymbolTable([code], config)
    return byte_tokens(with_marker(table.literal(0), table.is_marked(0), config))
