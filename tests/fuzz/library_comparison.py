"""Gives a `tokenizer.json` and a few texts to the library and to us; every difference is a finding.

Ours asks the library, so what can differ is what it makes of the answers: added tokens, places, and the
trace of each word. And all that the page shows of it must be there, or be a sentence.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import Any, NamedTuple

from tokenizers import Tokenizer
from tokenizers.models import BPE, WordLevel

from bpe_core import EXAMPLES, BPEError, BPEStepper, BPETokenizer
from bpe_core.encoding import LibraryTokenizer
from bpe_core.studies.tokenizer_difference import TokenizerDifference
from bpe_core.studies.vocabulary_study import VocabularyStudy
from bpe_ui.pages.tokenize.rules.message import message_json
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.pages.tokenize.vocabulary.rows import Listing
from tests.fuzz import Outcome

REFUSED_HERE: Mapping[str, str] = {
    "its stages or its model can make too much of a text": r"at most|the limit",
    "an added token is normalized to nothing": "is normalized to nothing",
}
"""Reasons to refuse files that the library opens -> a part of the error's text."""

HUG = BPEStepper(EXAMPLES["hug_bug"].corpus, EXAMPLES["hug_bug"].config).tokenizer()
"""Another tokenizer, which a page shows beside the one of a file."""


class Refused(NamedTuple):
    """Why something was not done."""

    why: str


def compared(file: bytes, texts: Sequence[str]) -> Outcome:
    """The outcome of the file, of the texts, and of all views of them."""
    with quiet():
        theirs = by_the_library(library_of, file)
        ours = by_us(BPETokenizer.from_files, {"tokenizer.json": file})
        if isinstance(ours, Refused):
            reasons = [name for name, pattern in REFUSED_HERE.items() if re.search(pattern, ours.why)]
            is_known = isinstance(theirs, Refused) or isinstance(theirs.model, WordLevel) or reasons
            return Outcome(f"refused here: {reasons}", "" if is_known else ours.why)
        if isinstance(theirs, Refused):
            return Outcome("opened here alone", f"the library refuses it: {theirs.why}")
        is_random = chooses_at_random(theirs)
        shares = shares_ids(theirs)
        look_at_all(ours, texts, is_sure=not (is_random or shares or repeats_texts(theirs)))
        names = ("ids",) if shares else ("ids", "tokens", "offsets", "decoded")
        found = () if is_random else differences(theirs, ours, texts, names)
        return Outcome("compared", next(iter(found), ""))


def library_of(file: bytes) -> Tokenizer:
    """The library's tokenizer, without the settings that are left out here."""
    if kills_the_library(json.loads(file)):
        raise ValueError("its message would end the process")
    tokenizer = Tokenizer.from_str(file.decode())
    if isinstance(tokenizer.model, BPE):
        tokenizer.model.dropout = None
    return tokenizer


def kills_the_library(root: Any) -> bool:
    """Whether a merge makes bytes that are no text: the library's sentence about them ends the process."""
    try:
        model = root["model"]
        cut = len((model.get("continuing_subword_prefix") or "").encode())
        for left, right in (rule.split(" ") if isinstance(rule, str) else rule for rule in model["merges"]):
            (left.encode() + right.encode()[cut:]).decode()
    except UnicodeDecodeError:
        return True
    except Exception:  # of another form: the library says so
        return False
    return False


def differences(
    theirs: Tokenizer, ours: LibraryTokenizer, texts: Sequence[str], names: Sequence[str]
) -> Iterator[str]:
    """The differences between the two."""
    for text, adds in product(texts, (False, True)):
        expected = by_the_library(encoded, theirs, text, adds, theirs.decode)
        found = by_us(encoded, ours, text, adds, ours.decode)
        if isinstance(expected, Refused) or isinstance(found, Refused):
            is_known = isinstance(found, Refused) and "The post-processor gives" in found.why
            if not is_known and isinstance(expected, Refused) != isinstance(found, Refused):
                yield f"{text!r}, special tokens {adds}: the library {expected}, here {found}"
            continue
        for name in names:
            if found[name] != expected[name] and not (
                name == "tokens" and are_named(theirs, expected, found)
            ):
                yield (
                    f"{name} of {text!r}, special tokens {adds}: the library {expected[name]},"
                    f" here {found[name]}"
                )


