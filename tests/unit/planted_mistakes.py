"""Trainers with a mistake, as learners make them.

Nothing here is from the product: the text is cut by plain `regex` calls, tokens are numbers, and everything
is counted again before every merge, except for the mistakes that are about counts kept up to date.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import regex

Pair = tuple[int, int]

GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
GPT4 = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+"
)
ASCII = r"'(?:[sdmt]|ll|ve|re)| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+"
NO_SPACES = r"'(?:[sdmt]|ll|ve|re)|\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
SPECIAL = "<|endoftext|>"
IN_PLACE = {
    "left counts not lowered",
    "right counts not lowered",
    "symbols from before the merge",
    "counts changed by 1",
    "index of words not renewed",
}

PROFILES = {
    # cut, spelled in bytes, marker, ties
    "textbook": ("whitespace", False, "apart", "first"),
    "hf_tokenizers": ("whitespace", False, "", "ids by print"),
    "subword_nmt": ("spaces", False, "glued", "greatest"),
    "gpt2_course": (GPT2, True, "", "first"),
    "hf_byte_level": (GPT2, True, "", "ids by print"),
    "cs336": (GPT2, True, "", "greatest"),
    "minbpe_regex": (GPT4, True, "", "first"),
    "rustbpe": (GPT4, True, "", "ids"),
}
"""What each profile does, without mistakes."""

MISTAKE_OF = {
    "ties by printed characters": "greatest_as_printed",
    "ties by joined token": "greatest_token",
    "ties by greatest ids": "greatest_value_ids",
    "last pair not counted": "LastPairNotCounted",
    "first occurrence only": "OnlyFirstOccurrence",
    "neighbors not lowered": "CountedInNewWord",
    "str.replace": "ReplacedInSpacedText",
    "frequency ignored": "each_word_once",
    "overlaps merged twice": "OverlapsMergedTwice",
    "counts never renewed": "CountedOnce",
    "counts added up": "CountsNeverCleared",
    "counted in place": "first_inserted",
    "lines": "by_lines",
    "special token left": "special_tokens_left",
    "no apostrophes": "apostrophes_lost",
    "re for regex": "ascii_pattern",
    "spaces stripped": "spaces_stripped",
    "normalized": "normalized_nfd",
    "split": "cut_at_whitespace",
    "capitals lost": "case",
    "newlines as spaces": "line_ends_as_spaces",
    "whitespace collapsed": "white_space_collapsed",
    "words alone": "word_characters",
    "rare words left out": "rare_words_left_out",
    "marker spelled out": "sign_behind",
    "last symbol lost": "LastSymbolLost",
    "words counted from 0": "first_time_not_counted",
    "line ends removed": "line_ends_removed",
    "last pair not merged": "LastPairNotMerged",
    "right neighbors not counted": "RightNotRaised",
    "symbols from before the merge": "OldNeighboursCounted",
    "counts changed by 1": "ChangedByOne",
    "index of words not renewed": "NewPairsNotLookedUp",
    "lines stripped": "by_stripped_lines",
    "line ends of Windows": "windows_line_ends",
    "a space in front": "space_in_front",
    "Latin-1": "read_as_latin_1",
    "no optional spaces": "spaces_apart",
    "punctuation on words": "space_before_words",
    "single spaces": "cut_at_single_spaces",
    "words and signs": "words_and_single_signs",
    "ties by length": "longest_first_seen",
    "merged from the right": "MergedFromTheRight",
}
"""Planted mistakes, each with the name of the change that is to be found."""


def printable() -> dict[int, str]:
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in shown]
    return {byte: chr(byte) for byte in shown} | {byte: chr(256 + n) for n, byte in enumerate(hidden)}


PRINTED = printable()


@dataclass
class Vocabulary:
    """Tokens by their numbers."""

    shown: list[str] = field(default_factory=list)
    compared: list[bytes] = field(default_factory=list)
    order: list[int] = field(default_factory=list)

    def add(self, shown: str, compared: bytes, order: int) -> int:
        self.shown.append(shown)
        self.compared.append(compared)
        self.order.append(order)
        return len(self.shown) - 1


def learn(text: str, profile: str, mistakes: Iterable[str] = (), merges: int = 243) -> list[tuple[str, str]]:
    """The merges of a profile's trainer with these mistakes in it."""
    wrong = set(mistakes)
    cut, in_bytes, marker, ties = PROFILES[profile]
    words = cut_words(text, cut, profile, wrong)
    if "marker glued" in wrong:
        marker = "glued"
    if "marker spelled out" in wrong and marker:
        marker = "spelled out"
    vocabulary, spelled = spell(
        words, in_bytes, marker, ids_seen="ties by other base ids" in wrong, ties=ties
    )
    if "words sorted" in wrong:
        spelled = [spelled[place] for place in sorted(range(len(spelled)), key=lambda n: list(words)[n])]
        words = {word: words[word] for word in sorted(words)}
    times = [1 if "frequency ignored" in wrong else count for count in words.values()]
    if "words counted from 0" in wrong:
        times = [count - 1 for count in times]
    learned: list[tuple[str, str]] = []
    kept = count(spelled, times, wrong)
    first = spelled
    in_place: dict[Pair, None] = dict.fromkeys(kept)
    while len(learned) < merges:
        counts = kept
        highest = max(counts.values(), default=0)
        if not highest:
            break
        tied = [pair for pair in counts if counts[pair] == highest]
        if "counted in place" in wrong:
            tied = [pair for pair in in_place if counts.get(pair) == highest]
        left, right = settle(tied, vocabulary, ties, wrong)
        learned.append((vocabulary.shown[left], vocabulary.shown[right]))
        token = vocabulary.add(
            vocabulary.shown[left] + vocabulary.shown[right],
            vocabulary.compared[left] + vocabulary.compared[right],
            len(vocabulary.order),
        )
        before = spelled
        spelled = [
            word
            if "index of words not renewed" in wrong and (left, right) not in pairwise(first[number])
            else merged(word, left, right, token, wrong, vocabulary)
            if left in word or not wrong.isdisjoint({"str.replace", "last symbol lost"})
            else word
            for number, word in enumerate(spelled)
        ]
        kept = renewed(kept, before, spelled, times, (left, right), token, wrong)
        for pair in kept:
            in_place.setdefault(pair)
    return learned


