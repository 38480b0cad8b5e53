"""The tokens of a tokenizer, such as one from a file, and the story of each."""

from collections import Counter
from dataclasses import dataclass, field

from bpe_core import BPEError, Tokenizer
from bpe_core.studies.vocabulary_study import VocabularyStudy, study_of
from bpe_ui.frame.ancestry.stories import MOST_ROOTS, NO_TOKEN, Story, cut_into, no_token
from bpe_ui.pages.tokenize.vocabulary import sentences
from bpe_ui.pages.tokenize.vocabulary.rows import Listing
from bpe_ui.stage.text import origins
from bpe_ui.stage.text.sentences import Sentence


@dataclass(frozen=True)
class TokenizerTokens:
    """The tokens of a tokenizer, such as one from a file."""

    tokenizer: Tokenizer
    """The tokenizer."""

    whose: Sentence = ()
    """See `Tokens`."""

    study: VocabularyStudy = field(init=False)
    """The study of its vocabulary."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "study", study_of(self.tokenizer))

    def of_id(self, token_id: int) -> Story:
        """See `Tokens`."""
        if token_id not in self.study:
            return no_token()
        [entry] = self.study.entries([token_id])
        listing = Listing(self.study, Counter())
        made = self.study.entries(self.study.made_with(token_id)[: origins.NAMED])
        return Story(
            sentences.origin(listing, entry),
            (self.study.ancestry(token_id),),
            tuple(sentences.remarks(listing, entry)),
            {each.token: each.id for each in made},
        )

    def of_text(self, text: str) -> Story:
        """See `Tokens`."""
        token_id = self.tokenizer.id_of(text)
        if token_id is not None:
            return self.of_id(token_id)
        encoding = self.tokenizer.encode(text)
        ids = [each for each in encoding.ids[:MOST_ROOTS] if each is not None]
        return Story(cut_into(text, encoding.tokens), tuple(map(self.study.ancestry, ids)))

    def of_pair(self, left: int, right: int) -> Story:
        """See `Tokens`."""
        raise BPEError(NO_TOKEN)
