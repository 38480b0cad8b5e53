"""The HTML of words and texts that are cut in several ways, side by side.

Text enters only through `chips.token` or `in_html`, which escape it.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import count

from bpe_core.encoding import TraceStep, WordTrace
from bpe_core.studies.tokenizer_difference import Passage
from bpe_ui.stage.html import chips, markup
from bpe_ui.stage.html.chips import Html, in_html, join
from bpe_ui.stage.html.tables import region
from bpe_ui.stage.text.sentences import Sentence
from bpe_ui.stage.text.visible import reads_right_to_left

Readable = Callable[[int, Sequence[str]], Sequence[Sentence]]

STEPS_SHOWN = 30
"""The most steps of a word that are shown."""
TOKENS_SHOWN = 60
"""The most tokens of a word that are shown."""
WORDS_SHOWN = 40
"""The most words in a row that are shown."""


def cut(
    tokens: Sequence[str],
    *,
    differs: bool = False,
    new: Iterable[int] = (),
    unknown: Collection[str] = (),
    longest: int = chips.TOKEN_LENGTH_SHOWN,
    readable: Sequence[Sentence] = (),
) -> Html:
    """Tokens in a row; a row that `differs`, `new` places and `unknown` tokens are marked.

    With `readable` (see `byte_parts.in_text`) what each token is of its text is shown, and the token as it
    is printed where one points.
    """
    shown, is_new = tokens[:TOKENS_SHOWN], set(new)
    made = join(
        Html(
            f'<span class="cmp-token{" new" * (place in is_new)}{" unknown" * (token in unknown)}"'
            f' title="{in_html(token)}">'
            f"{markup.sentence(readable[place]) if readable else chips.token(token, longest=longest)}</span> "
        )
        for place, token in enumerate(shown)
    )
    more = f'<span class="quiet">and {len(tokens) - len(shown):,} more</span>' if tokens[len(shown) :] else ""
    direction = ' dir="rtl"' if reads_right_to_left("".join(shown)) else ""
    note = '<span class="unseen"> (cut differently)</span>' if differs else ""
    return Html(f'<span class="cut{" differs" * differs}"{direction}>{made}{more}{note}</span>')


def words(
    tokens_of_words: Sequence[Sequence[str]],
    unchanged: Sequence[bool],
    *,
    unknown: Collection[str] = (),
    longest: int = chips.TOKEN_LENGTH_SHOWN,
) -> Html:
    """The tokens of a text's words; those of words that are not `unchanged` are marked."""
    shown = list(zip(tokens_of_words, unchanged, strict=True))[:WORDS_SHOWN]
    more = len(tokens_of_words) - len(shown)
    rest = Html(f'<span class="quiet">and {more:,} more words</span>') if more else Html("")
    rows = join(
        cut(tokens, differs=not is_same, unknown=unknown, longest=longest) for tokens, is_same in shown
    )
    return Html(f'<span class="cut-words">{rows}{rest}</span>')


def label(text: str) -> Html:
    """The product's own words in a table."""
    return Html(f'<span class="quiet">{in_html(text)}</span>')


def cell(number: int, lines: Sequence[str], *, is_pressed: bool) -> Html:
    """A cell of a table that can be pressed, with the product's own words; a click tells its number."""
    first, *others = map(in_html, lines)
    rest = join(Html(f"<small>{each}</small>") for each in others)
    state = f'data-pick="{number}" aria-pressed="{"true" if is_pressed else "false"}"'
    return Html(f'<button type="button" class="cell" {state}><b>{first}</b>{rest}</button>')


def passages(rows: Iterable[Passage], text: str, sources: tuple[str, str], readable: Readable) -> Html:
    """A text with the tokens of two tokenizers below it; passages where they differ are numbered.

    The `sources` say whose they are, as in `chips.tokens_of`; `readable` is asked for tokens of the first or
    second (0 or 1), see `cut`.
    """
    number = count(1)
    shown = join(_passage(row, text, next(number) if row.differs else 0, sources, readable) for row in rows)
    body = Html(f'<ol class="passages">{shown}</ol>')
    return region("The text in the tokens of both", body, kind="cuts passages-view")


def columns(items: Iterable[Html]) -> Html:
    """Cards side by side, or below each other if there is no room."""
    return Html(f'<div class="cut-columns">{join(items)}</div>')


def steps(trace: WordTrace) -> Html:
    """A word from its symbols to its tokens, one rule at a time."""
    start = Html(f'<li><span class="quiet">symbols</span>{cut(trace.symbols)}</li>')
    more = len(trace.steps) - STEPS_SHOWN
    rest = Html(f'<li class="quiet">and {more:,} more merges</li>') if more > 0 else Html("")
    return Html(f'<ol class="cut-steps">{start}{join(map(_step, trace.steps[:STEPS_SHOWN]))}{rest}</ol>')


def taken(tokens: Sequence[str]) -> Html:
    """A word's tokens, each taken as a whole from the left."""
    shown = join(
        Html(f'<li><span class="quiet">takes</span>{cut([token])}</li>') for token in tokens[:STEPS_SHOWN]
    )
    return Html(f'<ol class="cut-steps">{shown}</ol>')


def _passage(row: Passage, text: str, number: int, sources: tuple[str, str], readable: Readable) -> Html:
    mark = f'<b><span class="unseen">difference </span>{number:,}</b>' if number else ""
    first, second = (
        chips.tokens_of(source, cut(tokens, readable=readable(side, tokens)))
        for side, (source, tokens) in enumerate(zip(sources, row.tokens, strict=True))
    )
    passage = chips.token(text[row.start : row.end])
    is_start = row.start == 0 or any(map(str.isspace, text[row.start - 1 : row.start + 1]))
    kinds = "differs " * bool(number) + "word-start" * is_start
    pick = f' data-pick="{number}" title="Why do they differ here?"' if number else ""
    return Html(f'<li class="{kinds}"{pick}><span>{passage} {mark}</span>{first}{second}</li>')


def _step(step: TraceStep) -> Html:
    # Each merge at an earlier place has made the word one symbol shorter.
    new = [place - earlier for earlier, place in enumerate(step.positions)]
    rule = f'<span class="rank">{step.rank + 1:,}</span> {chips.pair_and_token(step.pair, step.token)}'
    return Html(f"<li><span>{rule}</span>{cut(step.symbols, new=new)}</li>")
