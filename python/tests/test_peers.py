"""The harness of the comparison with other solvers: measurement and output."""

import json
import sys
import time
from pathlib import Path

import pytest

PEERS = Path(__file__).resolve().parents[1] / "peers"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "comparison.md"


@pytest.fixture
def modules(monkeypatch):
    """harness and report, under names that do not collide."""
    monkeypatch.syspath_prepend(str(PEERS))
    import harness
    import report

    yield harness, report
    for name in ("harness", "report"):
        del sys.modules[name]


def results():
    known = json.loads((PEERS / "results.json").read_text())
    return {name: known[name] for name in known if name != "versions"}


def test_first_time_with_accuracy_counts(modules):
    harness, _ = modules
    calls = []

    def solver(name, pause):
        def solve(tolerance):
            calls.append(name)
            time.sleep(pause)
            return 1 + tolerance

        return solve

    problem = harness.Problem(
        "p", "s", {"a": solver("a", 0), "b": solver("b", 0.002)}, lambda x: x, rungs=[1e-2, 0]
    )
    summary = harness.summarize(problem, harness.measure(problem))
    assert summary["best"] == 1
    assert [error for _, error in summary["curves"]["a"]] == pytest.approx([1e-2, 0])
    assert summary["reached"]["a"][0] < 0.002 <= summary["reached"]["b"][0]  # at the second rung
    turns = ["".join(calls[k : k + 2]) for k in range(2, len(calls), 2)]
    assert turns == ["ab", "ba", "ab", "ba", "ab"] * 2  # after one warm-up call each


def test_solver_without_result_has_no_row(modules):
    harness, _ = modules

    def broken(_):
        raise ValueError("no such option")

    problem = harness.Problem("p", "s", {"a": lambda t: t, "b": broken}, lambda x: x)
    with pytest.raises(SystemExit, match="p: nothing from b"):
        harness.summarize(problem, harness.measure(problem))


def test_page_shows_measurements(modules):
    _, report = modules
    text = PAGE.read_text()
    assert "\n".join(report.table(results())) in text
    for name in results():
        assert f"`{name}`" in text


def test_legends_cover_no_curve(modules, tmp_path):
    pytest.importorskip("matplotlib")
    _, report = modules
    figure = report.draw(results(), tmp_path / "comparison.svg")
    boxes = [axes.bbox for axes in figure.axes if axes.get_visible()]
    legends = [axes.get_legend() for axes in figure.axes if axes.get_visible()]
    assert len(boxes) > 5
    for legend in legends:
        place = legend.get_window_extent()
        assert not any(place.overlaps(box) for box in boxes)


def test_brief_rows_have_all_solvers_and_are_counted(modules):
    _, report = modules
    same = {"sentence": "s", "brief": True, "accuracies": [1e-6, 1e-10], "value_name": ""}
    rows = {
        "p": {**same, "reached": {"acgd": [1.0, 2.0], "celer": [0.5, None], "scipy": [4.0, 3.0]}},
        "q": {**same, "reached": {"acgd": [1.0, 1.0], "celer": [0.9, None], "scipy": [4.0, None]}},
    }
    lines = [*report.table(rows)]
    assert lines[1] == "| to 1e-6 / 1e-10 | " + " | ".join(
        [*report.COLUMNS, "others", "best other, times ours |"]
    )
    cells = [cell.strip() for cell in lines[3].split("|")]
    assert cells[1:4] == ["`p`: s", "1 / 2 s", ""]
    assert cells[4] == "0.5 / -" and cells[7] == "scipy: 4 / 3 s"
    assert cells[8] == "**0.5** / 1.5"
    assert "fastest on 0 of 2, takes at most 1.3 times as long as the fastest on 1" in lines[-2]
    assert "at most 2 times as long." in lines[-2]
    assert "fastest on 2 of 2" in lines[-1]
