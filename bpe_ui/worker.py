"""A worker process: `python -m bpe_ui.worker`.

It loads what the work and the libraries need, and then its first message says which of them it does.
"""

from bpe_core.studies import causes, diagnosis  # noqa: F401
from bpe_ui.machine.worker_pool import serving, work  # noqa: F401
from bpe_ui.pages.compare.diagnosis import actions  # noqa: F401
from bpe_ui.pages.compare.ties import drawn  # noqa: F401
from bpe_ui.pages.tokenize.settings import opening  # noqa: F401
from bpe_ui.visit.drafts import columns_offer  # noqa: F401

if __name__ == "__main__":
    serving.main()
