"""Finding words: which cause or missing merge was found, how certain that is, and what was ruled out.

The sentences are the same in the app, in a test and in a terminal.

>>> from bpe_core.studies.diagnosis.diagnosis import diagnose
>>> corpus = Corpus.from_word_counts({"mango": 9, "banana": 3, "nab": 4})
>>> merges = [("a", "n"), ("m", "an"), ("man", "g"), ("n", "a"), ("b", "an"), ("ban", "an")]
>>> print(cause(diagnose(corpus, merges, PROFILES["hf_course"].config)))
In your trainer the last pair of each word is never counted. With this, the rules of ...
"""

from functools import reduce

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.phrases import Phrase, in_words, together
from bpe_core.profiles import PROFILES
from bpe_core.studies.diagnosis.changes import Cause, Change
from bpe_core.studies.diagnosis.diagnosis import Findings
from bpe_core.studies.diagnosis.rules import SkippedMerge
from bpe_core.studies.diagnosis.search import LONGEST_WORD, MOST_SYMBOLS

ABOUT_CODE = Phrase(
    "Look in your code for what the lines with a minus do; those with a plus are right. They are lines of"
    " bpe_core."
)
"""What to do with the code of causes."""

CAUSES_NAMED = 3
"""How many are named at once of causes that make the same merges."""


def cause(findings: Findings) -> Phrase:
    """What explains the merges: everything that is done otherwise, with each of the equally simple causes."""
    first, *others = [_said(each, findings) for each in findings.causes[:CAUSES_NAMED]]
    rules = findings.closest.title
    if findings.causes[0].is_spelling:
        spelled = "All {total} merges are those of {rules}, but for a sign: {wrong}."
        return Phrase(spelled, total=findings.merges, rules=rules, wrong=first)
    whole = "In your trainer {wrong}. With this, the rules of {rules} make all {total} of your merges."
    if not findings.is_certain:
        whole = (
            "Perhaps {wrong}. With this, the rules of {rules} make {total:your merge|all # of your merges}."
        )
    if others:
        first = Phrase("either {first}", first=first)
        if shared := _shared(findings):
            said = in_words([Phrase("{said}", said=each.sentence) for each in shared])
            first = Phrase("{said}, and {first}", said=said, first=first)
    wrong = reduce(
        lambda before, after: Phrase("{before}, or {after}", before=before, after=after), others, first
    )
    sentence = Phrase(whole, wrong=wrong, rules=rules, total=findings.merges)
    if others or findings.is_certain:
        return sentence
    return together(sentence, Phrase("This is not certain, because only few of your merges show it."))


def as_well(findings: Findings) -> Phrase:
    """The causes that make the same merges, beyond those in the answer; empty where there are none."""
    others = [_said(each, findings) for each in findings.causes[CAUSES_NAMED:]]
    if not others:
        return Phrase("")
    either = reduce(lambda before, after: Phrase("{before}; or {after}", before=before, after=after), others)
    return Phrase("These make your merges too: {either}.", either=either)


def what_tells(findings: Findings) -> Phrase:
    """What would tell several causes apart; empty for one."""
    if len(findings.causes) == 1:
        return Phrase("")
    return Phrase(
        "On this corpus they make the same merges. Paste the counts beside your merges too, or more merges,"
        " to tell them apart."
    )


def _shared(findings: Findings) -> list[Change]:
    """What is done otherwise in all of several causes."""
    first, *others = findings.causes
    return [change for change in first.changes if others and all(change.name in each.key for each in others)]


def _said(each: Cause, findings: Findings) -> Phrase:
    """What is done otherwise and not in all causes, with the rules where they are not those of the first."""
    shared = {change.name for change in _shared(findings)}
    changes = [change for change in each.changes if change.name not in shared]
    said = in_words([Phrase("{said}", said=change.sentence) for change in changes])
    if each.profile == findings.causes[0].profile or each.profile is None:
        return Phrase("{said}", said=said)
    return Phrase("{said} (with the rules of “{title}”)", said=said, title=PROFILES[each.profile].title)


def code_of(findings: Findings) -> tuple[str, ...]:
    """The lines of what all causes do, then of each that is named."""
    causes, shared = findings.causes[:CAUSES_NAMED], _shared(findings)
    own = ([change for change in each.changes if change not in shared] for each in causes)
    codes = ("\n\n".join(filter(None, (change.code for change in changes))) for changes in (shared, *own))
    return tuple(dict.fromkeys(filter(None, codes)))


def noticeable(config: BPEConfig, corpus: Corpus) -> Phrase:
    """What rules do to a corpus that one would notice, to follow their name; empty where that is nothing.

    >>> print(noticeable(PROFILES["textbook_lowercase"].config, Corpus.from_text("A Hug")))
    , which put the text in lower case: your corpus has 2 capitals
    """
    texts = (*map(str, corpus.documents), *(word for word, _ in corpus.entries))
    capitals = sum(each != each.lower() for text in texts for each in text)
    if not capitals or "lowercase" not in config.normalizers:
        return Phrase("")
    return Phrase(
        ", which put the text in lower case: your corpus has {n:one capital|# capitals}", n=capitals
    )


def missing_merge(skipped: SkippedMerge) -> Phrase:
    """The one merge that is missing, and how many of those after it are right once it is there."""
    missing = (
        "A merge is missing: {it.pair:pair} should be merge {it.rank:rank}."
        " With it, {it.right:the one after it is|the # after it are} right."
    )
    if skipped.wrong:
        missing = (
            "A merge is missing: {it.pair:pair} should be merge {it.rank:rank}."
            " With it, {it.right:the one after it is|the # after it are} right, and {it.wrong:,} not."
        )
    return Phrase(missing, it=skipped)


def end_mark(findings: Findings) -> Phrase:
    """What a list that is right without an end mark may be with one; empty for others.

    A loop that skips the last pair of each word gives the merges of rules without a mark.
    """
    fit = findings.closest
    if fit.deviations or fit.config.word_boundary != "none" or fit.config.alphabet == "bytes":
        return Phrase("")
    return Phrase(
        "No merge has an end mark such as </w>. If yours adds one to each word, the last pair of a word is"
        " never counted: choose “{title}” under Compare with.",
        title=PROFILES["textbook"].title,
    )


def ruled_out(findings: Findings) -> Phrase:
    """What is not the cause, and what was not tried; empty where the cause was found."""
    if findings.is_named or not findings.closest.deviations:
        return Phrase("")
    sentences = []
    if findings.mistakes_tried:
        out = "{tried:,} known mistakes in code were tried, and none makes all of your merges."
        sentences.append(Phrase(out, tried=findings.mistakes_tried))
    if findings.is_too_large:
        untried = (
            "Words were not looked into where the different ones have more than {symbols:,} characters, or"
            " one has more than {longest:,}. To have them tried, train yours on a part of the corpus."
        )
        sentences.append(Phrase(untried, symbols=MOST_SYMBOLS, longest=LONGEST_WORD))
    return together(*sentences)
