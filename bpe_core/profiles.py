"""Profiles: ready-made rules to train and encode like one real library or tutorial.

A profile's `config` has no limits; set your own with `dataclasses.replace`.

>>> from dataclasses import replace
>>> profile = PROFILES["hf_tokenizers"]
>>> profile.config.tie_break, profile.config.special_tokens
('smallest_ids', ('<unk>',))
>>> profile.library, profile.version, profile.proved_by
('tokenizers', '0.23.3', 'live')
>>> replace(profile.config, vocab_size=1_000).vocab_size
1000
"""

from dataclasses import dataclass, replace
from typing import Literal

from bpe_core.config import BPEConfig


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The rules of one library or tutorial, and how they were verified."""

    name: str
    """The key in `PROFILES`."""

    title: str
    """A name for a list of choices."""

    short_title: str
    """A shorter title, for places where many profiles stand side by side."""

    in_six_words: str
    """What it does, for a list in a terminal."""

    description: str
    """One or two sentences for somebody new to BPE."""

    config: BPEConfig
    """The rules. Neither `max_merges` nor `vocab_size` is set."""

    library: str
    """A short name of the library or tutorial that it was compared with."""

    version: str = ""
    """The library's version or commit; empty if it has none."""

    proved_by: Literal["live", "recorded", "compared"] = "compared"
    """"live": the tests train the installed library (see `training_snippet`), and hold recorded outputs too;
    "recorded": the tests hold outputs of the library; "compared": the author's own code or published outputs
    were compared once."""

    differences: str = ""
    """What is known to differ; empty if nothing is."""


_ALL_BYTES = BPEConfig(alphabet="bytes", base_vocabulary="all_bytes", id_order="byte_value")
_CRASHES_WITHOUT_PAIRS = "Its code crashes when no pair is left; here the training simply stops."
_OLDER_UNICODE = (
    "Letters newer than Unicode 16 are letters to it where Python's regex knows them; here they are"
    " punctuation, as to tiktoken and Hugging Face."
)

