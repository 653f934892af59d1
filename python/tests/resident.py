"""Memory of the process."""

import os


def resident_bytes() -> int:
    """Resident bytes."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
