"""The computer below: limits of memory, the processes for heavy work and for what files ask for, tidying.

Read `worker_pool.work` first (what is asked of a process), then `heavy_work` and `library_host` (who asks),
and `process` with `bpe_ui/worker.py` (who answers). `limits` says what everybody may use; `server` refuses
strange requests and sees to visits that have left.
"""