def encoded(tokenizer: Any, text: str, adds: bool, decode: Callable[..., str]) -> dict[str, Any]:
    """What the library or ours makes of a text."""
    made = tokenizer.encode(text, add_special_tokens=adds)
    options = {"skip_special_tokens": False} if isinstance(tokenizer, Tokenizer) else {}
    decoded = by_the_library(decode, made.ids, **options)
    return {
        **{name: [*getattr(made, name)] for name in ("ids", "tokens", "offsets")},
        "decoded": "refused" if isinstance(decoded, Refused) else decoded,
    }


def are_named(library: Tokenizer, expected: dict[str, Any], found: dict[str, Any]) -> bool:
    """Whether tokens differ only where the library prints an added token with the spaces that it took, or as
    the normalizer writes it, and we as the file names it."""
    added = library.get_added_tokens_decoder()
    return all(
        their == our or (token_id in added and our == added[token_id].content)
        for token_id, their, our in zip(expected["ids"], expected["tokens"], found["tokens"], strict=True)
    )


def shares_ids(library: Tokenizer) -> bool:
    """Whether several tokens of the model have the same id: the library prints one of them at random."""
    vocab = library.get_vocab(with_added_tokens=False)
    return len({*vocab.values()}) < len(vocab)


def chooses_at_random(library: Tokenizer) -> bool:
    """Whether it looks for two added tokens as the same text, and so finds one of them at random."""
    normalize = library.normalizer.normalize_str if library.normalizer else str
    added = library.get_added_tokens_decoder().values()
    times = Counter(normalize(token.content) for token in added if token.normalized)
    return any(number > 1 for number in times.values())


def repeats_texts(library: Tokenizer) -> bool:
    """Whether a post-processor makes several texts of one: the words of these have the same numbers."""
    one = Tokenizer(WordLevel({"x": 0}, unk_token="x")).encode("x")
    made = library.post_processor and by_the_library(library.post_processor.process, one, None, False)
    return isinstance(made, Refused) or (made is not None and len(made) > 1)


def look_at_all(tokenizer: LibraryTokenizer, texts: Sequence[str], *, is_sure: bool) -> None:
    """Call what the page's views call; anything but a `BPEError` is raised."""
    again = BPETokenizer.from_files({"tokenizer.json": tokenizer.to_bytes()})
    if again.merges != tokenizer.merges or again.vocab != tokenizer.vocab:
        raise AssertionError("written and read again it is another tokenizer")
    by_us(look_at_vocabulary, tokenizer)
    for text in (texts[1], texts[-1]):  # all are compared
        by_us(look_at_text, tokenizer, text, is_sure)


def look_at_vocabulary(tokenizer: LibraryTokenizer) -> None:
    study = VocabularyStudy(tokenizer)
    Listing(study, Counter()).frame(study.ids)
    study.find("a + ")
    for token_id in study.ids[:20]:
        study.ancestry(token_id)
        study.made_with(token_id)


def look_at_text(tokenizer: LibraryTokenizer, text: str, is_sure: bool) -> None:
    encoding, trace = tokenizer.encode(text), tokenizer.trace(text)
    ids = tuple(token_id for word in trace for token_id in word.ids)
    if encoding.ids[: len(ids)] != ids:  # a template can have it twice
        raise AssertionError(f"traced, {text!r} has the ids {ids}; encoded, {encoding.ids}")
    if is_sure and any(word.is_disputed for word in trace):
        raise AssertionError(f"the rules give other tokens of {text!r} than the library")
    for place in range(0, len(text), 5):
        encoding.trace_at(place)
    for adds in (False, True):
        stage = RulesStage()
        stage.show(TokenizeInput(tokenizer, text, adds), len(text) // 2, 1)
        message_json(stage)
    found = TokenizerDifference(tokenizer, HUG, text)
    for passage in found.differing[:2]:
        found.explanation(passage)


def by_the_library(question: Callable[..., Any], *asked: Any, **how: Any) -> Any:
    """The library's answer, or the reason for none; a panic of its Rust code is no `Exception`."""
    try:
        return question(*asked, **how)
    except BaseException as error:
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            return Refused(str(error))
        raise


def by_us(question: Callable[..., Any], *asked: Any) -> Any:
    """What we answer, or the sentence that says why not."""
    try:
        return question(*asked)
    except BPEError as error:
        return Refused(str(error))


@contextmanager
def quiet() -> Iterator[None]:
    """Keep off the screen what the library's Rust code prints on a panic."""
    screen, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(screen, 2)
        os.close(screen)
        os.close(nothing)
