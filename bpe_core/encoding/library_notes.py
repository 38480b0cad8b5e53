"""Notes about the tokens of a `tokenizer.json` that Hugging Face's library cannot tell apart.

Most files need none.

>>> notes_on_tokens({"a": 0, "b": 13}, {13: "<s>"}, {})
("Hugging Face's tokenizers gives the added token '<s>' the id 13 of 'b': the id is decoded as '<s>'.",)
"""

from collections.abc import Iterator, Mapping

from bpe_core.validation import shown

_AT_RANDOM = "one of the two, chosen at random each time it loads the file"


def notes_on_tokens(
    vocab: Mapping[str, int], added: Mapping[int, str], text_of: Mapping[str, str]
) -> tuple[str, ...]:
    """A sentence, with an example, for each way in which tokens are mixed up."""
    token_of = {token_id: token for token, token_id in vocab.items()}
    ways = _found_alike(text_of), _sharing_an_id(vocab, token_of), _taking_an_id(token_of, added)
    return tuple(note for way in ways for note in way)


def _found_alike(text_of: Mapping[str, str]) -> Iterator[str]:
    first: dict[str, str] = {}
    for content, text in text_of.items():
        other = first.setdefault(text, content)
        if other != content:
            yield (
                f"Its added tokens {shown(other)} and {shown(content)} are both looked for as {shown(text)};"
                f" Hugging Face's tokenizers finds {_AT_RANDOM}."
            )
            return


def _sharing_an_id(vocab: Mapping[str, int], token_of: Mapping[int, str]) -> Iterator[str]:
    if len(token_of) < len(vocab):
        token, token_id = next(each for each in vocab.items() if token_of[each[1]] != each[0])
        yield (
            f"Its tokens {shown(token)} and {shown(token_of[token_id])} have the same id, {token_id}; Hugging"
            f" Face's tokenizers prints {_AT_RANDOM}."
        )


def _taking_an_id(token_of: Mapping[int, str], added: Mapping[int, str]) -> Iterator[str]:
    for token_id, content in added.items():
        if token_of.get(token_id, content) != content:
            yield (
                f"Hugging Face's tokenizers gives the added token {shown(content)} the id {token_id} of"
                f" {shown(token_of[token_id])}: the id is decoded as {shown(content)}."
            )
            return
