"""The settings of the Tokenize page, as values: the text, the tokenizer, the view, and the place in it.

No Streamlit here; the visit holds one `Tokenize`, a link one `TokenizeSettings`.
"""

import secrets
from dataclasses import dataclass, fields, replace
from typing import Annotated

from bpe_core import EXAMPLES, Tokenizer
from bpe_core.studies.rule_lists import MAX_WORD, RULE_LISTS
from bpe_ui.compare.settings.choices import PROFILE_CHOICES, TIE_CHOICES
from bpe_ui.registry.schema import FLAG, integer, longest, one_of
from bpe_ui.tokenize.settings.kept_texts import KEPT_TEXTS, KeptText
from bpe_ui.tokenize.settings.loaded import FILES, LoadedTokenizer, TokenizerFile, ready_file, tokenizers
from bpe_ui.tokenize.settings.ready import READY
from bpe_ui.tokenize.settings.request import MAX_TEXT, Request
from bpe_ui.training.training import Training

VIEWS = ("rules", "texts", "two", "vocabulary", "decode", "what_if")
"""The views of the page, in the order of their buttons; `page.VIEWS` draws each."""
ALGORITHMS = {"lowest_rank": "Lowest rank first", "in_order": "In the order learned"}
"""How the rules are applied, with the labels of the buttons."""
WHAT_IFS = ("algorithms", "by_hand", "dropout")
"""What Other algorithms shows, in the order of the buttons; `what_if.view.PANES` draws each."""
HERE, ALL, FILE = "here", "all", "file"
MERGES = (HERE, ALL, FILE)
"""Which merges are used: those of the training up to the position, all that are known, or those of a file."""
SECONDS = (*MERGES, *(choice.key for choice in (*PROFILE_CHOICES, *TIE_CHOICES)))
"""The second tokenizers."""
SECONDS_IN_WORDS = "here, all, file, tie: or profile: with a name"
LISTED = {
    "all": "All tokens",
    "added": "Special and added tokens",
    "base": "Base symbols",
    "learned": "Learned tokens",
    "no_rule": "Ids without a rule",
    "dead": "Dead tokens",
    "unreachable": "Unreachable tokens",
    "duplicates": "Duplicates",
}
"""Which tokens of the vocabulary are listed, with the labels of the buttons."""
ORDERS = {"id": "By id", "length": "Longest first", "uses": "Most used first"}
"""The order of the list, with the labels of the buttons."""
MAX_SEARCH = 100
"""The longest text to search tokens with, in characters."""
MAX_ID = 2**32 - 1
"""The largest id in a link."""
MAX_IDS_TEXT = 20_000
"""The longest list of ids, in characters."""
MAX_RULES_TEXT = 10_000
"""The longest list of rules written by hand, in characters."""
MAX_SEED = 1_000_000
FIRST_LIST = next(iter(RULE_LISTS.values()))


