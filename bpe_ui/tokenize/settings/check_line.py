"""The line that checks the tokens on screen: the rules' own library, if installed, encodes the text too."""

from bpe_core import BPEError
from bpe_core.encoding import Encoding, HuggingFaceTokenizer
from bpe_core.studies.encoding_proof import EncodingProof, ProvedToken, prove_encoding
from bpe_ui.text.sentences import Sentence, say
from bpe_ui.tokenize.settings.request import Request

_TITLES = {"tokenizers": "Hugging Face's tokenizers"}


def check(request: Request, encoding: Encoding) -> Sentence:
    """The line; empty if there is nothing to check."""
    if not encoding.tokens:
        return ()
    try:
        adds = request.add_special_tokens
        proof = prove_encoding(request.tokenizer, request.text, encoding, add_special_tokens=adds)
        sentence = verdict(proof, "token" if None in encoding.ids else "id")
    except BPEError as error:
        return say("Not checked: {why}", why=str(error))
    has_notes = isinstance(request.tokenizer, HuggingFaceTokenizer) and request.tokenizer.notes
    if proof.first_difference is not None and has_notes:
        return sentence + say(" The panel behind Tokenizer says what this file leaves to chance.")
    return sentence


def verdict(proof: EncodingProof, noun: str = "id") -> Sentence:
    """The result in one sentence; `noun` is what was compared: tokens if some have no id."""
    library = f"{_TITLES.get(proof.library, proof.library)} {proof.version}"
    if (difference := proof.first_difference) is not None:
        differs = "Not the same: token {place:rank} is {ours} here, and {theirs} with {library}."
        ours, theirs = _token(difference.ours), _token(difference.theirs)
        return say(differs, place=difference.place, ours=ours, theirs=theirs, library=library)
    if proof.has_ids and noun == "id":
        same = "Checked: {library} gives the same {tokens} {tokens:id|ids}."
    elif proof.has_ids or not proof.why_words:
        same = "Checked: {library} gives the same {tokens} {tokens:token|tokens}."
    else:
        same = (
            "Checked: {library} merges the symbols of each word into the same {tokens} {tokens:token|tokens}."
        )
    return say(same, library=library, tokens=proof.tokens)


def _token(proved: ProvedToken | None) -> Sentence:
    if proved is None:
        return say("nothing")
    known = "{it.token:token}" if proved.token_id is None else "{it.token:token} (id {it.token_id:d})"
    return say(known, it=proved)
