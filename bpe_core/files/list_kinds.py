"""What kinds of tokenizer a list of merge rules and its vocabulary can be, as far as their symbols tell.

`model.save` of Hugging Face's tokenizers writes both, and nothing of how a text is cut. A kind is possible if
no rule joins what it would have cut.

>>> ids = {"<unk>": 0, "a": 1, "b</w>": 2, ".</w>": 3, "b.</w>": 4}
>>> possible_kinds([("b", ".</w>")], ids, Markers("", "</w>"))
('char_bpe_whitespace', 'whitespace_split')
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from bpe_core.encoding.library_tokenizer import LibraryTokenizer
from bpe_core.files import hugging_face
from bpe_core.files.hugging_face import Stage, bert_normalizer, json_of, sequence, split
from bpe_core.merges import Pair
from bpe_core.pre_tokenizers.patterns import GPT4_PATTERN
from bpe_core.pre_tokenizers.registry import pre_tokenizer_of
from bpe_core.symbol_texts import BYTE_OF_CHARACTER

PREFIX, SUFFIX, META = "##", "</w>", "▁"
"""What stands before symbols that go on a word, after the last symbol of a word, and for a space."""
_UNKNOWN_TOKENS = ("<unk>", "[UNK]")
SPACE = "Ġ"
"""How byte level prints a space."""
_BYTES = BYTE_OF_CHARACTER.keys()
CLIPS_RULES = 48_894
"""How many of its list's lines CLIP's own code reads after the header."""
_FEW_IN = 1_000
"""One rule in so many may join what a kind cuts."""
_MOST_JOINTS = 20_000  # a list of common words has some 5,000


class ListKind(NamedTuple):
    """How a text is cut before the rules apply, and put together again."""

    title: str
    """What a person is asked."""

    pre_tokenizer: Stage | None
    """As in a tokenizer.json."""

    normalizer: Stage | None = None
    """As in a tokenizer.json."""

    decoder: Stage | None = None
    """As in a tokenizer.json; None if the markers decide."""

    @property
    def is_bytes(self) -> bool:
        """Whether the symbols are bytes."""
        return self.decoder == _bytes()


def _bytes(*, prefix_space: bool = False, use_regex: bool = True) -> Stage:
    return {
        "type": "ByteLevel",
        "add_prefix_space": prefix_space,
        "trim_offsets": True,
        "use_regex": use_regex,
    }


def _replace(pattern: Stage, content: str) -> Stage:
    return {"type": "Replace", "pattern": pattern, "content": content}


def _meta(*, split: bool = True) -> Stage:
    return {"type": "Metaspace", "replacement": META, "prepend_scheme": "always", "split": split}


_CLEANED = bert_normalizer(lowercase=False)
_BERT: Stage = {"type": "BertPreTokenizer"}
_WHITESPACE_SPLIT: Stage = {"type": "WhitespaceSplit"}
_CLIP_PATTERN = r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"

KINDS = {
    "clip": ListKind(
        "Bytes as CLIP cuts them, in lower case",
        sequence([split(_CLIP_PATTERN, keeps_all=False), _bytes()], "pretokenizers"),
        sequence([{"type": "NFC"}, _replace({"Regex": r"\s+"}, " "), {"type": "Lowercase"}], "normalizers"),
        _bytes(),
    ),
    "gpt2": ListKind("Bytes, cut by GPT-2's pattern", _bytes(), None, _bytes()),
    "gpt2_space": ListKind(
        "Bytes, cut by GPT-2's pattern, a space before", _bytes(prefix_space=True), None, _bytes()
    ),
    "gpt4": ListKind(
        "Bytes, cut by GPT-4's pattern",
        sequence([split(GPT4_PATTERN, keeps_all=True), _bytes(use_regex=False)], "pretokenizers"),
        None,
        _bytes(),
    ),
    "bytes": ListKind("Bytes, not cut at all (SuperBPE)", _bytes(use_regex=False), None, _bytes()),
    "sentencepiece": ListKind(
        "▁ before each word, NFKC (SentencePieceBPETokenizer)", _meta(), {"type": "NFKC"}, _meta()
    ),
    "metaspace": ListKind("▁ before each word, as typed", _meta(), None, _meta()),
    "metaspace_uncut": ListKind("▁ for each space, not cut", _meta(split=False), None, _meta(split=False)),
    "char_bpe": ListKind("Cleaned, cut at spaces and punctuation (CharBPETokenizer)", _BERT, _CLEANED),
    "bert": ListKind("As typed, cut at spaces and each punctuation mark", _BERT),
    "whitespace": ListKind("As typed, cut at spaces and around punctuation", {"type": "Whitespace"}),
    "char_bpe_whitespace": ListKind("Cleaned, cut at spaces alone", _WHITESPACE_SPLIT, _CLEANED),
    "whitespace_split": ListKind("As typed, cut at spaces alone", _WHITESPACE_SPLIT),
    "uncut": ListKind("Not cut at all", None),
    "subword_nmt": ListKind(
        "Characters, cut at spaces (subword-nmt)", {"type": "CharDelimiterSplit", "delimiter": " "}
    ),
}
"""The kinds by name, as `kind` in `BPETokenizer.from_file` has them; the finest cut is first."""


CUTS_OF_BYTES = {"gpt2": "gpt2", "gpt4": "gpt4", "bytes": "none"}
"""The pre-tokenizer of kinds whose symbols are bytes."""


class Markers(NamedTuple):
    """What the symbols of a vocabulary have beside their characters."""

    prefix: str
    """Before each symbol that goes on a word: `##` or nothing."""

    suffix: str
    """After the last symbol of a word: `</w>` or nothing."""

    def bare(self, symbol: str) -> str:
        """The symbol without them."""
        return symbol.removeprefix(self.prefix).removesuffix(self.suffix) if len(symbol) > 1 else symbol


def markers_of(pairs: Iterable[Pair], ids: Mapping[str, int]) -> Markers:
    """The markers that stand at single characters which no rule has joined to them."""
    marked = {token for token in ids if token[:-1] == PREFIX or token.removeprefix(PREFIX)[1:] == SUFFIX}
    loose = marked.difference(map("".join, pairs)) if marked else marked
    return Markers(
        PREFIX * any(token.startswith(PREFIX) for token in loose),
        SUFFIX * any(token.endswith(SUFFIX) for token in loose),
    )


def unknown_token(pairs: Iterable[Pair], ids: Mapping[str, int]) -> str | None:
    """The token for unknown symbols: one with the usual name that no rule makes."""
    names = [token for token in _UNKNOWN_TOKENS if token in ids]
    learned = set(map("".join, pairs)) if names else set()
    return next((token for token in names if token not in learned), None)


def unknown_of(kind: ListKind, pairs: Iterable[Pair], ids: Mapping[str, int]) -> str | None:
    """The token for symbols that a kind does not know; None if it knows all, or without such a token."""
    return None if kind.is_bytes and ids.keys() >= _BYTES else unknown_token(pairs, ids)


def possible_kinds(pairs: Sequence[Pair], ids: Mapping[str, int], markers: Markers) -> tuple[str, ...]:
    """The names of the kinds that rules and a vocabulary can be, the likeliest one first."""
    most = len(markers.prefix) + 1 + len(markers.suffix)
    symbols = {bare for token in ids if len(token) <= most and len(bare := markers.bare(token)) == 1}
    if symbols >= _BYTES:  # any other single character is an added token
        return _byte_kinds(pairs, markers)
    by_characters = _character_kinds(pairs, symbols, markers)
    if not symbols <= _BYTES:
        return by_characters
    by_bytes = _byte_kinds(pairs, markers)
    if SPACE in symbols and _leads(SPACE, pairs):
        return by_bytes
    if SPACE in symbols or any(_is_text_in_bytes(markers.bare(token)) for token in ids):
        return *by_bytes, *by_characters
    return by_characters if unknown_token(pairs, ids) else (*by_characters, *by_bytes)


def clip_ids(pairs: Iterable[Pair]) -> dict[str, int]:
    """The ids that CLIP's own code gives to its rules, which it reads without a vocabulary."""
    symbols = sorted(_BYTES)
    ended = [symbol + SUFFIX for symbol in symbols]
    tokens = [*symbols, *ended, *map("".join, pairs), "<|startoftext|>", "<|endoftext|>"]
    return {token: number for number, token in enumerate(tokens)}


