"""Where the sets of data are that are no formulas."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def find(name, twin, word):
    """The set where $ACGD_DATA or ../shared/data has it; else its twin, made if need be."""
    for folder in (os.environ.get("ACGD_DATA"), ROOT.parent / "shared" / "data"):
        if folder and (Path(folder) / name).exists():
            return Path(folder) / name
    made = ROOT / "build" / "peers" / "data"
    if not (made / twin).exists():
        subprocess.run([ROOT / "build" / "acgd", "data", "make", word, "--to", made], check=True)
    return made / twin
