"""What SentencePiece's BPE trainer learns and how it encodes, for record.py to write down.

The texts of corpora.py are written to files, since the library strips the line ends of other sources.

One vector of a text holds its pieces: first those learned, in order, then the single characters, most
frequent first. The trainer goes on when no pair is left, with pieces that have the count 0; most texts have
some of these at the end. The vector with encodings is from a vocabulary so small that there are none.

Settings: characters are kept as they are (normalization rule identity; the default changes some, such as
full-width letters), and all of them are kept (character_coverage 1.0; the default leaves out the rarest).
Everything else is the library's default.
"""

import importlib
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.golden.corpora import TEXTS, probes, vocabulary_size

META = "▁"
SPECIAL_TOKENS = ("<unk>", "<s>", "</s>")
UNKNOWN_ID = 0

SHORT_LENGTH = 250
"""Texts up to so many characters have but few pairs."""


def train(text: str, vocab_size: int) -> Any:
    """A SentencePiece processor with so many pieces, or fewer where the trainer finds no more."""
    library = importlib.import_module("sentencepiece")
    model = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "text.txt")
        path.write_text(text, encoding="utf-8", newline="")
        library.SentencePieceTrainer.train(
            input=str(path),
            model_writer=model,
            model_type="bpe",
            vocab_size=vocab_size,
            hard_vocab_limit=False,
            character_coverage=1.0,
            normalization_rule_name="identity",
            num_threads=1,
            minloglevel=2,
        )
    return library.SentencePieceProcessor(model_proto=model.getvalue())


def base_size(text: str) -> int:
    """How many tokens there are before anything is learned: special tokens and the characters of the text.

    A space becomes `▁`, lines are apart, and the trainer keeps U+001F for itself.
    """
    return len(SPECIAL_TOKENS) + len(set(text) - set(" \n\x1f") | {META})


def learned_pieces(processor: Any) -> tuple[list[str], list[str]]:
    """The pieces learned, in order, and the single characters after them."""
    size = processor.get_piece_size()
    pieces = [processor.id_to_piece(number) for number in range(len(SPECIAL_TOKENS), size)]
    learned = sum(len(piece) > 1 for piece in pieces)
    return pieces[:learned], pieces[learned:]


def record_sentencepiece() -> Iterator[dict[str, Any]]:
    """SentencePiece: a long list of pieces, and encodings with a short one."""
    for name, text in TEXTS.items():
        size = vocabulary_size(name, base_size(text))
        learned, characters = learned_pieces(train(text, size))
        yield {
            "claim": f"{name}, pieces",
            "profile": "sentencepiece",
            "rules": {"vocab_size": size},
            "text": name,
            "pieces": learned,
            "characters": characters,
        }
        if name == "specials":  # to the encoder they are letters, as a test says
            continue
        merges = 5 if len(text) <= SHORT_LENGTH else 40
        processor = train(text, base_size(text) + merges)
        yield {
            "claim": f"{name}, {merges} merges",
            "profile": "sentencepiece",
            "rules": {"max_merges": merges},
            "text": name,
            "encodings": [encoding(processor, probe) for probe in probes(name)],
        }


def encoding(processor: Any, text: str) -> dict[str, Any]:
    """The tokens of a text, an unknown one as `<unk>`, and what the library decodes them to."""
    ids = processor.encode(text)
    pieces = processor.encode(text, out_type=str)
    tokens = [
        SPECIAL_TOKENS[UNKNOWN_ID] if number == UNKNOWN_ID else piece
        for number, piece in zip(ids, pieces, strict=True)
    ]
    return {"text": text, "tokens": tokens, "decoded": processor.decode(ids)}