def cut_words(text: str, cut: str, profile: str, wrong: set[str]) -> dict[str, int]:
    """Words and how often they occur, in the order of the text."""
    if "normalized" in wrong:
        text = unicodedata.normalize("NFD", text)
    if "capitals lost" in wrong:
        text = text.lower()
    if "newlines as spaces" in wrong:
        text = text.replace("\n", " ")
    text = misread(text, wrong)
    parts = text.split(SPECIAL) if profile == "cs336" and "special token left" not in wrong else [text]
    if profile == "cs336" and "special token unescaped" in wrong:
        parts = regex.split(SPECIAL, text)
    if "lines stripped" in wrong:
        parts = [line.strip() for part in parts for line in part.splitlines()]
    if "lines" in wrong or cut == "spaces":
        parts = [
            line for part in parts for line in (part.splitlines() if "lines" in wrong else part.split("\n"))
        ]
    if "no apostrophes" in wrong:
        cut = cut.replace("'(?:[sdmt]|ll|ve|re)|", "").replace("'(?i:[sdmt]|ll|ve|re)|", "")
    if "re for regex" in wrong and PROFILES[profile][0] in (GPT2, GPT4):
        cut = ASCII
    if "no optional spaces" in wrong:
        cut = cut.replace(" ?", "") if cut == GPT2 else NO_SPACES if cut == GPT4 else cut
    counts: Counter[str] = Counter()
    for part in parts:
        if "words alone" in wrong:
            found = re.findall(r"\w+", part)
        elif "words and signs" in wrong:
            found = re.findall(r"\w+|[^\w\s]", part)
        elif "punctuation on words" in wrong and cut in (GPT2, GPT4):
            found = regex.findall(r" ?\S+|\s+", part)
        elif "single spaces" in wrong and cut != "spaces":
            found = [word for word in part.split(" ") if word]
        elif "split" in wrong or cut == "whitespace":
            found = part.split()
        elif cut == "spaces":
            found = [word for word in part.strip("\r\n ").split(" ") if word]
        else:
            found = regex.findall(cut, part)
        if "spaces stripped" in wrong:
            found = [word.strip() for word in found if word.strip()]
        counts.update(found)
    return {word: count for word, count in counts.items() if count > ("rare words left out" in wrong)}