PROFILES = {
    profile.name: profile
    for profile in (
        Profile(
            name="textbook",
            title="Textbook",
            short_title="Textbook",
            in_six_words="characters, </w> a symbol, first seen",
            description=(
                "Words are cut at whitespace into characters, and a symbol of its own, </w>, marks where a "
                "word ends. Among equally frequent pairs, the one met first is merged, as max() over a "
                "Python dict does."
            ),
            config=BPEConfig(word_boundary="end_symbol"),
            library="two published tutorials",
        ),
        Profile(
            name="textbook_lowercase",
            title="Textbook, lower case",
            short_title="Textbook, lower",
            in_six_words="the same, the text lower-cased first",
            description=(
                "The textbook's rules on a text in lower case, so that The and the are the same word."
            ),
            config=BPEConfig(normalizers=("lowercase",), word_boundary="end_symbol"),
            library="a published tutorial",
            differences=(
                "The tutorial numbers the tokens that are left in its last segmentation, so some learned "
                "tokens get no id; here every learned token has one."
            ),
        ),
        Profile(
            name="hf_course",
            title="Hugging Face course rules",
            short_title="HF course",
            in_six_words="characters, no end marker, first seen",
            description=(
                "Words are cut into characters, and nothing marks where a word begins or ends. A character "
                "that the training never saw becomes [UNK]."
            ),
            config=BPEConfig(unknown="unk", unk_token="[UNK]"),
            library="the Hugging Face course",
            differences=(
                "The course says nothing about ties on this page's example; the pair met first is taken, as "
                "in its own Python code."
            ),
        ),
        Profile(
            name="gpt2_course",
            title="Hugging Face course code",
            short_title="HF course code",
            in_six_words="GPT-2's words in bytes, first seen",
            description=(
                "Sentences are cut into words as GPT-2 does it: a space belongs to the word that follows and "
                "is shown as Ġ. Among equally frequent pairs, the one met first is merged."
            ),
            config=BPEConfig(pre_tokenizer="gpt2", alphabet="bytes"),
            library="the Hugging Face course",
            differences=(
                "The course puts the special token <|endoftext|> first into its vocabulary. Here there is "
                "none: ids are one lower, and a vocabulary size leaves room for one merge more."
            ),
        ),
        Profile(
            name="hf_course_wordpiece",
            title="WordPiece (Hugging Face course)",
            short_title="WordPiece",
            in_six_words="WordPiece: the count over both parts",
            description=(
                "Not BPE, but what BERT's tokenizer is said to do. A pair scores its count, divided by the "
                "counts of both its symbols, and the highest score is merged. Symbols after a word's "
                "first begin with ##. A word is then cut into the longest tokens from the left, or becomes "
                "[UNK] as a whole. The WordPieceTrainer of the tokenizers library counts, as BPE does."
            ),
            config=BPEConfig(
                pre_tokenizer="words_and_punctuation",
                word_boundary="inside_prefix",
                pair_score="count_over_parts",
                special_tokens=("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"),
                unknown="unk",
                unk_token="[UNK]",
            ),
            library="the Hugging Face course",
            differences=(
                "On its page the course takes hu + ##g third, as if level with hu + ##gs; its code, like "
                "this, takes hu + ##gs, 5 / (15 × 5), before hu + ##g, 10 / (15 × 15). Punctuation marks in "
                "a row, and a word with _ inside, are one word here, not there."
            ),
        ),
        Profile(
            name="hf_tokenizers",
            title="Hugging Face tokenizers",
            short_title="HF",
            in_six_words="tokenizers: characters, ties by smallest ids",
            description=(
                "Words are cut at whitespace into characters. Among equally frequent pairs, the one with the "
                "smaller ids is merged: characters are numbered in alphabetical order, then tokens in the "
                "order learned."
            ),
            config=BPEConfig(
                tie_break="smallest_ids", special_tokens=("<unk>",), unknown="unk", unk_token="<unk>"
            ),
            library="tokenizers",
            version="0.23.3",
            proved_by="live",
            differences=(
                "A special token in the text is cut out here before training; the library trains on its "
                "letters, as a word of its own if the token was added before. The control characters U+001C "
                "to U+001F end a word here, not there. Once a character was dropped, the library's offsets "
                "no longer fit its text; here they do."
            ),
        ),
        Profile(
            name="hf_byte_level",
            title="Hugging Face byte level",
            short_title="HF bytes",
            in_six_words="tokenizers: GPT-2's bytes, smallest ids",
            description=(
                "GPT-2's words in bytes, so that no text is ever unknown. Among equally frequent pairs, the "
                "one with the smaller ids is merged; bytes are numbered by their printed characters, so a is "
                "64 and Ġ is 220."
            ),
            config=BPEConfig(
                pre_tokenizer="gpt2",
                alphabet="bytes",
                tie_break="smallest_ids",
                base_vocabulary="all_bytes",
            ),
            library="tokenizers",
            version="0.23.3",
            proved_by="live",
            differences=(
                "A special token in the text is cut out here before training; the library trains on its "
                "letters, as a word of its own if the token was added before."
            ),
        ),
        Profile(
            name="subword_nmt",
            title="subword-nmt",
            short_title="subword-nmt",
            in_six_words="characters, </w> glued on, greatest pair",
            description=(
                "The program of the paper that brought BPE to translation. Words are cut at spaces, </w> is "
                "glued to the last character, pairs that occur once are left alone, and ties go to the pair "
                "that is last in alphabetical order."
            ),
            config=BPEConfig(
                pre_tokenizer="spaces", word_boundary="end_suffix", tie_break="greatest_pair", min_frequency=2
            ),
            library="subword-nmt",
            version="0.3.8",
            proved_by="recorded",
            differences=(
                "It reads a text line by line and marks with @@ every token that does not end a word; here a "
                "document stands for a line, and tokens are printed as learned. It has no ids; here every "
                "token has one. It mistakes whitespace inside a word, and a literal </w>, for its own "
                "separators; here they are ordinary text."
            ),
        ),
        Profile(
            name="sentencepiece",
            title="SentencePiece",
            short_title="SentencePiece",
            in_six_words="characters, ▁ before words, shortest token",
            description=(
                "Spaces are written ▁ and belong to the word that follows, and no token holds letters of two "
                "scripts or letters and digits. Among equally frequent pairs, the one that makes the shorter "
                "token is merged, then the one that comes first in alphabetical order."
            ),
            config=BPEConfig(
                pre_tokenizer="sentencepiece",
                tie_break="shortest_token",
                max_token_length=16,
                special_tokens=("<unk>", "<s>", "</s>"),
                unknown="unk",
                unk_token="<unk>",
                fuse_unk=True,
            ),
            library="sentencepiece",
            version="0.2.3",
            proved_by="recorded",
            differences=(
                "Where no pair is left it goes on with pieces that never occur. It leaves out lines of more "
                "than 4,192 bytes and lines with ▅; here all of them count. Between two scripts, an accent "
                "or a joiner (any character without a script of its own) goes with either side there, here "
                "with the left one. Its ids begin with the learned pieces, and the characters follow. "
                "<unk>, <s> and </s> in a text are letters to its encoder, and in training no ▁ is put "
                "after them; here they are special tokens. Neighbouring unknown characters become one <unk> "
                "there also across a cut, and are decoded to ⁇; a ▁ at the end of a text is dropped."
            ),
        ),
        Profile(
            name="minbpe_basic",
            title="minbpe, basic",
            short_title="minbpe, basic",
            in_six_words="bytes of the whole text, uncut",
            description=(
                "The whole text is one long word of bytes, so tokens may run across spaces. Among "
                "equally frequent pairs, the one met first is merged."
            ),
            config=replace(_ALL_BYTES, pre_tokenizer="none"),
            library="minbpe",
            version="1acefe8",
            proved_by="recorded",
            differences=_CRASHES_WITHOUT_PAIRS,
        ),
        Profile(
            name="minbpe_regex",
            title="minbpe, with GPT-4's pattern",
            short_title="minbpe",
            in_six_words="GPT-4's words in bytes, first seen",
            description=(
                "Words are cut by GPT-4's pattern into bytes, so no token runs across words. Among "
                "equally frequent pairs, the one met first is merged."
            ),
            config=replace(_ALL_BYTES, pre_tokenizer="gpt4"),
            library="minbpe",
            version="1acefe8",
            proved_by="recorded",
            differences=f"{_CRASHES_WITHOUT_PAIRS} {_OLDER_UNICODE}",
        ),
        Profile(
            name="tiktoken_educational",
            title="tiktoken, educational",
            short_title="tiktoken",
            in_six_words="GPT-2's words in bytes, first seen",
            description=(
                "OpenAI's teaching version of its own tokenizer: GPT-2's words in bytes, numbered by the "
                "byte's value. Among equally frequent pairs, the one met first is merged."
            ),
            config=replace(_ALL_BYTES, pre_tokenizer="gpt2"),
            library="tiktoken",
            version="0.14.0",
            proved_by="recorded",
            differences=f"{_CRASHES_WITHOUT_PAIRS} {_OLDER_UNICODE}",
        ),
        Profile(
            name="rustbpe",
            title="rustbpe",
            short_title="rustbpe",
            in_six_words="GPT-4's words in bytes, smallest ids",
            description=(
                "GPT-4's words in bytes, numbered by the byte's value. Among equally frequent pairs, the one "
                "with the smaller ids is merged."
            ),
            config=replace(_ALL_BYTES, pre_tokenizer="gpt4", tie_break="smallest_ids"),
            library="rustbpe",
            version="0.1.0",
            proved_by="recorded",
        ),
        Profile(
            name="nanochat",
            title="nanochat",
            short_title="nanochat",
            in_six_words="rustbpe, but digits two by two",
            description=(
                "rustbpe as nanochat trains with it: GPT-4's words in bytes, but with at most two digits in "
                "a word, so that a small vocabulary has fewer numbers. Its special tokens are left out."
            ),
            config=replace(_ALL_BYTES, pre_tokenizer="gpt4", digits="pairs", tie_break="smallest_ids"),
            library="rustbpe",
            version="0.1.0",
            proved_by="recorded",
        ),
        Profile(
            name="cs336",
            title="Stanford CS336",
            short_title="CS336",
            in_six_words="GPT-2's words in bytes, greatest pair",
            description=(
                "GPT-2's words in bytes, after the special token <|endoftext|> was cut out of the text. Ties "
                "go to the pair that is greatest when compared byte by byte."
            ),
            config=BPEConfig(
                pre_tokenizer="gpt2",
                alphabet="bytes",
                tie_break="greatest_pair",
                base_vocabulary="all_bytes",
                special_tokens=("<|endoftext|>",),
            ),
            library="Stanford CS336, first assignment",
            differences=_OLDER_UNICODE,
        ),
    )
}
"""All profiles by name, the easiest first."""
