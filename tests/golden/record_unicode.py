r"""Records what the real libraries know of every character, for test_unicode.py to compare bpe_core with.

record.py writes recorded/unicode.json. By itself this prints the ranges of code points that a version of
Unicode does not assign, as bpe_core/normalizers/not_in_unicode_9.txt and not_in_unicode_16.txt have them:

    python3.6 tests/golden/record_unicode.py                   of Unicode 9, which Python 3.6 has
    python tests/golden/record_unicode.py unicodedata2         of another, with the package of that version
"""

import hashlib
import importlib
import json
import sys
import textwrap
from functools import cache

BLOCK = 0x1000
BLOCKS = [*range(0, 0x34000, BLOCK), 0xE0000, 0x10F000]
"""Where blocks of code points begin; no version assigns any in between, or after the first private ones."""

GPT4_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+"
)
CLASSES = [rf"\p{{{name}}}" for name in ("L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "N", "P", "S")] + [r"\s"]
"""Character classes in the patterns of tiktoken's and others' tokenizers."""


@cache
def text_of(block):
    """A text with each character of a block in several places."""
    characters = (chr(code) for code in range(block, block + BLOCK) if not 0xD800 <= code < 0xE000)
    return "".join(f"a{character} {character}b1{character}\u0301\n" for character in characters)


def fingerprint(parts):
    """A short one of a list of texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


def readers():
    """Question -> the function that gives a library's answer for a text, as a list of texts."""
    from tiktoken import Encoding
    from tokenizers import Regex, normalizers, pre_tokenizers

    def words(pre_tokenizer):
        return lambda text: [text[slice(*span)] for _, span in pre_tokenizer.pre_tokenize_str(text)]

    def rewritten(*names):
        normalizer = normalizers.Sequence([getattr(normalizers, name)() for name in names])
        return lambda text: [normalizer.normalize_str(text)]

    def found(pattern):  # what the pattern does not match is in no token
        every_byte = {bytes([byte]): byte for byte in range(256)}
        encoding = Encoding("", pat_str=pattern, mergeable_ranks=every_byte, special_tokens={})
        return lambda text: [encoding.decode(encoding.encode_ordinary(text))]

    return {
        "ByteLevel": words(pre_tokenizers.ByteLevel(add_prefix_space=False)),
        "Whitespace": words(pre_tokenizers.Whitespace()),
        GPT4_PATTERN: words(pre_tokenizers.Split(Regex(GPT4_PATTERN), "isolated")),
        **{name: rewritten(name) for name in ("NFC", "NFD", "NFKC", "NFKD", "Lowercase")},
        "NFD, StripAccents": rewritten("NFD", "StripAccents"),
        **{f"tiktoken {pattern}": found(pattern) for pattern in CLASSES},
    }


def record_unicode():
    """The file's text: of each block and question the fingerprint of the answer."""
    from importlib.metadata import version

    answers = {
        asked: {f"{block:X}": fingerprint(read(text_of(block))) for block in BLOCKS}
        for asked, read in readers().items()
    }
    libraries = {name: version(name) for name in ("tokenizers", "tiktoken")}
    return json.dumps({"libraries": libraries, "answers": answers}, indent=1) + "\n"


def main():
    """Print the ranges."""
    unicodedata = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else "unicodedata")
    ranges = []
    for code_point in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code_point)) == "Cn":
            if ranges and ranges[-1][1] == code_point - 1:
                ranges[-1][1] = code_point
            else:
                ranges.append([code_point, code_point])
    print(unicodedata.unidata_version)
    written = ("-".join(f"{end:X}" for end in sorted({first, last})) for first, last in ranges)
    print(textwrap.fill(" ".join(written), 108, break_on_hyphens=False))


if __name__ == "__main__":
    main()
