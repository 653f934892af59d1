"""Runs benchopt with each solver of this folder on the small objective in own/: make benchopt."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOLVERS = sorted(file.stem for file in HERE.glob("*.py") if file.stem != "check")


def benchmark(name, folder):
    """The own objective, its data and one solver as a folder of benchopt."""
    shutil.copytree(HERE / "own", folder / name)
    (folder / name / "solvers").mkdir()
    shutil.copy(HERE / f"{name}.py", folder / name / "solvers" / "acgd.py")
    return folder / name


def main():
    import pandas

    for name in SOLVERS:
        with tempfile.TemporaryDirectory() as folder:
            place = benchmark(name, Path(folder))
            command = [sys.executable, "-m", "benchopt", "run", str(place), "-l", "--no-plot"]
            subprocess.run([*command, "--max-runs", "60", "-r", "1"], check=True)
            [file] = place.glob("outputs/*.parquet")
            runs = pandas.read_parquet(file)
        best = runs.groupby("data_name" if "data_name" in runs else "dataset_name")
        reached = best["objective_stationarity"].min()
        print(f"{name}: relative stationarity {reached.max():.1e} at best")
        if not len(reached) == 2 or reached.max() > 1e-4:  # it ends where values fall no more
            sys.exit(f"{name}: not solved")


if __name__ == "__main__":
    main()
