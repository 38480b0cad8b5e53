"""Cuts a text where its script changes, as SentencePiece does; `▁` stands for each space.

>>> runs("▁hug漢字カナ2.0▁été")
['▁hug', '漢字カナ', '2.0', '▁été']

The rules are those by which SentencePiece 0.2.3 allows a piece (`IsValidSentencePiece` in its
trainer_interface.cc), with its default options:
- a piece may have `▁` only at its beginning;
- all characters of a piece have one script. Kana count as Han, and so does the long vowel sign `ー`. Digits,
  punctuation and symbols are one script, "Common", and so are all scripts that SentencePiece does not know;
- a character without a script of its own, such as a combining accent, has the script of the one before;
- letters newer than Unicode 9 are "Common" too.
"""

import re

import regex

from bpe_core.normalizers.unicode_versions import UNICODE_9

META = "▁"
"""What SentencePiece writes for a space (U+2581)."""
_SCRIPTS = """
Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil
Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Hangul Ethiopic Cherokee
Canadian_Aboriginal Ogham Runic Khmer Mongolian Bopomofo Yi Old_Italic Gothic Deseret Tagalog Hanunoo Buhid
Tagbanwa Limbu Tai_Le Linear_B Ugaritic Shavian Osmanya Cypriot Braille Buginese Coptic New_Tai_Lue
Glagolitic Tifinagh Syloti_Nagri Old_Persian Kharoshthi Balinese Cuneiform Phoenician Phags_Pa Nko Sundanese
Lepcha Ol_Chiki Vai Saurashtra Kayah_Li Rejang Lycian Carian Lydian Cham Tai_Tham Tai_Viet Avestan
Egyptian_Hieroglyphs Samaritan Lisu Bamum Javanese Meetei_Mayek Imperial_Aramaic Old_South_Arabian
Inscriptional_Parthian Inscriptional_Pahlavi Old_Turkic Kaithi Batak Brahmi Mandaic Chakma Meroitic_Cursive
Meroitic_Hieroglyphs Miao Sharada Sora_Sompeng Takri Caucasian_Albanian Bassa_Vah Duployan Elbasan Grantha
Pahawh_Hmong Khojki Linear_A Mahajani Manichaean Mende_Kikakui Modi Mro Old_North_Arabian Nabataean
Palmyrene Pau_Cin_Hau Old_Permic Psalter_Pahlavi Siddham Khudawadi Tirhuta Warang_Citi Ahom
Anatolian_Hieroglyphs Hatran Multani Old_Hungarian SignWriting Adlam Bhaiksuki Marchen Newa Osage Tangut
"""
"""The scripts that SentencePiece knows, by their names in Unicode, except those in the pattern."""

_script_of = regex.compile(
    r"(\p{Script=Inherited})|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])|"
    + "|".join(rf"(\p{{Script={name}}})" for name in _SCRIPTS.split())
)

_COMMON, _INHERITED, _ALONE = "CIX"
_NEVER_IN_A_PIECE = "\x00\x1f▅"  # SentencePiece reserves them


_MOST_LETTERS = 1 << 14
"""The most characters cached; beyond that, the cache is emptied."""


class _Letters(dict[int, str]):
    """Code point -> a letter for its script, computed when it first occurs; for `str.translate`."""

    def __missing__(self, code_point: int) -> str:
        character = UNICODE_9.as_read(chr(code_point))
        if character == META:
            letter = META
        elif character in _NEVER_IN_A_PIECE:
            letter = _ALONE
        elif (match := _script_of.match(character)) is None or match.lastindex is None:
            letter = _COMMON
        else:
            letter = _INHERITED if match.lastindex == 1 else chr(ord("a") + match.lastindex)
        if len(self) >= _MOST_LETTERS:
            self.clear()
        self[code_point] = letter
        return letter


_letters = _Letters()

# "▁hug漢字2.0" becomes "▁ccccbbCCC"; a run is one letter repeated, with any number of I in between.
_run = re.compile(
    f"{META}?{_INHERITED}*([^{META}{_INHERITED}{_ALONE}])(?:\\1|{_INHERITED})*+"
    f"|{META}{_INHERITED}*|{_ALONE}|{_INHERITED}+"
)


def runs(text: str) -> list[str]:
    """The words of a text, in order; joined, they are the text."""
    return [text[slice(*match.span())] for match in _run.finditer(text.translate(_letters))]
