"""Finding words: which mistake or missing merge was found, how certain that is, and what was ruled out.

The sentences are the same in the app, in a test and in a terminal.

>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.diagnosis import diagnose
>>> corpus = Corpus.from_word_counts({"mango": 9, "banana": 3, "nab": 4})
>>> merges = [("a", "n"), ("m", "an"), ("man", "g"), ("n", "a"), ("b", "an"), ("ban", "an")]
>>> findings = diagnose(corpus, merges, PROFILES["hf_course"].config)
>>> print(cause(findings, findings.mistake))
In your trainer the last pair of each word is never counted. With this, the rules of ...
"""

from functools import reduce

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.phrases import Phrase, in_words, together
from bpe_core.profiles import PROFILES
from bpe_core.studies.diagnosis.diagnosis import Findings, FoundMistake
from bpe_core.studies.diagnosis.mistakes.fits import MistakeFit
from bpe_core.studies.diagnosis.mistakes.known_mistakes import tie_rule_mistakes
from bpe_core.studies.diagnosis.mistakes.wrong_words import LONGEST_WORD, MOST_SYMBOLS
from bpe_core.studies.diagnosis.rule_fit import SkippedMerge
from bpe_core.studies.diagnosis.rule_words import describe
from bpe_core.studies.diagnosis.segmentation import tie_rule_of

MISTAKES_NAMED = 3
"""How many are named at once of mistakes that make the same merges."""


def cause(findings: Findings, found: FoundMistake) -> Phrase:
    """What explains the merges that no rules explain: a mistake in code, as certain as it is."""
    prefix, total = found.fits[0].prefix, findings.merges
    if not found.is_whole:
        whole = "Perhaps {wrong}. With this, the rules of {rules} make the first {prefix} of your {total:,}."
    elif found.is_certain:
        whole = "In your trainer {wrong}. With this, the rules of {rules} make all {total} of your merges."
    else:
        whole = (
            "Perhaps {wrong}. With this, the rules of {rules} make {total:your merge|all # of your merges}."
        )
    first, *others = [_wrong(fit, found) for fit in found.fits[:MISTAKES_NAMED]]
    if others:
        first = Phrase("either {mistake}", mistake=first)
    wrong = reduce(
        lambda before, after: Phrase("{before}, or {after}", before=before, after=after), others, first
    )
    sentence = Phrase(whole, prefix=prefix, total=total, rules=found.rules.title, wrong=wrong)
    if found.is_certain or not found.is_whole:
        return sentence
    return together(sentence, _doubt(findings, found))


def _doubt(findings: Findings, found: FoundMistake) -> Phrase:
    if found.rules_explain_all:
        return Phrase("This is not certain, because rules without a mistake make the same merges.")
    if findings.skipped_merge is None:
        return Phrase("This is not certain, because only few of your merges show it.")
    return Phrase("This is not certain, because the missing merge alone would explain it about as well.")


def noticeable(config: BPEConfig, corpus: Corpus) -> Phrase:
    """What rules do to a corpus that one would notice, to follow their name; empty where that is nothing.

    >>> from bpe_core.corpus.corpus import Corpus
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


def as_well(found: FoundMistake) -> Phrase:
    """The mistakes that make the same merges, beyond those in the answer; empty where there are none."""
    wrong = [_wrong(fit, found) for fit in found.fits[MISTAKES_NAMED:]]
    if not wrong:
        return Phrase("")
    either = reduce(lambda before, after: Phrase("{before}; or {after}", before=before, after=after), wrong)
    return Phrase("These make your merges too: {wrong}.", wrong=either)


def which_one(found: FoundMistake) -> Phrase:
    """What to do with the lines of code, and which pages they are edits of."""
    mistakes = [fit.mistake for fit in found.fits[:MISTAKES_NAMED]]
    pages = sorted({f"{each.module}.py" for each in mistakes if each.edits})
    look = (
        Phrase("Look in your code for the lines with a minus. Those with a plus are right.")
        if len(found.fits) == 1
        else Phrase(
            "On this corpus all of these make the same merges. Look in your code for the lines with a minus"
            " in one of them. Those with a plus are right."
        )
    )
    if not pages:
        return look
    return together(look, Phrase("These are lines of bpe_core's {pages}.", pages=in_words(pages)))


def ruled_out(findings: Findings) -> Phrase:
    """What is not the cause, and what was not tried; empty where the cause was found."""
    if findings.mistake is not None or not findings.closest.deviations:
        return Phrase("")
    sentences = []
    if findings.mistakes_tried:
        out = "{tried:,} known mistakes in code were tried, and none makes your merges."
        sentences.append(Phrase(out, tried=findings.mistakes_tried))
    if findings.is_too_large:
        untried = (
            "Under the rules that come closest, known mistakes in code were not tried: the different words of"
            " this corpus have more than {symbols:,} characters, or one has more than {longest:,}."
            " To have them tried, train yours on a part of it."
        )
        sentences.append(Phrase(untried, symbols=MOST_SYMBOLS, longest=LONGEST_WORD))
    return together(*sentences)


def _wrong(fit: MistakeFit, found: FoundMistake) -> str:
    """What is done wrong, with the rules where they are not those of the first."""
    wrong = fit.mistake.sentence
    if fit.mistake.module == "heap_trainer" and fit.rule != tie_rule_of(found.rules.config):
        ties = tie_rule_mistakes()[fit.rule].sentence
        return Phrase("{wrong}, and {ties}", wrong=wrong, ties=ties)
    if fit.config == found.fits[0].config:
        return wrong
    title = Phrase("“{title}”", title=PROFILES[fit.profile].title) if fit.profile else describe(fit.config)
    return Phrase("{wrong} (with the rules of {title})", wrong=wrong, title=title)