def misread(text: str, wrong: set[str]) -> str:
    """The text as it is read with some mistakes."""
    if "line ends removed" in wrong:
        text = text.replace("\n", "")
    if "whitespace collapsed" in wrong:
        text = " ".join(text.split())
    if "line ends of Windows" in wrong:
        text = text.replace("\n", "\r\n")
    if "a space in front" in wrong:
        text = f" {text}"
    if "Latin-1" in wrong:
        text = text.encode().decode("latin-1")
    if "punctuation removed" in wrong:
        text = re.sub(r"[^\w\s]", "", text)
    return text


def spell(
    words: Iterable[str], in_bytes: bool, marker: str, *, ids_seen: bool, ties: str
) -> tuple[Vocabulary, list[list[int]]]:
    """Words in base tokens; these are numbered by value, or as they are seen."""
    spelled: list[list[str]] = []
    for word in words:
        letters = [PRINTED[byte] for byte in word.encode()] if in_bytes else list(word)
        if marker == "apart":
            letters.append("</w>")
        elif marker == "glued":
            letters[-1] += "</w>"
        elif marker == "spelled out":
            letters += "</w>"
        spelled.append(letters)
    value = {shown: byte for byte, shown in PRINTED.items()}
    seen = list(dict.fromkeys(letter for word in spelled for letter in word))
    if not ids_seen:
        seen.sort(key=value.__getitem__ if in_bytes and ties != "ids by print" else None)
    vocabulary = Vocabulary()
    number = {
        letter: vocabulary.add(letter, bytes([value[letter]]) if in_bytes else letter.encode(), place)
        for place, letter in enumerate(seen)
    }
    return vocabulary, [[number[letter] for letter in word] for word in spelled]


def count(spelled: Sequence[list[int]], times: Sequence[int], wrong: set[str]) -> dict[Pair, int]:
    """How often each pair occurs."""
    counts: dict[Pair, int] = {}
    for word, each in zip(spelled, times, strict=True):
        stop = len(word) - (2 if "last pair not counted" in wrong else 1)
        for place in range(stop):
            pair = word[place], word[place + 1]
            counts[pair] = counts.get(pair, 0) + each
    return counts


def renewed(
    counts: dict[Pair, int],
    before: Sequence[list[int]],
    spelled: Sequence[list[int]],
    times: Sequence[int],
    merged_pair: Pair,
    token: int,
    wrong: set[str],
) -> dict[Pair, int]:
    """The counts after a merge."""
    if "counts added up" in wrong:
        now = count(spelled, times, wrong)
        return {pair: counts.get(pair, 0) + now.get(pair, 0) for pair in [*counts, *now]}
    if "counts never renewed" in wrong:
        return {pair: number for pair, number in counts.items() if pair != merged_pair}
    if "right neighbors not counted" in wrong:
        return without_right_neighbors(counts, before, spelled, times, token)
    if in_place := wrong & IN_PLACE:
        return changed_in_place(counts, before, spelled, times, merged_pair, token, in_place)
    if "neighbors not lowered" not in wrong:
        return count(spelled, times, wrong)
    counts = {pair: number for pair, number in counts.items() if pair != merged_pair}
    for old, new, each in zip(before, spelled, times, strict=True):
        if old is not new and old != new:
            for place, symbol in enumerate(new):
                if symbol == token and place and new[place - 1] != token:
                    pair = new[place - 1], token
                    counts[pair] = counts.get(pair, 0) + each
                if symbol == token and place + 1 < len(new):
                    pair = token, new[place + 1]
                    counts[pair] = counts.get(pair, 0) + each
    return counts


