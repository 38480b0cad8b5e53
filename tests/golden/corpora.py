"""The texts that the golden tests train on, by name.

Readable texts are files under texts/. The others are built here, where you can see what is in them:
characters that an editor would hide or change, and words drawn from a seed.
"""

import random
import unicodedata
from pathlib import Path

FOLDER = Path(__file__).parent / "texts"

FILES = (
    "arabic",
    "chinese",
    "english",
    "fox",
    "hindi",
    "japanese",
    "korean",
    "program",
    "thai",
)


def read_text(name: str) -> str:
    """The text file of that name, with its line ends as they are."""
    with open(FOLDER / f"{name}.txt", encoding="utf-8", newline="") as file:
        return file.read()


def repeat(word_counts: dict[str, int]) -> str:
    """A text in which each word occurs as often as its count says."""
    return " ".join(" ".join([word] * count) for word, count in word_counts.items())


def random_text(seed: int, letters: str, words: int, longest: int) -> str:
    """A text of drawn words. Few letters make many ties, and runs such as `aaa`."""
    drawn = random.Random(seed)  # random() draws the same numbers in every version of Python

    def below(limit: int) -> int:
        return int(drawn.random() * limit)

    return " ".join(
        "".join(letters[below(len(letters))] for _ in range(1 + below(longest))) for _ in range(words)
    )


WORKED = {
    "hug_pug_pun": repeat({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}),
    "hug_bug": "hug bug hug bug bug",
    "highest": "highest higher lower lowest cooler coolest",
    "low_lower": "low lower lowest newer wider",
    "course_sentences": (
        "This is the Hugging Face Course.\n"
        "This chapter is about tokenization.\n"
        "This section shows several tokenizer algorithms.\n"
        "Hopefully, you will be able to understand how they are trained and generate tokens."
    ),
    "sennrich": repeat({"low": 5, "lower": 2, "newest": 6, "widest": 3}),
    "aaabdaaabac": "aaabdaaabac",
}

_ACCENTS = (
    "Le café naïf où Zoë mangeait une crème brûlée à côté du château fut fermé cet été. "
    "Ångström und Müller aßen Käsespätzle; señor Núñez comió piñones y jalapeños. "
    "Tôi đã học tiếng Việt ở Hà Nội và Huế được mấy tháng. "
    "Łódź, Kraków, Gdańsk; Čapek, Dvořák, Janáček; Ĵaŭdo, ĉevalo, ŝipo. "
    "ガギグゲゴ パピプペポ 한국어 각각 café café naïve naïve"
)

_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_WOMAN, _MAN, _GIRL, _BOY = "\U0001f469", "\U0001f468", "\U0001f467", "\U0001f466"
_THUMB, _WAVE = "\U0001f44d", "\U0001f44b"
_LIGHT, _MEDIUM, _DARK = "\U0001f3fb", "\U0001f3fd", "\U0001f3ff"
_ROCKET, _HEART, _RAINBOW, _FLAG = "\U0001f680", "\u2764", "\U0001f308", "\U0001f3f3"

_EMOJI = " ".join(
    [
        _WOMAN + _JOINER + _ROCKET,
        _MAN + _JOINER + _ROCKET,
        _WOMAN + _MEDIUM + _JOINER + _ROCKET,
        _JOINER.join([_MAN, _WOMAN, _GIRL, _BOY]),
        _JOINER.join([_WOMAN, _WOMAN, _BOY]),
        _THUMB + _LIGHT + _THUMB + _MEDIUM + _THUMB + _DARK,
        _THUMB * 3,
        _WAVE + _MEDIUM,
        _HEART + _EMOJI_STYLE + _HEART,
        _WOMAN + _JOINER + _HEART + _EMOJI_STYLE + _JOINER + _MAN,
        _FLAG + _EMOJI_STYLE + _JOINER + _RAINBOW,
        "\U0001f1e9\U0001f1ea\U0001f1ef\U0001f1f5\U0001f1e9\U0001f1ea",
        "1" + _EMOJI_STYLE + "\u20e3",
        "ok" + _THUMB + _MEDIUM + "!",
        _THUMB + _MEDIUM,
        _WOMAN + _JOINER + _ROCKET,
    ]
)

