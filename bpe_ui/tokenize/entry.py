"""The Tokenize page in the list of pages."""

from dataclasses import replace

from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_ui.ancestry.sources import tokens_at, trained
from bpe_ui.ancestry.stories import Tokens
from bpe_ui.registry.pages import Page
from bpe_ui.text.sentences import say
from bpe_ui.tokenize import page
from bpe_ui.tokenize.rules.stage import RulesStage
from bpe_ui.tokenize.settings.state import ALL, HERE, Tokenize, TokenizeSettings
from bpe_ui.tokenize.two import differences
from bpe_ui.tokenize.vocabulary.tokenizer_tokens import TokenizerTokens
from bpe_ui.visit.visit import Visit


def of_text(visit: Visit, detail: str, position: int | None) -> Tokens:
    """The tokens of the page's own tokenizer."""
    loaded = visit.of(Tokenize).from_file()
    if loaded is not None:
        return TokenizerTokens(loaded.tokenizer)
    if visit.in_lesson == "rules":  # whose text is a list of rules
        return TokenizerTokens(tokenizer_of_rules(visit.of(Tokenize).text_of(visit.training), ""))
    return trained(visit, "", visit.of(Tokenize).merges_used(visit.training, predicting=visit.predicting))


def _second_tokenizer(visit: Visit, detail: str, position: int | None) -> Tokens | None:
    file, training = visit.of(Tokenize).second_from_file(), visit.training.stepper
    whose = say("Of the second tokenizer.")
    if file is not None:
        return TokenizerTokens(file.tokenizer, whose)
    if visit.of(Tokenize).second in (HERE, ALL):
        at = training.position if visit.of(Tokenize).second == HERE else training.known_merges
        return replace(tokens_at(training, at), whose=whose)
    known = visit.works.get(differences.VIEW)
    if known is None or known.result is None:
        return None
    return replace(tokens_at(known.result.steppers[0], known.result.merges), whose=whose)


def _by_hand(visit: Visit, detail: str, position: int | None) -> Tokens:
    typed = visit.of(Tokenize)
    return TokenizerTokens(tokenizer_of_rules(typed.rules_by_hand, typed.word_by_hand))


PAGE = Page(
    "Tokenize",
    "pages/tokenize.py",
    page.draw,
    progress="above",
    settings=TokenizeSettings,
    state=Tokenize,
    token_sources={"text": of_text, "second_tokenizer": _second_tokenizer, "by_hand": _by_hand},
    tokens="text",
    at="step",
    on_page=lambda visit: (visit.of(Tokenize).view, visit.of(RulesStage)),
)
