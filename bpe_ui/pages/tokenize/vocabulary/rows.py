"""Which tokens of a vocabulary are listed, and the columns of the list."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from bpe_core.studies.split_characters import held_by
from bpe_core.studies.unreachable import taken_first
from bpe_core.studies.vocabulary_study import KINDS, Entry, MergeRule, VocabularyStudy
from bpe_core.tokenizer import Tokenizer
from bpe_ui.pages.tokenize.settings.state import TokenizeSettings
from bpe_ui.stage.text.byte_parts import in_text
from bpe_ui.stage.text.sentences import plain_text
from bpe_ui.stage.text.visible import beginning
from bpe_ui.visit.training.training import Training
from bpe_ui.visit.training.words_view import ListPage, page_of

PAGE = 100
"""How many tokens are listed at once."""


@dataclass(frozen=True)
class Listing:
    """A vocabulary, and where its tokens occur."""

    study: VocabularyStudy
    """The vocabulary."""

    in_text: Counter[int | None]
    """How often each token occurs in the text on screen, by id."""

    training: Training | None = None
    """The training that learned it; None if it is from a file."""

    merges: int = 0
    """How many merges of the training it has."""

    tokenizer: Tokenizer | None = None
    """The tokenizer, for what its merges do with the text of a token."""

    @cached_property
    def in_corpus(self) -> dict[int, int] | None:
        """How often each token except the special ones occurs in the corpus; None without a training."""
        if self.training is None:
            return None
        history, uses = self.training.stepper.history, self.training.token_uses(self.merges)
        return dict(zip([*history.base_symbol_ids, *history.token_ids(0, self.merges)], uses, strict=True))

    @cached_property
    def ids_of(self) -> dict[str, Set[int]]:
        """The ids for each entry of `LISTED` except "all", if there are any."""
        ids_of: dict[str, Set[int]] = {kind: self.study.of_kind[kind] for kind in KINDS}
        uses = self.in_corpus or {}
        ids_of["unreachable"] = self.study.unreachable or set()
        ids_of["dead"] = {token_id for token_id in ids_of["learned"] if uses.get(token_id) == 0}
        return {name: ids for name, ids in ids_of.items() if ids}

    def uses(self, token_id: int) -> int:
        """How often a token occurs in the corpus or, without a training, in the text."""
        return self.in_text[token_id] if self.in_corpus is None else self.in_corpus.get(token_id, 0)

    def part(self, settings: TokenizeSettings, page: int) -> ListPage:
        """A page of the tokens that match the search, in order."""
        ids = self.study.find(settings.search)
        if settings.listed != "all":
            allowed = self.ids_of.get(settings.listed, ())
            ids = [token_id for token_id in ids if token_id in allowed]
        if settings.order == "length":
            ids.sort(key=lambda token_id: _length(self.study.token_bytes[token_id]), reverse=True)
        elif settings.order == "uses":
            ids.sort(key=lambda token_id: -self.uses(token_id))
        return page_of(ids, page, PAGE)

    def count_when_learned(self, entry: Entry) -> int | None:
        """How often the pair occurred when the training merged it."""
        if self.training is None or entry.rule is None:
            return None
        history = self.training.stepper.history
        rank: int | None = entry.rule.rank
        if self.training.stepper.base is not None:  # which has other rules, too
            if history.text_of(entry.id, self.merges) is None:
                return None
            rank = history.ancestry(entry.id).rank
        merge = None if rank is None else self.training.merge(rank)
        return None if merge is None else merge.count

    def taken_first(self, entry: Entry) -> MergeRule | None:
        """The merge that takes a part of an unreachable token first; None of any other."""
        if self.tokenizer is None or entry.id not in self.ids_of.get("unreachable", ()):
            return None
        return taken_first(self.tokenizer, entry.id)

    def frame(self, ids: Sequence[int]) -> pd.DataFrame:
        """A row for each of these tokens."""
        entries = self.study.entries(ids)
        columns = {
            "Id": [entry.id for entry in entries],
            "Token": [
                beginning(plain_text(in_text(entry.token, *held_by([entry.bytes])))) for entry in entries
            ],
            "Printed": [beginning(entry.token) for entry in entries],
            "Made from": [
                "" if entry.rule is None else " + ".join(map(beginning, entry.rule.pair)) for entry in entries
            ],
            "Merge": [None if entry.rule is None else entry.rule.rank + 1 for entry in entries],
            "Score": [self.study.scores.get(entry.id) for entry in entries],
            "Count": [self.count_when_learned(entry) for entry in entries],
            "Length": [_characters(entry.bytes) for entry in entries],
            "Bytes": [len(entry.bytes) for entry in entries],
            "Corpus": [None if self.in_corpus is None else self.in_corpus.get(entry.id) for entry in entries],
            "Text": [self.in_text[entry.id] for entry in entries],
            "Taken first": [
                f"{rule.rank + 1:,}: {' + '.join(map(beginning, rule.pair))}" if rule else ""
                for rule in map(self.taken_first, entries)
            ],
            "Marks": [
                ", ".join([mark for mark in MARKS if entry.id in self.ids_of.get(mark, ())])
                for entry in entries
            ],
        }
        frame = pd.DataFrame(columns).astype(dict.fromkeys(("Merge", "Count", "Length", "Corpus"), "Int64"))
        if frame["Token"].equals(frame["Printed"]):
            frame = frame.drop(columns="Printed")
        if not any(frame["Taken first"]):
            frame = frame.drop(columns="Taken first")
        absent = [*([] if self.training else ["Count", "Corpus"]), *([] if self.study.scores else ["Score"])]
        return frame.drop(columns=absent + ["Made from", "Merge"] * bool(self.study.without_merges))


MARKS = "added", "base", "dead", "unreachable"
"""The marks of the tokens of `LISTED` in the list."""


def _length(data: bytes) -> tuple[int, int]:
    """How many characters, where a part of one counts as one; and how many without a space at an end."""
    text = data.decode(errors="replace")
    return len(text), len(text.strip())


def _characters(data: bytes) -> int | None:
    """How many characters; None for a part of a character."""
    try:
        return len(data.decode())
    except UnicodeDecodeError:
        return None
