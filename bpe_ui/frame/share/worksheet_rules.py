"""The rules on a worksheet, in sentences: what is merged, how ties are decided, and signs that are no
letters.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> paper = EXAMPLES["sennrich"]
>>> stepper = BPEStepper(paper.corpus, paper.config)
>>> rules_for(stepper, stepper.words)[-1]
"</w> is put at each word's end as a symbol of its own."
"""

from collections.abc import Iterator, Mapping, Sequence

from bpe_core import TIE_BREAKS, BPEConfig, BPEStepper
from bpe_core.config import WORD_BOUNDARIES
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.queries import WordCount
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_ui.stage.text.sentences import named, say_plainly
from bpe_ui.stage.text.visible import isolated, shortened, visible_text

MADE_NAMED = 8
"""How many earlier merges are named at most."""
SYMBOLS_NAMED = 60
"""How many symbols are named at most, in the order of their ids."""
NAME_LENGTH = 40
"""Longer tokens and words are shortened."""


def rules_for(stepper: BPEStepper, words: Sequence[WordCount]) -> list[str]:
    """All that is needed to find the next merges of these words."""
    splits = stepper.splits()
    return [*_what_to_do(stepper.config, stepper.left_out, words, splits), *_signs(stepper, words, splits)]


def made_so_far(stepper: BPEStepper) -> list[str]:
    """`2 merges have been made: u + g, u + n.`; empty at the start."""
    merges = stepper.position
    if not merges:
        return []
    newest = ", ".join(map(pair_shown, stepper.history.pairs(max(0, merges - MADE_NAMED), merges)))
    made = "{n:,} {n:merge has|merges have} been made: {newest}."
    if merges > MADE_NAMED:
        made = "{n:,} {n:merge has|merges have} been made, the last of them: {newest}."
    return [say_plainly(made, n=merges, newest=newest)]


def _what_to_do(
    config: BPEConfig, left_out: str, words: Sequence[WordCount], splits: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """The rules that matter for these words."""
    if config.is_wordpiece:
        yield (
            "At each step WordPiece merges, in all words at once, the pair with the highest score: its"
            " count, divided by the counts of both its symbols."
        )
    else:
        yield "At each step byte-pair encoding merges the pair that occurs most often, in all words at once."
    with_pairs = [row for row in words if len(splits[row.word]) > 1]
    most = max(with_pairs, key=lambda row: row.count, default=None)
    if most is not None and most.count > 1:
        often = "{word} occurs {count:,} times, so each pair in it counts {count:,} times."
        yield say_plainly(often, word=text_shown(most.word), count=most.count)
    tie_break = TIE_BREAKS[config.tie_break]
    takes = tie_break.explanation.removesuffix(".").partition(":")[0]  # without who uses the rule
    yield say_plainly(
        "Where pairs are tied, the tie rule “{rule}” decides: it {takes_a_pair}.",
        rule=tie_break.title.lower(),
        takes_a_pair=takes[0].lower() + takes[1:],
    )
    if any(_has_run(splits[row.word]) for row in words):
        once = "In aaa the pair a + a counts once."
        yield say_plainly("In aaa the pair a + a counts twice." if config.count_overlaps else once)
    if left_out:
        lost = named(left_out, SYMBOLS_NAMED)
        yield say_plainly("Leave these characters out of every word: {lost}.", lost=lost)
    if config.longest_token:
        yield say_plainly("No token has more than {n:,} symbols.", n=config.longest_token)
    if config.min_frequency > 1:
        yield say_plainly(
            "Pairs that occur less than {config.min_frequency:,} times are never merged.", config=config
        )


def _has_run(symbols: Sequence[str]) -> bool:
    """Whether a symbol occurs three times in a row."""
    return any(
        first == second == third
        for first, second, third in zip(symbols, symbols[1:], symbols[2:], strict=False)
    )


def _signs(
    stepper: BPEStepper, words: Sequence[WordCount], splits: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """Symbols that are no letters, and the order of ids if that decides ties."""
    config, symbols = stepper.config, {symbol for row in words for symbol in splits[row.word]}
    if config.marker:
        yield f"{visible_text(config.marker)} is {WORD_BOUNDARIES[config.word_boundary].place}."
    if config.alphabet == "bytes":
        characters = dict.fromkeys("".join(row.word for row in words))
        notes = []
        if " " in characters:
            byte, space = BYTE_CHARACTERS[ord(" ")], visible_text(" ")
            notes.append(say_plainly("{byte} is a space ({space})", byte=byte, space=space))
        other = next((character for character in characters if not character.isascii()), "")
        if other:
            printed = " ".join(BYTE_CHARACTERS[each] for each in other.encode())
            notes.append(
                say_plainly("{character} is {printed}", character=text_shown(other), printed=printed)
            )
        if notes:
            yield say_plainly(
                "Symbols are bytes, printed as GPT-2 prints them: {notes}.", notes=", ".join(notes)
            )
    else:
        spaces = dict.fromkeys([" ", PRE_TOKENIZERS[config.pre_tokenizer].space or " "])
        seen = [visible_text(each) for each in spaces if each in "".join(symbols)]
        yield from (say_plainly("{symbol} is a space.", symbol=symbol) for symbol in seen)
    if config.tie_break == "smallest_ids" and len(symbols) <= SYMBOLS_NAMED:
        id_of = stepper.tokenizer().id_of
        in_order = sorted(symbols, key=lambda symbol: id_of(symbol) or 0)
        yield say_plainly(
            "In the order of their ids: {symbols}; each new token follows.",
            symbols=" ".join(map(text_shown, in_order)),
        )


def pair_shown(pair: tuple[str, str]) -> str:
    """`h + ug`."""
    return " + ".join(map(text_shown, pair))


def text_shown(text: str) -> str:
    """A token or a word."""
    return isolated(shortened(visible_text(text), NAME_LENGTH))
