"""The process that `worker_pool` starts: `python -m bpe_ui.worker`."""
