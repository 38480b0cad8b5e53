"""Whose tokens a picture shows, by the name that the picture has for them.

In: the visit, and what a picture says in its attribute `data-tokens`: a name of `SOURCES`, with a detail such
as the number of a column. Out: the tokens, which are asked for one of them.
"""

from collections.abc import Callable, Mapping

from bpe_core import BPEStepper
from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_ui.ancestry.stories import ListedTokens, Tokens, TokensOf, TrainedTokens
from bpe_ui.ancestry.tokenizer_tokens import TokenizerTokens
from bpe_ui.compare.state import Compare
from bpe_ui.compare.titles import titles_listed
from bpe_ui.hood.state import Hood
from bpe_ui.learn.state import Learn
from bpe_ui.tokenize.state import ALL, HERE, Tokenize
from bpe_ui.visit import Visit

SECOND_TOKENIZER = "second_tokenizer"
"""The long work that trains the second tokenizer of Tokenize."""

Source = Callable[[Visit, str, int | None], Tokens | None]
"""The tokens of a visit: the detail in the name, and the position of the picture where it has one."""


def tokens_of(visit: Visit, name: str, position: int | None) -> Tokens | None:
    """The tokens of a picture; None where the page has no such picture any more."""
    kind, _, detail = name.partition("/")
    return SOURCES[kind](visit, detail, position) if kind in SOURCES else None


def _trained(visit: Visit, detail: str, position: int | None) -> Tokens:
    # A lesson asks what comes, as predicting does.
    tells_future = not (visit.predicting or visit.in_lesson)
    return _at(visit.training.stepper, position, tells_future=tells_future)


def _of_text(visit: Visit, detail: str, position: int | None) -> Tokens:
    loaded = visit.of(Tokenize).from_file()
    if loaded is not None:
        return TokenizerTokens(loaded.tokenizer)
    if visit.in_lesson == "rules":  # where the text is a list of them
        return TokenizerTokens(tokenizer_of_rules(visit.of(Tokenize).text_of(visit.training), ""))
    return _trained(visit, "", visit.of(Tokenize).merges_used(visit.training, predicting=visit.predicting))


def _second_tokenizer(visit: Visit, detail: str, position: int | None) -> Tokens | None:
    file, training = visit.of(Tokenize).second_from_file(), visit.training.stepper
    if file is not None:
        tokens: Tokens = TokenizerTokens(file.tokenizer)
    elif visit.of(Tokenize).second in (HERE, ALL):
        at = training.position if visit.of(Tokenize).second == HERE else training.known_merges
        tokens = _at(training, at)
    else:
        second = visit.works.get(SECOND_TOKENIZER)
        if second is None or second.result is None:
            return None
        tokens = _at(second.result.steppers[0], second.result.merges)
    return TokensOf(tokens, ("Of the second tokenizer.",))


def _by_hand(visit: Visit, detail: str, position: int | None) -> Tokens:
    typed = visit.of(Tokenize)
    return TokenizerTokens(tokenizer_of_rules(typed.rules_by_hand, typed.word_by_hand))


def _on_train(visit: Visit, detail: str, position: int | None) -> Tokens:
    return TokensOf(_trained(visit, detail, position), ("By the rules on Train.",))


def _column(visit: Visit, detail: str, position: int | None) -> Tokens | None:
    columns = visit.of(Compare).columns
    if columns is None or not detail.isdecimal():
        return None
    comparison, number = columns.comparison, int(detail)
    if number >= len(comparison.columns):
        return None
    at = comparison.length if position is None else position
    whose = "In the column ", *titles_listed([comparison.columns[number].title]), "."
    return TokensOf(_at(comparison.steppers[number], at), whose)


def _hood(visit: Visit, detail: str, position: int | None) -> Tokens | None:
    picture = visit.of(Hood).stage.picture
    if picture is not None and picture.merges:
        return ListedTokens(picture.ids, picture.merges)
    return _at(visit.training.stepper, visit.training.stepper.known_merges)


def _second_training(visit: Visit, detail: str, position: int | None) -> Tokens | None:
    work = visit.works.get("charts")
    return None if work is None or work.result is None else _at(work.result.steppers[0], position)


def _in_part(source: Source) -> Source:
    """The same in the part of a lesson that is on screen."""

    def of_part(visit: Visit, detail: str, position: int | None) -> Tokens | None:
        part = visit.of(Learn).parts.get(visit.of(Learn).key())
        return None if part is None else source(part, detail, position)

    return of_part


def _at(stepper: BPEStepper, position: int | None = None, *, tells_future: bool = True) -> TrainedTokens:
    """The tokens at a position; without one, where the stepper stands."""
    wanted = stepper.position if position is None else position
    return TrainedTokens(stepper, min(wanted, stepper.known_merges), tells_future)


SOURCES: Mapping[str, Source] = {
    "train": _trained,
    "text": _of_text,
    "second_tokenizer": _second_tokenizer,
    "by_hand": _by_hand,
    "column": _column,
    "on_train": _on_train,
    "charted": _second_training,
    "hood": _hood,
    "part": _in_part(_trained),
    "part_text": _in_part(_of_text),
}
"""Every picture whose tokens open."""
