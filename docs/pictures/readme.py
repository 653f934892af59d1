#!/usr/bin/env python3
"""Draws docs/pictures/readme.svg: the path of the tutorial's customers, and what a gap is.

PYTHONPATH=build/python python3 docs/pictures/readme.py
"""

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib
import numpy as np

import acgd

HERE = Path(__file__).parent
NAMED = 4  # the largest coefficients of the simplest model within one standard error


def customers():
    """Names of the columns, their values in units of their deviation, and who leaves."""
    script = HERE.parents[1] / "examples" / "customers" / "make_data.py"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, script, folder], check=True)
        with (Path(folder) / "customers.csv").open() as file:
            table = list(csv.DictReader(file))
    names = [name for name in table[0] if name != "leaves"]
    X = np.array([[float(row[name] or "nan") for name in names] for row in table])
    X = np.where(np.isnan(X), np.nanmean(X, axis=0), X)
    return names, (X - X.mean(axis=0)) / X.std(axis=0), [row["leaves"] for row in table]


def draw_path(axes, names, X, y):
    path = acgd.path(X, y, objective="logistic", radii=40)
    radii, coefficients = path.radii[1:], path.coefs[1:]  # without the null model, of radius 0
    largest = np.argsort(-abs(path.coefs[path.one_standard_error]))[:NAMED]
    for j, (name, line) in enumerate(zip(names, coefficients.T)):
        is_named = j in largest
        axes.plot(radii, line, color=None if is_named else "0.75", lw=1.6 if is_named else 0.8)
        if is_named:
            axes.annotate(
                name, (radii[-1], line[-1]), (4, 0), textcoords="offset points", va="center"
            )
    axes.axvline(path.radii[path.best], color="0.4", ls="--", lw=1)
    axes.annotate(
        "predicts best",
        (path.radii[path.best], axes.get_ylim()[1]),
        (-4, -10),
        textcoords="offset points",
        ha="right",
    )
    axes.set(title="Coefficients of 20 columns", xlabel="radius of the l1 ball")


def draw_gap(axes, X, y):
    f = acgd.Logistic(X, np.where(np.array(y) == "yes", 1, -1))
    run = acgd.minimize(f, set=acgd.L1Ball(2), gap_tolerance=1e-9)
    best = acgd.minimize(f, set=acgd.L1Ball(2), gap_tolerance=1e-13).fun
    axes.semilogy(run.trace.gap, label="gap: what a run knows")
    axes.semilogy(np.maximum(run.trace.value - best, 1e-16), label="f - minimum: the truth")
    axes.set(title="How far from the optimum", xlabel="iteration", ylim=(1e-12, None))
    axes.legend(frameon=False)


def main():
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 3.6), layout="constrained")
    names, X, y = customers()
    draw_path(left, names, X, y)
    draw_gap(right, X, y)
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(HERE / "readme.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
