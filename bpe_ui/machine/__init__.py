"""The computer below: limits of memory, the processes for heavy work and for what files ask for, tidying.

Read `worker_pool.work` first (who asks for a process, and waits), then `serving` (what it does there) and
`process` with `bpe_ui/worker.py` (how it runs); `library_host` asks the same processes for real libraries.
`limits` says what everybody may use; `server` refuses strange requests and sees to visits that have left.
"""
