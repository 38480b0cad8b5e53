"""Byte-pair encoding, one merge at a time.

The path of the data, one module a stage:

    text -> normalizers -> pre_tokenizers -> corpus (word counts) -> symbols -> pairs -> tie_breaks
         -> merges (stepper) -> tokenizer -> tokens

Read `reference.py` first: it is all of BPE training in a page, and every faster path is tested against
it.

Behind the stepper, in the order in which to read on: `timeline` (when each boundary vanished), `trainer`,
`shelves` and `held` (find and make the next merge), `raw_log` and `pair_log` (how each merge changed the
counts), `places` (where a pair stands), `film` (all of these together), `figures` and `explain` (what
pages show). For many positions at once there are `scenes` (the table, the choice and the figures at each),
with `top_pairs`, `holders`, `pair_facts`, `pair_memory`, `tie_order` and `rule_picks` behind it; `changes`,
`word_films`, `pair_search` and `predictions` answer one question each; `packing`, `grouping` and `column` are
the tools they share. Behind the corpus: `counting`, `utf8_text`, `word_count_text`, `uploads`, `patterns`,
`script_runs`. Behind the tokenizer: `merge_rules`, `spelling`, `encoding`, `decoding`, `tracing`,
`vocabulary`. `config`, `profiles` and `examples` hold the rules, whose rules they are,
and corpora to try them on; `limits` says where the rules end a training.

Each of these is a folder whose `__init__` is its front door. `comparison` trains rules in columns (over
`film_columns`), `causes` goes from one set of rules to another in steps, `random_ties` tries many seeds,
`worlds` every choice among ties. `given_merges` reads somebody's own merges, `diagnosis` says why they
differ, `tokenizer_files` reads and writes files. `proof` trains the tokenizers library on the same corpus;
`progress` is what all long work reports.

The public names are the ones below.
"""

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import BPEError
from bpe_core.examples import EXAMPLES, Example
from bpe_core.merges import Merge
from bpe_core.profiles import PROFILES, Profile
from bpe_core.stepper import BPEStepper
from bpe_core.tie_breaks import TIE_BREAKS, TieBreak
from bpe_core.tokenizer import BPETokenizer

__all__ = [
    "EXAMPLES",
    "PROFILES",
    "TIE_BREAKS",
    "BPEConfig",
    "BPEError",
    "BPEStepper",
    "BPETokenizer",
    "Corpus",
    "Example",
    "Merge",
    "Profile",
    "TieBreak",
]
