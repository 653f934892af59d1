"""Writes docs/comparison.md and its picture from what run.py has measured."""

import json
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib import ticker

RESULTS = Path(__file__).parent / "results.json"
DOCS = Path(__file__).resolve().parents[2] / "docs"


def seconds(value):
    return "-" if value is None else f"{value:.2g} s" if value < 100 else f"{value:.0f} s"


def factor(ours, theirs):
    """How many times as long the other one takes; bold where acgd is the slower one."""
    if ours is None or theirs is None:
        return "-"
    times = theirs / ours
    text = f"{times:.2g}" if times < 10 else f"{times:.0f}"
    return f"**{text}**" if times < 1 else text


def power(number):
    return f"{number:.0e}".replace("e-0", "e-")


def accuracy_text(summary, solver):
    best = min(error for _, error in summary["curves"][solver])
    if summary["value_name"]:
        return f"{summary['best'] * (1 + best):.3f}"
    return power(best) if best > 0 else "0"


def rows(name, summary):
    reached = summary["reached"]
    ours = reached["acgd"]
    for solver, theirs in reached.items():
        cells = [f"`{name}`: {summary['sentence']}" if solver == "acgd" else "", solver]
        for a, b in zip(ours, theirs):
            cells += [seconds(b), factor(a, b) if solver != "acgd" else "1"]
        yield f"| {' | '.join(cells)} | {accuracy_text(summary, solver)} |"


COLUMNS = ["acgd", "scikit-learn", "celer", "skglm", "glmnet"]  # of the brief table


def both(reached):
    """The times to both accuracies, as in "0.012 / 0.03 s"."""
    return " / ".join(seconds(each) for each in reached).replace(" s / ", " / ")


def best_of_others(summary):
    """The shortest time of another solver to each accuracy."""
    others = [times for solver, times in summary["reached"].items() if solver != "acgd"]
    return [min((t for t in column if t is not None), default=None) for column in zip(*others)]


def brief_row(name, summary):
    reached = summary["reached"]
    cells = [f"`{name}`: {summary['sentence']}"]
    cells += [both(reached[solver]) if solver in reached else "" for solver in COLUMNS]
    cells += [", ".join(f"{k}: {both(t)}" for k, t in reached.items() if k not in COLUMNS)]
    cells += [" / ".join(map(factor, reached["acgd"], best_of_others(summary)))]
    return f"| {' | '.join(cells)} |"


def counts(results):
    """How often acgd is the fastest, and by how much it is behind where it is not."""
    for k, accuracy in enumerate(next(iter(results.values()))["accuracies"]):
        behind = []
        for summary in results.values():
            ours, theirs = summary["reached"]["acgd"][k], best_of_others(summary)[k]
            behind.append(np.inf if ours is None else 0 if theirs is None else ours / theirs)
        yield (
            f"To {power(accuracy)}, acgd is the fastest on {sum(b <= 1 for b in behind)} of"
            f" {len(behind)}, takes at most 1.3 times as long as the fastest on"
            f" {sum(b <= 1.3 for b in behind)}, and at most {max(behind):.2g} times as long."
        )


def brief_table(results):
    accuracies = " / ".join(power(each) for each in next(iter(results.values()))["accuracies"])
    yield f"| to {accuracies} | {' | '.join(COLUMNS)} | others | best other, times ours |"
    yield "|---" * (len(COLUMNS) + 3) + "|"
    yield from (brief_row(name, summary) for name, summary in results.items())
    yield ""
    yield from counts(results)


def table(results):
    """One for each pair of accuracies, and a brief one at the end."""
    last = None
    brief = {name: summary for name, summary in results.items() if summary.get("brief")}
    for name, summary in results.items():
        if name in brief:
            continue
        accuracies = [power(each) for each in summary["accuracies"]]
        if accuracies != last:
            if last:
                yield ""
            heads = " | ".join(f"to {each} | times ours" for each in accuracies)
            yield f"| problem | solver | {heads} | best |"
            yield "|---|---|---|---|---|---|---|"
        last = accuracies
        yield from rows(name, summary)
    if brief:
        yield ""
        yield from brief_table(brief)


def draw(results, file):
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    shown = {k: s for k, s in results.items() if max(map(len, s["curves"].values())) > 1}
    shown = {k: s for k, s in shown.items() if not s.get("brief")}
    figure, panels = pyplot.subplots(
        -(-len(shown) // 3), 3, figsize=(12, 13), layout="constrained", squeeze=False
    )
    for axes, (name, summary) in zip(panels.flat, shown.items()):
        draw_panel(axes, name, summary)
    for axes in panels.flat:
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_visible(axes.has_data())
    figure.savefig(file, metadata={"Date": None})
    return figure


def draw_panel(axes, name, summary):
    value_name = summary["value_name"]
    for k, (solver, curve) in enumerate(summary["curves"].items()):  # acgd is the first
        times, errors = zip(*curve)
        heights = [
            summary["best"] * (1 + error) if value_name else max(error, 1e-12) for error in errors
        ]
        style = {"lw": 2.1, "zorder": 3} if k == 0 else {"lw": 1.1}
        axes.plot(times, heights, "o-", ms=3, color=f"C{k}", label=solver, **style)
    axes.set(title=name, xlabel="seconds", xscale="log")
    axes.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 3)))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter("")
    if value_name:
        axes.set_ylabel(value_name)
    else:
        axes.set(yscale="log", ylim=(3e-13, 10), ylabel="above the best, relative")
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
    results = json.loads(RESULTS.read_text())
    versions = results.pop("versions")
    page = DOCS / "comparison.md"
    text = between(page.read_text(), "table", "\n".join(table(results)))
    page.write_text(between(text, "versions", versions + "."))
    draw(results, DOCS / "pictures" / "comparison.svg")


if __name__ == "__main__":
    main()
