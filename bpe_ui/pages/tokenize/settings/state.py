"""The settings of the Tokenize page, as values: the text, the tokenizer, the view, and the place in it.

No Streamlit here; the visit holds one `Tokenize`, a link one `TokenizeSettings`.
"""

import secrets
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from bpe_core import EXAMPLES, BPETokenizer, Tokenizer
from bpe_ui.pages.tokenize.settings.beside import (
    KEPT,
    MOST,
    KeptTokenizer,
    file_beside,
    training_beside,
)
from bpe_ui.pages.tokenize.settings.loaded import FILES, LoadedTokenizer, TokenizerFile, tokenizers
from bpe_ui.pages.tokenize.settings.tokenize_input import (
    MAX_TEXT,
    TokenizeInput,
    about_line_ends,
    read_ids,
    read_typed,
)
from bpe_ui.visit.registry.page_state import PageSettings
from bpe_ui.visit.registry.schema import FLAG, integer, longest, one_of, tuple_of
from bpe_ui.visit.training.beginning import LONGEST_TEXT, first_words
from bpe_ui.visit.training.training import Training

VIEWS = ("rules", "compare", "vocabulary")
"""The views of the page, in the order of their buttons; `page.VIEWS` draws each."""
HERE, ALL, FILE = "here", "all", "file"
MERGES = (HERE, ALL, FILE)
"""Which merges are used: those of the training up to the position, all that are known, or those of a file."""
LONG_WORDS = "unhappiness unhappily happiness"
"""The text that a tokenizer from a file begins with."""
LISTED = {
    "all": "All tokens",
    "added": "Special and added tokens",
    "base": "Base symbols",
    "learned": "Learned tokens",
    "no_rule": "Ids without a merge",
    "dead": "Dead tokens",
    "unreachable": "Unreachable",
}
"""Which tokens of the vocabulary are listed, with the labels of the buttons."""
ORDERS = {"id": "By id", "length": "Longest first", "uses": "Most used first"}
"""The order of the list, with the labels of the buttons."""
MAX_SEARCH = 100
"""The longest text to search tokens with, in characters."""
MAX_ID = 2**32 - 1
"""The largest id in a link."""


@dataclass
class TokenizeSettings(PageSettings):
    """All settings of the page, as a link holds them."""

    takes_content: ClassVar[bool] = True

    text: Annotated[str | None, longest(MAX_TEXT)] = None
    """The text; None until a person has typed one, when it is some new words for the example or the file."""

    merges: Annotated[str | None, one_of(MERGES)] = None
    """One of `MERGES`; None until a person has chosen: those up to the position, or all if that is 0."""

    file: Annotated[TokenizerFile | None, FILES] = None
    """The file of the tokenizer, with `FILE`."""

    add_special_tokens: Annotated[bool, FLAG] = False
    """Whether the tokenizer puts its special tokens around the text, if it has any for that."""

    as_text: Annotated[bool, FLAG] = False
    """Whether a text is read as one even if all of it could be ids."""

    view: Annotated[str, one_of(VIEWS)] = "rules"
    """The view on screen: one of `VIEWS`."""

    place: Annotated[int | None, integer(0, MAX_TEXT)] = None
    """The character of the text whose word is traced; None until one was chosen, when it is the longest."""

    step: Annotated[int, integer(0, MAX_TEXT)] = 0
    """How many of the rules that apply in this word have been applied."""

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

    texts: Annotated[tuple[str, ...] | None, tuple_of(longest(LONGEST_TEXT), "a text", MOST)] = None
    """Several: the texts; None until a person has typed one, when it is what the tokenizers learned from."""

    beside: Annotated[tuple[KeptTokenizer, ...], KEPT] = ()
    """Several: the tokenizers that are kept beside the page's own."""

    has_own_column: Annotated[bool, FLAG] = True
    """Several: whether the page's own tokenizer is the first column."""

    cells: Annotated[tuple[int, ...], tuple_of(integer(1, MOST * MOST), "a cell", 2)] = ()
    """Several: the cells of the table whose tokens are shown, counted from 1, row by row."""

    difference: Annotated[int, integer(1, MAX_TEXT)] = 1
    """Several: the difference whose cause is shown, counted from 1."""

    def place_in(self, text: str) -> int:
        """The character of a text whose word is traced."""
        return text.find(max(text.split(), key=len, default="")) if self.place is None else self.place

    @property
    def content_size(self) -> int:
        """The size of the texts and files, in characters and bytes."""
        files = sum(len(data) for _, data in self.file.content) if self.file else 0
        others = sum(each.content_size for each in self.beside)
        return len(self.text or "") + sum(map(len, self.texts or ())) + others + files

    def without_content(self) -> "TokenizeSettings":
        """The same settings with only the names of the files, and without trainings that were kept."""
        named = [file_beside(each.file._replace(content=())) for each in self.beside if each.file]
        return replace(self, file=self.file and self.file._replace(content=()), beside=tuple(named))


