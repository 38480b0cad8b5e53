"""A text in the tokens of two tokenizers, and why they differ on a passage."""

from bpe_core.studies.tokenizer_difference import TokenizerDifference
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.frame.widgets.fields import shown_in
from bpe_ui.pages.tokenize.compare import sentences
from bpe_ui.pages.tokenize.compare.table import Compared
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.stage.html import cuts, markup
from bpe_ui.stage.text.byte_parts import seen
from bpe_ui.stage.text.visible import beginning
from bpe_ui.visit.session import session

PASSAGES_SHOWN = 300
"""How many passages are shown at most."""


def draw_differences(text: str, first: tuple[int, Compared], second: tuple[int, Compared]) -> None:
    """The text with the tokens of both, each with its place in the table, and the cause of a difference."""
    names = [column.kept.title for _, column in (first, second)]
    difference = TokenizerDifference(first[1].tokenizer, second[1].tokenizer, text)
    passages = len(difference.passages)
    counts = sentences.counts(difference.tokens, len(difference.differing), passages)
    show(markup.line(counts, terms=["passage"]))
    show_note(
        "The text, with the tokens of the first ({first}) and the second ({second}) below it.",
        first=names[0],
        second=names[1],
    )
    sources = f"compared/{first[0]}", f"compared/{second[0]}"
    tokenizers = first[1].tokenizer, second[1].tokenizer
    shown = difference.passages[:PASSAGES_SHOWN]
    show(cuts.passages(shown, text, sources, lambda side, tokens: seen(tokenizers[side], tokens)))
    if passages > PASSAGES_SHOWN:
        show_note(
            "The first {shown:,} of {passages:,} passages are shown.", shown=PASSAGES_SHOWN, passages=passages
        )
    if difference.differing:
        _cause(difference, text)


def _cause(difference: TokenizerDifference, text: str) -> None:
    """Why the two differ on the first passage, or on the one that a person chose."""
    numbered = dict(enumerate(difference.differing, start=1))
    number = session().state(Tokenize).difference
    number = number if number in numbered else 1
    choose_from_list(
        "Why do they differ on",
        {
            number: f"{number:,}. {beginning(text[passage.start : passage.end])}"
            for number, passage in numbered.items()
        },
        width=420,
        **shown_in("difference", of="tokenize", to_widget=lambda chosen: number),
    )
    why = difference.explanation(numbered[number])
    card = markup.card(sentences.TITLES[why.kind], markup.lines(sentences.explanation(why)), mark="differs")
    show(markup.cards([card]))
