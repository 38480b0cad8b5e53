"""The totals at the end: vocabularies, symbols and compression of the columns."""

from collections.abc import Sequence
from operator import attrgetter

from bpe_core import BPEConfig
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.studies.comparison import ColumnSummary, Comparison, LearnedToken
from bpe_ui.frame.widgets.display import show
from bpe_ui.pages.compare.settings.titles import fitting_titles, titles_listed
from bpe_ui.stage.html import chips, markup, tables
from bpe_ui.stage.text.sentences import Sentence, named, say

GROUPS_NAMED, TOKENS_NAMED = 3, 12
"""How many groups of columns are named with the tokens that only they learn, and how many of their tokens."""


def draw_numbers(comparison: Comparison) -> None:
    """The sentences with the tokens, and the totals."""
    summaries, tokens = comparison.summaries(), comparison.tokens()
    titles = [column.title for column in summaries]
    show(markup.headline(vocabularies(summaries, tokens)))
    if learned := who_learns(titles, tokens):
        lines = (chips.tokens_of(f"column/{column}", markup.line(sentence)) for column, sentence in learned)
        show(chips.join(lines))
    if len({column.symbols_at_start for column in summaries}) > 1:
        show(markup.quiet_line(why_starts_differ(comparison, summaries)))
    heads = "Column", "Symbols", "Compression", "Vocabulary"
    totals = []
    for column, title in zip(summaries, fitting_titles(titles), strict=True):
        symbols = f"{column.symbols_at_start:,} → {column.symbols:,}"
        totals.append((title, symbols, f"{column.compression:.2f}×", column.vocabulary_size))
    show(tables.numbers("The columns in numbers", heads, totals))


def vocabularies(summaries: Sequence[ColumnSummary], tokens: Sequence[LearnedToken]) -> Sentence:
    """How much of the vocabularies is shared."""
    shared = summaries[0].tokens_shared
    most = max(column.merges for column in summaries)
    if not most:
        return say("No column learns a token.")
    if any(column.merges != shared for column in summaries):
        alike = "some"
    else:
        alike = "in order" if all(len(set(entry.ranks)) == 1 for entry in tokens) else "all"
    return say(_VOCABULARIES[alike], shared=shared, most=most)


_VOCABULARIES = {
    "some": "All columns learn {shared} {shared:token|tokens} in common, of up to {most} each.",
    "all": "All columns learn the same {shared} {shared:token|tokens}: only the order differs.",
    "in order": "All columns learn the same {shared} {shared:token|tokens}, in the same order.",
}
"""What is said of the vocabularies, by how they are alike."""


def who_learns(titles: Sequence[str], tokens: Sequence[LearnedToken]) -> list[tuple[int, Sentence]]:
    """`All learn un.`, `A and B learn pug.`, `C learns hugs.`, each with a column; empty if all agree."""
    shared = [entry.token for entry in tokens if entry.shared]
    if len(shared) == len(tokens):
        return []
    groups: dict[tuple[int, ...], list[str]] = {}
    for entry in tokens:
        if not entry.shared:
            learners = tuple(column for column, rank in enumerate(entry.ranks) if rank is not None)
            groups.setdefault(learners, []).append(entry.token)
    short = fitting_titles(titles)
    sentences: list[tuple[int, Sentence]] = []
    if shared:
        sentences.append((0, say("All learn {tokens}.", tokens=named(shared, TOKENS_NAMED))))
    for learners, learned in list(groups.items())[:GROUPS_NAMED]:
        who = titles_listed([short[column] for column in learners])
        learn = "{who} {n:learns|learn} {tokens}."
        sentences.append(
            (learners[0], say(learn, who=who, n=len(learners), tokens=named(learned, TOKENS_NAMED)))
        )
    if more := sum(map(len, list(groups.values())[GROUPS_NAMED:])):
        sentences.append(
            (0, say("{n} more {n:token is|tokens are} learned by only some of the columns.", n=more))
        )
    return sentences


def why_starts_differ(comparison: Comparison, summaries: Sequence[ColumnSummary]) -> Sentence:
    """Why the columns begin with different numbers of symbols, so that compression does not compare."""
    at_start = attrgetter("symbols_at_start")
    fewest, most = min(summaries, key=at_start), max(summaries, key=at_start)
    rules = [comparison.columns[summaries.index(column)].config for column in (fewest, most)]
    reasons = starts_with_fewer(*rules)
    return say(
        "The columns start with {fewest.symbols_at_start:,} to {most.symbols_at_start:,} symbols, so their"
        " compression cannot be compared. {fewest.title} starts with fewer than {most.title}{because}.",
        fewest=fewest,
        most=most,
        because=say(": {reasons}", reasons=", and ".join(reasons)) if reasons else (),
    )


def _drops_spaces(rules: BPEConfig) -> bool:
    """Whether no word can contain a space."""
    pre_tokenizer = PRE_TOKENIZERS[rules.pre_tokenizer]
    return pre_tokenizer.cuts_at_spaces and not pre_tokenizer.space


def starts_with_fewer(fewer: BPEConfig, more: BPEConfig) -> list[str]:
    """What in the first rules leaves fewer base symbols of a text than the second rules."""
    reasons = []
    if _drops_spaces(fewer) and not _drops_spaces(more):
        reasons.append("spaces are not symbols there")
    if more.word_boundary == "end_symbol" != fewer.word_boundary:
        reasons.append("words have no end symbol there")
    if (fewer.alphabet, more.alphabet) == ("characters", "bytes"):
        reasons.append("a character is one symbol there, however many bytes it has")
    return reasons
