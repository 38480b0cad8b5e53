"""Byte-pair encoding, one merge at a time.

The path of the data; each stage but `pairs`, which `engine/` counts, is a module or folder, and `tokens` come
from `encoding/`:

    text -> normalizers -> pre_tokenizers -> corpus (word counts) -> symbols -> pairs -> tie_breaks
         -> merges (stepper) -> tokenizer -> tokens

Read `reference` first: it is all of BPE training on one page, and every faster path is tested against it.
`queue_trainer` is a second page: the same with a queue, as fast trainers do it; `reference_encoder`, for
later, is all of encoding on one. Each that follows needs only
those before it: `normalizers` and `pre_tokenizers`, `tie_breaks`, `config` (the rules of a training),
`corpus`, `symbol_texts` and `symbols`, `merges`; `profiles` (the rules of real libraries) and `examples`
(corpora to try them on); and the two that do everything, `tokenizer` and `stepper`.

That is the book: at most 6,970 lines, which import nothing of the rest but through `tokenizer` and `stepper`.
You do not need the other folders to understand BPE. `engine/` learns fast and keeps the history; `queries/`
answers questions about a position, and has the columns of tables; `encoding/` does the tokenizer's work;
`files/` reads and writes files of tokenizers; `studies/` looks at several trainings. The `__init__` of each
is its guide. `errors`, `phrases`, `progress`, `validation` and `packed_files` serve all of them; `notebook`
shows a stepper, and `testing` has an assert for a course's tests.

The public names are those below.
"""

from bpe_core import notebook as notebook  # adds to steppers what a notebook looks for
from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import BPEError
from bpe_core.examples import EXAMPLES, Example
from bpe_core.merges import Merge
from bpe_core.profiles import PROFILES, Profile
from bpe_core.stepper import BPEStepper
from bpe_core.tie_breaks import TIE_BREAKS, TieBreak
from bpe_core.tokenizer import BPETokenizer, Tokenizer

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
    "Tokenizer",
]