def _byte_kinds(pairs: Sequence[Pair], markers: Markers) -> tuple[str, ...]:
    if markers.suffix:
        # CLIP cuts at spaces, which belong to no word, and lowers all letters.
        joined = set("".join(left + right for left, right in pairs))
        is_clip = not joined.intersection(f"{SPACE}ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return ("clip", "gpt2", "gpt2_space") if is_clip else ("gpt2", "gpt2_space")
    cut = cuts_of_bytes(pairs)
    return ("gpt2", "gpt2_space") if cut[0] == "gpt2" else (*cut, "gpt2_space")


def cuts_of_bytes(pairs: Sequence[Pair]) -> tuple[str, ...]:
    """The kinds in `CUTS_OF_BYTES`, first those that cut nothing which rules join."""
    spread = pairs[:: 1 + len(pairs) // _MOST_JOINTS]  # SuperBPE's last merges alone join words
    joined = (left + right for left, right in spread)
    tokens = [bytes(map(BYTE_OF_CHARACTER.__getitem__, token)) for token in joined if {*token} <= _BYTES]
    texts = [token.decode(errors="ignore") for token in tokens]
    cutters = {name: pre_tokenizer_of(cut, None) for name, cut in CUTS_OF_BYTES.items()}
    cuts = {name: sum(len(cutter.words(text)) > 1 for text in texts) for name, cutter in cutters.items()}
    return tuple(sorted(cuts, key=lambda name: cuts[name] * _FEW_IN > len(texts)))


def _character_kinds(pairs: Collection[Pair], symbols: Iterable[str], markers: Markers) -> tuple[str, ...]:
    # Where two tokens are joined, no cut is: the two characters there are a word that a kind must keep.
    joints = dict.fromkeys(markers.bare(left)[-1:] + markers.bare(right)[:1] for left, right in pairs)
    words = [*islice(symbols, _MOST_JOINTS), *islice(joints, _MOST_JOINTS)]
    names = ["char_bpe", "bert", "whitespace", "char_bpe_whitespace", "whitespace_split"]
    if markers.prefix:  # which CharBPETokenizer does not write
        names = [name for name in names if KINDS[name].normalizer is None]
    by_text = tuple(name for name in names if _keeps(name, words)) or ("uncut",)
    if META not in words:
        return by_text
    words = [word.removeprefix(META) for word in words if word != META]
    by_meta = tuple(name for name in ("sentencepiece", "metaspace") if _keeps(name, words, META))
    by_meta = by_meta or ("metaspace_uncut",)
    return by_meta if _leads(META, pairs) else (*by_text, *by_meta)


def _leads(space: str, pairs: Collection[Pair]) -> bool:
    """Whether the printed space begins as many tokens as in front of words, and is not just in the text."""
    return 10 * sum(left.startswith(space) for left, _ in pairs) >= len(pairs)


def _keeps(name: str, words: Sequence[str], space: str = "") -> bool:
    """Whether a kind neither changes nor cuts any of these words, beside the printed space before each."""
    return cut_as(name, " ".join(words)) == [space + word for word in words]


def cut_as(name: str, text: str) -> list[str]:
    """The words of a text as a kind cuts them.

    >>> cut_as("gpt2", "It's né"), cut_as("metaspace", "It's né")
    (['It', "'s", 'ĠnÃ©'], ["▁It's", '▁né'])
    """
    from tokenizers import Tokenizer

    stages = {"normalizer": KINDS[name].normalizer, "pre_tokenizer": KINDS[name].pre_tokenizer}
    library = Tokenizer.from_str(
        json.dumps(json_of({"type": "BPE", "vocab": {}, "merges": []}, {}, **stages))
    )
    if library.normalizer is not None:
        text = library.normalizer.normalize_str(text)
    if library.pre_tokenizer is None:
        return [text]
    return [word for word, _ in library.pre_tokenizer.pre_tokenize_str(text)]


def _is_text_in_bytes(token: str) -> bool:
    """Whether a token's characters beyond ASCII are the bytes of others, as `Ã¯` is `ï`."""
    if token.isascii() or not set(token) <= _BYTES:
        return False
    try:
        bytes(map(BYTE_OF_CHARACTER.__getitem__, token)).decode()
    except UnicodeDecodeError:
        return False
    return True


def tokenizer_of(
    name: str, ids: Mapping[str, int], pairs: Sequence[Pair], markers: Markers, added: Mapping[str, int]
) -> LibraryTokenizer:
    """The tokenizer of a kind with these rules, and with ids of added tokens."""
    kind = KINDS[name]
    unknown = unknown_of(kind, pairs, ids)
    model = {
        "type": "BPE",
        "unk_token": unknown,
        "continuing_subword_prefix": markers.prefix,
        "end_of_word_suffix": markers.suffix,
        "vocab": {**ids, **added},
        "merges": list(map(list, pairs)),
    }
    cut_out = {**added, **({} if unknown is None else {unknown: ids[unknown]})}
    stages = {"normalizer": kind.normalizer, "pre_tokenizer": kind.pre_tokenizer}
    return hugging_face.tokenizer_of(json_of(model, cut_out, **stages, decoder=_decoder(kind, markers)))


def _decoder(kind: ListKind, markers: Markers) -> Stage | None:
    ended = {"type": "BPEDecoder", "suffix": SUFFIX}
    if kind.is_bytes and markers.suffix:  # the decoder of bytes takes a space only as it is printed
        return sequence([ended, _replace({"String": " "}, SPACE), _bytes()], "decoders")
    if kind.decoder is not None:
        return kind.decoder
    if markers.prefix:
        return {"type": "WordPiece", "prefix": PREFIX, "cleanup": False}
    return ended if markers.suffix else None
