"""Where the sets of data are that are no formulas."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def find(name, synthetic, word):
    """Return the set in $ACGD_DATA or ../shared/data, else its synthetic stand-in."""
    for folder in (os.environ.get("ACGD_DATA"), ROOT.parent / "shared" / "data"):
        if folder and (Path(folder) / name).exists():
            return Path(folder) / name
    made = ROOT / "build" / "peers" / "data"
    if not (made / synthetic).exists():
        subprocess.run([ROOT / "build" / "acgd", "data", "make", word, "--to", made], check=True)
    return made / synthetic
