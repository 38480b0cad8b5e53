"""A worker process: `python -m bpe_ui.workers`."""

from bpe_ui.workers.worker import main

main()
