"""Writes docs/comparison.md and its picture from what run.py has measured: report.py [FOLDER]."""

import importlib.metadata
import json
import platform
import sys
from pathlib import Path

import matplotlib
from run import PROBLEMS

import acgd

DOCS = Path(__file__).resolve().parents[2] / "docs"
PACKAGES = ["numpy", "scipy", "scikit-learn", "celer", "skglm", "copt", "cvxpy", "clarabel", "osqp"]
PACKAGES += ["POT", "scikit-surprise"]


def seconds(value):
    return "-" if value is None else f"{value:.2g} s" if value < 100 else f"{value:.0f} s"


def factor(ours, theirs):
    """How many times as long the other one takes."""
    return "-" if ours is None or theirs is None else f"{theirs / ours:.2g}"


def rows(summary):
    reached = summary["reached"]
    ours = reached["acgd"]
    for solver, theirs in reached.items():
        best = min(error for _, error in summary["curves"][solver])
        ratios = [factor(a, b) if solver != "acgd" else "1" for a, b in zip(ours, theirs)]
        problem = summary["sentence"] if solver == "acgd" else ""
        yield (
            f"| {problem} | {solver} | {seconds(theirs[0])} "
            f"| {ratios[0]} | {seconds(theirs[1])} | {ratios[1]} | {max(best, 0):.0e} |"
        )


def table(summaries):
    yield "| problem | solver | to 1e-3 | times ours | to 1e-6 | times ours | best |"
    yield "|---|---|---|---|---|---|---|"
    for summary in summaries:
        yield from rows(summary)


def versions():
    return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)


def draw(summaries, file):
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    shown = [s for s in summaries if max(map(len, s["curves"].values())) > 1]
    figure, panels = pyplot.subplots(
        -(-len(shown) // 4), 4, figsize=(13, 6.4), layout="constrained", squeeze=False
    )
    for axes, summary in zip(panels.flat, shown):
        for k, (solver, curve) in enumerate(summary["curves"].items()):  # acgd is the first
            times, errors = zip(*curve)
            width, above = 1.1 + (k == 0), [max(error, 1e-12) for error in errors]
            axes.loglog(times, above, "o-", ms=3, lw=width, color=f"C{k}", label=solver)
        axes.set(title=summary["name"], xlabel="seconds", ylim=(5e-13, 10))
        axes.legend(frameon=False, fontsize="x-small")
    for axes in panels.flat:
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_visible(axes.has_data())
    for axes in panels[:, 0]:
        axes.set_ylabel("f above the best, relative")
    figure.savefig(file, metadata={"Date": None})


def between(text, name, new):
    """The text with everything between the two marks of this name replaced."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    head, rest = text.split(begin)
    return head + begin + new + "\n" + end + rest.split(end)[1]


def main(folder="build/peers"):
    files = [Path(folder) / f"{name}.json" for name in PROBLEMS]
    summaries = [json.loads(file.read_text()) for file in files if file.exists()]
    page = DOCS / "comparison.md"
    text = between(page.read_text(), "table", "\n".join(table(summaries)))
    line = f"acgd {acgd.__version__}, Python {platform.python_version()}, {versions()}."
    page.write_text(between(text, "versions", line))
    draw(summaries, DOCS / "pictures" / "comparison.svg")


if __name__ == "__main__":
    main(*sys.argv[1:])
