"""The stage of Tokenize: a text in its tokens, one of its words, the position in that word, and what the
library says of the tokens.
"""

from dataclasses import dataclass, field

from bpe_core import BPEError
from bpe_core.encoding import Encoding, WordTrace
from bpe_core.studies.encoding_proof import EncodingProof, ProvedToken, prove_encoding
from bpe_ui.machine.limits.memory import MemoryClaim, ledger
from bpe_ui.pages.tokenize.rules.lookups import steps_of
from bpe_ui.pages.tokenize.rules.sentences import comes_back
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.text.sentences import Sentence, say, say_plainly
from bpe_ui.visit.messages.stage import Stage
from bpe_ui.visit.registry.page_state import PageState

MOST_SYMBOLS = 200
"""Longer words, in base symbols, are not shown rule by rule."""


@dataclass
class RulesStage(Stage, PageState):
    """The stage's position, and what it shows: a word, each of which is a history of its own."""

    request: TokenizeInput | None = None
    """What was tokenized."""

    place: int = 0
    """The character of the text whose word is shown."""

    here: range = range(0)
    """The tokens of this word."""

    left_at: dict[int, int] = field(default_factory=dict)
    """The number of a word's first token -> the step at which the word was left."""

    encoding: Encoding | None = None
    """The tokens of the text."""

    trace: WordTrace | None = None
    """The word that is shown rule by rule."""

    merged_at: list[int] | None = None
    """For each border between two of its base symbols, the step that removes it; -1 if none does."""

    beside: tuple[WordTrace, list[int]] | None = None
    """The word of this text that was shown before, to compare with, and its `merged_at`; None without one."""

    why_not_shown: str = ""
    """Why the word is not shown rule by rule, in a sentence; empty if it is."""

    checked: Sentence | None = None
    """What the installed library says of the tokens; None until it is asked."""

    decodes: bool = True
    """Whether it is said if the text comes back; not in the lessons before decoding is explained."""

    comes_back: Sentence = ()
    """Whether the text comes back from its ids; empty until it is asked."""

    checks: bool = True
    """Whether the rules' own library is asked, bytes are counted, and words are compared."""

    rests: bool = False
    """Whether the whole page is drawn, as when a person pauses typing; only then the library is asked."""

    memory: MemoryClaim | None = None
    """The memory of the tokens."""

    error: str = ""
    """Why there are no tokens."""

    def begin(self) -> None:
        """The whole page is about to be drawn."""
        super().begin()
        self.rests = True

    def show(self, request: TokenizeInput, place: int, step: int) -> int:
        """Tokenize the request, and show the word at a place of the text after some of its rules: a step, or
        if that is 0, where the word was left. Returns the step.
        """
        if (request, place) != (self.request, self.place):
            self.left_at[self.here.start] = self.position
            self._look_up(request, place)
            step = step or self.left_at.get(self.here.start, 0)
        self.stand_at(min(step, self.last))
        if self.checked is None and self.encoding is not None and self.rests:
            self.checked = check(request, self.encoding) if self.checks else ()
            self.comes_back = (
                decoded(request, self.encoding, shows_text=not self.checks) if self.decodes else ()
            )
        self.rests = False
        return step

    def _look_up(self, request: TokenizeInput, place: int) -> None:
        is_other, self.request, self.place = request != self.request, request, place
        trace, self.here = None, range(0)
        try:
            if is_other:
                self.encoding, self.checked, self.comes_back, self.error = None, None, (), ""
                self.left_at.clear()
                encoding = request.encoding()
                encoding.offsets.count(())  # computed now, where an error is caught
                self.memory = None  # of the text before
                self.memory = ledger.admit_tokens(len(encoding), len(request.text))
                self.encoding = encoding
            if self.encoding is not None:
                self.here = self.encoding.tokens_at(place)
                if len(self.here) <= MOST_SYMBOLS:  # otherwise it has more symbols too
                    trace = self.encoding.trace_at(place)
        except BPEError as error:
            self.error, self.encoding = str(error), None
        if is_other:
            self.beside = None
        elif trace != self.trace and self.trace is not None and self.merged_at is not None:
            self.beside = self.trace, self.merged_at
        if trace != self.trace:
            self.begin_history()
        self.trace, self.merged_at, self.why_not_shown = trace, None, ""
        if len(self.here) > MOST_SYMBOLS or (trace is not None and len(trace.symbols) > MOST_SYMBOLS):
            self.why_not_shown = say_plainly(
                "Words of up to {most:,} symbols are shown merge by merge; this one has more.",
                most=MOST_SYMBOLS,
            )
        elif trace is not None and trace.is_disputed:
            self.why_not_shown = (
                "This word is not shown merge by merge: the rules of this file make other tokens of it here"
                " than its library does."
            )
        elif trace is not None:
            self.merged_at = merged_at(trace)
            if self.merged_at is None:
                self.why_not_shown = (
                    "This word is not shown merge by merge: in this file several tokens have the same id."
                )
        self.last = 0 if self.merged_at is None or trace is None else len(trace.steps) or len(steps_of(trace))


