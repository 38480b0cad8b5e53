"""Checks merges: compares what a trainer learned with a profile, with rules, or with expected merges.

>>> words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
>>> right = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s")]
>>> check_merges(right, words, "hf_course")
All 6 merges are those of “Hugging Face course rules”.
>>> check_merges(right[:1] + right[2:], words, "hf_course").facts
('A merge is missing: u + n should be merge 2. With it, the 4 after it are right.',)

The causes come from `diagnosis`, in its words: the app would name the same ones.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase
from bpe_core.profiles import PROFILES
from bpe_core.progress import OnProgress, Stop, stop_after, tell_nobody
from bpe_core.stepper import BPEStepper
from bpe_core.studies.diagnosis import (
    Findings,
    RuleFit,
    diagnose,
    finding_sentences,
    smallest_corpus,
)
from bpe_core.studies.diagnosis.forced_history import written_for
from bpe_core.studies.grading.report import CheckedMerges, EvidenceRow, LikelyCause, Report
from bpe_core.studies.user_merges import UserMerges, user_merges_of
from bpe_core.tokenizer import BPETokenizer, Tokenizer
from bpe_core.validation import check_choice, checked_integer, is_listing, shown

SMALLEST_SECONDS = 10
"""How long the smallest corpus is made smaller."""

ABOUT_NO_RULES = "No rules known here make the merges expected, so that no cause is named."
ABOUT_BASE = "Causes are named only for trainings that begin with nothing."

_CHARACTERS_NAMED = 5


@dataclass(frozen=True)
class _Right:
    """What merges should be."""

    title: str
    config: BPEConfig
    profile: str = ""  # its name, if one was given
    expected: tuple[Pair, ...] = ()  # the merges, if no rules make them


def check_merges(
    mine: object,
    corpus: object,
    like: object,
    *,
    merges: int | None = None,
    base: Tokenizer | str | os.PathLike[str] | None = None,
    tell: OnProgress = tell_nobody,
) -> Report:
    """Compare merges with a profile (by name), a `BPEConfig` or a list of expected merges.

    `mine` and expected merges are lists, dicts or files, as for `user_merges_of`; `corpus` is a `Corpus`, a
    text, a list of documents, words with counts, or the path of a file. `merges` is how many there must be;
    without it, and without a limit of the rules, any number is right. With a `base`, a tokenizer or its file,
    `mine` must begin with all its merges, and `merges` counts those after them. What cannot be read is
    reported as "unreadable". Raises `BPEError` if the corpus, `like` or the base is invalid.
    """
    corpus = corpus_of(corpus)
    right = _right(like, corpus, merges)
    try:
        given = user_merges_of(mine)
    except ComparisonError as error:
        return Report("unreadable", str(error))
    pairs = given.pairs
    if base is not None:
        return _without_rules(pairs, _going_on(base, corpus, right, len(pairs), tell), ABOUT_BASE)
    if right.expected:
        return _without_rules(pairs, right)
    asked = 0  # any number of merges is right
    if right.config.max_merges is not None or right.config.vocab_size is not None:
        stepper = BPEStepper(corpus, right.config, tell=tell)
        stepper.run(tell=tell)
        asked = stepper.position
    findings = diagnose(corpus, pairs, right.config, given.counts, given.words, tell=tell)
    report = _report(findings, corpus, given, right, max(len(pairs), asked), tell)
    return replace(report, comparison=CheckedMerges(corpus, pairs, right.config, right.profile))


def corpus_of(given: object) -> Corpus:
    """The corpus that somebody gave; a text is a text, a path a file. Raises `CorpusError`."""
    if isinstance(given, Corpus):
        return given
    if isinstance(given, os.PathLike):
        return Corpus.from_file(given)
    if isinstance(given, Mapping):
        return Corpus.from_word_counts(given)
    if is_listing(given):
        return Corpus.from_documents(given)  # type: ignore[arg-type]
    return Corpus.from_text(given)  # type: ignore[arg-type]


def _right(like: object, corpus: Corpus, merges: int | None) -> _Right:
    if merges is not None:
        merges = checked_integer("merges", merges, ComparisonError, least=1)
    if isinstance(like, str) and "\n" not in like:
        check_choice("like", like, PROFILES, ComparisonError)
        like = PROFILES[like].config
    if isinstance(like, BPEConfig):
        without_limits = replace(like, max_merges=None, vocab_size=None)
        profile = next((name for name in PROFILES if PROFILES[name].config == without_limits), "")
        title = f"“{PROFILES[profile].title}”" if profile else "the rules given"
        return _Right(title, _limited(like, merges), profile)
    expected = user_merges_of(like).pairs[:merges]
    rules = diagnose(corpus, expected).closest
    config = _limited(rules.config, len(expected))
    return _Right("the merges expected", config, expected=expected if rules.deviations else ())


def _going_on(
    base: Tokenizer | str | os.PathLike[str], corpus: Corpus, right: _Right, number: int, tell: OnProgress
) -> _Right:
    """The merges of a base and those learned after them, so many that they can be held against `number`."""
    if isinstance(base, str | os.PathLike):
        base = BPETokenizer.from_file(base)
    stepper = BPEStepper(corpus, right.config, base=base, tell=tell)
    learned = max(number - stepper.base_merges, 0)
    stepper.run(None if stepper.furthest is not None else stepper.given_merges + learned, tell=tell)
    return replace(right, title=f"{right.title} after the base", expected=tuple(stepper.tokenizer().merges))


def _limited(config: BPEConfig, merges: int | None) -> BPEConfig:
    return config if merges is None else replace(config, max_merges=merges, vocab_size=None)


def _report(
    findings: Findings, corpus: Corpus, given: UserMerges, right: _Right, asked: int, tell: OnProgress
) -> Report:
    fit, number = findings.closest, findings.merges
    if not fit.deviations:
        return _all_right(number, asked, right.title)
    causes, first = findings.causes, fit.deviations[0]
    absent = _absent_characters(fit)
    if absent and not causes and 2 * fit.agreeing < number:
        other_corpus = (
            f"Your merges use {absent}, which the corpus does not contain: they were learned from another"
            " corpus, or it was read differently."
        )
        return Report("unreadable", other_corpus, asked=asked)
    skipped = findings.skipped_merge
    if skipped is None:
        agreeing, facts = fit.agreeing, [str(first.sentence)]
    else:
        agreeing, facts = number - skipped.wrong, [str(finding_sentences.missing_merge(skipped))]
    if absent and not causes:
        facts.append(f"Your merges use {absent}, which the corpus does not contain.")
    if causes and causes[0].is_spelling:
        agreeing = number
    test = _smallest_test(corpus, findings, given.in_bytes, tell) if causes else ""
    which = "Your merge" if number == 1 else f"Merge {first.rank + 1:,} of your {number:,}"
    headline = f"{which} differs from {right.title}."
    if findings.all_by is not None:
        other = PROFILES[findings.all_by].title
        headline = f"All {number:,} merges are those of “{other}”, not of {right.title}: {headline}"
    return Report(
        "different",
        headline,
        rows=(
            EvidenceRow("yours", first.pair, first.count),
            EvidenceRow("expected", first.best or (), first.best_count),
        ),
        facts=tuple(facts),
        causes=(_likely_cause(findings),) if causes else (),
        more=_more(findings) if skipped is None else (),
        test=test,
        step=first.rank + 1,
        right=agreeing,
        asked=max(asked, number + (skipped is not None)),
    )


def _absent_characters(fit: RuleFit) -> str:
    """The characters that the corpus lacks, the first of them by name; empty where it has all."""
    named = ", ".join(map(shown, fit.absent[:_CHARACTERS_NAMED]))
    return f"{named}, …" if len(fit.absent) > _CHARACTERS_NAMED else named


def _likely_cause(findings: Findings) -> LikelyCause:
    code = finding_sentences.code_of(findings)
    hints: tuple[str, ...] = finding_sentences.what_tells(findings), finding_sentences.as_well(findings)
    if code:
        hints = finding_sentences.ABOUT_CODE, *hints
    return LikelyCause(
        finding_sentences.cause(findings), findings.is_certain, code, " ".join(filter(None, hints))
    )


def _more(findings: Findings) -> tuple[str, ...]:
    """The evidence, how many of all choices match the rules, and what was ruled out."""
    fit, number = findings.closest, findings.merges
    matching = f"{fit.agreeing:,} of your {number:,} choices match the rules." if number > 1 else ""
    if findings.causes:
        matching = ""
    shown = [each.sentence for each in findings.evidence]
    return tuple(filter(None, [*shown, matching, finding_sentences.ruled_out(findings)]))


def _smallest_test(corpus: Corpus, findings: Findings, in_bytes: bool, tell: OnProgress) -> str:
    """The smallest corpus that is found in ten seconds and shows every cause named, as a test; empty
    without one."""
    is_over = stop_after(SMALLEST_SECONDS)

    def tell_in_time(progress: Any) -> None:
        tell(progress)
        is_over(progress)

    causes, least = findings.causes[: finding_sentences.CAUSES_NAMED], findings.closest.config.min_frequency
    try:
        small = smallest_corpus(corpus, causes, least, tell=tell_in_time)
    except Stop:
        return ""
    return "" if small is None else small.test(in_bytes=in_bytes)


def _all_right(number: int, asked: int, title: str) -> Report:
    of_all = "The merge is that" if number == 1 else f"All {number:,} merges are those"
    if number >= asked:
        return Report("same", f"{of_all} of {title}.", right=number, asked=number)
    said = f"{of_all} of {title}, but {asked:,} are asked for."
    return Report("unreadable", said, right=number, asked=asked)


def _without_rules(pairs: Sequence[Pair], right: _Right, why_no_cause: str = ABOUT_NO_RULES) -> Report:
    """The first difference from merges that no rules alone make, without a cause."""
    mine, expected = (list(written_for(each, right.config.alphabet)) for each in (pairs, right.expected))
    differing = (rank for rank, pair in enumerate(mine) if expected[rank : rank + 1] != [pair])
    rank = next(differing, len(mine))
    if rank == len(mine):
        return _all_right(rank, len(expected), right.title)
    takes, best = "Your merge {rank:rank} takes {mine:pair}; no more is expected.", expected[rank : rank + 1]
    if best:
        takes = "Your merge {rank:rank} takes {mine:pair}; expected is {best[0]:pair}."
    return Report(
        "different",
        f"Merge {rank + 1:,} of your {len(mine):,} differs from {right.title}.",
        facts=(Phrase(takes, rank=rank, mine=mine[rank], best=best),),
        more=(why_no_cause,),
        step=rank + 1,
        right=rank,
        asked=max(len(mine), len(expected)),
    )
