"""A worker process: `python -m bpe_ui.workers`, or one for libraries."""

import sys

from bpe_ui.workers import library_process, worker

if sys.argv[1:] == [library_process.LIBRARIES]:
    library_process.main()
else:
    worker.main()
