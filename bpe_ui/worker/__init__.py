"""The process that does heavy work: `python -m bpe_ui.worker`."""
