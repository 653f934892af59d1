"""How much memory the process has."""

import os


def resident_bytes() -> int:
    """Bytes in memory, as the system counts them."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
