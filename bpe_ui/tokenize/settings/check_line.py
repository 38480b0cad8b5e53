"""The line that checks the tokens on screen: the installed library of these rules encodes the text too."""

from bpe_core import BPEError
from bpe_core.encoding import Encoding, HuggingFaceTokenizer
from bpe_core.studies.encoding_proof import EncodingProof, prove_encoding
from bpe_core.studies.proving_libraries import ProvedToken
from bpe_ui.text.sentences import Number, Sentence, Token, plural
from bpe_ui.tokenize.settings.request import Request

_TITLES = {"tokenizers": "Hugging Face's tokenizers"}


def check(request: Request, encoding: Encoding) -> Sentence:
    """The line; empty where there is nothing to check."""
    if not encoding.tokens:
        return ()
    try:
        adds = request.add_special_tokens
        proof = prove_encoding(request.tokenizer, request.text, encoding, add_special_tokens=adds)
        said = verdict(proof, "token" if None in encoding.ids else "id")
    except BPEError as error:
        return (f"Not checked: {error}",)
    has_notes = isinstance(request.tokenizer, HuggingFaceTokenizer) and request.tokenizer.notes
    if proof.first_difference is not None and has_notes:
        return *said, " The panel behind Tokenizer says what this file leaves to chance."
    return said


def verdict(proof: EncodingProof, noun: str = "id") -> Sentence:
    """What came of it, in one sentence; `noun` is what was compared, tokens where some have no id."""
    library = f"{_TITLES.get(proof.library, proof.library)} {proof.version}"
    difference = proof.first_difference
    if difference is not None:
        return (
            f"Not the same: token {difference.place + 1:,} is ",
            *_token(difference.ours),
            " here, and ",
            *_token(difference.theirs),
            f" with {library}.",
        )
    if proof.has_ids:
        return f"Checked: {library} gives the same ", Number(proof.tokens), f" {plural(noun, proof.tokens)}."
    tokens = Number(proof.tokens), f" {plural('token', proof.tokens)}."
    gives = "merges the symbols of each word into" if proof.why_words else "gives"
    return f"Checked: {library} {gives} the same ", *tokens


def _token(proved: ProvedToken | None) -> Sentence:
    if proved is None:
        return ("nothing",)
    number = "" if proved.token_id is None else f" (id {proved.token_id})"
    return Token(proved.token), number