@dataclass
class TokenizeSettings:
    """All settings of the page, as a link holds them."""

    text: Annotated[str | None, longest(MAX_TEXT)] = None
    """The text; None until a person has typed one, when it is some new words for the example."""

    algorithm: Annotated[str, one_of(ALGORITHMS)] = "lowest_rank"
    """How the rules are applied: one of `ALGORITHMS`."""

    merges: Annotated[str | None, one_of(MERGES)] = None
    """One of `MERGES`; None until a person has chosen: those up to the position, or all if that is 0."""

    file: Annotated[TokenizerFile | None, FILES] = None
    """The file of the tokenizer, with `FILE`."""

    add_special_tokens: Annotated[bool, FLAG] = False
    """Whether the tokenizer puts its special tokens around the text, if it has any for that."""

    view: Annotated[str, one_of(VIEWS)] = "rules"
    """The view on screen: one of `VIEWS`."""

    place: Annotated[int, integer(0, MAX_TEXT)] = 0
    """The character of the text whose word is traced."""

    step: Annotated[int, integer(0, MAX_TEXT)] = 0
    """How many of the rules that apply in this word have been applied."""

    what_if: Annotated[str, one_of(WHAT_IFS)] = "algorithms"
    """Other algorithms: one of `WHAT_IFS`."""

    what_if_word: Annotated[str, longest(MAX_TEXT)] = ""
    """Other algorithms: the word shown step by step; the first one if the text does not contain it."""

    rules_by_hand: Annotated[str, longest(MAX_RULES_TEXT)] = FIRST_LIST.rules
    """Other algorithms: merge rules that a person wrote, one per line."""

    word_by_hand: Annotated[str, longest(MAX_WORD)] = FIRST_LIST.word
    """Other algorithms: the word that they are applied to."""

    dropout: Annotated[int, integer(0, 100)] = 10
    """Other algorithms: the probability with which BPE-dropout skips a merge, in percent."""

    seed: Annotated[int, integer(0, MAX_SEED)] = 1
    """Other algorithms: the seed of the first draw with BPE-dropout."""

    search: Annotated[str, longest(MAX_SEARCH)] = ""
    """Vocabulary: the text to search tokens with."""

    listed: Annotated[str, one_of(LISTED)] = "all"
    """Vocabulary: which tokens are listed, one of `LISTED`."""

    order: Annotated[str, one_of(ORDERS)] = "id"
    """Vocabulary: the order of the tokens, one of `ORDERS`."""

    list_page: Annotated[int, integer(1, MAX_ID)] = 1
    """Vocabulary: the page of the list, counted from 1."""

    token: Annotated[int | None, integer(0, MAX_ID)] = None
    """Vocabulary: the id of the token whose ancestry is shown; None until one was picked."""

    ids: Annotated[str | None, longest(MAX_IDS_TEXT)] = None
    """Decode ids: the ids as a person typed them; None for those of the text."""

    second: Annotated[str, one_of(SECONDS, SECONDS_IN_WORDS)] = "profile:hf_byte_level"
    """Compare tokenizers: the second one, one of `SECONDS`."""

    second_file: Annotated[TokenizerFile | None, FILES] = None
    """Compare tokenizers: the file of the second tokenizer, with `FILE`."""

    difference: Annotated[int, integer(1, MAX_TEXT)] = 1
    """Compare tokenizers: the difference whose cause is shown, counted from 1."""

    second_text: Annotated[str, longest(MAX_TEXT)] = ""
    """Compare texts: the text next to the page's own."""

    kept: Annotated[tuple[KeptText, ...], KEPT_TEXTS] = ()
    """Compare texts: the texts that are kept in addition to these two."""

    @property
    def content_size(self) -> int:
        """The size of the texts and files, in characters and bytes."""
        texts = [self.text or "", self.second_text, *(kept.text for kept in self.kept)]
        data = [data for file in (self.file, self.second_file) if file for _, data in file.content]
        return sum(map(len, texts)) + sum(map(len, data))

    def without_content(self) -> "TokenizeSettings":
        """The same settings with only the names of the files."""
        file, second = (each and each._replace(content=()) for each in (self.file, self.second_file))
        return replace(self, file=file, second_file=second)