def merged_at(trace: WordTrace) -> list[int] | None:
    """For each border between two base symbols, the step that removes it; -1 if none does.

    None if a step uses what it made itself, which is possible if several tokens share an id.

    >>> from bpe_core import BPEStepper, Corpus, BPEConfig
    >>> stepper = BPEStepper(Corpus.from_word_counts({"hug": 10, "bug": 5}), BPEConfig())
    >>> stepper.run(2)
    >>> merged_at(stepper.tokenizer().trace("hug")[0])     # u + g first, then h + ug
    [1, 0]
    """
    removed_at = [-1] * (len(trace.symbols) - 1)
    ends = list(range(1, len(trace.symbols) + 1))  # of each remaining symbol, in base symbols
    for number, step in enumerate(trace.steps):
        for done, position in enumerate(step.positions):
            if not 0 <= position - done < len(ends) - 1:
                return None
            removed_at[ends.pop(position - done) - 1] = number
    return removed_at


def check(request: TokenizeInput, encoding: Encoding) -> Sentence:
    """What the rules' own library, if installed, says of the tokens; empty if there is nothing to check."""
    if not encoding.tokens:
        return ()
    try:
        adds = request.add_special_tokens
        proof = prove_encoding(request.tokenizer, request.text, encoding, add_special_tokens=adds)
        return verdict(proof, "token" if None in encoding.ids else "id")
    except BPEError as error:
        return say("Not checked: {why}", why=str(error))


def decoded(request: TokenizeInput, encoding: Encoding, *, shows_text: bool = False) -> Sentence:
    """Whether the text comes back from its ids, or why that is not known."""
    try:
        return comes_back(request, encoding, shows_text=shows_text)
    except BPEError as error:
        return say("Not decoded: {why}", why=str(error))


def verdict(proof: EncodingProof, noun: str = "id") -> Sentence:
    """The result in one sentence; `noun` is what was compared: tokens if some have no id."""
    name = "Hugging Face's tokenizers" if proof.library == "tokenizers" else proof.library
    library = f"{name} {proof.version}"
    if (difference := proof.first_difference) is not None:
        differs = "Not the same: token {place:rank} is {ours} here, and {theirs} with {library}."
        ours, theirs = _token(difference.ours), _token(difference.theirs)
        return say(differs, place=difference.place, ours=ours, theirs=theirs, library=library)
    if proof.is_by_library:
        same = "These {tokens} {tokens:id|ids} are from {library}."
    elif not proof.why_said and noun == "id":
        same = "Checked: {library} gives the same {tokens} {tokens:id|ids}."
    elif not proof.why_said:
        same = "Checked: {library} gives the same {tokens} {tokens:token|tokens}."
    else:
        same = "Checked: {library} merges each word into the same {tokens} {tokens:token|tokens}."
    return say(same, library=library, tokens=proof.tokens)


def _token(proved: ProvedToken | None) -> Sentence:
    if proved is None:
        return say("nothing")
    known = "{it.token:token}" if proved.token_id is None else "{it.token:token} (id {it.token_id:d})"
    return say(known, it=proved)
