"""Files of the other four formats with bytes changed."""

from random import Random

from tests.fuzz import Outcome, gpt2_files, minbpe_models, subword_nmt, tiktoken_ranks
from tests.fuzz.mutations import mutated


def check(seed: int) -> Outcome:
    """One file, a few changes, a few texts."""
    draw = Random(seed)
    kind = draw.choice(("gpt2_files", "subword_nmt", "tiktoken_ranks", "minbpe_models"))
    if kind == "gpt2_files":
        files = gpt2_files.files(draw)
        changed = draw.choice(list(files))
        outcome = gpt2_files.compare({**files, changed: mutated(draw, files[changed])}, draw)
    elif kind == "subword_nmt":
        outcome = subword_nmt.compare(mutated(draw, subword_nmt.codes(draw)), draw)
    elif kind == "tiktoken_ranks":
        outcome = tiktoken_ranks.compare(mutated(draw, tiktoken_ranks.ranks(draw)), draw)
    else:
        outcome = minbpe_models.compare(mutated(draw, minbpe_models.model(draw)), draw)
    seen = outcome.seen.split(":")[0]
    return Outcome(seen, outcome.finding)
