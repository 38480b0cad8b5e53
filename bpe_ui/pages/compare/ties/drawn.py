"""How far the runs with random ties go, and the study of these runs.

No Streamlit here: it may run in a worker process.
"""

from bpe_core import BPEConfig, Corpus
from bpe_core.progress import OnProgress, tell_nobody
from bpe_core.studies.random_ties import TieStudy, merges_before_the_end, random_ties
from bpe_ui.pages.compare.settings.state import MAX_MERGES, USUAL_MERGES, is_small


def draw_ties(
    corpus: Corpus,
    config: BPEConfig,
    seeds: int,
    merges: int | None,
    *,
    so_far: TieStudy | None = None,
    tell: OnProgress = tell_nobody,
) -> TieStudy:
    """This many runs, with this many merges each; with None, as far as the rules allow or as is useful."""
    if merges is None and so_far is not None:
        merges = so_far.config.max_merges
    elif merges is None and not is_small(corpus):
        merges = USUAL_MERGES
    elif merges is None and not has_limit(config):
        merges = merges_before_the_end(corpus, config, tell=tell) or MAX_MERGES
    return random_ties(corpus, config, seeds=seeds, merges=merges, so_far=so_far, tell=tell)


def has_limit(config: BPEConfig) -> bool:
    """Whether the rules end each run."""
    return config.max_merges is not None or config.vocab_size is not None
