"""Three ways to a tokenizer: what a base saves, and what appending another list to it costs."""

import json
from dataclasses import replace

import pytest

from bpe_core import PROFILES, BPEStepper, Corpus
from bpe_core.studies.going_on import ways_to_go_on

BYTES = replace(PROFILES["hf_byte_level"].config, pre_tokenizer="gpt2", base_vocabulary="all_bytes")
ENGLISH = "the hugs of the pug and the thug in the hut, the hum of the hub " * 3
GERMAN = "der Hut des Huhns, die Hunde hinter der Hütte und der Hummer im Huhn " * 3


def test_the_corpus_has_as_many_tokens_as_bpe_continue_gives():
    bpe_continue = pytest.importorskip("bpe_continue")
    english = BPEStepper(Corpus.from_text(ENGLISH), BYTES)
    english.run(20)
    nothing, base, appended = ways_to_go_on(Corpus.from_text(GERMAN), BYTES, english.tokenizer(), 30)

    file = english.tokenizer().to_bytes()
    size = len(json.loads(file)["model"]["vocab"]) + 30
    library = bpe_continue.continue_training(file, vocab_size=size, texts=[GERMAN], show_progress=False)
    assert (base.tokens, base.vocabulary) == (len(library.encode(GERMAN).ids), size)
    assert (nothing.unreachable, base.unreachable) == (0, 0)
    assert appended.tokens > base.tokens
