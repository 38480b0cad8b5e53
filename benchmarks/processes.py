"""The memory and processor time of a process, from Linux."""

import os
import re
from contextlib import suppress
from pathlib import Path


def memory(process: int, field: str = "VmRSS") -> int:
    """Bytes from one field of its status: "VmRSS" now, "VmHWM" at most; 0 if it has ended."""
    with suppress(OSError):
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
        if found := re.search(rf"^{field}:\s+(\d+) kB", status, re.MULTILINE):
            return int(found[1]) * 1024
    return 0


def processor_seconds(process: int) -> float:
    """Seconds of all processors used so far; raises `OSError` if it has ended."""
    after_name = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")
