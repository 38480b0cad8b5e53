"""The Tokenize page in the list of pages."""

from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_ui.frame.ancestry.stories import Tokens, trained
from bpe_ui.pages.tokenize import page, save_panel
from bpe_ui.pages.tokenize.compare.table import columns
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings.state import FILE, Tokenize, TokenizeSettings
from bpe_ui.pages.tokenize.vocabulary.tokenizer_tokens import TokenizerTokens
from bpe_ui.stage.text.sentences import say
from bpe_ui.visit.registry.pages import Page
from bpe_ui.visit.visit import Visit


def of_text(visit: Visit, detail: str, position: int | None) -> Tokens:
    """The tokens of the page's own tokenizer."""
    loaded = visit.state(Tokenize).from_file()
    if loaded is not None:
        return TokenizerTokens(loaded.tokenizer)
    if visit.in_lesson == "rules":  # whose text is a list of rules
        return TokenizerTokens(tokenizer_of_rules(visit.state(Tokenize).text_of(visit.training), ""))
    return trained(visit, "", visit.state(Tokenize).merges_used(visit.training, predicting=visit.predicting))


def _compared(visit: Visit, detail: str, position: int | None) -> Tokens | None:
    """The tokens of a column in Compare."""
    request = visit.state(Tokenize).request(visit.training, predicting=visit.predicting)
    found = columns(visit, request)
    if not detail.isdecimal() or int(detail) >= len(found):
        return None
    kept, tokenizer = found[int(detail)]
    return TokenizerTokens(tokenizer, say("Of {title}.", title=kept.title))


def _uses_training(visit: Visit) -> bool:
    """Whether the training is on screen: as the page's tokenizer, or beside others."""
    tokenize = visit.state(Tokenize)
    return tokenize.merges != FILE or tokenize.view == "compare"


PAGE = Page(
    "Tokenize",
    "pages/tokenize.py",
    page.draw_tokenize,
    uses_training=_uses_training,
    progress="above",
    settings=TokenizeSettings,
    state=Tokenize,
    in_share=save_panel.draw_in_share,
    token_sources={"text": of_text, "compared": _compared},
    tokens="text",
    at="step",
    on_page=lambda visit: (visit.state(Tokenize).view, visit.state(RulesStage)),
)