@dataclass
class Tokenize(TokenizeSettings):
    """The Tokenize page in one person's visit."""

    loaded: LoadedTokenizer | None = None
    """The last tokenizer that was opened from a file, whether or not it is on screen."""

    hub_wanted: str = ""
    """The name of a model whose tokenizer is to be fetched from the hub; empty if none is."""

    uploads: int = 0
    """How many uploads of tokenizer files were accepted; each time the uploader is emptied."""

    second_loaded: LoadedTokenizer | None = None
    """The second tokenizer, if it is from a file."""

    text_version: str = ""
    """Changes whenever the text is replaced by one that was not typed."""

    text_number: int = 0
    """The number of the last typed text."""

    second_version: str = ""
    """Compare texts: changes whenever the second text is replaced by one that was not typed."""

    second_number: int = 0
    """Compare texts: the number of the last typed second text."""

    ids_version: str = ""
    """Decode ids: changes whenever the box gets ids that were not typed."""

    ids_number: int = 0
    """The number of the last typed ids."""

    def settings(self) -> TokenizeSettings:
        """The settings, as a link holds them."""
        set_now = {entry.name: getattr(self, entry.name) for entry in fields(TokenizeSettings)}
        if self.text is not None:
            set_now["text"] = self.text[:MAX_TEXT]  # no more is tokenized
        if self.merges != FILE:
            set_now["file"] = None
        if self.second != FILE:
            set_now["second_file"] = None
        return TokenizeSettings(**set_now)

    def take(self, settings: TokenizeSettings) -> None:
        """Set everything as in a link."""
        for entry in fields(TokenizeSettings):
            setattr(self, entry.name, getattr(settings, entry.name))
        self.text_version = self.second_version = self.ids_version = secrets.token_hex(4)

    def take_loaded(self, loaded: LoadedTokenizer) -> None:
        """Use a tokenizer from a file."""
        self.loaded, self.file, self.merges = loaded, loaded.file, FILE

    def take_file(self, file: TokenizerFile) -> None:
        """Use a tokenizer that can be opened without an upload; `from_file` opens it."""
        self.file, self.merges = file, FILE

    @property
    def to_open(self) -> str:
        """The name of the tokenizer, if it is from a file that is not open yet; otherwise empty."""
        if self.merges != FILE or self.file is None:
            return ""
        is_open = self.loaded is not None and self.loaded.file.key == self.file.key
        return "" if is_open else self.file.title

    def from_file(self) -> LoadedTokenizer | None:
        """The tokenizer from a file, if that is chosen; raises a `BPEError` if it cannot be opened."""
        if self.merges != FILE or self.file is None:
            return None
        if self.to_open:
            self.take_loaded(tokenizers.reopen(self.file))
        return self.loaded

    def take_second(self, key: str) -> None:
        """Choose the second tokenizer; from a file, the last one opened or one that needs no upload."""
        if key in READY:
            self.second, self.second_loaded, self.second_file = FILE, None, ready_file(key)
            return
        self.second, self.second_loaded = key, self.loaded if key == FILE else None
        self.second_file = None if self.second_loaded is None else self.second_loaded.file

    def second_from_file(self) -> LoadedTokenizer | None:
        """The second tokenizer, if it is from a file; raises a `BPEError` if that cannot be opened."""
        if self.second != FILE or self.second_file is None:
            return None
        if self.second_loaded is None or self.second_loaded.file.key != self.second_file.key:
            self.second_loaded = tokenizers.reopen(self.second_file)
        return self.second_loaded

    def text_of(self, training: Training) -> str:
        """The text on screen."""
        if self.text is not None:
            return self.text
        source = training.source
        example = EXAMPLES[source.name] if source.kind == "example" else next(iter(EXAMPLES.values()))
        return " ".join(example.probes)

    def merges_used(self, training: Training, *, predicting: bool) -> int:
        """How many merges of the training are used; in predict mode, not more than the person has seen."""
        stepper = training.stepper
        chosen = self.merges or (HERE if stepper.position else ALL)
        return stepper.known_merges if chosen == ALL and not predicting else stepper.position

    def request(self, training: Training, *, predicting: bool = False) -> Request:
        """What to tokenize; raises a `BPEError` if the tokenizer cannot be made."""
        loaded = self.from_file()
        if loaded is None:
            tokenizer: Tokenizer = training.tokenizer(self.merges_used(training, predicting=predicting))
        else:
            tokenizer = loaded.tokenizer
        return Request(tokenizer, self.text_of(training)[:MAX_TEXT], self.algorithm, self.add_special_tokens)

    def hear_text(self, text: str, cursor: int, number: int, version: str) -> None:
        """A person typed, or moved the cursor: trace the word that ends there."""
        self.text, self.place, self.step = text, max(0, cursor - 1), 0
        self.text_number, self.text_version = number, version

    def take_own_ids(self) -> None:
        """Go back to the ids of the text."""
        self.ids, self.ids_version = None, secrets.token_hex(4)
