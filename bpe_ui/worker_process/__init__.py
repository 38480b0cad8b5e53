"""The process that `workers` starts: `python -m bpe_ui.worker_process`."""
