"""Writes docs/comparison.md and its picture from what run.py has measured."""

import json
from pathlib import Path

import matplotlib
from run import PROBLEMS, RESULTS

DOCS = Path(__file__).resolve().parents[2] / "docs"


def seconds(value):
    return "-" if value is None else f"{value:.2g} s" if value < 100 else f"{value:.0f} s"


def factor(ours, theirs):
    """How many times as long the other one takes."""
    return "-" if ours is None or theirs is None else f"{theirs / ours:.2g}"


def accuracy_text(summary, solver):
    best = min(error for _, error in summary["curves"][solver])
    if summary["value_name"]:
        return f"{summary['best'] * (1 + best):.3f}"
    return f"{max(best, 0):.0e}"


def rows(name, summary):
    reached = summary["reached"]
    ours = reached["acgd"]
    for solver, theirs in reached.items():
        cells = [f"`{name}`: {summary['sentence']}" if solver == "acgd" else "", solver]
        for a, b in zip(ours, theirs):
            cells += [seconds(b), factor(a, b) if solver != "acgd" else "1"]
        yield f"| {' | '.join(cells)} | {accuracy_text(summary, solver)} |"


def table(results):
    """One for each pair of accuracies."""
    last = None
    for name, summary in results.items():
        accuracies = [f"{each:g}" for each in summary["accuracies"]]
        if accuracies != last:
            if last:
                yield ""
            heads = " | ".join(f"to {each} | times ours" for each in accuracies)
            yield f"| problem | solver | {heads} | best |"
            yield "|---|---|---|---|---|---|---|"
        last = accuracies
        yield from rows(name, summary)


def draw(results, file):
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    shown = {k: s for k, s in results.items() if max(map(len, s["curves"].values())) > 1}
    figure, panels = pyplot.subplots(
        -(-len(shown) // 3), 3, figsize=(12, 13), layout="constrained", squeeze=False
    )
    for axes, (name, summary) in zip(panels.flat, shown.items()):
        draw_panel(axes, name, summary)
    for axes in panels.flat:
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_visible(axes.has_data())
    figure.savefig(file, metadata={"Date": None})


def draw_panel(axes, name, summary):
    value_name = summary["value_name"]
    for k, (solver, curve) in enumerate(summary["curves"].items()):  # acgd is the first
        times, errors = zip(*curve)
        heights = [
            summary["best"] * (1 + error) if value_name else max(error, 1e-12) for error in errors
        ]
        axes.plot(times, heights, "o-", ms=3, lw=1.1 + (k == 0), color=f"C{k}", label=solver)
    axes.set(title=name, xlabel="seconds", xscale="log")
    if value_name:
        axes.set_ylabel(value_name)
    else:
        axes.set(yscale="log", ylim=(5e-13, 10), ylabel="above the best, relative")
    # Below the axes, where it can hide nothing.
    axes.legend(
        loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=2, frameon=False, fontsize="small"
    )


def between(text, name, new):
    """The text with everything between the two marks of this name replaced."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    head, rest = text.split(begin)
    return head + begin + new + "\n" + end + rest.split(end)[1]


def main():
    known = json.loads(RESULTS.read_text())
    results = {name: known[name] for name in PROBLEMS if name in known}
    page = DOCS / "comparison.md"
    text = between(page.read_text(), "table", "\n".join(table(results)))
    page.write_text(between(text, "versions", known["versions"] + "."))
    draw(results, DOCS / "pictures" / "comparison.svg")


if __name__ == "__main__":
    main()
