"""What a phone shows of those views of a lesson that need a page of the app: the same facts, in lines.

>>> from bpe_ui.pages.learn.lesson import read_lesson
>>> from bpe_ui.stage.text.sentences import plain_text
>>> text = '''# A lesson
... What it is about.
...
... ## Its first part {#0}
... Some tokens.
...
... ```stage
... view: tokenize
... example: hug_pug_pun
... position: 1
... text: mug
... decodes: false
... ```
... '''
>>> [plain_text(line) for line in lines(read_lesson("a_lesson", text).parts[0].stage)]
['The text: mug', 'Its tokens: [UNK] ug', 'Their ids: none 7']
"""

from collections import Counter
from collections.abc import Callable, Sequence

from bpe_core.encoding import LONGEST_MATCH
from bpe_core.studies.pipeline import pipeline
from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_core.studies.three_cuts import three_cuts
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_ui.pages.learn.figures import Figures, figures_at
from bpe_ui.pages.learn.lesson import PartStage
from bpe_ui.pages.learn.live_views import columns_of, usual_stages
from bpe_ui.stage.text.byte_parts import in_hex
from bpe_ui.stage.text.sentences import Sentence, joined, say, the_pair
from bpe_ui.visit.training.training import start_training

CHARACTERS_SHOWN = 12
"""For how many characters the bytes are listed at most."""


def lines(stage: PartStage) -> Sequence[Sentence]:
    """The lines of a part's stage, which is not the one of Train."""
    return _LINES[stage.view](stage, figures_at(stage))


def _tokenize(stage: PartStage, figures: Figures) -> list[Sentence]:
    encoding = figures.encoding(stage.text)
    ids = " ".join("none" if token_id is None else str(token_id) for token_id in encoding.ids)
    decoded = figures.tokenizer.decode(encoding.ids) if stage.decodes else ""
    return [
        say("The text: {text:token}", text=stage.text),
        say("Its tokens: {tokens:tokens}", tokens=encoding.tokens),
        say("Their ids: {ids}", ids=ids),
        *([say("They decode to {text:token}.", text=decoded)] if stage.decodes else []),
    ]


def _merges(stage: PartStage, figures: Figures) -> list[Sentence]:
    return [
        say(
            "{rules}: {merges}",
            rules=title,
            merges=joined([say("{it.pair:pair} {it.count:,}", it=merge) for merge in merges]),
        )
        for title, merges in columns_of(stage).items()
    ]


def _cuts(stage: PartStage, figures: Figures) -> list[Sentence]:
    words = {row.word for row in figures.training.stepper.words[:]}
    return [
        say(
            "{unit}, {n:,} {n:token|tokens}, {cut.unknown:,} unknown: {cut.tokens:tokens}",
            unit=cut.unit.title(),
            n=len(cut.tokens),
            cut=cut,
        )
        for cut in three_cuts(figures.tokenizer, words, stage.text)
    ] + [say("It learned from: {story}", story=f"{stage.source.corpus.documents[0]}")]


def _pipeline(stage: PartStage, figures: Figures) -> list[Sentence]:
    training = start_training(stage.source, usual_stages(stage.config))
    way = pipeline(training.tokenizer(training.stepper.known_merges), stage.text)
    return [
        say("Normalized: {text:token}", text=way.normalized),
        say("Cut into words: {words:tokens}", words=way.words),
        say("In tokens: {tokens:tokens}", tokens=[token for word in way.tokens for token in word]),
        say("Decoded: {text:token}", text=way.decoded),
    ]


def _bytes(stage: PartStage, figures: Figures) -> list[Sentence]:
    return [
        say("{character:token} is {bytes}.", character=character, bytes=in_hex(character.encode()))
        for character in stage.text[:CHARACTERS_SHOWN]
    ]


def _signs(stage: PartStage, figures: Figures) -> list[Sentence]:
    return [
        say(
            "{character:token} is {bytes}, written {signs:tokens}.",
            character=character,
            bytes=in_hex(character.encode()),
            signs=[BYTE_CHARACTERS[byte] for byte in character.encode()],
        )
        for character in stage.text[:CHARACTERS_SHOWN]
    ]


def _uses(stage: PartStage, figures: Figures) -> list[Sentence]:
    in_corpus = figures.training.token_uses(figures.position)[len(figures.training.base_symbols) :]
    in_text = Counter(figures.encoding(stage.text).tokens)
    tokens = map("".join, figures.tokenizer.merges)
    return [
        say(
            "{token:token}, as a token: {uses:,} {uses:time|times} in the corpus, {n:,} in the text",
            token=token,
            uses=uses,
            n=in_text[token],
        )
        for token, uses in zip(tokens, in_corpus, strict=True)
    ]


def _rules(stage: PartStage, figures: Figures) -> list[Sentence]:
    tokenizer = tokenizer_of_rules(stage.text, "")
    return [
        say(
            "{pair} makes {token:token}. As a text, {token:token} becomes {made:tokens}.",
            pair=the_pair((left, right)),
            token=left + right,
            made=tokenizer.encode_word(left + right),
        )
        for left, right in tokenizer.merges
    ]


def _ways(stage: PartStage, figures: Figures) -> list[Sentence]:
    by_merges, longest = (
        figures.tokenizer.encode(stage.text, algorithm=name).tokens for name in ("lowest_rank", LONGEST_MATCH)
    )
    return [
        say("By merges, {text:token} becomes {tokens:tokens}.", text=stage.text, tokens=by_merges),
        say("By longest match it becomes {tokens:tokens}.", tokens=longest),
        say("The vocabulary: {tokens:tokens}", tokens=[*figures.tokenizer.vocab]),
    ]


_LINES: dict[str, Callable[[PartStage, Figures], Sequence[Sentence]]] = {
    "tokenize": _tokenize,
    "merges": _merges,
    "cuts": _cuts,
    "pipeline": _pipeline,
    "bytes": _bytes,
    "signs": _signs,
    "uses": _uses,
    "rules": _rules,
    "ways": _ways,
}