_WHITESPACE = (
    "  two  spaces   three\ttab\t\ttabs \t mixed\n"
    "a line\r\nanother line\r\n\r\nold\rline\n\n\n"
    "no\u00a0break no\u00a0\u00a0breaks next\u0085line next\u0085\u0085lines "
    "ideographic\u3000space thin\u2009space hair\u200aspace ogham\u1680space "
    "line\u2028separator paragraph\u2029separator narrow\u202fspace "
    "zero\u200bwidth word\u2060joiner soft\u00adhyphen mark\ufeff form\ffeed vertical\vtab "
    " space before, space after , two  spaces   three\ttab trailing \t \n "
)

_SEPARATORS = "a\x1cb a\x1db a\x1eb a\x1fb a\x1c\x1cb a \x1c b ab ab \x1f\x1f"

_OVERLAPS = (
    "aaa aaa aaa bc bc bc bc aaaa aaaaa aaaaaa aaaaaaa aaaaaaaa baaab baaab abab ababab abababa "
    "bbb bbbb abba abbba aabb aabbaabb abaaba abcabcabc abcabc ccc cccaccc aaabaaab aabaab aabaab"
)

_DIGITS = (
    "0 1 10 100 1000 10000 100000 1000000 1,000 10,000 3.14159 2.71828 007 0007 00007 "
    "2026-11-20 12:30:00 1999 2000 2001 111 1111 11111 12 123 1234 12345 123456 1234567 x2 2x 2x2 "
    "\u00bd \u00b2\u00b3 \u2167 \u0663\u0664 \u0969\u096a \uff11\uff12 50% $100 #1 +1 -1"
)

# Texts that look like markers. Each of them occurs so often that its letters are merged.
_LOOKALIKES = "e e e a</w>b c</w>d </w> a@@b c@@ d@@ \u2581a \u2581b \u0120a \u0120b [UNK] [UNK]ab"

# The special tokens themselves, beside words that hold their letters.
_SPECIALS = "<unk> ab<unk>ab ab <s>ab<s> <unk><unk> unk s <un k> ab<s><unk>ab abab sunk"

_ENDS = "one two three<|endoftext|>two three four<|endoftext|><|endoftext|> four endoftext | text"

BUILT = {
    "accents_composed": unicodedata.normalize("NFC", _ACCENTS),
    "accents_decomposed": unicodedata.normalize("NFD", _ACCENTS),
    "emoji": _EMOJI,
    "whitespace": _WHITESPACE,
    "separators": _SEPARATORS,
    "overlaps": _OVERLAPS,
    "digits": _DIGITS,
    "lookalikes": _LOOKALIKES,
    "specials": _SPECIALS,
    "ends": _ENDS,
    "ties_ab": random_text(seed=1, letters="ab", words=60, longest=8),
    "ties_abcd": random_text(seed=2, letters="abcd", words=80, longest=6),
    "ties_letters": random_text(seed=3, letters="zyxwvutsrqponmlkjihgfedcba", words=120, longest=7),
    "ties_cyrillic": random_text(seed=4, letters="абвгABab", words=80, longest=6),
}

TEXTS: dict[str, str] = {**WORKED, **{name: read_text(name) for name in FILES}, **BUILT}
"""Every text by its name."""

PROBES = (
    "",
    " ",
    "hug mug thug bugs",
    "lowest newest lower",
    "the quickest brownest fox",
    "aaab abba aaaaa  bb ",
    "Don't naïve 123456",
    "日本語 हिन्दी \U0001f44d\U0001f3fd",
)
"""Texts that every vector encodes besides the beginning of its own text."""

PROBE_LENGTH = 60
"""How many characters of its own text a vector encodes."""


def probes(name: str) -> tuple[str, ...]:
    """The texts to encode with the merges of a text: the common probes and the text's own beginning."""
    return (*PROBES, TEXTS[name][:PROBE_LENGTH])


def vocabulary_size(name: str, base: int) -> int:
    """A size that lets long texts learn some hundred merges and short ones run out of pairs."""
    return base + (350 if name == "english" else 200)
