"""Rule words: what a set of rules is, in few plain words: the nearest profile plus what is different, or all.

>>> from dataclasses import replace
>>> textbook = PROFILES["textbook"].config
>>> describe(textbook), describe(replace(textbook, tie_break="smallest_pair"))
('Textbook', 'Textbook + smallest pair')
"""

from bpe_core.config import WORD_BOUNDARIES, BPEConfig
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers.patterns import DIGITS
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.profiles import PROFILES
from bpe_core.studies.diagnosis.forced_history import tie_rule_of
from bpe_core.tie_breaks import TIE_BREAKS

_ALWAYS_SAID = ("cut", "alphabet", "boundary", "ties")

_MOST_DIFFERENCES = 2
"""A profile with more differences is no help to understand a set of rules."""


def describe(config: BPEConfig, *, cuts_text: bool = True) -> str:
    """What a set of rules is; `cuts_text` is False for a corpus of words that are already cut."""
    whole = title_near_a_profile(config, cuts_text=cuts_text)
    if whole is None:
        aspects, usual = _aspects(config), _aspects(BPEConfig(tie_break="random"))
        if not cuts_text:
            del aspects["cut"]
        whole = ", ".join(
            words for aspect, words in aspects.items() if aspect in _ALWAYS_SAID or usual.get(aspect) != words
        )
        whole = whole[0].upper() + whole[1:]
    return whole


def title_near_a_profile(config: BPEConfig, *, cuts_text: bool = True) -> str | None:
    """The nearest profile with what is different about its merges; None where that is too much."""
    name, different = nearest_profile(config, cuts_text=cuts_text)
    if len(different) > _MOST_DIFFERENCES:
        return None
    words = [words for aspect, words in _aspects(config).items() if aspect in different]
    profile = PROFILES[name]
    return " + ".join([profile.short_title, *words]) if words else profile.title


def matching_profile(config: BPEConfig) -> str | None:
    """Return the profile with these rules; limits and the handling of unknown symbols aside."""

    def essence(config: BPEConfig) -> BPEConfig:
        return config.only(
            "words",
            "symbols",
            "counts",
            "ties",
            "ids",
            special_tokens=(),
            max_token_length=None,
            limit_alphabet=None,
        )

    wanted = essence(config)
    return next((name for name, profile in PROFILES.items() if essence(profile.config) == wanted), None)


def nearest_profile(config: BPEConfig, *, cuts_text: bool) -> tuple[str, frozenset[str]]:
    """The key of the profile that differs in the fewest rules, and in which aspects it is different."""
    aspects = _aspects(config)
    if not cuts_text:
        del aspects["cut"]
    differences = {
        name: frozenset(aspect for aspect, words in aspects.items() if theirs.get(aspect) != words)
        for name, theirs in _PROFILE_ASPECTS.items()
    }
    nearest = min(differences, key=lambda name: len(differences[name]))
    return nearest, differences[nearest]


def _aspects(config: BPEConfig) -> dict[str, str]:
    """What decides the merges, each as it is named in a list."""
    boundary = WORD_BOUNDARIES[config.word_boundary]
    minimum, times = config.min_frequency, "twice" if config.count_overlaps else "once"
    longest, letters = config.longest_token, config.in_force["limit_alphabet"]
    normalizers = " and ".join(NORMALIZERS[name].title for name in config.normalizers)
    cut, rule = PRE_TOKENIZERS[config.pre_tokenizer].title, tie_rule_of(config)
    title = TIE_BREAKS[rule.name].title.lower()
    digits = (
        f", numbers {DIGITS[config.digits].title.lower()}"
        if config.in_force["digits"] not in (None, "own")
        else ""
    )
    return {
        "normalizers": normalizers or "no normalizer",
        "cut": "the whole text as one word"
        if config.pre_tokenizer == "none"
        else f"words cut by “{cut}”{digits}",
        "alphabet": f"spelled in {config.alphabet}",
        "boundary": f"{config.marker} {boundary.place}" if boundary.marker else "no word boundary",
        "score": "by scores, as WordPiece" if config.is_wordpiece else "by counts",
        "overlaps": f"overlaps counted {times}",
        "ties": f"{title}, ids by byte value" if rule.id_order == "byte_value" else title,
        **({"length": f"no token longer than {longest:,}"} if longest else {}),
        **({"letters": f"{letters:,} characters at most"} if letters else {}),
        "minimum": f"minimum count {minimum:,}" if minimum > 1 else "no minimum count",
    }


def boundary_said(config: BPEConfig) -> str:
    """What marks where a word ends or begins.

    >>> boundary_said(BPEConfig(word_boundary="end_suffix"))
    "</w> is attached to each word's last symbol"
    """
    place = WORD_BOUNDARIES[config.word_boundary].place
    return f"{config.marker} is {place}" if place else "no marker shows where words end"


_PROFILE_ASPECTS = {name: _aspects(profile.config) for name, profile in PROFILES.items()}