def changed_in_place(
    counts: dict[Pair, int],
    before: Sequence[list[int]],
    spelled: Sequence[list[int]],
    times: Sequence[int],
    merged_pair: Pair,
    token: int,
    wrong: set[str],
) -> dict[Pair, int]:
    """The counts after a merge, changed around it as an incremental trainer does, with its mistakes."""
    counts = {pair: number for pair, number in counts.items() if pair != merged_pair}
    (left, right), by_one = merged_pair, "counts changed by 1" in wrong
    for old, new, count in zip(before, spelled, times, strict=True):
        each, place, places = 1 if by_one else count, 0, []
        if old == new:
            continue
        while place < len(old):
            if old[place : place + 2] == [left, right]:
                places.append(place)
                place += 1
            place += 1
        raised = [pair for pair in pairwise(new) if token in pair]
        lowered = list((Counter(pairwise(old)) - Counter(pairwise(new))).elements())
        before_it = [(old[at - 1], left) for at in places if at]
        after_it = [(right, old[at + 2]) for at in places if at + 2 < len(old)]
        if "left counts not lowered" in wrong:
            lowered = after_it
        if "right counts not lowered" in wrong:
            lowered = before_it
        if "symbols from before the merge" in wrong:
            lowered = before_it + after_it
            raised = [(pair[0], token) for pair in before_it] + [(token, pair[1]) for pair in after_it]
        for pair in lowered:
            counts[pair] = counts.get(pair, 0) - each
        for pair in raised:
            counts[pair] = counts.get(pair, 0) + each
    return {pair: number for pair, number in counts.items() if number > 0 and pair != merged_pair}


def without_right_neighbors(
    counts: dict[Pair, int],
    before: Sequence[list[int]],
    spelled: Sequence[list[int]],
    times: Sequence[int],
    token: int,
) -> dict[Pair, int]:
    """The counts after a merge, without what the new token has after it."""
    counts = dict(counts)
    for old, new, each in zip(before, spelled, times, strict=True):
        if old != new:
            for pair in pairwise(old):
                counts[pair] = counts.get(pair, 0) - each
            for pair in pairwise(new):
                if pair[0] != token or pair[1] == token:
                    counts[pair] = counts.get(pair, 0) + each
    return {pair: number for pair, number in counts.items() if number > 0}


def merged(
    word: list[int], left: int, right: int, token: int, wrong: set[str], vocabulary: Vocabulary
) -> list[int]:
    """A word after a merge."""
    if "str.replace" in wrong:
        known = {shown: number for number, shown in enumerate(vocabulary.shown)}
        spaced = " ".join(vocabulary.shown[symbol] for symbol in word)
        found = spaced.replace(
            f"{vocabulary.shown[left]} {vocabulary.shown[right]}", vocabulary.shown[token]
        ).split(" ")
        for shown in found:
            if shown not in known:  # it made a token that no merge makes
                known[shown] = vocabulary.add(shown, as_bytes(shown), len(vocabulary.order))
        return [known[shown] for shown in found]
    if "merged from the right" in wrong:
        return merged(word[::-1], right, left, token, set(), vocabulary)[::-1]
    out: list[int] = []
    place, is_merged = 0, False
    stop = len(word) - ("last pair not merged" in wrong)
    while place < len(word):
        if place == len(word) - 1 and "last symbol lost" in wrong:
            break
        is_pair = place + 1 < stop and word[place] == left and word[place + 1] == right
        if is_pair and not (is_merged and "first occurrence only" in wrong):
            out.append(token)
            is_merged = True
            again = word[place + 1 : place + 3] == [left, right] and "overlaps merged twice" in wrong
            place += 1 if again else 2
        else:
            out.append(word[place])
            place += 1
    return out


def as_bytes(shown: str) -> bytes:
    value = {each: byte for byte, each in PRINTED.items()}
    return bytes(value[each] for each in shown) if all(each in value for each in shown) else shown.encode()


def settle(tied: list[Pair], vocabulary: Vocabulary, ties: str, wrong: set[str]) -> Pair:
    """One of the tied pairs."""
    shown, compared, order = vocabulary.shown, vocabulary.compared, vocabulary.order
    if "ties by length" in wrong:
        return max(tied, key=lambda pair: len(shown[pair[0]]) + len(shown[pair[1]]))
    if "ties by printed characters" in wrong:
        return max(tied, key=lambda pair: (shown[pair[0]], shown[pair[1]]))
    if "ties by joined token" in wrong:
        return max(tied, key=lambda pair: compared[pair[0]] + compared[pair[1]])
    if "ties by greatest ids" in wrong:
        return max(tied, key=lambda pair: (order[pair[0]], order[pair[1]]))
    if ties == "first":
        return tied[0]
    if ties == "greatest":
        return max(tied, key=lambda pair: (compared[pair[0]], compared[pair[1]]))
    return min(tied, key=lambda pair: (order[pair[0]], order[pair[1]]))