@dataclass
class Tokenize(TokenizeSettings):
    """The Tokenize page in one person's visit."""

    loaded: LoadedTokenizer | None = None
    """The last tokenizer that was opened from a file, whether or not it is on screen."""

    hub_wanted: str = ""
    """The name of a model whose tokenizer is to be fetched from the hub; empty if none is."""

    text_version: str = ""
    """Changes whenever the text is replaced by one that was not typed."""

    text_number: int = 0
    """The number of the last typed text."""

    differing: tuple[object, int] = ((), 0)
    """How many texts the tokenizers on screen cut differently, behind these tokenizers and texts."""

    had_returns: bool = False
    """Whether the text was pasted with \\r\\n at the ends of its lines, which a box keeps as \\n."""

    def settings(self) -> TokenizeSettings:
        """The settings, as a link holds them."""
        text = self.text if self.text is None else self.text[:MAX_TEXT]  # no more is tokenized
        made: TokenizeSettings = super().settings()
        return replace(made, text=text, file=self.file if self.merges == FILE else None)

    def take(self, settings: TokenizeSettings) -> None:
        """Set everything as in a link."""
        super().take(settings)
        self.text_version = secrets.token_hex(4)

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

    def own(self, training: Training, tokenizer: Tokenizer) -> KeptTokenizer:
        """The page's own tokenizer as one to keep, under the name of its corpus or its file."""
        if self.merges == FILE and self.file is not None:
            return file_beside(self.file)
        if not isinstance(tokenizer, BPETokenizer):
            raise TypeError(f"a training makes a BPETokenizer, got a {type(tokenizer).__name__}")
        return training_beside(training.source, tokenizer)

    def base(self, chosen: str, training: Training) -> KeptTokenizer | None:
        """What a training can go on from: the merges "made" so far, or the "file"; raises a `BPEError`."""
        if chosen == "made":
            return training_beside(training.source, training.stepper.tokenizer())
        return file_beside(self.file) if chosen == "file" and self.file is not None else None

    def text_of(self, training: Training) -> str:
        """The text on screen."""
        if self.text is not None:
            return self.text
        if self.merges == FILE:
            return LONG_WORDS
        source = training.source
        if source.kind != "example":
            return first_words(source.corpus)
        return " ".join(EXAMPLES[source.name].probes)

    def merges_used(self, training: Training, *, predicting: bool) -> int:
        """How many merges of the training are used; in predict mode, not more than the person has seen."""
        stepper = training.stepper
        chosen = self.merges or (HERE if stepper.position else ALL)
        return stepper.known_merges if chosen == ALL and not predicting else stepper.position

    def request(self, training: Training, *, predicting: bool = False) -> TokenizeInput:
        """What to tokenize; raises a `BPEError` if the tokenizer cannot be made."""
        loaded = self.from_file()
        if loaded is None:
            tokenizer: Tokenizer = training.tokenizer(self.merges_used(training, predicting=predicting))
        else:
            tokenizer = loaded.tokenizer
        text, ids, note = read_typed(self.text_of(training), tokenizer, as_text=self.as_text)
        if self.had_returns and not note:
            note = about_line_ends(text, tokenizer)
        return TokenizeInput(tokenizer, text, self.add_special_tokens, ids, note)

    def hear_text(self, text: str, cursor: int, number: int, version: str, *, as_text: bool = False) -> None:
        """A person typed, or moved the cursor: trace the word that ends there; of ids, the first."""
        is_text = as_text or not read_ids(text)
        self.text, self.place, self.step = text, max(0, cursor - 1) * is_text, 0
        self.as_text = as_text
        self.text_number, self.text_version = number, version
